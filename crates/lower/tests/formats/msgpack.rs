//! MessagePack in the reference interpreter.

use crate::support::{Codec, data, digits_of, hex};
use polywire_model::attr::MsgpackStructs;
use polywire_model::{DeclKind, Enum, Field, Model, Type, trade};
use polywire_test_models::find;
use polywire_test_models::make::{declare, enumeration, record};

fn struct_with(ty: Type) -> Codec {
    let mut model = Model::default();
    polywire_test_models::make::declare(
        &mut model,
        "One",
        polywire_test_models::make::record(vec![Field::new("v", ty)]),
    );
    Codec::new(&model, "msgpack", "corner.One")
}

/// The trade message written by msgpack-cxx 4.1.3: integral floats as integers.
const TRADE: &str = "84 a26964 01 a46e616d65 a454657374 a677616c6c6574 82 a863757272656e6379 a3555344 a6616d6f756e74 cd03e8
    a66f7264657273 93
    86 a26964 01 a673796d626f6c a6455552555344 a473696465 00 a474797065 00 a57072696365 cb3ff3c0c1fc8f3238 a6766f6c756d65 cd03e8
    86 a26964 02 a673796d626f6c a6455552555344 a473696465 01 a474797065 01 a57072696365 01 a6766f6c756d65 64
    86 a26964 03 a673796d626f6c a6455552555344 a473696465 00 a474797065 02 a57072696365 cb3ff8000000000000 a6766f6c756d65 0a";

#[test]
fn trade_equals_the_original() {
    let model = trade::model();
    let (msgpack, protobuf) =
        (Codec::new(&model, "msgpack", "trade.Account"), Codec::new(&model, "protobuf", "trade.Account"));
    let value = protobuf.decode(&data("trade/protobuf-36.0.bin")).expect("accepted");
    assert_eq!(hex(TRADE).len(), 210);
    assert_eq!(msgpack.decode(&hex(TRADE)).as_ref(), Ok(&value));
    let written = msgpack.encode(&value).expect("written");
    assert_eq!(msgpack.decode(&written), Ok(value));
}

#[test]
fn integers_take_their_shortest_form() {
    let signed = struct_with(Type::int(64, true));
    for (given, written) in [
        ("7f", "7f"),
        ("cc7f", "7f"),
        ("cc80", "cc80"),
        ("cd0080", "cc80"),
        ("cdffff", "cdffff"),
        ("ce00010000", "ce00010000"),
        ("cf0000000100000000", "cf0000000100000000"),
        ("e0", "e0"),
        ("d0e0", "e0"),
        ("d0df", "d0df"),
        ("d180", "truncated"),
        ("d1ff7f", "d1ff7f"),
        ("d1ff80", "d080"),
        ("d2ffff8000", "d18000"),
        ("d2ffff7fff", "d2ffff7fff"),
        ("d380000000ffffffff", "d380000000ffffffff"),
        ("d3ffffffff7fffffff", "d3ffffffff7fffffff"),
        ("cf8000000000000000", "out_of_range"),
        ("c0", "00"),
        ("cb3ff0000000000000", "wrong_kind"),
    ] {
        let again = signed.again_hex(&format!("81a176{given}")).map(|digits| digits[6..].to_owned());
        assert_eq!(again.unwrap_or_else(|error| error), written, "{given}");
    }
    let unsigned = struct_with(Type::int(8, false));
    assert_eq!(unsigned.again_hex("81a176 ff"), Err("out_of_range".into()));
    assert_eq!(unsigned.again_hex("81a176 cd0100"), Err("out_of_range".into()));
}

