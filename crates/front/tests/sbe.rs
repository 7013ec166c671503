//! Verdicts on SBE schemas, and schemas printed as XML.

use polywire_front::sbe::{self, Compilation};
use polywire_front::{LoadError, LoadedFile};
use polywire_source::{Diagnostics, SourceMap, Style, render};
use std::fs;
use std::path::{Path, PathBuf};

fn upstream() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/sbe/schemas")
}

/// Compiles a file, or a text in its place; returns all that it reports, and what it compiles to.
fn compile(path: &str, text: Option<&str>) -> (String, Option<Compilation>) {
    let loader = |name: &str| {
        let bytes = match text.filter(|_| name == path) {
            Some(text) => text.as_bytes().to_vec(),
            None => fs::read(name).map_err(|_| LoadError::NotFound)?,
        };
        let shown = name.rsplit('/').next().unwrap_or(name).to_owned();
        Ok(LoadedFile { name: shown, bytes })
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = sbe::compile_files(&[path], &loader, &mut sources, &mut diagnostics);
    let shown = diagnostics.into_sorted().iter().map(|it| render(&sources, it, Style::Plain) + "\n").collect();
    (shown, compiled)
}

fn schemas(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut entries: Vec<PathBuf> = entries.collect();
    entries.sort();
    for path in entries {
        match path.extension() {
            None if path.is_dir() => schemas(&path, found),
            Some(end) if end == "xml" => found.push(path),
            _ => {}
        }
    }
}

#[test]
fn verdicts_equal_those_of_the_official_compiler() {
    let (mut files, mut wrong) = (Vec::new(), Vec::new());
    schemas(&upstream(), &mut files);
    for path in &files {
        let accepted = path.with_extension("sbeir").exists();
        assert!(accepted || path.with_extension("sbe-err.txt").exists(), "no verdict: {}", path.display());
        let (shown, compiled) = compile(path.to_str().expect("UTF-8"), None);
        if compiled.is_some() != accepted {
            wrong.push(format!("{}: {accepted} expected\n{shown}", path.display()));
        }
    }
    assert!(files.len() > 50 && wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A printed schema compiles to the same model, and is printed as it is.
#[test]
fn printed_schemas_mean_the_same() {
    let mut files = Vec::new();
    schemas(&upstream(), &mut files);
    for path in files.iter().filter(|path| path.with_extension("sbeir").exists()) {
        let path = path.to_str().expect("UTF-8");
        let (_, compiled) = compile(path, None);
        let compiled = compiled.expect(path);
        let text = sbe::print_sbe(&compiled.schemas[0]);
        let (shown, again) = compile(path, Some(&text));
        let again = again.unwrap_or_else(|| panic!("{path}: {text}{shown}"));
        assert_eq!(sbe::print_sbe(&again.schemas[0]), text, "{path}");
        assert_eq!(model(&again), model(&compiled), "{path}");
    }
}

/// The model without its places in the text.
fn model(compiled: &Compilation) -> String {
    let text = format!("{:#?}", compiled.model);
    let lines = text.lines().filter(|line| !["start:", "end:"].iter().any(|it| line.trim_start().starts_with(it)));
    lines.collect::<Vec<_>>().join("\n")
}

/// Errors are shown all at once, with their places and remedies.
#[test]
fn errors_are_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sbe");
    let cases = fs::read_to_string(folder.join("own.cases")).expect("the cases");
    let mut found = String::new();
    for case in cases.split("=== ").filter(|case| !case.is_empty()) {
        let (head, schema) = case.split_once('\n').expect("a head");
        let (shown, compiled) = compile("t.xml", Some(schema));
        assert_eq!(compiled.is_some(), head == "accept", "{schema}{shown}");
        found += &format!("=== {head}\n{schema}{shown}");
    }
    let path = folder.join("errors.txt");
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(&path, &found).expect("writing");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, expected, "POLYWIRE_BLESS=1 rewrites {}", path.display());
}

/// Deep nesting, and composites that grow with each level, end in an error.
#[test]
fn hostile_schemas_are_refused() {
    let head = "<messageSchema package='p' id='1'><types>";
    let deep = format!("{head}{}", "<composite name='a'>".repeat(100_000));
    let level = |at: usize| {
        let member = |name: &str| format!("<ref name='{name}' type='c{}'/>", at + 1);
        format!("<composite name='c{at}'>{}{}{}</composite>", member("a"), member("b"), member("c"))
    };
    let last = "<composite name='c60'><type name='x' primitiveType='uint8' length='4000000000'/></composite>";
    let wide = (0..60).map(level).collect::<String>();
    let wide = format!("{head}{wide}{last}</types></messageSchema>");
    for schema in [deep, wide] {
        let (shown, compiled) = compile("t.xml", Some(&schema));
        assert!(compiled.is_none() && !shown.is_empty());
    }
}

/// Offsets, sizes, versions and values of every member.
#[test]
fn serialized_schemas_equal_those_of_the_official_compiler() {
    let (mut files, mut wrong) = (Vec::new(), Vec::new());
    schemas(&upstream(), &mut files);
    for path in files.iter().filter(|path| path.with_extension("sbeir").exists()) {
        let expected = fs::read(path.with_extension("sbeir")).expect("a file");
        let (_, compiled) = compile(path.to_str().expect("UTF-8"), None);
        let found = sbe::ir::write_sbeir(&compiled.expect("a schema").schemas[0]);
        if found != expected {
            wrong.push(path.display().to_string());
        }
        let read = sbe::ir::read_sbeir("t.sbeir", &expected).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let mut diagnostics = Diagnostics::default();
        let compiled = sbe::compile_schemas(vec![read], &mut diagnostics);
        let compiled = compiled.unwrap_or_else(|| panic!("{path:?}: {:?}", diagnostics.into_sorted().first()));
        if sbe::ir::write_sbeir(&compiled.schemas[0]) != expected {
            wrong.push(format!("{}, read and written", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The official compiler leaves out types, messages and members, but keeps the offsets and lengths that groups had with them.
#[test]
fn earlier_versions_equal_those_of_the_official_compiler() {
    let versions = upstream().join("../versions");
    let files = fs::read_dir(versions).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (mut compared, mut same) = (0, 0);
    for path in files {
        let name = path.file_stem().and_then(|it| it.to_str()).expect("a name");
        let (schema, version) = name.rsplit_once(".v").expect("a version");
        let xml = upstream().join(format!("sbe-tool/src/test/resources/{schema}.xml"));
        let (shown, compiled) = compile(xml.to_str().expect("UTF-8"), None);
        let compiled = compiled.expect(&shown);
        let reduced = sbe::at_version(&compiled.schemas[0], version.parse().expect("a number"));
        let (found, expected) = (sbe::ir::write_sbeir(&reduced), fs::read(&path).expect("a file"));
        assert_eq!(without_places(&found), without_places(&expected), "{name}");
        same += usize::from(found == expected);
        let (shown, again) = compile("t.xml", Some(&sbe::print_sbe(&reduced)));
        assert_eq!(sbe::ir::write_sbeir(&again.expect(&shown).schemas[0]), found, "{name}");
        compared += 1;
    }
    assert!(compared >= 6 && same >= 3, "{compared} {same}");
}

/// Returns a serialized schema as XML without offsets and lengths of blocks.
fn without_places(bytes: &[u8]) -> String {
    let schema = sbe::ir::read_sbeir("t.sbeir", bytes).expect("a schema");
    let text = sbe::print_sbe(&schema);
    let is_place = |word: &&str| word.starts_with("offset=") || word.starts_with("blockLength=");
    let words = text.split_inclusive(' ').filter(|word| !is_place(word));
    words.collect()
}

/// Any bytes are a schema or an error.
#[test]
fn damaged_serialized_schemas_are_refused() {
    let path = upstream().join("sbe-tool/src/test/resources/example-schema.sbeir");
    let bytes = fs::read(path).expect("a file");
    let read = |bytes: &[u8]| {
        sbe::ir::read_sbeir("t.sbeir", bytes).map(|it| {
            sbe::compile_schemas(vec![it], &mut Diagnostics::default());
        })
    };
    let refused = (0..bytes.len()).step_by(5).filter(|length| read(&bytes[..*length]).is_err()).count();
    assert!(refused > bytes.len() / 10, "{refused} of {}", bytes.len());
    for at in (0..bytes.len()).step_by(11) {
        for flip in [1, 0x80] {
            let mut damaged = bytes.clone();
            damaged[at] ^= flip;
            let _ = read(&damaged);
        }
    }
}
