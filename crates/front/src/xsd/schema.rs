//! The components of schemas (XML Schema Part 1, section 2.2). They refer to each other by name, as the schema files do.

use polywire_model::attr::XmlName;
use polywire_source::Span;
use std::collections::HashMap;

/// The namespace of XML Schema.
pub const XSD: &str = "http://www.w3.org/2001/XMLSchema";

/// The namespace of the prefix `xml`.
pub const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// The namespace of attributes such as `xsi:type`.
pub const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// All components of some schema files, and of those that they include and import.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// The files, in the order in which they were read.
    pub files: Vec<File>,
    /// Type definitions, also those without a name; a [`TypeId`] is an index.
    pub types: Vec<TypeDefinition>,
    /// Element declarations, also local ones.
    pub elements: Vec<ElementDeclaration>,
    /// Attribute declarations, also local ones.
    pub attributes: Vec<AttributeDeclaration>,
    /// Model group definitions.
    pub groups: Vec<GroupDefinition>,
    /// Attribute group definitions.
    pub attribute_groups: Vec<AttributeGroup>,
    /// Notations.
    pub notations: Vec<Head>,
    /// The global components by name.
    pub named: Named,
}

/// The global components by name: indices into the lists of a [`Schema`].
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// Types.
    pub types: HashMap<XmlName, TypeId>,
    /// Elements.
    pub elements: HashMap<XmlName, ElementId>,
    /// Attributes.
    pub attributes: HashMap<XmlName, AttributeId>,
    /// Model groups.
    pub groups: HashMap<XmlName, GroupId>,
    /// Attribute groups.
    pub attribute_groups: HashMap<XmlName, AttributeGroupId>,
    /// Notations.
    pub notations: HashMap<XmlName, usize>,
}

/// A schema file, or a file included into a namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The path by which it was loaded.
    pub path: String,
    /// Its target namespace; that of the including file, if it has none of its own.
    pub namespace: String,
    /// It was asked for, instead of only included or imported.
    pub is_requested: bool,
    /// It is imported, and another file of its namespace was read before: where both have a component, the former one stays.
    pub is_again: bool,
}

/// Index of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub usize);

/// Index of an element declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(pub usize);

/// Index of an attribute declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttributeId(pub usize);

/// Index of a model group definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroupId(pub usize);

/// Index of an attribute group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttributeGroupId(pub usize);

/// A text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The text.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// What every component says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Its name; without a local part, if it has none.
    pub name: XmlName,
    /// The place of the name, or of the element.
    pub span: Span,
    /// Its documentation.
    pub doc: String,
    /// The index of its file.
    pub file: usize,
}

/// A reference: a name, or a component that is already known because it has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference<T> {
    /// Where it is written.
    pub span: Span,
    /// To what.
    pub target: Target<T>,
}

/// What is referred to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target<T> {
    /// A global component.
    Name(XmlName),
    /// A component without a name, or the former one in a redefinition.
    Known(T),
}

/// A type definition.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDefinition {
    /// Name and place.
    pub head: Head,
    /// How no type may be derived from it.
    pub is_final: Derivations,
    /// What it is.
    pub kind: TypeKind,
}

/// The kinds of types.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// A simple type.
    Simple(Variety),
    /// A complex type.
    Complex(ComplexType),
}

/// How a simple type is made.
#[derive(Clone, Debug, PartialEq)]
pub enum Variety {
    /// It is built in: primitive, or the root of all.
    Builtin(super::simple::Primitive),
    /// A type with fewer values.
    Restriction(Reference<TypeId>, Vec<Facet>),
    /// Values of a type, with spaces between them.
    List(Reference<TypeId>),
    /// A value of one of several types.
    Union(Vec<Reference<TypeId>>),
}

/// A constraining facet.
#[derive(Clone, Debug, PartialEq)]
pub struct Facet {
    /// Its kind.
    pub kind: FacetKind,
    /// Its value.
    pub value: Word,
    /// Derived types may not change it.
    pub is_fixed: bool,
    /// What the prefix of the value stands for, where it is a qualified name.
    pub namespace: Option<String>,
}

