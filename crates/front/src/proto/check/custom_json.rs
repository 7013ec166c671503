//! Custom JSON names of enum values (`json_enumvalue_options.proto`).

use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Enum, EnumValue, Tree, numbers};
use polywire_source::Diagnostic;
use std::collections::HashMap;

fn custom_name(value: &EnumValue) -> Option<String> {
    value.options.as_ref()?.message(numbers::VALUE_JSON)?.text(1)
}

impl Checker<'_, '_> {
    pub(super) fn custom_json_name(&mut self, value: &EnumValue) {
        let Some(name) = custom_name(value) else { return };
        let problem = match name.parse::<i32>() {
            _ if name.contains('\0') => "a JSON name cannot contain the character NUL",
            Ok(number) if number != value.number => "the JSON name is the number of another value",
            _ => return,
        };
        let place = self.place(value.node).name;
        self.report(Diagnostic::error(codes::JSON_NAME, problem).at(place, "").help("choose another name"));
    }

    pub(super) fn custom_json_names(&mut self, it: &Enum) {
        let mut first_uses: HashMap<String, &EnumValue> = HashMap::new();
        let mut first_values: HashMap<i32, &EnumValue> = HashMap::new();
        for value in &it.values {
            if Tree::flag(&it.options, numbers::ALLOW_ALIAS) {
                let first = *first_values.entry(value.number).or_insert(value);
                if custom_name(first) != custom_name(value) {
                    self.report_json(value, first, "values with the same number have the same JSON name");
                }
            }
            for name in [Some(value.name.clone()), custom_name(value)].into_iter().flatten() {
                let first = *first_uses.entry(name).or_insert(value);
                if first.number != value.number {
                    self.report_json(value, first, "two enum values have the same JSON name");
                }
            }
        }
    }

    fn report_json(&mut self, value: &EnumValue, first: &EnumValue, message: &str) {
        let clash = Diagnostic::error(codes::JSON_NAME, message)
            .at(self.place(value.node).name, "this value")
            .related(self.place(first.node).name, "first used here")
            .help("change the option of one of them");
        self.report(clash);
    }
}
