//! A uniform view of everything that a file declares.

use super::{
    Enum, EnumValue, ExtensionRange, Field, File, Message, Method, NodeId, Oneof, Service, Site, Tree, numbers,
};

/// A declaration that can have options.
#[derive(Clone, Copy, Debug)]
pub(in crate::proto) enum Element<'a> {
    File(&'a File),
    Message(&'a Message),
    Field(&'a Field),
    Oneof(&'a Oneof),
    ExtensionRange(&'a ExtensionRange),
    Enum(&'a Enum),
    EnumValue(&'a EnumValue),
    Service(&'a Service),
    Method(&'a Method),
}

/// The kinds of declarations with options, numbered as `FieldOptions.OptionTargetType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::proto) enum Target {
    File = 1,
    ExtensionRange,
    Message,
    Field,
    Oneof,
    Enum,
    EnumValue,
    Service,
    Method,
}

impl Target {
    /// All kinds.
    pub const ALL: [Self; 9] = [
        Self::File,
        Self::ExtensionRange,
        Self::Message,
        Self::Field,
        Self::Oneof,
        Self::Enum,
        Self::EnumValue,
        Self::Service,
        Self::Method,
    ];

    /// Returns the name of the options message.
    pub fn options_message(self) -> &'static str {
        match self {
            Self::File => "google.protobuf.FileOptions",
            Self::ExtensionRange => "google.protobuf.ExtensionRangeOptions",
            Self::Message => "google.protobuf.MessageOptions",
            Self::Field => "google.protobuf.FieldOptions",
            Self::Oneof => "google.protobuf.OneofOptions",
            Self::Enum => "google.protobuf.EnumOptions",
            Self::EnumValue => "google.protobuf.EnumValueOptions",
            Self::Service => "google.protobuf.ServiceOptions",
            Self::Method => "google.protobuf.MethodOptions",
        }
    }

    /// Returns the number of the field `features` in that message.
    pub fn features(self) -> u32 {
        match self {
            Self::File => numbers::FILE_FEATURES,
            Self::ExtensionRange => numbers::RANGE_FEATURES,
            Self::Message => numbers::MESSAGE_FEATURES,
            Self::Field => numbers::FIELD_FEATURES,
            Self::Oneof => numbers::ONEOF_FEATURES,
            Self::Enum => numbers::ENUM_FEATURES,
            Self::EnumValue => numbers::VALUE_FEATURES,
            Self::Service => numbers::SERVICE_FEATURES,
            Self::Method => numbers::METHOD_FEATURES,
        }
    }

    /// Returns the noun for such a declaration.
    pub fn noun(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::ExtensionRange => "extension range",
            Self::Message => "message",
            Self::Field => "field",
            Self::Oneof => "oneof",
            Self::Enum => "enum",
            Self::EnumValue => "enum value",
            Self::Service => "service",
            Self::Method => "method",
        }
    }
}

impl<'a> Element<'a> {
    /// Returns its kind.
    pub fn target(self) -> Target {
        match self {
            Self::File(_) => Target::File,
            Self::Message(_) => Target::Message,
            Self::Field(_) => Target::Field,
            Self::Oneof(_) => Target::Oneof,
            Self::ExtensionRange(_) => Target::ExtensionRange,
            Self::Enum(_) => Target::Enum,
            Self::EnumValue(_) => Target::EnumValue,
            Self::Service(_) => Target::Service,
            Self::Method(_) => Target::Method,
        }
    }

    /// Returns its options.
    pub fn options(self) -> &'a Option<Tree> {
        match self {
            Self::File(it) => &it.options,
            Self::Message(it) => &it.options,
            Self::Field(it) => &it.options,
            Self::Oneof(it) => &it.options,
            Self::ExtensionRange(it) => &it.options,
            Self::Enum(it) => &it.options,
            Self::EnumValue(it) => &it.options,
            Self::Service(it) => &it.options,
            Self::Method(it) => &it.options,
        }
    }

    /// Returns its unqualified name; empty for a range.
    pub fn name(self) -> &'a str {
        match self {
            Self::File(it) => &it.name,
            Self::Message(it) => &it.name,
            Self::Field(it) => &it.name,
            Self::Oneof(it) => &it.name,
            Self::ExtensionRange(_) => "",
            Self::Enum(it) => &it.name,
            Self::EnumValue(it) => &it.name,
            Self::Service(it) => &it.name,
            Self::Method(it) => &it.name,
        }
    }

    /// Returns its kind and name for messages.
    pub fn described(self, site: &Site<'_>) -> String {
        let noun = self.target().noun();
        match self {
            Self::File(it) => it.name.clone(),
            Self::ExtensionRange(_) => format!("{}: {noun} of `{}`", site.file.name, site.scope),
            _ => format!("{}: {noun} `{}`", site.file.name, site.full_name(self.name())),
        }
    }

    /// Returns its node id.
    pub fn node(self) -> NodeId {
        match self {
            Self::File(it) => it.node,
            Self::Message(it) => it.node,
            Self::Field(it) => it.node,
            Self::Oneof(it) => it.node,
            Self::ExtensionRange(it) => it.range.node,
            Self::Enum(it) => it.node,
            Self::EnumValue(it) => it.node,
            Self::Service(it) => it.node,
            Self::Method(it) => it.node,
        }
    }
}

type OnOptions<'f> = dyn FnMut(Target, &mut NodeId, &mut Option<Tree>) + 'f;

/// Visits the node id and the mutable options of everything in a file.
pub(in crate::proto) fn each_options(file: &mut File, visit: &mut OnOptions<'_>) {
    visit(Target::File, &mut file.node, &mut file.options);
    file.messages.iter_mut().for_each(|it| in_message(it, visit));
    file.enums.iter_mut().for_each(|it| in_enum(it, visit));
    file.extensions.iter_mut().for_each(|it| visit(Target::Field, &mut it.node, &mut it.options));
    for service in &mut file.services {
        visit(Target::Service, &mut service.node, &mut service.options);
        service.methods.iter_mut().for_each(|it| visit(Target::Method, &mut it.node, &mut it.options));
    }
}

fn in_message(message: &mut Message, visit: &mut OnOptions<'_>) {
    visit(Target::Message, &mut message.node, &mut message.options);
    let fields = message.fields.iter_mut().chain(&mut message.extensions);
    fields.for_each(|it| visit(Target::Field, &mut it.node, &mut it.options));
    message.oneofs.iter_mut().for_each(|it| visit(Target::Oneof, &mut it.node, &mut it.options));
    for it in &mut message.extension_ranges {
        visit(Target::ExtensionRange, &mut it.range.node, &mut it.options);
    }
    message.messages.iter_mut().for_each(|it| in_message(it, visit));
    message.enums.iter_mut().for_each(|it| in_enum(it, visit));
}

fn in_enum(it: &mut Enum, visit: &mut OnOptions<'_>) {
    visit(Target::Enum, &mut it.node, &mut it.options);
    it.values.iter_mut().for_each(|it| visit(Target::EnumValue, &mut it.node, &mut it.options));
}

/// Assigns a new node id to everything in a file, starting after `last`; returns the last one.
pub(in crate::proto) fn number(file: &mut File, mut last: u32) -> u32 {
    each_options(file, &mut |_, node, _| {
        last += 1;
        *node = NodeId(last);
    });
    last
}
