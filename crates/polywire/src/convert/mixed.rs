//! Messages of several types in one stream, each of which names its type.

use super::source::locate_in;
use super::{Cause, Error, Sink, Source, Summary};
use crate::codec::{Codec, Codecs, Stage, Transcoder};
use polywire_lower::Format;
use polywire_model::{DeclId, DeclKind, Model};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufRead, Write};
use std::sync::Arc;

/// Why a message has no type.
pub const UNNAMED: &str = "it does not name a type of the schema in its header";

/// The codecs of all types that messages of a format can name.
#[derive(Clone)]
pub struct Mixed(Arc<Types>);

struct Types {
    format: &'static Format,
    model: Model,
    codecs: Vec<(DeclId, String, Codec)>,
}

impl Mixed {
    /// Makes the codecs of the types of a model that have one; `finish` completes each.
    pub fn of(codecs: &Codecs, format: &'static Format, model: &Model, finish: impl Fn(Codec) -> Codec) -> Self {
        let structs = model.decls.iter().zip((0..).map(DeclId));
        let structs = structs.filter(|(decl, _)| matches!(decl.kind, DeclKind::Struct(_)));
        let codecs = structs.filter_map(|(decl, id)| {
            let name = decl.path();
            let codec = codecs.codec(model, &name)?;
            Some((id, name, finish(codec)))
        });
        Self(Arc::new(Types { format, model: model.clone(), codecs: codecs.collect() }))
    }

    /// The format of the messages.
    pub fn format(&self) -> &'static Format {
        self.0.format
    }

    /// Returns the codec of the type that the beginning of a message names, with the position among all and the type's name.
    pub fn of_message(&self, head: &[u8]) -> Option<(usize, &str, &Codec)> {
        let named = self.0.format.type_of(&self.0.model, head)?;
        let mut all = self.0.codecs.iter().enumerate();
        all.find(|(_, (id, ..))| *id == named).map(|(at, (_, name, codec))| (at, name.as_str(), codec))
    }

    /// The same for a whole message; for one that names no type, the codec of any that says why. There is none if the codec
    /// accepts it, because the format lets messages be without names: its type cannot be known.
    pub fn of_any_message(&self, message: &[u8]) -> Option<(usize, &str, &Codec)> {
        let first = || self.0.codecs.first().map(|(_, name, codec)| (0, name.as_str(), codec));
        let refusing = || first().filter(|(.., codec)| codec.decode(message).is_err());
        self.of_message(message).or_else(refusing)
    }

    fn named(&self, wanted: &str) -> Option<&Codec> {
        self.0.codecs.iter().find(|(_, name, _)| name == wanted).map(|(_, _, codec)| codec)
    }
}

/// Converts messages of several types. In a format whose messages do not name their types, they are tagged: objects with one
/// member, which has the name of the type.
pub struct MixedTranscoder {
    from: Mixed,
    to: Mixed,
    /// By the names of types.
    transcoders: BTreeMap<String, Transcoder>,
}

impl MixedTranscoder {
    /// Uses the engine of the first codecs.
    pub fn new(from: Mixed, to: Mixed) -> Self {
        Self { from, to, transcoders: BTreeMap::new() }
    }

    /// Returns the type of a message and its contents, or why there is no type.
    fn opened<'m>(&self, message: &'m [u8]) -> Result<(String, &'m [u8]), String> {
        if !self.from.format().names_types() {
            return tagged(message)
                .ok_or_else(|| "it is not an object with one member, the name of its type".to_owned());
        }
        let (_, name, _) = self.from.of_message(message).ok_or(UNNAMED)?;
        Ok((name.to_owned(), message))
    }

    fn transcoder(&mut self, name: &str) -> Result<&mut Transcoder, String> {
        if !self.transcoders.contains_key(name) {
            let codec = |mixed: &Mixed| {
                let codec = mixed.named(name).cloned();
                codec.ok_or_else(|| format!("the schema has no message `{name}`"))
            };
            self.transcoders.insert(name.to_owned(), Transcoder::new(codec(&self.from)?, codec(&self.to)?));
        }
        self.transcoders.get_mut(name).ok_or_else(|| format!("`{name}` is unknown"))
    }
}

/// Converts all messages of `source`, one at a time.
pub fn run_mixed<R: BufRead, W: Write>(
    source: &mut Source<R>,
    mixed: &mut MixedTranscoder,
    sink: &mut Sink<W>,
) -> Result<Summary, Error> {
    let mut summary = Summary::default();
    let (mut input, mut output, mut line) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let numbered = |cause| Error { message: summary.messages + 1, cause };
        if !source.read(&mut input).map_err(|error| numbered(Cause::Input(error)))? {
            break;
        }
        let (name, message) = mixed.opened(&input).map_err(|why| numbered(Cause::Type(why)))?;
        let is_tagged = !mixed.to.format().names_types();
        let transcoder = mixed.transcoder(&name).map_err(|why| numbered(Cause::Type(why)))?;
        let converted = transcoder.transcode(message, &mut output);
        let lost = converted.map_err(|(stage, refusal)| {
            let refusal = match (stage, source.origin()) {
                (Stage::Decode, Some(origin)) => locate_in(&origin, message, refusal),
                _ => refusal,
            };
            numbered(Cause::Message(stage, refusal))
        })?;
        if is_tagged {
            line.clear();
            tag(&name, &output, &mut line);
        }
        let written = if is_tagged { &line } else { &output };
        sink.write(written).map_err(|error| numbered(Cause::Output(error)))?;
        summary.add(lost, source.has_losses(), message, transcoder);
    }
    sink.finish().map_err(|error| Error { message: summary.messages, cause: Cause::Output(error) })?;
    summary.around = source.lost_around();
    Ok(summary)
}

impl fmt::Debug for Mixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.codecs.iter().map(|(_, name, _)| name)).finish()
    }
}

/// Returns the name and the contents of a tagged message: an object with one member, `{"trade.Order": …}`.
fn tagged(line: &[u8]) -> Option<(String, &[u8])> {
    let inside = trim(line).strip_prefix(b"{")?.strip_suffix(b"}")?;
    let mut names = serde_json::Deserializer::from_slice(inside).into_iter::<String>();
    let name = names.next()?.ok()?;
    let rest = trim(inside.get(names.byte_offset()..)?).strip_prefix(b":")?;
    Some((name, trim(rest)))
}

/// Appends a tagged message.
fn tag(name: &str, message: &[u8], line: &mut Vec<u8>) {
    line.extend_from_slice(b"{\"");
    line.extend_from_slice(name.as_bytes());
    line.extend_from_slice(b"\":");
    line.extend_from_slice(message);
    line.push(b'}');
}

fn trim(text: &[u8]) -> &[u8] {
    text.trim_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_as_they_are_written() {
        let mut line = Vec::new();
        tag("trade.Order", br#"{"id":1}"#, &mut line);
        assert_eq!(tagged(&line), Some(("trade.Order".to_owned(), &br#"{"id":1}"#[..])));
        assert_eq!(tagged(br#" { "a\u002eB" : [1] } "#), Some(("a.B".to_owned(), &b"[1]"[..])));
        for wrong in ["", "{", "{}", "1", r#"{"a" 1}"#, r#""a":1"#, "{a:1}"] {
            assert_eq!(tagged(wrong.as_bytes()), None, "{wrong}");
        }
    }
}
