//! Implementations of wire formats in Go and Rust decode what generated Go and Rust writes, and vice versa: random values,
//! values with the least and greatest numbers, and the values of the cases.
//!
//! Design: docs/decisions/0078-proof-of-go-and-rust.md

use polywire_cross_engine::{
    Answer, Engine, Judges, Subject, accepted, ask_judge, case_files, engines_among, extreme_values, from_hex,
    random_accounts, random_mutation, random_values, requests, subjects_among, to_hex, transcode,
};
use serde_json::Value;

/// The number of random values of a type.
const VALUES: u64 = 60;

/// Types of the models, as `MODEL TYPE`.
const PROTOBUF: &[(&str, &str)] = &[
    ("trade", "trade.Account"),
    ("oneof_group", "corner.Pick"),
    ("closed_enum_packed", "corner.Palette"),
    ("maps", "corner.Maps"),
    ("map_entries", "corner.Tree"),
    ("text_tokens", "corner.Sheet"),
];

const CAPNP: &[(&str, &str)] = &[
    ("trade", "trade.Account"),
    ("capnp_far", "corner.Route"),
    ("capnp_unions", "corner.Overlap"),
    ("capnp_lists", "corner.Lists"),
];

#[test]
fn protobuf_in_go() {
    PROTOBUF.iter().for_each(|of| both_ways((Judges::Go, "protobuf-go"), of, ("protobuf", "json")));
}

#[test]
fn protobuf_in_rust() {
    PROTOBUF.iter().for_each(|of| both_ways((Judges::Rust, "prost"), of, ("protobuf", "json")));
}

/// Fields and enumerators that the schema does not have, in messages of the cases and in damaged copies that are accepted.
#[test]
fn protobuf_keeps_unknown_fields() {
    // protobuf-go has no closed enums.
    for (model, ty) in PROTOBUF.iter().filter(|(model, _)| *model != "closed_enum_packed") {
        let Some(subject) = subject(model) else { continue };
        let messages = damaged(subject, ty);
        for mut engine in languages(subject) {
            let answers = engine.run(&requests(ty, ("protobuf", "protobuf"), &messages));
            let pairs = messages.iter().zip(&answers).filter_map(|(message, answer)| match answer {
                Answer::Bytes(ours) => Some(format!("{} {}", to_hex(message), to_hex(ours))),
                Answer::Error(_) => None,
            });
            let pairs: Vec<String> = pairs.collect();
            let Some(verdicts) = ask_judge((Judges::Go, "protobuf-go"), ty, "same", &pairs) else { return };
            for (pair, verdict) in pairs.iter().zip(verdicts) {
                assert_eq!(verdict, "same", "{}: {ty}: {pair}", engine.name());
            }
        }
    }
}

#[test]
fn capnp_in_go() {
    for (judge, format) in [("go-capnp", "capnp"), ("go-capnp-packed", "capnp_packed")] {
        CAPNP.iter().for_each(|of| both_ways((Judges::Go, judge), of, (format, "json_plain")));
    }
}

#[test]
fn capnp_in_rust() {
    for (judge, format) in [("capnp-rust", "capnp"), ("capnp-rust-packed", "capnp_packed")] {
        CAPNP.iter().for_each(|of| both_ways((Judges::Rust, judge), of, (format, "json_plain")));
    }
}

#[test]
fn msgpack_in_go() {
    for judge in ["msgp", "vmihailenco"] {
        for of in [("trade", "trade.Account"), ("map_count", "corner.Sparse")] {
            both_ways((Judges::Go, judge), &of, ("msgpack", "json_plain"));
        }
    }
    both_ways((Judges::Go, "vmihailenco"), &("map_entries", "corner.Tree"), ("msgpack", "json_plain"));
}

#[test]
fn msgpack_in_rust() {
    for of in [
        ("trade", "trade.Account"),
        ("map_count", "corner.Sparse"),
        ("map_entries", "corner.Tree"),
        ("maps", "corner.Maps"),
    ] {
        both_ways((Judges::Rust, "rmp-serde"), &of, ("msgpack", "json_plain"));
    }
}

