//! Messages of types that are no structs: typedefs, and unions without a tag.

use super::Maker;
use super::record::Place;
use crate::c::measure;
use crate::c::tree::{Declared, Length, Member, RecordId, Type};
use polywire_model::attr::StructAttrs;
use polywire_model::c::{CItem, CLayout, CRecord};
use polywire_model::{Decl, DeclKind, Struct};

/// The only field of a message of a type that is no struct.
const VALUE: &str = "value";

impl<'a> Maker<'a> {
    pub(super) fn messages(&mut self) -> Vec<Decl> {
        let unit = self.unit;
        let mut messages = Vec::new();
        for (id, record) in (0..).map(RecordId).zip(&unit.records) {
            let is_wanted = record.is_union && record.members.is_some() && !record.declared.is_system;
            if is_wanted && !self.records.contains_key(&id) && record.declared.name().is_some() {
                messages.extend(self.value_message(&record.declared, self.record_path(id), &Type::Record(id)));
            }
        }
        for typedef in unit.typedefs.iter().filter(|it| !it.declared.is_system) {
            let path: Vec<String> = typedef.declared.typedef.iter().cloned().collect();
            if self.taken.contains(&path.join(".")) {
                continue;
            }
            let alias = match typedef.ty {
                Type::Record(id) => self.records.get(&id).map(|id| self.model.decl(*id).clone()),
                _ => None,
            };
            match alias {
                Some(decl) if matches!(decl.kind, DeclKind::Struct(_)) => {
                    let name = self.decl(&typedef.declared, path, decl.kind.clone());
                    messages.push(Decl { doc: decl.doc, ..name });
                }
                Some(_) => {}
                None => messages.extend(self.value_message(&typedef.declared, path, &typedef.ty)),
            }
        }
        messages
    }

    fn value_message(&mut self, declared: &Declared, path: Vec<String>, ty: &Type) -> Option<Decl> {
        let is_value = match ty.element() {
            Type::Void | Type::Pointer | Type::Function | Type::Unsupported(_) | Type::Invalid => false,
            Type::Record(id) => self.unit.records[id.0].members.is_some(),
            Type::Enum(id) => self.enums.contains_key(id),
            Type::Scalar(_) | Type::Character(_) | Type::Complex(_) => true,
            Type::Array(..) | Type::Aligned(..) => false,
        };
        if !is_value
            || matches!(ty.plain(), Type::Array(_, Length::Flexible))
            || measure::inline_type(self.unit, ty).is_err()
        {
            return None;
        }
        let (field, member) = self.member(
            &Member {
                name: VALUE.to_owned(),
                span: declared.span,
                ty: ty.clone(),
                bits: None,
                layout: CLayout::default(),
                doc: String::new(),
                deprecated: false,
                notes: Vec::new(),
            },
            VALUE.to_owned(),
            Place::Alone,
        );
        let c = CRecord { items: vec![CItem::Member(member)], ..CRecord::default() };
        let attrs = StructAttrs { c: Some(Box::new(c)), ..StructAttrs::default() };
        let kind = DeclKind::Struct(Struct { fields: vec![field], attrs, ..Struct::default() });
        Some(self.decl(declared, path, kind))
    }
}
