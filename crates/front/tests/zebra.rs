//! Go files as schemas: verdicts and compiled schemas of ZebraPack's generator, numbering, and printing.

use polywire_front::zebra::tree::File;
use polywire_front::zebra::{self, Compilation, number_fields, print_go, read_compiled, write_compiled};
use polywire_front::{LoadError, LoadedFile};
use polywire_source::{Diagnostics, SourceMap, Style, render};
use std::fs;
use std::path::{Path, PathBuf};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/zebrapack")
}

/// Compiles a text; returns all that it reports, and what it compiles to.
fn compile(path: &str, text: &str) -> (String, Option<Compilation>) {
    let loader = |name: &str| match name == path {
        true => Ok(LoadedFile { name: name.to_owned(), bytes: text.as_bytes().to_vec() }),
        false => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = zebra::compile_files(&[path], &loader, &mut sources, &mut diagnostics);
    let shown = diagnostics.into_sorted().iter().map(|it| render(&sources, it, Style::Plain) + "\n").collect();
    (shown, compiled)
}

fn file_of(path: &str, text: &str) -> File {
    let (shown, compiled) = compile(path, text);
    let mut files = compiled.unwrap_or_else(|| panic!("{path}: {shown}")).files;
    files.remove(0)
}

/// The files of the corpus with this ending, in all folders, without it.
fn all(ending: &str) -> Vec<PathBuf> {
    let folders = fs::read_dir(corpus()).expect("a folder").map(|it| it.expect("an entry").path());
    let files = folders.filter(|it| it.is_dir()).flat_map(|it| fs::read_dir(it).expect("a folder"));
    let files = files.filter_map(|it| it.expect("an entry").path().to_str()?.strip_suffix(ending).map(PathBuf::from));
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    files
}

fn read(path: &Path, ending: &str) -> Option<Vec<u8>> {
    fs::read(format!("{}{ending}", path.display())).ok()
}

#[test]
fn verdicts_are_those_of_the_reference() {
    let mut all_shown = String::new();
    let found = all(".go.txt");
    assert!(found.len() >= 25, "the corpus has {} files", found.len());
    for path in found {
        let text = String::from_utf8(read(&path, ".go.txt").expect("a file")).expect("UTF-8");
        let name = path.file_name().and_then(|it| it.to_str()).expect("a name");
        let (shown, compiled) = compile(&format!("{name}.go"), &text);
        let is_refused = read(&path, ".refused.txt").is_some();
        assert_eq!(compiled.is_none(), is_refused, "{name}: {shown}");
        all_shown += &shown;
    }
    expect("verdicts.txt", &all_shown);
}

#[test]
fn compiled_schemas_are_those_of_the_reference() {
    let mut compared = 0;
    for path in all(".z") {
        let reference = read(&path, ".z").expect("a file");
        let Some(text) = read(&path, ".go.txt") else { continue };
        let text = String::from_utf8(text).expect("UTF-8");
        let file = File { path: source_path(&reference), ..file_of("schema.go", &text) };
        let ours = write_compiled(&file);
        // The reference's order of structs changes from run to run.
        assert_eq!(ours.len(), reference.len(), "{}", path.display());
        assert_eq!(sorted(&ours), sorted(&reference), "{}", path.display());
        compared += 1;
    }
    assert!(compared >= 19, "{compared} schemas were compared");
}

/// A compiled schema with its structs in the order of their names.
fn sorted(bytes: &[u8]) -> rmpv::Value {
    let mut schema = rmpv::decode::read_value(&mut &bytes[..]).expect("MessagePack");
    let rmpv::Value::Map(members) = &mut schema else { panic!("a schema is a map") };
    for (_, value) in members.iter_mut().filter(|(key, _)| key.as_str() == Some("Structs")) {
        let rmpv::Value::Map(structs) = value else { panic!("structs are a map") };
        structs.sort_by(|one, other| one.0.as_str().cmp(&other.0.as_str()));
    }
    schema
}

/// The reference writes the path that it was given.
fn source_path(bytes: &[u8]) -> String {
    let key = b"SourcePath";
    let at = bytes.windows(key.len()).position(|it| it == key).expect("a path") + key.len();
    let (start, len) = if bytes[at] == 0xd9 { (at + 2, bytes[at + 1]) } else { (at + 1, bytes[at] & 0x1f) };
    String::from_utf8(bytes[start..start + usize::from(len)].to_vec()).expect("UTF-8")
}

#[test]
fn compiled_schemas_are_read() {
    for path in all(".z") {
        let reference = read(&path, ".z").expect("a file");
        let file = read_compiled(&source_path(&reference), &reference).expect("a compiled schema");
        if file.types.is_empty() {
            continue;
        }
        let printed = print_go(&file);
        let again = file_of("printed.go", &printed);
        assert_eq!(print_go(&again), printed, "{}", path.display());
    }
}

#[test]
fn damaged_compiled_schemas_are_errors() {
    let bytes = fs::read(corpus().join("kitchen/struct-a.z")).expect("a file");
    for len in 0..bytes.len() {
        assert!(read_compiled("", &bytes[..len]).is_err(), "{len} bytes");
    }
    for at in 0..bytes.len() {
        for flip in [1, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= flip;
            if let Ok(file) = read_compiled("", &damaged) {
                zebra::compile_trees(vec![file], &mut Diagnostics::default());
            }
        }
    }
}

#[test]
fn printed_go_is_the_same_schema() {
    for path in all(".go.txt").into_iter().filter(|it| read(it, ".refused.txt").is_none()) {
        let text = String::from_utf8(read(&path, ".go.txt").expect("a file")).expect("UTF-8");
        let file = file_of("schema.go", &text);
        let printed = print_go(&file);
        let again = file_of("schema.go", &printed);
        assert_eq!(print_go(&again), printed, "{}", path.display());
        assert_eq!(write_compiled(&again), write_compiled(&file), "{}", path.display());
    }
}

#[test]
fn hostile_text_is_an_error_or_a_schema() {
    let text = fs::read_to_string(corpus().join("kitchen/kitchen.go.txt")).expect("a file");
    for at in (0..text.len()).step_by(7).filter(|at| text.is_char_boundary(*at)) {
        compile("cut.go", &text[..at]);
        compile("without.go", &format!("{}{}", &text[..at], text[at..].chars().skip(1).collect::<String>()));
    }
    for deep in ["[]", "*", "map[string]", "struct { X ", "((", "[1 +"] {
        compile("deep.go", &format!("package p\ntype T {}", deep.repeat(20_000)));
    }
}

#[test]
fn errors_show_their_places() {
    let text = fs::read_to_string(data("errors.go.txt")).expect("a file");
    let (shown, compiled) = compile("errors.go", &text);
    assert!(compiled.is_none(), "{shown}");
    expect("errors.txt", &shown);
}

#[test]
fn fields_are_numbered_in_place() {
    let text = fs::read_to_string(data("numbering.go.txt")).expect("a file");
    let (shown, _) = compile("numbering.go", &text);
    assert!(shown.contains("has no zid"), "{shown}");
    let loader = |_: &str| Ok(LoadedFile { name: "numbering.go".to_owned(), bytes: text.clone().into_bytes() });
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let file = zebra::read_go("numbering.go", &loader, &mut sources, &mut diagnostics).expect("Go");
    let numbered = number_fields(&text, &file).expect("new zids");
    let (shown, compiled) = compile("numbering.go", &numbered);
    let files = compiled.unwrap_or_else(|| panic!("{shown}")).files;
    assert_eq!(number_fields(&numbered, &files[0]), None);
    expect("numbered.go.txt", &numbered);
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zebra").join(name)
}

/// Compares with a file, which `POLYWIRE_BLESS=1` writes.
fn expect(name: &str, text: &str) {
    let path = data(name);
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(&path, text).expect("a file");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == text, "{} differs from:\n{text}", path.display());
}
