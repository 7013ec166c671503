//! The position of a line never affects bytes: if the lines of a random schema are reordered, all formats write the
//! same messages, with a lock and without one. Messages written before members were added or removed decode to the same
//! value with the lock, unless the format has reported that the edit breaks it.

mod avro;
mod same;
mod sbe;
pub mod schema;

use polywire::codec::Codecs;
use polywire::schema::{Language, compile};
use polywire::{FORMATS, Format, LoadError, LoadedFile, Model, Value};
use polywire_cross_engine::{general_formats, is_full, random_values};
use polywire_ir::types::Type;
use polywire_lock::{FileLock, Lock, Updated, apply, update};
use same::difference;
use schema::{ROOT, Random, Schema};
use std::collections::BTreeMap;

const FILE: &str = "t.proto";

fn model(text: &str) -> Model {
    let loader = |path: &str| match path {
        FILE => Ok(LoadedFile { name: path.to_owned(), bytes: text.into() }),
        _ => Err(LoadError::NotFound),
    };
    let compiled = compile(Language::Proto, FILE, &loader);
    compiled.model.unwrap_or_else(|| panic!("{text}\n{:?}", compiled.diagnostics))
}

fn updated(lock: &Lock, model: &Model, format: &Format) -> Updated {
    let lock = FileLock { lock: lock.clone(), files: vec![FILE] };
    update(&[lock], model, format.facts).expect("no breaking edit")
}

/// Returns the model with the facts of a lock, which is updated.
fn settled(lock: &Lock, model: &Model, format: &Format) -> (Model, Lock) {
    let mut updated = updated(lock, model, format);
    let mut model = model.clone();
    apply(&updated.locks, &mut model);
    (model, updated.locks.remove(0))
}

/// Codecs of a model, if the format supports its values and its messages need no other schema.
struct Version {
    model: Model,
    codecs: Codecs,
    json: Codecs,
}

impl Version {
    fn new(model: Model, format: &'static Format) -> Option<Self> {
        let codecs = Codecs::new(&model, format).ok()?;
        let json = Codecs::new(&model, polywire::format("json_plain")?).ok()?;
        let codec = codecs.codec(&model, ROOT)?;
        (codec.can_decode() && codec.can_encode()).then_some(Self { model, codecs, json })
    }

    fn value(&self, json: &str) -> Value {
        self.json.codec(&self.model, ROOT).expect("a codec").decode(json.as_bytes()).expect("a value")
    }

    /// Returns `None` if the format refuses the value.
    fn bytes(&self, json: &str) -> Option<Vec<u8>> {
        self.codecs.codec(&self.model, ROOT)?.encode(&self.value(json)).ok()
    }

    fn read(&self, bytes: &[u8]) -> Result<Value, String> {
        self.codecs.codec(&self.model, ROOT).expect("a codec").decode(bytes).map_err(|error| error.to_string())
    }

    fn difference(&self, writer: &Self, written: &Value, read: &Value) -> Option<String> {
        let ty = |version: &Self| Type::Struct(version.codecs.record(&version.model, ROOT).expect("a struct"));
        let types = |version: &'_ Self| version.codecs.module().types.clone();
        let (from, to) = (types(writer), types(self));
        difference((&from, &ty(writer), written), (&to, &ty(self), read), "M2")
    }
}

/// Returns true if a reader refuses data unknown to it, as the format requires: a case, or a named member.
fn names_what_is_gone(error: &str) -> bool {
    ["case", "a member is not in the schema", "enumerator", "closed enum"].iter().any(|part| error.contains(part))
}

/// Returns true if a reader refuses what the format requires it to; single objects of Avro name their schema, and are read by no
/// other.
fn is_due(format: &Format, error: &str) -> bool {
    names_what_is_gone(error) || format.name == "avro_single" && error.contains("bytes differ")
}

fn messages(model: &Model) -> Vec<String> {
    random_values(model, ROOT, 4).iter().map(ToString::to_string).collect()
}

/// Returns the formats that can hold the random schemas, which have texts of any length.
fn formats_of_texts() -> impl Iterator<Item = &'static Format> {
    general_formats().into_iter().filter(|it| it.name != "memory")
}