/// Compares values that the judge prints and parses in a text format.
fn both_ways(judge: (Judges, &str), (model, ty): &(&'static str, &str), (format, text): (&str, &str)) {
    let Some(subject) = subject(model) else { return };
    let engines = languages(subject);
    if engines.is_empty() {
        return;
    }
    let readable = Subject::of_formats(model, subject.model.clone(), &["raw", "json_plain", text]);
    let mut values = values(subject, ty);
    if judge.1 == "prost" {
        values.retain(|value| !has_entry_of_zero(value));
    }
    let raw: Vec<Vec<u8>> = values.iter().map(|value| subject.raw_value(ty, value)).collect();
    let given = Given { subject, raw, readable, judge, ty, format, text };
    for mut engine in engines {
        if given.reads_what_we_write(engine.as_mut()).is_some() {
            given.writes_what_we_read(engine.as_mut());
        }
    }
}

struct Given<'g> {
    subject: &'g Subject,
    raw: Vec<Vec<u8>>,
    /// The model in the text format.
    readable: Subject,
    judge: (Judges, &'g str),
    ty: &'g str,
    format: &'g str,
    text: &'g str,
}

impl Given<'_> {
    fn reads_what_we_write(&self, engine: &mut dyn Engine) -> Option<()> {
        let place = self.place(engine);
        let messages = engine.run(&requests(self.ty, ("raw", self.format), &self.raw));
        let messages: Vec<String> = messages.iter().map(|answer| hex_of(answer, &place)).collect();
        let read = ask_judge(self.judge, self.ty, "read", &messages)?;
        let refused = read.iter().zip(&messages).find(|(read, _)| read.starts_with("refused"));
        assert!(refused.is_none(), "{place}: {refused:?}");
        let texts: Vec<Vec<u8>> = read.iter().map(|text| text.clone().into_bytes()).collect();
        let values = self.kept(&transcode(&self.readable, self.ty, (self.text, "raw"), &texts));
        for ((raw, value), about) in self.kept(&self.raw).iter().zip(values).zip(read.iter().zip(messages)) {
            assert_eq!(to_hex(&value), to_hex(raw), "{place}: {about:?}");
        }
        Some(())
    }

    /// Returns values as far as the format can represent them: Cap'n Proto has no absent numbers.
    fn kept(&self, raw: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let messages = transcode(self.subject, self.ty, ("raw", self.format), raw);
        transcode(self.subject, self.ty, (self.format, "raw"), &messages)
    }

    fn writes_what_we_read(&self, engine: &mut dyn Engine) {
        let place = self.place(engine);
        let texts = transcode(&self.readable, self.ty, ("raw", self.text), &self.raw);
        let texts: Vec<String> = texts.into_iter().map(|text| String::from_utf8(text).expect("JSON")).collect();
        let Some(written) = ask_judge(self.judge, self.ty, "write", &texts) else { return };
        let refused = written.iter().zip(&texts).find(|(message, _)| message.starts_with("refused"));
        assert!(refused.is_none(), "{place}: {refused:?}");
        let messages: Vec<Vec<u8>> = written.iter().map(|message| from_hex(message)).collect();
        let read = engine.run(&requests(self.ty, (self.format, "raw"), &messages));
        for ((raw, read), about) in self.kept(&self.raw).iter().zip(read).zip(texts.iter().zip(written)) {
            assert_eq!(hex_of(&read, &place), to_hex(raw), "{place}: {about:?}");
        }
    }

    fn place(&self, engine: &dyn Engine) -> String {
        format!("{} and {}", engine.name(), self.judge.1)
    }
}

/// Returns generated Go and Rust of a model.
fn languages(subject: &Subject) -> Vec<Box<dyn Engine>> {
    engines_among(subject, |engine| ["go", "rust"].contains(&engine))
}

/// Returns a model, unless it is not selected.
fn subject(model: &str) -> Option<&'static Subject> {
    subjects_among(|name| name == model).pop()
}

/// prost leaves out the value of an entry if all its members are zero, even required ones.
fn has_entry_of_zero(maps: &Value) -> bool {
    let is_zero = |point: &Value| point["x"] == 0 && point.get("note").is_none();
    maps["by_text"].as_object().is_some_and(|entries| entries.values().any(is_zero))
}

fn values(subject: &Subject, ty: &str) -> Vec<Value> {
    let mut values = match subject.name.as_str() {
        "trade" => random_accounts(VALUES),
        _ => random_values(&subject.model, ty, VALUES),
    };
    values.extend(extreme_values(&subject.model, ty));
    let files = case_files();
    values.extend(accepted(&files, &subject.name).filter(|case| case.ty == ty).filter_map(|case| case.value.clone()));
    values
}

/// Returns messages of the cases of a type, and damaged copies.
fn damaged(subject: &Subject, ty: &str) -> Vec<Vec<u8>> {
    let files = case_files();
    let given = accepted(&files, &subject.name).filter(|case| case.ty == ty && case.format == "protobuf");
    let copies = |bytes: &Vec<u8>| -> Vec<Vec<u8>> { (0..8).map(|seed| random_mutation(bytes, seed)).collect() };
    given.map(|case| case.bytes()).flat_map(|bytes| [copies(&bytes), vec![bytes]].concat()).collect()
}

fn hex_of(answer: &Answer, place: &str) -> String {
    match answer {
        Answer::Bytes(bytes) => to_hex(bytes),
        Answer::Error(code) => panic!("{place}: {code}"),
    }
}
