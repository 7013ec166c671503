use crate::TestModel;
use crate::make::{declare, enumeration, map, protobuf, record, text};
use polywire_model::{DeclKind, Field, Model, Struct, Type};

/// Entries of Protobuf maps that are merged, incomplete or unknown; and a map of its own enclosing struct.
///
/// ```proto
/// syntax = "proto2";
/// package corner;
/// enum Level { LOW = 0; HIGH = 2; }
/// message Tree { map<string, Tree> children = 1; map<int32, Level> levels = 2; optional int32 leaf = 3; }
/// ```
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let level = declare(&mut model, "Level", enumeration(false, &[("LOW", 0), ("HIGH", 2)]));
    let tree = declare(&mut model, "Tree", DeclKind::Struct(Struct::default()));
    let children = map(&mut model, "Tree", "children", (text(), Type::Named(tree)));
    let levels = map(&mut model, "Tree", "levels", (Type::int(32, true), Type::Named(level)));
    let fields = [("children", children), ("levels", levels), ("leaf", Type::int(32, true))];
    let field = |((name, ty), number)| {
        let mut field = Field::new(name, ty);
        field.attrs.protobuf = Some(protobuf(number));
        field
    };
    let mut fields: Vec<Field> = fields.into_iter().zip(1..).map(field).collect();
    fields[2].presence = polywire_model::Presence::Optional;
    model.decls[tree.0 as usize].kind = record(fields);
    model.cut_cycles();
    TestModel { name: "map_entries", model, formats: &["protobuf", "protobuf_text", "json", "msgpack", "avro", "cdr"] }
}
