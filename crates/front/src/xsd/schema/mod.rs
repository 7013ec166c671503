//! The components of schemas (XML Schema Part 1, section 2.2). They refer to each other by name, as the schema files do.

mod content;
mod declaration;
mod facet;
mod ty;

pub use content::{Compositor, Namespaces, Particle, Term, Wildcard};
pub use declaration::{
    AttributeDeclaration, AttributeGroup, AttributeUse, Attributes, Constraint, ConstraintKind, ElementDeclaration,
    GroupDefinition, Usage,
};
pub use facet::{Facet, FacetKind};
pub use ty::{ComplexType, Content, Derivations, Method, TypeDefinition, TypeKind, Variety};

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
