//! Types of fields.

use super::built_in::{is_without_messages, scalar};
use super::{Declared, Maker};
use crate::zebra::codes;
use crate::zebra::tree::{FieldDecl, TypeExpr, TypeKind, Word};
use polywire_model::{Decl, DeclId, DeclKind, Field, Struct, Type, pascal_case};
use polywire_source::{Diagnostic, closest};

/// A type may stand for another one, which stands for another one, this many times.
const MOST_NAMES: usize = 64;

/// Where a type is used.
pub(super) struct Place<'a> {
    /// The declared type.
    pub owner: Declared<'a>,
    /// The struct.
    pub id: DeclId,
    /// The beginning of names of types that the schema does not name.
    pub stem: String,
    /// The field.
    pub name: &'a Word,
}

impl Place<'_> {
    fn within(&self, part: &str) -> Self {
        Self { stem: format!("{}{part}", self.stem), ..*self }
    }
}

/// A type of the model, and whether a value may be missing.
#[derive(Clone)]
pub(super) struct Resolved {
    pub ty: Type,
    pub is_nullable: bool,
}

impl Resolved {
    pub fn plain(ty: Type) -> Self {
        Self { ty, is_nullable: false }
    }
}

impl<'a> Maker<'a, '_> {
    /// Returns the type in the model, or reports why there is none. A pointer may be nil; a pointer to a pointer is one.
    pub(super) fn resolved(&mut self, place: &Place<'a>, ty: &'a TypeExpr) -> Option<Resolved> {
        Some(Resolved::plain(match &ty.kind {
            TypeKind::Name(_) => return self.named(place, ty),
            TypeKind::Pointer(to) => {
                let ty = self.resolved(place, to)?.ty;
                return Some(Resolved { ty, is_nullable: true });
            }
            TypeKind::Slice(element) if self.is_byte(place, element) => Type::Bytes,
            TypeKind::Slice(element) => Type::list(self.part(place, "Element", element)?),
            TypeKind::Array(len, element) if self.is_byte(place, element) => Type::fixed_bytes(*len),
            TypeKind::Array(len, element) => Type::Array(Box::new(self.part(place, "Element", element)?), *len),
            TypeKind::Map(key, value) => self.map(place, key, value)?,
            TypeKind::Struct(fields) => self.nameless(place, fields),
            TypeKind::Interface => Type::Named(self.built_in("any")?),
            TypeKind::Other(text) => {
                let problem = Diagnostic::error(codes::NOT_A_TYPE, format!("messages cannot contain `{text}`"));
                self.diagnostics.push(problem.at(ty.span, "").help("leave the field out by `msg:\"-\"`"));
                return None;
            }
        }))
    }

    fn named(&mut self, place: &Place<'a>, ty: &'a TypeExpr) -> Option<Resolved> {
        let mut ty = ty;
        for _ in 0..MOST_NAMES {
            let TypeKind::Name(name) = &ty.kind else { return self.resolved(place, ty) };
            if let Some(shim) = self.shim(place, name) {
                ty = shim;
                continue;
            }
            if let Some(found) = scalar(name) {
                return Some(Resolved::plain(found));
            }
            let Some(found) = self.declared.get(&super::path(place.owner.file, name)).copied() else {
                return self.undeclared(ty, name);
            };
            if let Some(id) = found.id {
                return Some(Resolved::plain(Type::Named(id)));
            }
            ty = &found.decl.ty;
        }
        let problem = Diagnostic::error(codes::CYCLE, "the type stands for itself").at(ty.span, "");
        self.diagnostics.push(problem.help("declare a struct in its place"));
        None
    }

    /// Returns the type that stands for another one in messages.
    fn shim(&self, place: &Place<'a>, name: &str) -> Option<&'a TypeExpr> {
        place.owner.file.shims.iter().find(|it| it.name.text == name).map(|it| &it.base)
    }

    fn undeclared(&mut self, ty: &TypeExpr, name: &str) -> Option<Resolved> {
        if let Some(id) = self.built_in(name) {
            return Some(Resolved::plain(Type::Named(id)));
        }
        let (message, help) = if is_without_messages(name) {
            (format!("messages cannot contain `{name}`"), "leave the field out by `msg:\"-\"`".to_owned())
        } else if name.contains('.') {
            let help = format!("add the file that declares it, or say what it is: `//msgp:shim {name} as:string`");
            (format!("`{name}` is of another package"), help)
        } else {
            let names = self.declared.values().map(|it| it.decl.name.text.as_str());
            let help = match closest(name, names) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "add the file that declares it".to_owned(),
            };
            (format!("there is no type `{name}`"), help)
        };
        self.diagnostics.push(Diagnostic::error(codes::UNKNOWN_NAME, message).at(ty.span, "").help(help));
        None
    }

    /// Returns the type of an element or a value.
    fn part(&mut self, place: &Place<'a>, part: &str, ty: &'a TypeExpr) -> Option<Type> {
        let found = self.resolved(&place.within(part), ty)?;
        if !found.is_nullable {
            return Some(found.ty);
        }
        let mut it = Struct::nullable(Field::new("value", found.ty));
        it.fields[0].attrs.order = Some(0);
        let it = self.nested(place, &format!("{part}Item"), it);
        Some(Type::Named(self.model.add(it)))
    }

    fn map(&mut self, place: &Place<'a>, key: &'a TypeExpr, value: &'a TypeExpr) -> Option<Type> {
        let key = self.part(place, "Key", key)?;
        let value = self.part(place, "Value", value)?;
        let mut entry = Struct::entry(Field::new("key", key), Field::new("value", value));
        for (field, order) in entry.fields.iter_mut().zip(0..) {
            field.attrs.order = Some(order);
        }
        let entry = self.nested(place, "Entry", entry);
        Some(self.model.add_map(entry))
    }

    /// Declares a struct that the schema does not name.
    fn nameless(&mut self, place: &Place<'a>, fields: &'a [FieldDecl]) -> Type {
        let it = self.nested(place, "", Struct::default());
        let id = self.model.add(it);
        self.define_struct(place.owner, id, fields);
        Type::Named(id)
    }

    fn nested(&self, place: &Place<'a>, suffix: &str, it: Struct) -> Decl {
        let outer = self.model.decl(place.id);
        Decl {
            file: outer.file.clone(),
            module: outer.module.clone(),
            name: outer.name.iter().cloned().chain([pascal_case(&place.stem) + suffix]).collect(),
            doc: String::new(),
            deprecated: false,
            span: place.name.span,
            kind: DeclKind::Struct(it),
        }
    }

    fn is_byte(&self, place: &Place<'a>, ty: &TypeExpr) -> bool {
        match &ty.kind {
            TypeKind::Name(name) => matches!(name.as_str(), "byte" | "uint8") && self.shim(place, name).is_none(),
            _ => false,
        }
    }
}
