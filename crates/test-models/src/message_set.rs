use crate::TestModel;
use crate::make::{declare, protobuf, record, text};
use polywire_model::{DeclId, DeclKind, Field, Model, Presence, Type};

/// A Protobuf MessageSet with a type id that is not a valid field number, inside an ordinary message.
///
/// ```proto
/// syntax = "proto2";
/// package corner;
/// message Extras { option message_set_wire_format = true; extensions 4 to max; }
/// message Remark { extend Extras { optional Remark remark = 1000; } optional string text = 1; repeated int32 more = 2; }
/// message Far { extend Extras { optional Far far = 2000000000; } optional int32 x = 1; }
/// message Carrier { optional Extras extras = 1; }
/// ```
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let fields = vec![numbered("text", text(), 1), {
        let more = numbered("more", Type::list(Type::int(32, true)), 2);
        Field { presence: Presence::Implicit, ..more }
    }];
    let remark = declare(&mut model, "Remark", record(fields));
    let far = declare(&mut model, "Far", record(vec![numbered("x", Type::int(32, true), 1)]));
    let extension = |(name, full, id, number): (&str, &str, DeclId, u32)| {
        let mut field = numbered(name, Type::Named(id), number);
        field.attrs.extension = Some(full.to_owned());
        field
    };
    let extensions = [
        ("corner_Remark_remark", "corner.Remark.remark", remark, 1000),
        ("corner_Far_far", "corner.Far.far", far, 2_000_000_000),
    ];
    let mut set = record(extensions.map(extension).into());
    if let DeclKind::Struct(it) = &mut set {
        it.attrs.message_set = true;
    }
    let extras = declare(&mut model, "Extras", set);
    declare(&mut model, "Carrier", record(vec![numbered("extras", Type::Named(extras), 1)]));
    TestModel { name: "message_set", model, formats: &["protobuf", "protobuf_text", "json"] }
}

fn numbered(name: &str, ty: Type, number: u32) -> Field {
    let mut field = Field { presence: Presence::Optional, ..Field::new(name, ty) };
    field.attrs.protobuf = Some(protobuf(number));
    field
}
