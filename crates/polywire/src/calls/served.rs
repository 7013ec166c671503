//! What a server tells about its schema.

use super::base64::encoded;
use super::reflection::{FILE, SCHEMA};
use super::{Found, Query};
use crate::schema::{DescriptorSet, Language, compile};
use polywire_front::LoadedFile;
use polywire_front::proto::{SourceOptions, write_descriptor_set};
use polywire_model::Model;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The service that tells whether a server is ready.
pub const HEALTH: &str = "grpc.health.v1.Health";
const HEALTH_FILE: &str = "health.proto";
const HEALTH_SCHEMA: &str = include_str!("health.proto");

/// The services and files of a server.
pub struct Served {
    services: Vec<String>,
    /// Serialized, by name.
    files: BTreeMap<String, Vec<u8>>,
    /// The names of files by what they declare.
    declared: BTreeMap<String, String>,
}

impl Served {
    /// Includes reflection and health. Schemas of other languages than `.proto` have no descriptors, so only the names of their services are
    /// told.
    pub fn new(model: &Model, descriptors: &DescriptorSet) -> Option<Self> {
        let mut served = Self { services: Vec::new(), files: BTreeMap::new(), declared: BTreeMap::new() };
        served.add(model, descriptors);
        for (name, text) in [(FILE, SCHEMA), (HEALTH_FILE, HEALTH_SCHEMA)] {
            let load = |_: &str| Ok(LoadedFile { name: name.to_owned(), bytes: text.as_bytes().to_vec() });
            let compiled = compile(Language::Proto, name, &load);
            served.add(&compiled.model?, &compiled.descriptors?);
        }
        served.services.sort();
        Some(served)
    }

    fn add(&mut self, model: &Model, descriptors: &DescriptorSet) {
        for file in &descriptors.files {
            let set = DescriptorSet {
                files: vec![file.clone()],
                is_stripped: descriptors.is_stripped,
                ..DescriptorSet::default()
            };
            self.files.insert(file.name.clone(), only_file(&write_descriptor_set(&set, SourceOptions::Strip)));
        }
        for decl in &model.decls {
            self.declared.insert(decl.path(), decl.file.clone());
        }
        for service in &model.services {
            self.services.push(service.path());
            self.declared.insert(service.path(), service.file.clone());
            for method in &service.methods {
                self.declared.insert(format!("{}.{}", service.path(), method.name), service.file.clone());
            }
        }
    }

    /// Answers a question.
    pub fn find(&self, query: &Query) -> Found {
        let file = match query {
            Query::Services => return Found::Services(self.services.clone()),
            Query::Declaring(name) => self.declared.get(name.trim_start_matches('.')),
            Query::File(name) => Some(name),
        };
        match file.and_then(|name| self.files.get(name)) {
            Some(file) => Found::Files(vec![file.clone()]),
            None => Found::Nothing("there is no such file or declaration".to_owned()),
        }
    }
}

/// Returns the file in a set of one.
fn only_file(set: &[u8]) -> Vec<u8> {
    // Behind the key is the size, a varint.
    let size = set.iter().skip(1).take_while(|byte| **byte >= 0x80).count() + 1;
    set.get(1 + size..).unwrap_or_default().to_vec()
}

/// Returns an answer as JSON.
pub(super) fn document(found: &Found) -> Value {
    /// `NOT_FOUND`.
    const NOT_FOUND: u32 = 5;
    match found {
        Found::Services(names) => {
            let all: Vec<Value> = names.iter().map(|name| json!({"name": name})).collect();
            json!({"list_services_response": {"service": all}})
        }
        Found::Files(files) => {
            let all: Vec<String> = files.iter().map(|file| encoded(file)).collect();
            json!({"file_descriptor_response": {"file_descriptor_proto": all}})
        }
        Found::Nothing(why) => json!({"error_response": {"error_code": NOT_FOUND, "error_message": why}}),
    }
}
