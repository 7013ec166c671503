use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Field, FieldType, Label, Message, Site, map_entry_name};
use polywire_source::Diagnostic;

impl<'a> Checker<'a, '_> {
    pub(super) fn map_field(&mut self, site: &Site<'a>, field: &Field) {
        let Some(entry) = self.index.type_of(field).filter(|ty| ty.it.is_map_entry()) else { return };
        // An extension written as a map has already been reported.
        if field.extendee.is_some() && entry.it.name == map_entry_name(&field.name) && !self.is_stripped {
            return;
        }
        let is_own = entry.around.map(|it| it.node) == site.message.map(|it| it.node) && field.extendee.is_none();
        let is_map = field.is_repeated() && is_own && entry.it.name == map_entry_name(&field.name);
        if !is_map || !is_entry(entry.it) {
            let message = format!("`{}` is the entry of a map and cannot be used as a type", entry.it.name);
            let entry_use = Diagnostic::error(codes::MAP, message).at(self.place(field.node).ty, "");
            self.report(entry_use.help("declare a field `map<key, value>`"));
            return;
        }
        let [key, value] = entry.it.fields.as_slice() else { return };
        self.map_key(key);
        self.map_value(value);
    }

    fn map_key(&mut self, key: &Field) {
        let Some(ty) = key.ty else { return };
        if matches!(
            ty,
            FieldType::Enum
                | FieldType::Float
                | FieldType::Double
                | FieldType::Message
                | FieldType::Group
                | FieldType::Bytes
        ) {
            let name = key.type_name.as_deref().map_or(ty.keyword(), |name| name.trim_start_matches('.'));
            let message = format!("`{name}` cannot be the type of a map's keys");
            let wrong = Diagnostic::error(codes::MAP, message).at(self.place(key.node).ty, "");
            self.report(wrong.help("keys are integers, booleans or strings"));
        }
    }

    /// The first value of the enum is the value of an entry that lacks one.
    fn map_value(&mut self, value: &Field) {
        let Some(declared) = self.index.enum_of(value) else { return };
        let first = declared.it.values.first();
        if let Some(first) = first.filter(|first| first.number != 0) {
            let message = "the first value of an enum in a map must be zero";
            let nonzero = Diagnostic::error(codes::MAP, message)
                .at(self.place(value.node).ty, "")
                .related(self.place(first.node).number, "the first value");
            self.report(nonzero.help("begin the enum with a value with the number 0"));
        }
    }
}

/// Returns true if a message has the form of a map's entry.
fn is_entry(message: &Message) -> bool {
    let [key, value] = message.fields.as_slice() else { return false };
    let fits = |field: &Field, name: &str, number: i32| {
        field.label == Label::Optional && field.name == name && field.number == number
    };
    let is_bare = message.extensions.is_empty()
        && message.extension_ranges.is_empty()
        && message.messages.is_empty()
        && message.enums.is_empty();
    is_bare && fits(key, "key", 1) && fits(value, "value", 2)
}
