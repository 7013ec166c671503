//! Avro in the reference interpreter.

use crate::support::{Codec, data, hex};
use polywire_lower::avro::schema::{KINDS, SCHEMA, extend};
use polywire_model::{DeclKind, Field, Model, Presence, Type, trade};
use polywire_test_models::find;
use polywire_test_models::make::{declare, record};
use polywire_vm::Value;

/// The trade message written by Avro C++ 1.12.1, with the wallet as a bare record.
const TRADE: &str = "02 0854657374 06555344 0000000000408f40 06
    02 0c455552555344 00 00 38328ffcc1c0f33f 0000000000408f40
    04 0c455552555344 02 02 000000000000f03f 0000000000005940
    06 0c455552555344 00 04 000000000000f83f 0000000000002440 00";

fn trade_with_wallet() -> Model {
    let mut model = trade::model();
    for decl in &mut model.decls {
        if let DeclKind::Struct(it) = &mut decl.kind {
            let wallet = it.fields.iter_mut().filter(|field| field.name == "wallet");
            wallet.for_each(|field| field.presence = Presence::Required);
        }
    }
    model
}

#[test]
fn trade_equals_the_original() {
    let model = trade_with_wallet();
    let (avro, protobuf) =
        (Codec::new(&model, "avro", "trade.Account"), Codec::new(&model, "protobuf", "trade.Account"));
    let value = protobuf.decode(&data("trade/protobuf-36.0.bin")).expect("accepted");
    let bytes = hex(TRADE);
    assert_eq!(bytes.len(), 98);
    assert_eq!(avro.decode(&bytes).as_ref(), Ok(&value));
    assert_eq!(avro.encode(&value), Ok(bytes));
}

#[test]
fn arrays_in_blocks() {
    let blocks = Codec::new(&find("avro_blocks").expect("a corner case").model, "avro", "corner.Blocks");
    for (name, given, again) in [
        ("empty", "00 00", "00 00"),
        ("two blocks", "04 02 04 02 06 00 00", "06 02 04 06 00 00"),
        ("negative count", "03 04 02 04 02 06 00 00", "06 02 04 06 00 00"),
        ("of records", "00 01 06 02 61 00 02 02 62 02 01 00 00", "00 04 02 61 00 02 62 02 01 00 00"),
    ] {
        assert_eq!(blocks.again_hex(given), Ok(again.replace(' ', "")), "{name}");
    }
    for (name, given, error) in [
        ("no end", "02 02", "truncated"),
        ("count too large", "fe ff ff ff 0f 02", "truncated"),
        ("the least count", "ffffffffffffffffff01 00", "truncated"),
        ("bool 2", "00 02 00 02 02 00 00", "out_of_range"),
        ("negative length", "00 02 01 00", "bad_length"),
        ("long of eleven bytes", "02 8080808080808080808001", "overlong"),
    ] {
        assert_eq!(blocks.again_hex(given), Err(error.to_owned()), "{name}");
    }
}

