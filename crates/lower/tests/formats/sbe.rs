//! Simple Binary Encoding in the reference interpreter.

use crate::support::{Codec, data};
use polywire_lower::sbe::layout::layout;
use polywire_model::{Field, Model, Presence, Type, trade};
use polywire_test_models::make::{declare, record, text};
use std::path::Path;

#[test]
fn trade_equals_the_original() {
    let model = trade::model();
    let (sbe, raw) = (Codec::new(&model, "sbe", "trade.Account"), Codec::new(&model, "raw", "trade.Account"));
    let bytes = data("trade/sbe-1.38.1.bin");
    let value = sbe.decode(&bytes).expect("accepted");
    assert_eq!(sbe.encode(&value), Ok(bytes));
    let image = raw.encode(&value).expect("written");
    assert_eq!(raw.decode(&image), Ok(value));
}

/// The schema with which the reference tool reads our output; `POLYWIRE_BLESS=1` rewrites it.
#[test]
fn the_schemas_of_the_judge_are_current() {
    is_current("sbe_nested", "corner.Meeting");
    is_current("sbe_unions", "corner.Unions");
    is_current("order_locked", "corner.Line");
    is_current("limited_numbers", "corner.Inner");
}

fn is_current(model: &str, ty: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/oracles/schemas/{model}.xml"));
    let test_model = polywire_test_models::find(model).expect("the corner case");
    let root = test_model.model.find(ty).expect("the type");
    let expected = layout(&test_model.model, root).expect("a layout").xml();
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        std::fs::write(&path, &expected).expect("the schema can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "the schema is not current; POLYWIRE_BLESS=1 rewrites it");
}

/// The id of a text in a struct is made of two places, and is that of another member in a message with that many.
#[test]
fn members_of_the_same_id_are_reported() {
    let of = |count: usize| {
        let mut model = Model::default();
        let part = record(vec![Field::new("size", Type::int(32, true)), Field::new("label", text())]);
        let part = declare(&mut model, "Part", part);
        let mut fields = vec![Field::new("part", Type::Named(part))];
        fields.extend((1..count).map(|number| Field::new(&format!("f{number}"), Type::int(32, true))));
        let root = declare(&mut model, "Message", record(fields));
        layout(&model, root).map(|it| it.body.data[0].id)
    };
    assert_eq!(of(101), Ok(102));
    let problems = of(102).expect_err("f101 has the id 102, too");
    let told: Vec<String> = problems.iter().map(|it| format!("{}: {}", it.path, it.message)).collect();
    assert_eq!(told, ["corner.Message: `f101` and `part_label` would both have the id 102 in its schema"]);
}

/// Each struct contains the previous one twice, so that the texts in the last one are too many to list.
#[test]
fn structs_that_grow_beyond_bounds_are_refused() {
    for (member, message) in [
        (text(), "in SBE, at most 65,534 groups and data can follow a block"),
        (Type::int(64, true), "a block in SBE has at most 65,534 bytes"),
    ] {
        let mut model = Model::default();
        let mut inner = member;
        for level in 0..64 {
            let optional = |name| Field { presence: Presence::Optional, ..Field::new(name, inner.clone()) };
            let fields = ["left", "right"].map(optional);
            inner = Type::Named(declare(&mut model, &format!("Level{level}"), record(fields.to_vec())));
        }
        let refused = polywire_lower::format("sbe").expect("a format").lower(&model).expect_err("refused");
        assert_eq!(refused[0].message, message);
    }
}
