//! Verdicts on XML Schemas, errors as they are shown, and hostile schemas.

use polywire_front::xsd::{self, Compilation};
use polywire_front::{LoadError, LoadedFile};
use polywire_model::attr::{XmlMember, XmlStruct};
use polywire_model::{DeclKind, Model};
use polywire_oracles::{Verdicts, absent, xerces};
use polywire_source::{Diagnostics, SourceMap, Style, render};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/xsd")
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
    let compiled = xsd::compile_files(&[path], &loader, &mut sources, &mut diagnostics);
    let shown = diagnostics.into_sorted().iter().map(|it| render(&sources, it, Style::Plain) + "\n").collect();
    (shown, compiled)
}

/// The own schemas with the verdicts of the judges; `None` where they differ.
fn own_cases() -> Vec<(PathBuf, Option<bool>)> {
    let mut cases = Vec::new();
    let folders = fs::read_dir(corpus()).expect("the corpus").map(|it| it.expect("an entry").path());
    for folder in folders.filter(|it| it.is_dir() && !it.ends_with("upstream")) {
        let files = fs::read_dir(folder).expect("a folder").map(|it| it.expect("an entry").path());
        cases.extend(files.filter(|it| it.extension().is_some_and(|it| it == "xsd")).filter_map(|path| {
            let verdicts = [("accepted", Some(true)), ("refused", Some(false)), ("disputed", None)];
            let found = verdicts.iter().find(|(verdict, _)| path.with_extension(format!("{verdict}.txt")).exists());
            found.map(|(_, verdict)| (path, *verdict))
        }));
    }
    cases.sort();
    cases
}

/// The schemas of the tests of xmlschema, likewise.
fn upstream_cases() -> Vec<(PathBuf, Option<bool>)> {
    let folder = corpus().join("upstream");
    let text = fs::read_to_string(folder.join("cases.jsonl")).expect("the cases");
    // Values of instances can be NaN, which is no JSON.
    let schemas = text.lines().filter(|line| line.contains("\"kind\": \"schema\""));
    let schemas = schemas.map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let case = |it: serde_json::Value| {
        let verdict = if it["agree"] == true { it["verdicts"]["xerces"].as_bool() } else { None };
        (folder.join(it["file"].as_str().expect("a path")), verdict)
    };
    schemas.map(case).collect()
}

/// Our verdicts where the judges differ, or differ from us, with the reason.
const DIFFERENCES: &[(&str, bool, &str)] = &[
    (
        "error/element-consistent",
        false,
        "elements of one name have one type (Part 1, section 3.8.6); libxml2 does not check it",
    ),
    ("error/facet-twice", false, "a facet is stated once (Part 2, section 4.1.3.3); libxml2 does not check it"),
    ("error/include-missing", false, "what is included has to be there; Xerces and xmlschema only warn"),
    (
        "error/notation-no-enumeration",
        false,
        "only enumerations of notations are used (Part 2, section 3.2.19); Xerces checks it",
    ),
    ("error/restriction-not-subset", false, "Part 1, section 3.9.6; libxml2 does not check contents of restrictions"),
    ("error/restriction-wider-occurs", false, "Part 1, section 3.9.6; libxml2 does not check contents of restrictions"),
    ("error/whitespace-wider", false, "Part 2, section 4.3.6.4; libxml2 does not check it"),
    ("facet/pattern-dollar-caret", true, "`\\$` is not in the grammar, but common; libxml2 refuses it"),
    (
        "upstream/examples/collection/collection4",
        true,
        "an inner default namespace is in scope; only libxml2 sees that",
    ),
    ("upstream/examples/menu/menu-cp1252", false, "files are UTF-8"),
    (
        "upstream/features/derivations/complex11-restrictions",
        false,
        "Part 1, section 3.9.6; allowed by 1.1 and libxml2",
    ),
    ("upstream/features/derivations/invalid-restrictions2", false, "Part 1, section 3.9.6; libxml2 does not check it"),
    (
        "upstream/features/namespaces/include-case8",
        false,
        "a file that redefines the one that includes it; Xerces refuses it",
    ),
    ("upstream/issues/issue_243/issue_243", false, "XML Schema 1.1"),
    ("upstream/issues/issue_259/issue_259-1", false, "XML Schema 1.1"),
    ("upstream/issues/issue_259/issue_259-2", false, "XML Schema 1.1"),
    (
        "upstream/issues/issue_276/schema",
        true,
        "a group of attributes that is reached twice is one; libxml2 calls its attributes duplicates",
    ),
    ("upstream/issues/issue_362/dir1/dir2/issue_362_2", true, "Xerces does not find a file"),
    ("upstream/issues/issue_362/dir1/issue_362_1", true, "Xerces does not find a file"),
    ("upstream/issues/issue_362/dir2/issue_362_2", true, "Xerces does not find a file"),
    ("upstream/issues/issue_362/issue_362_1", true, "Xerces does not find a file"),
    ("upstream/issues/issue_386/issue_386", false, "XML Schema 1.1"),
    ("upstream/issues/issue_386/issue_386-2", false, "XML Schema 1.1"),
    (
        "upstream/issues/issue_474/issue_474",
        false,
        "the namespace of the imported file differs; libxml2 does not check it",
    ),
];