/// A writer's schema in plain JSON, with kinds by their names.
fn schema(text: &str) -> Value {
    let model = extend(&Model::default());
    let numbered = KINDS.iter().zip(0..).fold(text.to_owned(), |text, (kind, number)| {
        text.replace(&format!(r#"{{"{kind}""#), &format!(r#"{{"kind":{number}"#))
    });
    Codec::new(&model, "json_plain", SCHEMA)
        .decode(numbered.as_bytes())
        .unwrap_or_else(|error| panic!("{error}: {numbered}"))
}

fn reader() -> Codec {
    Codec::new(&find("avro_resolution").expect("a corner case").model, "avro_resolved", "corner.Reader")
}

/// Decodes data with the reader's schema.
fn read(schema: &Value, digits: &str) -> Result<Value, String> {
    reader().decode_with(&hex(digits), Some(schema))
}

/// A value of the reader's type in plain JSON.
fn value(members: &str) -> Result<Value, String> {
    let model = extend(&find("avro_resolution").expect("a corner case").model);
    Codec::new(&model, "json_plain", "corner.Reader").decode(format!(r#"{{"must":1{members}}}"#).as_bytes())
}

/// A writer's record with one field besides `must`, whose type is node 2.
fn one(name: &str, nodes: &str) -> Value {
    schema(&format!(
        r#"{{"root":0,"nodes":[{{"record","fields":[{{"name":"must","node":1}},{{"name":"{name}","node":2}}]}},{{"int"}},{nodes}]}}"#
    ))
}

#[test]
fn fields_are_matched_and_promoted() {
    for (name, schema, given, members) in [
        ("int to long", one("wide", r#"{"int"}"#), "02 05", r#","wide":-3"#),
        ("int to double", one("real", r#"{"int"}"#), "02 05", r#","real":-3.0"#),
        ("long to double", one("real", r#"{"long"}"#), "02 feffffffffffffffff01", r#","real":9223372036854775808"#),
        ("float to double", one("real", r#"{"float"}"#), "02 0000c03f", r#","real":1.5"#),
        ("bytes to string", one("name", r#"{"bytes"}"#), "02 0461 62", r#","name":"ab""#),
        ("string to bytes", one("blob", r#"{"string"}"#), "02 0461 62", r#","blob":"YWI=""#),
        (
            "symbols in another order",
            one("suit", r#"{"enum","symbols":["SPADES","DIAMONDS","HEARTS"]}"#),
            "02 04",
            r#","suit":3"#,
        ),
        ("bare type for an optional", one("maybe", r#"{"string"}"#), "02 0261", r#","maybe":"a""#),
        (
            "union for an optional",
            one("maybe", r#"{"union","branches":[3,4]},{"string"},{"null"}"#),
            "02 00 0261",
            r#","maybe":"a""#,
        ),
        ("null for an optional", one("maybe", r#"{"union","branches":[3,4]},{"string"},{"null"}"#), "02 02", ""),
        (
            "union for a bare type",
            one("wide", r#"{"union","branches":[3,4]},{"null"},{"int"}"#),
            "02 02 04",
            r#","wide":2"#,
        ),
        ("promoted to a union's case", one("pick", r#"{"int"}"#), "02 04", r#","whole":2"#),
        (
            "record of a union",
            one("pick", r#"{"record","name":"Inner","fields":[{"name":"x","node":1}]}"#),
            "02 06",
            r#","inner":{"x":3.0}"#,
        ),
        ("union of a union", one("pick", r#"{"union","branches":[3,1]},{"string"}"#), "02 00 0261", r#","text":"a""#),
        (
            "unknown map",
            one("other", r#"{"map","items":3},{"array","items":1}"#),
            "02 02 0261 02 06 00 01 06 0262 00 00",
            "",
        ),
        (
            "unknown blocks",
            one("other", r#"{"array","items":3},{"union","branches":[1,4]},{"fixed","size":3}"#),
            "02 02 02 aabbcc 03 04 00 00 00",
            "",
        ),
    ] {
        assert_eq!(read(&schema, given), value(members), "{name}");
    }
}

#[test]
fn order_and_absence() {
    let schema = schema(
        r#"{"root":0,"nodes":[{"record","fields":[{"name":"pick","node":1},{"name":"list","node":2},{"name":"must","node":4},
            {"name":"wide","node":4}]},{"null"},{"array","items":3},{"record","fields":[{"name":"y","node":4},{"name":"x","node":4}]},{"int"}]}"#,
    );
    assert_eq!(read(&schema, "04 0a 02 0a 04 00 02 08"), value(r#","list":[{"x":1},{"x":2}],"wide":4"#));
}

#[test]
fn unresolvable_schemas_are_rejected() {
    let list = |items: &str| one("list", &format!(r#"{{"array","items":3}},{items}"#));
    for (name, schema, given, error) in [
        ("long to int", one("preset", r#"{"long"}"#), "02 02", "wrong_kind"),
        ("double to long", one("wide", r#"{"double"}"#), "02 0000000000000000", "wrong_kind"),
        (
            "symbol that the reader lacks",
            one("suit", r#"{"enum","symbols":["DIAMONDS"]}"#),
            "02 00",
            "unknown_enumerator",
        ),
        ("index behind the symbols", one("suit", r#"{"enum","symbols":["SPADES"]}"#), "02 02", "unknown_enumerator"),
        ("branch behind the union's", one("wide", r#"{"union","branches":[1]}"#), "02 02", "unknown_case"),
        ("no case takes it", one("pick", r#"{"boolean"}"#), "02 00", "unknown_case"),
        ("node that is not there", one("wide", r#"{"union","branches":[9]}"#), "02 00", "bad_pointer"),
        ("unknown node that is not there", one("other", r#"{"array","items":9}"#), "02 02", "bad_pointer"),
        ("required field missing", schema(r#"{"root":0,"nodes":[{"record"}]}"#), "", "missing_field"),
        ("root that is not there", schema(r#"{"root":0,"nodes":[]}"#), "", "bad_pointer"),
        ("not a record", schema(r#"{"root":0,"nodes":[{"int"}]}"#), "02", "wrong_kind"),
        (
            "record that holds itself",
            one("other", r#"{"record","fields":[{"name":"a","node":2},{"name":"b","node":2}]}"#),
            "02",
            "too_deep",
        ),
        ("many empty records", list(r#"{"record"}"#), "02 80808080808080808001 00", "budget_exceeded"),
        (
            "many empty records unknown",
            one("other", r#"{"array","items":3},{"null"}"#),
            "02 80808080808080808001 00",
            "budget_exceeded",
        ),
        ("union of itself", one("other", r#"{"union","branches":[2]}"#), "02 00 00 00", "truncated"),
    ] {
        assert_eq!(read(&schema, given), Err(error.to_owned()), "{name}");
    }
    assert_eq!(read(&list(r#"{"record"}"#), "02 06 00"), value(r#","list":[{},{},{}]"#));
}

#[test]
fn arrays_are_fixed_or_arrays_of_their_length() {
    let mut model = Model::default();
    let array = |element, len| Type::Array(Box::new(element), len);
    let fields =
        vec![Field::new("bytes", array(Type::int(8, true), 2)), Field::new("numbers", array(Type::int(32, true), 3))];
    declare(&mut model, "Arrays", record(fields));
    let arrays = Codec::new(&model, "avro", "corner.Arrays");
    let again = "ff02 06 02 04 06 00";
    for (name, given) in [
        ("one block", again),
        ("two blocks", "ff02 04 02 04 02 06 00"),
        ("a block with its size", "ff02 05 06 02 04 06 00"),
    ] {
        assert_eq!(arrays.again_hex(given), Ok(again.replace(' ', "")), "{name}");
    }
    for (name, given) in [
        ("too few", "ff02 04 02 04 00"),
        ("too many", "ff02 08 02 04 06 08 00"),
        ("another block", "ff02 06 02 04 06 02 08 00"),
    ] {
        assert_eq!(arrays.again_hex(given), Err("bad_length".to_owned()), "{name}");
    }
}
