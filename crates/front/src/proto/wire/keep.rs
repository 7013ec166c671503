//! Options as protoc writes them with `--retain_options`: it leaves them as it has read them. What it knows itself stands in
//! the order of numbers. All else stands behind it as it was set: in the order of the source, each part of a message by
//! itself, elements of a list never packed.

use super::write::Writer;
use crate::proto::descriptor::{Field, Slot, Tree, Value};
use crate::proto::well_known;
use std::collections::HashSet;

/// The extensions that protoc knows beside its `descriptor.proto`: `pb.cpp` and `pb.enumvalue.json`, but not `pb.java`.
const EXTENSIONS: [(&str, u32); 2] = [("google.protobuf.FeatureSet", 1000), ("google.protobuf.EnumValueOptions", 998)];

impl Writer {
    /// The fields of a message of options.
    pub(super) fn kept(&mut self, tree: &Tree, message: &str) {
        let message = message.trim_start_matches('.');
        let own = |number: u32| well_known::descriptor().field(message, number);
        let is_known = |number: u32| own(number).is_some() || EXTENSIONS.contains(&(message, number));
        for (number, slot) in tree.fields.iter().filter(|(number, _)| is_known(**number)) {
            self.known(*number, slot, own(*number));
        }
        let unknown = || tree.settings.iter().filter(|it| !is_known(it.number));
        unknown().for_each(|it| self.unknown(it.number, &it.value));
        let written: HashSet<u32> = unknown().map(|it| it.number).collect();
        let is_left = |number: u32| !is_known(number) && !written.contains(&number);
        for (number, slot) in tree.fields.iter().filter(|(number, _)| is_left(**number)) {
            self.slot(*number, slot);
        }
    }

    /// Messages of extensions hold nothing that protoc does not know.
    fn known(&mut self, number: u32, slot: &Slot, field: Option<&Field>) {
        let Some(message) = field.and_then(|field| field.type_name.as_ref()) else { return self.slot(number, slot) };
        for value in &slot.values {
            match value {
                Value::Message(tree) => self.nested(number, |writer| writer.kept(tree, message)),
                other => self.value(number, other),
            }
        }
    }

    /// A group that was read has its fields in the order in which they were.
    fn unknown(&mut self, number: u32, value: &Value) {
        match value {
            Value::Group(tree) if !tree.settings.is_empty() => self.group(number, |writer| {
                tree.settings.iter().for_each(|it| writer.unknown(it.number, &it.value));
            }),
            other => self.value(number, other),
        }
    }
}
