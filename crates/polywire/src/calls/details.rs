//! The details of failed calls: messages of any type.

use super::base64::{decoded, encoded};
use super::msgpack_rpc::ERROR_TYPE;
use crate::codec::{Codec, Codecs, Transcoder};
use crate::schema::{Language, compile};
use crate::untyped::Converter;
use polywire_front::LoadedFile;
use polywire_model::Model;
use serde_json::{Value, json};

const FILE: &str = "status.proto";
const SCHEMA: &str = include_str!("status.proto");
const STATUS: &str = "google.rpc.Status";

/// Shows details as JSON.
pub struct Details {
    status: Transcoder,
    /// The codecs of the schema's own types.
    types: Option<Types>,
}

struct Types {
    model: Model,
    binary: Codecs,
    text: Codecs,
}

impl Details {
    /// Details whose types are in the schema are shown as their values.
    pub fn new(model: &Model) -> Option<Self> {
        let [binary, text] = codecs_of_status()?;
        Some(Self { status: Transcoder::new(binary, text), types: Types::of(model) })
    }

    /// Returns a line of JSON for each detail; none if the bytes are no details.
    pub fn lines(&mut self, details: &[u8]) -> Vec<String> {
        self.values(details).iter().map(Value::to_string).collect()
    }

    /// Returns the JSON of each detail.
    pub fn values(&mut self, details: &[u8]) -> Vec<Value> {
        let mut text = Vec::new();
        let read = self.status.transcode(details, &mut text);
        let document: Value = read.ok().and_then(|_| serde_json::from_slice(&text).ok()).unwrap_or_default();
        let all = document.get("details").and_then(Value::as_array).cloned().unwrap_or_default();
        all.iter().map(|it| self.detail(it)).collect()
    }

    fn detail(&self, detail: &Value) -> Value {
        let url = detail.get("typeUrl").and_then(Value::as_str).unwrap_or_default();
        let name = url.rsplit('/').next().unwrap_or_default();
        let bytes = detail.get("value").and_then(Value::as_str).unwrap_or_default();
        let mut shown = json!({"@type": url});
        if let Some(error) = (url == ERROR_TYPE).then(|| of_msgpack(bytes)).flatten() {
            shown["value"] = error;
            return shown;
        }
        match self.types.as_ref().and_then(|types| types.read(name, bytes)) {
            Some(Value::Object(members)) => {
                if let Some(all) = shown.as_object_mut() {
                    all.extend(members);
                }
            }
            Some(_) | None => shown["value"] = bytes.into(),
        }
        shown
    }
}

/// Writes details that are given as JSON.
pub struct DetailsWriter {
    status: Transcoder,
    types: Option<Types>,
}

impl DetailsWriter {
    /// Details are messages of the schema.
    pub fn new(model: &Model) -> Option<Self> {
        let [binary, text] = codecs_of_status()?;
        Some(Self { status: Transcoder::new(text, binary), types: Types::of(model) })
    }

    /// Writes details in the form in which [`Details::lines`] shows them: a message with its type as `@type`, or its bytes as `value` beside
    /// that. Returns what is wrong with them otherwise.
    pub fn write(&self, status: u32, message: &str, details: &[Value]) -> Result<Vec<u8>, String> {
        let details = details.iter().map(|it| self.detail(it)).collect::<Result<Vec<_>, _>>()?;
        let document = json!({"code": status, "message": message, "details": details});
        let mut bytes = Vec::new();
        let written = self.status.fork().transcode(document.to_string().as_bytes(), &mut bytes);
        written.map_err(|(_, refusal)| format!("the details cannot be written: {refusal}"))?;
        Ok(bytes)
    }

    fn detail(&self, detail: &Value) -> Result<Value, String> {
        let mut members = detail.as_object().cloned().unwrap_or_default();
        let Some(Value::String(named)) = members.remove("@type") else {
            return Err(format!("the detail {detail} lacks the member `@type`"));
        };
        let name = named.rsplit('/').next().unwrap_or_default();
        let url = if named.contains('/') { named.clone() } else { format!("type.googleapis.com/{named}") };
        let value = match self.types.as_ref().and_then(|types| types.write(name, &Value::Object(members.clone()))) {
            Some(written) => Value::String(encoded(&written?)),
            None => members.remove("value").ok_or_else(|| format!("the schema has no type `{name}` for details"))?,
        };
        Ok(json!({"typeUrl": url, "value": value}))
    }
}

/// Returns a value of MessagePack that is given in base64.
fn of_msgpack(base64: &str) -> Option<Value> {
    let mut text = Vec::new();
    Converter::between(crate::format("msgpack")?, crate::format("json")?)?
        .convert(&decoded(base64)?, &mut text)
        .ok()?;
    serde_json::from_slice(&text).ok()
}

/// Returns the codecs of `google.rpc.Status`: Protocol Buffers and JSON.
fn codecs_of_status() -> Option<[Codec; 2]> {
    let load = |_: &str| Ok(LoadedFile { name: FILE.to_owned(), bytes: SCHEMA.as_bytes().to_vec() });
    let own = compile(Language::Proto, FILE, &load).model?;
    let codec = |name| -> Option<Codec> { Codecs::new(&own, crate::format(name)?).ok()?.codec(&own, STATUS) };
    Some([codec("protobuf")?, codec("json")?])
}

impl Types {
    fn of(model: &Model) -> Option<Self> {
        let codecs = |name| Codecs::new(model, crate::format(name)?).ok();
        Some(Self { model: model.clone(), binary: codecs("protobuf")?, text: codecs("json")? })
    }

    /// Returns the bytes of a message that is given as JSON, if there is such a type.
    fn write(&self, name: &str, message: &Value) -> Option<Result<Vec<u8>, String>> {
        let mut transcoder =
            Transcoder::new(self.text.codec(&self.model, name)?, self.binary.codec(&self.model, name)?);
        let mut bytes = Vec::new();
        let written = transcoder.transcode(message.to_string().as_bytes(), &mut bytes);
        Some(written.map(|_| bytes).map_err(|(_, refusal)| format!("a detail `{name}` cannot be written: {refusal}")))
    }

    /// Returns a message that is given in base64, as JSON.
    fn read(&self, name: &str, base64: &str) -> Option<Value> {
        let mut transcoder =
            Transcoder::new(self.binary.codec(&self.model, name)?, self.text.codec(&self.model, name)?);
        let mut text = Vec::new();
        transcoder.transcode(&decoded(base64)?, &mut text).ok()?;
        serde_json::from_slice(&text).ok()
    }
}
