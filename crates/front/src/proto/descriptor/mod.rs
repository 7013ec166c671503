//! Descriptors: a file as the language itself describes it (`descriptor.proto`), with names resolved and options
//! interpreted. Text and serialized descriptor sets both end here, and everything else starts from here.
//!
//! Places in the source and documentation are kept aside, by [`NodeId`].

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

/// Files in an order in which each comes behind those that it imports.
#[derive(Clone, Debug, Default)]
pub struct DescriptorSet {
    /// The files.
    pub files: Vec<File>,
    /// Options that are for the source alone may be missing, as in what protoc writes.
    pub is_stripped: bool,
}

/// Identifies a declaration of a compilation; 0 before one was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(in crate::proto) u32);

/// One `.proto` file.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// Path, as imports write it.
    pub name: String,
    /// Dotted name; empty without a package.
    pub package: String,
    /// The edition whose rules hold in the file.
    pub edition: Edition,
    /// Imports except those of options, in order.
    pub imports: Vec<Import>,
    /// Paths of the files imported for their options.
    pub option_imports: Vec<String>,
    /// Messages that lie in no other.
    pub messages: Vec<Message>,
    /// Enums that lie in no message.
    pub enums: Vec<Enum>,
    /// Services.
    pub services: Vec<Service>,
    /// Extensions that are declared in no message.
    pub extensions: Vec<Field>,
    /// Comments, where the set that was read has some. Those of text are kept elsewhere, as its places are.
    pub comments: Vec<Comment>,
    /// `FileOptions`.
    pub options: Option<Tree>,
    /// Identity.
    pub node: NodeId,
}

/// Documentation of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The declaration: field numbers of `descriptor.proto` and indices in turn, as in `SourceCodeInfo`.
    pub path: Vec<u32>,
    /// Text without comment markers.
    pub text: String,
}

/// An import of a file.
#[derive(Clone, Debug)]
pub struct Import {
    /// Path of the file.
    pub path: String,
    /// Its declarations are visible to importers of this file too.
    pub public: bool,
    /// The file may be missing when the program is linked.
    pub weak: bool,
}

/// A message.
#[derive(Clone, Debug, Default)]
pub struct Message {
    /// Name without scope.
    pub name: String,
    /// Fields in order, those of oneofs among them.
    pub fields: Vec<Field>,
    /// Extensions that are declared in the message, of whatever message.
    pub extensions: Vec<Field>,
    /// Nested messages, those of groups and maps among them.
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
    /// `export` or `local`, where it is written.
    pub visibility: Option<Visibility>,
    /// Identity.
    pub node: NodeId,
}

/// Numbers from `start` to `end`. The end is excluded in messages and included in enums, as descriptors have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// First number.
    pub start: i32,
    /// Last number of an enum's range, or the one behind it of a message's.
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
    /// `export` or `local`, where it is written.
    pub visibility: Option<Visibility>,
    /// Identity.
    pub node: NodeId,
}

/// A value of an enum.
#[derive(Clone, Debug, Default)]
pub struct EnumValue {
    /// Name; its scope is that around the enum.
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
    /// Absolute name of the request's message, with a leading point.
    pub input: String,
    /// Absolute name of the answer's message, with a leading point.
    pub output: String,
    /// The client sends any number of requests.
    pub client_streaming: bool,
    /// The server sends any number of answers.
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
