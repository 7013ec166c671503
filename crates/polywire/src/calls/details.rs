//! The details of failed calls: messages of any type.

use super::base64::decoded;
use crate::codec::{Codec, Codecs, Transcoder};
use crate::schema::{Language, compile};
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
        let load = |_: &str| Ok(LoadedFile { name: FILE.to_owned(), bytes: SCHEMA.as_bytes().to_vec() });
        let own = compile(Language::Proto, FILE, &load).model?;
        let codec = |name| -> Option<Codec> { Codecs::new(&own, crate::format(name)?).ok()?.codec(&own, STATUS) };
        let codecs = |name| Codecs::new(model, crate::format(name)?).ok();
        let types = codecs("protobuf").zip(codecs("json"));
        let types = types.map(|(binary, text)| Types { model: model.clone(), binary, text });
        Some(Self { status: Transcoder::new(codec("protobuf")?, codec("json")?), types })
    }

    /// Returns a line of JSON for each detail; none if the bytes are no details.
    pub fn lines(&mut self, details: &[u8]) -> Vec<String> {
        let mut text = Vec::new();
        let read = self.status.transcode(details, &mut text);
        let document: Value = read.ok().and_then(|_| serde_json::from_slice(&text).ok()).unwrap_or_default();
        let all = document.get("details").and_then(Value::as_array).cloned().unwrap_or_default();
        all.iter().map(|it| self.detail(it).to_string()).collect()
    }

    fn detail(&self, detail: &Value) -> Value {
        let url = detail.get("typeUrl").and_then(Value::as_str).unwrap_or_default();
        let name = url.rsplit('/').next().unwrap_or_default();
        let bytes = detail.get("value").and_then(Value::as_str).unwrap_or_default();
        let mut shown = json!({"@type": url});
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

impl Types {
    /// Returns a message that is given in base64, as JSON.
    fn read(&self, name: &str, base64: &str) -> Option<Value> {
        let mut transcoder =
            Transcoder::new(self.binary.codec(&self.model, name)?, self.text.codec(&self.model, name)?);
        let mut text = Vec::new();
        transcoder.transcode(&decoded(base64)?, &mut text).ok()?;
        serde_json::from_slice(&text).ok()
    }
}
