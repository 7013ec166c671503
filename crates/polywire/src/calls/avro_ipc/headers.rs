//! What stands in front of values, by the codecs of its schema.

use super::super::base64::{decoded, encoded};
use super::system_error;
use crate::codec::{Codecs, Transcoder};
use crate::schema::{Language, compile};
use crate::{Format, Options};
use polywire_front::LoadedFile;
use polywire_model::Model;
use serde_json::{Map, Value, json};
use std::fmt;

const FILE: &str = "ipc.avdl";
const SCHEMA: &str = include_str!("ipc.avdl");
const MODULE: &str = "org.apache.avro.ipc.";

/// Names and values beside a message.
pub type Meta = Vec<(String, Vec<u8>)>;

/// What a client knows of both protocols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handshake {
    /// The hash of its own protocol.
    pub client_hash: Vec<u8>,
    /// The text of its own protocol, if the server may not know it.
    pub client_protocol: Option<String>,
    /// The hash that it takes for that of the server's protocol.
    pub server_hash: Vec<u8>,
}

/// What a server makes of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What it knows.
    pub found: Match,
    /// Its own protocol, if the client does not know it, and the hash.
    pub server: Option<(String, Vec<u8>)>,
}

/// The protocols that are known to the side to which they do not belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// Both.
    Both,
    /// That of the client.
    Client,
    /// Not that of the client, so the call is not answered.
    None,
}

/// The bytes are not of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong(String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads and writes what stands in front of values.
pub struct Headers {
    model: Model,
    binary: Codecs,
    text: Codecs,
}

type Read<'b, T> = Result<(T, &'b [u8]), Wrong>;

impl Headers {
    /// Compiles the codecs.
    pub fn new() -> Option<Self> {
        let load = |_: &str| Ok(LoadedFile { name: FILE.to_owned(), bytes: SCHEMA.as_bytes().to_vec() });
        let model = compile(Language::Avdl, FILE, &load).model?;
        let of = |format: &'static Format, options: Options| Codecs::with(&model, format, &options).ok();
        let binary = of(crate::format("avro")?, Options { trailing_bytes: true, ..Options::default() })?;
        let text = of(crate::format("json")?, Options::default())?;
        Some(Self { model, binary, text })
    }

    /// Writes a handshake of a client.
    pub fn write_handshake(&self, it: &Handshake) -> Vec<u8> {
        let mut document = json!({"clientHash": encoded(&it.client_hash), "serverHash": encoded(&it.server_hash)});
        if let Some(text) = &it.client_protocol {
            document["clientProtocol"] = text.as_str().into();
        }
        self.write("HandshakeRequest", &document)
    }

