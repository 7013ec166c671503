//! What `polywire breaking` tells of random edits is what decoding does. In each format and direction, either an edit is
//! reported with a message, which the other version really misreads, or no random value is misread. The judge knows nothing
//! of the comparison: it looks at the values as JSON.

mod edit;
mod judge;
#[path = "../places/schema.rs"]
mod schema;

use edit::{Edited, edited};
use judge::{Judge, Reading};
use polywire::breaking::{DIRECTIONS, Direction, Effect, Report, compare, versions};
use polywire::codec::Codecs;
use polywire::lock_update::Found;
use polywire::schema::{Language, compile};
use polywire::{FORMATS, Format, LoadError, LoadedFile, Model, SourceMap};
use polywire_cross_engine::{is_full, random_values};
use schema::{ROOT, Random, Schema};
use std::collections::BTreeMap;

const FILE: &str = "t.proto";

fn model(text: &str) -> Option<Model> {
    let loader = |path: &str| match path {
        FILE => Ok(LoadedFile { name: path.to_owned(), bytes: text.into() }),
        _ => Err(LoadError::NotFound),
    };
    compile(Language::Proto, FILE, &loader).model
}

/// Returns both versions with the facts of all formats; the new one continues the lock of the old one.
fn settled(old: &Model, new: &Model, formats: &[&Format]) -> (Model, Model) {
    let find = |file: &str| Ok(Some(Found { path: format!("{file}.polywire.lock"), text: None }));
    let sources = SourceMap::default();
    let version = |model| versions::Version { model, sources: &sources, find: &find };
    versions::settle(&version(old), &version(new), formats).expect("locks")
}

fn formats() -> Vec<&'static Format> {
    FORMATS.iter().filter(|format| format.schema_types.is_none()).collect()
}

/// What was compared, by format.
#[derive(Default, Debug)]
struct Counts {
    broken: BTreeMap<&'static str, usize>,
    whole: BTreeMap<&'static str, usize>,
    with_unions: usize,
    witnesses: usize,
    values: usize,
}

/// Compares the verdicts about two versions with what decoding does.
fn check(old: &Model, new: &Model, (edits, about): (&Edited, &str), counts: &mut Counts) {
    let formats = formats();
    let (old, new) = settled(old, new, &formats);
    let report = compare(&old, &new, &formats, &DIRECTIONS);
    for format in &formats {
        let codecs = (Codecs::new(&old, format), Codecs::new(&new, format));
        let (Ok(old_codecs), Ok(new_codecs)) = codecs else { continue };
        for direction in DIRECTIONS {
            let (writer, reader) = direction.of((&old, &old_codecs), (&new, &new_codecs));
            let judge = Judge::new(writer, reader, edits, direction);
            let told = tell(&report, format, direction);
            for (ty, bytes) in &told {
                counts.witnesses += 1;
                let reading = judge.read(ty, bytes);
                let is_misread = matches!(reading, Reading::Refused | Reading::Different { .. });
                assert!(
                    is_misread,
                    "{}, {}: {ty} {bytes:02x?} is reported, and is read\n{about}\n{reading:?}",
                    format.name,
                    direction.name()
                );
            }
            if !told.is_empty() {
                *counts.broken.entry(format.name).or_default() += 1;
                continue;
            }
            *counts.whole.entry(format.name).or_default() += 1;
            for ty in ["t.M0", "t.M1", ROOT] {
                for value in random_values(writer.0, ty, 6) {
                    let Some(bytes) = judge.write(ty, &value.to_string()) else { continue };
                    counts.values += 1;
                    let reading = judge.read(ty, &bytes);
                    let is_read = matches!(reading, Reading::Same | Reading::Different { in_presence_only: true });
                    assert!(
                        is_read,
                        "{}, {}: {ty} {value} is misread, and is not reported\n{about}\n{reading:?}",
                        format.name,
                        direction.name()
                    );
                }
            }
        }
    }
}

/// Returns the messages that are reported in a format and direction.
fn tell(report: &Report, format: &Format, direction: Direction) -> Vec<(String, Vec<u8>)> {
    let breaks = report.findings.iter().flat_map(|it| &it.breaks);
    let breaks = breaks.filter(|it| it.format == format.name && it.direction == direction);
    let told = breaks.filter(|it| it.effect != Effect::Unsupported).filter_map(|it| it.witness.as_ref());
    told.map(|it| (it.ty.clone(), it.bytes.clone())).collect()
}

