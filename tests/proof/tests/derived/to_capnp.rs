//! `.proto` schemas as `.capnp` schemas.

use crate::corpus::{Case, own_protos, proto_case, proto_paths, some, written};
use crate::members::{Maker, Member};
use polywire::codec::{Codec, Codecs};
use polywire::schema::{Compiled, Language, compile, compile_nodes, derive_capnp, read_request};
use polywire::{LoadError, LoadedFile, Model, Value, format};
use polywire_ir::types::Type;
use polywire_model::{Decl, DeclKind, Struct};
use polywire_proof::is_full;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const FOLDER: &str = "derived-capnp";

/// Schemas that Cap'n Proto cannot hold, by their paths, and why.
const REFUSED: [(&str, &str); 2] = [("sd5.proto", NOT_UTF8), ("sd6.proto", NOT_UTF8)];

/// Its remedy is to declare the field as `bytes`.
const NOT_UTF8: &str = "this version of Polywire does not support text defaults that are not UTF-8 yet";

#[test]
fn every_proto_schema_is_a_capnp_schema() {
    let own = own_protos();
    let (mut members, mut files, mut refused) = (0, Vec::new(), Vec::new());
    let paths = some(proto_paths(), 40);
    for path in &paths {
        let case = match proto_case(path, &own) {
            Ok(case) => case,
            Err(message) => {
                refused.push((path.clone(), message));
                continue;
            }
        };
        let text = derive_capnp(&case.model, path).text;
        let derived = capnp(&text).unwrap_or_else(|errors| panic!("{path}: {errors}\n{text}"));
        let file = written(FOLDER, &path.replace(".proto", ".capnp"), &text);
        match Codecs::new(&case.model, format("capnp").expect("a format")) {
            Ok(codecs) => members += compare(&case, &codecs, &derived, &file),
            Err(parts) => refused.push((path.clone(), parts[0].message.clone())),
        }
        files.push((file, derived));
    }
    println!("{} schemas, {members} members, {} refused", paths.len(), refused.len());
    let expected = REFUSED.iter().filter(|(path, _)| paths.iter().any(|it| it == path));
    let expected: Vec<(String, String)> = expected.map(|(path, why)| ((*path).to_owned(), (*why).to_owned())).collect();
    assert_eq!(refused, expected);
    assert!(members > 500, "{members}");
    official_places(&files);
}

fn capnp(text: &str) -> Result<Model, String> {
    let loader = |path: &str| match path {
        "derived.capnp" => Ok(LoadedFile { name: path.to_owned(), bytes: text.into() }),
        _ => Err(LoadError::NotFound),
    };
    let Compiled { model, diagnostics, .. } = compile(Language::Capnp, "derived.capnp", &loader);
    model.ok_or_else(|| format!("{diagnostics:?}"))
}

/// Each member, set alone, is the member with its ordinal in the derived schema. Tells how many there are.
fn compare(case: &Case, codecs: &Codecs, derived: &Model, file: &Path) -> usize {
    let derived_codecs = Codecs::new(derived, format("capnp").expect("a format")).expect("codecs");
    let maker = Maker::new(&case.model, &codecs.module().types);
    let mut count = 0;
    for (decl, it) in structs(&case.model) {
        let name = derived_name(derived, decl).unwrap_or_else(|| panic!("{} has no twin", decl.path()));
        let (own, twin) = (codec(codecs, &case.model, &decl.path()), codec(&derived_codecs, derived, &name));
        let id = codecs.record(&case.model, &decl.path()).expect("a struct");
        let Some(empty) = maker.complete(&Type::Struct(id)) else { continue };
        let twin_of = |value: &Value| {
            let bytes = own.encode(value).unwrap_or_else(|error| panic!("{}: {error}", decl.path()));
            assert_eq!(own.decode(&bytes).as_ref(), Ok(value), "{}: {}", case.path, decl.path());
            fields(twin.decode(&bytes).unwrap_or_else(|error| panic!("{}: {error}", decl.path())))
        };
        let (empty, twin_struct) = (twin_of(&empty), find_struct(derived, &name));
        let messages = maker.single_members(id);
        if messages.len() > 5 || is_full() {
            official_messages(file, &name, &own, messages.iter().map(|(_, value)| value));
        }
        for (member, value) in &messages {
            let set = twin_of(value);
            let different = set.iter().zip(&empty).enumerate().filter(|(_, (set, empty))| set != empty);
            let found: Vec<Option<u16>> =
                different.map(|(index, (set, _))| set_ordinal(derived, twin_struct, index, set)).collect();
            assert_eq!(found, [ordinal(&case.model, it, *member)], "{}: {} {member:?}", case.path, decl.path());
            count += 1;
        }
    }
    count
}

fn codec(codecs: &Codecs, model: &Model, name: &str) -> Codec {
    codecs.codec(model, name).unwrap_or_else(|| panic!("no codec for {name}"))
}

fn fields(value: Value) -> Vec<Value> {
    let Value::Struct(record) = value else { panic!("no struct") };
    record.fields
}

fn structs(model: &Model) -> impl Iterator<Item = (&Decl, &Struct)> {
    model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Struct(it) if !it.is_entry => Some((decl, it)),
        DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Union(_) => None,
    })
}

