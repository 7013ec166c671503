//! ZebraPack in the reference interpreter. Messages of its own implementation are in `tests/cross-engine/tests/zebrapack.rs`.

use crate::support::{Codec, hex};
use polywire_lower::format;
use polywire_model::{DeclKind, Enum, Field, Literal, Model, Type, trade};
use polywire_test_models::find;
use polywire_test_models::make::{declare, enumeration, record};

/// A message of `corner.One` with these entries behind the name.
fn one(entries: u8, rest: &str) -> String {
    format!("{:02x}ffa34f6e65{}", 0x81 + entries, rest.replace(' ', ""))
}

fn struct_of(fields: Vec<Field>) -> Codec {
    let mut model = Model::default();
    declare(&mut model, "One", record(fields));
    Codec::new(&model, "zebrapack", "corner.One")
}

/// A union is a map with at most one entry, whose value is written even if it is empty.
#[test]
fn cases_of_unions_have_zids_of_their_own() {
    let codec = Codec::new(&find("map_count").expect("a corner case").model, "zebrapack", "corner.Sparse");
    let (name, choice) = ("ffa6537061727365", "ffa643686f696365");
    for (what, given, again) in [
        ("nothing", "80".to_owned(), format!("81 {name}")),
        (
            "all",
            "84 00 01 01 02 02 03 03 81 00 a3616263".to_owned(),
            format!("85 {name} 0001 0102 0203 03 82 {choice} 00 a3616263"),
        ),
        ("an optional zero", "81 01 00".to_owned(), format!("82 {name} 01 00")),
        ("nil is absent", "81 01 c0".to_owned(), format!("81 {name}")),
        ("a case without a value", format!("81 03 82 {choice} 01 c3"), format!("82 {name} 03 82 {choice} 01 c3")),
        ("an empty case", "81 03 81 00 a0".to_owned(), format!("82 {name} 03 82 {choice} 00 a0")),
        ("the last case wins", "81 03 82 01 c3 00 a0".to_owned(), format!("82 {name} 03 82 {choice} 00 a0")),
        ("no case", "81 03 80".to_owned(), format!("81 {name}")),
        ("an unknown case", "81 03 81 07 a161".to_owned(), format!("81 {name}")),
    ] {
        assert_eq!(codec.again_hex(&given), Ok(again.replace(' ', "")), "{what}");
    }
    for (given, error) in [("81 03 81 a174 a161", "wrong_kind"), ("81 01", "truncated"), ("91 01", "wrong_kind")] {
        assert_eq!(codec.again_hex(given), Err(error.to_owned()), "{given}");
    }
}

/// Readers take a missing member for zero, so that zero is written where it is not the default.
#[test]
fn members_with_defaults_are_always_written() {
    let int = Type::int(32, true);
    let seven = Field { default: Some(Literal::Int(7)), ..Field::new("seven", int.clone()) };
    let codec = struct_of(vec![seven, Field::new("zero", int)]);
    assert_eq!(codec.again_hex("80"), Ok(one(1, "00 07")));
    assert_eq!(codec.again_hex("82 00 00 01 00"), Ok(one(1, "00 00")));
}

/// The zids of removed members are not used again.
#[test]
fn zids_are_the_places_of_members() {
    let mut fields = vec![Field::new("a", Type::Bool), Field::new("b", Type::Bool)];
    fields[0].attrs.order = Some(5);
    fields[1].attrs.order = Some(2);
    let codec = struct_of(fields);
    assert_eq!(codec.again_hex("82 05 c3 02 c3"), Ok(one(2, "02 c3 05 c3")));
    assert_eq!(codec.again_hex("82 00 c3 01 c3"), Ok(one(0, "")));
}

#[test]
fn integers_keep_the_sign_of_their_types() {
    let mut model = Model::default();
    let DeclKind::Enum(it) = enumeration(true, &[("NONE", 0)]) else { panic!("it is an enum") };
    let byte = declare(&mut model, "Byte", DeclKind::Enum(Enum { bits: 8, signed: false, ..it }));
    let types = [Type::Named(byte), Type::int(32, true), Type::int(32, false)];
    let fields = types.into_iter().zip(["enum", "signed", "unsigned"]).map(|(ty, name)| Field::new(name, ty)).collect();
    declare(&mut model, "One", record(fields));
    let codec = Codec::new(&model, "zebrapack", "corner.One");
    for (given, written) in [
        ("83 00 d100c8 01 cc80 02 d10080", "00 ccc8 01 d10080 02 cc80"),
        ("83 00 7f 01 d1ff7f 02 cd0100", "00 7f 01 d1ff7f 02 cd0100"),
        ("83 00 01 01 ce00010000 02 d200010000", "00 01 01 d200010000 02 ce00010000"),
    ] {
        assert_eq!(codec.again_hex(given), Ok(one(3, written)), "{given}");
    }
    for given in ["81 02 ff", "81 02 cf0000000100000000", "81 01 ce80000000"] {
        assert_eq!(codec.again_hex(given), Err("out_of_range".to_owned()), "{given}");
    }
}

/// Members without a value in a fixed size are always written, and negative zero is not zero.
#[test]
fn only_what_is_zero_is_left_out() {
    let float = Type::Float { bits: 64 };
    let fields = [("float", float), ("bytes", Type::fixed_bytes(2)), ("text", polywire_test_models::make::text())];
    let codec = struct_of(fields.into_iter().map(|(name, ty)| Field::new(name, ty)).collect());
    assert_eq!(codec.again_hex("80"), Ok(one(1, "01 c4020000")));
    assert_eq!(codec.again_hex("81 00 cb8000000000000000"), Ok(one(2, "00 cb8000000000000000 01 c4020000")));
    assert_eq!(codec.again_hex("81 01 c40100"), Err("bad_length".to_owned()));
}

/// Messages name their types, whatever the case of the first letter, which is upper-case in Go.
#[test]
fn types_are_found_by_name() {
    let (model, zebrapack) = (trade::model(), format("zebrapack").expect("the format"));
    let named = |digits: &str| zebrapack.type_of(&model, &hex(digits)).map(|id| model.decl(id).path());
    assert_eq!(named("81ffa54f72646572"), Some("trade.Order".to_owned()));
    assert_eq!(named("de0001ffd9056f72646572"), Some("trade.Order".to_owned()));
    for other in ["", "80", "81ff", "81ffa54f7264", "8100a54f72646572", "81ffa14f", "c1"] {
        assert_eq!(named(other), None, "{other}");
    }
}
