//! Messages in another format than the one in which they are answered.

use super::super::args::{Global, MessageLimits};
use super::super::call::codec_of;
use super::super::model::Schema;
use polywire::Format;
use polywire::calls::http_json::Bound;
use polywire::calls::{USUAL_FORMAT, is_usual};
use polywire::codec::{Stage, Transcoder};
use polywire_model::DeclId;
use polywire_rpc::{End, Status};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Mutex, PoisonError};

/// Converts the messages of methods between formats; made when they are needed first.
pub struct Bodies {
    schema: Mutex<Schema>,
    wire: &'static Format,
    limits: MessageLimits,
    global: Global,
    made: Mutex<BTreeMap<(Types, &'static str), Conversion>>,
}

/// What a method takes and returns, if anything.
pub type Types = (DeclId, Option<DeclId>);

/// Converts the messages of a call.
#[derive(Default)]
pub struct Conversions {
    /// Set if the body of the request is not the whole message.
    pub bound: Option<Bound>,
    /// Set if the handler has messages in another format.
    pub format: Option<Conversion>,
}

impl Conversions {
    /// Converts a message that the method takes.
    pub fn taken(&mut self, body: Vec<u8>) -> Result<Vec<u8>, End> {
        let message = match &self.bound {
            Some(bound) => bound.message(&body).map_err(|why| End::failed(Status::INVALID_ARGUMENT, why))?,
            None => body,
        };
        match &mut self.format {
            Some(format) => format.taken(&message),
            None => Ok(message),
        }
    }

    /// Converts a message that it returns.
    pub fn returned(&mut self, message: Vec<u8>) -> Result<Vec<u8>, End> {
        let message = match &mut self.format {
            Some(format) => format.returned(&message)?,
            None => message,
        };
        Ok(match &self.bound {
            Some(bound) => bound.answer(message),
            None => message,
        })
    }
}

/// Converts messages between two formats.
pub struct Conversion {
    taken: Transcoder,
    returned: Option<Transcoder>,
}

impl Bodies {
    pub fn new(schema: Schema, wire: &'static Format, limits: MessageLimits, global: Global) -> Self {
        Self { schema: Mutex::new(schema), wire, limits, global, made: Mutex::default() }
    }

    /// Returns what converts the messages of a call that names a format; `None` if they can stay as they are.
    ///
    /// # Errors
    ///
    /// There is no such format, or it cannot have the types.
    pub fn conversion(&self, types: Types, format: &str) -> Result<Option<Conversion>, String> {
        let name = if is_usual(format) { USUAL_FORMAT } else { format };
        if name == self.wire.name {
            return Ok(None);
        }
        let unknown = || format!("messages cannot be in `{format}`");
        let format = polywire::format(name).ok_or_else(unknown)?;
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let conversion = match made.entry((types, format.name)) {
            Entry::Occupied(it) => it.into_mut(),
            Entry::Vacant(it) => it.insert(self.make(types, format).ok_or_else(unknown)?),
        };
        Ok(Some(conversion.fork()))
    }

    fn make(&self, (taken, returned): Types, format: &'static Format) -> Option<Conversion> {
        let schema = self.schema.lock().unwrap_or_else(PoisonError::into_inner);
        let codec = |format, id| codec_of((&schema, format), id, &self.limits, self.global).ok();
        let between = |from, to, id| Some(Transcoder::new(codec(from, id)?, codec(to, id)?));
        let returned = match returned {
            Some(id) => Some(between(self.wire, format, id)?),
            None => None,
        };
        Some(Conversion { taken: between(format, self.wire, taken)?, returned })
    }
}

impl Conversion {
    fn fork(&self) -> Self {
        Self { taken: self.taken.fork(), returned: self.returned.as_ref().map(Transcoder::fork) }
    }

    fn taken(&mut self, message: &[u8]) -> Result<Vec<u8>, End> {
        let mut output = Vec::new();
        self.taken.transcode(message, &mut output).map_err(|(_, refusal)| {
            End::failed(Status::INVALID_ARGUMENT, format!("a message cannot be read: {refusal}"))
        })?;
        Ok(output)
    }

    fn returned(&mut self, message: &[u8]) -> Result<Vec<u8>, End> {
        let mut output = Vec::new();
        // A method that returns nothing has no message here.
        let Some(returned) = &mut self.returned else { return Ok(output) };
        returned.transcode(message, &mut output).map_err(|(stage, refusal)| {
            let problem = match stage {
                Stage::Decode => "does not fit the schema",
                Stage::Encode => "cannot be written",
            };
            End::failed(Status::INTERNAL, format!("a message of the answer {problem}: {refusal}"))
        })?;
        Ok(output)
    }
}
