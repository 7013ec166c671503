use crate::TestModel;
use crate::make::{case, declare, enumeration, map, nullable, record, text, union};
use polywire_model::{Field, Meaning, Model, Type};

/// Elements and values of maps that may be null.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let color = declare(&mut model, "Color", enumeration(true, &[("DARK", 0), ("GREENISH", 1), ("BLUISH", 5)]));
    let point = vec![Field::new("x", Type::int(32, true)), Field::new("notes", Type::list(text()))];
    let point = Type::Named(declare(&mut model, "Point", record(point)));
    let shape = vec![case("number", Type::int(32, true)), case("label", text()), case("point", point.clone())];
    let shape = Type::Named(declare(&mut model, "Shape", union(shape)));
    let elements = [
        ("numbers", Type::int(32, true)),
        ("wide", Type::int(64, false)),
        ("floats", Type::Float { bits: 64 }),
        ("flags", Type::Bool),
        ("days", Type::Int { bits: 32, signed: true, meaning: Meaning::Date }),
        ("colors", Type::Named(color)),
        ("texts", text()),
        ("blobs", Type::Bytes),
        ("hashes", Type::fixed_bytes(4)),
        ("points", point.clone()),
        ("shapes", shape),
        ("lists", Type::list(Type::int(16, true))),
    ];
    let mut fields = Vec::new();
    for (name, ty) in elements {
        let element = nullable(&mut model, "Nullable", name, ty);
        fields.push(Field::new(name, Type::list(element)));
    }
    let triple = nullable(&mut model, "Nullable", "triple", Type::int(32, true));
    fields.push(Field::new("triple", Type::Array(Box::new(triple), 3)));
    let by_name = nullable(&mut model, "Nullable", "by_name", Type::int(32, true));
    fields.push(Field::new("by_name", map(&mut model, "Nullable", "by_name", (text(), by_name))));
    let places = nullable(&mut model, "Nullable", "places", point);
    fields.push(Field::new("places", map(&mut model, "Nullable", "places", (text(), places))));
    declare(&mut model, "Nullable", record(fields));
    TestModel { name: "nullable", model, formats: FORMATS }
}

const FORMATS: &[&str] = &[
    "avro",
    "cdr",
    "flatbuffers",
    "json",
    "json_plain",
    "json_pretty",
    "msgpack",
    "protobuf",
    "protobuf_text",
    "raw",
    "zebrapack",
];
