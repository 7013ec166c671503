//! Declarations of a schema.
//!
//! Design: docs/decisions/0088-values-that-may-be-null.md
//! Design: docs/decisions/0102-constants.md

use crate::attr::{
    CaseAttrs, EnumAttrs, FbePackage, FieldAttrs, FlatbuffersFile, FormatOptions, RemovedMember, StructAttrs,
    UnionAttrs,
};
use crate::{Constant, Constraint, Literal, NumberRange, Presence, Service, Type};
use polywire_source::Span;
use std::collections::BTreeMap;

/// All declarations of a schema and its imports.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Declarations; a [`DeclId`] is an index into this list.
    pub decls: Vec<Decl>,
    /// Services, including those of imported files.
    pub services: Vec<Service>,
    /// Keys and references to them; a [`ConstraintId`](crate::ConstraintId) is an index into this list.
    pub constraints: Vec<Constraint>,
    /// Attributes that XML Schemas declare outside of all types, with their names: what stands in the place of a wildcard may be one of them.
    /// No type is that of a declaration.
    pub xml_attributes: Vec<Field>,
    /// For schema files, by the names that declarations give them, the files whose types they may use; missing where it is not known.
    pub imports: BTreeMap<String, Vec<String>>,
    /// For schema files that name one, their package of Go: an import path, which may be followed by `;` and a name.
    pub go_packages: BTreeMap<String, String>,
    /// For schema files of FlatBuffers, what they say about messages.
    pub flatbuffers_files: BTreeMap<String, FlatbuffersFile>,
    /// For packages of FastBinaryEncoding's schemas, by name, what they say of themselves.
    pub fbe_packages: BTreeMap<String, FbePackage>,
    /// The options of formats that the user chose.
    pub options: FormatOptions,
}

impl Model {
    /// Appends a declaration.
    pub fn add(&mut self, decl: Decl) -> DeclId {
        self.decls.push(decl);
        DeclId(self.decls.len() as u32 - 1)
    }

    /// Returns the declaration with this id.
    pub fn decl(&self, id: DeclId) -> &Decl {
        &self.decls[id.0 as usize]
    }

    /// Returns the declaration with this dotted name, with or without a leading dot.
    pub fn find(&self, name: &str) -> Option<DeclId> {
        let name = name.trim_start_matches('.');
        self.decls.iter().position(|decl| decl.path() == name).map(|index| DeclId(index as u32))
    }

    /// Returns the declarations of constants.
    pub fn constants(&self) -> impl Iterator<Item = &Decl> {
        self.decls.iter().filter(|decl| matches!(decl.kind, DeclKind::Constant(_)))
    }

    /// Returns the struct with this id, or `None` for another kind of declaration.
    pub fn as_struct(&self, id: DeclId) -> Option<&Struct> {
        match &self.decl(id).kind {
            DeclKind::Struct(it) => Some(it),
            DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => None,
        }
    }

    /// Returns the field of a struct that is only a value that may be null.
    pub fn nullable(&self, id: DeclId) -> Option<&Field> {
        self.as_struct(id).filter(|it| it.is_nullable).and_then(|it| it.fields.first())
    }

    /// Returns the enum with this id, or `None` for another kind of declaration.
    pub fn as_enum(&self, id: DeclId) -> Option<&Enum> {
        match &self.decl(id).kind {
            DeclKind::Enum(it) => Some(it),
            DeclKind::Struct(_) | DeclKind::Union(_) | DeclKind::Constant(_) => None,
        }
    }

    /// Returns the union with this id, or `None` for another kind of declaration.
    pub fn as_union(&self, id: DeclId) -> Option<&Union> {
        match &self.decl(id).kind {
            DeclKind::Union(it) => Some(it),
            DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => None,
        }
    }
}

/// Index of a declaration in its [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeclId(pub u32);

/// Index of a field in its [`Struct`], in declaration order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldId(pub u32);

/// Index of a case in its [`Union`], in declaration order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CaseId(pub u32);

/// A named type or value.
#[derive(Clone, Debug)]
pub struct Decl {
    /// The schema file that declares it, by the name under which others import it; empty if there is none.
    pub file: String,
    /// The enclosing modules (packages, name spaces), outermost first.
    pub module: Vec<String>,
    /// The enclosing declarations, outermost first, then its own name.
    pub name: Vec<String>,
    /// Documentation comment, without comment markers.
    pub doc: String,
    /// True if it should no longer be used.
    pub deprecated: bool,
    /// The name in the schema text.
    pub span: Span,
    /// The struct, enum, union or constant.
    pub kind: DeclKind,
}

impl Decl {
    /// Returns the dotted full name, for example `osm.HeaderBlock`.
    pub fn path(&self) -> String {
        let parts: Vec<&str> = self.module.iter().chain(&self.name).map(String::as_str).collect();
        parts.join(".")
    }

    /// Returns the declarations of the types of its members.
    pub fn held(&self) -> Vec<DeclId> {
        crate::part::held(self)
    }
}

/// The kinds of declarations.
#[derive(Clone, Debug)]
pub enum DeclKind {
    /// Named fields.
    Struct(Struct),
    /// Named integers.
    Enum(Enum),
    /// Named alternatives, of which at most one is set.
    Union(Union),
    /// A named value. One that is declared inside of a struct is a constant member, which takes no bytes in messages.
    Constant(NamedConstant),
}

/// A named value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedConstant {
    /// The type of the value.
    pub ty: Type,
    /// The value: a scalar, an enumerator, a text or bytes.
    pub value: Literal,
}

