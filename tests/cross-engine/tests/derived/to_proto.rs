//! `.capnp` schemas as `.proto` schemas.

use crate::derived::corpus::{capnp_case, capnp_schemas, some, written};
use crate::derived::members::MemberId;
use crate::derived::twins::Twins;
use polywire::codec::{Codec, Codecs};
use polywire::schema::{Compiled, Language, compile, derive_proto};
use polywire::{LoadError, LoadedFile, Model, Value, format};
use polywire_cross_engine::{is_full, repository};
use polywire_model::{ServiceId, Struct, Type};
use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const FOLDER: &str = "derived-proto";

#[test]
fn every_capnp_schema_is_a_proto_schema() {
    let schemas = some(capnp_schemas(), 20);
    let (mut members, mut methods) = (0, 0);
    for (index, schema) in schemas.iter().enumerate() {
        let case = capnp_case(schema).unwrap_or_else(|error| panic!("{}: {error}", schema.0));
        let text = derive_proto(&case.model, &file_of(&case.model)).text;
        let derived = proto(&text).unwrap_or_else(|errors| panic!("{}: {errors}\n{text}", schema.0));
        let file = written(FOLDER, &format!("s{index}.proto"), &text);
        let codecs = Codecs::new(&case.model, format("protobuf").expect("a format"))
            .unwrap_or_else(|parts| panic!("{}: {parts:?}", schema.0));
        let read = |name: &str, codec: &Codec, values: &[&Value]| official_messages(&file, name, codec, values);
        assert_eq!(methods_of(&derived), methods_of(&case.model), "{}", schema.0);
        methods += methods_of(&derived).len();
        members += TWINS.compare((&case, &codecs), &derived, &read);
        official(&["--descriptor_set_out=/dev/null"], &file, Vec::new());
    }
    println!("{} schemas, {members} members", schemas.len());
    assert!(members > 100, "{members}");
    assert!(methods > 5, "{methods}");
}

/// Returns the names of methods, with the number of members of their parameters and results.
fn methods_of(model: &Model) -> Vec<(String, [usize; 2])> {
    let members = |id| model.as_struct(id).expect("a struct").fields.len();
    // Printed services repeat the methods of those that they extend, but not two of one name.
    let methods = (0..model.services.len() as u32).map(ServiceId).flat_map(|id| {
        let mut names = HashSet::new();
        model.methods(id).into_iter().map(|(_, method)| method).filter(move |it| names.insert(it.name.clone()))
    });
    methods.map(|it| (it.name.clone(), [Some(it.input), it.output].map(|id| id.map_or(0, members)))).collect()
}

/// The numbers of members in both schemas.
const TWINS: Twins = Twins { format: "protobuf", own: number, other: set_number };

/// Returns the file that is declared last, after those that it imports.
pub fn file_of(model: &Model) -> String {
    model.decls.last().map(|decl| decl.file.clone()).unwrap_or_default()
}

/// Returns the model of a text.
pub fn proto(text: &str) -> Result<Model, String> {
    let loader = |path: &str| match path {
        "derived.proto" => Ok(LoadedFile { name: path.to_owned(), bytes: text.into() }),
        _ => Err(LoadError::NotFound),
    };
    let Compiled { model, diagnostics, .. } = compile(Language::Proto, "derived.proto", &loader);
    model.ok_or_else(|| format!("{diagnostics:?}"))
}

/// Returns the number of a member of the model.
pub fn number(model: &Model, it: &Struct, (field, case): MemberId) -> Option<u32> {
    let field = &it.fields[field];
    let facts = match (&field.ty, case) {
        (Type::Named(id), Some(case)) => model.as_union(*id)?.cases[case as usize].attrs.protobuf,
        _ => field.attrs.protobuf,
    };
    facts.map(|facts| facts.number)
}

fn set_number(model: &Model, it: &Struct, index: usize, value: &Value) -> Option<u32> {
    match value {
        Value::Union(Some(held)) => number(model, it, (index, Some(held.case))),
        _ => number(model, it, (index, None)),
    }
}

/// protoc decodes our messages, and we decode its re-encoding: in the quick tests, of the first message of each struct.
pub fn official_messages(file: &Path, name: &str, codec: &Codec, values: &[&Value]) {
    let wanted = if is_full() { values.len() } else { usize::from(values.len() > 5) };
    for value in &values[..wanted] {
        let bytes = codec.encode(value).expect("a message");
        let Some(text) = official(&["--decode", name], file, bytes) else { return };
        let again = official(&["--encode", name], file, text).expect("protoc");
        assert_eq!(codec.decode(&again).as_ref(), Ok(*value), "{} {name}", file.display());
    }
}

/// Returns the output of protoc; `None` if it is not installed, which is noted.
fn official(arguments: &[&str], file: &Path, input: Vec<u8>) -> Option<Vec<u8>> {
    let protoc = repository("build/oracles/protoc-36.2");
    if !protoc.exists() {
        polywire_oracles::absent("protoc 36.2", "scripts/oracles");
        return None;
    }
    let (folder, name) = (file.parent().expect("a folder"), file.file_name().expect("a name"));
    let built_in = repository("crates/front/src/proto/well_known");
    let mut command = Command::new(protoc);
    command.arg(format!("-I{}", folder.display())).arg(format!("-I{}", built_in.display()));
    let command = command.args(arguments).arg(name).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("protoc");
    let mut pipe = child.stdin.take().expect("a pipe");
    // protoc may exit without reading its input.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().expect("protoc ends");
    writer.join().expect("the writer ends");
    assert!(output.status.success(), "{arguments:?} {}", file.display());
    Some(output.stdout)
}
