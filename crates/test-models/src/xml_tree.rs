use crate::TestModel;
use polywire_model::xml;

/// Documents of XML without a schema.
pub(crate) fn test_model() -> TestModel {
    let mut model = xml::tree_model();
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    TestModel { name: "xml_tree", model, formats: &["xml_tree"] }
}
