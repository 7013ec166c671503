//! Maps whose entries come in the worst order: both engines take n log n time, so this ends soon.

use crate::support::Engines;
use polywire_model::{Decl, DeclId, DeclKind, Field, Model, Struct, Type};
use polywire_vm::{Record, Value};

const ENTRIES: u32 = 100_000;

#[test]
fn descending_keys() {
    let message: Vec<u8> = (0..ENTRIES).rev().flat_map(|key| entry(key, key)).collect();
    let (engines, read) = decoded(&message);
    let value = map((0..ENTRIES).map(|key| (key, key)));
    assert!(read == value);
    let ascending: Vec<u8> = (0..ENTRIES).flat_map(|key| entry(key, key)).collect();
    assert!(engines.encode(engines.record("Holder"), &value).as_deref() == Ok(&ascending[..]));
}

#[test]
fn equal_keys() {
    let message: Vec<u8> = (0..ENTRIES).flat_map(|number| entry(7 - number % 2, number)).collect();
    let (_, read) = decoded(&message);
    assert_eq!(read, map([(6, ENTRIES - 1), (7, ENTRIES - 2)].into_iter()));
}

/// Re-encodes without a dynamic value, which sorts the entries in place.
#[test]
fn transcoded() {
    let message: Vec<u8> =
        [5, 3, 9, 3, 5, 5].into_iter().zip(0..).flat_map(|(key, number)| entry(key, number)).collect();
    let (engines, _) = decoded(&message);
    let (program, mut out) = (&engines.program, Vec::new());
    let mut session = polywire_vm::Session::default();
    session
        .transcode((program, program), engines.record("Holder"), (&message, None), &mut out, &engines.limits)
        .expect("the message is read and written");
    let expected: Vec<u8> = [(3, 3), (5, 5), (9, 2)].into_iter().flat_map(|(key, number)| entry(key, number)).collect();
    assert_eq!(out, expected);
}

fn decoded(message: &[u8]) -> (Engines, Value) {
    let protobuf = polywire_lower::format("protobuf").expect("a format");
    let engines = Engines::new(protobuf.lower(&holder()).expect("the format has maps"));
    let read = engines.decode(engines.record("Holder"), message, None).expect("the message is well-formed");
    (engines, read)
}

/// Returns a struct with a map from numbers to numbers.
fn holder() -> Model {
    let mut model = Model::default();
    let number = || Type::int(32, false);
    let entry = Struct::entry(Field::new("key", number()), Field::new("value", number()));
    declare(&mut model, &["Holder", "NumbersEntry"], entry);
    let fields = vec![Field::new("numbers", Type::Map(DeclId(0)))];
    declare(&mut model, &["Holder"], Struct { fields, ..Struct::default() });
    model
}

fn declare(model: &mut Model, name: &[&str], it: Struct) {
    let name = name.iter().map(|part| (*part).to_owned()).collect();
    let (file, module, doc) = (String::new(), vec![], String::new());
    model.add(Decl {
        file,
        module,
        name,
        doc,
        deprecated: false,
        span: Default::default(),
        kind: DeclKind::Struct(it),
    });
}

fn map(entries: impl Iterator<Item = (u32, u32)>) -> Value {
    let entries = entries.map(|(key, value)| (Value::Uint(key.into()), Value::Uint(value.into())));
    Value::Struct(Record { fields: vec![Value::Map(entries.collect())], unknown: None })
}

/// Returns the field 1 of the message: an entry with a key (1) and a value (2).
fn entry(key: u32, value: u32) -> Vec<u8> {
    let inside = [&[0x08], &varint(key)[..], &[0x10], &varint(value)].concat();
    [&[0x0a, inside.len() as u8], &inside[..]].concat()
}

fn varint(mut value: u32) -> Vec<u8> {
    let mut bytes = vec![];
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}
