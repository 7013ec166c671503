//! The documents of tests/corpus/xsd, with the verdicts that all judges agree on.

use crate::support::Codec;
use polywire_model::{Decl, DeclKind, Model};
use polywire_test_models::make::of_xsd;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/xsd")
}

/// A document.
struct Document {
    name: String,
    text: Vec<u8>,
    is_valid: bool,
}

/// Returns the verdict of all judges; `None` if they differ.
fn verdict(case: &Json) -> Option<bool> {
    if case["agree"] == true { case["verdicts"]["xerces"].as_bool() } else { None }
}

fn json(line: &str) -> Json {
    // Some values are NaN or infinite, which is no JSON.
    let without_values = line.split_once(", \"xmlschema_decoded\"").map(|(before, _)| format!("{before}}}"));
    serde_json::from_str(without_values.as_deref().unwrap_or(line)).expect("JSON")
}

/// The documents by schema.
fn cases() -> BTreeMap<PathBuf, Vec<Document>> {
    let mut cases: BTreeMap<PathBuf, Vec<Document>> = BTreeMap::new();
    let folders = fs::read_dir(folder()).expect("the corpus").map(|it| it.expect("an entry").path());
    for file in folders.filter(|it| it.is_dir()).flat_map(|it| fs::read_dir(it).expect("a folder")) {
        let path = file.expect("an entry").path();
        let Some(name) = path.to_str().and_then(|it| it.strip_suffix(".instances.jsonl")) else { continue };
        for case in fs::read_to_string(&path).expect("the documents").lines().map(json) {
            let Some(is_valid) = verdict(&case) else { continue };
            let id = case["id"].as_str().expect("a name");
            let text = case["instance"].as_str().expect("a document").as_bytes().to_vec();
            let schema = PathBuf::from(format!("{name}.xsd"));
            cases.entry(schema).or_default().push(Document { name: id.to_owned(), text, is_valid });
        }
    }
    let upstream = folder().join("upstream");
    for case in fs::read_to_string(upstream.join("cases.jsonl")).expect("the cases").lines().map(json) {
        let (Some(is_valid), Some(schema)) = (verdict(&case), case["schema"].as_str()) else { continue };
        let name = case["file"].as_str().expect("a path").to_owned();
        let text = fs::read(upstream.join(&name)).expect("a document");
        cases.entry(upstream.join(schema)).or_default().push(Document { name, text, is_valid });
    }
    cases
}

/// Returns the dotted name of the struct whose documents have this element.
fn root(model: &Model, document: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(document);
    let is_name = |it: &char| !it.is_whitespace() && !">/".contains(*it);
    let tags = text.split('<').skip(1).find(|it| !it.starts_with(['?', '!']) && !it.is_empty())?;
    let name: String = tags.chars().take_while(is_name).collect();
    let local = name.rsplit(':').next()?;
    let is_root = |it: &Decl| match &it.kind {
        DeclKind::Struct(it) => it.attrs.xml.element.as_ref().is_some_and(|it| it.local == local),
        DeclKind::Union(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => false,
    };
    model.decls.iter().find(|it| is_root(it)).map(Decl::path)
}

/// Reads a document, writes it, and reads that again.
fn check(codec: &Codec, text: &[u8]) -> Result<(), String> {
    let value = codec.decode(text)?;
    let written = codec.encode(&value).map_err(|error| format!("written: {error}"))?;
    let again =
        codec.decode(&written).map_err(|error| format!("again: {error} {}", String::from_utf8_lossy(&written)))?;
    match again == value {
        true => Ok(()),
        false => Err(format!("another value: {}", String::from_utf8_lossy(&written))),
    }
}

/// Valid documents that are refused: a float beyond the largest one, and types that `xsi:type` tells on the element of a document.
const REFUSED: [&str; 4] = [
    "builtin/double.xsd v17",
    "derive/abstract-type.xsd v00",
    "derive/extension.xsd v02",
    "derive/three-levels.xsd v00",
];

/// Documents that are read, that are rightly refused, that are read although they are not valid (docs/xml.md names what is not
/// checked), and those of schemas that are refused.
const COUNTS: [usize; 4] = [434, 285, 183, 65];

#[test]
fn documents_of_schemas() {
    let (mut wrong, mut lax) = (Vec::new(), Vec::new());
    let (mut valid, mut invalid, mut without) = (0, 0, 0);
    for (schema, documents) in cases() {
        let shown = schema.strip_prefix(folder()).expect("a schema").display().to_string();
        let Some(model) = of_xsd(schema.to_str().expect("a path")) else { continue };
        if polywire_lower::format("xml").expect("the format").lower(&model).is_err() {
            without += documents.len();
            continue;
        }
        let mut codecs: BTreeMap<String, Codec> = BTreeMap::new();
        for document in documents {
            let found = match root(&model, &document.text) {
                Some(root) => {
                    let codec = codecs.entry(root.clone()).or_insert_with(|| Codec::new(&model, "xml", &root));
                    check(codec, &document.text)
                }
                None => Err("no element".to_owned()),
            };
            match (document.is_valid, found) {
                (true, Ok(())) => valid += 1,
                (false, Err(_)) => invalid += 1,
                (true, Err(error)) => wrong.push((format!("{shown} {}", document.name), error)),
                (false, Ok(())) => lax.push(format!("{shown} {}", document.name)),
            }
        }
    }
    let names: Vec<&str> = wrong.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, REFUSED, "{wrong:#?}");
    assert_eq!([valid, invalid, lax.len(), without], COUNTS, "read although not valid:\n{}", lax.join("\n"));
}
