//! Texts that may hold any bytes.

use crate::{DeclKind, Model, Type};

impl Model {
    /// Lets all texts hold bytes that are not UTF-8, whatever the schema says.
    pub fn allow_non_utf8(&mut self) {
        for decl in &mut self.decls {
            match &mut decl.kind {
                DeclKind::Struct(it) => it.fields.iter_mut().for_each(|field| allow(&mut field.ty)),
                DeclKind::Union(it) => it.cases.iter_mut().filter_map(|case| case.ty.as_mut()).for_each(allow),
                DeclKind::Enum(_) | DeclKind::Constant(_) => {}
            }
        }
    }
}

fn allow(ty: &mut Type) {
    match ty {
        Type::Text(text) => text.unverified = true,
        Type::List(element) | Type::Array(element, _) => allow(element),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Named(_)
        | Type::Map(_) => {}
    }
}
