//! Compares what two versions read from the same bytes. Members are the same if they have the same name.

use crate::breaking::edit::Edited;
use crate::breaking::plain::Plain;
use polywire::breaking::Direction;
use polywire::codec::Codecs;
use polywire::{Model, format};
use polywire_ir::types::Type;
use polywire_model::{Decl, DeclKind};
use serde_json::{Map, Value};
use std::borrow::Cow;
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
        values: String,
    },
}

/// The numbers of enumerators in both versions.
#[derive(Clone, Copy)]
pub struct Numbers<'a>([&'a Model; 2]);

impl Numbers<'_> {
    pub fn of(&self, version: usize, name: &str) -> Option<i64> {
        let members = self.0[version].decls.iter().filter_map(|decl| match &decl.kind {
            DeclKind::Enum(it) => Some(&it.members),
            DeclKind::Struct(_) | DeclKind::Union(_) | DeclKind::Constant(_) => None,
        });
        members.flatten().find(|member| member.name == name).map(|member| member.number)
    }
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
        let (written, _) = self.plain(&self.writer, ty, bytes).expect("its own message");
        let Some((read, invents)) = self.plain(&self.reader, &self.reader.type_of(ty), bytes) else {
            return Reading::Refused;
        };
        let (old, new) = match self.direction {
            Direction::Backward => (written, read),
            Direction::Forward => (read, written),
        };
        match (old == new && !invents, !invents && without_empty(&old) == without_empty(&new)) {
            (true, _) => Reading::Same,
            (false, in_presence_only) => {
                Reading::Different { in_presence_only, values: format!("old {old}\nnew {new}") }
            }
        }
    }

    /// Returns the writer's name of a type.
    pub fn type_of_writer<'t>(&self, ty: &'t str) -> Cow<'t, str> {
        self.writer.type_of(ty)
    }

    /// Returns what a version reads, and whether it reads what the other one cannot have written.
    fn plain(&self, side: &Side<'_>, ty: &str, bytes: &[u8]) -> Option<(Value, bool)> {
        let value = side.codecs.codec(side.model, ty)?.decode(bytes).ok()?;
        let record = side.codecs.record(side.model, ty)?;
        let numbers = Numbers([self.writer.model, self.reader.model]);
        let plain = Plain { types: &side.codecs.module().types, edits: self.edits, numbers };
        let ty = Type::Struct(record);
        Some((plain.of(&ty, &value), plain.invents(&ty, &value)))
    }
}

impl Side<'_> {
    /// Returns the name of a type in this version: its package may have another name.
    fn type_of<'t>(&self, ty: &'t str) -> Cow<'t, str> {
        if self.model.find(ty).is_some() {
            return ty.into();
        }
        let last = ty.rsplit('.').next();
        let same = self.model.decls.iter().map(Decl::path).find(|it| it.rsplit('.').next() == last);
        same.map_or(ty.into(), Cow::Owned)
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
        Value::String(text) if text.is_empty() => None,
        Value::Number(number) if number.as_f64() == Some(0.0) => None,
        Value::Null => None,
        other => Some(other.clone()),
    }
}
