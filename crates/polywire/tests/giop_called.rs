//! Messages of GIOP whose bodies have the types of the interfaces of tests/corpus/corba/kitchen.idl.

use crate::giop::{described, format};
use crate::pages::root;
use polywire::codec::{Codecs, Transcoder};
use polywire::schema::compile_idl_files;
use polywire::{BuiltIn, Model};
use polywire_front::{LoadError, LoadedFile};
use polywire_model::Called;
use polywire_stream::giop::Fragments;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn built_in() -> BuiltIn {
    format("giop").built_in.expect("types")
}

/// Returns the schema of an IDL text, with messages that call what a name means.
fn typed(text: &str, wanted: Option<&str>) -> Result<Model, String> {
    let loader = |name: &str| match name {
        "a.idl" => Ok(LoadedFile { name: name.to_owned(), bytes: text.to_owned().into() }),
        _ => Err(LoadError::NotFound),
    };
    let compiled = compile_idl_files(&["a.idl"], &loader);
    let mut model = compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    // In the sessions, strings are in UTF-8.
    model.options = model.options.with("cdr.char_set=utf-8").expect("an option");
    let calls = built_in().calls.expect("calls");
    let find = |wanted: &str| (calls.named)(&model).into_iter().find(|(name, _)| name == wanted).expect("a name").1;
    (calls.typed)(&model, &wanted.map_or(Called::Any, find))
}

/// Reads messages, shows them and writes them again.
struct Reader {
    json: Transcoder,
    again: Transcoder,
}

impl Reader {
    fn of(model: &Model) -> Self {
        let codecs = |name| Codecs::new(model, format(name)).unwrap_or_else(|problems| panic!("{problems:?}"));
        let codec = |codecs: &Codecs| codecs.codec(model, built_in().message).expect("a codec");
        let (giop, json) = (codecs("giop"), codecs("json_plain"));
        Self { json: Transcoder::new(codec(&giop), codec(&json)), again: Transcoder::new(codec(&giop), codec(&giop)) }
    }

    /// Returns the value; a message that is accepted comes out as it was, but for padding that was not zero.
    fn read(&mut self, message: &[u8], about: &Path) -> Option<Value> {
        let (mut json, mut again) = (Vec::new(), Vec::new());
        self.json.transcode(message, &mut json).ok()?;
        assert!(self.again.transcode(message, &mut again).is_ok(), "{}", about.display());
        assert_eq!(again.len(), message.len(), "{}", about.display());
        let is_kept = |(new, old): (&u8, &u8)| new == old || *new == 0;
        assert!(again.iter().zip(message).all(is_kept), "{}", about.display());
        Some(serde_json::from_slice(&json).expect("JSON"))
    }
}

fn kitchen() -> String {
    fs::read_to_string(root().join("tests/corpus/corba/kitchen.idl")).expect("a file")
}

/// The member of a union that is held.
fn held(union: &Value) -> Option<&str> {
    union.as_object()?.keys().next().map(String::as_str)
}

/// The sessions with the interface, in which no other set of characters was negotiated.
fn sessions() -> Vec<(std::path::PathBuf, Value)> {
    let is_own = |told: &Value| {
        let session = told["session"].as_str().unwrap_or_default();
        session.starts_with("omni-") || session.starts_with("jacorb-")
    };
    described().into_iter().filter(|(_, told)| is_own(told) && told["more_fragments"] == false).collect()
}

#[test]
fn requests_hold_what_operations_take() {
    let mut reader = Reader::of(&typed(&kitchen(), None).expect("interfaces"));
    let (mut counts, mut refused) = (BTreeMap::new(), 0);
    for (path, told) in sessions().iter().filter(|(_, told)| told["type"] == "Request") {
        let Some(operation) = told["tshark"]["operation"].as_str() else { continue };
        let Some(value) = reader.read(&fs::read(path).expect("a file"), path) else {
            refused += 1;
            continue;
        };
        let case = held(&value["body"]["request"]["body"]).expect("a body");
        let is_known = operation != "no_such_op";
        assert_eq!(case, if is_known { operation.trim_start_matches('_') } else { "other" }, "{}", path.display());
        *counts.entry(operation.to_owned()).or_insert(0) += 1;
    }
    // The client of omniORB sends booleans that were never set, which are neither 0 nor 1.
    assert_eq!((counts.values().sum::<i32>(), refused), (144, 15), "{counts:?}");
}