#[test]
fn verdicts_equal_those_of_the_judges() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    let cases = own_cases().into_iter().chain(upstream_cases());
    for (path, verdict) in cases {
        let name = path.strip_prefix(corpus()).expect("a case").with_extension("").display().to_string();
        let listed = DIFFERENCES.iter().find(|(listed, ..)| *listed == name);
        let expected = listed.map(|(_, verdict, _)| *verdict).or(verdict);
        let (shown, compiled) = compile(path.to_str().expect("UTF-8"), None);
        seen += 1;
        assert!(listed.is_none() || verdict.is_none(), "{name}: the judges agree");
        if expected != Some(compiled.is_some()) {
            wrong.push(format!("{name}: {expected:?} expected, {}\n{shown}", compiled.is_some()));
        }
    }
    assert!(seen > 300 && wrong.is_empty(), "{seen} cases, {} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// The models of small schemas, a line for each member with its facts.
#[test]
fn models_are_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xsd");
    let cases = fs::read_to_string(folder.join("model.cases")).expect("the cases");
    let mut found = String::new();
    for case in cases.split("=== ").filter(|case| !case.is_empty()) {
        let (head, schema) = case.split_once('\n').expect("a head");
        let (shown, compiled) = compile("t.xsd", Some(schema));
        let compiled = compiled.unwrap_or_else(|| panic!("{head}\n{shown}"));
        found += &format!("=== {head}\n{}", dump(&compiled.model));
    }
    expect(&folder.join("model.txt"), &found);
}

fn expect(path: &Path, found: &str) {
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(path, found).expect("writing");
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(found, expected, "POLYWIRE_BLESS=1 rewrites {}", path.display());
}

/// A model with the facts of XML that are not the usual ones.
fn dump(model: &Model) -> String {
    let xml = |it: &XmlMember| fields_of(&format!("{it:?}"), &format!("{:?}", XmlMember::default()));
    let mut text = crate::dump::model(model);
    text += "\nfacts of XML\n";
    for decl in &model.decls {
        let members: Vec<(&str, &XmlMember)> = match &decl.kind {
            DeclKind::Struct(it) => it.fields.iter().map(|it| (it.name.as_str(), &it.attrs.xml)).collect(),
            DeclKind::Union(it) => it.cases.iter().map(|it| (it.name.as_str(), &it.attrs.xml)).collect(),
            DeclKind::Enum(_) | DeclKind::Constant(_) => Vec::new(),
        };
        if let DeclKind::Struct(it) = &decl.kind {
            let (own, usual) = (format!("{:?}", *it.attrs.xml), format!("{:?}", XmlStruct::default()));
            text += &format!("  {}: {}\n", decl.path(), fields_of(&own, &usual));
        }
        for (name, facts) in members {
            text += &format!("  {}.{name}: {}\n", decl.path(), xml(facts));
        }
    }
    text
}

/// Returns the members of a value's text that differ from those of the usual one.
fn fields_of(own: &str, usual: &str) -> String {
    let parts = |text: &str| {
        let (mut parts, mut depth) = (vec![String::new()], 0);
        for it in text.trim_end_matches(" }").split_once("{ ").map_or("", |it| it.1).chars() {
            depth += i32::from("([{".contains(it)) - i32::from(")]}".contains(it));
            match it {
                ',' if depth == 0 => parts.push(String::new()),
                it => parts.last_mut().into_iter().for_each(|part| part.push(it)),
            }
        }
        parts.into_iter().map(|it| it.trim().to_owned()).collect::<Vec<_>>()
    };
    let usual = parts(usual);
    parts(own).into_iter().filter(|it| !usual.contains(it)).collect::<Vec<_>>().join(", ")
}

