//! Single values that became lists or structs, and the reverse.

use super::{Comparison, Mismatch};
use crate::breaking::scalar::{element, is_empty};
use polywire_model::Type;
use polywire_vm::{Record, Value};

impl Comparison<'_, '_> {
    /// A list of one element is the same as the element, and an empty list as the default.
    pub(super) fn list_and_single(
        &mut self,
        (from, to): (&Type, &Type),
        (list, single): (&[Value], &Value),
        (written, read): (&Value, &Value),
    ) -> Option<Mismatch> {
        let is_list_written = matches!(written, Value::List(_));
        let same = match (list, single) {
            ([], single) => is_empty(single),
            ([one], _) => {
                let types = if is_list_written { (element(from), Some(to)) } else { (Some(from), element(to)) };
                let (Some(from), Some(to)) = types else { return self.differ(from, to, written, read) };
                let (written, read) = if is_list_written { (one, read) } else { (written, one) };
                self.value((from, to), written, read).is_none()
            }
            _ => false,
        };
        if same { None } else { self.differ(from, to, written, read) }
    }

    pub(super) fn is_single(&self, (from, to): (&Type, &Type), value: &Value) -> bool {
        *value != Value::Absent && (self.writer.is_scalar(from) || self.reader.is_scalar(to))
    }

    /// A struct is the same as the value of its first member, if its other members are as in a new value.
    pub(super) fn struct_and_single(
        &mut self,
        (from, to): (&Type, &Type),
        record: &Record,
        (written, read): (&Value, &Value),
    ) -> Option<Mismatch> {
        let is_written = matches!(written, Value::Struct(_));
        let (side, ty) = if is_written { (self.writer, from) } else { (self.reader, to) };
        let Type::Named(id) = ty else { return self.differ(from, to, written, read) };
        let members = side.members(*id);
        let Some(first) = members.iter().min_by_key(|it| it.number) else {
            return self.differ(from, to, written, read);
        };
        let value = first.place.get(record);
        let found = match is_written {
            true => self.value((first.ty, to), value, read),
            false => self.value((from, first.ty), written, value),
        };
        let rest = members.iter().filter(|it| !is_written && it.place != first.place);
        match found {
            Some(_) => self.differ(from, to, written, read),
            None => rest.into_iter().find_map(|member| self.new_member(*id, member, record)),
        }
    }
}
