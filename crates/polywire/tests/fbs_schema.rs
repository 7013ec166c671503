//! Compiled FlatBuffers schemas through Polywire's own codec, and printed schemas in the official compiler.

use polywire::schema::{Contents, FlatbuffersSchema, Language, compile, read_bfbs, write_bfbs};
use polywire_front::fbs::reflection::{Tree, write_schema};
use polywire_front::{LoadError, LoadedFile};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn compiled_schemas_are_read_and_written() {
    let mut compared = 0;
    for path in files(&root().join("tests/corpus/flatbuffers/verdicts")) {
        let Ok(bytes) = fs::read(path.with_extension("bfbs")) else { continue };
        let name = path.display().to_string();
        let theirs = read_bfbs(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let Some(own) = compiled(&path) else { panic!("{name} is refused") };
        assert_eq!(lines(&without_texts(&own)), lines(&theirs), "{name}");
        let written = write_bfbs(&own, Contents::All).expect("a compiled schema");
        let again = read_bfbs(&written).expect("a schema");
        assert_eq!(lines(&again), lines(&without_texts(&own)), "{name}");
        official_reads(&written, &path);
        compared += 1;
    }
    assert!(compared > 15, "{compared}");
}

/// flatc reads what Polywire compiled, if it is installed.
fn official_reads(bytes: &[u8], path: &Path) {
    let Some(flatc) = flatc() else { return polywire_oracles::absent("flatc 25.12.19", "scripts/oracles") };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bfbs");
    fs::create_dir_all(&folder).expect("a folder");
    let name = folder.join(path.with_extension("bfbs").file_name().expect("a name"));
    fs::write(&name, bytes).expect("writing a schema");
    // Each generator of flatc aborts on some schema that its compiler accepts.
    let outputs = ["--cpp", "--python"]
        .map(|generator| Command::new(&flatc).args([generator, "-o"]).arg(&folder).arg(&name).output().expect("flatc"));
    let said = String::from_utf8_lossy(&outputs[0].stderr).into_owned() + &String::from_utf8_lossy(&outputs[0].stdout);
    assert!(outputs.iter().any(|output| output.status.success()), "{}: {said}", path.display());
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

fn flatc() -> Option<PathBuf> {
    Some(root().join("build/oracles/bin/flatc")).filter(|path| path.exists())
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|it| it == "fbs")).collect();
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
