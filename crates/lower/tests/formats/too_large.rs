//! Types that hold others twice, and those again: their values double with every level.

use polywire_lower::{FORMATS, Format};
use polywire_model::{Field, Model, Presence, Type};
use polywire_test_models::make::{declare, record};

/// Structs of two members each, of which each has the struct before it.
fn doubled(levels: u32, presence: Presence) -> Model {
    let mut model = Model::default();
    let mut inner = Type::int(32, true);
    for level in 0..levels {
        let member = |name: &str| Field { presence, ..Field::new(name, inner.clone()) };
        inner = Type::Named(declare(&mut model, &format!("Level{level}"), record(vec![member("a"), member("b")])));
    }
    model.cut_cycles();
    model
}

#[test]
fn small_schemas_of_large_values_are_refused() {
    let model = doubled(40, Presence::Required);
    for format in FORMATS.iter().filter(|format| !format.is_without_schema()) {
        let refused = format.lower(&model).expect_err("a value of 2 to the 40");
        let paths: Vec<&str> = refused.iter().map(|it| it.path.as_str()).collect();
        // Each level has twice the members of the one below, and one for itself: 3, 7, 15 …
        assert_eq!(paths, ["corner.Level15"], "{}", format.name);
        assert!(refused[0].message.contains("65,536"), "{}", refused[0].message);
    }
}

/// Absent members take no room in messages, however many there could be.
#[test]
fn optional_members_are_counted_once() {
    let model = doubled(40, Presence::Optional);
    for format in FORMATS.iter().filter(|format| !format.is_without_schema()) {
        assert!(is_supported(format, &model), "{}", format.name);
    }
}

#[test]
fn small_values_are_supported() {
    let model = doubled(10, Presence::Required);
    for format in FORMATS.iter().filter(|format| !format.is_without_schema()) {
        assert!(is_supported(format, &model), "{}", format.name);
    }
}

/// Returns true if no value is too large for the format.
fn is_supported(format: &Format, model: &Model) -> bool {
    format.lower(model).err().into_iter().flatten().all(|it| !it.message.contains("65,536"))
}