/// Returns random schemas, without and with unions, which not all formats support.
fn schemas() -> impl Iterator<Item = (Schema, Random)> {
    let count = if is_full() { 60 } else { 4 };
    (1..=count).flat_map(|seed| {
        [false, true].map(|has_unions| {
            let mut random = Random(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15));
            (Schema::new(&mut random, has_unions), random)
        })
    })
}

#[test]
fn lines_in_another_order_write_the_same_bytes() {
    let mut compared: BTreeMap<&str, usize> = BTreeMap::new();
    for (schema, mut random) in schemas() {
        let (text, other_text) = (schema.text(), schema.permuted(&mut random).text());
        let (first, other) = (model(&text), model(&other_text));
        for format in FORMATS {
            let (locked, lock) = settled(&Lock::default(), &first, format);
            let (same, same_lock) = settled(&lock, &other, format);
            let (fresh, fresh_lock) = settled(&Lock::default(), &other, format);
            let about = format!("{}\n{text}\n{other_text}\n{lock}", format.name);
            assert_eq!(same_lock.to_string(), lock.to_string(), "{about}");
            assert_eq!(fresh_lock.to_string(), lock.to_string(), "{about}");
            for (one, other) in [(&locked, &same), (&locked, &fresh), (&first, &other)] {
                let one = Version::new(one.clone(), format);
                let Some((one, other)) = one.zip(Version::new(other.clone(), format)) else { continue };
                for json in messages(&first) {
                    assert_eq!(one.bytes(&json), other.bytes(&json), "{about}\n{json}");
                    *compared.entry(format.name).or_default() += 1;
                }
            }
        }
    }
    println!("{compared:?}");
    for format in formats_of_texts() {
        assert!(compared.get(format.name).is_some_and(|count| *count > 20), "{} is not compared", format.name);
    }
}

#[test]
fn old_bytes_keep_their_values_or_the_break_is_reported() {
    let (mut read, mut told): (BTreeMap<&str, usize>, BTreeMap<&str, usize>) = (BTreeMap::new(), BTreeMap::new());
    for (mut schema, mut random) in schemas() {
        let text = schema.text();
        let first = model(&text);
        let locks: Vec<(&Format, Model, Lock)> = FORMATS
            .iter()
            .map(|format| {
                let (model, lock) = settled(&Lock::default(), &first, format);
                (format, model, lock)
            })
            .collect();
        let mut writers: Vec<_> = locks
            .into_iter()
            .filter_map(|(format, model, lock)| Some((format, Version::new(model, format)?, lock)))
            .collect();
        for _ in 0..8 {
            schema.edit(&mut random);
            schema = schema.permuted(&mut random);
            let next = model(&schema.text());
            writers.iter_mut().for_each(|(format, writer, lock)| {
                let changes = updated(lock, &next, format).changes;
                let (settled, now) = settled(lock, &next, format);
                *lock = now;
                let is_told = changes.iter().any(|change| format.breaks(&settled, change).is_some());
                let about = format!("{}\n{text}\n{}\n{lock}", format.name, schema.text());
                let reader = Version::new(settled, format).unwrap_or_else(|| panic!("no codec of {about}"));
                if is_told {
                    // From here on, messages of this version are compared.
                    *told.entry(format.name).or_default() += 1;
                    *writer = reader;
                    return;
                }
                for json in messages(&writer.model) {
                    let Some(bytes) = writer.bytes(&json) else { continue };
                    let written = writer.read(&bytes).expect("its own message");
                    match reader.read(&bytes) {
                        Ok(value) => assert_eq!(reader.difference(writer, &written, &value), None, "{about}\n{json}"),
                        Err(error) => assert!(is_due(format, &error), "{error}\n{about}\n{json}"),
                    }
                    *read.entry(format.name).or_default() += 1;
                }
                // Older programs decode newer messages, or refuse unknown data.
                for json in messages(&reader.model) {
                    let Some(bytes) = reader.bytes(&json) else { continue };
                    let written = reader.read(&bytes).expect("its own message");
                    match writer.read(&bytes) {
                        Ok(value) => assert_eq!(writer.difference(&reader, &written, &value), None, "{about}\n{json}"),
                        Err(error) => assert!(is_due(format, &error), "{error}\n{about}\n{json}"),
                    }
                }
            });
        }
    }
    println!("read {read:?}\ntold {told:?}");
    for format in formats_of_texts() {
        assert!(read.get(format.name).is_some_and(|count| *count > 4), "{} is not read", format.name);
    }
}
