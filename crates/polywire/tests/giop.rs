//! What tshark and the ORBs tell about messages of GIOP is what they are read as.

use crate::pages::root;
use polywire::codec::{Codecs, Transcoder};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The types of messages, by their numbers, and the members of bodies.
const TYPES: [(&str, &str); 8] = [
    ("Request", "request"),
    ("Reply", "reply"),
    ("CancelRequest", "cancel_request"),
    ("LocateRequest", "locate_request"),
    ("LocateReply", "locate_reply"),
    ("CloseConnection", "close_connection"),
    ("MessageError", "message_error"),
    ("Fragment", "fragment"),
];

/// Messages behind the fragments of another one, for which tshark tells the request id of that one, 12. Their octets say 14.
const OTHER_IDS: [&str; 3] =
    ["omni-1.1-049-c2s-Request.bin", "omni-1.1-050-s2c-Reply.bin", "omni-client-jacorb-server-1.1-048-c2s-Request.bin"];

pub(crate) fn format(name: &str) -> &'static polywire::Format {
    polywire::format(name).expect("a format")
}

/// Returns what turns messages of a format into JSON.
fn to_json(name: &str) -> Transcoder {
    let built_in = format(name).built_in.expect("types");
    let model = (built_in.model)();
    let codec = |name| {
        let codecs = Codecs::new(&model, format(name)).unwrap_or_else(|_| panic!("codecs of {name}"));
        codecs.codec(&model, built_in.message).expect("a codec")
    };
    Transcoder::new(codec(name), codec("json_plain"))
}

/// The files of a folder of the corpus whose names end like this.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = root().join("tests/corpus/corba").join(folder);
    let entries = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.filter(|path| path.to_string_lossy().ends_with(ending)).collect()
}

/// The messages that have a description, and it.
pub(crate) fn described() -> Vec<(PathBuf, Value)> {
    let jsons = files("giop", ".json").into_iter();
    let read = |path: PathBuf| {
        let told = serde_json::from_slice(&fs::read(&path).expect("a file")).expect("JSON");
        (path.with_extension("bin"), told)
    };
    jsons.map(read).collect()
}

#[test]
fn messages_are_read_as_others_read_them() {
    let mut transcoder = to_json("giop");
    let all = described();
    for (path, told) in &all {
        let mut json = Vec::new();
        let message = fs::read(path).expect("a file");
        assert!(transcoder.transcode(&message, &mut json).is_ok(), "{}", path.display());
        let value: Value = serde_json::from_slice(&json).expect("JSON");
        check_header(path, told, &value);
        check_body(path, told, &value);
    }
    assert_eq!(all.len(), 432);
}

fn check_header(path: &Path, told: &Value, value: &Value) {
    // Enumerators are numbers: versions by what is behind the point.
    assert_eq!(format!("1.{}", value["version"]), told["version"].as_str().expect("a version"), "{}", path.display());
    assert_eq!(value["little_endian"], told["byte_order"] == "little", "{}", path.display());
    assert_eq!(value["more_fragments"], told["more_fragments"] == true, "{}", path.display());
}

fn check_body(path: &Path, told: &Value, value: &Value) {
    let name = path.display();
    let (number, (_, member)) = (0..).zip(TYPES).find(|(_, (ty, _))| told["type"] == *ty).expect("a type");
    let body = &value["body"][member];
    assert!(value["body"].get(member).is_some(), "{name}: {value}");
    let tshark = &told["tshark"];
    if tshark.is_null() {
        return;
    }
    assert_eq!(tshark["type"], format!("{number}"), "{name}");
    // tshark takes the octets of fragments for the header of their first message.
    if member == "fragment" {
        return;
    }
    if let Some(id) = tshark["request_id"].as_str() {
        let id = if OTHER_IDS.iter().any(|it| path.ends_with(it)) { "14" } else { id };
        assert_eq!(body["request_id"].to_string(), id, "{name}");
    }
    if let Some(operation) = tshark["operation"].as_str() {
        assert_eq!(body["operation"], operation, "{name}");
    }
    if let (Some(status), "reply") = (tshark["reply_status"].as_str(), member) {
        assert_eq!(body["status"].to_string(), status, "{name}");
    }
    if let Some(is_expected) = tshark["response_expected"].as_str() {
        assert_eq!(body["response_flags"].to_string(), is_expected, "{name}");
    }
}

