//! Compares what two versions read from the same bytes, as JSON. Members are the same if they have the same name.

use crate::edit::Edited;
use polywire::breaking::Direction;
use polywire::codec::Codecs;
use polywire::value_text::text;
use polywire::{Model, format};
use polywire_ir::types::Type;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A writer and a reader.
pub struct Judge<'a> {
    writer: Side<'a>,
    reader: Side<'a>,
    edits: &'a Edited,
    direction: Direction,
}

struct Side<'a> {
    model: &'a Model,
    codecs: &'a Codecs,
    json: Codecs,
}

/// What the reader does with a message.
#[derive(Debug, PartialEq, Eq)]
pub enum Reading {
    Same,
    Refused,
    /// The values differ; the texts are for messages.
    Different {
        in_presence_only: bool,
    },
}

impl<'a> Judge<'a> {
    pub fn new(
        writer: (&'a Model, &'a Codecs),
        reader: (&'a Model, &'a Codecs),
        edits: &'a Edited,
        direction: Direction,
    ) -> Self {
        let side = |(model, codecs): (&'a Model, &'a Codecs)| {
            let json = Codecs::new(model, format("json_plain").expect("a format")).expect("codecs");
            Side { model, codecs, json }
        };
        Self { writer: side(writer), reader: side(reader), edits, direction }
    }

    /// Returns the message of a value in plain JSON; `None` if the format cannot hold it.
    pub fn write(&self, ty: &str, json: &str) -> Option<Vec<u8>> {
        let side = &self.writer;
        let value = side.json.codec(side.model, ty)?.decode(json.as_bytes()).expect("a value");
        side.codecs.codec(side.model, ty)?.encode(&value).ok()
    }

    /// Reads a message with both versions.
    pub fn read(&self, ty: &str, bytes: &[u8]) -> Reading {
        let written = self.writer.json(ty, bytes).expect("its own message");
        let Some(read) = self.reader.json(ty, bytes) else { return Reading::Refused };
        let (old, new) = match self.direction {
            Direction::Backward => (written, read),
            Direction::Forward => (read, written),
        };
        let (old, new) = (self.comparable(&old), self.comparable(&new));
        match (old == new, without_empty(&old) == without_empty(&new)) {
            (true, _) => Reading::Same,
            (false, in_presence_only) => Reading::Different { in_presence_only },
        }
    }

    /// Returns a value with the old names, without members that only one version has.
    fn comparable(&self, value: &Value) -> Value {
        match value {
            Value::Object(members) => {
                let name = |name: &String| self.edits.renamed.get(name).cloned().unwrap_or_else(|| name.clone());
                let is_member = |name: &str| name.starts_with('f') && name[1..].parse::<u32>().is_ok();
                // A case is a member of the message.
                let cases = members.get("u").and_then(Value::as_object).into_iter().flatten();
                let members = members.iter().filter(|(key, _)| *key != "u").chain(cases);
                let known = members.map(|(key, value)| (name(key), self.comparable(value)));
                Value::Object(known.filter(|(key, _)| !is_member(key) || self.edits.common.contains(key)).collect())
            }
            Value::Array(elements) => elements.iter().map(|it| self.comparable(it)).collect(),
            // NaN and the infinities are texts.
            Value::String(text) => self.text(text),
            Value::Bool(value) => f64::from(u8::from(*value)).into(),
            Value::Number(number) => number.as_f64().map_or(Value::Null, Value::from),
            Value::Null => Value::Null,
        }
    }
}

impl Judge<'_> {
    /// Returns an enumerator by its old name if it has other numbers in both versions, else by its number, so that it can
    /// be compared with an integer.
    fn text(&self, text: &str) -> Value {
        let old = self.edits.renamed.get(text).map_or(text, String::as_str);
        let new = self.edits.renamed.iter().find(|(_, it)| *it == old).map_or(old, |(new, _)| new);
        let number = |side: &Side<'_>| side.number(old).or_else(|| side.number(new));
        let is_common = self.edits.common.contains(old);
        match (number(&self.writer), number(&self.reader)) {
            (Some(one), Some(other)) if is_common && one != other => old.into(),
            (Some(number), _) | (None, Some(number)) => (number as f64).into(),
            (None, None) => old.into(),
        }
    }
}

impl Side<'_> {
    /// Returns the number of an enumerator.
    fn number(&self, name: &str) -> Option<i64> {
        let it = self.model.as_enum(self.model.find("t.E")?)?;
        it.members.iter().find(|member| member.name == name).map(|member| member.number)
    }

    fn json(&self, ty: &str, bytes: &[u8]) -> Option<Value> {
        let value = self.codecs.codec(self.model, ty)?.decode(bytes).ok()?;
        let record = self.codecs.record(self.model, ty)?;
        let text = text(&self.codecs.module().types, &Type::Struct(record), &value);
        Some(serde_json::from_str(&text).expect("JSON"))
    }
}

/// Returns a value without members that are zero or empty; a list of one element is the element.
fn without_empty(value: &Value) -> Option<Value> {
    match value {
        Value::Object(members) => {
            let members: BTreeMap<&String, Value> =
                members.iter().filter_map(|(key, value)| Some((key, without_empty(value)?))).collect();
            let members: Map<String, Value> = members.into_iter().map(|(key, value)| (key.clone(), value)).collect();
            (!members.is_empty()).then_some(Value::Object(members))
        }
        Value::Array(elements) => match elements.as_slice() {
            [] => None,
            [one] => without_empty(one),
            more => Some(more.iter().map(|it| without_empty(it).unwrap_or(Value::Null)).collect()),
        },
        Value::String(text) if text.is_empty() || text == "ZERO" => None,
        Value::Number(number) if number.as_f64() == Some(0.0) => None,
        Value::Null => None,
        other => Some(other.clone()),
    }
}
