//! Descriptors: the language's own representation of a file (`descriptor.proto`), with names resolved and options
//! interpreted. Text and serialized descriptor sets are both converted to descriptors, and everything else is made from
//! them.
//!
//! Source places and documentation are kept separately, by [`NodeId`].

mod edition;
mod element;
mod field;
mod names;
mod path;
mod tree;
mod walk;

pub use edition::Edition;
pub(super) use element::{Element, Target, each_options, number};
pub use field::{Field, FieldType, Label, MAX_FIELD_NUMBER, Oneof};
pub use names::json_name;
pub(super) use names::{map_entry_name, numbers};
pub(super) use path::node_at;
pub use tree::{Setting, Slot, Tree, Value};
pub(super) use walk::{Site, join, walk};

use std::collections::HashMap;

/// Files, each after those that it imports.
#[derive(Clone, Debug, Default)]
pub struct DescriptorSet {
    /// The files.
    pub files: Vec<File>,
    /// Options with source retention may be missing, as in protoc's output.
    pub is_stripped: bool,
    /// The documentation of declarations that have any.
    pub docs: Docs,
}

/// Texts without comment markers.
pub type Docs = HashMap<NodeId, String>;

/// Identifies a declaration of a compilation; 0 if not assigned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(in crate::proto) u32);

/// One `.proto` file.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// Path, as in imports.
    pub name: String,
    /// Dotted name; empty without a package.
    pub package: String,
    /// The edition of the file.
    pub edition: Edition,
    /// Imports except those of options, in order.
    pub imports: Vec<Import>,
    /// Paths of the files imported for their options.
    pub option_imports: Vec<String>,
    /// Top-level messages.
    pub messages: Vec<Message>,
    /// Top-level enums.
    pub enums: Vec<Enum>,
    /// Services.
    pub services: Vec<Service>,
    /// Top-level extensions.
    pub extensions: Vec<Field>,
    /// Comments of a set that was read. Comments of text are kept with the places.
    pub comments: Vec<Comment>,
    /// `FileOptions`.
    pub options: Option<Tree>,
    /// Identity.
    pub node: NodeId,
}

/// Documentation of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The declaration: alternating field numbers of `descriptor.proto` and indices, as in `SourceCodeInfo`.
    pub path: Vec<u32>,
    /// Text without comment markers.
    pub text: String,
}

/// An import of a file.
#[derive(Clone, Debug)]
pub struct Import {
    /// Path of the file.
    pub path: String,
    /// Declarations of the imported file are visible to importers of this file too.
    pub public: bool,
    /// The file may be missing at link time.
    pub weak: bool,
}

/// A message.
#[derive(Clone, Debug, Default)]
pub struct Message {
    /// Name without scope.
    pub name: String,
    /// Fields in order, including those of oneofs.
    pub fields: Vec<Field>,
    /// Extensions declared in the message's scope, whichever message they extend.
    pub extensions: Vec<Field>,
    /// Nested messages, including those of groups and maps.
    pub messages: Vec<Message>,
    /// Nested enums.
    pub enums: Vec<Enum>,
    /// Numbers that extensions of the message can have.
    pub extension_ranges: Vec<ExtensionRange>,
    /// Oneofs, the synthetic ones of proto3 optional fields last.
    pub oneofs: Vec<Oneof>,
    /// `MessageOptions`.
    pub options: Option<Tree>,
    /// Numbers that no field may have.
    pub reserved: Vec<Range>,
    /// Names that no field may have.
    pub reserved_names: Vec<String>,
    /// `export` or `local`, where stated.
    pub visibility: Option<Visibility>,
    /// Identity.
    pub node: NodeId,
}

/// Numbers from `start` to `end`. The end is exclusive in messages and inclusive in enums, as in descriptors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// First number.
    pub start: i32,
    /// Last number in an enum's range; one past the last in a message's range.
    pub end: i32,
    /// Identity.
    pub node: NodeId,
}

/// Numbers set aside for extensions.
#[derive(Clone, Debug, Default)]
pub struct ExtensionRange {
    /// The numbers.
    pub range: Range,
    /// `ExtensionRangeOptions`.
    pub options: Option<Tree>,
}

/// The visibility of a declaration in other files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// In its own file only.
    Local,
    /// Everywhere.
    Export,
}

/// An enum.
#[derive(Clone, Debug, Default)]
pub struct Enum {
    /// Name without scope.
    pub name: String,
    /// Values in order.
    pub values: Vec<EnumValue>,
    /// `EnumOptions`.
    pub options: Option<Tree>,
    /// Numbers that no value may have.
    pub reserved: Vec<Range>,
    /// Names that no value may have.
    pub reserved_names: Vec<String>,
    /// `export` or `local`, where stated.
    pub visibility: Option<Visibility>,
    /// Identity.
    pub node: NodeId,
}

/// A value of an enum.
#[derive(Clone, Debug, Default)]
pub struct EnumValue {
    /// Name; it belongs to the scope that contains the enum.
    pub name: String,
    /// Number.
    pub number: i32,
    /// `EnumValueOptions`.
    pub options: Option<Tree>,
    /// Identity.
    pub node: NodeId,
}

/// A service.
#[derive(Clone, Debug, Default)]
pub struct Service {
    /// Name without scope.
    pub name: String,
    /// Methods in order.
    pub methods: Vec<Method>,
    /// `ServiceOptions`.
    pub options: Option<Tree>,
    /// Identity.
    pub node: NodeId,
}

/// A method of a service.
#[derive(Clone, Debug, Default)]
pub struct Method {
    /// Name.
    pub name: String,
    /// Absolute name of the request message, with a leading dot.
    pub input: String,
    /// Absolute name of the response message, with a leading dot.
    pub output: String,
    /// The client sends any number of requests.
    pub client_streaming: bool,
    /// The server sends any number of responses.
    pub server_streaming: bool,
    /// `MethodOptions`.
    pub options: Option<Tree>,
    /// Identity.
    pub node: NodeId,
}

impl Message {
    /// Returns true if the message is the entry of a map field.
    pub fn is_map_entry(&self) -> bool {
        Tree::flag(&self.options, numbers::MAP_ENTRY)
    }

    /// Returns true if the message has the wire format of a MessageSet.
    pub fn is_message_set(&self) -> bool {
        Tree::flag(&self.options, numbers::MESSAGE_SET_WIRE_FORMAT)
    }
}