/// A record of named fields.
#[derive(Clone, Debug, Default)]
pub struct Struct {
    /// Fields in declaration order.
    pub fields: Vec<Field>,
    /// Values keep unknown fields and write them back in the same format.
    pub keeps_unknown: bool,
    /// The struct is only the entry of a map: its first field is the key (a boolean, an integer or a text), its second
    /// one the value; neither is optional. If the value is [`Type::fixed_bytes`] of length 0, the map is a set of keys.
    pub is_entry: bool,
    /// The struct is only a value that may be null, as an element of a list or an array, or a value of a map: its one field
    /// is optional.
    pub is_nullable: bool,
    /// Values have a fixed layout: all members are always present and stand in line. They are scalars, enums, other such
    /// structs, and arrays of those.
    pub is_inline: bool,
    /// Facts of wire formats.
    pub attrs: StructAttrs,
}

impl Struct {
    /// Creates the entry of a map.
    pub fn entry(key: Field, value: Field) -> Self {
        Self { fields: vec![key, value], is_entry: true, ..Self::default() }
    }

    /// Creates the entry of a set: a map whose values have no bytes.
    pub fn set_entry(key: Field) -> Self {
        Self::entry(key, Field::new("value", Type::fixed_bytes(0)))
    }

    /// Returns true for the entry of a set.
    pub fn is_set_entry(&self) -> bool {
        self.is_entry && self.fields.get(1).is_some_and(|value| value.ty == Type::fixed_bytes(0))
    }

    /// Creates a value that may be null.
    pub fn nullable(value: Field) -> Self {
        let fields = vec![Field { presence: Presence::Optional, ..value }];
        Self { fields, is_nullable: true, ..Self::default() }
    }

    /// Returns false for what is only part of messages, if the schema tells.
    pub fn is_message(&self) -> bool {
        self.attrs.sbe.as_ref().is_none_or(|it| it.header.is_some())
    }

    /// Returns true if languages have a type of this name; false if they have types of their own for such values.
    pub fn is_declared(&self) -> bool {
        !self.is_entry && !self.is_nullable
    }
}

/// A member of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name as in the schema.
    pub name: String,
    /// Type of the value.
    pub ty: Type,
    /// Whether the field can be absent, and what absence means.
    pub presence: Presence,
    /// The value that absence means if it is not zero, empty or the first enumerator.
    pub default: Option<Literal>,
    /// The elements of a list that absence means. A new value has none; readers of messages without the member add
    /// them.
    pub default_elements: Vec<Constant>,
    /// The numbers that the field can hold, if the schema limits them.
    pub range: NumberRange,
    /// The number that means absence in formats without another place for it: of an optional number.
    pub null: Option<Literal>,
    /// The value is held by a pointer, because its type contains itself; set by the model, so it is the same in all
    /// languages.
    pub boxed: bool,
    /// Documentation comment.
    pub doc: String,
    /// True if it should no longer be used.
    pub deprecated: bool,
    /// The name in the schema text.
    pub span: Span,
    /// Facts of wire formats.
    pub attrs: FieldAttrs,
}

impl Field {
    /// Creates a field with implicit presence and no other facts.
    pub fn new(name: &str, ty: Type) -> Self {
        Self {
            name: name.to_owned(),
            ty,
            presence: Presence::default(),
            default: None,
            default_elements: Vec::new(),
            range: NumberRange::default(),
            null: None,
            boxed: false,
            doc: String::new(),
            deprecated: false,
            span: Span::default(),
            attrs: FieldAttrs::default(),
        }
    }
}

/// Named integers.
#[derive(Clone, Debug)]
pub struct Enum {
    /// Width of the numbers in bits.
    pub bits: u8,
    /// True if numbers can be negative.
    pub signed: bool,
    /// A value may be a number without a name.
    pub open: bool,
    /// The members are flags, or combinations of them. Values are integers with the meaning [`crate::Meaning::Flags`].
    pub flags: bool,
    /// Members in declaration order; several may share a number. The first is the default.
    pub members: Vec<Enumerator>,
    /// Facts of wire formats.
    pub attrs: EnumAttrs,
}

/// A named number.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// Name as in the schema.
    pub name: String,
    /// Its number.
    pub number: i64,
    /// Documentation comment.
    pub doc: String,
    /// True if it should no longer be used.
    pub deprecated: bool,
    /// The name in the schema text.
    pub span: Span,
}

/// Alternatives; a value holds at most one of them.
#[derive(Clone, Debug, Default)]
pub struct Union {
    /// Alternatives in declaration order.
    pub cases: Vec<Case>,
    /// The type of the labels that tell the cases apart, if the schema states them: a boolean, an integer or an enum.
    pub discriminator: Option<Type>,
    /// Removed alternatives, whose places stay taken in formats that identify alternatives by position.
    pub removed: Vec<RemovedMember>,
    /// Facts of wire formats.
    pub attrs: UnionAttrs,
}

/// An alternative of a union.
#[derive(Clone, Debug)]
pub struct Case {
    /// Name as in the schema.
    pub name: String,
    /// Type of its value; `None` for a case without one. If several labels select the case, it is a struct with the label
    /// ([`Case::keeps_label`]).
    pub ty: Option<Type>,
    /// The labels that select it, in a union with a discriminator: numbers, those of enumerators, or 0 and 1.
    pub labels: Vec<i128>,
    /// All labels select it that no case has.
    pub is_default: bool,
    /// The value that absence means if it is not zero or empty.
    pub default: Option<Literal>,
    /// The value is held by a pointer, because its type contains itself.
    pub boxed: bool,
    /// Documentation comment.
    pub doc: String,
    /// True if it should no longer be used.
    pub deprecated: bool,
    /// The name in the schema text.
    pub span: Span,
    /// Facts of wire formats.
    pub attrs: CaseAttrs,
}
