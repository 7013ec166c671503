//! Where objects are: references and URLs of CORBA.

use super::super::base64::{decoded, encoded};
use super::json_of;
use crate::codec::{Codec, Codecs, Transcoder};
use polywire_model::Model;
use polywire_model::giop::{REFERENCE, URL, model, url_model};
use serde_json::{Value, json};

/// Where an object is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The host.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The minor version of GIOP that the server understands, from 0 to 2.
    pub minor: u8,
    /// Names the object in the server.
    pub key: Vec<u8>,
    /// The reference tells in which sets of characters texts may be.
    pub sets: Option<Sets>,
}

/// The sets of characters of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sets {
    /// Texts are in UTF-8, and not in ISO 8859-1.
    pub is_utf8: bool,
}

/// An object, or one that a naming service knows by this name: components of an id and a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Its addresses, the first one first.
    Object(Vec<Address>),
    /// The addresses of the naming service, and the name as JSON.
    Named(Vec<Address>, Value),
}

const IIOP_PORT: u16 = 2809;

/// Reads `IOR:…`, `corbaloc:…`, `corbaname:…`, or a reference as the JSON of a result has it; returns what is wrong.
pub fn found(url: &str) -> Result<Found, String> {
    let is = |scheme: &str| url.get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme));
    if is("ior:") {
        return Ok(Found::Object(addresses(&reference(url)?, "the reference")?));
    }
    if is("{") {
        let document = serde_json::from_str(url).map_err(|error| format!("the reference is no JSON: {error}"))?;
        return Ok(Found::Object(addresses(&document, "the reference")?));
    }
    if !is("corbaloc:") && !is("corbaname:") {
        return Err(format!(
            "`{url}` is no object; write it as in `corbaloc:iiop:1.2@host:2809/Key`, `corbaname::host#name` or `IOR:…`"
        ));
    }
    let document = document(url, ("corbaloc", URL, &url_model()))?;
    let key = bytes(&document, "objectKey");
    let all = document.get("addresses").and_then(Value::as_array).cloned().unwrap_or_default();
    let address = |it: &Value| {
        let it = it.get("internet")?;
        let port = number(it, "port").filter(|port| *port != 0).unwrap_or(IIOP_PORT);
        Some(Address { host: text(it, "host"), port, minor: minor(it), key: key.clone(), sets: None })
    };
    let addresses: Vec<Address> = all.iter().filter_map(address).collect();
    if addresses.is_empty() {
        return Err(format!("`{url}` names no host; initial references of an ORB (`rir:`) are not known here"));
    }
    Ok(match document.get("name").filter(|name| name.get("components").is_some()) {
        Some(name) => Found::Named(addresses, name.clone()),
        None => Found::Object(addresses),
    })
}

/// Returns the addresses of a reference, given as JSON; or what is wrong with it.
pub fn addresses(reference: &Value, what: &str) -> Result<Vec<Address>, String> {
    let profiles = reference.get("profiles").and_then(Value::as_array).cloned().unwrap_or_default();
    if profiles.is_empty() {
        return Err(format!("{what} is to no object"));
    }
    let profile = |it: &Value| it.get("iiop").cloned().or_else(|| of_octets(it));
    let all: Vec<Address> = profiles.iter().filter_map(profile).flat_map(|it| of_profile(&it)).collect();
    if all.is_empty() { Err(format!("{what} has no address on the Internet (IIOP)")) } else { Ok(all) }
}

