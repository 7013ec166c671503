//! Every engine reads and writes MessagePack of the corpus with a schema: `tests/corpus/msgpack`.

use polywire::schema::{Language, compile};
use polywire::{LoadError, LoadedFile, Model};
use polywire_cross_engine::{
    Answer, Engine, Request, Subject, broken_copies, bytecode, disagreements, engines, from_hex, repository, to_hex,
};
use serde_json::{Value, json};
use std::path::PathBuf;

const TYPE: &str = "messages.Any";

fn path(name: &str) -> PathBuf {
    repository("tests/corpus/msgpack").join(name)
}

fn cases(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn subject() -> Subject {
    subject_with("msgpack_any", &[])
}

/// The schema with options of formats.
fn subject_with(name: &str, choices: &[&str]) -> Subject {
    let loader = |name: &str| {
        let bytes = std::fs::read(path(name)).map_err(|_| LoadError::NotFound)?;
        Ok(LoadedFile { name: name.to_owned(), bytes })
    };
    let compiled = compile(Language::Proto, "any.proto", &loader);
    let mut model: Model = compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    model.options = choices.iter().fold(model.options, |options, choice| options.with(choice).expect("a choice"));
    Subject::new(name, model, &["msgpack", "json", "raw"])
}

fn request((from, to): (&str, &str), input: &[u8]) -> Request {
    let (ty, from, to, input) = (TYPE.to_owned(), from.to_owned(), to.to_owned(), input.to_vec());
    Request { ty, from, to, input, schema: None, settings: vec![] }
}

fn ask(engine: &mut Box<dyn Engine>, formats: (&str, &str), input: &[u8]) -> Answer {
    engine.run(&[request(formats, input)]).remove(0)
}

/// A message with a value as a member.
fn with_member(name: &str, value: &[u8]) -> Vec<u8> {
    [&[0x81, 0xa0 | name.len() as u8], name.as_bytes(), value].concat()
}

/// A message with a value as an unknown member, and another one behind it.
fn as_unknown(value: &[u8]) -> Vec<u8> {
    [b"\x82\xa1?", value, b"\xa6narrow\x07"].concat()
}

/// A value of a case that has a type in the schema: the member, and its JSON.
fn typed(value: &Value) -> Option<(&'static str, Value)> {
    if let Some(flag) = value.as_bool() {
        return Some(("flag", flag.into()));
    }
    let ints = |parts: &Value| -> Option<Vec<Value>> {
        parts.as_array()?.iter().map(|part| part["int"].as_str().map(Value::from)).collect()
    };
    let (kind, inner) = value.as_object()?.iter().next()?;
    Some(match kind.as_str() {
        "int" if inner.as_str()?.parse::<i64>().is_ok() => ("signed", inner.clone()),
        "int" => ("unsigned", inner.clone()),
        "str" => ("text", inner.clone()),
        "bin_hex" => ("data", base64(&from_hex(inner.as_str()?)).into()),
        "f64_hex" => ("float", float(u64::from_str_radix(inner.as_str()?, 16).ok()?)),
        "array" => ("list", ints(inner)?.into()),
        "map" => {
            let pairs: Option<Vec<(String, Value)>> = inner
                .as_array()?
                .iter()
                .map(|pair| ints(pair)?.try_into().ok())
                .map(|pair: Option<[Value; 2]>| {
                    let [key, value] = pair?;
                    Some((key.as_str()?.to_owned(), value))
                })
                .collect();
            ("numbers", pairs?.into_iter().collect::<serde_json::Map<_, _>>().into())
        }
        _ => return None,
    })
}

fn float(bits: u64) -> Value {
    match f64::from_bits(bits) {
        nan if nan.is_nan() => "NaN".into(),
        f64::INFINITY => "Infinity".into(),
        f64::NEG_INFINITY => "-Infinity".into(),
        number => number.into(),
    }
}

fn base64(bytes: &[u8]) -> String {
    let mut text = Vec::new();
    polywire_vm::leaves::write_json_base64(bytes, &mut text);
    String::from_utf8_lossy(&text).trim_matches('"').to_owned()
}

/// Every form of every value: of the suite, and of the other cases.
fn forms() -> Vec<(Vec<u8>, Option<Value>)> {
    let mut forms = Vec::new();
    for case in ["edges.jsonl", "documents.jsonl", "non-minimal.jsonl"].into_iter().flat_map(cases) {
        forms.push((from_hex(case["hex"].as_str().expect("hex")), Some(case["value"].clone())));
    }
    for case in cases("suite.jsonl") {
        let value = ["bool", "string", "bignum"].iter().find_map(|kind| case.get(kind).map(|value| (*kind, value)));
        let value = value.map(|(kind, value)| match kind {
            "bool" => value.clone(),
            "string" => json!({ "str": value }),
            _ => json!({ "int": value }),
        });
        for form in case["msgpack"].as_array().expect("forms") {
            let bytes = from_hex(&form.as_str().expect("hex").replace('-', ""));
            // Floats are no integers.
            let value = value.clone().filter(|_| !matches!(bytes[0], 0xca | 0xcb));
            forms.push((bytes, value));
        }
    }
    forms
}

#[test]
fn values_are_those_of_the_corpus() {
    let engine = &mut bytecode(&subject());
    let mut typed_cases = 0;
    for (form, value) in forms() {
        let unknown = ask(engine, ("msgpack", "json"), &as_unknown(&form));
        assert_eq!(unknown, Answer::Bytes(br#"{"narrow":7}"#.to_vec()), "{}", to_hex(&form));
        let Some((member, json)) = value.as_ref().and_then(typed) else { continue };
        typed_cases += 1;
        let message = with_member(member, &form);
        let Answer::Bytes(found) = ask(engine, ("msgpack", "json"), &message) else {
            panic!("{member}: {}", to_hex(&form))
        };
        let found: Value = serde_json::from_slice(&found).expect("JSON");
        // Empty lists and maps are left out.
        let expected = if json == json!([]) || json == json!({}) { json!({}) } else { json!({ member: json }) };
        assert_eq!(found, expected, "{}", to_hex(&form));
        let Answer::Bytes(written) = ask(engine, ("msgpack", "msgpack"), &message) else { panic!("{member}") };
        assert!(written.len() <= message.len() + LONGER, "{}", to_hex(&form));
        assert_eq!(ask(engine, ("msgpack", "raw"), &written), ask(engine, ("msgpack", "raw"), &message));
    }
    assert!(typed_cases > 140, "{typed_cases}");
}

/// The lists and maps, which are written if they are empty, too, and a float of 32 bits as one of 64.
const LONGER: usize = b"\xa4list\x90\xa6nested\x90\xa7numbers\x80\xa5texts\x80".len() + 4;

#[test]
fn malformed_values_are_refused() {
    let engine = &mut bytecode(&subject());
    for case in cases("malformed.jsonl") {
        let bytes = from_hex(case["hex"].as_str().expect("hex"));
        let refused = |answer| matches!(answer, Answer::Error(_));
        let is_kept = ["a2c328", "a3eda080", "d7ffffffffff00000000", "c70cff3b9aca000000000000000000"];
        let answer = ask(engine, ("msgpack", "json"), &with_member("?", &bytes));
        assert_eq!(!refused(answer), is_kept.contains(&case["hex"].as_str().expect("hex")), "{case}");
        for member in MEMBERS {
            let is_any_text =
                member == "data" && bytes[0] & 0xe0 == 0xa0 && is_kept.contains(&case["hex"].as_str().expect("hex"));
            let answer = ask(engine, ("msgpack", "json"), &with_member(member, &bytes));
            assert_eq!(refused(answer), !is_any_text, "{member}: {case}");
        }
    }
}

const MEMBERS: [&str; 14] = [
    "flag", "signed", "unsigned", "narrow", "single", "float", "text", "list", "nested", "numbers", "texts", "any",
    "kind", "data",
];

/// Every form as every member and as an unknown one, also nested, and malformed ones.
#[test]
fn engines_agree() {
    let subject = subject();
    let malformed = cases("malformed.jsonl");
    let malformed = malformed.iter().map(|case| from_hex(case["hex"].as_str().expect("hex")));
    let mut requests = Vec::new();
    for form in forms().into_iter().map(|(form, _)| form).chain(malformed) {
        for message in MEMBERS.iter().map(|member| with_member(member, &form)).chain([as_unknown(&form), form.clone()])
        {
            requests.push(request(("msgpack", "msgpack"), &message));
            requests.push(request(("msgpack", "raw"), &with_member("any", &message)));
        }
    }
    let found = disagreements(&mut engines(&subject), requests, 10);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Ways to write a value, each with what msgpack for Python writes for the same arrays, maps and types.
const WRITTEN: [(&str, &[&str], &str); 4] = [
    (
        "msgpack_arrays",
        &["msgpack.structs=arrays"],
        "9ec3f9c0c0c0c0d92878787878787878787878787878787878787878787878787878787878787878787878787878787878c4\
         0201029201cd012c9080809ec0c0c005c0c0c0c090908080c0c0c0",
    ),
    (
        "msgpack_short",
        &["msgpack.structs=arrays", "msgpack.defaults=omitted"],
        "9dc3f9c0c0c0c0d92878787878787878787878787878787878787878787878787878787878787878787878787878787878c4\
         0201029201cd012c90808094c0c0c005",
    ),
    (
        "msgpack_numbers",
        &["msgpack.structs=numbers", "msgpack.defaults=omitted"],
        "8601c302f907d9287878787878787878787878787878787878787878787878787878787878787878787878787878787808c4\
         020102099201cd012c0d810405",
    ),
    (
        "msgpack_raw",
        &["msgpack.bytes=raw", "msgpack.order=names"],
        "89a3616e7985a46c69737490a66e6172726f7705a66e657374656490a76e756d6265727380a5746578747380a464617461a2\
         0102a4666c6167c3a46c6973749201cd012ca66e657374656490a76e756d6265727380a67369676e6564f9a474657874da00\
         2878787878787878787878787878787878787878787878787878787878787878787878787878787878a5746578747380",
    ),
];

/// The value.
const VALUE: &str = r#"{"flag":true,"signed":"-7","text":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx","data":"AQI=","list":["1","300"],"any":{"narrow":5}}"#;

#[test]
fn options_decide_what_is_written() {
    for (name, choices, expected) in WRITTEN {
        let engine = &mut bytecode(&subject_with(name, choices));
        let Answer::Bytes(written) = ask(engine, ("json", "msgpack"), VALUE.as_bytes()) else { panic!("{name}") };
        assert_eq!(to_hex(&written), expected, "{name}");
        assert_eq!(ask(engine, ("msgpack", "json"), &written), Answer::Bytes(VALUE.into()), "{name}");
    }
}

#[test]
fn readers_accept_what_can_be_told_apart() {
    let names = &mut bytecode(&subject());
    let Answer::Bytes(by_name) = ask(names, ("json", "msgpack"), VALUE.as_bytes()) else { panic!("it is written") };
    for (name, choices, _) in WRITTEN {
        let engine = &mut bytecode(&subject_with(name, choices));
        assert_eq!(ask(engine, ("msgpack", "json"), &by_name), Answer::Bytes(VALUE.into()), "{name}");
    }
    let arrays = &mut bytecode(&subject_with(WRITTEN[0].0, WRITTEN[0].1));
    // Missing members, and unknown elements of several kinds behind them.
    assert_eq!(ask(arrays, ("msgpack", "json"), b"\x90"), Answer::Bytes(b"{}".to_vec()));
    assert_eq!(ask(arrays, ("msgpack", "json"), b"\x92\xc0\x05"), Answer::Bytes(br#"{"signed":"5"}"#.to_vec()));
    let long =
        [&b"\xdc\x00\x10"[..], &[0xc0; 3], &[0x09], &[0xc0; 10], b"\x92\x01\x81\xa1a\x02", b"\xc7\x01\x05a"].concat();
    assert_eq!(ask(arrays, ("msgpack", "json"), &long), Answer::Bytes(br#"{"narrow":9}"#.to_vec()));
    let numbers = &mut bytecode(&subject_with(WRITTEN[2].0, WRITTEN[2].1));
    // An unknown number, a negative one (as ZebraPack has for names of types), an unknown name, and a longer form.
    let mixed = b"\x84\x63\x01\xff\xa1A\xa4nope\xc0\xcd\x00\x04\x09";
    assert_eq!(ask(numbers, ("msgpack", "json"), mixed), Answer::Bytes(br#"{"narrow":9}"#.to_vec()));
    // A name is no number, and an array no map.
    assert_eq!(ask(names, ("msgpack", "json"), b"\x81\x04\x09"), Answer::Error("wrong_kind".to_owned()));
    assert_eq!(ask(names, ("msgpack", "json"), b"\x90"), Answer::Error("wrong_kind".to_owned()));
}

/// All forms as members of structs in each form, and damaged copies.
#[test]
fn engines_agree_on_options() {
    let names = &mut bytecode(&subject());
    let Answer::Bytes(by_name) = ask(names, ("json", "msgpack"), VALUE.as_bytes()) else { panic!("it is written") };
    for (name, choices, written) in WRITTEN {
        let mut inputs = broken_copies(&from_hex(written));
        inputs.extend(broken_copies(&by_name).into_iter().step_by(3));
        for (form, position) in forms().iter().map(|(form, _)| form).zip((1..=14u8).cycle()) {
            inputs.push([&[0x81, position], form.as_slice()].concat());
            let before = vec![0xc0; usize::from(position) - 1];
            inputs.push([&[0x90 | position], before.as_slice(), form].concat());
            inputs.push(with_member(MEMBERS[usize::from(position) - 1], form));
        }
        let subject = subject_with(name, choices);
        let mut requests: Vec<Request> =
            inputs.iter().flat_map(|input| ["msgpack", "raw"].map(|to| request(("msgpack", to), input))).collect();
        requests.push(request(("json", "msgpack"), VALUE.as_bytes()));
        requests.push(request(("json", "msgpack"), b"{}"));
        let found = disagreements(&mut engines(&subject), requests, 10);
        assert!(found.is_empty(), "{name}: {}", found.join("\n"));
    }
}
