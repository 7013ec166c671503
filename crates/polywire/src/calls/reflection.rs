//! Server reflection: servers of gRPC tell their schema.

use super::served::document;
use crate::codec::{Codec, Codecs, Transcoder};
use crate::schema::{Language, compile};
use polywire_front::LoadedFile;
use polywire_front::proto::descriptor::DescriptorSet;
use polywire_front::proto::read_descriptor_set;
use polywire_model::Model;
use polywire_stream::delimited;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const FILE: &str = "reflection.proto";
pub(super) const SCHEMA: &str = include_str!("reflection.proto");
const REQUEST: &str = "grpc.reflection.v1.ServerReflectionRequest";
const RESPONSE: &str = "grpc.reflection.v1.ServerReflectionResponse";

/// The names of the service, the newest first.
pub const REFLECTION_SERVICES: [&str; 2] =
    ["grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"];

/// A question to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Its services.
    Services,
    /// The file that declares a service or type, and perhaps what it imports.
    Declaring(String),
    /// A file.
    File(String),
}

/// What the server tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The names of services.
    Services(Vec<String>),
    /// Files: serialized descriptors.
    Files(Vec<Vec<u8>>),
    /// There is no such thing.
    Nothing(String),
}

/// Writes questions and reads answers.
pub struct Reflection {
    request: Transcoder,
    question: Transcoder,
    answer: Transcoder,
    response: Codec,
    text: Codec,
}

/// Returns the schema of the service.
pub fn model() -> Option<Model> {
    let load = |_: &str| Ok(LoadedFile { name: FILE.to_owned(), bytes: SCHEMA.as_bytes().to_vec() });
    compile(Language::Proto, FILE, &load).model
}

impl Reflection {
    /// Compiles the codecs.
    pub fn new() -> Option<Self> {
        let model = model()?;
        let codecs = |name| Codecs::new(&model, crate::format(name)?).ok();
        let (text, binary) = (codecs("json_plain")?, codecs("protobuf")?);
        let between = |from: &Codecs, to: &Codecs, name| -> Option<Transcoder> {
            Some(Transcoder::new(from.codec(&model, name)?, to.codec(&model, name)?))
        };
        let (request, question) = (between(&text, &binary, REQUEST)?, between(&binary, &text, REQUEST)?);
        let answer = between(&text, &binary, RESPONSE)?;
        Some(Self {
            request,
            question,
            answer,
            response: binary.codec(&model, RESPONSE)?,
            text: text.codec(&model, RESPONSE)?,
        })
    }

    /// Returns the message of a question.
    pub fn request(&mut self, query: &Query) -> Option<Vec<u8>> {
        let document = match query {
            Query::Services => json!({"list_services": "*"}),
            Query::Declaring(name) => json!({"file_containing_symbol": name}),
            Query::File(name) => json!({"file_by_filename": name}),
        };
        let mut output = Vec::new();
        self.request.transcode(document.to_string().as_bytes(), &mut output).ok()?;
        Some(output)
    }

    /// Reads a question; `None` if it is none. Extensions are not found.
    pub fn query(&mut self, message: &[u8]) -> Option<Query> {
        let document = self.asked(message)?;
        let member = |name: &str| document.get(name).and_then(Value::as_str).map(str::to_owned);
        let services = document.get("list_services").map(|_| Query::Services);
        let named = || member("file_containing_symbol").map(Query::Declaring);
        let file = || member("file_by_filename").map(Query::File);
        services.or_else(named).or_else(file).or_else(|| Some(Query::File(String::new())))
    }

    /// Returns the message of an answer to a question.
    pub fn answer(&mut self, question: &[u8], found: &Found) -> Option<Vec<u8>> {
        let mut document = document(found);
        document["original_request"] = self.asked(question)?;
        let mut output = Vec::new();
        self.answer.transcode(document.to_string().as_bytes(), &mut output).ok()?;
        Some(output)
    }