#[test]
fn floats_take_other_numbers() {
    let number = |value: f64| digits_of(&value.to_be_bytes());
    let (wide, narrow) = (struct_with(Type::Float { bits: 64 }), struct_with(Type::Float { bits: 32 }));
    for integer in [
        0,
        1,
        -1,
        1000,
        i64::MAX,
        i64::MIN,
        (1 << 53) + 1,
        (1 << 54) + 2,
        (1 << 54) + 6,
        -123_456_789_012_345_678,
        (1 << 24) + 1,
        (1 << 25) + 6,
    ] {
        let given = format!("81a176d3{integer:016x}");
        assert_eq!(wide.again_hex(&given), Ok(format!("81a176cb{}", number(integer as f64))), "{integer}");
        let single = digits_of(&(integer as f32).to_be_bytes());
        assert_eq!(narrow.again_hex(&given), Ok(format!("81a176ca{single}")), "{integer}");
    }
    let mut bits = 0x0123_4567_89ab_cdefu64;
    for round in 0..20_000u64 {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Two thirds of the exponents are near those at which a binary32 overflows or becomes subnormal.
        let exponent = match round % 3 {
            0 => bits >> 53,
            1 => 1151 - (bits >> 60),
            _ => 870 + (bits >> 59),
        };
        let value = f64::from_bits(bits & 0x800f_ffff_ffff_ffff | (exponent & 0x7ff) << 52);
        if value.is_nan() {
            continue;
        }
        let single = value as f32;
        assert_eq!(
            narrow.again_hex(&format!("81a176cb{}", number(value))),
            Ok(format!("81a176ca{}", digits_of(&single.to_be_bytes()))),
            "{value:e}"
        );
        let short = f32::from_bits((bits >> 16) as u32 & if round % 4 == 0 { 0x807f_ffff } else { u32::MAX });
        if short.is_nan() {
            continue;
        }
        assert_eq!(
            wide.again_hex(&format!("81a176ca{}", digits_of(&short.to_be_bytes()))),
            Ok(format!("81a176cb{}", number(short.into()))),
            "{short:e}"
        );
    }
}

#[test]
fn maps_count_present_members() {
    let model = find("map_count").expect("a corner case").model;
    let codec = Codec::new(&model, "msgpack", "corner.Sparse");
    for (name, given, again) in [
        ("none", "81 a161 01", "81 a161 01"),
        ("all", "84 a161 01 a162 02 a163 03 a174 a3616263", "84 a161 01 a162 02 a163 03 a174 a3616263"),
        ("any order", "83 a163 03 a162 02 a161 01", "83 a161 01 a162 02 a163 03"),
        ("wide header", "de0002 a163 03 a161 01", "82 a161 01 a163 03"),
        ("nil is absent", "82 a161 01 a162 c0", "81 a161 01"),
        (
            "unknown members",
            "83 a178 82a17993c0c2cb0000000000000000 01d803aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa a161 01 a17a c403010203",
            "81 a161 01",
        ),
        ("the last wins", "82 a161 01 a161 05", "81 a161 05"),
        ("the last case wins", "83 a161 01 a174 a0 a175 c3", "82 a161 01 a175 c3"),
    ] {
        assert_eq!(codec.again_hex(given), Ok(again.replace(' ', "")), "{name}");
    }
    for (name, given, error) in [
        ("too few members", "82 a161 01", "truncated"),
        ("too many members", "81 a161 01 a162 02", "trailing_bytes"),
        ("key not a text", "81 01 01", "wrong_kind"),
        ("unused head", "81 a178 c1", "wrong_kind"),
        ("not a map", "91 01", "wrong_kind"),
        ("long unknown array", "81 a178 ddffffffff 01", "truncated"),
    ] {
        assert_eq!(codec.again_hex(given), Err(error.to_owned()), "{name}");
    }
}

/// Numbers of unsigned enums of 64 bits, which are I64 in the model, are their unsigned integers in messages.
#[test]
fn wide_enumerators_are_unsigned() {
    let mut model = Model::default();
    let DeclKind::Enum(it) = enumeration(true, &[("NONE", 0)]) else { panic!("it is an enum") };
    let wide = declare(&mut model, "Wide", DeclKind::Enum(Enum { bits: 64, signed: false, ..it }));
    declare(&mut model, "One", record(vec![Field::new("v", Type::Named(wide))]));
    let msgpack = Codec::new(&model, "msgpack", "corner.One");
    for number in ["cf8000000000000000", "cfffffffffffffffff", "05"] {
        assert_eq!(msgpack.again_hex(&format!("81a176{number}")), Ok(format!("81a176{number}")));
    }
    // As earlier versions wrote them.
    assert_eq!(msgpack.again_hex("81a176ff"), Ok("81a176cfffffffffffffffff".to_owned()));
    let text = Codec::new(&model, "protobuf_text", "corner.One");
    for number in ["9223372036854775808", "18446744073709551615", "7"] {
        let line = format!("v: {number}\n").into_bytes();
        assert_eq!(text.again(&line), Ok(line));
    }
}

#[test]
fn field_numbers_as_keys_are_those_of_the_schema() {
    let mut model = trade::model();
    model.options.msgpack.structs = MsgpackStructs::Numbers;
    assert!(polywire_lower::format("msgpack").expect("the format").lower(&model).is_ok());
    let mut model = Model::default();
    model.options.msgpack.structs = MsgpackStructs::Numbers;
    declare(&mut model, "One", record(vec![Field::new("v", Type::Bool)]));
    let problems = polywire_lower::format("msgpack").expect("the format").lower(&model).expect_err("no number");
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].path, "corner.One.v");
}