#[test]
fn replies_hold_what_the_operation_returns() {
    let all = sessions();
    // A session can have several connections, so requests right in front of replies are taken.
    let key = |told: &Value, before: u64| {
        let id = told["tshark"]["request_id"].as_str()?;
        Some((told["session"].to_string(), told["index"].as_u64()?.checked_sub(before)?, id.to_owned()))
    };
    let requests = all.iter().filter(|(_, told)| told["type"] == "Request");
    let operations: BTreeMap<_, &str> =
        requests.filter_map(|(_, told)| Some((key(told, 0)?, told["tshark"]["operation"].as_str()?))).collect();
    let mut readers: BTreeMap<&str, Reader> = BTreeMap::new();
    let mut counts = BTreeMap::new();
    for (path, told) in all.iter().filter(|(_, told)| told["type"] == "Reply") {
        let operation = key(told, 1).and_then(|key| operations.get(&key));
        let Some(operation) = operation.filter(|it| **it != "no_such_op") else { continue };
        let reader = readers.entry(operation).or_insert_with(|| {
            let wanted = format!("Corpus.Echo.{operation}");
            Reader::of(&typed(&kitchen(), Some(&wanted)).expect("an operation"))
        });
        let value = reader.read(&fs::read(path).expect("a file"), path);
        let reply = value.as_ref().map(|value| &value["body"]["reply"]["body"]);
        let case = match reply.and_then(held) {
            Some("user_exception") => reply.and_then(|it| held(&it["user_exception"]["members"])),
            case => case,
        };
        *counts.entry(case.unwrap_or("refused").to_owned()).or_insert(0) += 1;
    }
    // As in requests, booleans that were never set are refused.
    let expected = [("nothing", 3), ("oops", 13), ("refused", 6), ("results", 63), ("system_exception", 15)];
    assert_eq!(counts, expected.map(|(case, count)| (case.to_owned(), count)).into());
}

/// The server returns the octets that it was sent; both are in fragments.
#[test]
fn messages_in_fragments_have_the_types_of_the_schema() {
    let mut reader = Reader::of(&typed(&kitchen(), Some("Corpus.Echo.blob")).expect("an operation"));
    let mut whole = |[first, last]: [&str; 2]| {
        let paths = [first, last].map(|name| root().join("tests/corpus/corba/giop").join(name));
        let stream = paths.each_ref().map(|path| fs::read(path).expect("a file")).concat();
        let (mut fragments, mut stream, mut message) = (Fragments::default(), stream.as_slice(), Vec::new());
        assert!(fragments.read_message(&mut stream, 1 << 20, &mut message).expect("a message"));
        let value = reader.read(&message, &paths[0]).expect("accepted");
        assert!(!fragments.read_message(&mut stream, 1 << 20, &mut message).expect("the end"));
        value
    };
    let request = whole(["omni-1.1-045-c2s-Request.bin", "omni-1.1-046-c2s-Fragment.bin"]);
    let reply = whole(["omni-1.1-047-s2c-Reply.bin", "omni-1.1-048-s2c-Fragment.bin"]);
    let sent = request["body"]["request"]["body"]["blob"]["o"].as_str().expect("octets");
    assert_eq!(reply["body"]["reply"]["body"]["results"]["result"], *sent);
    // 20,000 octets in base64.
    assert_eq!(sent.len(), 26668);
}

#[test]
fn schemas_without_one_meaning_are_refused() {
    for (text, wanted, problem) in [
        (
            "struct S { long a; };",
            None,
            "the schema has no interfaces of IDL; leave it out, and the bodies of messages are octets",
        ),
        (
            "interface A { void f(in long a); }; interface B { void f(in short a); };",
            None,
            "`A` and `B` have an operation `f` with different parameters, and requests do not name the interface; choose one with \
             `--type A`, or leave one out of the schema",
        ),
        (
            "module IOP { struct S { long a; }; interface A { void f(); }; };",
            None,
            "the schema declares `IOP.S`, but this module is built in; leave it out",
        ),
    ] {
        assert_eq!(typed(text, wanted).map(|_| ()), Err(problem.to_owned()));
    }
    for (text, wanted) in [
        ("interface A { void f(in long a); }; interface B { void f(in short a); };", Some("B")),
        ("interface A { void f(in long a); }; interface B { void f(in long a); };", None),
        (
            "interface A { void f(in long a); }; interface B : A { void g(); }; interface C : A { }; interface D : B, C { };",
            None,
        ),
    ] {
        assert!(typed(text, wanted).is_ok(), "{text}");
    }
}

/// A request of GIOP 1.2 with the operation `f`, without octets behind its service contexts.
const REQUEST: &str = "47494f5001020000 00000020 00000005 03000000 00000000 000000016b000000 0000000266000000 00000000";

