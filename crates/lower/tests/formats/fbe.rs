//! FastBinaryEncoding in the reference interpreter.

use crate::support::{Codec, data};
use polywire_model::{DeclKind, Model, Presence, trade};

/// The trade model as in the published schema: enums of bytes, the wallet always present, type ids counted from the first
/// struct.
fn trade_as_published() -> Model {
    let mut model = trade::model();
    let mut type_ids = 1..;
    for decl in &mut model.decls {
        match &mut decl.kind {
            DeclKind::Enum(it) => (it.bits, it.signed) = (8, false),
            DeclKind::Struct(it) => {
                it.attrs.fbe.type_id = type_ids.next();
                it.fields.iter_mut().filter(|field| field.name == "wallet").for_each(|field| {
                    field.presence = Presence::Required;
                });
            }
            DeclKind::Union(_) | DeclKind::Constant(_) => {}
        }
    }
    model
}

fn trade(format: &str) -> Codec {
    Codec::new(&trade_as_published(), format, "trade.Account")
}

#[test]
fn trade_equals_the_original() {
    for (format, file) in [("fbe", "trade/fbe-1.15.0.0-standard.bin"), ("fbe_final", "trade/fbe-1.15.0.0-final.bin")] {
        let bytes = data(file);
        let value = trade(format).decode(&bytes).expect("accepted");
        assert_eq!(trade(format).encode(&value), Ok(bytes), "{format}");
    }
}

#[test]
fn both_models_hold_the_same_value() {
    let sample = trade("protobuf").decode(&data("trade/protobuf-36.0.bin")).expect("accepted");
    let bytes = data("trade/fbe-1.15.0.0-final.bin");
    assert_eq!(trade("fbe_final").decode(&bytes), Ok(sample.clone()));
    let standard = trade("fbe").encode(&sample).expect("fits");
    assert_eq!(standard.len(), 215);
    assert_eq!(trade("fbe").decode(&standard), Ok(sample));
}

/// The position of the struct, and of its own size.
const STRUCT: usize = 8;

#[test]
fn structs_of_older_and_newer_writers() {
    let codec = trade("fbe");
    let bytes = data("trade/fbe-1.15.0.0-standard.bin");
    let value = codec.decode(&bytes).expect("accepted");
    let of_size = |size: u8| {
        let mut changed = bytes.clone();
        changed[STRUCT] = size;
        codec.decode(&changed)
    };
    // An unknown field behind the known ones, and a part of the last one.
    assert_eq!(of_size(bytes[STRUCT] + 4), Ok(value));
    let without_orders = of_size(bytes[STRUCT] - 1).expect("accepted");
    assert_eq!(Ok(without_orders), of_size(bytes[STRUCT] - 4));
    assert_eq!(of_size(7), Err("bad_length".to_owned()));
}

#[test]
fn other_types_are_refused() {
    let mut bytes = data("trade/fbe-1.15.0.0-standard.bin");
    bytes[STRUCT + 4] += 1;
    assert_eq!(trade("fbe").decode(&bytes), Err("mismatch".to_owned()));
}
