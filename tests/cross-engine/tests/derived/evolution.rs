//! Schemas that change under their locks: old readers decode new messages, and vice versa; edits that make this
//! impossible are reported.

use crate::derived::corpus::{Case, capnp_case, capnp_schemas, own_protos, proto_case, proto_paths, some, written};
use crate::derived::edit::{EDITS, change_a_type};
use crate::derived::members::{Maker, MemberId};
use crate::derived::twins::{Look, fields, structs, twin_name};
use crate::derived::{to_capnp, to_proto};
use polywire::codec::Codecs;
use polywire::schema::{derive_capnp, derive_proto};
use polywire::{Fact, Model, Value, format};
use polywire_ir::types::Type;
use polywire_lock::{FileLock, Lock, apply, update};
use polywire_model::{Decl, Struct};

#[test]
fn proto_schemas_change() {
    let own = own_protos();
    let cases = some(proto_paths(), 12).into_iter().filter_map(|path| proto_case(&path, &own).ok());
    let (mut members, mut number) = (0, 0);
    for case in cases {
        let text = derive_capnp(&case.model, &case.path).text;
        let derived = to_capnp::capnp(&text).expect("a schema");
        number += 1;
        let file = written("evolved-capnp", &format!("{number}.capnp"), &text);
        members += evolve(&case, Fact::CapnpOrdinal, ("capnp", to_capnp::ordinal), &|name, codec, values| {
            let twin = twin_name(&derived, decl(&case, name)).expect("a twin");
            to_capnp::official_messages(&file, &twin, codec, values);
        });
    }
    println!("{number} schemas, {members} members");
    assert!(members > 500, "{members}");
}

#[test]
fn capnp_schemas_change() {
    let (mut members, mut number) = (0, 0);
    for schema in some(capnp_schemas(), 8) {
        let case = capnp_case(&schema).expect("a schema");
        let text = derive_proto(&case.model, &to_proto::file_of(&case.model)).text;
        let derived = to_proto::proto(&text).expect("a schema");
        number += 1;
        let file = written("evolved-proto", &format!("s{number}.proto"), &text);
        members += evolve(&case, Fact::ProtobufNumber, ("protobuf", to_proto::number), &|name, codec, values| {
            let twin = twin_name(&derived, decl(&case, name)).expect("a twin");
            // One process per message would be slow.
            to_proto::official_messages(&file, &twin, codec, &values[..values.len().min(2)]);
        });
    }
    println!("{number} schemas, {members} members");
    assert!(members > 200, "{members}");
}

fn decl<'c>(case: &'c Case, name: &str) -> &'c Decl {
    case.model.decl(case.model.find(name).expect("a type"))
}