fn hex(digits: &str) -> Vec<u8> {
    let digits: Vec<u32> = digits.chars().filter_map(|digit| digit.to_digit(16)).collect();
    digits.chunks(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect()
}

#[test]
fn bodies_without_octets_are_not_padded() {
    for text in ["interface A { void f(); };", "struct S { }; interface A { void f(in S x); };"] {
        let mut reader = Reader::of(&typed(text, None).expect("an interface"));
        let message = hex(REQUEST);
        let value = reader.read(&message, Path::new(text)).expect("accepted");
        assert_eq!(held(&value["body"]["request"]["body"]), Some("f"), "{text}");
    }
}

/// The same value twice, and then null; positions count from the start of the message.
#[test]
fn values_are_shared_in_a_body() {
    let text = "valuetype Node { public long v; public Node next; }; interface A { void f(in Node a, in Node b, in Node c); };";
    let mut reader = Reader::of(&typed(text, None).expect("an interface"));
    let values = "7fffff00 00000007 00000000 ffffffff fffffff0 00000000";
    let message = REQUEST.replace("00000020", "0000003c") + "00000000" + values;
    let value = reader.read(&hex(&message), Path::new(text)).expect("accepted");
    let held = &value["body"]["request"]["body"]["f"];
    assert_eq!(held.to_string(), r#"{"a":{"Node":{"next":{},"v":7}},"b":{"same":0},"c":{}}"#);
    assert_eq!(reader.read(&hex(&message.replace("fffffff0", "fffffff4")), Path::new(text)), None);
}

/// Values have chunks and ids in both orders, in results too.
#[test]
fn results_hold_derived_values() {
    let text = "valuetype Base { public long a; }; valuetype Derived : truncatable Base { public string s; };
        interface A { Base f(); };";
    let mut reader = Reader::of(&typed(text, Some("A.f")).expect("an operation"));
    let ids = "00000002 00000010 49444c3a446572697665643a312e3000 0000000d 49444c3a426173653a312e3000 000000";
    let body = format!("7fffff0e {ids} 0000000e 00000005 00000006 68656c6c6f00 0000 ffffffff");
    let message = format!("47494f5001020001 00000054 00000005 00000000 00000000 {body}");
    let value = reader.read(&hex(&message), Path::new(text)).expect("accepted");
    let held = &value["body"]["reply"]["body"]["results"]["result"];
    assert_eq!(held.to_string(), r#"{"Derived":{"a":5,"s":"hello"}}"#);
}

#[test]
fn replies_belong_to_the_operation_of_a_name_if_there_is_one_meaning() {
    let loader = |name: &str| {
        let text =
            "interface A { long f(); long g(); }; interface B { long f(); short g(); }; interface C : B { void h(); };";
        Ok(LoadedFile { name: name.to_owned(), bytes: text.into() })
    };
    let model = compile_idl_files(&["a.idl"], &loader).model.expect("a schema");
    let calls = built_in().calls.expect("calls");
    let replying = |called: &Called, name: &str| (calls.replying)(&model, called, name);
    let service = |wanted: &str| (calls.named)(&model).into_iter().find(|(name, _)| name == wanted).expect("a name").1;
    for (name, is_known) in [("f", true), ("g", false), ("h", true), ("_is_a", true), ("other", false)] {
        assert_eq!(replying(&Called::Any, name).is_some(), is_known, "{name}");
    }
    assert!(replying(&service("C"), "g").is_some() && replying(&service("A"), "h").is_none());
}

#[test]
fn the_context_is_behind_the_parameters() {
    let text = "interface A { void f(in octet o) context (\"x\"); };";
    let mut reader = Reader::of(&typed(text, None).expect("an interface"));
    let body = "07000000 00000002 00000002 7800 0000 00000002 7900";
    let message = REQUEST.replace("00000020", "0000003a").to_owned() + "00000000" + body;
    let value = reader.read(&hex(&message), Path::new(text)).expect("accepted");
    let held = &value["body"]["request"]["body"]["f"];
    assert_eq!(held.to_string(), r#"{"context":["x","y"],"parameters":{"o":7}}"#);
}

#[test]
fn wide_characters_have_the_form_of_the_version() {
    let text = "interface A { void f(in wchar c); };";
    let mut reader = Reader::of(&typed(text, None).expect("an interface"));
    let old = "47494f50010%0000 00000022 00000000 00000005 01000000 000000016b000000 0000000266000000 00000000 0041";
    let [first, second] = ["0", "1"].map(|minor| {
        let message = old.replace('%', minor);
        reader.read(&hex(&message), Path::new(text))
    });
    assert_eq!(first, None, "GIOP 1.0 has none");
    assert_eq!(second.expect("accepted")["body"]["request"]["body"]["f"]["c"], 65);
    let new = REQUEST.replace("00000020", "00000027") + "00000000 02 0041";
    let value = reader.read(&hex(&new), Path::new(text)).expect("accepted");
    assert_eq!(value["body"]["request"]["body"]["f"]["c"], 65);
}
