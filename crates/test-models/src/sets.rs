use crate::TestModel;
use crate::make::{case, declare, map, record, set, text, union};
use polywire_model::{Field, Meaning, Model, Presence, Type};

/// Sets as members, in lists, maps and unions, and optional ones, beside lists of the same elements.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let numbers = set(&mut model, "Sets", "numbers", Type::int(32, true));
    let texts = set(&mut model, "Sets", "texts", text());
    let either = vec![
        case("some_numbers", numbers.clone()),
        case("some_texts", texts.clone()),
        case("all_numbers", Type::list(Type::int(32, true))),
    ];
    let either = Type::Named(declare(&mut model, "Either", union(either)));
    let by_name = map(&mut model, "Sets", "by_name", (text(), numbers.clone()));
    let days = Type::Int { bits: 32, signed: true, meaning: Meaning::Date };
    let fields = vec![
        Field::new("flags", set(&mut model, "Sets", "flags", Type::Bool)),
        Field::new("small", set(&mut model, "Sets", "small", Type::int(8, false))),
        Field::new("numbers", numbers.clone()),
        Field::new("wide", set(&mut model, "Sets", "wide", Type::int(64, true))),
        Field::new("days", set(&mut model, "Sets", "days", days)),
        Field::new("texts", texts.clone()),
        Field::new("list", Type::list(Type::int(32, true))),
        Field { presence: Presence::Optional, ..Field::new("maybe", texts.clone()) },
        Field::new("nested", Type::list(numbers)),
        Field::new("plain", Type::list(Type::list(Type::int(32, true)))),
        Field::new("by_name", by_name),
        Field::new("either", either),
    ];
    declare(&mut model, "Sets", record(fields));
    TestModel { name: "sets", model, formats: FORMATS }
}

const FORMATS: &[&str] =
    &["avro", "cdr", "flatbuffers", "json", "json_plain", "json_pretty", "msgpack", "protobuf", "protobuf_text", "raw"];
