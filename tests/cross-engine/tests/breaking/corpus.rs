//! Two versions of a schema in each language, which the original implementations were seen to read: in every format.

use crate::breaking::edit::Edited;
use crate::breaking::{Counts, check, model_of, settled};
use polywire::Model;
use polywire::breaking::{DIRECTIONS, Direction, Finding, compare};
use polywire_cross_engine::{general_formats, repository};
use polywire_model::{Decl, DeclKind};
use std::collections::{BTreeMap, BTreeSet};

fn versions(file: [&str; 2]) -> [Model; 2] {
    file.map(|file| {
        let text = std::fs::read_to_string(repository("tests/corpus").join(file)).expect("a schema");
        // Both are the same file for the lock.
        let name = format!("t.{}", file.rsplit('.').next().expect("an extension"));
        model_of(&name, &text).expect("a valid schema")
    })
}

const PROTO: [&str; 2] = ["breaking/evo_v1.proto", "breaking/evo_v2.proto"];
const FBS: [&str; 2] = ["flatbuffers/messages/evolution/evo1.fbs", "flatbuffers/messages/evolution/evo2.fbs"];
const CAPNP: [&str; 2] = ["breaking/evo_v1.capnp", "breaking/evo_v2.capnp"];

/// Returns the edits of two versions in which members with the same name are the same.
fn edits(old: &Model, new: &Model) -> Edited {
    let (old, new) = (names(old), names(new));
    let common = old.intersection(&new).cloned().collect();
    let of_first = BTreeSet::from(["Boxed".to_owned()]);
    Edited { text: String::new(), what: String::new(), renamed: BTreeMap::new(), common, of_first }
}

fn names(model: &Model) -> BTreeSet<String> {
    let of = |decl: &Decl| -> Vec<String> {
        match &decl.kind {
            DeclKind::Struct(it) => it.fields.iter().map(|it| it.name.clone()).collect(),
            DeclKind::Union(it) => it.cases.iter().map(|it| it.name.clone()).collect(),
            DeclKind::Enum(it) => it.members.iter().map(|it| it.name.clone()).collect(),
            DeclKind::Constant(_) => Vec::new(),
        }
    };
    model.decls.iter().flat_map(of).collect()
}

#[test]
fn verdicts_about_the_corpus_are_what_decoding_does() {
    let mut counts = Counts::default();
    for files in [PROTO, FBS, CAPNP] {
        let [old, new] = versions(files);
        let structs = old.decls.iter().filter(|decl| matches!(&decl.kind, DeclKind::Struct(it) if it.is_declared()));
        let types: Vec<String> = structs.map(Decl::path).collect();
        let types: Vec<&str> = types.iter().map(String::as_str).collect();
        check((&old, &new), (&edits(&old, &new), files[1]), &types, &mut counts);
    }
    println!("{counts:?}");
}

/// Returns the rules and members that are reported in a format and direction.
fn told(files: [&str; 2], format: &str, direction: Direction) -> Vec<String> {
    let [old, new] = versions(files);
    let (old, new) = settled(&old, &new, &general_formats());
    let formats: Vec<_> = general_formats().into_iter().filter(|it| it.name == format).collect();
    let report = compare(&old, &new, &formats, &DIRECTIONS);
    let of = |it: &&Finding| it.breaks.iter().any(|it| it.direction == direction);
    let names = report.findings.iter().filter(of);
    names.map(|it| format!("{} {}", it.rule, it.member.as_deref().unwrap_or_default())).collect()
}

/// The messages of the corpus, which the original implementations read with both versions, show the same. For Protocol
/// Buffers, https://protobuf.dev says that a repeated field has more than a single one can hold, that an integer may be
/// truncated, and that bytes may be no text.
#[test]
fn original_implementations_read_what_is_not_reported() {
    let none: [&str; 0] = [];
    assert_eq!(told(PROTO, "protobuf", Direction::Backward), none);
    assert_eq!(
        told(PROTO, "protobuf", Direction::Forward),
        ["FIELD_SAME_TYPE widen", "FIELD_SAME_TYPE to_bytes", "FIELD_SAME_CARDINALITY single"]
    );
    assert_eq!(told(FBS, "flatbuffers", Direction::Backward), none);
    assert_eq!(told(FBS, "flatbuffers", Direction::Forward), none);
    assert_eq!(told(CAPNP, "capnp", Direction::Backward), none);
    assert_eq!(told(CAPNP, "capnp", Direction::Forward), none);
}
