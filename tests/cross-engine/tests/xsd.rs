//! Schemas that Polywire derives for documents of `xml`, with xmllint (libxml2) and Xerces as judges: they accept the schemas of models of any
//! language, and the documents that are written for their values.

use polywire::codec::Codecs;
use polywire::schema::{compile_xsd_files, derive_xsd};
use polywire::{LoadedFile, Model, format};
use polywire_cross_engine::{accepted, case_files, extreme_values, random_accounts, random_values};
use polywire_model::{DeclId, DeclKind, trade};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The number of random values of a type.
const VALUES: u64 = 20;

#[test]
fn judges_validate_documents_with_derived_schemas() {
    let files: Vec<(PathBuf, Vec<PathBuf>)> =
        models().iter().filter_map(|(name, model)| files_of(name, model)).collect();
    match Command::new("xmllint").arg("--version").output() {
        Ok(_) => files.iter().for_each(|(schema, documents)| xmllint(schema, documents)),
        Err(_) => polywire_oracles::absent("xmllint", "scripts/setup"),
    }
    let Some(verdicts) = polywire_oracles::xerces(&files) else {
        return polywire_oracles::absent("Xerces", "scripts/oracles");
    };
    let mut wrong = Vec::new();
    for ((schema, documents), verdicts) in files.iter().zip(verdicts) {
        let answers = [verdicts.schema].into_iter().chain(verdicts.documents);
        let answered = [schema].into_iter().chain(documents).zip(answers).filter(|(_, answer)| answer != "ok");
        wrong.extend(answered.map(|(path, answer)| format!("{}: {answer}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong[..wrong.len().min(10)].join("\n"));
}

/// Writes the schema that is derived from a model, and documents of its structs.
fn files_of(name: &str, model: &Model) -> Option<(PathBuf, Vec<PathBuf>)> {
    let codecs = Codecs::new(model, format("xml").expect("a format")).ok()?;
    let folder = folder(name);
    let schema = folder.join("schema.xsd");
    fs::write(&schema, derive_xsd(model).text).expect("writing");
    let documents = documents((name, model), &codecs, &folder);
    assert!(!documents.is_empty(), "{name}: no documents");
    Some((schema, documents))
}

fn xmllint(schema: &Path, documents: &[PathBuf]) {
    let mut xmllint = Command::new("xmllint");
    let output = xmllint.args(["--noout", "--nonet", "--schema"]).arg(schema).args(documents).output();
    let output = output.expect("xmllint");
    let text = String::from_utf8_lossy(&output.stderr);
    let wrong: Vec<&str> = text.lines().filter(|it| !it.ends_with(" validates")).take(10).collect();
    assert!(output.status.success(), "{}\n{}", schema.display(), wrong.join("\n"));
}

#[test]
fn derived_schemas_are_valid() {
    for (name, model) in models() {
        let text = derive_xsd(&model).text;
        let loader = |path: &str| Ok(LoadedFile { name: path.to_owned(), bytes: text.clone().into() });
        let compiled = compile_xsd_files(&["schema.xsd"], &loader);
        assert!(compiled.model.is_some(), "{name}: {:?}\n{text}", compiled.diagnostics);
    }
}

/// Returns the models that state nothing for XML.
fn models() -> Vec<(&'static str, Model)> {
    let others = polywire_test_models::finite().map(|it| (it.name, it.model));
    let all = [("trade", trade::model())].into_iter().chain(others);
    all.filter(|(_, model)| !states_facts(model)).collect()
}

fn states_facts(model: &Model) -> bool {
    model.decls.iter().any(|decl| match &decl.kind {
        DeclKind::Struct(it) => {
            it.attrs.xml != Default::default() || it.fields.iter().any(|it| it.attrs.xml != Default::default())
        }
        DeclKind::Union(it) => it.cases.iter().any(|it| it.attrs.xml != Default::default()),
        DeclKind::Enum(_) | DeclKind::Constant(_) => false,
    })
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("derived_xsd").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Writes documents of all structs whose element is their own.
fn documents((name, model): (&str, &Model), xml: &Codecs, folder: &Path) -> Vec<PathBuf> {
    let json = Codecs::new(model, format("json_plain").expect("a format")).expect("it holds all models");
    let mut paths = Vec::new();
    for ty in types(model) {
        let [json, xml] = [&json, xml].map(|it| it.codec(model, &ty).expect("a struct"));
        let values = values(name, model, &ty);
        let values = values.iter().filter_map(|it| json.decode(it.to_string().as_bytes()).ok());
        // XML lacks some characters.
        for (document, at) in values.filter_map(|it| xml.encode(&it).ok()).zip(0..) {
            let path = folder.join(format!("{ty}_{at}.xml"));
            fs::write(&path, document).expect("writing");
            paths.push(path);
        }
    }
    paths
}

/// Returns the structs whose elements no other struct has.
fn types(model: &Model) -> Vec<String> {
    let is_declared = |id: &DeclId| model.as_struct(*id).is_some_and(|it| it.is_declared());
    let structs: Vec<DeclId> = (0..model.decls.len() as u32).map(DeclId).filter(is_declared).collect();
    let local = |id: DeclId| model.decl(id).name.last();
    let is_alone = |id: &&DeclId| structs.iter().filter(|other| local(**other) == local(**id)).count() == 1;
    structs.iter().filter(is_alone).map(|id| model.decl(*id).path()).collect()
}

fn values(name: &str, model: &Model, ty: &str) -> Vec<Value> {
    let mut values = match ty {
        "trade.Account" => random_accounts(VALUES),
        _ => random_values(model, ty, VALUES),
    };
    values.extend(extreme_values(model, ty));
    let files = case_files();
    values.extend(accepted(&files, name).filter(|case| case.ty == ty).filter_map(|case| case.value.clone()));
    values
}
