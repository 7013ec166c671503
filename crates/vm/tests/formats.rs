//! Whole formats: the trade model, and messages damaged in every way, through both engines.

use crate::support::{Engines, Random, damages};
use polywire_ir::ErrorCode;
use polywire_ir::types::StructId;
use polywire_lower::Format;
use polywire_model::trade;
use polywire_vm::{Limits, Record, Session, Unknown, Value};

/// Random damages per format; the full tests use another number.
const ROUNDS: usize = 300;

#[test]
fn messages_round_trip() {
    for (engines, account) in all_formats() {
        for sample in samples() {
            let bytes = engines.encode(account, &sample).expect("the sample can be written");
            let read = engines.decode(account, &bytes, None);
            assert_eq!(read.as_ref(), Ok(&sample), "{}", engines.module.format);
        }
    }
}

#[test]
fn damaged_messages_have_the_same_verdict() {
    let rounds = std::env::var("POLYWIRE_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(ROUNDS);
    for (engines, account) in all_formats() {
        let mut random = Random(1);
        for sample in samples() {
            let bytes = engines.encode(account, &sample).expect("written");
            let mutated = (0..rounds).map(|_| random.mutate(&bytes));
            for damaged in damages(&bytes).chain(mutated) {
                match engines.decode(account, &damaged, None) {
                    Ok(value) => drop(engines.encode(account, &value)),
                    Err(failure) => assert_ne!(failure.code, ErrorCode::Internal, "{damaged:02x?}"),
                }
            }
        }
    }
}

#[test]
fn transcoding_is_decoding_and_encoding() {
    let all: Vec<(Engines, StructId)> = all_formats().collect();
    let mut session = Session::default();
    let limits = Limits::default();
    for (from, account) in &all {
        for (to, _) in &all {
            for sample in samples() {
                let input = from.encode(*account, &sample).expect("written");
                let expected = to.encode(*account, &sample).expect("written");
                let mut out = b"what was there before".to_vec();
                let programs = (&from.program, &to.program);
                session.transcode(programs, *account, (&input, None), &mut out, &limits).expect("transcoded");
                assert_eq!(out, expected, "{} to {}", from.module.format, to.module.format);
            }
        }
    }
}

#[test]
fn programs_of_different_types_cannot_be_combined() {
    let engines = |model| Engines::new(format("protobuf").lower(&model).expect("a module"));
    let mut renamed = trade::model();
    renamed.decls[0].name[0] += "2";
    let (one, same, other) = (engines(trade::model()), engines(trade::model()), engines(renamed));
    let account = one.record("trade.Account");
    let mut session = Session::default();
    for (to, expected) in [(&same, None), (&other, Some(ErrorCode::Unsupported)), (&same, None)] {
        let programs = (&one.program, &to.program);
        let done = session.transcode(programs, account, (b"", None), &mut vec![], &Limits::default());
        assert_eq!(done.err().map(|failure| failure.code), expected);
    }
}

#[test]
fn a_session_reports_losses_of_another_format() {
    let all: Vec<(Engines, StructId)> = all_formats().collect();
    let (raw, account) = all.iter().find(|(engines, _)| engines.module.format == "raw").expect("an image of values");
    let plain = &samples()[0];
    let Value::Struct(record) = plain else { panic!("an account is a record") };
    for (from, _) in all.iter().filter(|(engines, _)| format(&engines.module.format).keeps_unknown) {
        let plain_bytes = from.encode(*account, plain).expect("written");
        let label = from.module.format.clone();
        // Any bytes that this format keeps would be unknown to the schema: those of an unknown field.
        let unknown = Unknown { format: label, bytes: vec![0xfa, 0x7f, 0x01, 0x00] };
        let odd = Value::Struct(Record { unknown: Some(unknown), ..record.clone() });
        let odd_bytes = from.encode(*account, &odd).expect("written");
        let mut session = Session::default();
        for (bytes, lost) in [(&plain_bytes, false), (&odd_bytes, true), (&plain_bytes, false)] {
            let programs = (&from.program, &raw.program);
            session.transcode(programs, *account, (bytes, None), &mut vec![], &raw.limits).expect("transcoded");
            assert_eq!(session.kept_unknown(), lost, "{}", from.module.format);
        }
    }
}

fn format(name: &str) -> &'static Format {
    polywire_lower::format(name).expect("a format")
}

fn all_formats() -> impl Iterator<Item = (Engines, StructId)> {
    // Raw memory has values of fixed size only, and the model has texts.
    let has_texts = |format: &&Format| format.name != "memory";
    let of_any_schema = polywire_lower::FORMATS.iter().filter(has_texts);
    let of_any_schema = of_any_schema.filter(|format| !format.is_for_own_schemas && format.built_in.is_none());
    of_any_schema.filter_map(|format: &Format| {
        let module = format.lower(&trade::model()).unwrap_or_else(|problems| panic!("{}: {problems:?}", format.name));
        let engines = Engines::new(module);
        let account = engines.record("trade.Account");
        // A format that needs a schema at run time has tests of its own.
        let plain = engines.module.entry(account).is_some_and(|entry| entry.schema.is_none() && entry.encode.is_some());
        plain.then_some((engines, account))
    })
}

/// Returns the published sample (account 1 with a wallet and three orders), and an empty account.
fn samples() -> [Value; 2] {
    let text = |text: &str| Value::Text(text.as_bytes().to_vec());
    let float = |value: f64| Value::Float(value.to_bits());
    let record = |fields| Value::Struct(Record { fields, unknown: None });
    let order = |id, side, kind, price, volume| {
        record(vec![Value::Int(id), text("EURUSD"), Value::Enum(side), Value::Enum(kind), float(price), float(volume)])
    };
    let orders = vec![order(1, 0, 0, 1.23456, 1000.0), order(2, 1, 1, 1.0, 100.0), order(3, 0, 2, 1.5, 10.0)];
    let wallet = record(vec![text("USD"), float(1000.0)]);
    [
        record(vec![Value::Int(1), text("Test"), wallet, Value::List(orders)]),
        record(vec![Value::Int(0), text(""), Value::Absent, Value::List(vec![])]),
    ]
}
