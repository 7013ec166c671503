//! The syntax tree of one `.proto` file, before any name is resolved.

mod option;

pub(super) use option::{OptionNamePart, OptionSetting, OptionValue, ValueKind};

use super::descriptor::{Edition, Visibility};
use polywire_source::Span;

/// A whole file.
#[derive(Debug)]
pub(super) struct File {
    pub edition: Edition,
    pub package: Option<Word>,
    pub imports: Vec<Import>,
    pub options: Vec<OptionSetting>,
    pub items: Vec<Item>,
}

/// A name or keyword, possibly dotted, with its span.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub text: String,
    pub span: Span,
}

#[derive(Debug)]
pub(super) struct Import {
    pub path: String,
    pub kind: ImportKind,
    /// The path literal.
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ImportKind {
    Plain,
    /// Declarations of the imported file are visible to importers of this file too.
    Public,
    Weak,
    /// Imported for its options only.
    Option,
}

/// A declaration that can appear in a file or in a message.
#[derive(Debug)]
pub(super) enum Item {
    Message(Message),
    Enum(Enum),
    Extend(Extend),
    /// Only at the top level of a file.
    Service(Service),
    /// The message of a map field's entries.
    MapEntry(MapEntry),
}

#[derive(Debug)]
pub(super) struct Message {
    pub name: Word,
    pub doc: String,
    pub visibility: Option<Visibility>,
    pub body: MessageBody,
}

#[derive(Debug, Default)]
pub(super) struct MessageBody {
    /// Fields and oneofs, in order.
    pub members: Vec<Member>,
    /// Nested declarations in order, including those of groups.
    pub items: Vec<Item>,
    pub options: Vec<OptionSetting>,
    pub reserved: Vec<NumberRange>,
    pub reserved_names: Vec<Word>,
    pub extensions: Vec<ExtensionRanges>,
}

#[derive(Debug)]
pub(super) enum Member {
    Field(Field),
    Oneof(Oneof),
}

#[derive(Debug)]
pub(super) struct Field {
    pub label: Option<(Label, Span)>,
    pub ty: FieldType,
    pub name: Word,
    pub number: Number,
    pub options: Vec<OptionSetting>,
    pub doc: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    Optional,
    Required,
    Repeated,
}

#[derive(Debug)]
pub(super) enum FieldType {
    /// A keyword such as `int32`, or a name to resolve.
    Plain(Word),
    /// The name of a group, whose message is among the items of the enclosing scope.
    Group(Word),
    /// `map<…>`, whose entry message is among the items of the enclosing scope.
    Map(Span),
}

#[derive(Debug)]
pub(super) struct MapEntry {
    /// Name of the map field.
    pub field: Word,
    pub key: Word,
    pub value: Word,
    /// The feature settings of the field, which apply to key and value too.
    pub features: Vec<OptionSetting>,
}

#[derive(Debug)]
pub(super) struct Oneof {
    pub name: Word,
    pub doc: String,
    pub fields: Vec<Field>,
    pub options: Vec<OptionSetting>,
}

#[derive(Debug)]
pub(super) struct Enum {
    pub name: Word,
    pub doc: String,
    pub visibility: Option<Visibility>,
    pub values: Vec<EnumValue>,
    pub options: Vec<OptionSetting>,
    pub reserved: Vec<NumberRange>,
    pub reserved_names: Vec<Word>,
}

#[derive(Debug)]
pub(super) struct EnumValue {
    pub name: Word,
    pub number: Number,
    pub options: Vec<OptionSetting>,
    pub doc: String,
}

/// An integer with its sign. A literal out of range is clamped to the limits of the type, which are outside every valid
/// range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub value: i64,
    pub span: Span,
}

/// Numbers from `start` to `end`, both included.
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberRange {
    pub start: i64,
    pub end: RangeEnd,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum RangeEnd {
    At(i64),
    /// The keyword `max`.
    Max,
}

/// `extensions …;`. The options apply to all ranges of the statement.
#[derive(Debug)]
pub(super) struct ExtensionRanges {
    pub ranges: Vec<NumberRange>,
    pub options: Vec<OptionSetting>,
}

/// `extend Extendee { … }`.
#[derive(Debug)]
pub(super) struct Extend {
    pub extendee: Word,
    pub fields: Vec<Field>,
}

#[derive(Debug)]
pub(super) struct Service {
    pub name: Word,
    pub doc: String,
    pub methods: Vec<Method>,
    pub options: Vec<OptionSetting>,
}

#[derive(Debug)]
pub(super) struct Method {
    pub name: Word,
    pub doc: String,
    pub input: MethodType,
    pub output: MethodType,
    /// True if it ends with a block instead of a semicolon.
    pub has_block: bool,
    pub options: Vec<OptionSetting>,
}

/// The request or response message of a method.
#[derive(Debug)]
pub(super) struct MethodType {
    pub message: Word,
    pub streaming: bool,
}
