//! Checks on which declarations an option can be set (`targets`).

use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Element, Field, Slot, Target, Value, numbers};
use polywire_source::{Diagnostic, Span};

impl Checker<'_, '_> {
    pub(super) fn option_targets(&mut self, element: Element<'_>) {
        let Some(options) = element.options() else { return };
        let target = element.target();
        for (number, slot) in &options.fields {
            let Some(field) = self.index.field(target.options_message(), *number) else { continue };
            let span = self.place(element.node()).option(&field.name);
            self.slot_targets(field, slot, target, span);
        }
    }

    fn slot_targets(&mut self, field: &Field, slot: &Slot, target: Target, span: Span) {
        if !allows(field, target) {
            let text = format!("the option `{}` cannot be set on {}", field.name, with_article(target));
            let misplaced = Diagnostic::error(codes::MISPLACED_OPTION, text).at(span, "");
            self.report_in_root(misplaced.help(format!("it can be set on {}", nouns(field))));
        }
        for value in &slot.values {
            let (Value::Message(inner), Some(name)) = (value, &field.type_name) else { continue };
            for (number, slot) in &inner.fields {
                if let Some(field) = self.index.field(name, *number) {
                    self.slot_targets(field, slot, target, span);
                }
            }
        }
    }
}

fn targets(field: &Field) -> &[Value] {
    field.options.as_ref().map_or(&[], |options| options.values(numbers::TARGETS))
}

fn allows(field: &Field, target: Target) -> bool {
    let targets = targets(field);
    targets.is_empty() || targets.contains(&Value::Varint(target as u64))
}

fn nouns(field: &Field) -> String {
    let nouns = Target::ALL.into_iter().filter(|target| allows(field, *target)).map(with_article);
    nouns.collect::<Vec<_>>().join(", ")
}

fn with_article(target: Target) -> String {
    let article = if target.noun().starts_with(['e', 'o']) { "an" } else { "a" };
    format!("{article} {}", target.noun())
}
