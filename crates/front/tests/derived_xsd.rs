//! The XML Schema of a schema in another language, beside it. `POLYWIRE_BLESS=1` rewrites the expectation.

use polywire_front::proto::{self, Extensions};
use polywire_front::{LoadError, LoadedFile, xsd};
use polywire_source::{Diagnostics, SourceMap};
use std::fs;
use std::path::Path;

const PROTO: &str = "derived.proto";

#[test]
fn a_schema_of_another_language() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xsd");
    let loader = |name: &str| {
        match name {
            PROTO => fs::read(folder.join(PROTO)).map(|bytes| LoadedFile { name: name.to_owned(), bytes }),
            _ => return Err(LoadError::NotFound),
        }
        .map_err(|_| LoadError::NotFound)
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = proto::compile_files(&[PROTO], &loader, Extensions::default(), &mut sources, &mut diagnostics);
    let model = compiled.unwrap_or_else(|| panic!("{:?}", diagnostics.into_sorted())).model;
    let printed = xsd::derive_xsd(&model);
    let lost: String = printed.lost.iter().map(|it| format!("<!-- left out: {it} -->\n")).collect();
    let found = format!("{}{lost}", printed.text);
    let path = folder.join("derived.xsd");
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(&path, &found).expect("writing");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, expected, "POLYWIRE_BLESS=1 rewrites {}", path.display());
}
