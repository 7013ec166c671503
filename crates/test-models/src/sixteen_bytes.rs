use crate::TestModel;
use crate::make::{case, declare, map, nullable, record, text, union};
use polywire_model::{BytesMeaning, Field, Literal, Model, Presence, Type};

/// UUIDs, decimal numbers and floats of 128 bits, wherever a type can hold a value.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let [uuid, decimal, float] = BytesMeaning::ALL.map(Type::meant_bytes);
    let either = vec![case("by_id", uuid.clone()), case("by_price", decimal.clone()), case("by_ratio", float.clone())];
    let either = Type::Named(declare(&mut model, "Either", union(either)));
    let prices = map(&mut model, "Wide", "prices", (text(), decimal.clone()));
    let maybe = nullable(&mut model, "Wide", "maybe", uuid.clone());
    let known = Literal::Bytes((1..=16).collect());
    let fields = vec![
        Field::new("id", uuid.clone()),
        Field::new("price", decimal.clone()),
        Field::new("ratio", float),
        Field { default: Some(known), ..Field::new("known", uuid.clone()) },
        Field { presence: Presence::Optional, ..Field::new("parent", uuid.clone()) },
        Field::new("ids", Type::list(uuid.clone())),
        Field::new("pair", Type::Array(Box::new(decimal), 2)),
        Field::new("maybe", Type::list(maybe)),
        Field::new("prices", prices),
        Field::new("either", either),
    ];
    declare(&mut model, "Wide", record(fields));
    TestModel { name: "sixteen_bytes", model, formats: FORMATS }
}

const FORMATS: &[&str] =
    &["avro", "cdr", "flatbuffers", "json", "json_plain", "msgpack", "protobuf", "protobuf_text", "raw"];
