//! Extensions become fields of the message that they extend, as far as it is compiled with them.

use super::Maker;
use crate::proto::descriptor::{Element, Field, File, Site, walk};
use polywire_model::DeclKind;

impl<'a> Maker<'a, '_> {
    pub(super) fn extensions_of_file(&mut self, file: &'a File) {
        let mut found: Vec<(String, &'a Field)> = Vec::new();
        walk(0, file, &mut |site: &Site<'a>, element| match element {
            Element::Field(field) if field.extendee.is_some() => found.push((site.full_name(&field.name), field)),
            _ => {}
        });
        for (full_name, field) in found {
            self.extension(full_name, field);
        }
    }

    /// The field is named by the whole name of the extension, for its own could be that of another field.
    fn extension(&mut self, full_name: String, it: &'a Field) {
        let Some(extendee) = it.extendee.as_deref().and_then(|name| self.find(name)) else { return };
        let Some(mut field) = self.field(it) else { return };
        field.name = full_name.replace('.', "_");
        field.attrs.json_name = Some(format!("[{full_name}]"));
        field.attrs.extension = Some(full_name);
        if let DeclKind::Struct(holder) = &mut self.model.decls[extendee.0 as usize].kind {
            let number = |field: &polywire_model::Field| field.attrs.protobuf.map(|it| it.number);
            // Extensions of two files may share a number; the first is known then, the other stays among the unknown.
            if holder.fields.iter().all(|other| other.name != field.name && number(other) != number(&field)) {
                holder.fields.push(field);
            }
        }
    }
}
