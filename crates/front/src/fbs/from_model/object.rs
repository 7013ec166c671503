use super::Maker;
use super::attribute::Writer;
use crate::fbs::schema::{Base, Default, Field, Head, Object, Scalar, Type};
use polywire_model::attr::{RemovedMember, RemovedType};
use polywire_model::{Decl, DeclId, OrderBy, Struct};

impl Maker<'_> {
    pub(super) fn object(&mut self, declared: (DeclId, &Decl), it: &Struct) -> Object {
        let (mut head, home) = self.declared(declared);
        let fields = match &it.attrs.flatbuffers {
            Some(facts) => {
                let mut writer = Writer::default();
                writer.value("force_align", facts.align);
                writer.flag("original_order", facts.original_order);
                head.attributes = writer.attributes;
                let fields = it.fields.iter().chain(&facts.deprecated);
                fields.map(|field| self.field(declared.1, it, field)).collect()
            }
            None => self.in_order(declared.1, it),
        };
        Object { head, home, is_struct: it.is_inline, fields, min_align: 1, byte_size: 0 }
    }

    /// The fields in the order of their slots, with those of removed fields between them.
    fn in_order(&mut self, decl: &Decl, it: &Struct) -> Vec<Field> {
        let mut fields = Vec::new();
        let mut removed = it.attrs.removed.iter().peekable();
        for index in self.model.fields_in_order(it, OrderBy::Lock) {
            let field = &it.fields[index];
            while let Some(gone) = removed.next_if(|gone| field.attrs.order.is_some_and(|order| gone.order < order)) {
                add_removed(gone, &mut fields);
            }
            fields.push(self.field(decl, it, field));
        }
        removed.for_each(|gone| add_removed(gone, &mut fields));
        fields
    }
}

/// Adds the deprecated fields that keep the slots of a removed one: a union had two.
fn add_removed(gone: &RemovedMember, fields: &mut Vec<Field>) {
    let names = [format!("removed{}", gone.order), format!("removed{}_value", gone.order)];
    let count = if matches!(gone.ty, RemovedType::Union(_)) { 2 } else { 1 };
    for name in names.into_iter().take(count) {
        let mut writer = Writer::default();
        writer.flag("deprecated", true);
        let head = Head { name, attributes: writer.attributes, ..Head::default() };
        let ty = Type::one(Base::Scalar(Scalar::UByte));
        fields.push(Field { head, ty, default: Default::None, id: 0, nested: None, offset: 0, padding: 0 });
    }
}