/// The kinds of facets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FacetKind {
    /// Exact length.
    Length,
    /// Least length.
    MinLength,
    /// Greatest length.
    MaxLength,
    /// A regular expression.
    Pattern,
    /// An allowed value.
    Enumeration,
    /// The treatment of white space.
    WhiteSpace,
    /// The greatest value.
    MaxInclusive,
    /// The least value that is too great.
    MaxExclusive,
    /// The greatest value that is too small.
    MinExclusive,
    /// The least value.
    MinInclusive,
    /// The greatest number of digits.
    TotalDigits,
    /// The greatest number of digits behind the point.
    FractionDigits,
}

impl FacetKind {
    /// All facets with their names.
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::Length, "length"),
        (Self::MinLength, "minLength"),
        (Self::MaxLength, "maxLength"),
        (Self::Pattern, "pattern"),
        (Self::Enumeration, "enumeration"),
        (Self::WhiteSpace, "whiteSpace"),
        (Self::MaxInclusive, "maxInclusive"),
        (Self::MaxExclusive, "maxExclusive"),
        (Self::MinExclusive, "minExclusive"),
        (Self::MinInclusive, "minInclusive"),
        (Self::TotalDigits, "totalDigits"),
        (Self::FractionDigits, "fractionDigits"),
    ];

    /// Returns the facet of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, it)| *it == name).map(|(kind, _)| *kind)
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}

/// A complex type.
#[derive(Clone, Debug, PartialEq)]
pub struct ComplexType {
    /// No element has this type itself.
    pub is_abstract: bool,
    /// Text may stand between the elements.
    pub mixed: bool,
    /// What may not stand in its place (`xsi:type`).
    pub block: Derivations,
    /// The base and how it is derived from it.
    pub base: Reference<TypeId>,
    /// How it is derived.
    pub method: Method,
    /// The content that is written in the type itself.
    pub content: Content,
    /// The attributes that are written in the type itself.
    pub attributes: Attributes,
}

/// The two ways to derive a complex type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Fewer values.
    Restriction,
    /// More members.
    Extension,
}

/// The content of a complex type.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Elements; `None` if there are none.
    Elements(Option<Particle>),
    /// A text. A restriction may state a type and facets.
    Simple(Option<Reference<TypeId>>, Vec<Facet>),
}

/// A part of a content, and how often it occurs.
#[derive(Clone, Debug, PartialEq)]
pub struct Particle {
    /// The part.
    pub term: Term,
    /// How often it occurs at least.
    pub min: u32,
    /// How often it occurs at most; `None` if there is no limit.
    pub max: Option<u32>,
    /// Its place.
    pub span: Span,
}

/// What occurs.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// An element.
    Element(Reference<ElementId>),
    /// Several particles.
    Group(Compositor, Vec<Particle>),
    /// Those of a model group definition.
    GroupReference(Reference<GroupId>),
    /// An element of any name.
    Any(Wildcard),
}

/// How the particles of a group follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compositor {
    /// One after the other.
    Sequence,
    /// One of them.
    Choice,
    /// In any order.
    All,
}

/// Elements or attributes of any name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wildcard {
    /// The namespaces of the names.
    pub namespaces: Namespaces,
    /// How they are checked: `strict`, `lax` or `skip`.
    pub process: String,
    /// Its place.
    pub span: Span,
}

/// Namespaces of a wildcard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Namespaces {
    /// Any.
    Any,
    /// A namespace, but not this one.
    Not(String),
    /// One of these; the empty text is none.
    OneOf(Vec<String>),
}

