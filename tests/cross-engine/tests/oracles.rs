//! The original implementations decode Polywire's output, and vice versa (`tests/oracles`): random values of the trade
//! model and of the corner cases.

use polywire_cross_engine::{
    Answer, Message, Subject, ask_oracle, bytecode, case_files, from_hex, random_accounts, random_mutation,
    random_values, requests, subject, texts, to_hex, transcode,
};
use serde_json::Value;

/// The number of random values of a corner case.
const VALUES: u64 = 60;

#[test]
fn protobuf() {
    for oracle in ["protobuf-python", "protoc"] {
        both_ways(oracle, "protobuf", "trade", "trade.Account");
        both_ways(oracle, "protobuf", "oneof_group", "corner.Pick");
        both_ways(oracle, "protobuf", "closed_enum_packed", "corner.Palette");
        both_ways(oracle, "protobuf", "maps", "corner.Maps");
        both_ways(oracle, "protobuf", "map_entries", "corner.Tree");
    }
}

/// Includes unknown fields and enumerators.
#[test]
fn protobuf_keeps_what_it_does_not_know() {
    keeps("oneof_group", "corner.Pick");
    keeps("closed_enum_packed", "corner.Palette");
}

#[test]
fn protobuf_json() {
    both_ways("protobuf-json", "json", "trade", "trade.Account");
    both_ways("protobuf-json", "json", "maps", "corner.Maps");
    both_ways("protobuf-json", "json", "map_entries", "corner.Tree");
}

#[test]
fn protobuf_text() {
    for oracle in ["protoc-text", "protobuf-python-text"] {
        both_ways(oracle, "protobuf_text", "trade", "trade.Account");
        both_ways(oracle, "protobuf_text", "text_tokens", "corner.Sheet");
        both_ways(oracle, "protobuf_text", "maps", "corner.Maps");
        both_ways(oracle, "protobuf_text", "map_entries", "corner.Tree");
        reads_what_we_write(oracle, "protobuf_text_line", "text_tokens", "corner.Sheet", Value::clone);
    }
}

/// Byte for byte.
#[test]
fn protobuf_text_is_laid_out_as_by_protoc() {
    for (model, ty) in [("trade", "trade.Account"), ("text_tokens", "corner.Sheet"), ("maps", "corner.Maps")] {
        let values = values(model, ty);
        let lines: Vec<String> = values.iter().map(Value::to_string).collect();
        let Some(answers) = ask_oracle(("protoc-text", model, ty), "write", &lines) else { return };
        let ours = transcode(subject(model), ty, ("json_plain", "protobuf_text"), &texts(&values));
        for (answer, ours) in answers.iter().zip(&ours) {
            assert_eq!(String::from_utf8_lossy(ours), String::from_utf8_lossy(&from_hex(answer)), "{ty}");
        }
    }
}

#[test]
fn capnp() {
    for (oracle, format) in
        [("pycapnp", "capnp"), ("pycapnp-packed", "capnp_packed"), ("capnp", "capnp"), ("capnp-packed", "capnp_packed")]
    {
        both_ways(oracle, format, "trade", "trade.Account");
        both_ways(oracle, format, "capnp_far", "corner.Route");
        both_ways(oracle, format, "capnp_unions", "corner.Overlap");
        both_ways(oracle, format, "capnp_lists", "corner.Lists");
    }
}

#[test]
fn capnp_of_many_segments() {
    writes_what_we_read("pycapnp-segments", "capnp", "trade", "trade.Account", Value::clone);
    writes_what_we_read("pycapnp-segments", "capnp", "capnp_far", "corner.Route", Value::clone);
    writes_what_we_read("pycapnp-segments", "capnp", "capnp_unions", "corner.Overlap", Value::clone);
    writes_what_we_read("pycapnp-segments", "capnp", "capnp_lists", "corner.Lists", Value::clone);
}

/// Lists of structs exchanged with programs whose older schema has smaller structs, numbers or texts in their place.
#[test]
fn capnp_of_an_older_schema() {
    reads_what_we_write("pycapnp-older", "capnp", "capnp_lists", "corner.Lists", as_before);
    writes_what_we_read("pycapnp-older", "capnp", "capnp_lists", "corner.Lists", as_before);
}

/// Messages for flatc must first pass the verifier of its C++ library, which also looks up tables of sorted vectors by
/// key.
#[test]
fn flatbuffers() {
    both_ways("flatc", "flatbuffers", "trade", "trade.Account");
    for (oracle, format) in [("flatc", "flatbuffers"), ("flatc-size-prefixed", "flatbuffers_size_prefixed")] {
        both_ways(oracle, format, "flatbuffers_shared_vtable", "corner.Box");
        both_ways(oracle, format, "flatbuffers_sorted", "corner.Index");
    }
    both_ways("flatc", "flatbuffers", "flatbuffers_nested", "corner.Envelope");
    both_ways("flatc", "flatbuffers", "order_locked", "corner.Line");
    both_ways("flatc", "flatbuffers", "flatbuffers_wrapped", "corner.Wrapped");
    // flatc also size-prefixes nested buffers, which its own verifier refuses.
    reads_what_we_write(
        "flatc-size-prefixed",
        "flatbuffers_size_prefixed",
        "flatbuffers_nested",
        "corner.Envelope",
        Value::clone,
    );
}

