use crate::TestModel;
use crate::make::{declare, map, protobuf, record};
use polywire_model::{Field, Model, Presence, Text, Type};

/// Texts that are not checked to be UTF-8, as in proto2: Protocol Buffers allow any bytes in them, JSON does not.
///
/// ```proto
/// syntax = "proto2";
/// package corner;
/// message Legacy { optional string name = 1; repeated string tags = 2; map<string, string> labels = 3; }
/// ```
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let text = || Type::Text(Text { unverified: true, ..Text::default() });
    let numbered = |name: &str, ty: Type, number: u32| {
        let mut field = Field::new(name, ty);
        field.attrs.protobuf = Some(protobuf(number));
        field
    };
    let labels = map(&mut model, "Legacy", "labels", (text(), text()));
    let name = Field { presence: Presence::Optional, ..numbered("name", text(), 1) };
    let fields = vec![name, numbered("tags", Type::list(text()), 2), numbered("labels", labels, 3)];
    declare(&mut model, "Legacy", record(fields));
    TestModel { name: "unverified_text", model, formats: &["protobuf", "protobuf_text", "json"] }
}
