//! Options as settings `name = value`.

use super::Printer;
use crate::proto::descriptor::{Edition, Field, Slot, Target, Tree, numbers};

impl Printer<'_, '_> {
    /// `option name = value;` for each option.
    pub(super) fn option_statements(&mut self, target: Target, options: &Option<Tree>) {
        let settings = self.settings(target, options);
        if settings.is_empty() {
            return;
        }
        for setting in settings {
            self.out.line(format!("option {setting};"));
        }
        self.out.paragraph();
    }

    /// Returns the settings of all options. `map_entry` is implied by the map syntax.
    pub(super) fn settings(&mut self, target: Target, options: &Option<Tree>) -> Vec<String> {
        let mut settings = Vec::new();
        let Some(options) = options else { return settings };
        for (number, slot) in &options.fields {
            if target == Target::Message && *number == numbers::MAP_ENTRY {
                continue;
            }
            let message = target.options_message();
            match self.index.field(message, *number) {
                Some(field) if *number == target.features() => settings.extend(self.features(target, field, slot)),
                Some(field) => {
                    let name = self.option_name(message, field);
                    settings.extend(self.values(field, slot).into_iter().map(|value| format!("{name} = {value}")));
                }
                None => self.lost.push(format!("option {number} of {message}, whose declaration is not known")),
            }
        }
        settings
    }

    /// Prints features one by one, as in hand-written schemas.
    fn features(&mut self, target: Target, field: &Field, slot: &Slot) -> Vec<String> {
        let message = field.type_name.clone().unwrap_or_default();
        let mut settings = Vec::new();
        for value in &slot.values {
            let crate::proto::descriptor::Value::Message(tree) = value else { continue };
            settings.extend(self.source_features(target));
            if tree.is_empty() && settings.is_empty() {
                settings.push("features = {}".to_owned());
            }
            for (number, slot) in &tree.fields {
                let Some(feature) = self.index.field(&message, *number) else {
                    self.lost.push(format!("feature {number}, whose declaration is not known"));
                    continue;
                };
                let name = self.option_name(&message, feature);
                let values = self.values(feature, slot);
                settings.extend(values.into_iter().map(|value| format!("features.{name} = {value}")));
            }
        }
        settings
    }

    /// Returns features with source retention that allow any name and any use. Where such features were stripped, an
    /// empty feature set may remain; printing these reproduces that empty set.
    fn source_features(&self, target: Target) -> Vec<String> {
        if !self.is_stripped || self.edition < Edition::E2024 {
            return Vec::new();
        }
        let style = "features.enforce_naming_style = STYLE_LEGACY".to_owned();
        let visibility = "features.default_symbol_visibility = EXPORT_ALL".to_owned();
        if target == Target::File { vec![style, visibility] } else { vec![style] }
    }

    fn values(&mut self, field: &Field, slot: &Slot) -> Vec<String> {
        slot.values.iter().map(|value| self.value(field, value)).collect()
    }

    /// Returns a field's name, or an extension's name in parentheses.
    fn option_name(&self, message: &str, field: &Field) -> String {
        match self.index.extension_name(message, field.number) {
            Some(name) => format!("(.{name})"),
            None => field.name.clone(),
        }
    }
}