/// The Java implementation writes arrays in blocks with their size.
#[test]
fn avro() {
    for oracle in ["fastavro", "avro-java"] {
        both_ways(oracle, "avro", "trade", "trade.Account");
        both_ways(oracle, "avro", "avro_blocks", "corner.Blocks");
        both_ways(oracle, "avro", "avro_resolution", "corner.Reader");
    }
}

/// Data written with random schemas, which are given at run time.
#[test]
fn avro_with_another_writer_schema() {
    let (subject, ty) = (subject("avro_resolution"), "corner.Reader");
    let seeds: Vec<String> = (0..4 * VALUES).map(|seed| seed.to_string()).collect();
    let Some(answers) = ask_oracle(("fastavro", "avro_resolution", ty), "resolve", &seeds) else { return };
    for answer in answers {
        let resolved: Value = serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{answer}"));
        let schema = subject.raw_value("avro.Schema", &resolved["schema"]);
        let input = from_hex(resolved["hex"].as_str().unwrap_or_default());
        let mut requests = requests(ty, ("avro_resolved", "raw"), &[input]);
        requests[0].schema = Some(schema);
        let expected = subject.raw_value(ty, &resolved["value"]);
        assert_eq!(bytecode(subject).run(&requests), [Answer::Bytes(expected)], "{answer}");
    }
}

#[test]
fn cdr() {
    both_ways("fastcdr", "cdr", "trade", "trade.Account");
    both_ways("fastcdr-bare", "cdr_le", "trade", "trade.Account");
    both_ways("fastcdr", "cdr", "cdr_nested", "corner.Outer");
    both_ways("fastcdr-bare", "cdr_le", "cdr_nested", "corner.Outer");
}

#[test]
fn msgpack() {
    both_ways("msgpack", "msgpack", "trade", "trade.Account");
    both_ways("msgpack", "msgpack", "map_count", "corner.Sparse");
}

#[test]
fn json() {
    both_ways("json", "json_plain", "trade", "trade.Account");
    both_ways("json", "json_plain", "json_members", "corner.Node");
}

/// The reference tool's printer only decodes; its encodings are in `tests/data`.
#[test]
fn sbe() {
    reads_what_we_write("sbe-tool", "sbe", "trade", "trade.Account", Value::clone);
    reads_what_we_write("sbe-tool", "sbe", "sbe_nested", "corner.Meeting", Value::clone);
    reads_what_we_write("sbe-tool", "sbe", "sbe_unions", "corner.Unions", Value::clone);
    reads_what_we_write("sbe-tool", "sbe", "order_locked", "corner.Line", Value::clone);
}

fn both_ways(oracle: &str, format: &str, model: &str, ty: &str) {
    reads_what_we_write(oracle, format, model, ty, Value::clone);
    writes_what_we_read(oracle, format, model, ty, Value::clone);
}

/// Returns the part of a value that the oracle supports.
type Known = fn(&Value) -> Value;

fn reads_what_we_write(oracle: &str, format: &str, model: &str, ty: &str, known: Known) {
    let (subject, values) = (subject(model), values(model, ty));
    let messages = transcode(subject, ty, ("json_plain", format), &texts(&values));
    let Some(answers) =
        ask_oracle((oracle, model, ty), "read", &messages.iter().map(|it| to_hex(it)).collect::<Vec<_>>())
    else {
        return;
    };
    let expected: Vec<Value> = values.iter().map(known).collect();
    let expected = canonical(subject, ty, format, &expected);
    for ((value, answer), message) in expected.iter().zip(&answers).zip(&messages) {
        let read = serde_json::from_str(answer).unwrap_or_else(|_| panic!("{oracle}: {value}: {answer}"));
        let read = canonical(subject, ty, format, &[read]).remove(0);
        assert_eq!(read, *value, "{oracle}: {ty}: read differently: {}", to_hex(message));
    }
}

fn writes_what_we_read(oracle: &str, format: &str, model: &str, ty: &str, known: Known) {
    let subject = subject(model);
    let values: Vec<Value> = values(model, ty).iter().map(known).collect();
    let lines: Vec<String> = values.iter().map(Value::to_string).collect();
    let Some(answers) = ask_oracle((oracle, model, ty), "write", &lines) else { return };
    let expected = transcode(subject, ty, ("json_plain", "raw"), &texts(&values));
    for ((value, answer), expected) in values.iter().zip(&answers).zip(&expected) {
        assert!(!answer.starts_with("refused"), "{oracle}: {value}: {answer}");
        let read = transcode(subject, ty, (format, "raw"), &[from_hex(answer)]).remove(0);
        assert_eq!(to_hex(&read), to_hex(expected), "{oracle}: {ty}: {value} in {answer}");
    }
}

