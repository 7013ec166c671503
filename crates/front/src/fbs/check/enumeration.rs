use super::Checker;
use crate::fbs::codes;
use crate::fbs::schema::{Enum, EnumValue};
use polywire_source::Diagnostic;
use std::collections::BTreeMap;

impl Checker<'_> {
    pub(super) fn enumeration(&mut self, it: &Enum) {
        if let Some(align) = it.head.attributes.find("force_align") {
            self.error(codes::ATTRIBUTE, "enums have no alignment of their own", align.span, "remove the attribute");
        }
        if it.is_flags() && it.scalar().is_signed() {
            let signed = "flags should have an unsigned type";
            let signed = Diagnostic::warning(codes::TYPE, signed).at(it.head.span, "");
            self.diagnostics.push(signed.help("write the type with `u`: `: ubyte`"));
        }
        let mut numbers: BTreeMap<i64, &EnumValue> = BTreeMap::new();
        for value in &it.values {
            if let Some(first) = numbers.insert(value.number, value) {
                self.number_twice(first, value);
            }
        }
    }

    fn number_twice(&mut self, first: &EnumValue, second: &EnumValue) {
        let [a, b] = [first, second].map(|it| &it.head.name);
        let twice = Diagnostic::error(codes::ENUM_VALUE, format!("`{a}` and `{b}` have the same number"));
        let twice = twice.at(second.head.span, "used again here").related(first.head.span, "first used here");
        self.diagnostics.push(twice.help("give one of them another number"));
    }
}
