//! Whole formats: the trade model, and messages damaged in every way, through both engines.

use polywire_ir::Module;
use polywire_ir::types::{StructId, Types};
use polywire_model::trade;
use polywire_vm::{Limits, Record, Value, interpreter};

#[test]
fn messages_come_back() {
    for_each_format(|module, record| {
        let sample = sample(&module.types);
        let limits = Limits::default();
        let bytes = interpreter::encode(module, record, &sample, &limits).expect("the sample can be written");
        let read = interpreter::decode(module, record, &bytes, None, &limits);
        assert_eq!(read.as_ref(), Ok(&sample), "{}", module.format);
    });
}

#[test]
fn damaged_messages_are_read_or_refused() {
    for_each_format(|module, record| {
        let limits = Limits::default();
        let bytes = interpreter::encode(module, record, &sample(&module.types), &limits).expect("written");
        for damaged in damages(&bytes) {
            let read = interpreter::decode(module, record, &damaged, None, &limits);
            let code = read.err().map(|failure| failure.code);
            assert_ne!(code, Some(polywire_ir::ErrorCode::Internal), "{} {damaged:02x?}", module.format);
        }
    });
}

fn for_each_format(check: impl Fn(&Module, StructId)) {
    let model = trade::model();
    for format in polywire_lower::FORMATS {
        let module = (format.lower)(&model).unwrap_or_else(|gaps| panic!("{}: {gaps:?}", format.name));
        let record = module.types.structs.iter().position(|it| it.name.dotted() == "trade.Account");
        check(&module, StructId(record.expect("the model has accounts") as u32));
    }
}

/// Every truncation, and every byte with each of its bits flipped.
fn damages(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let cut = (0..bytes.len()).map(|len| bytes[..len].to_vec());
    let flipped = (0..bytes.len() * 8).map(|bit| {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        flipped
    });
    cut.chain(flipped)
}

/// The published sample: account 1 with a wallet and three orders.
fn sample(_types: &Types) -> Value {
    let text = |text: &str| Value::Text(text.as_bytes().to_vec());
    let float = |value: f64| Value::Float(value.to_bits());
    let record = |fields| Value::Struct(Record { fields, unknown: None });
    let order = |id, side, kind, price, volume| {
        record(vec![Value::Int(id), text("EURUSD"), Value::Enum(side), Value::Enum(kind), float(price), float(volume)])
    };
    record(vec![
        Value::Int(1),
        text("Test"),
        record(vec![text("USD"), float(1000.0)]),
        Value::List(vec![order(1, 0, 0, 1.23456, 1000.0), order(2, 1, 1, 1.0, 100.0), order(3, 0, 2, 1.5, 10.0)]),
    ])
}
