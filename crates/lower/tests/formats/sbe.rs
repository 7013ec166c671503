//! Simple Binary Encoding in the reference interpreter.

use crate::support::{Codec, data};
use polywire_lower::sbe::layout::layout;
use polywire_model::{Field, Model, Type, trade};
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
    is_current("order_locked", "corner.Line");
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

/// Each struct contains the previous one twice, so that the texts in the last one are too many to list.
#[test]
fn structs_that_grow_beyond_bounds_are_refused() {
    for (member, message) in [
        (text(), "at most 65,534 groups and data follow a block in SBE"),
        (Type::int(64, true), "a block in SBE has at most 65,534 bytes"),
    ] {
        let mut model = Model::default();
        let mut inner = member;
        for level in 0..64 {
            let fields = ["left", "right"].map(|name| Field::new(name, inner.clone()));
            inner = Type::Named(declare(&mut model, &format!("Level{level}"), record(fields.to_vec())));
        }
        let refused = polywire_lower::format("sbe").expect("a format").lower(&model).expect_err("refused");
        assert_eq!(refused[0].message, message);
    }
}
