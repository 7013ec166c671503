use crate::TestModel;
use polywire_front::{LoadError, LoadedFile, fbe};
use polywire_source::{Diagnostics, SourceMap};

/// The schema of the published benchmark, with texts that end with NUL in the standard model.
pub(crate) fn test_model() -> TestModel {
    let loader = |path: &str| match path {
        FILE => Ok(LoadedFile {
            name: path.to_owned(),
            bytes: include_bytes!("../../../tests/corpus/fbe/upstream/trade.fbe").to_vec(),
        }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let model = fbe::compile_files(&[FILE], &loader, &mut sources, &mut diagnostics);
    let mut model = model.expect("a schema without errors");
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    TestModel { name: "fbe_trade", model, formats: &["fbe", "fbe_final", "sbe", "protobuf"] }
}

const FILE: &str = "trade.fbe";
