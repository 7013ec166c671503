//! Simple Binary Encoding in the reference interpreter.

use crate::support::{Codec, data};
use polywire_lower::sbe::layout::layout;
use polywire_model::attr::FormatOptions;
use polywire_model::{Case, DeclKind, Field, Model, Presence, Type, Union, trade};
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

/// Options keep empty texts apart from absent ones, and make room for long lists, at every place of a group.
#[test]
fn options_widen_groups_and_keep_empty_texts() {
    let codecs = |choices: &[&str]| {
        let mut model = wide_model();
        let with = |options: FormatOptions, choice: &&str| options.with(choice).expect("an option");
        model.options = choices.iter().fold(FormatOptions::default(), with);
        let codec = |format| Codec::new(&model, format, "corner.Wide");
        [codec("json"), codec("sbe")]
    };
    let numbers = vec!["0"; 70_000].join(",");
    let [json, plain] = codecs(&[]);
    let value = |text: &str| json.decode(text.as_bytes()).expect("a value");
    let empty = value(r#"{"name":"","raw":"","parts":[{"label":""}]}"#);
    let long = value(&format!(r#"{{"numbers":[{numbers}]}}"#));
    assert_eq!(plain.encode(&empty), Err("out_of_range".to_owned()));
    assert_eq!(plain.encode(&long), Err("too_large".to_owned()));

    let all = value(
        r#"{"numbers":[1,2],"texts":["a",""],"parts":[{"label":"l","sizes":[3]},{}],"name":"n","raw":"AQ==","some":[7],"part":{"label":"x"},"shape":{"note":""}}"#,
    );
    let values = [value("{}"), empty.clone(), long.clone(), all];
    for (choices, most) in [
        (&["sbe.counts=32"][..], 70_000),
        (&["sbe.optional=groups"], 2),
        (&["sbe.counts=32", "sbe.optional=groups"], 70_000),
    ] {
        let [_, sbe] = codecs(choices);
        for value in &values {
            let is_lost = !choices.contains(&"sbe.optional=groups") && *value == empty || most == 2 && *value == long;
            let bytes = sbe.encode(value);
            assert_eq!(bytes.is_err(), is_lost, "{choices:?}");
            let Ok(bytes) = bytes else { continue };
            assert_eq!(sbe.decode(&bytes).as_ref(), Ok(value), "{choices:?}");
            let cuts = (0..bytes.len().min(200)).filter(|end| sbe.decode(&bytes[..*end]).is_ok());
            assert_eq!(cuts.count(), 0, "{choices:?}");
        }
    }
}

/// Groups at all their places.
fn wide_model() -> Model {
    let mut model = Model::default();
    let optional = |name: &str, ty: Type| Field { presence: Presence::Optional, ..Field::new(name, ty) };
    let number = || Type::int(32, true);
    let fields = vec![optional("label", text()), Field::new("sizes", Type::list(number()))];
    let part = Type::Named(declare(&mut model, "Part", record(fields)));
    let cases = vec![Case::new("note", text()), Case::new("whole", part.clone())];
    let shape = declare(&mut model, "Shape", DeclKind::Union(Union { cases, ..Union::default() }));
    let fields = vec![
        Field::new("numbers", Type::list(number())),
        Field::new("texts", Type::list(text())),
        Field::new("parts", Type::list(part.clone())),
        optional("name", text()),
        optional("raw", Type::Bytes),
        optional("some", Type::list(number())),
        optional("part", part),
        optional("shape", Type::Named(shape)),
    ];
    declare(&mut model, "Wide", record(fields));
    model
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
