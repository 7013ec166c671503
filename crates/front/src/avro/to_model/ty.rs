//! Types of values.

use super::{MODULE, Maker, number, structure};
use crate::avro::codes;
use crate::avro::tree::{DeclarationKind, FullName, Primitive, TypeExpr, TypeKind};
use polywire_model::attr::{AvroFixed, AvroForm, AvroKind};
use polywire_model::{DeclId, DeclKind, Field, Struct, Text, Type, pascal_case};
use polywire_source::{Diagnostic, Span};

/// Where a type is used.
pub(super) struct Place {
    /// The struct.
    pub owner: DeclId,
    /// The beginning of names of types that the schema does not name.
    pub stem: String,
    /// The field.
    pub span: Span,
}

impl Place {
    /// A place in the value.
    pub fn within(&self, part: &str) -> Self {
        Self { stem: format!("{}_{part}", self.stem), ..*self }
    }

    /// The name of a type that the schema does not name.
    pub fn name(&self, suffix: &str) -> String {
        pascal_case(&self.stem) + suffix
    }
}

/// A type of the model.
pub(super) struct Resolved {
    pub ty: Type,
    /// How the value is written, or the innermost elements of a list.
    pub form: AvroForm,
    /// The value may be null.
    pub is_nullable: bool,
    pub null_is_second: bool,
}

impl Resolved {
    pub fn plain(ty: Type) -> Self {
        Self::with_form(ty, AvroForm::Plain)
    }

    pub fn with_form(ty: Type, form: AvroForm) -> Self {
        Self { ty, form, is_nullable: false, null_is_second: false }
    }
}

impl Maker<'_, '_> {
    pub(super) fn resolved(&mut self, place: &Place, ty: &TypeExpr) -> Resolved {
        if let Some((value, null_is_second)) = ty.optional() {
            return Resolved { is_nullable: true, null_is_second, ..self.resolved(place, value) };
        }
        match &ty.kind {
            TypeKind::Primitive(it) => match ty.logical {
                Some(logical) => super::logical::primitive(logical),
                None => Resolved::plain(self.primitive(*it)),
            },
            TypeKind::Array(element) => {
                let (element, form) = self.part(place, "element", element);
                Resolved::with_form(Type::list(element), form)
            }
            TypeKind::Map(value) => Resolved::plain(self.map(place, value)),
            TypeKind::Union(branches) => Resolved::plain(self.union(place, branches, ty.span)),
            TypeKind::Named(name) => self.named(name),
        }
    }

    fn primitive(&mut self, it: Primitive) -> Type {
        match it {
            Primitive::Null => Type::Named(self.null()),
            Primitive::Boolean => Type::Bool,
            Primitive::Int => Type::int(32, true),
            Primitive::Long => Type::int(64, true),
            Primitive::Float => Type::Float { bits: 32 },
            Primitive::Double => Type::Float { bits: 64 },
            Primitive::Bytes => Type::Bytes,
            Primitive::String => Type::Text(Text::default()),
        }
    }

    /// Returns the struct of values that can only be null.
    pub(super) fn null(&mut self) -> DeclId {
        if let Some(id) = self.null {
            return id;
        }
        let place = FullName { namespace: MODULE.to_owned(), ..FullName::default() };
        let kind = DeclKind::Struct(structure(Vec::new(), AvroKind::Value, &[]));
        let file = &self.schema.files[0];
        let id = self.add(file, (&place, vec!["Null".to_owned()]), Some("A value that is always null."), kind);
        self.null = Some(id);
        id
    }

    fn named(&mut self, name: &str) -> Resolved {
        if let Some(id) = self.declared.get(name) {
            return Resolved::plain(Type::Named(*id));
        }
        let Some(decl) = self.types.get(name) else { return Resolved::plain(Type::Bytes) };
        let DeclarationKind::Fixed(size) = decl.kind else { return Resolved::plain(Type::Bytes) };
        let fixed = AvroFixed { name: decl.name.full(), aliases: decl.aliases.clone(), size };
        super::logical::fixed(fixed, decl.logical)
    }

    /// Returns the type of an element or a value. One that may be null is a struct of its own.
    fn part(&mut self, place: &Place, part: &str, ty: &TypeExpr) -> (Type, AvroForm) {
        let found = self.resolved(&place.within(part), ty);
        if !found.is_nullable {
            return (found.ty, found.form);
        }
        let mut value = Field::new("value", found.ty);
        value.attrs.avro.form = found.form;
        value.attrs.avro.null_is_second = found.null_is_second;
        let mut it = Struct::nullable(value);
        number(&mut it.fields);
        let name = place.within(part).name("Item");
        (Type::Named(self.add_nested(place.owner, name, place.span, DeclKind::Struct(it))), AvroForm::Plain)
    }

    fn map(&mut self, place: &Place, ty: &TypeExpr) -> Type {
        let (value, form) = self.part(place, "value", ty);
        if value == Type::fixed_bytes(0) {
            let message = "a map whose values have no bytes is not supported";
            let problem = Diagnostic::error(codes::LIMIT, message).at(ty.span, "");
            self.diagnostics.push(problem.help("use a record without fields for the values"));
        }
        let mut value = Field::new("value", value);
        value.attrs.avro.form = form;
        let mut entry = Struct::entry(Field::new("key", Type::Text(Text::default())), value);
        number(&mut entry.fields);
        Type::Map(self.add_nested(place.owner, place.name("Entry"), place.span, DeclKind::Struct(entry)))
    }
}
