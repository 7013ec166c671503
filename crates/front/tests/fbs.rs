//! The verdict on each schema in `tests/corpus/flatbuffers` must be that of flatc 25.12.19.

use polywire_front::fbs::schema::Schema;
use polywire_front::{LoadError, LoadedFile, fbs};
use polywire_source::{Diagnostics, Severity, SourceMap, Style, render};
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn verdicts_equal_those_of_the_official_compiler() {
    let (mut wrong, mut counts) = (Vec::new(), [0, 0]);
    for path in files(&corpus()) {
        let accepted = path.with_extension("bfbs").exists();
        let refused = ["flatc-err.txt", "refused.txt"].iter().any(|end| path.with_extension(end).exists());
        if !accepted && !refused {
            continue;
        }
        counts[usize::from(accepted)] += 1;
        match compile(&path) {
            Err(errors) if accepted => wrong.push(format!("refused: {}\n{errors}", path.display())),
            Ok(_) if refused => wrong.push(format!("accepted: {}", path.display())),
            Ok(_) | Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(counts[0] + counts[1] >= 116, "{counts:?}");
}

fn corpus() -> PathBuf {
    fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/flatbuffers")).expect("the corpus")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|it| it == "fbs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn compile(path: &Path) -> Result<Schema, String> {
    let folders = ["schemas/tests/include_test", "schemas"].map(|folder| corpus().join(folder));
    let loader = |name: &str| {
        let below = name.strip_prefix('/').unwrap_or(name);
        let found = read(Path::new(name));
        folders.iter().fold(found, |found, folder| found.or_else(|_| read(&folder.join(below))))
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let schema = fbs::compile_to_schema(&[&path.to_string_lossy()], &loader, &mut sources, &mut diagnostics);
    let errors = diagnostics.into_sorted().into_iter().filter(|it| it.severity == Severity::Error);
    let errors: Vec<String> = errors.map(|it| render(&sources, &it, Style::Plain)).collect();
    schema.ok_or_else(|| errors.join("\n"))
}

fn read(path: &Path) -> Result<LoadedFile, LoadError> {
    let bytes = fs::read(path).map_err(|_| LoadError::NotFound)?;
    Ok(LoadedFile { name: path.to_string_lossy().into_owned(), bytes })
}