/// Errors are shown all at once, with their places and remedies.
#[test]
fn errors_are_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xsd");
    let mut found = String::new();
    for (path, verdict) in own_cases().iter().filter(|(path, _)| path.parent().is_some_and(|it| it.ends_with("error")))
    {
        let (shown, compiled) = compile(path.to_str().expect("UTF-8"), None);
        assert!(compiled.is_none() || *verdict != Some(false), "{}", path.display());
        found += &format!("=== {}\n{shown}", path.file_stem().expect("a name").to_string_lossy());
    }
    expect(&folder.join("errors.txt"), &found);
}

/// Deep nesting, groups of groups and long chains end in a verdict.
#[test]
fn hostile_schemas_end() {
    let schema = |inner: &str| format!("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>{inner}</xs:schema>");
    let deep = format!("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>{}", "<xs:sequence>".repeat(100_000));
    let group = |at: usize| {
        let inner = format!("<xs:group ref='g{}'/>", at + 1).repeat(3);
        format!("<xs:group name='g{at}'><xs:sequence>{inner}</xs:sequence></xs:group>")
    };
    let last = "<xs:group name='g60'><xs:sequence><xs:element name='x' minOccurs='0'/></xs:sequence></xs:group>";
    let user = "<xs:element name='r' default='a'><xs:complexType mixed='true'><xs:group ref='g0'/></xs:complexType></xs:element>";
    let user = format!("{user}<xs:complexType name='t'><xs:group ref='g0'/></xs:complexType>");
    let wide = schema(&((0..60).map(group).collect::<String>() + last + &user));
    let derived = |at: usize| {
        let base = if at == 0 { "xs:string".to_owned() } else { format!("t{}", at - 1) };
        format!("<xs:simpleType name='t{at}'><xs:restriction base='{base}'/></xs:simpleType>")
    };
    let chain = schema(&(0..5_000).map(derived).collect::<String>());
    let alternatives: String = (0..1_500).map(|at| format!("<xs:element name='e{at}' type='xs:int'/>")).collect();
    let choice = format!("<xs:choice minOccurs='0' maxOccurs='unbounded'>{alternatives}</xs:choice>");
    let many = schema(&format!("<xs:element name='r'><xs:complexType>{choice}</xs:complexType></xs:element>"));
    let pattern =
        "<xs:pattern value='(a*)*(a|aa){99999}{99999}'/><xs:enumeration value='aaaaaaaaaaaaaaaaaaaaaaaaaaaaab'/>";
    let pattern =
        format!("<xs:simpleType name='p'><xs:restriction base='xs:string'>{pattern}</xs:restriction></xs:simpleType>");
    let pattern = schema(&format!(
        "{pattern}<xs:simpleType name='q'><xs:restriction base='p'><xs:enumeration value='b'/></xs:restriction></xs:simpleType>"
    ));
    let bombs = "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'>\
                 <!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;'><!ENTITY e '&d;&d;&d;&d;&d;&d;&d;&d;'><!ENTITY f '&e;&e;&e;&e;&e;&e;&e;&e;'>]>\
                 <x>&f;&f;&f;&f;&f;&f;&f;</x>";
    let verdicts =
        [(deep, false), (wide, true), (chain, false), (many, true), (pattern, false), (bombs.to_owned(), false)];
    for (at, (schema, accepted)) in verdicts.into_iter().enumerate() {
        let (shown, compiled) = compile("t.xsd", Some(&schema));
        let start = shown.chars().take(500).collect::<String>();
        assert_eq!(compiled.is_some(), accepted, "case {at}: {start}");
    }
}

/// The printed files of a schema, as a loader has them.
fn printed(compiled: &Compilation) -> Vec<xsd::PrintedFile> {
    xsd::print_xsd(&compiled.schema)
}

