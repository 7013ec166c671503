//! `.proto` schemas as `.capnp` schemas.

use crate::derived::corpus::{own_protos, proto_case, proto_paths, some, written};
use crate::derived::members::MemberId;
use crate::derived::twins::{Twins, structs};
use polywire::codec::{Codec, Codecs};
use polywire::schema::{Compiled, Language, compile, compile_nodes, derive_capnp, read_request};
use polywire::{LoadError, LoadedFile, Model, Value, format};
use polywire_cross_engine::is_full;
use polywire_model::{Decl, DeclKind, Method, Struct};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const FOLDER: &str = "derived-capnp";

/// Schemas that Cap'n Proto cannot hold, by path, with the reason.
const REFUSED: [(&str, &str); 2] = [("sd5.proto", NOT_UTF8), ("sd6.proto", NOT_UTF8)];

/// The remedy is to declare the field as `bytes`.
const NOT_UTF8: &str = "this version of Polywire does not support string defaults that are not UTF-8 yet";

#[test]
fn every_proto_schema_is_a_capnp_schema() {
    let own = own_protos();
    let (mut members, mut files, mut refused) = (0, Vec::new(), Vec::new());
    let paths = some(proto_paths(), 20);
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
        assert_eq!(unary_methods(&derived), unary_methods(&case.model), "{path}");
        let file = written(FOLDER, &path.replace(".proto", ".capnp"), &text);
        match Codecs::new(&case.model, format("capnp").expect("a format")) {
            Ok(codecs) => {
                let read = |name: &str, codec: &Codec, values: &[&Value]| {
                    if values.len() > 5 || is_full() && !values.is_empty() {
                        official_messages(&file, name, codec, values);
                    }
                };
                members += TWINS.compare((&case, &codecs), &derived, &read);
            }
            Err(parts) => refused.push((path.clone(), parts[0].message.clone())),
        }
        files.push((file, derived));
    }
    println!("{} schemas, {members} members, {} refused", paths.len(), refused.len());
    let expected = REFUSED.iter().filter(|(path, _)| paths.iter().any(|it| it == path));
    let expected: Vec<(String, String)> = expected.map(|(path, why)| ((*path).to_owned(), (*why).to_owned())).collect();
    assert_eq!(refused, expected);
    assert!(members > 300, "{members}");
    official_places(&files);
}

/// Returns the model of a text.
pub fn capnp(text: &str) -> Result<Model, String> {
    let loader = |path: &str| match path {
        "derived.capnp" => Ok(LoadedFile { name: path.to_owned(), bytes: text.into() }),
        _ => Err(LoadError::NotFound),
    };
    let Compiled { model, diagnostics, .. } = compile(Language::Capnp, "derived.capnp", &loader);
    model.ok_or_else(|| format!("{diagnostics:?}"))
}

/// The ordinals of members in both schemas.
const TWINS: Twins = Twins { format: "capnp", own: ordinal, other: set_ordinal };

/// Returns the ordinal of a member of the model.
pub fn ordinal(model: &Model, it: &Struct, (field, case): MemberId) -> Option<u32> {
    let field = &it.fields[field];
    match (&field.ty, case) {
        (polywire_model::Type::Named(id), Some(case)) => {
            model.as_union(*id)?.cases[case as usize].attrs.capnp_ordinal.map(u32::from)
        }
        _ => field.attrs.capnp_ordinal.map(u32::from),
    }
}

/// Returns the ordinal of the member set in a field: of the field itself, or of the case of a named union.
fn set_ordinal(model: &Model, it: &Struct, index: usize, value: &Value) -> Option<u32> {
    let field = &it.fields[index];
    let (polywire_model::Type::Named(id), Value::Struct(group)) = (&field.ty, value) else {
        return field.attrs.capnp_ordinal.map(u32::from);
    };
    match (field.attrs.capnp_ordinal, group.fields.first()) {
        (None, Some(Value::Union(Some(held)))) => ordinal(model, model.as_struct(*id)?, (0, Some(held.case))),
        (ordinal, _) => ordinal.map(u32::from),
    }
}

/// The official compiler accepts the schemas, and assigns the same places to members.
fn official_places(files: &[(PathBuf, Model)]) {
    let Ok(version) = Command::new("capnp").arg("--version").output() else {
        return polywire_oracles::absent("capnp", "scripts/setup");
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

/// The official tool decodes our messages, and we decode its re-encoding.
pub fn official_messages(file: &Path, name: &str, codec: &Codec, values: &[&Value]) {
    let bytes: Vec<u8> = values.iter().flat_map(|value| codec.encode(value).expect("a message")).collect();
    let Some(text) = official("decode", file, name, bytes) else { return };
    let Some(again) = official("encode", file, name, text) else { return };
    let mut rest = again.as_slice();
    for value in values {
        let (message, others) = rest.split_at(message_len(rest));
        assert_eq!(codec.decode(message).as_ref(), Ok(*value), "{} {name}", file.display());
        rest = others;
    }
    assert!(rest.is_empty());
}

/// Returns the output of the official tool; `None` if it is not installed, which is noted.
fn official(verb: &str, file: &Path, name: &str, input: Vec<u8>) -> Option<Vec<u8>> {
    let mut command = Command::new("capnp");
    let command = command.env_remove("PWD").arg(verb).arg(file).arg(name).stdin(Stdio::piped()).stdout(Stdio::piped());
    let Ok(mut child) = command.spawn() else {
        polywire_oracles::absent("capnp", "scripts/setup");
        return None;
    };
    let mut pipe = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || pipe.write_all(&input));
    let output = child.wait_with_output().expect("the tool ends");
    writer.join().expect("the writer ends").expect("the tool reads");
    assert!(output.status.success(), "{verb} {} {name}", file.display());
    Some(output.stdout)
}

/// Returns the size of the first message of a stream, from its segment table.
fn message_len(stream: &[u8]) -> usize {
    let number = |at: usize| u32::from_le_bytes(stream[4 * at..4 * at + 4].try_into().expect("four bytes")) as usize;
    let segments = number(0) + 1;
    let table = (segments + 1).div_ceil(2) * 8;
    table + (1..=segments).map(|segment| 8 * number(segment)).sum::<usize>()
}

/// Returns the places of members in Cap'n Proto.
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
        DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => None,
    });
    let methods = model.services.iter().flat_map(|service| {
        let path = |id| model.decl(id).path();
        let line = move |it: &Method| {
            format!("{:?} {} {} {}", it.attrs, it.name, path(it.input), it.output.map(path).unwrap_or_default())
        };
        service.methods.iter().map(move |it| format!("{} {}", service.path(), line(it)))
    });
    structs(model).map(of_struct).chain(unions).chain(methods).collect()
}

/// Returns the number of methods that take and return one struct.
fn unary_methods(model: &Model) -> usize {
    model.services.iter().flat_map(|service| &service.methods).filter(|method| method.is_unary()).count()
}
