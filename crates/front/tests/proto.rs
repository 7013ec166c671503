//! Compiles each `tests/proto/*.proto` and compares its diagnostics, and the model if there is one, with the
//! `.expected` file beside it. `POLYWIRE_BLESS=1` rewrites those files. Files in subfolders are imported by the cases.

use crate::dump;
use polywire_front::{LoadError, LoadedFile, proto};
use polywire_source::{Diagnostics, SourceMap, Style, render};
use std::fs;
use std::path::Path;

#[test]
fn schemas_give_the_expected_diagnostics_and_models() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proto");
    let cases = cases(&folder);
    assert!(!cases.is_empty());
    let failures: Vec<String> = cases.iter().filter_map(|case| check(&folder, case)).collect();
    assert!(failures.is_empty(), "{}\nPOLYWIRE_BLESS=1 accepts what is found.", failures.join("\n"));
}

/// The number of positions at which a schema is damaged.
const PLACES: usize = 60;

/// Damaged schemas must give diagnostics that can be rendered, and never panic.
#[test]
fn truncated_and_altered_schemas_never_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proto");
    for case in cases(&folder) {
        let whole = fs::read(folder.join(&case)).expect("a case");
        for at in (0..whole.len()).step_by(whole.len().div_ceil(PLACES)) {
            compile_with(&folder, &case, Some(&whole[..at]));
            let mut altered = whole.clone();
            altered[at] ^= 1 << (at % 8);
            compile_with(&folder, &case, Some(&altered));
        }
    }
}

fn cases(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder of cases");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut cases: Vec<String> = names.filter(|name| name.ends_with(".proto")).collect();
    cases.sort();
    cases
}

/// Returns the difference, if any.
fn check(folder: &Path, case: &str) -> Option<String> {
    let found = compile_with(folder, case, None);
    let path = folder.join(case).with_extension("expected");
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(&path, &found).expect("writing what is expected");
        return None;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    (found != expected).then(|| format!("--- {case}, expected:\n{expected}\n--- found:\n{found}"))
}

/// Compiles a case, with its contents replaced if some are given, and renders the result.
fn compile_with(folder: &Path, case: &str, contents: Option<&[u8]>) -> String {
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let load = |path: &str| {
        let bytes = match contents {
            Some(contents) if path == case => contents.to_vec(),
            _ => fs::read(folder.join(path)).map_err(|_| LoadError::NotFound)?,
        };
        Ok(LoadedFile { name: path.to_owned(), bytes })
    };
    let compiled = proto::compile(case, &load, &mut sources, &mut diagnostics);
    let rendered = diagnostics.into_sorted();
    let mut parts: Vec<String> = rendered.iter().map(|it| render(&sources, it, Style::Plain)).collect();
    parts.extend(compiled.map(|compiled| dump::model(&compiled.model)));
    parts.join("\n\n").trim_end().to_owned() + "\n"
}