/// Compiles printed files, the first of which is requested.
fn compile_printed(files: &[xsd::PrintedFile]) -> (String, Option<Compilation>) {
    let loader = |name: &str| {
        let file = files.iter().find(|it| it.name == name).ok_or(LoadError::NotFound)?;
        Ok(LoadedFile { name: name.to_owned(), bytes: file.text.clone().into_bytes() })
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = xsd::compile_files(&[&files[0].name], &loader, &mut sources, &mut diagnostics);
    let shown = diagnostics.into_sorted().iter().map(|it| render(&sources, it, Style::Plain) + "\n").collect();
    (shown, compiled)
}

/// Printed schemas are accepted, and printed as they are.
#[test]
fn printed_schemas_are_the_same() {
    let mut wrong = Vec::new();
    for (path, _) in own_cases().into_iter().chain(upstream_cases()) {
        let (_, compiled) = compile(path.to_str().expect("UTF-8"), None);
        let Some(compiled) = compiled else { continue };
        let files = printed(&compiled);
        let (shown, again) = compile_printed(&files);
        match again.map(|again| printed(&again)) {
            None => wrong.push(format!("{}: {}{shown}", path.display(), files[0].text)),
            Some(again) if again[0].text != files[0].text => {
                wrong.push(format!("{}: differs\n{}\n{}", path.display(), files[0].text, again[0].text));
            }
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// Xerces and xmllint give instances the same verdicts with printed schemas as with the original ones.
#[test]
fn judges_say_the_same_of_printed_schemas() {
    let (originals, prints): (Vec<_>, Vec<_>) = schemas_and_prints().into_iter().unzip();
    match Command::new("xmllint").arg("--version").output() {
        Ok(_) => compare_verdicts(&originals, originals.iter().map(verdicts).zip(prints.iter().map(verdicts))),
        Err(_) => absent("xmllint", "scripts/setup"),
    }
    // Refusals name the file.
    let accepts = |it: Verdicts| {
        let accepted = [it.schema].into_iter().chain(it.documents).map(|answer| answer == "ok");
        accepted.collect::<Vec<bool>>()
    };
    match xerces(&[originals.as_slice(), prints.as_slice()].concat()) {
        Some(verdicts) => {
            let mut verdicts: Vec<Vec<bool>> = verdicts.into_iter().map(accepts).collect();
            let of_prints = verdicts.split_off(originals.len());
            compare_verdicts(&originals, verdicts.into_iter().zip(of_prints));
        }
        None => absent("Xerces", "scripts/oracles"),
    }
}

/// The files of a schema and of documents.
type Files = (PathBuf, Vec<PathBuf>);

/// Returns the accepted schemas, and the printed ones, with the same documents.
fn schemas_and_prints() -> Vec<(Files, Files)> {
    let mut found = Vec::new();
    for (path, _) in own_cases().into_iter().filter(|(_, verdict)| *verdict == Some(true)) {
        let (_, compiled) = compile(path.to_str().expect("UTF-8"), None);
        let name = path.strip_prefix(corpus()).expect("a case").with_extension("");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xsd").join(name);
        fs::create_dir_all(&folder).expect("a folder");
        for file in printed(&compiled.expect("a schema")) {
            fs::write(folder.join(file.name), file.text).expect("writing");
        }
        let documents = instances(&path, &folder);
        found.push(((path, documents.clone()), (folder.join("schema.xsd"), documents)));
    }
    found
}

fn compare_verdicts<V: PartialEq + std::fmt::Debug>(schemas: &[Files], verdicts: impl Iterator<Item = (V, V)>) {
    let differ = schemas.iter().zip(verdicts).filter(|(_, (original, printed))| original != printed);
    let differ =
        differ.map(|((path, _), (original, printed))| format!("{}:\n{original:?}\n{printed:?}", path.display()));
    let differ: Vec<String> = differ.collect();
    assert!(differ.is_empty(), "{} differ\n{}", differ.len(), differ.join("\n"));
}

/// Writes the documents of a case as files.
fn instances(path: &Path, folder: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(path.with_extension("instances.jsonl")).unwrap_or_default();
    let document = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).ok()?;
        line["instance"].as_str().map(str::to_owned)
    };
    let documents = text.lines().filter_map(document).enumerate().map(|(at, document)| {
        let path = folder.join(format!("{at}.xml"));
        fs::write(&path, document).expect("writing");
        path
    });
    documents.collect()
}

/// Returns what xmllint says of documents: a line for each.
fn verdicts((schema, documents): &Files) -> String {
    let output = Command::new("xmllint").args(["--noout", "--nonet", "--schema"]).arg(schema).args(documents).output();
    let text = String::from_utf8_lossy(&output.expect("xmllint").stderr).into_owned();
    let verdicts = text.lines().filter(|it| it.ends_with(" validates") || it.ends_with(" fails to validate"));
    verdicts.collect::<Vec<_>>().join("\n") + if text.contains("failed to compile") { "no schema" } else { "" }
}
