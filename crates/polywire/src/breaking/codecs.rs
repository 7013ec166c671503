//! The codecs of both versions in one format, and what happens to a message.

use super::pair::Pairs;
use super::same::{Comparison, shown};
use super::side::Side;
use super::{Break, Direction, Effect, Witness};
use crate::codec::{Codec, Codecs, Session};
use polywire_lower::{Format, Options, Unsupported, Writer};
use polywire_model::{DeclId, Model, Type};
use polywire_vm::{Path, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// The codecs of one version.
pub(super) struct VersionCodecs<'m> {
    model: &'m Model,
    format: &'static Format,
    /// `None` if the format does not support the whole schema; then each type has codecs of its own.
    whole: Option<Codecs>,
    by_type: HashMap<DeclId, Result<Codecs, String>>,
}

impl<'m> VersionCodecs<'m> {
    pub fn new(model: &'m Model, format: &'static Format) -> Self {
        Self { model, format, whole: lower(model, format).ok(), by_type: HashMap::new() }
    }

    /// Lowers types one by one, for those who need few of them.
    pub fn of_types(model: &'m Model, format: &'static Format) -> Self {
        Self { model, format, whole: None, by_type: HashMap::new() }
    }

    /// Returns the codec of a struct, or the reason why there is none.
    pub fn codec(&mut self, id: DeclId) -> Result<Codec, String> {
        let codecs = match &self.whole {
            Some(codecs) => codecs,
            None => self.of_type(id)?,
        };
        let record = codecs.module().types.struct_of(id);
        let codec = record.and_then(|record| codecs.codec_of(record)).filter(|it| it.can_decode() && it.can_encode());
        codec.ok_or_else(|| "its messages are not read and written without another schema".to_owned())
    }

    fn of_type(&mut self, id: DeclId) -> Result<&Codecs, String> {
        let make = || lower(&self.model.reduced_to(id), self.format).map_err(|parts| reason(&parts));
        self.by_type.entry(id).or_insert_with(make).as_ref().map_err(Clone::clone)
    }
}

/// Other writers of a format may leave out defaults that ours writes: readers then take their own.
fn lower(model: &Model, format: &'static Format) -> Result<Codecs, Vec<Unsupported>> {
    Codecs::with(model, format, &Options { leaves_out_defaults: true, ..Options::default() })
}

fn reason(parts: &[Unsupported]) -> String {
    parts.first().map_or_else(String::new, |it| format!("`{}`: {}", it.path, it.message))
}

/// A struct in both versions, with the codec that writes and the codec that reads.
pub(super) struct Reading<'p, 'm> {
    pub pairs: &'p Pairs<'m>,
    pub direction: Direction,
    /// The old and the new struct.
    pub pair: (DeclId, DeclId),
    pub writer: (Codec, Session),
    pub reader: (Codec, Session),
}

/// A message that is misread, and the member at fault.
pub(super) struct Trouble {
    pub path: Path,
    pub found: Break,
}

/// Returns the reader's codec by the schema of the writer, in formats whose readers know it.
fn resolved(pairs: &Pairs<'_>, direction: Direction, pair: (DeclId, DeclId), reader: &Codec) -> Option<Codec> {
    let (of, by) = pairs.sides(direction);
    let format = reader.format();
    if !format.knows_writers(of.model) || !format.knows_writers(by.model) {
        return None;
    }
    let (root, id) = direction.of(pair.0, pair.1);
    let writer = Some(Arc::new(Writer { model: of.model.reduced_to(root), root }));
    let codecs =
        Codecs::with(&by.model.reduced_to(id), format, &Options { root: Some(id), writer, ..Options::default() })
            .ok()?;
    codecs.codec_of(codecs.module().types.struct_of(id)?)
}

impl<'p, 'm> Reading<'p, 'm> {
    pub fn new(pairs: &'p Pairs<'m>, direction: Direction, pair: (DeclId, DeclId), (old, new): (Codec, Codec)) -> Self {
        let (writer, reader) = direction.of(old, new);
        let reader = resolved(pairs, direction, pair, &reader).unwrap_or(reader);
        let (writer_session, reader_session) = (writer.session(), reader.session());
        Self { pairs, direction, pair, writer: (writer, writer_session), reader: (reader, reader_session) }
    }

    /// Returns the writer's and the reader's struct.
    pub fn ids(&self) -> (DeclId, DeclId) {
        self.direction.of(self.pair.0, self.pair.1)
    }

    pub fn sides(&self) -> (&'p Side<'m>, &'p Side<'m>) {
        self.pairs.sides(self.direction)
    }

    /// Returns true if the format can hold a value.
    pub fn can_write(&mut self, value: &Value) -> bool {
        self.writer.0.encode_with(&mut self.writer.1, value).is_ok()
    }

    /// Writes a value with one version and reads it with the other. What a value means is what its own version reads,
    /// because some formats do not preserve all values.
    pub fn trouble(&mut self, value: &Value) -> Option<Trouble> {
        let bytes = self.writer.0.encode_with(&mut self.writer.1, value).ok()?;
        let written = self.writer.0.decode_with(&mut self.writer.1, &bytes).ok()?;
        let (read, path, effect, reason) = match self.reader.0.decode_with(&mut self.reader.1, &bytes) {
            Ok(read) => {
                let (from, to) = self.ids();
                let found = Comparison::new(self.pairs, self.direction).structs((from, to), &written, &read)?;
                let name =
                    if found.path.steps.is_empty() { "the message".to_owned() } else { format!("`{}`", found.path) };
                let reason = format!("{name}: {} is read as {}", found.written, found.read);
                (Some(read), found.path, found.effect, reason)
            }
            Err(_) => {
                let refusal = self.reader.0.decode(&bytes).err()?;
                (None, refusal.path.clone(), Effect::Refused, refusal.to_string())
            }
        };
        let ((from, to), (writer, reader)) = (self.ids(), self.sides());
        let witness = Witness {
            ty: writer.model.decl(from).path(),
            bytes,
            written: shown(writer, &Type::Named(from), &written),
            read: read.map(|read| shown(reader, &Type::Named(to), &read)),
        };
        let format = self.writer.0.format().name;
        let found = Break { format, direction: self.direction, effect, witness: Some(witness), reason };
        Some(Trouble { path, found })
    }
}