/// A format, and the function that returns the numbers of members in it.
type Numbers = (&'static str, fn(&Model, &Struct, MemberId) -> Option<u32>);

/// Edits a schema repeatedly; each version exchanges messages with the first. Returns the number of members tested.
fn evolve(case: &Case, fact: Fact, numbers: Numbers, official: &Look<'_>) -> usize {
    let first = Version::new(case.model.clone(), numbers);
    let (mut raw, mut lock, mut count) = (case.raw.clone(), Lock::default(), 0);
    lock = updated(&lock, &raw, fact).unwrap_or_else(|error| panic!("{}: {error}", case.path));
    for (edit, name) in EDITS {
        edit(&mut raw);
        lock = updated(&lock, &raw, fact).unwrap_or_else(|error| panic!("{} {name}: {error}", case.path));
        let mut model = raw.clone();
        apply(std::slice::from_ref(&lock), &mut model);
        let next = Version::new(model, numbers);
        let about = format!("{} {name}", case.path);
        count += exchange(&next, &first, &about, Some(official)) + exchange(&first, &next, &about, None);
    }
    let mut broken = raw;
    if let Some(path) = change_a_type(&mut broken) {
        let error = updated(&lock, &broken, fact).expect_err("a breaking edit");
        assert!(error.starts_with(&format!("this change to `{path}` is incompatible: its type was ")), "{error}");
    }
    count
}

fn updated(lock: &Lock, model: &Model, fact: Fact) -> Result<Lock, String> {
    let locks = [FileLock { lock: lock.clone(), files: files(model) }];
    let updated = update(&locks, model, &[fact]).map_err(|problems| problems[0].message.clone());
    updated.map(|mut updated| updated.locks.remove(0))
}

fn files(model: &Model) -> Vec<&str> {
    let mut files: Vec<&str> = model.decls.iter().map(|decl| decl.file.as_str()).collect();
    files.sort();
    files.dedup();
    files
}

struct Version {
    model: Model,
    codecs: Codecs,
    number: fn(&Model, &Struct, MemberId) -> Option<u32>,
}

impl Version {
    fn new(model: Model, (name, number): Numbers) -> Self {
        let codecs = Codecs::new(&model, format(name).expect("a format")).expect("codecs");
        Self { model, codecs, number }
    }

    fn numbers(&self, it: &Struct) -> Vec<u32> {
        let members = it.fields.iter().enumerate().flat_map(|(index, field)| {
            let cases = match field.ty {
                polywire_model::Type::Named(id) => self.model.as_union(id).map(|union| union.cases.len() as u32),
                _ => None,
            };
            let members = (0..cases.unwrap_or(1)).map(move |case| (index, cases.map(|_| case)));
            members.collect::<Vec<MemberId>>()
        });
        members.filter_map(|member| (self.number)(&self.model, it, member)).collect()
    }
}

/// The writer sets each member alone; the reader must find it if it knows it, and nothing else.
fn exchange(writer: &Version, reader: &Version, about: &str, official: Option<&Look<'_>>) -> usize {
    let maker = Maker::new(&writer.model, &writer.codecs.module().types);
    let mut count = 0;
    for (decl, it) in structs(&writer.model) {
        let (path, about) = (decl.path(), format!("{about}: {}", decl.path()));
        let Some((_, other)) = structs(&reader.model).find(|(other, _)| other.path() == path) else { continue };
        let (from, to) = (writer.codecs.codec(&writer.model, &path), reader.codecs.codec(&reader.model, &path));
        let (from, to) = (from.expect("a codec"), to.expect("a codec"));
        let id = writer.codecs.record(&writer.model, &path).expect("a struct");
        let Some(empty) = maker.complete(&Type::Struct(id)) else { continue };
        let bytes = |value: &Value| from.encode(value).unwrap_or_else(|error| panic!("{about}: {error}"));
        let Ok(empty) = to.decode(&bytes(&empty)) else { continue };
        let (known, empty, mut seen) = (reader.numbers(other), fields(empty), Vec::new());
        for (member, value) in maker.single_members(id) {
            let number = (writer.number)(&writer.model, it, member).expect("a number");
            let read = match to.decode(&bytes(&value)) {
                Ok(read) => read,
                Err(error) if member.1.is_some() && !known.contains(&number) => {
                    assert!(error.to_string().contains("case"), "{about} {member:?}: {error}");
                    continue;
                }
                Err(error) => panic!("{about} {member:?}: {error}"),
            };
            let found = set_members(reader, other, &fields(read.clone()), &empty);
            let expected: Vec<u32> = known.iter().copied().filter(|it| *it == number).collect();
            assert_eq!(found, expected, "{about} {member:?}");
            if !expected.is_empty() {
                seen.push(read);
            }
            count += 1;
        }
        if let Some(official) = official.filter(|_| !seen.is_empty()) {
            official(&decl.path(), &to, &seen.iter().collect::<Vec<_>>());
        }
    }
    count
}

fn set_members(reader: &Version, it: &Struct, set: &[Value], empty: &[Value]) -> Vec<u32> {
    let different = set.iter().zip(empty).enumerate().filter(|(_, (set, empty))| set != empty);
    let numbers = different.map(|(index, (set, _))| {
        let case = match set {
            Value::Union(Some(held)) => Some(held.case),
            _ => None,
        };
        (reader.number)(&reader.model, it, (index, case)).expect("a number")
    });
    numbers.collect()
}