/// An element declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementDeclaration {
    /// Name and place.
    pub head: Head,
    /// It is declared directly in the schema.
    pub is_global: bool,
    /// Its type; `None` for that of the head of its substitution group, or any type.
    pub ty: Option<Reference<TypeId>>,
    /// The value of an empty element.
    pub default: Option<Word>,
    /// The only value.
    pub fixed: Option<Word>,
    /// It may say that its value is null.
    pub nillable: bool,
    /// Only elements of its substitution group stand in documents.
    pub is_abstract: bool,
    /// The head of its substitution group.
    pub substitution: Option<Reference<ElementId>>,
    /// What may not stand in its place.
    pub block: Derivations,
    /// What may not be in its substitution group.
    pub is_final: Derivations,
    /// Keys.
    pub constraints: Vec<Constraint>,
}

/// An attribute declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeDeclaration {
    /// Name and place.
    pub head: Head,
    /// It is declared directly in the schema.
    pub is_global: bool,
    /// Its type; `None` for any simple type.
    pub ty: Option<Reference<TypeId>>,
    /// The value of a missing attribute.
    pub default: Option<Word>,
    /// The only value.
    pub fixed: Option<Word>,
}

/// The attributes of a type or a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attributes {
    /// Attributes.
    pub uses: Vec<AttributeUse>,
    /// Groups of them.
    pub groups: Vec<Reference<AttributeGroupId>>,
    /// All others.
    pub any: Option<Wildcard>,
}

/// An attribute of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeUse {
    /// Which.
    pub attribute: Reference<AttributeId>,
    /// Whether it has to be there.
    pub usage: Usage,
    /// The value of a missing attribute, stated at a reference.
    pub default: Option<Word>,
    /// The only value, stated at a reference.
    pub fixed: Option<Word>,
}

/// Whether an attribute has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    /// It may be missing.
    Optional,
    /// It has to be there.
    Required,
    /// A restriction leaves it out.
    Prohibited,
}

/// A named model group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupDefinition {
    /// Name and place.
    pub head: Head,
    /// Its content, which occurs once.
    pub particle: Particle,
}

/// A named group of attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeGroup {
    /// Name and place.
    pub head: Head,
    /// The attributes.
    pub attributes: Attributes,
}

/// An identity constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// Name and place.
    pub head: Head,
    /// What it is.
    pub kind: ConstraintKind,
    /// The elements that it is about, as a path.
    pub selector: Word,
    /// The values, as paths.
    pub fields: Vec<Word>,
    /// The prefixes that the paths use, with their namespaces.
    pub prefixes: Vec<(Option<String>, String)>,
}

/// The kinds of identity constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstraintKind {
    /// All values are there and differ.
    Key,
    /// The values differ.
    Unique,
    /// The values are those of this key.
    KeyReference(XmlName, Span),
}

/// A set of ways to derive or to stand in the place of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Derivations {
    /// By restriction.
    pub restriction: bool,
    /// By extension.
    pub extension: bool,
    /// By a substitution group.
    pub substitution: bool,
    /// As the item of a list.
    pub list: bool,
    /// As a member of a union.
    pub union: bool,
}

impl Schema {
    /// Returns a type.
    pub fn ty(&self, id: TypeId) -> &TypeDefinition {
        &self.types[id.0]
    }

    /// Returns an element.
    pub fn element(&self, id: ElementId) -> &ElementDeclaration {
        &self.elements[id.0]
    }

    /// Returns an attribute.
    pub fn attribute(&self, id: AttributeId) -> &AttributeDeclaration {
        &self.attributes[id.0]
    }

    /// Returns the type that a reference means, if there is one.
    pub fn find_type(&self, it: &Reference<TypeId>) -> Option<TypeId> {
        it.find(&self.named.types)
    }

    /// Returns a built-in type of this name.
    pub fn builtin(&self, local: &str) -> Option<TypeId> {
        let name = XmlName { namespace: XSD.to_owned(), local: local.to_owned() };
        self.named.types.get(&name).copied()
    }
}

impl<T: Copy> Reference<T> {
    /// Returns what it refers to, among the named components.
    pub fn find(&self, named: &HashMap<XmlName, T>) -> Option<T> {
        match &self.target {
            Target::Name(name) => named.get(name).copied(),
            Target::Known(id) => Some(*id),
        }
    }
}
