//! The documents of tests/corpus/xsd whose types have constraints, with the verdicts that all judges agree on.

use super::Checker;
use polywire::Model;
use polywire::constraints::Constraints;
use polywire_model::{Decl, DeclKind};
use polywire_test_models::make::of_xsd;
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/xsd")
}

/// A schema, a document's name and text, and the verdict.
type Document = (PathBuf, String, Vec<u8>, bool);

fn json(line: &str) -> Json {
    // Some values are NaN or infinite, which is no JSON.
    let without_values = line.split_once(", \"xmlschema_decoded\"").map(|(before, _)| format!("{before}}}"));
    serde_json::from_str(without_values.as_deref().unwrap_or(line)).expect("JSON")
}

/// Returns the verdict of all judges; `None` if they differ.
fn verdict(case: &Json) -> Option<bool> {
    if case["agree"] == true { case["verdicts"]["xerces"].as_bool() } else { None }
}

fn documents() -> Vec<Document> {
    let mut all = Vec::new();
    let folders = fs::read_dir(folder()).expect("the corpus").map(|it| it.expect("an entry").path());
    for file in folders.filter(|it| it.is_dir()).flat_map(|it| fs::read_dir(it).expect("a folder")) {
        let path = file.expect("an entry").path();
        let Some(name) = path.to_str().and_then(|it| it.strip_suffix(".instances.jsonl")) else { continue };
        for case in fs::read_to_string(&path).expect("the documents").lines().map(json) {
            let Some(is_valid) = verdict(&case) else { continue };
            let text = case["instance"].as_str().expect("a document").as_bytes().to_vec();
            all.push((PathBuf::from(format!("{name}.xsd")), case["id"].to_string(), text, is_valid));
        }
    }
    let upstream = folder().join("upstream");
    for case in fs::read_to_string(upstream.join("cases.jsonl")).expect("the cases").lines().map(json) {
        let (Some(is_valid), Some(schema)) = (verdict(&case), case["schema"].as_str()) else { continue };
        let name = case["file"].as_str().expect("a path").to_owned();
        let text = fs::read(upstream.join(&name)).expect("a document");
        all.push((upstream.join(schema), name, text, is_valid));
    }
    all.sort();
    all
}

/// Returns the dotted name of the struct whose documents have the element of this one.
fn root(model: &Model, document: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(document);
    let tag = text.split('<').skip(1).find(|it| !it.starts_with(['?', '!']) && !it.is_empty())?;
    let name = tag.split(|it: char| it.is_whitespace() || ">/".contains(it)).next()?;
    let local = name.rsplit(':').next()?;
    let is_root = |it: &&Decl| match &it.kind {
        DeclKind::Struct(it) => it.attrs.xml.element.as_ref().is_some_and(|it| it.local == local),
        DeclKind::Union(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => false,
    };
    model.decls.iter().find(is_root).map(Decl::path)
}

/// Documents that are accepted although they are not valid, or the other way round.
const DIFFERENCES: &[(&str, &str)] = &[
    (
        "upstream/features/substitutions/words.xsd features/substitutions/words3.xml",
        "the type of an element that stands for another",
    ),
    ("upstream/features/substitutions/words.xsd features/substitutions/words4.xml", "`xsi:type` of a simple type"),
];

/// The documents whose types have constraints.
const COUNT: usize = 78;

#[test]
fn documents_of_the_corpus_have_the_verdicts_of_the_judges() {
    let (mut wrong, mut seen, mut last) = (Vec::new(), 0, None);
    for (schema, name, text, is_valid) in documents() {
        if last.as_ref().is_none_or(|(path, _)| *path != schema) {
            last = Some((schema.clone(), of_xsd(schema.to_str().expect("a path"))));
        }
        let Some((_, Some(model))) = &last else { continue };
        let Some(root) = root(model, &text).filter(|it| Constraints::of(model, it).is_some()) else { continue };
        seen += 1;
        let problems = Checker::new(model, &root, "xml").problems(&text);
        let shown = format!("{} {name}", schema.strip_prefix(folder()).expect("a schema").display());
        let is_listed = DIFFERENCES.iter().any(|(listed, _)| *listed == shown);
        if (problems.is_empty() != is_valid) != is_listed {
            wrong.push(format!("{shown}: valid: {is_valid}, {}", problems.join("; ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(seen, COUNT);
}
