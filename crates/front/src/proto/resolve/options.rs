//! Options that the language itself defines (`descriptor.proto`), and access to those that matter here.

use super::Resolver;
use crate::proto::ast::{OptionSetting, OptionValue, ValueKind};
use crate::proto::capability::{self, Feature};
use crate::proto::codes;
use crate::suggestion::closest;
use polywire_source::{Diagnostic, Span};
use std::collections::HashMap;

pub(super) const ALLOW_ALIAS: &str = "allow_alias";
pub(super) const DEFAULT: &str = "default";
pub(super) const DEPRECATED: &str = "deprecated";
pub(super) const JSON_NAME: &str = "json_name";
pub(super) const JSTYPE: &str = "jstype";
pub(super) const LAZY: &str = "lazy";
pub(super) const LEGACY_JSON_CONFLICTS: &str = "deprecated_legacy_json_field_conflicts";
pub(super) const MESSAGE_SET: &str = "message_set_wire_format";
pub(super) const OPTIMIZE_FOR: &str = "optimize_for";
pub(super) const PACKED: &str = "packed";
pub(super) const UNVERIFIED_LAZY: &str = "unverified_lazy";

const MAP_ENTRY: &str = "map_entry";
const FEATURES: &str = "features";

/// What an option is set on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    File,
    Message,
    Field,
    Oneof,
    Enum,
    EnumValue,
    ExtensionRange,
    Service,
    Method,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Flag,
    Text,
    Word(&'static [&'static str]),
    /// Checked elsewhere.
    Any,
    /// A message, or one of its fields.
    Message,
    /// May be set several times.
    Repeated,
}

type Known = (&'static str, Kind);

fn known(target: Target) -> &'static [Known] {
    match target {
        Target::File => FILE,
        Target::Message => &[
            (DEPRECATED, Kind::Flag),
            (LEGACY_JSON_CONFLICTS, Kind::Flag),
            (MAP_ENTRY, Kind::Flag),
            (MESSAGE_SET, Kind::Flag),
            ("no_standard_descriptor_accessor", Kind::Flag),
        ],
        Target::Field => FIELD,
        Target::Enum => &[(ALLOW_ALIAS, Kind::Flag), (DEPRECATED, Kind::Flag), (LEGACY_JSON_CONFLICTS, Kind::Flag)],
        Target::EnumValue => {
            &[("debug_redact", Kind::Flag), (DEPRECATED, Kind::Flag), ("feature_support", Kind::Message)]
        }
        Target::Oneof => &[],
        Target::ExtensionRange => {
            &[("declaration", Kind::Repeated), ("verification", Kind::Word(&["DECLARATION", "UNVERIFIED"]))]
        }
        Target::Service => &[(DEPRECATED, Kind::Flag)],
        Target::Method => &[
            (DEPRECATED, Kind::Flag),
            ("idempotency_level", Kind::Word(&["IDEMPOTENCY_UNKNOWN", "NO_SIDE_EFFECTS", "IDEMPOTENT"])),
        ],
    }
}

const FILE: &[Known] = &[
    ("cc_enable_arenas", Kind::Flag),
    ("cc_generic_services", Kind::Flag),
    ("csharp_namespace", Kind::Text),
    (DEPRECATED, Kind::Flag),
    ("go_package", Kind::Text),
    ("java_generate_equals_and_hash", Kind::Flag),
    ("java_generic_services", Kind::Flag),
    ("java_multiple_files", Kind::Flag),
    ("java_outer_classname", Kind::Text),
    ("java_package", Kind::Text),
    ("java_string_check_utf8", Kind::Flag),
    ("objc_class_prefix", Kind::Text),
    (OPTIMIZE_FOR, Kind::Word(&["SPEED", "CODE_SIZE", "LITE_RUNTIME"])),
    ("php_class_prefix", Kind::Text),
    ("php_generic_services", Kind::Flag),
    ("php_metadata_namespace", Kind::Text),
    ("php_namespace", Kind::Text),
    ("py_generic_services", Kind::Flag),
    ("ruby_package", Kind::Text),
    ("swift_prefix", Kind::Text),
];

const FIELD: &[Known] = &[
    ("ctype", Kind::Word(&["STRING", "CORD", "STRING_PIECE"])),
    ("debug_redact", Kind::Flag),
    (DEFAULT, Kind::Any),
    (DEPRECATED, Kind::Flag),
    ("edition_defaults", Kind::Repeated),
    ("feature_support", Kind::Message),
    (JSON_NAME, Kind::Text),
    (JSTYPE, Kind::Word(&["JS_NORMAL", "JS_STRING", "JS_NUMBER"])),
    (LAZY, Kind::Flag),
    (PACKED, Kind::Flag),
    ("retention", Kind::Word(&["RETENTION_UNKNOWN", "RETENTION_RUNTIME", "RETENTION_SOURCE"])),
    ("targets", Kind::Repeated),
    (UNVERIFIED_LAZY, Kind::Flag),
    ("weak", Kind::Flag),
];

