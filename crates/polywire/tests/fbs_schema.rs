//! Compiled FlatBuffers schemas through Polywire's own codec, and printed schemas in the official compiler.

use polywire::schema::{Contents, FlatbuffersSchema, Language, compile, read_bfbs, write_bfbs};
use polywire_front::fbs::reflection::{Tree, write_schema};
use polywire_front::{LoadError, LoadedFile};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn compiled_schemas_are_read_and_written() {
    let mut compared = 0;
    for path in files(&root().join("tests/corpus/flatbuffers")) {
        let Ok(bytes) = fs::read(path.with_extension("bfbs")) else { continue };
        let name = path.display().to_string();
        let theirs = read_bfbs(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        // Some need folders of imports, which the front end's tests name.
        let Some(own) = compiled(&path) else { continue };
        assert_eq!(lines(&without_texts(&own)), lines(&theirs), "{name}");
        let written = write_bfbs(&own, Contents::All).expect("a compiled schema");
        let again = read_bfbs(&written).expect("a schema");
        assert_eq!(lines(&again), lines(&without_texts(&own)), "{name}");
        if let Some(bytes) = rewritten(&written, &path) {
            let rewritten = read_bfbs(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(lines(&rewritten), lines(&again), "{name}, read and written by flatc");
        }
        compared += 1;
    }
    assert!(compared > 70, "{compared}");
}

/// Returns what flatc makes of a compiled schema when it reads and writes it, if it is installed.
fn rewritten(bytes: &[u8], path: &Path) -> Option<Vec<u8>> {
    let Some(flatc) = flatc() else {
        polywire_oracles::absent("flatc 25.12.19", "scripts/oracles");
        return None;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bfbs");
    fs::create_dir_all(folder.join("out")).expect("a folder");
    let name = path.with_extension("bfbs").file_name().expect("a name").to_owned();
    fs::write(folder.join(&name), bytes).expect("writing a schema");
    let mut command = Command::new(flatc);
    command.args(["-b", "--schema", "--bfbs-builtins", "--bfbs-comments", "-o", "out"]).arg(&name).current_dir(&folder);
    let output = command.output().expect("flatc");
    assert!(output.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&output.stdout));
    Some(fs::read(folder.join("out").join(name)).expect("what flatc wrote"))
}

/// The guide for users of the official compiler has a row for each of its options.
#[test]
fn every_option_of_flatc_is_in_the_guide() {
    let Some(flatc) = flatc() else { return polywire_oracles::absent("flatc 25.12.19", "scripts/oracles") };
    let guide = fs::read_to_string(root().join("docs/coming-from-flatc.md")).expect("the guide");
    let help = String::from_utf8(Command::new(flatc).arg("--help").output().expect("flatc").stdout).expect("UTF-8");
    let options = help.lines().filter_map(|line| line.strip_prefix("  ").filter(|line| line.starts_with('-')));
    let words = options.flat_map(|line| line.split([' ', ',']).filter(|word| !word.is_empty()).take(2));
    let names: Vec<&str> = words.filter(|word| word.starts_with("--")).collect();
    assert!(names.len() > 90, "{names:?}");
    let is_in_guide = |name: &&str| [" ", "`"].iter().any(|end| guide.contains(&format!("`{name}{end}")));
    let missing: Vec<&&str> = names.iter().filter(|name| !is_in_guide(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The official compiler accepts the printed schema of a `.proto` file.
#[test]
fn printed_schemas_compile() {
    for schema in ["examples/trade/trade.proto", "examples/fbs/shop.fbs", "examples/capnp/library.capnp"] {
        let output = Command::new(env!("CARGO_BIN_EXE_polywire"))
            .args(["schema", "--to", "fbs", schema])
            .current_dir(root())
            .output()
            .expect("the command");
        assert!(output.status.success(), "{schema}: {}", String::from_utf8_lossy(&output.stderr));
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("printed.fbs");
        fs::write(&file, &output.stdout).expect("writing a schema");
        assert!(compiled(&file).is_some(), "{}", String::from_utf8_lossy(&output.stdout));
        let Some(flatc) = flatc() else { return polywire_oracles::absent("flatc 25.12.19", "scripts/oracles") };
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let said = Command::new(flatc).args(["-b", "--schema", "-o"]).arg(folder).arg(&file).output().expect("flatc");
        assert!(said.status.success(), "{schema}: {}", String::from_utf8_lossy(&said.stdout));
    }
}

/// The root of the project, with all links resolved, since flatc is called in other folders.
fn root() -> PathBuf {
    fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).expect("the project")
}

fn flatc() -> Option<PathBuf> {
    Some(root().join("build/oracles/bin/flatc")).filter(|path| path.exists())
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let schemas = files.into_iter().filter(|path| path.extension().is_some_and(|it| it == "fbs"));
    let mut found: Vec<PathBuf> = folders.iter().flat_map(|folder| self::files(folder)).chain(schemas).collect();
    found.sort();
    found
}

fn compiled(path: &Path) -> Option<FlatbuffersSchema> {
    let loader = |name: &str| match fs::read(name) {
        Ok(bytes) => Ok(LoadedFile { name: name.to_owned(), bytes }),
        Err(_) => Err(LoadError::NotFound),
    };
    compile(Language::Fbs, &path.to_string_lossy(), &loader).flatbuffers
}

/// Compiled schemas have no defaults of texts, only that there is one.
fn without_texts(schema: &FlatbuffersSchema) -> FlatbuffersSchema {
    let tree = write_schema(schema, Contents::All);
    polywire_front::fbs::reflection::read_schema(&tree).expect("a schema")
}

/// The values in a schema that are not defaults, without the paths of files, which depend on the folder of flatc.
fn lines(schema: &FlatbuffersSchema) -> Vec<String> {
    let mut lines = Vec::new();
    add_lines(&write_schema(schema, Contents::All), "", &mut lines);
    lines.retain(|line| !line.contains("_file ") && !line.starts_with(".fbs_files") && !line.starts_with(".file_"));
    lines
}

fn add_lines(tree: &Tree, path: &str, lines: &mut Vec<String>) {
    match tree {
        Tree::Table(fields) => fields.iter().for_each(|(name, it)| add_lines(it, &format!("{path}.{name}"), lines)),
        Tree::List(elements) => {
            elements.iter().enumerate().for_each(|(at, it)| add_lines(it, &format!("{path}[{at}]"), lines));
        }
        other => lines.push(format!("{path} {other:?}")),
    }
}
