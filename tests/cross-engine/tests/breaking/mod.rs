//! What `polywire breaking` tells of random edits is what decoding does. In each format and direction, either an edit is
//! reported with a message, which the other version really misreads, or no random value is misread. The judge knows nothing
//! of the comparison: it looks at the values as JSON.

mod corpus;
mod edit;
mod judge;
mod plain;

use crate::places::schema::{ROOT, Random, Schema};
use edit::{Edited, edited};
use judge::{Judge, Reading};
use polywire::breaking::{DIRECTIONS, Direction, Effect, Report, compare, versions};
use polywire::codec::Codecs;
use polywire::lock_update::Found;
use polywire::schema::{Language, compile};
use polywire::{Format, LoadError, LoadedFile, Model, SourceMap};
use polywire_cross_engine::{general_formats, is_full, random_values};
use std::collections::BTreeMap;

fn model(text: &str) -> Option<Model> {
    model_of("t.proto", text)
}

fn model_of(file: &str, text: &str) -> Option<Model> {
    let loader = |path: &str| match path == file {
        true => Ok(LoadedFile { name: path.to_owned(), bytes: text.into() }),
        false => Err(LoadError::NotFound),
    };
    compile(Language::of_path(file)?, file, &loader).model
}

/// Returns both versions with the facts of all formats; the new one continues the lock of the old one.
fn settled(old: &Model, new: &Model, formats: &[&Format]) -> (Model, Model) {
    let find = |file: &str| Ok(Some(Found { path: format!("{file}.polywire.lock"), text: None }));
    let sources = SourceMap::default();
    let version = |model| versions::Version { model, sources: &sources, find: &find };
    versions::settle(&version(old), &version(new), formats).expect("locks")
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
fn check((old, new): (&Model, &Model), (edits, about): (&Edited, &str), types: &[&str], counts: &mut Counts) {
    let formats = general_formats();
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
            for ty in types.iter().map(|ty| judge.type_of_writer(ty)) {
                for value in random_values(writer.0, &ty, 6) {
                    let Some(bytes) = judge.write(&ty, &value.to_string()) else { continue };
                    counts.values += 1;
                    let reading = judge.read(&ty, &bytes);
                    let is_read = matches!(reading, Reading::Same | Reading::Different { in_presence_only: true, .. });
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
    let (count, mut counts) = (if is_full() { 600 } else { 8 }, Counts::default());
    // Several runs share the work if each begins with another seed.
    let first = std::env::var("POLYWIRE_SEED").map_or(1, |seed| seed.parse::<u64>().expect("a number"));
    let mut done = 0;
    for seed in first.. {
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
        let about = format!("seed {seed}: {}\n{old_text}\n{}", edits.what, edits.text);
        check((&old, &new), (&edits, &about), &["t.M0", "t.M1", ROOT], &mut counts);
    }
    println!("{done} edits: {counts:?}");
    // Most of these schemas have no fixed size.
    for format in general_formats().into_iter().filter(|format| format.name != "memory") {
        let has = |counts: &BTreeMap<&str, usize>| counts.get(format.name).is_some_and(|count| *count > 1);
        assert!(has(&counts.broken) && has(&counts.whole), "{} is hardly compared", format.name);
    }
}

/// Each edit is also judged alone: here a member with the number of the new version and the presence of the old one.
#[test]
fn edits_of_one_member_are_told_apart() {
    let text = |member: &str| format!("syntax = \"proto3\"; package t; message M {{ {member}; int32 b = 3; }}");
    let (old, new) = (model(&text("int32 a = 1")), model(&text("optional int32 a = 2")));
    let (old, new) = settled(&old.expect("a schema"), &new.expect("a schema"), &general_formats());
    let report = compare(&old, &new, &general_formats(), &DIRECTIONS);
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
        let (old, new) = settled(&old, &new, &general_formats());
        let report = compare(&old, &new, &general_formats(), &DIRECTIONS);
        assert!(report.findings.is_empty(), "{}\n{}\n{:?}", schema.text(), other.text(), report.findings);
    }
}
