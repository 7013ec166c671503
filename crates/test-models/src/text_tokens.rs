use crate::TestModel;
use crate::make::{case, declare, enumeration, protobuf, record, text, union};
use polywire_model::attr::{ProtobufField, ProtobufInt};
use polywire_model::{DeclId, DeclKind, Field, Model, Presence, Type};

/// A message with every kind of token of Protobuf's text format: numbers of all widths, words, strings, bytes, an enum with
/// aliases, a group that goes by the name of its type, a oneof, messages in messages, and names that are reserved.
///
/// ```proto
/// edition = "2023";
/// enum Shade { option allow_alias = true; option features.enum_type = CLOSED; DIM = 0; LIGHT = 1; PALE = 1; BELOW = -1; }
/// message Cell { string text = 1; repeated Shade shades = 2; }
/// message Sheet {
///   int32 count = 1; int64 wide = 2; uint32 positive = 3; fixed64 large = 4; float single = 5; double real = 6; bool flag = 7;
///   string name = 8; bytes blob = 9; Shade shade = 10; repeated sint32 numbers = 11; repeated Cell cells = 12;
///   message Row { int32 index = 1 [features.field_presence = LEGACY_REQUIRED]; string label = 2; }
///   repeated Row row = 13 [features.message_encoding = DELIMITED];
///   oneof choice { string word = 14; Cell cell = 15; }
///   Sheet inner = 16;
///   reserved old, gone;
/// }
/// ```
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let members = [("DIM", 0), ("LIGHT", 1), ("PALE", 1), ("BELOW", -1)];
    let shade = Type::Named(declare(&mut model, "Shade", enumeration(false, &members)));
    let shades = repeated("shades", shade.clone(), protobuf(2));
    let cell = declare(&mut model, "Cell", record(vec![optional("text", text(), protobuf(1)), shades]));
    let row = declare_row(&mut model);
    let sheet = DeclId(model.decls.len() as u32 + 1);
    let choice = declare(
        &mut model,
        "Choice",
        union(vec![numbered("word", text(), 14), numbered("cell", Type::Named(cell), 15)]),
    );
    let zigzag = ProtobufField { encoding: ProtobufInt::ZigZag, packed: true, ..protobuf(11) };
    let fields = vec![
        optional("count", Type::int(32, true), protobuf(1)),
        optional("wide", Type::int(64, true), protobuf(2)),
        optional("positive", Type::int(32, false), protobuf(3)),
        optional("large", Type::int(64, false), ProtobufField { encoding: ProtobufInt::Fixed, ..protobuf(4) }),
        optional("single", Type::Float { bits: 32 }, protobuf(5)),
        optional("real", Type::Float { bits: 64 }, protobuf(6)),
        optional("flag", Type::Bool, protobuf(7)),
        optional("name", text(), protobuf(8)),
        optional("blob", Type::Bytes, protobuf(9)),
        optional("shade", shade, protobuf(10)),
        repeated("numbers", Type::int(32, true), zigzag),
        repeated("cells", Type::Named(cell), protobuf(12)),
        repeated("row", Type::Named(row), ProtobufField { group: true, ..protobuf(13) }),
        Field::new("choice", Type::Named(choice)),
        optional("inner", Type::Named(sheet), protobuf(16)),
    ];
    let mut kind = record(fields);
    if let DeclKind::Struct(it) = &mut kind {
        it.attrs.reserved_names = vec!["old".to_owned(), "gone".to_owned()];
    }
    declare(&mut model, "Sheet", kind);
    model.cut_cycles();
    TestModel { name: "text_tokens", model, formats: &["protobuf_text", "protobuf_text_line", "protobuf"] }
}

/// Nested in the sheet because it is a group.
fn declare_row(model: &mut Model) -> DeclId {
    let mut index = optional("index", Type::int(32, true), protobuf(1));
    index.presence = Presence::Required;
    let row = declare(model, "Row", record(vec![index, optional("label", text(), protobuf(2))]));
    model.decls[row.0 as usize].name.insert(0, "Sheet".to_owned());
    row
}

fn optional(name: &str, ty: Type, facts: ProtobufField) -> Field {
    let mut field = Field::new(name, ty);
    field.presence = Presence::Optional;
    field.attrs.protobuf = Some(facts);
    field
}

fn repeated(name: &str, element: Type, facts: ProtobufField) -> Field {
    let mut field = Field::new(name, Type::list(element));
    field.attrs.protobuf = Some(facts);
    field
}

fn numbered(name: &str, ty: Type, number: u32) -> polywire_model::Case {
    let mut case = case(name, ty);
    case.attrs.protobuf = Some(protobuf(number));
    case
}