impl Resolver<'_> {
    /// Checks that the options exist, are set once, and have values of their types.
    pub(super) fn check_options(&mut self, target: Target, settings: &[OptionSetting]) {
        let mut first_places: HashMap<String, Span> = HashMap::new();
        for setting in settings {
            let Some(kind) = self.option_kind(target, setting) else { continue };
            self.check_value(kind, &setting.value);
            if kind == Kind::Repeated {
                continue;
            }
            if let Some(first) = first_places.insert(setting.full_name(), setting.name_span()) {
                let message = format!("the option `{}` is set twice", setting.full_name());
                let twice = Diagnostic::error(codes::DUPLICATE_OPTION, message)
                    .at(setting.name_span(), "set again here")
                    .related(first, "first set here")
                    .help("remove one of the settings");
                self.report(twice);
            }
        }
    }

    /// The kind of a known option; others are reported.
    fn option_kind(&mut self, target: Target, setting: &OptionSetting) -> Option<Kind> {
        let span = setting.name_span();
        let first = setting.name.first()?;
        if first.is_extension {
            self.report(capability::missing(Feature::CustomOption, span));
            return None;
        }
        let name = first.name.text.as_str();
        if name == FEATURES || name == MAP_ENTRY {
            let (message, help) = match name {
                MAP_ENTRY => ("`map_entry` is set by maps alone", "declare a field `map<key, value>`"),
                _ => ("features exist in editions only", "remove the option"),
            };
            self.report(Diagnostic::error(codes::MISPLACED_OPTION, message).at(span, "").help(help));
            return None;
        }
        let Some((_, kind)) = known(target).iter().find(|(known, _)| *known == name) else {
            self.report_unknown_option(target, name, span);
            return None;
        };
        if setting.name.len() > 1 && *kind != Kind::Message {
            let message = format!("the option `{name}` is not a message and has no parts");
            self.report(Diagnostic::error(codes::UNKNOWN_OPTION, message).at(span, ""));
            return None;
        }
        Some(*kind)
    }

    fn report_unknown_option(&mut self, target: Target, name: &str, span: Span) {
        let help = match closest(name, known(target).iter().map(|(known, _)| *known)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "custom options stand in parentheses, as in `(my_option)`".to_owned(),
        };
        let unknown = Diagnostic::error(codes::UNKNOWN_OPTION, format!("there is no option `{name}` here"));
        self.report(unknown.at(span, "").help(help));
    }

    fn check_value(&mut self, kind: Kind, value: &OptionValue) {
        let fits = match (kind, &value.kind) {
            (Kind::Flag, ValueKind::Word { negative, text }) => !negative && (text == "true" || text == "false"),
            (Kind::Text, ValueKind::Text(_)) => true,
            (Kind::Word(words), ValueKind::Word { negative, text }) => !negative && words.contains(&text.as_str()),
            (Kind::Any | Kind::Message | Kind::Repeated, _) => true,
            (Kind::Flag | Kind::Text | Kind::Word(_), _) => false,
        };
        if !fits {
            let help = match kind {
                Kind::Flag => "write `true` or `false`".to_owned(),
                Kind::Word(words) => format!("write one of {}", words.join(", ")),
                Kind::Text | Kind::Any | Kind::Message | Kind::Repeated => "put it in quotes".to_owned(),
            };
            let message = "the option cannot have this value";
            self.report(Diagnostic::error(codes::OPTION_VALUE, message).at(value.span, "").help(help));
        }
    }
}

/// The setting of a standard option.
pub(super) fn find<'a>(settings: &'a [OptionSetting], name: &str) -> Option<&'a OptionSetting> {
    settings.iter().find(|setting| match setting.name.as_slice() {
        [part] => !part.is_extension && part.name.text == name,
        _ => false,
    })
}

/// The value and place of a boolean option.
pub(super) fn flag(settings: &[OptionSetting], name: &str) -> Option<(bool, Span)> {
    let setting = find(settings, name)?;
    word(settings, name).map(|word| (word == "true", setting.name_span().to(setting.value.span)))
}

/// Whether a boolean option is set to true.
pub(super) fn is_set(settings: &[OptionSetting], name: &str) -> bool {
    matches!(flag(settings, name), Some((true, _)))
}

pub(super) fn word<'a>(settings: &'a [OptionSetting], name: &str) -> Option<&'a str> {
    match &find(settings, name)?.value.kind {
        ValueKind::Word { text, .. } => Some(text),
        _ => None,
    }
}

pub(super) fn text<'a>(settings: &'a [OptionSetting], name: &str) -> Option<&'a [u8]> {
    match &find(settings, name)?.value.kind {
        ValueKind::Text(text) => Some(text),
        _ => None,
    }
}

pub(super) fn any_custom(settings: &[OptionSetting]) -> bool {
    settings.iter().any(|setting| setting.name.first().is_some_and(|part| part.is_extension))
}
