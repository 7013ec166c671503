use crate::TestModel;
use polywire_front::{LoadError, LoadedFile, idl};
use polywire_source::{Diagnostics, SourceMap};

const FILES: [(&str, &str); 2] = [
    ("values.idl", include_str!("corba_values.idl")),
    ("vt.idl", include_str!("../../../tests/corpus/corba/valuetypes/vt.idl")),
];

/// Valuetypes of CORBA: those of tests/corpus/corba/valuetypes, and places in which they can be.
pub(crate) fn test_model() -> TestModel {
    let loader = |name: &str| {
        let found = FILES.iter().find(|(file, _)| *file == name).ok_or(LoadError::NotFound)?;
        Ok(LoadedFile { name: name.to_owned(), bytes: found.1.into() })
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = idl::compile_files(&["values.idl"], &loader, &mut sources, &mut diagnostics);
    let model = compiled.unwrap_or_else(|| panic!("{:?}", diagnostics.into_sorted())).model;
    TestModel { name: "corba_values", model, formats: &["cdr", "cdr_le", "cdr_be"] }
}
