//! Data added to a message by a newer schema is reported, and nothing else is.

use crate::capnp::KITCHEN;
use crate::capnp::corpus::{Case, cases};
use polywire_cross_engine::{Answer, Engine, Request, bytecode, to_hex};
use polywire_ir::Module;
use polywire_ir::types::StructId;
use polywire_lower::Options;
use polywire_vm::{Limits, interpreter};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// Decoders that report unknown data, for unpacked and packed messages.
static TELLING: LazyLock<[Module; 2]> = LazyLock::new(|| {
    ["capnp", "capnp_packed"].map(|name| {
        let format = polywire_lower::format(name).expect("a format");
        let telling = Options { report_unknown: true, ..Options::default() };
        format.lower_with(&KITCHEN.model, &telling).expect("what the corpus holds")
    })
});

/// If nothing is reported for a message that is decoded with the older schema, its value in the newer one is unchanged.
#[test]
fn additions_of_a_newer_schema_are_reported() {
    let mut engine = bytecode(&KITCHEN);
    let (mut told, mut not_told, mut wrong) = (0, 0, Vec::new());
    let random = KITCHEN.written("New", 40).into_iter().map(|it| (it.format, it.bytes));
    let given = cases("evolution").into_iter().flat_map(|case| case.forms());
    let given = given.map(|(format, bytes)| (format.to_owned(), bytes));
    for (format, message) in given.chain(random.filter(|(format, _)| matches!(&**format, "capnp" | "capnp_packed"))) {
        let is_told = tells("Old", &format, &message);
        told += usize::from(is_told);
        not_told += usize::from(!is_told);
        if is_told != loses(&mut *engine, &format, &message) {
            wrong.push(format!("{format}, told {is_told}: {}", to_hex(&message)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(told > 50 && not_told > 5, "{told} told, {not_told} not told");
}

/// Nothing is reported for messages of the same or an older schema.
#[test]
fn known_messages_are_not_reported() {
    let known = |case: &Case| !(case.refused || case.case.starts_with("evo-") && case.ty == "Old");
    let groups = ["kitchen", "lists", "packing", "evolution"];
    for case in groups.into_iter().flat_map(cases).filter(known) {
        for (format, message) in case.forms() {
            assert!(!tells(&case.ty, format, &message), "{} {format}", case.case);
        }
    }
}

fn tells(ty: &str, format: &str, message: &[u8]) -> bool {
    let module = TELLING.iter().find(|module| module.format == format).expect("a format");
    let record = module.types.structs.iter().position(|it| it.name.dotted() == ty).expect("the type");
    let parts = interpreter::unknown_parts(module, StructId(record as u32), message, None, &Limits::default());
    parts.expect("a message").iter().any(|part| part.unknown_kind.is_some())
}

/// Returns true if decoding with the older schema changes the value in the newer one.
fn loses(engine: &mut dyn Engine, format: &str, message: &[u8]) -> bool {
    let old = json_of(engine, ("Old", format), message.to_vec());
    let mut lifted: Value = serde_json::from_slice(&old).expect("JSON");
    for number in lifted["nums"].as_array_mut().into_iter().flatten() {
        *number = json!({ "v": *number });
    }
    json_of(engine, ("New", "json_plain"), lifted.to_string().into_bytes())
        != json_of(engine, ("New", format), message.to_vec())
}

fn json_of(engine: &mut dyn Engine, (ty, from): (&str, &str), input: Vec<u8>) -> Vec<u8> {
    let (ty, from, to) = (ty.to_owned(), from.to_owned(), "json_plain".to_owned());
    match engine.run(&[Request { ty, from, to, input, schema: None, settings: vec![] }]).remove(0) {
        Answer::Bytes(json) => json,
        Answer::Error(code) => panic!("{code}"),
    }
}