/// Returns a profile of IIOP whose octets are given, as values of the type `Object` have it.
fn of_octets(profile: &Value) -> Option<Value> {
    /// A reference without a type and with one profile, little-endian, up to the length of the profile.
    const HEAD: [u8; 20] = [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
    let is_iiop = profile.get("tag").is_none_or(|tag| *tag == 0);
    let data = profile.get("data").and_then(Value::as_str).and_then(decoded).filter(|_| is_iiop)?;
    let len = u32::try_from(data.len()).ok()?.to_le_bytes();
    let digits: String = [&HEAD[..], &len, &data].concat().iter().map(|byte| format!("{byte:02x}")).collect();
    let reference = reference(&format!("IOR:{digits}")).ok()?;
    reference.pointer("/profiles/0/iiop").cloned()
}

fn reference(text: &str) -> Result<Value, String> {
    document(text, ("ior", REFERENCE, &model()))
}

fn of_profile(profile: &Value) -> Vec<Address> {
    let components = profile.get("components").and_then(Value::as_array).cloned().unwrap_or_default();
    let sets = components.iter().find_map(|it| it.get("codeSets")).map(|sets| {
        let chars = sets.get("forChar");
        let native = chars.and_then(|it| it.get("native"));
        let others = chars.and_then(|it| it.get("conversions")).and_then(Value::as_array);
        let is_utf8 = native.into_iter().chain(others.into_iter().flatten()).any(|it| it == "UTF_8");
        Sets { is_utf8 }
    });
    let at = |it: &Value| Address {
        host: text(it, "host"),
        port: number(it, "port").unwrap_or_default(),
        minor: minor(profile),
        key: bytes(profile, "objectKey"),
        sets,
    };
    let others = components.iter().filter_map(|it| it.get("alternateIiopAddress")).map(at);
    std::iter::once(at(profile)).chain(others).collect()
}

/// Returns a reference as text to an object of this type, which understands GIOP 1.2, UTF-8 and UTF-16.
pub fn reference_to(repository_id: &str, (host, port): (&str, u16), key: &[u8]) -> Option<String> {
    let chars = json!({"native": "UTF_8", "conversions": ["ISO_8859_1"]});
    let sets = json!({"forChar": chars, "forWchar": {"native": "UTF_16", "conversions": []}});
    let iiop = json!({
        "major": 1,
        "minor": 2,
        "host": host,
        "port": port,
        "objectKey": encoded(key),
        "components": [{"codeSets": sets}],
    });
    let document = json!({"typeId": repository_id, "profiles": [{"iiop": iiop}]}).to_string();
    let (writes, reads) = codecs("ior", REFERENCE, &model())?;
    let mut text = Vec::new();
    Transcoder::new(reads, writes).transcode(document.as_bytes(), &mut text).ok()?;
    String::from_utf8(text).ok().map(|text| text.trim_end().to_owned())
}

/// Returns the codecs of a type: in a format, and as JSON.
fn codecs(format: &str, ty: &str, model: &Model) -> Option<(Codec, Codec)> {
    let codec = |name: &str| -> Option<Codec> { Codecs::new(model, crate::format(name)?).ok()?.codec(model, ty) };
    codec(format).zip(codec("json"))
}

fn document(url: &str, (format, ty, model): (&str, &str, &Model)) -> Result<Value, String> {
    let (reads, writes) = codecs(format, ty, model).ok_or("the codecs of references cannot be made")?;
    json_of(&mut Transcoder::new(reads, writes), url.as_bytes()).map_err(|why| format!("`{url}` is no object: {why}"))
}

fn text(it: &Value, name: &str) -> String {
    it.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn bytes(it: &Value, name: &str) -> Vec<u8> {
    it.get(name).and_then(Value::as_str).and_then(decoded).unwrap_or_default()
}

fn number(it: &Value, name: &str) -> Option<u16> {
    it.get(name).and_then(Value::as_u64).and_then(|number| number.try_into().ok())
}

fn minor(it: &Value) -> u8 {
    number(it, "minor").map_or(0, |minor| u8::try_from(minor.min(2)).unwrap_or(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_name_objects() {
        let text = reference_to("IDL:Bank/Branch:1.0", ("a", 99), b"Key").expect("a reference");
        let (host, key, sets) = ("a".to_owned(), b"Key".to_vec(), Some(Sets { is_utf8: true }));
        assert_eq!(found(&text), Ok(Found::Object(vec![Address { host, port: 99, minor: 2, key, sets }])));
    }

    #[test]
    fn urls_name_objects() {
        let object =
            |host: &str, port, minor| Address { host: host.to_owned(), port, minor, key: b"Key".to_vec(), sets: None };
        let all = vec![object("a", 99, 2), object("b", 2809, 0)];
        assert_eq!(found("corbaloc:iiop:1.2@a:99,:b/Key"), Ok(Found::Object(all)));
        let Ok(Found::Named(at, name)) = found("corbaname::a:99#x.y/z") else { panic!("a name") };
        assert_eq!((at[0].host.as_str(), at[0].key.as_slice()), ("a", &b"NameService"[..]));
        assert_eq!(name["components"][0]["kind"], "y");
        let opaque = r#"{"profiles": [{"data": "AQECAAoAAAAxMjcuMC4wLjEAH+IOAAAA/r1WC2sAAFAMAAAAAAAAAAAAAAA="}]}"#;
        let Ok(Found::Object(at)) = found(opaque) else { panic!("an object") };
        assert_eq!((at[0].host.as_str(), at[0].port, at[0].key.len()), ("127.0.0.1", 57887, 14));
        for (url, expected) in [
            ("{", "is no JSON"),
            ("{\"profiles\": []}", "the reference is to no object"),
            ("http://a", "is no object; write it as in"),
            ("corbaloc:rir:/NameService", "names no host"),
            ("IOR:00", "is no object: "),
            ("corbaloc:", "is no object: "),
        ] {
            let error = found(url).expect_err(url);
            assert!(error.contains(expected), "{url}: {error}");
        }
    }
}
