//! Unions of the reader: the case for the writer's type.

use super::{Reason, Resolution};
use crate::avro::array::in_fixed;
use crate::avro::branch::{self, branches};
use crate::avro::facts::unqualified;
use crate::avro::form;
use crate::avro::number::is_long;
use crate::avro::written::Written;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Type, UnionId};
use polywire_ir::{ErrorCode, Place};
use polywire_model::attr::{AvroBase, AvroForm, AvroKind};

impl Resolution<'_> {
    /// Reads a value of the writer, which is no union: as the case of exactly its type, else as the first to which it can be
    /// promoted.
    pub(super) fn read_union(&self, b: &mut FunctionBuilder, written: &Written, id: UnionId, place: Place) {
        let facts = self.facts().union(id);
        if *written == Written::Null && facts.null.is_some() {
            return;
        }
        let cases = branches(self.reader.types, &self.reader.orders, self.facts(), id);
        let form = |case: u32| &facts.forms[case as usize];
        let exact = cases.iter().find(|it| match it.ty {
            Some(ty) if !it.is_held => self.is_exact(written, ty, form(it.case)),
            _ => matches!(written, Written::Holder(name, _) | Written::Fixed(name, _) if *name == it.name),
        });
        let promoted = || cases.iter().find(|it| it.ty.is_some_and(|ty| is_promoted(written, ty, form(it.case))));
        let Some(found) = exact.or_else(promoted) else {
            self.note(written, branch::name(self.reader.types, &Type::Union(id), &AvroForm::Plain), Reason::NoBranch);
            return b.fail(ErrorCode::UnknownCase);
        };
        let value = match written {
            Written::Holder(_, Some(value)) if found.is_held => value,
            _ => written,
        };
        let case = &self.reader.types.union(id).cases[found.case as usize];
        b.open(place, Some(found.case), ("case", case.value_type()), |b, bind, _| {
            if let Some(ty) = found.ty {
                self.read_value(b, value, (ty, form(found.case)), bind.into());
            }
        });
    }

    /// Returns true if the writer's type is exactly that of a case; named types are compared by name.
    fn is_exact(&self, written: &Written, ty: &Type, form: &AvroForm) -> bool {
        match (form::base(ty, form), written) {
            (Some(AvroBase::Fixed(fixed)), Written::Fixed(_, size)) => {
                let names = unqualified(&fixed.name, &fixed.aliases);
                return *size == u64::from(fixed.size) && self.is_named(written, &names);
            }
            (Some(base), _) => {
                return matches!(
                    (base, written),
                    (AvroBase::Bytes, Written::Bytes) | (AvroBase::String, Written::String)
                );
            }
            (None, _) => {}
        }
        match (ty, written) {
            (Type::Int { bits, signed, .. }, Written::Int) => !is_long(*bits, *signed),
            (Type::Int { bits, signed, .. }, Written::Long) => is_long(*bits, *signed),
            (Type::FixedBytes(len, _), Written::Fixed(_, size)) => u64::from(*len) == *size,
            (Type::Array(element, len), Written::Fixed(_, size)) => {
                in_fixed(element).is_some() && u64::from(*len) == *size
            }
            (Type::Bool, Written::Boolean)
            | (Type::Float { bits: 32 }, Written::Float)
            | (Type::Float { bits: 64 }, Written::Double)
            | (Type::Text { .. }, Written::String)
            | (Type::Bytes, Written::Bytes)
            | (Type::List(_), Written::Array(_))
            | (Type::Map(_), Written::Map(_)) => true,
            (Type::Array(element, _), Written::Array(_)) => in_fixed(element).is_none(),
            (Type::Map(entry), Written::Array(_)) => !branch::has_text_keys(self.reader.types, *entry),
            (Type::Enum(id), Written::Enum(_)) => {
                let name = self.reader.types.enumeration(*id).name.dotted();
                let names = &self.facts().enumeration(*id).names;
                self.is_named(
                    written,
                    if names.is_empty() { unqualified(&name, &[]) } else { names.clone() }.as_slice(),
                )
            }
            (Type::Struct(id), Written::Record(_) | Written::Fixed(..)) => {
                let facts = self.facts().record(*id);
                let is_fixed = facts.kind == AvroKind::Duration;
                let names = unqualified(&self.reader.types.record(*id).name.dotted(), &facts.aliases);
                is_fixed == matches!(written, Written::Fixed(..)) && self.is_named(written, &names)
            }
            _ => false,
        }
    }
}

/// Returns true if the writer's type can be promoted to that of a case.
fn is_promoted(written: &Written, ty: &Type, form: &AvroForm) -> bool {
    match (ty, form::base(ty, form), written) {
        (_, Some(AvroBase::Bytes), Written::String) | (_, Some(AvroBase::String), Written::Bytes) => true,
        (_, Some(_), _) => false,
        (Type::Int { bits, signed, .. }, None, Written::Int) => is_long(*bits, *signed),
        (Type::Float { bits: 32 }, None, Written::Int | Written::Long) => true,
        (Type::Float { bits: 64 }, None, Written::Int | Written::Long | Written::Float) => true,
        (Type::Text { .. }, None, Written::Bytes) | (Type::Bytes, None, Written::String) => true,
        _ => false,
    }
}
