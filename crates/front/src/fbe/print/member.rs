//! The members of a struct: fields, and the cases of unions.

use super::name::safe;
use super::{Printer, attribute};
use polywire_model::attr::FbeField;
use polywire_model::{Case, DeclId, Field, OrderBy, Presence, Struct, Type, Union};
use std::collections::BTreeSet;

impl Printer<'_> {
    pub(super) fn fields(&mut self, id: DeclId, it: &Struct) {
        let order = self.model.fields_in_order(it, OrderBy::Lock);
        let own = order.into_iter().filter(|index| *index >= it.attrs.fbe.inherited as usize);
        let mut taken: BTreeSet<String> = it.fields.iter().map(|field| safe(&field.name)).collect();
        let mut after_reset = false;
        for field in own.map(|index| &it.fields[index]) {
            // The flag of a field that is reset is a part of its type.
            if !std::mem::replace(&mut after_reset, field.attrs.fbe.resets) {
                self.member(id, field, &mut taken);
            }
        }
    }

    pub(super) fn member(&mut self, owner: DeclId, field: &Field, taken: &mut BTreeSet<String>) {
        if let (Some(union), Presence::Implicit) = (self.union(&field.ty), field.presence) {
            return self.cases(owner, field, union.clone(), taken);
        }
        let fbe = &field.attrs.fbe;
        let is_optional = field.presence == Presence::Optional;
        let ty = self.type_text(owner, &field.name, (&field.ty, is_optional), fbe);
        let default = self.default_text(field).map(|value| format!(" = {value}")).unwrap_or_default();
        self.doc(&field.doc);
        self.out.line(format!("{}{ty} {}{default};", attributes(field.deprecated, fbe), safe(&field.name)));
    }

    /// At most one of them is present.
    fn cases(&mut self, owner: DeclId, field: &Field, union: Union, taken: &mut BTreeSet<String>) {
        self.doc(&field.doc);
        let places = self.model.case_places(&union);
        let mut order: Vec<(u32, &Case)> = places.into_iter().zip(&union.cases).collect();
        order.sort_by_key(|(place, _)| *place);
        for (_, case) in order {
            let mut name = safe(&case.name);
            while !taken.insert(name.clone()) {
                name = format!("{}_{name}", field.name);
            }
            self.doc(&case.doc);
            let ty = match &case.ty {
                Some(ty) => self.type_text(owner, &case.name, (ty, true), &FbeField::default()),
                None => "byte?".to_owned(),
            };
            self.out.line(format!("{}{ty} {name};", attribute(case.deprecated, "deprecated")));
        }
    }

    pub(super) fn union(&self, ty: &Type) -> Option<&Union> {
        match ty {
            Type::Named(id) => self.model.as_union(*id),
            _ => None,
        }
    }
}

fn attributes(is_deprecated: bool, fbe: &FbeField) -> String {
    [(fbe.hidden, "hidden"), (is_deprecated, "deprecated"), (fbe.key, "key"), (fbe.id, "id")]
        .map(|(is_set, name)| attribute(is_set, name))
        .concat()
}