/// protoc finds the same in a message and in our re-encoding of it, even if the message is a broken one that we accept.
fn keeps(model: &str, ty: &str) {
    let (subject, files) = (subject(model), case_files());
    let messages = subject.messages(&files).into_iter().filter(|message| message.format == "protobuf");
    let broken = |message: Message| (0..8).map(move |seed| random_mutation(&message.bytes, seed));
    let messages: Vec<Vec<u8>> = messages.flat_map(|it| std::iter::once(it.bytes.clone()).chain(broken(it))).collect();
    let answers = bytecode(subject).run(&requests(ty, ("protobuf", "protobuf"), &messages));
    let pairs = messages.iter().zip(&answers).filter_map(|(message, answer)| match answer {
        Answer::Bytes(ours) => Some((to_hex(message), to_hex(ours))),
        Answer::Error(_) => None,
    });
    let (messages, ours): (Vec<String>, Vec<String>) = pairs.unzip();
    let show = |messages: &[String]| ask_oracle(("protoc", model, ty), "show", messages);
    let (Some(shown), Some(shown_of_ours)) = (show(&messages), show(&ours)) else { return };
    for (message, (shown, shown_of_ours)) in messages.iter().zip(shown.iter().zip(&shown_of_ours)) {
        assert!(!shown.starts_with("refused"), "{ty}: {message}: {shown}");
        assert_eq!(shown, shown_of_ours, "{ty}: {message}");
    }
}

fn values(model: &str, ty: &str) -> Vec<Value> {
    let values = match model {
        "trade" => random_accounts(VALUES),
        _ => random_values(&subject(model).model, ty, VALUES),
    };
    let known: Known = match model {
        "flatbuffers_sorted" => sorted,
        "sbe_nested" => without_nulls,
        "sbe_unions" => without_empty_unions,
        _ => Value::clone,
    };
    values.iter().map(known).collect()
}

/// Removes values that SBE reads as absent.
fn without_nulls(value: &Value) -> Value {
    const OPTIONAL: [&str; 6] = ["age", "phone", "contact", "owner", "host", "place"];
    match value {
        Value::Object(members) => {
            let kept = members.iter().filter(|(name, it)| !(OPTIONAL.contains(&name.as_str()) && is_null(name, it)));
            Value::Object(kept.map(|(name, it)| (name.clone(), without_nulls(it))).collect())
        }
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

/// Removes optional values that SBE reads as absent: unions without a case, and structs with nothing else.
fn without_empty_unions(value: &Value) -> Value {
    let Value::Object(members) = value else { return value.clone() };
    let is_empty = |it: &Value| it.as_object().is_some_and(|it| it.is_empty());
    let is_absent = |name: &str, it: &Value| match name {
        "maybe" => is_empty(it),
        "must" => it.get("choice").is_none_or(is_empty) && it.get("note").is_none_or(|note| note == ""),
        _ => false,
    };
    let kept = members.iter().filter(|(name, it)| !is_absent(name, it));
    Value::Object(kept.map(|(name, it)| (name.clone(), it.clone())).collect())
}

fn is_null(name: &str, value: &Value) -> bool {
    match value {
        Value::Object(members) => members.iter().all(|(name, it)| is_null(name, it)),
        Value::Array(items) => items.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Number(_) => (name == "age" && *value == 255) || (name == "floor" && *value == -32768),
        Value::Null => true,
        Value::Bool(_) => false,
    }
}

/// Sorts tables by key, as FlatBuffers stores them; keeps one for each key, so that lookup is unambiguous.
fn sorted(index: &Value) -> Value {
    let mut index = index.clone();
    let list = |name: &str| index[name].as_array().cloned().unwrap_or_default();
    let (mut numbers, mut names) = (list("by_number"), list("by_name"));
    numbers.sort_by_key(|table| table["number"].as_i64());
    names.sort_by_key(|table| table["name"].as_str().map(str::to_owned));
    numbers.dedup_by_key(|table| table["number"].as_i64());
    names.dedup_by_key(|table| table["name"].as_str().map(str::to_owned));
    index["by_number"] = numbers.into();
    index["by_name"] = names.into();
    index
}

/// Returns the value as seen by a program whose schema is older than `Lists`.
fn as_before(lists: &Value) -> Value {
    let mut lists = lists.clone();
    for (name, kept) in [("items", &["a"][..]), ("notes", &["text"]), ("points", &["x", "y"])] {
        for item in lists[name].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            item.retain(|member, _| kept.contains(&member.as_str()));
        }
    }
    lists
}

/// Returns values as our own writer of plain JSON prints them, which is unambiguous. flatc's JSON has only twelve
/// decimals.
fn canonical(subject: &Subject, ty: &str, format: &str, values: &[Value]) -> Vec<Value> {
    let texts = transcode(subject, ty, ("json_plain", "json_plain"), &texts(values));
    let values = texts.iter().map(|text| serde_json::from_slice(text).expect("plain JSON"));
    values.map(|value| if format == "flatbuffers" { rounded(value) } else { value }).collect()
}

fn rounded(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => number.as_f64().map(|it| format!("{it:.9}")).into(),
        Value::Array(items) => items.into_iter().map(rounded).collect(),
        Value::Object(members) => members.into_iter().map(|(name, value)| (name, rounded(value))).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}
