use crate::TestModel;
use crate::make::{declare, record, text};
use polywire_model::{Field, Model, Type};

/// FlatBuffers vectors sorted by a key of their tables, a number, a text or a boolean.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let key = |name, ty| {
        let mut field = Field::new(name, ty);
        field.attrs.flatbuffers.key = true;
        field
    };
    let count = || Field::new("count", Type::int(32, false));
    let by_number = declare(&mut model, "ByNumber", record(vec![count(), key("number", Type::int(32, true))]));
    let by_name = declare(&mut model, "ByName", record(vec![key("name", text()), count()]));
    let fields = vec![
        Field::new("by_number", Type::list(Type::Named(by_number))),
        Field::new("by_name", Type::list(Type::Named(by_name))),
    ];
    declare(&mut model, "Index", record(fields));
    let by_flag = declare(&mut model, "ByFlag", record(vec![key("flag", Type::Bool), count()]));
    declare(&mut model, "Flags", record(vec![Field::new("by_flag", Type::list(Type::Named(by_flag)))]));
    TestModel { name: "flatbuffers_sorted", model, formats: &["flatbuffers", "flatbuffers_size_prefixed"] }
}
