//! The editions in which options and their values exist (`FeatureSupport`).

use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Edition, Element, EnumValue, Field, Site, Slot, Tree, Value, numbers};
use polywire_source::{Diagnostic, Span};

/// `FieldOptions.FeatureSupport`.
#[derive(Clone, Debug, Default)]
pub(super) struct Support {
    pub introduced: Option<Edition>,
    pub deprecated: Option<Edition>,
    pub warning: Option<String>,
    pub removed: Option<Edition>,
    pub removal: Option<String>,
}

impl Support {
    pub fn of_field(field: &Field) -> Option<Self> {
        Some(Self::new(field.options.as_ref()?.message(numbers::FIELD_FEATURE_SUPPORT)?))
    }

    pub fn of_value(value: &EnumValue) -> Option<Self> {
        Some(Self::new(value.options.as_ref()?.message(numbers::VALUE_FEATURE_SUPPORT)?))
    }

    fn new(tree: &Tree) -> Self {
        let edition = |number| tree.varint(number).map(|value| Edition(value as i32));
        Self {
            introduced: edition(1),
            deprecated: edition(2),
            warning: tree.text(3),
            removed: edition(4),
            removal: tree.text(5),
        }
    }
}

impl<'a> Checker<'a, '_> {
    pub(super) fn option_lifetimes(&mut self, site: &Site<'a>, element: Element<'a>) {
        let Some(options) = element.options() else { return };
        let message = element.target().options_message();
        for (number, slot) in &options.fields {
            let is_feature = *number == element.target().features();
            let Some(field) = self.index.field(message, *number).filter(|_| {
                // Features in proto2 and proto3 files are reported elsewhere.
                !(is_feature && site.file.edition.is_legacy())
            }) else {
                continue;
            };
            let span = self.place(element.node()).option(&field.name);
            self.slot_lifetimes(site.file.edition, field, slot, span);
        }
    }

    fn slot_lifetimes(&mut self, edition: Edition, field: &Field, slot: &Slot, span: Span) {
        if let Some(support) = Support::of_field(field) {
            self.lifetime(edition, &format!("the option `{}`", field.name), &support, span);
        }
        for value in &slot.values {
            match value {
                Value::Message(inner) | Value::Group(inner) => {
                    let message = field.type_name.as_deref().unwrap_or_default();
                    for (number, slot) in &inner.fields {
                        if let Some(field) = self.index.field(message, *number) {
                            self.slot_lifetimes(edition, field, slot, span);
                        }
                    }
                }
                Value::Varint(number) => self.value_lifetime(edition, field, *number as i32, span),
                Value::Fixed32(_) | Value::Fixed64(_) | Value::Bytes(_) => {}
            }
        }
    }

    fn value_lifetime(&mut self, edition: Edition, field: &Field, number: i32, span: Span) {
        let declared = self.index.enum_of(field);
        let value = declared.and_then(|it| it.it.values.iter().find(|value| value.number == number));
        if let Some((value, support)) = value.and_then(|value| Some((value, Support::of_value(value)?))) {
            self.lifetime(edition, &format!("the value `{}` of `{}`", value.name, field.name), &support, span);
        }
    }

    fn lifetime(&mut self, edition: Edition, what: &str, support: &Support, span: Span) {
        if let Some(introduced) = support.introduced.filter(|introduced| edition < *introduced) {
            let message = format!("{what} exists from edition {} on", introduced.name());
            self.report(Diagnostic::error(codes::MISPLACED_OPTION, message).at(span, "").help("remove it"));
        }
        let because = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        if let Some(removed) = support.removed.filter(|removed| edition >= *removed) {
            let message = format!("{what} does not exist from edition {} on", removed.name());
            let help = because(&support.removal).unwrap_or_else(|| "remove it".to_owned());
            self.report(Diagnostic::error(codes::MISPLACED_OPTION, message).at(span, "").help(help));
        } else if let Some(deprecated) = support.deprecated.filter(|deprecated| edition >= *deprecated) {
            let message = format!("{what} is deprecated from edition {} on", deprecated.name());
            let help = because(&support.warning).unwrap_or_else(|| "remove it".to_owned());
            self.report(Diagnostic::warning(codes::DEPRECATED_OPTION, message).at(span, "").help(help));
        }
    }
}
