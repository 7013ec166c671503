//! Features: how editions of the language differ.

use super::descriptor::{Edition, Element, Field, FieldType, File, Label, NodeId, Tree, walk};
use std::collections::HashMap;

/// The features of a declaration (`google.protobuf.FeatureSet`), without those of back ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Features {
    pub presence: FieldPresence,
    /// An enum accepts numbers without a name.
    pub open_enum: bool,
    /// Repeated scalars are packed.
    pub packed: bool,
    /// A `string` is validated as UTF-8.
    pub verified_text: bool,
    /// Messages are encoded in group tags.
    pub delimited: bool,
    /// Clashing JSON names are errors.
    pub strict_json: bool,
    pub naming_style: NamingStyle,
    pub default_visibility: DefaultVisibility,
    /// The sizes of declarations are limited.
    pub limited: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldPresence {
    Explicit,
    Implicit,
    LegacyRequired,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NamingStyle {
    Legacy,
    Style2024,
    Style2026,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DefaultVisibility {
    ExportAll,
    ExportTopLevel,
    LocalAll,
    Strict,
}

/// Field numbers in `FeatureSet`.
pub(super) mod number {
    pub const FIELD_PRESENCE: u32 = 1;
    pub const ENUM_TYPE: u32 = 2;
    pub const REPEATED_FIELD_ENCODING: u32 = 3;
    pub const UTF8_VALIDATION: u32 = 4;
    pub const MESSAGE_ENCODING: u32 = 5;
    pub const JSON_FORMAT: u32 = 6;
    pub const ENFORCE_NAMING_STYLE: u32 = 7;
    pub const DEFAULT_SYMBOL_VISIBILITY: u32 = 8;
    pub const ENFORCE_PROTO_LIMITS: u32 = 9;
    pub const ALL: [u32; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
}

impl Features {
    /// Returns the defaults of an edition.
    pub fn of(edition: Edition) -> Self {
        let modern = edition != Edition::PROTO2;
        Self {
            presence: match edition {
                Edition::PROTO3 => FieldPresence::Implicit,
                _ => FieldPresence::Explicit,
            },
            open_enum: modern,
            packed: modern,
            verified_text: modern,
            delimited: false,
            strict_json: modern,
            naming_style: match edition {
                _ if edition >= Edition::E2026 => NamingStyle::Style2026,
                _ if edition >= Edition::E2024 => NamingStyle::Style2024,
                _ => NamingStyle::Legacy,
            },
            default_visibility: match edition {
                _ if edition >= Edition::E2026 => DefaultVisibility::Strict,
                _ if edition >= Edition::E2024 => DefaultVisibility::ExportTopLevel,
                _ => DefaultVisibility::ExportAll,
            },
            limited: edition >= Edition::E2026,
        }
    }

    /// Applies the features that a declaration sets itself.
    pub fn with(mut self, set: &Tree) -> Self {
        for feature in number::ALL {
            if let Some(value) = set.varint(feature) {
                self.set(feature, value);
            }
        }
        self
    }

    fn set(&mut self, feature: u32, value: u64) {
        match (feature, value) {
            (number::FIELD_PRESENCE, 1) => self.presence = FieldPresence::Explicit,
            (number::FIELD_PRESENCE, 2) => self.presence = FieldPresence::Implicit,
            (number::FIELD_PRESENCE, 3) => self.presence = FieldPresence::LegacyRequired,
            (number::ENUM_TYPE, 1 | 2) => self.open_enum = value == 1,
            (number::REPEATED_FIELD_ENCODING, 1 | 2) => self.packed = value == 1,
            (number::UTF8_VALIDATION, 2 | 3) => self.verified_text = value == 2,
            (number::MESSAGE_ENCODING, 1 | 2) => self.delimited = value == 2,
            (number::JSON_FORMAT, 1 | 2) => self.strict_json = value == 1,
            (number::ENFORCE_NAMING_STYLE, 1) => self.naming_style = NamingStyle::Style2024,
            (number::ENFORCE_NAMING_STYLE, 2) => self.naming_style = NamingStyle::Legacy,
            (number::ENFORCE_NAMING_STYLE, 3) => self.naming_style = NamingStyle::Style2026,
            (number::DEFAULT_SYMBOL_VISIBILITY, 1) => self.default_visibility = DefaultVisibility::ExportAll,
            (number::DEFAULT_SYMBOL_VISIBILITY, 2) => self.default_visibility = DefaultVisibility::ExportTopLevel,
            (number::DEFAULT_SYMBOL_VISIBILITY, 3) => self.default_visibility = DefaultVisibility::LocalAll,
            (number::DEFAULT_SYMBOL_VISIBILITY, 4) => self.default_visibility = DefaultVisibility::Strict,
            (number::ENFORCE_PROTO_LIMITS, 1 | 2) => self.limited = value == 2,
            // Unknown values are reported where options are checked.
            _ => {}
        }
    }

    /// Applies the features that keywords of proto2 and proto3 imply.
    fn with_keywords(mut self, edition: Edition, field: &Field) -> Self {
        if !edition.is_legacy() {
            return self;
        }
        if field.label == Label::Required {
            self.presence = FieldPresence::LegacyRequired;
        }
        self.delimited |= field.ty == Some(FieldType::Group);
        match field.packed() {
            Some(true) => self.packed = true,
            Some(false) if edition == Edition::PROTO3 => self.packed = false,
            Some(false) | None => {}
        }
        self
    }
}

/// The features of every declaration, including inherited ones.
#[derive(Default)]
pub(super) struct FeatureMap {
    by_node: HashMap<NodeId, Features>,
}

impl FeatureMap {
    pub fn new(files: &[File]) -> Self {
        let mut map = Self::default();
        for (index, file) in files.iter().enumerate() {
            walk(index, file, &mut |site, element| {
                let inherited = match element {
                    Element::File(_) => Features::of(file.edition),
                    _ => map.of(site.parent),
                };
                let mut features = own(element).map_or(inherited, |set| inherited.with(set));
                if let Element::Field(field) = element {
                    features = features.with_keywords(file.edition, field);
                }
                map.by_node.insert(element.node(), features);
            });
        }
        map
    }

    pub fn of(&self, node: NodeId) -> Features {
        self.by_node.get(&node).copied().unwrap_or(Features::of(Edition::PROTO2))
    }
}

/// The features that a declaration sets itself.
pub(super) fn own(element: Element<'_>) -> Option<&Tree> {
    element.options().as_ref()?.message(element.target().features())
}
