use crate::TestModel;
use crate::make::of_fbs;

/// A table for each construct of FlatBuffers' own schemas.
pub(crate) fn test_model() -> TestModel {
    let schema = include_bytes!("../../../tests/corpus/flatbuffers/messages/kitchen/kitchen.fbs");
    let read = |name: &str| Some((name.to_owned(), schema.to_vec()));
    let mut model = of_fbs("kitchen.fbs", read);
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    model.flatbuffers_files = model.flatbuffers_files.into_values().map(|file| (String::new(), file)).collect();
    TestModel {
        name: "flatbuffers_kitchen",
        model,
        formats: &["flatbuffers", "flatbuffers_size_prefixed", "json_flatc"],
    }
}
