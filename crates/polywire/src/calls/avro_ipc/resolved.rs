//! Values that the other side has written by its own protocol.

use super::{Headers, Protocol, WIRE, Wrong, system_error};
use crate::codec::{Codec, Codecs, Transcoder};
use crate::schema::writer;
use crate::{Limits, Options};
use polywire_model::{DeclId, Method, Model};
use polywire_rpc::Status;
use serde_json::Value;

/// Converts values of the other side's protocol to those of this side's.
pub struct Resolver(Transcoder);

impl Resolver {
    /// Returns what converts values of a type of the other side; or why it cannot be read as one of this side.
    pub fn new(
        (other, written): (&Model, DeclId),
        (own, read): (&Model, DeclId),
        limits: Limits,
    ) -> Result<Self, String> {
        let format = crate::format(WIRE).ok_or("a format is missing")?;
        let name = own.decl(read).path();
        let writer = Some(writer(other.clone(), &other.decl(written).path())?);
        let codec = |options: Options| -> Result<Codec, String> {
            let codecs = Codecs::with(own, format, &options).map_err(|parts| {
                let all: Vec<String> = parts.iter().map(|it| format!("{}: {}", it.path, it.message)).collect();
                all.join("; ")
            })?;
            codecs.codec(own, &name).map(|it| it.with_limits(limits)).ok_or_else(|| format!("`{name}` has no codec"))
        };
        let root = Some(read);
        let reads = codec(Options { root, writer, ..Options::default() })?;
        Ok(Self(Transcoder::new(reads, codec(Options { root, ..Options::default() })?)))
    }

    /// Converts a value.
    pub fn convert(&self, value: &[u8]) -> Result<Vec<u8>, String> {
        let mut converted = Vec::new();
        let done = self.0.fork().transcode(value, &mut converted);
        done.map(|_| converted).map_err(|(_, refusal)| refusal.to_string())
    }
}

/// How a message failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failed {
    /// With a text.
    System(Status, String),
    /// With an error that the message declares: its type, and its members as JSON.
    Declared(String, Value),
}

/// Returns the error that a side with this protocol wrote for a message.
pub fn failed(headers: &Headers, protocol: &Protocol, message: &Method, bytes: &[u8]) -> Result<Failed, Wrong> {
    let (branch, rest) = headers.read_branch(bytes)?;
    let Some(declared) = branch.checked_sub(1) else {
        let (text, _) = headers.read_text(rest)?;
        let (status, message) = system_error::read(&text);
        return Ok(Failed::System(status, message.to_owned()));
    };
    let id = usize::try_from(declared).ok().and_then(|index| message.raises.get(index).copied());
    let name = id.map(|id| protocol.model.decl(id).path()).unwrap_or_default();
    Ok(Failed::Declared(name.clone(), members(&protocol.model, &name, rest).unwrap_or_default()))
}

/// Returns the members of an error as JSON.
fn members(model: &Model, name: &str, bytes: &[u8]) -> Option<Value> {
    let codec = |format: &str| Codecs::new(model, crate::format(format)?).ok()?.codec(model, name);
    let mut text = Vec::new();
    Transcoder::new(codec(WIRE)?, codec("json")?).transcode(bytes, &mut text).ok()?;
    serde_json::from_slice(&text).ok()
}