    fn asked(&mut self, message: &[u8]) -> Option<Value> {
        let mut text = Vec::new();
        self.question.transcode(message, &mut text).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Reads an answer; `None` if it is none.
    pub fn response(&self, message: &[u8]) -> Option<Found> {
        let value = self.response.decode(message).ok()?;
        if let Some(files) = files(&self.response, &value) {
            return Some(Found::Files(files));
        }
        let document: Value = serde_json::from_slice(&self.text.encode(&value).ok()?).ok()?;
        if let Some(services) = document.get("list_services_response").or(document.get("listServicesResponse")) {
            let all = services.get("service").and_then(Value::as_array).cloned().unwrap_or_default();
            let name = |it: &Value| it.get("name").and_then(Value::as_str).map(str::to_owned);
            return Some(Found::Services(all.iter().filter_map(name).collect()));
        }
        let error = document.get("error_response").or(document.get("errorResponse"))?;
        let message = error.get("error_message").or(error.get("errorMessage")).and_then(Value::as_str);
        Some(Found::Nothing(message.unwrap_or("the server does not tell why").to_owned()))
    }
}

/// Returns the files in an answer.
fn files(codec: &Codec, value: &polywire_vm::Value) -> Option<Vec<Vec<u8>>> {
    use polywire_vm::Value;
    let Value::Struct(record) = value else { return None };
    let union = codec.types().structs.iter().find(|it| it.name.dotted() == RESPONSE)?;
    let at = union.fields.iter().position(|field| field.name == "message_response")?;
    let Value::Union(Some(held)) = record.fields.get(at)? else { return None };
    let Value::Struct(files) = &held.value else { return None };
    match (held.case, files.fields.first()?) {
        (0, Value::List(files)) => {
            let bytes = |file: &Value| if let Value::Bytes(bytes) = file { Some(bytes.clone()) } else { None };
            files.iter().map(bytes).collect()
        }
        _ => None,
    }
}

/// Returns the set of descriptors with these files, each behind those that it imports; or the names of imported files that are not
/// among them.
pub fn descriptor_set(files: &[Vec<u8>]) -> Result<Vec<u8>, Missing> {
    let mut all = BTreeMap::new();
    for file in files {
        let read = read_descriptor_set(&concatenated([file])).map_err(|error| Missing::Invalid(error.to_string()))?;
        all.extend(imports_of(&read).map(|(name, imports)| (name, (imports, file))));
    }
    let is_missing = |name: &&String| !all.contains_key(*name);
    let missing: BTreeSet<String> = all.values().flat_map(|(imports, _)| imports).filter(is_missing).cloned().collect();
    if !missing.is_empty() {
        return Err(Missing::Files(missing));
    }
    let mut ordered = Vec::new();
    let mut done = BTreeSet::new();
    // Files that import each other in a circle stay in any order; the front end tells about them.
    let mut left: Vec<&String> = all.keys().collect();
    while !left.is_empty() {
        let is_ready = |name: &&String| all[*name].0.iter().all(|import| done.contains(import));
        let ready: Vec<&String> = left.iter().copied().filter(is_ready).collect();
        let next = if ready.is_empty() { left.clone() } else { ready };
        left.retain(|name| !next.contains(name));
        for name in next {
            ordered.push(all[name].1);
            done.insert(name.clone());
        }
    }
    Ok(concatenated(ordered))
}

/// What a set lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Imported files.
    Files(BTreeSet<String>),
    /// A file is damaged.
    Invalid(String),
}

fn imports_of(set: &DescriptorSet) -> impl Iterator<Item = (String, Vec<String>)> + '_ {
    set.files.iter().map(|file| (file.name.clone(), file.imports.iter().map(|it| it.path.clone()).collect()))
}

fn concatenated<'f>(files: impl IntoIterator<Item = &'f Vec<u8>>) -> Vec<u8> {
    /// The key of the field of files.
    const FILE: u8 = 0x0a;
    let mut set = Vec::new();
    for file in files {
        set.push(FILE);
        // Writing to memory does not fail.
        let _ = delimited::write_record(&mut set, file);
    }
    set
}
