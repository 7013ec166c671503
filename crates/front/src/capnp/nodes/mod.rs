//! Compiled declarations, with the facts that the official compiler passes to its code generators (`schema.capnp`): names are
//! resolved, ids and places in messages are assigned, values have their types. The model and canonical text are built only
//! from them.

mod object;
mod ty;
mod value;

pub use object::{Elements, Object, Record, integers};
pub use ty::{Bindings, Brand, BrandScope, Type};

use polywire_source::Span;
use std::collections::BTreeMap;

/// All declarations of some files and of what they import.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nodes {
    /// By id.
    pub nodes: BTreeMap<u64, Node>,
    /// The files, imported ones first.
    pub files: Vec<File>,
}

/// A file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// The id of its node.
    pub id: u64,
    /// The path as the caller wrote it.
    pub path: String,
    /// The files that it imports: as they are written, and their ids.
    pub imports: Vec<(String, u64)>,
    /// The file was requested, not only imported.
    pub is_requested: bool,
}

/// A declaration that has an id.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its id, in which the highest bit is set.
    pub id: u64,
    /// `path:Outer.Inner`.
    pub display_name: String,
    /// The number of bytes before its own name.
    pub prefix_len: usize,
    /// The enclosing node; 0 for files, and for structs that a method declares.
    pub scope: u64,
    /// Names of its own type parameters.
    pub params: Vec<String>,
    /// The node, or a node that encloses it, has type parameters.
    pub is_generic: bool,
    /// Names and ids of nested declarations, except groups and structs that a method declares.
    pub nested: Vec<(String, u64)>,
    /// Annotations on it.
    pub annotations: Vec<Annotation>,
    /// Documentation comment; each line is ended by a line break.
    pub doc: String,
    /// Span of the name in the schema text.
    pub span: Span,
    /// Its declaration.
    pub kind: NodeKind,
}

impl Node {
    /// Its own name.
    pub fn name(&self) -> &str {
        self.display_name.get(self.prefix_len..).unwrap_or_default()
    }
}

/// The kinds of declarations.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// A file.
    File,
    /// A struct, a group, or the parameters or results that a method declares.
    Struct(Struct),
    /// An enum.
    Enum(Vec<Enumerant>),
    /// An interface.
    Interface {
        /// Methods in the order of their ordinals.
        methods: Vec<Method>,
        /// The superclasses.
        superclasses: Vec<(u64, Brand)>,
    },
    /// A constant.
    Const {
        /// Its type.
        ty: Type,
        /// Its value.
        value: Value,
    },
    /// An annotation.
    Annotation {
        /// The type of its value.
        ty: Type,
        /// The targets that it can be applied to.
        targets: Targets,
    },
}

/// A struct or a group. The members of its unnamed union are fields with a discriminant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Struct {
    /// Words of the data section; a group has those of its struct.
    pub data_words: u16,
    /// Words of the pointer section; a group has those of its struct.
    pub pointers: u16,
    /// True if its members are in the sections of the enclosing struct.
    pub is_group: bool,
    /// The number of members of the unnamed union; 0 if there is none.
    pub discriminant_count: u16,
    /// Offset of the discriminant in units of 16 bits.
    pub discriminant_offset: u32,
    /// Members in the order of their ordinals; a group is ordered by its first member.
    pub fields: Vec<Field>,
}

/// A member of a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Index in the order of the schema text.
    pub code_order: u16,
    /// Discriminant value, if the field is in the unnamed union.
    pub discriminant: Option<u16>,
    /// The ordinal (of a parameter: its index in the list); `None` for groups.
    pub ordinal: Option<u16>,
    /// Annotations on it.
    pub annotations: Vec<Annotation>,
    /// Documentation comment.
    pub doc: String,
    /// Span of the name in the schema text.
    pub span: Span,
    /// Its kind.
    pub kind: FieldKind,
}

/// The kinds of members.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldKind {
    /// A value.
    Slot {
        /// Offset in units of the type's size.
        offset: u32,
        /// Its type.
        ty: Type,
        /// The default value.
        default: Value,
        /// True if the schema text states the default.
        is_explicit: bool,
    },
    /// A group or a named union: the id of its node.
    Group(u64),
}

/// A member of an enum. Its number is its place in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumerant {
    /// Its name.
    pub name: String,
    /// Index in the order of the schema text.
    pub code_order: u16,
    /// Annotations on it.
    pub annotations: Vec<Annotation>,
    /// Documentation comment.
    pub doc: String,
    /// Span of the name in the schema text.
    pub span: Span,
}

/// A method of an interface. Its number is its place in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// Index in the order of the schema text.
    pub code_order: u16,
    /// Names of its own type parameters.
    pub implicit: Vec<String>,
    /// The struct of the parameters.
    pub params: (u64, Brand),
    /// The struct of the results.
    pub results: (u64, Brand),
    /// Annotations on it.
    pub annotations: Vec<Annotation>,
    /// Documentation comment.
    pub doc: String,
    /// Span of the name in the schema text.
    pub span: Span,
}

/// A use of an annotation.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// The annotation's node.
    pub id: u64,
    /// Bindings of the type parameters in scope.
    pub brand: Brand,
    /// Its value.
    pub value: Value,
}

/// A value of some type.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// The only value of type Void.
    Void,
    /// Of type Bool.
    Bool(bool),
    /// Of any integer type.
    Int(i128),
    /// The bits of a Float32.
    Float32(u32),
    /// The bits of a Float64.
    Float64(u64),
    /// Of type Text, without its terminator.
    Text(Vec<u8>),
    /// Of type Data.
    Data(Vec<u8>),
    /// The number of an enumerant.
    Enum(u16),
    /// A list; null if it is empty.
    List(Object),
    /// A struct.
    Struct(Object),
    /// An interface; always null.
    Interface,
    /// The target of an untyped pointer.
    AnyPointer(Object),
}

/// The set of targets that an annotation can be applied to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Targets(pub u16);

impl Targets {
    /// Everything.
    pub const ALL: Self = Self(0xfff);
    /// In the order of their bits.
    pub const NAMES: [&'static str; 12] = [
        "file",
        "const",
        "enum",
        "enumerant",
        "struct",
        "field",
        "union",
        "group",
        "interface",
        "method",
        "param",
        "annotation",
    ];

    /// The target of this name alone.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().position(|it| *it == name).map(|bit| Self(1 << bit))
    }

    /// Returns the union of both sets.
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns true if the sets intersect.
    pub fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Their names.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES.into_iter().enumerate().filter(move |(bit, _)| self.0 >> bit & 1 == 1).map(|(_, name)| name)
    }
}