#[test]
fn references_are_read_as_catior_reads_them() {
    let mut transcoder = to_json("ior");
    let all = files("ior", ".catior.txt");
    for path in &all {
        let told = fs::read_to_string(path).expect("a text");
        let text = path.to_string_lossy().replace(".catior.txt", ".ior");
        let mut json = Vec::new();
        assert!(transcoder.transcode(&fs::read(&text).expect("a file"), &mut json).is_ok(), "{text}");
        let value: Value = serde_json::from_slice(&json).expect("JSON");
        let type_id = format!("Type ID: {}", value["type_id"]);
        assert!(told.contains(&type_id), "{text}: {type_id}");
        for (profile, number) in value["profiles"].as_array().expect("a list").iter().zip(1..) {
            let iiop = &profile["iiop"];
            let Some(host) = iiop["host"].as_str() else { continue };
            let address = format!("{number}. IIOP {}.{} {host} {} ", iiop["major"], iiop["minor"], iiop["port"]);
            assert!(told.contains(&address), "{text}: {address}");
        }
        assert_eq!(components_of(&value), told.matches(" TAG_").count(), "{text}");
    }
    assert_eq!(all.len(), 11);
}

/// Returns the number of components of all profiles.
fn components_of(reference: &Value) -> usize {
    let profiles = reference["profiles"].as_array().expect("a list");
    let lists = profiles.iter().map(|it| it["iiop"].get("components").unwrap_or(&it["components"]["components"]));
    lists.filter_map(Value::as_array).map(Vec::len).sum()
}

/// URLs that omniORB refuses, but that the specification allows: without a key, and with an address of another protocol.
const ALLOWED: [&str; 2] = ["corbaloc::host", "corbaloc:IIOP:host/k"];
/// URLs that omniORB reads as its own protocol for SSL, and with a host that it finds out.
const OTHERWISE: [&str; 2] = ["corbaloc:ssliop:host/k", "corbaloc::/k"];

#[test]
fn urls_are_read_as_omniorb_reads_them() {
    let (mut urls, mut references) = (to_json("corbaloc"), to_json("ior"));
    let read = |transcoder: &mut Transcoder, text: &str| {
        let mut json = Vec::new();
        let is_read = transcoder.transcode(text.as_bytes(), &mut json).is_ok();
        is_read.then(|| serde_json::from_slice::<Value>(&json).expect("JSON"))
    };
    let told = fs::read_to_string(root().join("tests/corpus/corba/corbaloc/omniorb.tsv")).expect("a file");
    for line in told.lines() {
        let (text, reference) = line.split_once('\t').expect("two columns");
        let url = read(&mut urls, text);
        match (url, read(&mut references, reference)) {
            (Some(_), None) => assert!(ALLOWED.contains(&text), "{text}"),
            (Some(url), Some(reference)) if !OTHERWISE.contains(&text) => {
                let key = &reference["profiles"][0]["iiop"]["object_key"];
                assert_eq!((addresses(&url), &url["object_key"]), (profiles(&reference), key), "{text}");
            }
            (None, Some(_)) => panic!("{text}: omniORB reads it"),
            (Some(_), Some(_)) | (None, None) => {}
        }
    }
    assert_eq!(told.lines().count(), 24);
}

/// The hosts and ports of a URL.
fn addresses(url: &Value) -> Vec<[String; 2]> {
    let all = url["addresses"].as_array().expect("a list").iter();
    all.map(|it| ["host", "port"].map(|part| it["internet"][part].to_string())).collect()
}

/// The hosts and ports of a reference, those of alternate addresses included.
fn profiles(reference: &Value) -> Vec<[String; 2]> {
    let host_and_port = |it: &Value| ["host", "port"].map(|part| it[part].to_string());
    let profiles = reference["profiles"].as_array().expect("a list").iter();
    let of_profile = |it: &Value| match it.get("iiop") {
        Some(iiop) => vec![host_and_port(iiop)],
        None => {
            let components = it["components"]["components"].as_array().expect("a list").iter();
            components.map(|it| host_and_port(&it["alternate_iiop_address"])).collect()
        }
    };
    profiles.flat_map(of_profile).collect()
}
