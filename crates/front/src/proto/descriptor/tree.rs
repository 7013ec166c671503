//! Message values without a schema.
//!
//! Design: docs/decisions/0063-source-options.md

use std::collections::BTreeMap;

/// A message value by field numbers, which can be read and written without a schema. Options are stored in this form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// The values that are set, by field number.
    pub fields: BTreeMap<u32, Slot>,
    /// The same one by one, in the order in which they were set; empty where that order means nothing.
    pub settings: Vec<Setting>,
}

/// One setting of a field. Of a message it holds that part alone which was set.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Number of the field.
    pub number: u32,
    /// Its value.
    pub value: Value,
}

/// The values of one field.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slot {
    /// The values are packed into one record.
    pub packed: bool,
    /// One value, or several if the field is repeated.
    pub values: Vec<Value>,
}

/// An encoded value, whose interpretation depends on the type of the field.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Integers, booleans and enums.
    Varint(u64),
    /// Four bytes: `fixed32`, `sfixed32` and `float`.
    Fixed32(u32),
    /// Eight bytes: `fixed64`, `sfixed64` and `double`.
    Fixed64(u64),
    /// Text, bytes, and messages of unknown type.
    Bytes(Vec<u8>),
    /// A length-prefixed message.
    Message(Tree),
    /// A message in group tags.
    Group(Tree),
}

impl Tree {
    /// Returns true if nothing is set.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// The last value of a field.
    pub fn value(&self, number: u32) -> Option<&Value> {
        self.fields.get(&number)?.values.last()
    }

    /// All values of a field.
    pub fn values(&self, number: u32) -> &[Value] {
        self.fields.get(&number).map_or(&[], |slot| slot.values.as_slice())
    }

    /// The message in a field.
    pub fn message(&self, number: u32) -> Option<&Tree> {
        match self.value(number)? {
            Value::Message(tree) | Value::Group(tree) => Some(tree),
            Value::Varint(_) | Value::Fixed32(_) | Value::Fixed64(_) | Value::Bytes(_) => None,
        }
    }

    /// The integer in a field.
    pub fn varint(&self, number: u32) -> Option<u64> {
        match self.value(number)? {
            Value::Varint(value) => Some(*value),
            Value::Fixed32(_) | Value::Fixed64(_) | Value::Bytes(_) | Value::Message(_) | Value::Group(_) => None,
        }
    }

    /// The text in a field.
    pub fn text(&self, number: u32) -> Option<String> {
        match self.value(number)? {
            Value::Bytes(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
            Value::Varint(_) | Value::Fixed32(_) | Value::Fixed64(_) | Value::Message(_) | Value::Group(_) => None,
        }
    }

    /// Sets a field that is not repeated.
    pub fn set(&mut self, number: u32, value: Value) {
        self.fields.insert(number, Slot { packed: false, values: vec![value] });
    }

    /// Appends a field as it stands in serialized options.
    pub fn append(&mut self, number: u32, value: Value) {
        self.settings.push(Setting { number, value: value.clone() });
        self.push(number, value, false);
    }

    /// Appends a value to a repeated field.
    pub fn push(&mut self, number: u32, value: Value, packed: bool) {
        let slot = self.fields.entry(number).or_default();
        slot.packed = packed;
        slot.values.push(value);
    }

    /// Changes the message in a field, which is created if absent.
    pub fn change<R>(&mut self, number: u32, is_group: bool, change: impl FnOnce(&mut Tree) -> R) -> R {
        let slot = self.fields.entry(number).or_default();
        let mut tree = match slot.values.pop() {
            Some(Value::Message(tree) | Value::Group(tree)) => tree,
            Some(Value::Varint(_) | Value::Fixed32(_) | Value::Fixed64(_) | Value::Bytes(_)) | None => Tree::default(),
        };
        let result = change(&mut tree);
        slot.values.push(if is_group { Value::Group(tree) } else { Value::Message(tree) });
        result
    }

    /// Returns true if a boolean option is set to true.
    pub fn flag(options: &Option<Tree>, number: u32) -> bool {
        Self::number(options, number).is_some_and(|value| value != 0)
    }

    /// Returns the integer value of an option.
    pub fn number(options: &Option<Tree>, number: u32) -> Option<u64> {
        options.as_ref()?.varint(number)
    }
}
