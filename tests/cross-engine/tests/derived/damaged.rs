//! Locks with deleted lines, which is allowed, and locks damaged in other ways.

use crate::derived::members::Maker;
use crate::derived::to_capnp;
use crate::derived::twins::structs;
use polywire::codec::Codecs;
use polywire::schema::{Language, compile, derive_capnp};
use polywire::{Fact, LoadError, LoadedFile, Model, SourceMap, format};
use polywire_cross_engine::repository;
use polywire_ir::types::Type;
use polywire_lock::{FileLock, apply, parse, update};
use std::fs;

const FILE: &str = "locked.proto";

/// A member whose line was deleted gets another number; the schema stays valid, and its messages survive a round trip.
#[test]
fn lines_can_be_deleted() {
    let (text, model) = (lock_text(), model());
    let lines: Vec<&str> = text.lines().collect();
    for deleted in (0..lines.len()).filter(|index| lines[*index].starts_with("capnp ")) {
        let kept = lines.iter().enumerate().filter(|(index, _)| *index != deleted).map(|(_, line)| format!("{line}\n"));
        let Some(model) = with_lock(&model, &kept.collect::<String>()) else {
            // The case for absence, and an enum's default, must come first.
            assert!(lines[deleted].contains("? void") || lines[deleted].contains("@0 "), "{}", lines[deleted]);
            continue;
        };
        let derived = derive_capnp(&model, FILE).text;
        to_capnp::capnp(&derived).unwrap_or_else(|errors| panic!("{}: {errors}\n{derived}", lines[deleted]));
        round_trip(&model);
    }
}

#[test]
fn damaged_locks_never_panic() {
    let (text, model) = (lock_text(), model());
    for at in (0..text.len()).step_by(3) {
        for byte in [text.as_bytes()[at] ^ 1, b' ', b'\n', b'9', b'?'] {
            let mut damaged = text.clone().into_bytes();
            damaged[at] = byte;
            if let Some(model) = with_lock(&model, &String::from_utf8_lossy(&damaged)) {
                derive_capnp(&model, FILE);
            }
        }
        with_lock(&model, &text[..at]);
    }
}

fn lock_text() -> String {
    fs::read_to_string(repository("crates/test-models/src/capnp_locked.lock")).expect("a lock")
}

fn model() -> Model {
    let loader = |path: &str| match path {
        FILE => {
            let bytes = fs::read(repository("crates/test-models/src/capnp_locked.proto")).expect("a schema");
            Ok(LoadedFile { name: path.to_owned(), bytes })
        }
        _ => Err(LoadError::NotFound),
    };
    compile(Language::Proto, FILE, &loader).model.expect("a model")
}

/// Returns `None` if the lock, or the schema with it, is refused.
fn with_lock(model: &Model, text: &str) -> Option<Model> {
    let file = SourceMap::default().add("lock", text.into()).expect("a short text");
    let lock = FileLock { lock: parse(text, file).ok()?, files: vec![FILE] };
    let locks = update(&[lock], model, &[Fact::CapnpOrdinal]).ok()?.locks;
    let mut model = model.clone();
    apply(&locks, &mut model);
    Some(model)
}

fn round_trip(model: &Model) {
    let codecs = Codecs::new(model, format("capnp").expect("a format")).expect("codecs");
    let maker = Maker::new(model, &codecs.module().types);
    for (decl, _) in structs(model) {
        let codec = codecs.codec(model, &decl.path()).expect("a codec");
        let id = codecs.record(model, &decl.path()).expect("a struct");
        let empty = maker.complete(&Type::Struct(id)).expect("a message");
        for value in maker.single_members(id).into_iter().map(|(_, value)| value).chain([empty]) {
            let bytes = codec.encode(&value).expect("a message");
            assert_eq!(codec.decode(&bytes), Ok(value), "{}", decl.path());
        }
    }
}
