//! Protocols, as both sides tell them.

use crate::schema::{Algorithm, AvroSchema, Language, compile, fingerprint, print_avpr};
use polywire_front::LoadedFile;
use polywire_model::{Method, Model, Service};

/// A protocol.
#[derive(Clone, Debug)]
pub struct Protocol {
    /// Its text, JSON.
    pub text: String,
    /// The MD5 hash of the text.
    pub hash: Vec<u8>,
    /// Its types and messages; the service is the last one.
    pub model: Model,
}

const FILE: &str = "protocol.avpr";

impl Protocol {
    /// Returns the protocol of a service of a schema.
    pub fn of(schema: &AvroSchema, service: &Service) -> Option<Self> {
        let is_own = |it: &polywire_front::avro::tree::Protocol| {
            let name = &it.name;
            let full =
                if name.namespace.is_empty() { name.name.clone() } else { format!("{}.{}", name.namespace, name.name) };
            full == service.path()
        };
        let file = schema.files.iter().find(|file| file.protocol.as_ref().is_some_and(is_own))?;
        Self::read(&print_avpr(schema, file)?).ok()
    }

    /// Reads the text of a protocol.
    pub fn read(text: &str) -> Result<Self, String> {
        let load = |_: &str| Ok(LoadedFile { name: FILE.to_owned(), bytes: text.as_bytes().to_vec() });
        let compiled = compile(Language::Avpr, FILE, &load);
        let Some(model) = compiled.model else {
            let first = compiled.diagnostics.iter().map(|it| it.message.clone()).next();
            return Err(first.unwrap_or_else(|| "it is no protocol".to_owned()));
        };
        Ok(Self { text: text.to_owned(), hash: fingerprint(text, Algorithm::Md5), model })
    }

    /// A protocol for questions about that of the server. Avro for Python fails if there is no message at all.
    pub fn question() -> Result<Self, String> {
        let message = "{\"none\":{\"request\":[],\"response\":\"null\"}}";
        Self::read(&format!("{{\"protocol\":\"Question\",\"types\":[],\"messages\":{message}}}"))
    }

    /// Returns a message.
    pub fn message(&self, name: &str) -> Option<&Method> {
        self.model.services.iter().flat_map(|it| &it.methods).find(|it| it.name == name)
    }
}
