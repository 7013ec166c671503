//! Protobuf in the reference interpreter.

use crate::support::{Codec, data, hex};
use polywire_model::{Field, Model, Presence, Type, trade};
use polywire_test_models::find;
use polywire_test_models::make::{declare, record};

fn codec_of(name: &str, ty: &str) -> Codec {
    Codec::new(&find(name).expect("a corner case").model, "protobuf", ty)
}

#[test]
fn trade_equals_the_original() {
    let model = trade::model();
    let (protobuf, raw) = (Codec::new(&model, "protobuf", "trade.Account"), Codec::new(&model, "raw", "trade.Account"));
    for file in ["trade/protobuf-36.0.bin", "trade/protobuf-3.21.12.bin"] {
        let bytes = data(file);
        let value = protobuf.decode(&bytes).expect("accepted");
        assert_eq!(protobuf.encode(&value), Ok(bytes));
        let image = raw.encode(&value).expect("written");
        assert_eq!(raw.decode(&image), Ok(value));
    }
}

#[test]
fn group_in_a_oneof() {
    let pick = codec_of("oneof_group", "corner.Pick");
    for (name, given, again) in [
        ("merged", "13 1801 2002 14 13 1803 2004 2005 14", "13 1803 2002 2004 2005 14"),
        ("last wins", "13 1801 14 2a0161", "2a0161"),
        ("a new group after another case", "13 1801 14 2a0161 13 2007 14", "13 2007 14"),
        ("kept in both", "13 1801 3801 14 3802 3002", "13 1801 3801 14 3002 3802"),
        ("an unknown group", "3b 0801 43 44 3c 3002", "3002 3b 0801 43 44 3c"),
        ("a packed field given unpacked", "13 2201 05 2006 14", "13 2005 2006 14"),
        ("a tag in two bytes", "930018011 4".trim(), "13 1801 14"),
        ("an unknown tag in three bytes", "b8800005", "3805"),
    ] {
        assert_eq!(pick.again_hex(given), Ok(again.replace(' ', "")), "{name}");
    }
}

#[test]
fn malformed_messages_are_refused() {
    let pick = codec_of("oneof_group", "corner.Pick");
    for (name, given, error) in [
        ("group not ended", "13 1801", "truncated"),
        ("group ended by another", "13 1801 1c", "invalid_key"),
        ("end without a group", "14", "invalid_key"),
        ("unknown group ended by another", "3b 0801 44", "invalid_key"),
        ("field number 0", "0001", "invalid_key"),
        ("wire type 6", "36", "invalid_key"),
        ("wire type 7", "37", "invalid_key"),
        ("key of six bytes", "b88080808000 05", "overlong"),
        ("key above 32 bits", "f8ffffff1f 05", "invalid_key"),
        ("text not UTF-8", "2a01ff", "invalid_utf8"),
        ("length behind the end", "2a0261", "truncated"),
        ("varint without an end", "30ff", "truncated"),
    ] {
        assert_eq!(pick.again_hex(given), Err(error.to_owned()), "{name}");
    }
}

#[test]
fn unknown_enumerators_are_kept() {
    let palette = codec_of("closed_enum_packed", "corner.Palette");
    for (name, given, again) in [
        ("packed", "2204 01070209", "22020102 2007 2009"),
        ("unpacked", "2001 2007 2002", "22020102 2007"),
        ("negative", "220a fdffffffffffffffff01", "220a fdffffffffffffffff01"),
        ("single", "2807", "2807"),
        ("present though the default", "2802", "2802"),
    ] {
        assert_eq!(palette.again_hex(given), Ok(again.replace(' ', "")), "{name}");
    }
}

/// `message Outer { required Inner inner = 1; repeated Inner list = 2; }`, `message Inner { required int32 x = 1; optional int32 y = 2; }`
fn required() -> Model {
    let mut model = Model::default();
    let presence = |name: &str, presence, ty| Field { presence, ..Field::new(name, ty) };
    let int32 = || Type::int(32, true);
    let inner = vec![presence("x", Presence::Required, int32()), presence("y", Presence::Optional, int32())];
    let inner = declare(&mut model, "Inner", record(inner));
    let list = Field::new("list", Type::list(Type::Named(inner)));
    declare(&mut model, "Outer", record(vec![presence("inner", Presence::Required, Type::Named(inner)), list]));
    model
}

