//! Extensions: fields of the extended message, if it is compiled with them; or structs of their own.

use super::Maker;
use crate::proto::Extensions;
use crate::proto::descriptor::{Element, Field, File, Site, walk};
use polywire_model::attr::StructAttrs;
use polywire_model::{DeclKind, Struct};

impl<'a> Maker<'a, '_> {
    pub(super) fn extensions_of_file(&mut self, file: &'a File) {
        let mut found: Vec<(Site<'a>, &'a Field)> = Vec::new();
        walk(0, file, &mut |site: &Site<'a>, element| match element {
            Element::Field(field) if field.extendee.is_some() => found.push((site.clone(), field)),
            _ => {}
        });
        self.enter(file);
        for (site, field) in found {
            match self.extensions {
                Extensions::Inside => self.extension(site.full_name(&field.name), field),
                Extensions::Apart => self.extension_apart(&site, field),
            }
        }
    }

    /// Adds a struct with the extension's name, whose only field `value` is encoded like the extension in the message.
    fn extension_apart(&mut self, site: &Site<'a>, it: &'a Field) {
        let Some(extendee) = it.extendee.as_deref().and_then(|name| self.find(name)) else { return };
        let Some(mut field) = self.field(it) else { return };
        let full_name = site.full_name(&it.name);
        field.name = "value".to_owned();
        field.attrs.json_name = Some(format!("[{full_name}]"));
        field.attrs.extension = Some(full_name);
        let DeclKind::Struct(holder) = &self.model.decls[extendee.0 as usize].kind else { return };
        let attrs = StructAttrs { message_set: holder.attrs.message_set, ..StructAttrs::default() };
        let apart = Struct { fields: vec![field], keeps_unknown: true, attrs, ..Struct::default() };
        let around: Vec<String> =
            site.scope.split('.').filter(|part| !part.is_empty()).skip(self.module.len()).map(str::to_owned).collect();
        self.declare(&around, &it.name, it.node, false, DeclKind::Struct(apart));
    }

    /// Adds an extension as a field. It has the full name of the extension, because the short one could clash with a
    /// field.
    fn extension(&mut self, full_name: String, it: &'a Field) {
        let Some(extendee) = it.extendee.as_deref().and_then(|name| self.find(name)) else { return };
        let Some(mut field) = self.field(it) else { return };
        field.name = full_name.replace('.', "_");
        field.attrs.json_name = Some(format!("[{full_name}]"));
        field.attrs.extension = Some(full_name);
        if let DeclKind::Struct(holder) = &mut self.model.decls[extendee.0 as usize].kind {
            let number = |field: &polywire_model::Field| field.attrs.protobuf.map(|it| it.number);
            // Extensions of two files may share a number. The first one becomes a field; the other stays in the unknown
            // fields.
            if holder.fields.iter().all(|other| other.name != field.name && number(other) != number(&field)) {
                holder.fields.push(field);
            }
        }
    }
}
