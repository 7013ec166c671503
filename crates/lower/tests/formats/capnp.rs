//! Cap'n Proto in the reference interpreter.

use crate::support::{Codec, data, digits_of, hex};
use polywire_model::{DeclKind, Presence, trade};
use polywire_test_models::find;

/// Account, written packed by the original implementation.
const PACKED: &str = "1019500103010111092a510801011111670f54657374e0408f4011012207555344510c03010101ff38328ffcc1c0f33f\
    00e0408f4011213a51020101c0f03fc0594011153a410302c0f83fc0244011093a3f4555525553443f4555525553443f\
    455552555344";

#[test]
fn trade_equals_the_original() {
    let model = trade::model();
    let account = Codec::new(&model, "capnp", "trade.Account");
    let raw = Codec::new(&model, "raw", "trade.Account");
    for file in ["trade/capnp-1.4.0.bin", "trade/capnp-0.9.2.bin"] {
        let bytes = data(file);
        let value = account.decode(&bytes).expect("accepted");
        assert_eq!(account.encode(&value), Ok(bytes));
        let image = raw.encode(&value).expect("written");
        assert_eq!(raw.decode(&image), Ok(value));
    }
}

#[test]
fn packed_trade_equals_the_original() {
    let model = trade::model();
    let (plain, packed) =
        (Codec::new(&model, "capnp", "trade.Account"), Codec::new(&model, "capnp_packed", "trade.Account"));
    let value = plain.decode(&data("trade/capnp-1.4.0.bin")).expect("accepted");
    assert_eq!(packed.encode(&value).map(|bytes| digits_of(&bytes)), Ok(PACKED.to_owned()));
    assert_eq!(packed.again_hex(PACKED), Ok(PACKED.to_owned()));
}

/// An unknown case becomes no case, but a required union must have one.
#[test]
fn a_required_union_has_a_known_case() {
    let mut model = find("capnp_unions").expect("a corner case").model;
    // The first union's discriminant is 4 and it has the cases 0 to 3.
    let message = hex("00000000 06000000 00000000 03000200 00000000 04000000 00000000 00000000 00000000 00000000 \
        00000000 00000000 00000000 00000000");
    let of = |model: &_| Codec::new(model, "capnp", "corner.Overlap").decode(&message).map(drop);
    assert_eq!(of(&model), Ok(()));
    for decl in &mut model.decls {
        if let DeclKind::Struct(it) = &mut decl.kind {
            it.fields.iter_mut().filter(|field| field.name == "first").for_each(|it| it.presence = Presence::Required);
        }
    }
    assert_eq!(of(&model), Err("unknown_case".to_owned()));
}
