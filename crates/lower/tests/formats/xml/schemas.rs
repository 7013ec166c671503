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
pub fn root(model: &Model, document: &[u8]) -> Option<String> {
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

/// The documents that are refused although they are valid.
const REFUSED: [(&str, &str); 2] = [
    ("builtin/double.xsd v17", "a number that rounds to infinity is out of range in all formats"),
    ("facet/pattern-on-int.xsd v00", "a number without the zeros in front that its pattern demands is not written"),
];

/// The documents that are accepted although they are not valid, by the beginnings of their names.
const ACCEPTED: &[(&str, &str)] = &[
    ("any/", "what a wildcard holds, which `polywire validate` checks"),
    ("attribute/anyAttribute", "the same"),
    ("attribute/xsi.xsd", "attributes of the namespace of `xsi` are skipped"),
    ("builtin/QName.xsd", "prefixes in texts without a declaration"),
    ("derive/mixed-extension.xsd", "the order of elements in mixed content"),
    ("facet/bounds-duration.xsd", "ranges of durations, which are texts"),
    ("facet/enumeration-QName.xsd", "the namespaces of names in texts"),
    ("facet/enumeration-date.xsd", "dates that are listed, which have several texts"),
    ("identity/", "keys and their references, which `polywire validate` checks"),
    ("model/empty-sequence.xsd", "`xsi:type` and other attributes of its namespace are skipped"),
    ("upstream/examples/collection/", "keys, which `polywire validate` checks, and assertions of XML Schema 1.1"),
    ("upstream/features/substitutions/words.xsd", "blocked substitution"),
    ("upstream/issues/issue_245/", "what a wildcard holds"),
    ("upstream/issues/issue_324/", "what a wildcard holds"),
];

/// Documents that have the verdict of the judges, and those that are accepted although they are not valid.
const COUNTS: [usize; 2] = [932, 37];

/// What a run finds.
#[derive(Default)]
struct Found {
    agreed: usize,
    /// Schemas that are not lowered.
    problems: Vec<String>,
    refused: Vec<String>,
    accepted: Vec<String>,
}

impl Found {
    fn add(&mut self, model: &Model, schema: &str, documents: &[Document]) {
        if let Err(problems) = polywire_lower::format("xml").expect("the format").lower(model) {
            self.problems.extend(problems.iter().map(|it| format!("{schema}: {}: {}", it.path, it.message)));
            return;
        }
        let mut codecs: BTreeMap<String, Codec> = BTreeMap::new();
        for document in documents {
            let found = match root(model, &document.text) {
                Some(root) => {
                    let codec = codecs.entry(root.clone()).or_insert_with(|| Codec::new(model, "xml", &root));
                    check(codec, &document.text)
                }
                None => Err("no element".to_owned()),
            };
            let name = format!("{schema} {}", document.name);
            match (document.is_valid, found) {
                (true, Ok(())) | (false, Err(_)) => self.agreed += 1,
                (true, Err(error)) => {
                    println!("{name}: {error}");
                    self.refused.push(name);
                }
                (false, Ok(())) => self.accepted.push(name),
            }
        }
    }
}

#[test]
fn documents_have_the_verdicts_of_the_judges() {
    let mut found = Found::default();
    for (schema, documents) in cases() {
        let shown = schema.strip_prefix(folder()).expect("a schema").display().to_string();
        if let Some(model) = of_xsd(schema.to_str().expect("a path")) {
            found.add(&model, &shown, &documents);
        }
    }
    assert_eq!(found.problems, Vec::<String>::new());
    assert_eq!(found.refused, REFUSED.map(|(name, _)| name.to_owned()));
    let is_listed = |name: &&String| ACCEPTED.iter().any(|(start, _)| name.starts_with(start));
    let others: Vec<&String> = found.accepted.iter().filter(|name| !is_listed(name)).collect();
    assert_eq!(others, Vec::<&String>::new());
    let unused = ACCEPTED.iter().filter(|(start, _)| !found.accepted.iter().any(|name| name.starts_with(start)));
    assert_eq!([found.agreed, found.accepted.len()], COUNTS, "{:#?}", found.accepted);
    assert_eq!(unused.collect::<Vec<_>>(), Vec::<&(&str, &str)>::new());
}
