//! What can be checked when all names are known.

mod default;
mod reference;
mod text;
mod union;

use super::codes;
use super::tree::{Declaration, DeclarationKind, Field, Schema, TypeExpr};
use polywire_source::Diagnostics;
use std::collections::HashMap;

pub(super) use default::Defaults;
pub(super) use reference::resolve;
pub(super) use text::{big_decimal_of, bytes_of, bytes_of_uuid, digits_of, long_decimal_of};

/// Types by their full names.
pub(super) type Types<'s> = HashMap<String, &'s Declaration>;

/// Returns the types of a schema by their full names.
pub(super) fn types(schema: &Schema) -> Types<'_> {
    schema.types.iter().map(|it| (it.name.full(), it)).collect()
}

/// Checks the types and the defaults of a schema whose names are resolved.
pub(super) fn check(schema: &Schema, diagnostics: &mut Diagnostics) {
    let types = types(schema);
    schema.each_type(&mut |ty| union::check(ty, diagnostics));
    let defaults = Defaults::new(&types);
    schema.each_field(&mut |field| defaults.check(field, diagnostics));
}

impl Schema {
    /// Calls a function with each type that is used anywhere, outer ones first.
    fn each_type(&self, each: &mut dyn FnMut(&TypeExpr)) {
        self.each_field(&mut |field| walk(&field.ty, each));
        for file in &self.files {
            file.root.iter().for_each(|ty| walk(ty, each));
            let messages = file.protocol.iter().flat_map(|it| &it.messages);
            messages.flat_map(|it| std::iter::once(&it.response).chain(&it.errors)).for_each(|ty| walk(ty, each));
        }
    }

    /// Calls a function with each field and each parameter.
    fn each_field(&self, each: &mut dyn FnMut(&Field)) {
        for it in &self.types {
            if let DeclarationKind::Record(record) = &it.kind {
                record.fields.iter().for_each(&mut *each);
            }
        }
        let messages = self.files.iter().filter_map(|file| file.protocol.as_ref()).flat_map(|it| &it.messages);
        messages.flat_map(|it| &it.request).for_each(each);
    }

    /// Like [`Self::each_type`], to change them.
    fn each_type_mut(&mut self, each: &mut dyn FnMut(&mut TypeExpr)) {
        for it in &mut self.types {
            if let DeclarationKind::Record(record) = &mut it.kind {
                record.fields.iter_mut().for_each(|field| walk_mut(&mut field.ty, each));
            }
        }
        for file in &mut self.files {
            file.root.iter_mut().for_each(|ty| walk_mut(ty, each));
            for message in file.protocol.iter_mut().flat_map(|it| &mut it.messages) {
                message.request.iter_mut().for_each(|field| walk_mut(&mut field.ty, each));
                walk_mut(&mut message.response, each);
                message.errors.iter_mut().for_each(|ty| walk_mut(ty, each));
            }
        }
    }
}

fn walk(ty: &TypeExpr, each: &mut dyn FnMut(&TypeExpr)) {
    each(ty);
    ty.parts().iter().for_each(|part| walk(part, each));
}

fn walk_mut(ty: &mut TypeExpr, each: &mut dyn FnMut(&mut TypeExpr)) {
    each(ty);
    ty.parts_mut().iter_mut().for_each(|part| walk_mut(part, each));
}
