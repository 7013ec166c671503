//! Services in the model: what schemas state, what is printed of it, and a table of both in `docs/model.md`.
//! `POLYWIRE_BLESS=1` rewrites the expectations.

use polywire_front::proto::Extensions;
use polywire_front::{LoadError, LoadedFile, capnp, fbe, fbs, idl, proto};
use polywire_model::attr::{ProtobufField, ProtobufInt};
use polywire_model::{Decl, DeclId, DeclKind, Effect, Field, Method, Model, Service, ServiceId, Struct, Type};
use polywire_source::{Diagnostics, SourceMap, Span};
use std::fs;
use std::path::{Path, PathBuf};

const LANGUAGES: [&str; 5] = ["proto", "capnp", "fbs", "fbe", "idl"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/services")
}

fn is_blessed() -> bool {
    std::env::var_os("POLYWIRE_BLESS").is_some()
}

fn compile(language: &str, text: &str) -> Model {
    compile_with(language, text, &Model::default())
}

/// Packages of FBE are files of their own, printed from the same model.
fn compile_with(language: &str, text: &str, others: &Model) -> Model {
    let others = if language == "fbe" { fbe::print_fbe_files(others) } else { Vec::new() };
    let name = format!("t.{language}");
    let loader = |path: &str| match path {
        path if path == name => Ok(LoadedFile { name: path.to_owned(), bytes: text.into() }),
        path => {
            let other = others.iter().find(|it| it.path == path).ok_or(LoadError::NotFound)?;
            Ok(LoadedFile { name: path.to_owned(), bytes: other.text.clone().into() })
        }
    };
    let (mut sources, mut problems) = (SourceMap::default(), Diagnostics::default());
    let files = [name.as_str()];
    let model = match language {
        "proto" => {
            proto::compile_files(&files, &loader, Extensions::default(), &mut sources, &mut problems).map(|it| it.model)
        }
        "capnp" => {
            let nodes = capnp::compile_files(&files, &loader, &mut sources, &mut problems);
            nodes.map(|it| it.model)
        }
        "fbs" => fbs::compile_files(&files, &loader, &mut sources, &mut problems).map(|it| it.model),
        "idl" => idl::compile_files(&files, &loader, &mut sources, &mut problems).map(|it| it.model),
        _ => fbe::compile_files(&files, &loader, &mut sources, &mut problems),
    };
    model.unwrap_or_else(|| panic!("{text}\n{:?}", problems.into_sorted()))
}

/// Gives fields the numbers that a lock would.
fn numbered(model: &Model) -> Model {
    let mut model = model.clone();
    for decl in &mut model.decls {
        let DeclKind::Struct(it) = &mut decl.kind else { continue };
        for (field, number) in it.fields.iter_mut().zip(1..) {
            let new = ProtobufField { number, encoding: ProtobufInt::Varint, packed: true, group: false };
            field.attrs.protobuf.get_or_insert(new);
        }
    }
    model
}

/// Prints a model in a language; returns the text and what is lost.
fn derive(language: &str, model: &Model) -> (String, Vec<String>) {
    let file = &model.services[0].file;
    match language {
        "proto" => {
            let printed = proto::derive_proto(&numbered(model), file);
            (printed.text, printed.lost)
        }
        "capnp" => {
            let printed = capnp::derive_capnp(model, file);
            (printed.text, printed.lost)
        }
        "fbs" => {
            let printed = fbs::derive_fbs(model);
            (printed.text, printed.lost)
        }
        "idl" => {
            let printed = idl::derive_idl(model);
            (printed.text, printed.lost)
        }
        _ => {
            let printed = fbe::print_fbe(model, file);
            (printed.text, printed.lost)
        }
    }
}