/// The struct whose name has the same letters, with or without those of the module.
fn derived_name(derived: &Model, decl: &Decl) -> Option<String> {
    let letters = |text: &str| -> String {
        text.chars().filter(|ch| ch.is_ascii_alphanumeric()).collect::<String>().to_lowercase()
    };
    let (short, long) = (letters(&decl.name.join(".")), letters(&decl.path()));
    let names: Vec<String> = structs(derived).map(|(decl, _)| decl.path()).collect();
    let with_digits = |name: &String, wanted: &str| {
        letters(name).strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.parse::<u32>().is_ok())
    };
    let find = |wanted: &str| names.iter().find(|name| letters(name) == wanted).cloned();
    let find_numbered = |wanted: &str| names.iter().find(|name| with_digits(name, wanted)).cloned();
    find(&long).or_else(|| find(&short)).or_else(|| find_numbered(&long)).or_else(|| find_numbered(&short))
}

fn find_struct<'m>(model: &'m Model, name: &str) -> &'m Struct {
    model.find(name).and_then(|id| model.as_struct(id)).expect("a struct")
}

/// The ordinal of a member of the model.
fn ordinal(model: &Model, it: &Struct, (field, case): Member) -> Option<u16> {
    let field = &it.fields[field];
    match (&field.ty, case) {
        (polywire_model::Type::Named(id), Some(case)) => model.as_union(*id)?.cases[case as usize].attrs.capnp_ordinal,
        _ => field.attrs.capnp_ordinal,
    }
}

/// The ordinal of what is set in a field: of the field, or of the case that a named union holds.
fn set_ordinal(model: &Model, it: &Struct, index: usize, value: &Value) -> Option<u16> {
    let field = &it.fields[index];
    let (polywire_model::Type::Named(id), Value::Struct(group)) = (&field.ty, value) else {
        return field.attrs.capnp_ordinal;
    };
    match (field.attrs.capnp_ordinal, group.fields.first()) {
        (None, Some(Value::Union(Some(held)))) => ordinal(model, model.as_struct(*id)?, (0, Some(held.case))),
        (ordinal, _) => ordinal,
    }
}

/// The official compiler takes the schemas, and gives members the places that they have here.
fn official_places(files: &[(PathBuf, Model)]) {
    let Ok(version) = Command::new("capnp").arg("--version").output() else {
        return eprintln!("capnp is not installed");
    };
    assert!(version.status.success());
    for (path, model) in files {
        let output =
            Command::new("capnp").env_remove("PWD").args(["compile", "-o-"]).arg(path).stdin(Stdio::null()).output();
        let output = output.expect("the official compiler");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let official = compile_nodes(read_request(&output.stdout).expect("a request")).model.expect("a model");
        assert_eq!(places(model), places(&official), "{}", path.display());
    }
}

/// The official tool reads messages, and we read what it writes of what it has read.
fn official_messages<'v>(file: &Path, name: &str, codec: &Codec, values: impl Iterator<Item = &'v Value> + Clone) {
    let bytes: Vec<u8> = values.clone().flat_map(|value| codec.encode(value).expect("a message")).collect();
    let Some(text) = official("decode", file, name, bytes) else { return };
    let Some(again) = official("encode", file, name, text) else { return };
    let mut rest = again.as_slice();
    for value in values {
        let (message, others) = rest.split_at(message_len(rest));
        assert_eq!(codec.decode(message).as_ref(), Ok(value), "{} {name}", file.display());
        rest = others;
    }
    assert!(rest.is_empty());
}

/// What the official tool makes of its input; none if it is not installed.
fn official(verb: &str, file: &Path, name: &str, input: Vec<u8>) -> Option<Vec<u8>> {
    let mut command = Command::new("capnp");
    let command = command.env_remove("PWD").arg(verb).arg(file).arg(name).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().ok()?;
    let mut pipe = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || pipe.write_all(&input));
    let output = child.wait_with_output().expect("the tool ends");
    writer.join().expect("the writer ends").expect("the tool reads");
    assert!(output.status.success(), "{verb} {} {name}", file.display());
    Some(output.stdout)
}

/// The bytes of the first message of a stream, whose segments are told in front.
fn message_len(stream: &[u8]) -> usize {
    let number = |at: usize| u32::from_le_bytes(stream[4 * at..4 * at + 4].try_into().expect("four bytes")) as usize;
    let segments = number(0) + 1;
    let table = (segments + 1).div_ceil(2) * 8;
    table + (1..=segments).map(|segment| 8 * number(segment)).sum::<usize>()
}

/// What the schema says of members, as Cap'n Proto sees it.
fn places(model: &Model) -> BTreeSet<String> {
    let of_struct = |(decl, it): (&Decl, &Struct)| {
        let fields = it.fields.iter().map(|field| (&field.name, &field.attrs));
        format!("{} {:?} {:?}", decl.path(), it.attrs, fields.collect::<Vec<_>>())
    };
    let unions = model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Union(it) => {
            let cases = it.cases.iter().map(|case| (&case.name, &case.attrs));
            Some(format!("{} {:?}", decl.path(), cases.collect::<Vec<_>>()))
        }
        DeclKind::Struct(_) | DeclKind::Enum(_) => None,
    });
    structs(model).map(of_struct).chain(unions).collect()
}
