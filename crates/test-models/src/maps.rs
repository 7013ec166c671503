use crate::TestModel;
use crate::make::{declare, enumeration, map, map_of, protobuf, record, text};
use polywire_model::attr::ProtobufInt::{Fixed, Varint, ZigZag};
use polywire_model::{Field, Model, Presence, Type};

/// Maps with all kinds of keys and values.
///
/// ```proto
/// syntax = "proto2";
/// package corner;
/// enum Color { DARK = 0; GREENISH = 1; BLUISH = 5; }
/// message Point { required int32 x = 1; optional string note = 2; repeated int32 more = 3; }
/// message Maps {
///   map<bool, int32> by_bool = 1;
///   map<sint32, string> by_i32 = 2;
///   map<fixed32, double> by_u32 = 3;
///   map<int64, bytes> by_i64 = 4;
///   map<uint64, Color> by_u64 = 5;
///   map<string, Point> by_text = 6;
///   map<string, sint64> counts = 7;
/// }
/// ```
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let (int32, int64) = (Type::int(32, true), Type::int(64, true));
    let color = declare(&mut model, "Color", enumeration(false, &[("DARK", 0), ("GREENISH", 1), ("BLUISH", 5)]));
    let point = [("x", int32.clone()), ("note", text()), ("more", Type::list(int32.clone()))];
    let mut point = numbered(point);
    point[0].presence = Presence::Required;
    point[1].presence = Presence::Optional;
    let point = declare(&mut model, "Point", record(point));
    let mut plain = |name: &str, key, value| map(&mut model, "Maps", name, (key, value));
    let by_bool = plain("by_bool", Type::Bool, int32.clone());
    let by_i64 = plain("by_i64", int64.clone(), Type::Bytes);
    let by_u64 = plain("by_u64", Type::int(64, false), Type::Named(color));
    let by_text = plain("by_text", text(), Type::Named(point));
    let mut encoded = |name: &str, key, value| map_of(&mut model, "Maps", name, [key, value]);
    let by_i32 = encoded("by_i32", (int32, ZigZag), (text(), Varint));
    let by_u32 = encoded("by_u32", (Type::int(32, false), Fixed), (Type::Float { bits: 64 }, Varint));
    let counts = encoded("counts", (text(), Varint), (int64, ZigZag));
    let fields = numbered([
        ("by_bool", by_bool),
        ("by_i32", by_i32),
        ("by_u32", by_u32),
        ("by_i64", by_i64),
        ("by_u64", by_u64),
        ("by_text", by_text),
        ("counts", counts),
    ]);
    declare(&mut model, "Maps", record(fields));
    let formats =
        &["protobuf", "protobuf_text", "json", "json_pretty", "msgpack", "avro", "cdr", "capnp", "flatbuffers"];
    TestModel { name: "maps", model, formats }
}

fn numbered<const N: usize>(fields: [(&str, Type); N]) -> Vec<Field> {
    let number = |((name, ty), number)| {
        let mut field = Field::new(name, ty);
        field.attrs.protobuf = Some(protobuf(number));
        field
    };
    fields.into_iter().zip(1..).map(number).collect()
}
