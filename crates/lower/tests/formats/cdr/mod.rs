//! CDR in the reference interpreter.

mod any_values;
pub(crate) mod corpus;
mod options;
mod valuetypes;

use crate::support::{Codec, data, hex};
use polywire_model::{DeclKind, Model, Presence, trade};
use polywire_test_models::find;

/// The trade message written by omniORB 4.2.5: enums as octets, the wallet always present, no octet for the byte order.
const TRADE: &str = "01000000 05000000 5465737400 000000 04000000 55534400 0000000000408f40 03000000
    01000000 07000000 45555255534400 00 00 000000 38328ffcc1c0f33f 0000000000408f40
    02000000 07000000 45555255534400 01 01 00000000000000 000000000000f03f 0000000000005940
    03000000 07000000 45555255534400 00 02 00000000000000 000000000000f83f 0000000000002440";

fn trade_as_idl() -> Model {
    let mut model = trade::model();
    for decl in &mut model.decls {
        match &mut decl.kind {
            DeclKind::Enum(it) => it.bits = 8,
            DeclKind::Struct(it) => it.fields.iter_mut().filter(|field| field.name == "wallet").for_each(|field| {
                field.presence = Presence::Required;
            }),
            DeclKind::Union(_) | DeclKind::Constant(_) => {}
        }
    }
    model
}

#[test]
fn trade_equals_the_original() {
    let model = trade_as_idl();
    let (cdr, protobuf) =
        (Codec::new(&model, "cdr_le", "trade.Account"), Codec::new(&model, "protobuf", "trade.Account"));
    let value = protobuf.decode(&data("trade/protobuf-36.0.bin")).expect("accepted");
    let bytes = hex(TRADE);
    assert_eq!(bytes.len(), 152);
    assert_eq!(cdr.decode(&bytes).as_ref(), Ok(&value));
    assert_eq!(cdr.encode(&value), Ok(bytes));
}

fn outer() -> Codec {
    Codec::new(&find("cdr_nested").expect("a corner case").model, "cdr", "corner.Outer")
}

const NESTED_LITTLE: &str = "01 01 000000000000 0200000000000000 0300 0000 01000000 00000000";
const NESTED_BIG: &str = "00 01 000000000000 0000000000000002 0003 0000 00000001 00000000";
const HEAD_LITTLE: &str = "01 000000 03000000 616200 00 1c000000";
const HEAD_BIG: &str = "00 000000 00000003 616200 00 0000001c";
const REST_LITTLE: &str = "01 000000 0200000000000000 0300 0000 01000000 00000000 01000000 0400";
const REST_BIG: &str = "01 000000 0000000000000002 0003 0000 00000001 00000000 00000001 0004";

#[test]
fn encapsulations_in_both_orders() {
    let little = [HEAD_LITTLE, NESTED_LITTLE, REST_LITTLE].concat().replace(' ', "");
    for parts in [
        [HEAD_LITTLE, NESTED_LITTLE, REST_LITTLE],
        [HEAD_LITTLE, NESTED_BIG, REST_LITTLE],
        [HEAD_BIG, NESTED_LITTLE, REST_BIG],
        [HEAD_BIG, NESTED_BIG, REST_BIG],
    ] {
        assert_eq!(outer().again_hex(&parts.concat()), Ok(little.clone()), "{parts:?}");
    }
}

#[test]
fn malformed_messages_are_refused() {
    for (name, given, error) in [
        ("byte order", "02".to_owned(), "out_of_range"),
        ("no text", "01 000000 00000000".to_owned(), "bad_length"),
        ("text without NUL", "01 000000 03000000 616263".to_owned(), "unterminated"),
        ("NUL inside a text", "01 000000 03000000 610000".to_owned(), "syntax"),
        (
            "encapsulation too long",
            [HEAD_LITTLE, "20"].concat().replace("1c000000", "1d000000") + &NESTED_LITTLE[2..],
            "truncated",
        ),
        (
            "encapsulation with a rest",
            [&HEAD_LITTLE.replace("1c", "1d"), NESTED_LITTLE, "00"].concat(),
            "trailing_bytes",
        ),
        (
            "enumerator",
            [HEAD_LITTLE, &NESTED_LITTLE.replace("01000000 00000000", "02000000 00000000")].concat(),
            "unknown_enumerator",
        ),
        (
            "two optionals",
            [HEAD_LITTLE, NESTED_LITTLE, &REST_LITTLE.replace("01000000 0400", "02000000 0400")].concat(),
            "bad_length",
        ),
        (
            "count",
            [HEAD_LITTLE, &NESTED_LITTLE.replace("01000000 00000000", "01000000 ffffffff")].concat(),
            "truncated",
        ),
    ] {
        assert_eq!(outer().again_hex(&given), Err(error.to_owned()), "{name}");
    }
}
