//! Verdicts on `.fbe` schemas, and schemas printed from models.

use polywire_front::{LoadError, LoadedFile, fbe};
use polywire_model::Model;
use polywire_source::{Diagnostics, SourceMap, Style, render};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fbe")
}

fn upstream() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/fbe")
}

/// Compiles a text as `t.fbe`, with what it imports from a folder; returns the errors as they are shown.
fn compile(text: &str, folder: &Path) -> Result<Model, String> {
    let loader = |name: &str| match name {
        "t.fbe" => Ok(LoadedFile { name: name.to_owned(), bytes: text.into() }),
        _ => {
            let bytes = fs::read(folder.join(name)).map_err(|_| LoadError::NotFound)?;
            Ok(LoadedFile { name: name.to_owned(), bytes })
        }
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let model = fbe::compile_files(&["t.fbe"], &loader, &mut sources, &mut diagnostics);
    let shown =
        diagnostics.into_sorted().iter().map(|it| render(&sources, it, Style::Plain) + "\n").collect::<String>();
    model.ok_or(shown)
}

fn cases(name: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(folder().join(name)).expect("the cases");
    let case = |case: &str| case.split_once('\n').map(|(head, schema)| (head.to_owned(), schema.to_owned()));
    text.split("=== ").filter_map(case).collect()
}

/// The official compiler checks hardly anything beyond the syntax; a head says where the verdict here differs.
#[test]
fn verdicts_equal_those_of_the_official_compiler() {
    let mut wrong = Vec::new();
    for (head, schema) in cases("verdicts.cases") {
        let expects_success = head.ends_with("accept");
        let compiled = compile(&schema, &folder());
        if compiled.is_ok() != expects_success {
            wrong.push(format!("{head}: {schema}{}", compiled.err().unwrap_or_default()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Errors are shown all at once, with their places and remedies.
#[test]
fn errors_are_as_expected() {
    let mut shown = String::new();
    for (head, schema) in cases("own.cases") {
        let compiled = compile(&schema, &folder());
        assert_eq!(compiled.is_ok(), head == "accept", "{schema}{}", compiled.err().unwrap_or_default());
        shown += &format!("=== {head}\n{schema}{}", compiled.err().unwrap_or_default());
    }
    let path = folder().join("errors.txt");
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(&path, &shown).expect("writing");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(shown, expected, "POLYWIRE_BLESS=1 rewrites {}", path.display());
}

/// The schemas of the official tests, and what is printed of their models, which is the same text again.
#[test]
fn printed_schemas_are_the_same() {
    for (folder, name) in [
        (upstream(), "kitchen"),
        (upstream().join("upstream"), "enums"),
        (upstream().join("upstream"), "proto"),
        (upstream().join("upstream"), "protoex"),
        (upstream().join("upstream"), "test"),
    ] {
        let text = fs::read_to_string(folder.join(format!("{name}.fbe"))).expect("a schema");
        let model = compile(&text, &folder).unwrap_or_else(|errors| panic!("{name}: {errors}"));
        let printed = fbe::print_fbe(&model, "t.fbe");
        assert_eq!(printed.lost, Vec::<String>::new(), "{name}");
        let again = compile(&printed.text, &folder).unwrap_or_else(|errors| panic!("{errors}\n{}", printed.text));
        assert_eq!(fbe::print_fbe(&again, "t.fbe"), printed);
        for (one, other) in shapes(&model).iter().zip(shapes(&again)) {
            assert_eq!(*one, other, "{name}");
        }
        assert_eq!(shapes(&model).len(), shapes(&again).len());
        assert_eq!(model.fbe_packages, again.fbe_packages, "{name}");
    }
}

/// What a package says of itself is kept.
#[test]
fn domains_and_versions_are_printed() {
    let text = "domain com.example\npackage first\nversion 1.10\nstruct S { int32 x; }\n";
    let printed = fbe::print_fbe(&compile(text, &folder()).expect("a model"), "t.fbe").text;
    let head: Vec<&str> = printed.lines().take(3).collect();
    assert_eq!(head, ["domain com.example", "package first", "version 1.10"]);
}

/// What messages depend on, by declaration in the order of names.
fn shapes(model: &Model) -> Vec<String> {
    let mut shapes: Vec<String> = model
        .decls
        .iter()
        .map(|decl| match &decl.kind {
            polywire_model::DeclKind::Struct(it) => {
                let fields = it.fields.iter().map(|field| {
                    let default = (&field.default, &field.attrs.fbe);
                    format!("{} {} {:?} {default:?}", field.name, type_name(model, &field.ty), field.presence)
                });
                format!("{} {:?} {:?}", decl.path(), it.attrs.fbe, fields.collect::<Vec<_>>())
            }
            polywire_model::DeclKind::Enum(it) => {
                let members = it.members.iter().map(|member| (&member.name, member.number));
                format!("{} {} {} {:?}", decl.path(), it.bits, it.flags, members.collect::<Vec<_>>())
            }
            polywire_model::DeclKind::Union(_) | polywire_model::DeclKind::Constant(_) => decl.path(),
        })
        .collect();
    shapes.sort();
    shapes
}

fn type_name(model: &Model, ty: &polywire_model::Type) -> String {
    use polywire_model::Type;
    match ty {
        Type::Named(id) | Type::Map(id) => model.decl(*id).path(),
        Type::List(element) => format!("list of {}", type_name(model, element)),
        Type::Array(element, len) => format!("{len} of {}", type_name(model, element)),
        Type::Int { bits, signed, meaning } => format!("{bits} {signed} {meaning}"),
        Type::Bool | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::FixedBytes(..) => format!("{ty:?}"),
    }
}
