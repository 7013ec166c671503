//! The verdict on each schema in `tests/corpus/flatbuffers` must be that of flatc 25.12.19.

mod buffer;

use polywire_front::fbs::reflection::{Contents, Tree, read_schema, write_schema};
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
    compile_as(path, None)
}

/// Compiles a file, with another text if there is one.
fn compile_as(path: &Path, text: Option<&str>) -> Result<Schema, String> {
    let folders = ["schemas/tests/include_test", "schemas"].map(|folder| corpus().join(folder));
    let loader = |name: &str| {
        let below = name.strip_prefix('/').unwrap_or(name);
        let found = match text.filter(|_| Path::new(name) == path) {
            Some(text) => Ok(LoadedFile { name: name.to_owned(), bytes: text.into() }),
            None => read(Path::new(name)),
        };
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

/// The printed form of each schema compiles to the same schema.
#[test]
fn printed_schemas_are_the_same() {
    let mut wrong = Vec::new();
    for path in files(&corpus()) {
        let Ok(schema) = compile(&path) else { continue };
        let main = schema.files.iter().position(|file| file.is_requested).expect("a file");
        let printed = fbs::print_fbs(&schema, main).text;
        match compile_as(&path, Some(&printed)) {
            Err(errors) => wrong.push(format!("{}:\n{errors}\n{printed}", path.display())),
            Ok(again) => {
                // As text, since no NaN equals another.
                let trees = [&schema, &again].map(|it| format!("{:?}", write_schema(it, Contents::All)));
                if trees[0] != trees[1] {
                    wrong.push(format!("{} has another meaning:\n{printed}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Compiled schemas are read as they were written.
#[test]
fn trees_are_read_as_they_were_written() {
    let mut wrong = Vec::new();
    for path in files(&corpus()) {
        let Ok(schema) = compile(&path) else { continue };
        let tree = write_schema(&schema, Contents::All);
        let again = read_schema(&tree).expect("a schema");
        let again = fbs::compile_schema(again, &mut Diagnostics::default()).expect("a model").schema;
        let again = format!("{:?}", write_schema(&again, Contents::All));
        let tree = format!("{tree:?}");
        if again != tree {
            let at = again.bytes().zip(tree.bytes()).take_while(|(a, b)| a == b).count().saturating_sub(80);
            let part = |it: &str| String::from_utf8_lossy(&it.as_bytes()[at..(at + 200).min(it.len())]).into_owned();
            wrong.push(format!("{}:\n{}\n{}", path.display(), part(&again), part(&tree)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What flatc compiled has the same meaning.
#[test]
fn compiled_schemas_equal_those_of_the_official_compiler() {
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for path in files(&corpus()) {
        let Ok(bytes) = fs::read(path.with_extension("bfbs")) else { continue };
        let schema = compile(&path).unwrap_or_else(|errors| panic!("{errors}"));
        // With the attributes of the language, but without paths, which depend on the folder that flatc ran in.
        let (own, theirs) = (lines(&write_schema(&schema, Contents::All)), lines(&buffer::tree(&bytes)));
        compared += 1;
        let differences = own.iter().zip(&theirs).filter(|(own, theirs)| own != theirs);
        let differences: Vec<String> =
            differences.map(|(own, theirs)| format!("  {own}\n  {theirs}")).take(3).collect();
        if own != theirs {
            wrong.push(format!("{}\n{}", path.display(), differences.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= 80, "{compared}");
}

/// The values in a tree that are not defaults, a line each, with their paths.
fn lines(tree: &Tree) -> Vec<String> {
    let mut lines = Vec::new();
    add_lines(tree, "", &mut lines);
    lines.retain(|line| !line.contains("_file ") && !line.starts_with(".fbs_files"));
    lines.sort();
    lines
}

fn add_lines(tree: &Tree, path: &str, lines: &mut Vec<String>) {
    match tree {
        Tree::Absent | Tree::Bool(false) | Tree::Int(0) => {}
        Tree::Float(value) if *value == 0.0 => {}
        Tree::Table(fields) => {
            fields.iter().for_each(|(name, value)| add_lines(value, &format!("{path}.{name}"), lines))
        }
        Tree::List(elements) => {
            elements.iter().enumerate().for_each(|(at, value)| add_lines(value, &format!("{path}[{at}]"), lines));
        }
        Tree::Text(text) if text.is_empty() => {}
        Tree::Bool(_) | Tree::Int(_) | Tree::Float(_) | Tree::Text(_) => lines.push(format!("{path} {tree:?}")),
    }
}

/// Damaged schemas give a schema or errors; what is accepted is accepted again after it was printed.
#[test]
fn damaged_schemas_are_read() {
    let mut random = 1u64;
    for path in files(&corpus()) {
        let text = fs::read(&path).expect("a schema");
        for _ in 0..if text.len() < 700 { 60 } else { 6 } {
            let damaged = damaged(&text, &mut random);
            let Ok(schema) = compile_text(&damaged) else { continue };
            let printed = fbs::print_fbs(&schema, 0).text;
            let again = compile_text(printed.as_bytes());
            assert!(again.is_ok(), "{}\n{printed}\n{:?}", String::from_utf8_lossy(&damaged), again.err());
            let tree = write_schema(&schema, Contents::All);
            let read = read_schema(&tree).expect("a schema");
            assert!(fbs::compile_schema(read, &mut Diagnostics::default()).is_some());
        }
    }
}

/// Returns a text in which a few bytes are removed, repeated or moved.
fn damaged(text: &[u8], random: &mut u64) -> Vec<u8> {
    let mut next = |below: usize| {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*random >> 33) as usize % below.max(1)
    };
    let mut text = text.to_vec();
    for _ in 0..1 + next(3) {
        let (from, to, len) = (next(text.len()), next(text.len()), 1 + next(8));
        let part = text[from..(from + len).min(text.len())].to_vec();
        match next(3) {
            0 => drop(text.drain(from..(from + len).min(text.len()))),
            1 => drop(text.splice(to..to, part)),
            _ => text.iter_mut().skip(to).zip(part).for_each(|(byte, other)| *byte = other),
        }
    }
    text
}

fn compile_text(text: &[u8]) -> Result<Schema, String> {
    let loader = |name: &str| match name {
        "damaged.fbs" => Ok(LoadedFile { name: name.to_owned(), bytes: text.to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let schema = fbs::compile_files(&["damaged.fbs"], &loader, &mut sources, &mut diagnostics);
    assert_eq!(schema.is_none(), diagnostics.has_errors());
    let shown: Vec<String> = diagnostics.into_sorted().iter().map(|it| render(&sources, it, Style::Plain)).collect();
    schema.map(|it| it.schema).ok_or_else(|| shown.join("\n"))
}