    /// Reads a handshake of a client, and returns what is behind it.
    pub fn read_handshake<'b>(&self, bytes: &'b [u8]) -> Read<'b, Handshake> {
        let (it, rest) = self.read("HandshakeRequest", bytes)?;
        let handshake = Handshake {
            client_hash: bytes_of(&it, "clientHash").unwrap_or_default(),
            client_protocol: it["clientProtocol"].as_str().map(str::to_owned),
            server_hash: bytes_of(&it, "serverHash").unwrap_or_default(),
        };
        Ok((handshake, rest))
    }

    /// Writes a handshake of a server.
    pub fn write_reply(&self, it: &Reply) -> Vec<u8> {
        let found = match it.found {
            Match::Both => "BOTH",
            Match::Client => "CLIENT",
            Match::None => "NONE",
        };
        let mut document = json!({"match": found});
        if let Some((text, hash)) = &it.server {
            document["serverProtocol"] = text.as_str().into();
            document["serverHash"] = encoded(hash).into();
        }
        self.write("HandshakeResponse", &document)
    }

    /// Reads a handshake of a server, and returns what is behind it.
    pub fn read_reply<'b>(&self, bytes: &'b [u8]) -> Read<'b, Reply> {
        let (it, rest) = self.read("HandshakeResponse", bytes)?;
        let found = match it["match"].as_str() {
            Some("CLIENT") => Match::Client,
            Some("NONE") => Match::None,
            Some(_) | None => Match::Both,
        };
        let server = it["serverProtocol"].as_str().map(str::to_owned).zip(bytes_of(&it, "serverHash"));
        Ok((Reply { found, server }, rest))
    }

    /// Writes what stands in front of the parameters of a message.
    pub fn write_request(&self, meta: &Meta, message: &str) -> Vec<u8> {
        self.write("Request", &json!({"meta": document(meta), "message": message}))
    }

    /// Reads what stands in front of the parameters.
    pub fn read_request<'b>(&self, bytes: &'b [u8]) -> Read<'b, (Meta, String)> {
        let (it, rest) = self.read("Request", bytes)?;
        Ok(((meta(&it), it["message"].as_str().unwrap_or_default().to_owned()), rest))
    }

    /// Writes what stands in front of a response or an error.
    pub fn write_response(&self, meta: &Meta, is_error: bool) -> Vec<u8> {
        self.write("Response", &json!({"meta": document(meta), "isError": is_error}))
    }

    /// Reads what stands in front of a response or an error.
    pub fn read_response<'b>(&self, bytes: &'b [u8]) -> Read<'b, (Meta, bool)> {
        let (it, rest) = self.read("Response", bytes)?;
        Ok(((meta(&it), it["isError"] == Value::Bool(true)), rest))
    }

    /// Writes an error that the message does not declare.
    pub fn write_system_error(&self, status: u32, message: &str) -> Vec<u8> {
        let text = system_error::write(status, message);
        [self.write("Failure", &json!({"branch": 0})), self.write("SystemError", &json!({"text": text}))].concat()
    }

    /// Reads the place of an error among those of a message: 0 is what the message does not declare, and the number of others is that of the
    /// declared ones.
    pub fn read_branch<'b>(&self, bytes: &'b [u8]) -> Read<'b, u64> {
        let (it, rest) = self.read("Failure", bytes)?;
        // JSON has integers of 64 bits as texts, and leaves 0 out.
        let branch = match &it["branch"] {
            Value::Null => Some(0),
            branch => branch.as_str().and_then(|it| it.parse().ok()),
        };
        branch.map(|branch| (branch, rest)).ok_or_else(|| Wrong("the error is none of the message".to_owned()))
    }

    /// Reads the text of an error that the message does not declare.
    pub fn read_text<'b>(&self, bytes: &'b [u8]) -> Read<'b, String> {
        let (it, rest) = self.read("SystemError", bytes)?;
        Ok((it["text"].as_str().unwrap_or_default().to_owned(), rest))
    }

    fn write(&self, name: &str, document: &Value) -> Vec<u8> {
        let mut bytes = Vec::new();
        if let Some(mut transcoder) = self.transcoder(name, (&self.text, &self.binary)) {
            // Documents of this module are of the types.
            let _ = transcoder.transcode(document.to_string().as_bytes(), &mut bytes);
        }
        bytes
    }

    fn read<'b>(&self, name: &str, bytes: &'b [u8]) -> Read<'b, Value> {
        let wrong = |why: &dyn fmt::Display| Wrong(why.to_string());
        let mut text = Vec::new();
        let transcoder = self.transcoder(name, (&self.binary, &self.text));
        let mut transcoder = transcoder.ok_or_else(|| wrong(&"a codec is missing"))?;
        let (_, end) = transcoder.transcode_first(bytes, &mut text).map_err(|(_, refusal)| wrong(&refusal))?;
        let document = serde_json::from_slice(&text).map_err(|error| wrong(&error))?;
        Ok((document, bytes.get(end..).unwrap_or_default()))
    }

    fn transcoder(&self, name: &str, (from, to): (&Codecs, &Codecs)) -> Option<Transcoder> {
        let name = format!("{MODULE}{name}");
        Some(Transcoder::new(from.codec(&self.model, &name)?, to.codec(&self.model, &name)?))
    }
}

fn bytes_of(document: &Value, name: &str) -> Option<Vec<u8>> {
    document[name].as_str().and_then(decoded)
}

fn document(meta: &Meta) -> Value {
    Value::Object(meta.iter().map(|(name, value)| (name.clone(), encoded(value).into())).collect())
}

fn meta(document: &Value) -> Meta {
    let none = Map::new();
    let all = document["meta"].as_object().unwrap_or(&none);
    all.iter().map(|(name, value)| (name.clone(), value.as_str().and_then(decoded).unwrap_or_default())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_they_are_written() {
        let headers = Headers::new().expect("the codecs");
        let hash = vec![7; 16];
        for client_protocol in [None, Some("{}".to_owned())] {
            let it = Handshake { client_hash: vec![1; 16], client_protocol, server_hash: hash.clone() };
            let bytes = [headers.write_handshake(&it), b"rest".to_vec()].concat();
            assert_eq!(headers.read_handshake(&bytes), Ok((it, &b"rest"[..])));
        }
        for (found, server) in
            [(Match::Both, None), (Match::Client, Some(("{}".to_owned(), hash.clone()))), (Match::None, None)]
        {
            let it = Reply { found, server };
            assert_eq!(headers.read_reply(&headers.write_reply(&it)), Ok((it, &b""[..])));
        }
        let meta = vec![("a".to_owned(), vec![0, 255])];
        let bytes = headers.write_request(&meta, "add");
        assert_eq!(bytes, b"\x02\x02a\x04\x00\xff\x00\x06add");
        assert_eq!(headers.read_request(&bytes), Ok(((meta, "add".to_owned()), &b""[..])));
        assert_eq!(headers.write_response(&Vec::new(), true), [0, 1]);
        assert_eq!(headers.write_system_error(2, "no"), b"\x00\x04no");
        assert_eq!(headers.read_branch(b"\x04x"), Ok((2, &b"x"[..])));
        assert_eq!(headers.read_branch(b"\x00"), Ok((0, &b""[..])));
        assert!(headers.read_branch(b"\x01").is_err());
        assert!(headers.read_request(b"\x02").is_err());
    }
}