#[test]
fn verdicts_about_random_edits_are_what_decoding_does() {
    let (count, mut counts) = (if is_full() { 600 } else { 24 }, Counts::default());
    let mut done = 0;
    for seed in 1.. {
        if done == count {
            break;
        }
        let mut random = Random(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15));
        let schema = Schema::new(&mut random, seed % 2 == 0);
        let edits = edited(&schema, &mut random);
        counts.with_unions += usize::from(schema.has_unions());
        let old_text = schema.text();
        // Not every edit gives a valid schema.
        let (Some(old), Some(new)) = (model(&old_text), model(&edits.text)) else { continue };
        done += 1;
        if std::env::var_os("SHOWSEED").is_some() {
            eprintln!("seed {seed}: {}\n{old_text}\n{}", edits.what, edits.text);
        }
        let about = format!("seed {seed}: {}\n{old_text}\n{}", edits.what, edits.text);
        check(&old, &new, (&edits, &about), &mut counts);
    }
    println!("{counts:?}");
    for format in formats() {
        let has = |counts: &BTreeMap<&str, usize>| counts.get(format.name).is_some_and(|count| *count > 3);
        assert!(has(&counts.broken) && has(&counts.whole), "{} is hardly compared", format.name);
    }
}

/// Each edit is also judged alone: here a member with the number of the new version and the presence of the old one.
#[test]
fn edits_of_one_member_are_told_apart() {
    let text = |member: &str| format!("syntax = \"proto3\"; package t; message M {{ {member}; int32 b = 3; }}");
    let (old, new) = (model(&text("int32 a = 1")), model(&text("optional int32 a = 2")));
    let (old, new) = settled(&old.expect("a schema"), &new.expect("a schema"), &formats());
    let report = compare(&old, &new, &formats(), &DIRECTIONS);
    let told: Vec<String> = report.findings.iter().map(|it| it.rule.to_string()).collect();
    assert!(told.contains(&"FIELD_SAME_NUMBER".to_owned()), "{told:?}");
}

#[test]
fn other_orders_of_lines_break_nothing() {
    for seed in 1..=if is_full() { 100 } else { 8 } {
        let mut random = Random(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15));
        let schema = Schema::new(&mut random, seed % 2 == 0);
        let other = schema.permuted(&mut random);
        let (old, new) = (model(&schema.text()).expect("a schema"), model(&other.text()).expect("a schema"));
        let (old, new) = settled(&old, &new, &formats());
        let report = compare(&old, &new, &formats(), &DIRECTIONS);
        assert!(report.findings.is_empty(), "{}\n{}\n{:?}", schema.text(), other.text(), report.findings);
    }
}

#[test]
fn verdicts_about_the_corpus_are_what_decoding_does() {
    let read = |name: &str| {
        let path = format!("{}/../corpus/breaking/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("a schema")
    };
    let (old, new) = (read("evo_v1.proto"), read("evo_v2.proto"));
    let (old, new) = (model(&old).expect("a schema"), model(&new).expect("a schema"));
    let formats: Vec<&Format> = formats();
    let (old, new) = settled(&old, &new, &formats);
    let report = compare(&old, &new, &formats, &DIRECTIONS);
    let told = |format: &str, direction: Direction| {
        let of = |it: &&polywire::breaking::Finding| {
            it.breaks.iter().any(|it| it.format == format && it.direction == direction)
        };
        let names = report.findings.iter().filter(of);
        names.map(|it| format!("{} {}", it.rule, it.member.as_deref().unwrap_or_default())).collect::<Vec<_>>()
    };
    // The messages of the corpus, which libprotobuf read with both versions, show the same: https://protobuf.dev says that
    // a repeated field has more than a single one can hold, that an integer may be truncated, and that bytes may be no text.
    assert_eq!(told("protobuf", Direction::Backward), Vec::<String>::new());
    assert_eq!(
        told("protobuf", Direction::Forward),
        ["FIELD_SAME_TYPE widen", "FIELD_SAME_TYPE to_bytes", "FIELD_SAME_CARDINALITY single"]
    );
}
