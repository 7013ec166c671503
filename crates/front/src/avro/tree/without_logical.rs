//! Schemas whose logical types have no effect.

use super::{DeclarationKind, Schema, TypeExpr};

impl Schema {
    /// Returns the schema without the effect of logical types, which are still printed.
    #[must_use]
    pub fn without_logical_types(mut self) -> Self {
        for it in &mut self.types {
            it.logical = None;
            if let DeclarationKind::Record(record) = &mut it.kind {
                record.fields.iter_mut().for_each(|field| forget(&mut field.ty));
            }
        }
        for file in &mut self.files {
            file.root.iter_mut().for_each(forget);
            for message in file.protocol.iter_mut().flat_map(|it| &mut it.messages) {
                message.request.iter_mut().for_each(|field| forget(&mut field.ty));
                message.errors.iter_mut().chain([&mut message.response]).for_each(forget);
            }
        }
        self
    }
}

fn forget(ty: &mut TypeExpr) {
    ty.logical = None;
    ty.parts_mut().iter_mut().for_each(forget);
}
