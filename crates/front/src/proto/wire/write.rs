use super::SourceOptions;
use crate::proto::descriptor::{Slot, Target, Tree, Value};

const VARINT: u32 = 0;
const FIXED64: u32 = 1;
const LENGTH: u32 = 2;
const START_GROUP: u32 = 3;
const END_GROUP: u32 = 4;
const FIXED32: u32 = 5;

/// Appends fields to a message, in the order of the calls.
pub(super) struct Writer {
    pub bytes: Vec<u8>,
    source_options: SourceOptions,
}

impl Writer {
    pub fn new(source_options: SourceOptions) -> Self {
        Self { bytes: Vec::new(), source_options }
    }

    pub fn int(&mut self, number: u32, value: i32) {
        self.tag(number, VARINT);
        self.varint(i64::from(value) as u64);
    }

    /// Writes a boolean only if it is true.
    pub fn flag(&mut self, number: u32, value: bool) {
        if value {
            self.int(number, 1);
        }
    }

    pub fn text(&mut self, number: u32, value: &str) {
        self.blob(number, value.as_bytes());
    }

    pub fn optional_text(&mut self, number: u32, value: Option<&str>) {
        if let Some(value) = value {
            self.text(number, value);
        }
    }

    pub fn blob(&mut self, number: u32, value: &[u8]) {
        self.tag(number, LENGTH);
        self.varint(value.len() as u64);
        self.bytes.extend_from_slice(value);
    }

    /// Writes a length-prefixed message.
    pub fn nested(&mut self, number: u32, write: impl FnOnce(&mut Self)) {
        let mut inner = Self::new(self.source_options);
        write(&mut inner);
        self.blob(number, &inner.bytes);
    }

    pub fn options(&mut self, number: u32, options: &Option<Tree>, target: Target) {
        let Some(options) = options else { return };
        self.nested(number, |writer| match writer.source_options {
            SourceOptions::Strip => writer.tree(options),
            SourceOptions::Keep => writer.kept(options, target.options_message()),
        });
    }

    pub fn tree(&mut self, tree: &Tree) {
        tree.fields.iter().for_each(|(number, slot)| self.slot(*number, slot));
    }

    pub fn slot(&mut self, number: u32, slot: &Slot) {
        if slot.packed {
            self.packed(number, slot);
        } else {
            slot.values.iter().for_each(|value| self.value(number, value));
        }
    }

    fn packed(&mut self, number: u32, slot: &Slot) {
        let mut inner = Self::new(self.source_options);
        for value in &slot.values {
            match value {
                Value::Varint(value) => inner.varint(*value),
                Value::Fixed32(value) => inner.bytes.extend(value.to_le_bytes()),
                Value::Fixed64(value) => inner.bytes.extend(value.to_le_bytes()),
                // Only scalars can be packed.
                Value::Bytes(_) | Value::Message(_) | Value::Group(_) => {}
            }
        }
        self.blob(number, &inner.bytes);
    }

    pub fn value(&mut self, number: u32, value: &Value) {
        match value {
            Value::Varint(value) => {
                self.tag(number, VARINT);
                self.varint(*value);
            }
            Value::Fixed32(value) => {
                self.tag(number, FIXED32);
                self.bytes.extend(value.to_le_bytes());
            }
            Value::Fixed64(value) => {
                self.tag(number, FIXED64);
                self.bytes.extend(value.to_le_bytes());
            }
            Value::Bytes(bytes) => self.blob(number, bytes),
            Value::Message(tree) => self.nested(number, |writer| writer.tree(tree)),
            Value::Group(tree) => self.group(number, |writer| writer.tree(tree)),
        }
    }

    pub fn group(&mut self, number: u32, write: impl FnOnce(&mut Self)) {
        self.tag(number, START_GROUP);
        write(self);
        self.tag(number, END_GROUP);
    }

    fn tag(&mut self, number: u32, wire_type: u32) {
        self.varint(u64::from(number) << 3 | u64::from(wire_type));
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }
}
