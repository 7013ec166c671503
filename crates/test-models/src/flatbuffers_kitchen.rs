use crate::TestModel;
use crate::make::of_fbs;
use polywire_model::DeclKind;

/// A table for each construct of FlatBuffers' own schemas. JSON, from which tests take their values, has no names for two
/// unions of the same type in one table, so the second one is left out.
pub(crate) fn test_model() -> TestModel {
    let schema = include_bytes!("../../../tests/corpus/flatbuffers/messages/kitchen/kitchen.fbs");
    let read = |name: &str| Some((name.to_owned(), schema.to_vec()));
    let mut model = of_fbs("kitchen.fbs", read);
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    model.flatbuffers_files = model.flatbuffers_files.into_values().map(|file| (String::new(), file)).collect();
    for decl in &mut model.decls {
        if let DeclKind::Struct(it) = &mut decl.kind {
            it.fields.retain(|field| decl.name != ["Unions"] || field.name != "v");
        }
    }
    TestModel { name: "flatbuffers_kitchen", model, formats: &["flatbuffers", "flatbuffers_size_prefixed"] }
}