#[test]
fn required_fields_are_checked() {
    let model = required();
    let (protobuf, json) = (Codec::new(&model, "protobuf", "corner.Outer"), Codec::new(&model, "json", "corner.Outer"));
    for (name, given, again) in [
        ("all", "0a020801 12020802", "0a020801 12020802"),
        ("a later piece without it", "0a020801 0a021003", "0a0408011003"),
    ] {
        assert_eq!(protobuf.again_hex(given), Ok(again.replace(' ', "")), "{name}");
    }
    for (name, given) in [
        ("nothing", ""),
        ("empty message", "0a00"),
        ("without x", "0a021003"),
        ("element without x", "0a020801 1200"),
        ("only elements", "12020802"),
    ] {
        assert_eq!(protobuf.again_hex(given), Err("missing_field".to_owned()), "{name}");
    }
    for given in ["{}", r#"{"inner":null}"#, r#"{"inner":{}}"#, r#"{"inner":{"y":1}}"#] {
        assert_eq!(json.decode(given.as_bytes()), Err("missing_field".to_owned()), "{given}");
    }
    assert_eq!(json.decode(br#"{"inner":{"x":1}}"#), protobuf.decode(&hex("0a020801")));
    let absent = Codec::new(&model, "raw", "corner.Outer").decode(&hex("00 00000000 00000000")).expect("an image");
    assert_eq!(protobuf.encode(&absent), Err("missing_field".to_owned()));
    assert_eq!(json.encode(&absent), Err("missing_field".to_owned()));
}

/// An element of two bytes needs much more memory; one of many bytes covers its own.
#[test]
fn the_budget_pays_for_elements_of_few_bytes() {
    let mut model = Model::default();
    let lists = (1..=8).map(|number| numbered(&format!("list{number}"), number, Type::list(Type::Bytes)));
    let group = declare(&mut model, "Group", record(lists.collect()));
    declare(&mut model, "Block", record(vec![numbered("groups", 1, Type::list(Type::Named(group)))]));
    let mut block = Codec::new(&model, "protobuf", "corner.Block");
    // A group takes 400 bytes or more, of which its two bytes cover 128.
    block.limits.budget = 64 << 10;
    let few = hex("0a00").repeat(100);
    assert!(block.decode(&few).is_ok());
    assert_eq!(block.decode(&hex("0a00").repeat(1000)), Err("budget_exceeded".to_owned()));
    let filled = hex("0a0c 0a0a 01020304050607080910").repeat(1000);
    assert!(block.decode(&filled).is_ok());
}

fn numbered(name: &str, number: u32, ty: Type) -> Field {
    let mut field = Field::new(name, ty);
    field.attrs.protobuf = Some(polywire_test_models::make::protobuf(number));
    field
}

/// `message Array { Array<sint-like int32, 3> numbers = 1; Array<text, 2> names = 2; }`
fn arrays() -> Model {
    let mut model = Model::default();
    let array = |element, len| Type::Array(Box::new(element), len);
    let mut numbers = numbered("numbers", 1, array(Type::int(32, true), 3));
    let facts = polywire_test_models::make::protobuf(1);
    numbers.attrs.protobuf = Some(polywire_model::attr::ProtobufField { packed: true, ..facts });
    let names = numbered("names", 2, array(polywire_test_models::make::text(), 2));
    declare(&mut model, "Arrays", record(vec![numbers, names]));
    model
}

#[test]
fn arrays_have_exactly_their_length() {
    let arrays = Codec::new(&arrays(), "protobuf", "corner.Arrays");
    let packed = "0a03010203 120161 120162";
    for (name, given) in [
        ("packed", packed),
        ("unpacked", "0801 0802 0803 120161 120162"),
        ("other order", "120161 120162 0a03010203"),
        ("the last one wins", "0a03090909 120163 120163 0a03010203 120161 120162"),
    ] {
        assert_eq!(arrays.again_hex(given), Ok(packed.replace(' ', "")), "{name}");
    }
    let with_unknown = "1801 0a03010203 1801 120161 120162 1801";
    assert_eq!(arrays.again_hex(with_unknown), Ok(packed.replace(' ', "") + "180118011801"), "unknown fields are kept");
    assert_eq!(arrays.again_hex(""), Ok("0a03000000 1200 1200".replace(' ', "")), "absent");
    for (name, given, error) in [
        ("too few", "0a020102", "truncated"),
        ("too many", "0a0401020304", "bad_length"),
        ("too few unpacked", "0801 0802", "truncated"),
        ("not adjacent", "0801 0802 1801 0803", "bad_length"),
        ("one text", "120161 0801 0802 0803", "bad_length"),
    ] {
        assert_eq!(arrays.again_hex(given), Err(error.to_owned()), "{name}");
    }
}

#[test]
fn arrays_in_text() {
    let arrays = Codec::new(&arrays(), "protobuf_text", "corner.Arrays");
    let again = |given: &str| arrays.again(given.as_bytes()).map(|text| String::from_utf8(text).expect("ASCII"));
    let lines = "numbers: 1\nnumbers: 2\nnumbers: 3\nnames: \"a\"\nnames: \"b\"\n";
    for given in
        [lines, "numbers: [ 1, 2 ,3 ] names: 'a', names: 'b';", "names:['a','b'] numbers:1 numbers:2 numbers:3"]
    {
        assert_eq!(again(given).as_deref(), Ok(lines), "{given}");
    }
    for (given, error) in [
        ("numbers: [1, 2]", "bad_length"),
        ("numbers: [1, 2, 3, 4]", "bad_length"),
        ("numbers: 1 numbers: 2", "bad_length"),
        ("numbers: 1 numbers: 2 names: 'a'", "bad_length"),
        ("numbers: [1, 2, 3] numbers: 4", "duplicate_field"),
    ] {
        assert_eq!(again(given), Err(error.to_owned()), "{given}");
    }
}