fn described(model: &Model) -> String {
    let path = |id: DeclId| model.decl(id).path();
    let mut text = String::new();
    for service in &model.services {
        let bases: Vec<String> = service.extends.iter().map(|base| model.service(*base).path()).collect();
        text += &format!("service {} extends {bases:?} {:?} {:?}\n", service.path(), service.attrs, service.doc);
        for it in &service.methods {
            let parameters: Vec<String> =
                it.parameters(model).iter().map(|it| format!("{} {}", it.direction.word(), it.field.name)).collect();
            let raises: Vec<String> = it.raises.iter().map(|id| path(*id)).collect();
            let output = it.output.map_or_else(|| "none".to_owned(), path);
            let streams = (it.streams_input, it.streams_output);
            text += &format!(
                "  {}: {} -> {output} {parameters:?} raises {raises:?} {:?} streams {streams:?} {:?} {:?}\n",
                it.name,
                path(it.input),
                it.effect,
                it.attrs,
                it.doc
            );
        }
    }
    text
}

/// What each schema states, and what is printed of it in each language, which is a valid schema.
#[test]
fn services_are_in_the_model_and_in_schemas_printed_from_it() {
    for (name, language) in [("orders", "proto"), ("bank", "capnp"), ("shop", "fbs"), ("trade", "fbe"), ("till", "idl")]
    {
        let text = fs::read_to_string(folder().join(format!("{name}.{language}"))).expect("a schema");
        let model = compile(language, &text);
        let mut found = described(&model);
        for target in LANGUAGES {
            let (text, lost) = derive(target, &model);
            let again = compile_with(target, &text, &model);
            if target == language {
                assert_eq!(described(&again), described(&model), "{text}");
                assert!(lost.is_empty(), "{lost:?}");
            }
            let lost: String = lost.iter().map(|it| format!("lost: {it}\n")).collect();
            found += &format!("\n=== {target}\n{text}{lost}");
        }
        let path = folder().join(format!("{name}.expected"));
        if is_blessed() {
            fs::write(&path, &found).expect("writing");
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(found, expected, "POLYWIRE_BLESS=1 rewrites {}", path.display());
    }
}

/// A part of services, and how to tell that a model has it.
struct Construct {
    title: &'static str,
    model: Model,
    is_kept: fn(&Model) -> bool,
    /// It is a struct where it is not what it was, so that nothing is lost.
    has_struct: bool,
}

fn declare(model: &mut Model, name: &str, fields: &[(&str, Type)]) -> DeclId {
    let mut fields: Vec<Field> = fields.iter().map(|(name, ty)| Field::new(name, ty.clone())).collect();
    for (field, at) in fields.iter_mut().zip(0..) {
        field.attrs.order = Some(u32::from(at));
        field.attrs.capnp_ordinal = Some(at);
    }
    let mut it = Struct { fields, ..Struct::default() };
    it.attrs.fbe.type_id = Some(model.decls.len() as u32 + 1);
    model.add(Decl {
        file: "t".to_owned(),
        module: vec!["t".to_owned()],
        name: vec![name.to_owned()],
        doc: String::new(),
        deprecated: false,
        span: Span::default(),
        kind: DeclKind::Struct(it),
    })
}

fn construct(
    title: &'static str,
    change: impl FnOnce(&mut Model, &mut Method),
    is_kept: fn(&Model) -> bool,
) -> Construct {
    let mut model = Model::default();
    let input = declare(&mut model, "Query", &[("a", Type::Bool), ("b", Type::Bytes)]);
    let output = declare(&mut model, "Answer", &[("b", Type::Bytes)]);
    let mut method = Method::new("find", input, Some(output));
    change(&mut model, &mut method);
    let (file, module) = ("t".to_owned(), vec!["t".to_owned()]);
    let service = Service { file, module, name: "Orders".to_owned(), methods: vec![method], ..Service::default() };
    model.services.insert(0, service);
    Construct { title, model, is_kept, has_struct: false }
}

fn first(model: &Model) -> Option<&Method> {
    model.services.iter().flat_map(|it| &it.methods).find(|it| it.name.eq_ignore_ascii_case("find"))
}

fn only(model: &Model) -> Option<&Method> {
    model.services.first().and_then(|it| it.methods.first())
}

fn constructs() -> Vec<Construct> {
    let declares = |_: &mut Model, it: &mut Method| (it.declares_input, it.declares_output) = (true, true);
    let in_and_out = construct("parameters and results that the method declares", declares, |model| {
        only(model).is_some_and(|it| it.parameters(model).iter().any(|it| it.direction.word() == "in"))
    });
    let both_ways = construct("parameter in both directions", declares, |model| {
        only(model).is_some_and(|it| it.parameters(model).iter().any(|it| it.direction.word() == "inout"))
    });
    vec![
        construct("method", |_, _| {}, |model| only(model).is_some_and(|it| it.output.is_some() && it.is_unary())),
        construct(
            "name of a service, names of its methods",
            |_, _| {},
            |model| first(model).is_some() && model.services[0].name.ends_with("Orders"),
        ),
        construct(
            "service that extends another",
            |model, it| {
                let base = Service {
                    file: "t".to_owned(),
                    module: vec!["t".to_owned()],
                    name: "Base".to_owned(),
                    methods: vec![Method::new("name", it.input, it.output)],
                    ..Service::default()
                };
                model.services.push(base);
            },
            |model| model.services.iter().any(|it| !it.extends.is_empty()),
        ),
        Construct { has_struct: true, ..in_and_out },
        Construct { has_struct: true, ..both_ways },
        construct(
            "errors that a method raises",
            |model, it| it.raises = vec![declare(model, "Failure", &[("reason", Type::Bytes)])],
            |model| only(model).is_some_and(|it| it.raises.len() == 1),
        ),
        construct(
            "one-way method",
            |_, it| it.output = None,
            |model| only(model).is_some_and(|it| it.output.is_none()),
        ),
        construct(
            "stream of requests",
            |_, it| it.streams_input = true,
            |model| only(model).is_some_and(|it| it.streams_input && !it.streams_output),
        ),
        construct(
            "stream of answers",
            |_, it| it.streams_output = true,
            |model| only(model).is_some_and(|it| !it.streams_input && it.streams_output),
        ),
        construct(
            "calls that do not wait for empty answers",
            |_, it| it.attrs.capnp_stream = true,
            |model| only(model).is_some_and(|it| it.attrs.capnp_stream),
        ),
        construct(
            "idempotent method",
            |_, it| it.effect = Effect::Idempotent,
            |model| only(model).is_some_and(|it| it.effect == Effect::Idempotent),
        ),
        construct(
            "method that changes nothing",
            |_, it| it.effect = Effect::None,
            |model| only(model).is_some_and(|it| it.effect == Effect::None),
        ),
        construct(
            "deprecated method",
            |_, it| it.deprecated = true,
            |model| only(model).is_some_and(|it| it.deprecated),
        ),
    ]
}

const BEGIN: &str = "<!-- services: made by a test -->\n";
const END: &str = "<!-- end -->";

/// What a language cannot say is always told.
#[test]
fn the_page_shows_what_schema_languages_say_of_services() {
    let mut rows = String::new();
    for mut it in constructs() {
        if it.model.services.len() > 1 {
            it.model.services[0].extends = vec![ServiceId(1)];
        }
        let cells = LANGUAGES.map(|language| {
            let (text, lost) = derive(language, &it.model);
            let again = compile(language, &text);
            match ((it.is_kept)(&again), lost.is_empty()) {
                (true, _) => "●",
                (false, is_silent) => {
                    assert!(!is_silent || it.has_struct, "{} in .{language}: lost silently\n{text}", it.title);
                    if only(&again).is_some() { "≈" } else { "" }
                }
            }
        });
        rows += &format!("| {} | {} |\n", it.title, cells.join(" | "));
    }
    let heads = LANGUAGES.map(|it| format!("`.{it}`"));
    let table = format!("| construct | {} |\n| --- | --- | --- | --- | --- | --- |\n{rows}", heads.join(" | "));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/model.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once(BEGIN).expect("the table");
    let (_, after) = rest.split_once(END).expect("its end");
    let found = format!("{before}{BEGIN}\n{table}\n{END}{after}");
    if is_blessed() {
        return fs::write(path, found).expect("writing the page");
    }
    assert_eq!(found, page, "POLYWIRE_BLESS=1 accepts what is found");
}
