//! Checks the declared editions of options (`FeatureSupport`) for consistency.

use super::Checker;
use super::lifetime::Support;
use crate::proto::codes;
use crate::proto::descriptor::{Edition, EnumValue, Field};
use polywire_source::{Diagnostic, Span};

const UNKNOWN: Edition = Edition(0);

impl Checker<'_, '_> {
    pub(super) fn feature_support(&mut self, field: &Field) {
        let Some(support) = Support::of_field(field) else { return };
        let place = self.place(field.node).name;
        self.report_flaw(place, flaw(&support));
        let declared = self.index.enum_of(field);
        for value in declared.map_or(&[][..], |it| it.it.values.as_slice()) {
            if let Some(own) = Support::of_value(value) {
                self.report_flaw(place, value_flaw(&support, own));
            }
        }
    }

    pub(super) fn value_feature_support(&mut self, value: &EnumValue) {
        if let Some(support) = Support::of_value(value) {
            let place = self.place(value.node).name;
            self.report_flaw(place, flaw(&support));
        }
    }

    fn report_flaw(&mut self, place: Span, problem: Option<&str>) {
        if let Some(problem) = problem {
            let help = "correct its `feature_support`";
            self.report(Diagnostic::error(codes::OPTION_VALUE, problem).at(place, "").help(help));
        }
    }
}

fn flaw(it: &Support) -> Option<&'static str> {
    let introduced = it.introduced.unwrap_or(UNKNOWN);
    if it.deprecated.is_some_and(|deprecated| deprecated < introduced) {
        return Some("it is deprecated before it is introduced");
    }
    if it.deprecated.is_some() != it.warning.is_some() {
        return Some("an edition of deprecation requires a warning, and vice versa");
    }
    let Some(removed) = it.removed else {
        return it.removal.is_some().then_some("a removal error needs an edition of removal");
    };
    if it.deprecated.unwrap_or(UNKNOWN) >= removed {
        return Some("it is deprecated after it is removed");
    }
    if removed < introduced {
        return Some("it is removed before it is introduced");
    }
    (introduced != removed && it.removal.is_none()).then_some("an edition of removal needs a removal error")
}

/// An enum value must not outlive the option that has it.
fn value_flaw(option: &Support, value: Support) -> Option<&'static str> {
    let merged = Support {
        introduced: value.introduced.or(option.introduced),
        deprecated: value.deprecated.or(option.deprecated),
        warning: value.warning.or_else(|| option.warning.clone()),
        removed: value.removed.or(option.removed),
        removal: value.removal.or_else(|| option.removal.clone()),
    };
    if let Some(problem) = flaw(&merged) {
        return Some(problem);
    }
    if merged.introduced < option.introduced {
        return Some("a value is introduced before the option that holds it");
    }
    if option.removed.is_some() && merged.removed > option.removed {
        return Some("a value is removed after the option that holds it");
    }
    (option.deprecated.is_some() && merged.deprecated > option.deprecated)
        .then_some("a value is deprecated after the option that holds it")
}
