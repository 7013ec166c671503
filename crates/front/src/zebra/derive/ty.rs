//! Types of Go.

use super::{Maker, named, plain};
use crate::zebra::tree::{TypeExpr, TypeKind};
use polywire_model::attr::MsgpackForm;
use polywire_model::{DeclId, DeclKind, Struct, Type};

impl Maker<'_> {
    pub(super) fn ty(&mut self, ty: &Type) -> TypeExpr {
        match ty {
            Type::Bool => named("bool"),
            Type::Int { bits, signed, .. } => named(integer(*bits, *signed)),
            Type::Float { bits } => named(format!("float{bits}")),
            Type::Text(_) => named("string"),
            Type::Bytes => plain(TypeKind::Slice(Box::new(named("byte")))),
            Type::FixedBytes(len, _) => plain(TypeKind::Array(*len, Box::new(named("byte")))),
            Type::List(element) => plain(TypeKind::Slice(Box::new(self.element(element)))),
            Type::Array(element, len) => plain(TypeKind::Array(*len, Box::new(self.element(element)))),
            Type::Map(entry) => self.map(*entry),
            Type::Named(id) => self.declared(*id),
        }
    }

    /// A list of `uint8` would be bytes in Go. A wider type has the same messages.
    fn element(&mut self, ty: &Type) -> TypeExpr {
        match ty {
            Type::Int { bits: 8, signed: false, .. } => named(integer(16, false)),
            _ => self.ty(ty),
        }
    }

    /// A set is a list.
    fn map(&mut self, entry: DeclId) -> TypeExpr {
        let model = self.model;
        match model.as_struct(entry).map(|it| (it.is_set_entry(), it.fields.as_slice())) {
            Some((true, [key, ..])) => plain(TypeKind::Slice(Box::new(self.element(&key.ty)))),
            Some((false, [key, value])) => {
                plain(TypeKind::Map(Box::new(self.ty(&key.ty)), Box::new(self.ty(&value.ty))))
            }
            _ => plain(TypeKind::Interface),
        }
    }

    fn declared(&mut self, id: DeclId) -> TypeExpr {
        let model = self.model;
        let name = || named(self.names.find(id).unwrap_or_default());
        match &model.decl(id).kind {
            DeclKind::Struct(it) if it.is_nullable => match it.fields.first() {
                Some(value) => plain(TypeKind::Pointer(Box::new(self.ty(&value.ty)))),
                None => plain(TypeKind::Interface),
            },
            DeclKind::Struct(it) => built_in(it).unwrap_or_else(name),
            DeclKind::Enum(_) | DeclKind::Union(_) | DeclKind::Constant(_) => name(),
        }
    }
}

/// Returns the type of Go that a struct stands for.
pub(super) fn built_in(it: &Struct) -> Option<TypeExpr> {
    Some(match it.attrs.msgpack {
        MsgpackForm::Extension(5) => named("time.Time"),
        MsgpackForm::Extension(3) => named("complex64"),
        MsgpackForm::Extension(4) => named("complex128"),
        MsgpackForm::Any => plain(TypeKind::Interface),
        MsgpackForm::Extension(_) | MsgpackForm::Map | MsgpackForm::Array => return None,
    })
}

/// Returns the name of an integer type.
pub(super) fn integer(bits: u8, signed: bool) -> String {
    format!("{}{bits}", if signed { "int" } else { "uint" })
}
