//! Every language, format and feature gives code or a diagnostic. `POLYWIRE_FULL=1` tries all test models, and each
//! feature alone.

use polywire::calls::PROTOCOLS;
use polywire::framing;
use polywire::generate::{Attribute, BindingFile, Feature, Job, LANGUAGES, Language, Namespaces, Placement, Selected};
use polywire::lock_update::{needed, settle};
use polywire::problem::Problem;
use polywire::schema::{Extensions, compile_files};
use polywire::{FORMATS, Format, LoadError, LoadedFile, Model, SourceMap};
use polywire_test_models::models;
use std::panic::catch_unwind;

/// A file that uses another one, and has a type of the same name as one that a format adds.
const FILES: [(&str, &str); 3] = [
    (
        "shop.proto",
        r#"syntax = "proto3"; package shop;
        import "avro.proto"; import "parts/money.proto"; import "google/protobuf/any.proto";
        message Order {
            money.Money total = 1; repeated Order parts = 2; map<string, money.Money> prices = 3;
            oneof paid { bool cash = 4; string card = 5; } google.protobuf.Any any = 6; avro.Kind kind = 7;
        }"#,
    ),
    (
        "parts/money.proto",
        r#"syntax = "proto3"; package money; message Money { string currency = 1; int64 amount = 2; }"#,
    ),
    ("avro.proto", r#"syntax = "proto3"; package avro; enum Kind { KIND_NONE = 0; } message Node { bytes data = 1; }"#),
];

/// A schema that uses the name of a type that a format adds for a type of its own.
const TAKEN: [(&str, &str); 1] = [(
    "avro.proto",
    r#"syntax = "proto3"; package avro; message Schema { string text = 1; Order order = 2; } message Order {}"#,
)];

fn compiled(files: &[(&str, &str)]) -> Model {
    let load = |path: &str| match files.iter().find(|(name, _)| *name == path) {
        Some((_, text)) => Ok(LoadedFile { name: path.to_owned(), bytes: text.as_bytes().to_vec() }),
        None => Err(LoadError::NotFound),
    };
    let compiled = compile_files(&[files[0].0], &load, Extensions::default());
    compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
}

fn is_full() -> bool {
    std::env::var_os("POLYWIRE_FULL").is_some()
}

/// The model, and the type of which fields are selected and which is bound, if any.
struct Case {
    name: String,
    model: Model,
    ty: Option<(&'static str, &'static str)>,
}

fn cases() -> Vec<Case> {
    let of = |name: &str, files: &[_], ty| Case { name: name.to_owned(), model: compiled(files), ty: Some(ty) };
    let mut cases = vec![
        of("several files", &FILES, ("shop.Order", "total.amount,kind")),
        of("a name that is taken", &TAKEN, ("avro.Schema", "text")),
    ];
    if is_full() {
        let model = |it: polywire_test_models::TestModel| Case { name: it.name.to_owned(), model: it.model, ty: None };
        cases.extend(models().into_iter().map(model));
    }
    cases
}

fn plain(language: &'static Language, format: &'static Format) -> Job {
    Job {
        language,
        formats: vec![format],
        framings: Vec::new(),
        selected: Vec::new(),
        written: Vec::new(),
        bindings: vec![],
        borrowed: false,
        views: false,
        describe: false,
        split: false,
        placement: Placement::default(),
        envelopes: None,
        explain: false,
        protocols: Vec::new(),
        without: Vec::new(),
    }
}

fn request(job: &mut Job, feature: Feature, case: &Case) {
    match feature {
        Feature::Bind => {
            let has_headers = job.language.extensions.contains(&"hpp");
            let text = case.ty.map(|(ty, _)| match has_headers {
                true => format!("headers = [\"own.h\"]\n[struct.\"{ty}\"]\nclass = \"own::Class\"\n"),
                false => format!("[struct.\"{ty}\"]\ntype = \"Own\"\n"),
            });
            job.bindings = text
                .into_iter()
                .map(|text| BindingFile { name: "own.toml".to_owned(), text: text.into_bytes() })
                .collect();
        }
        Feature::Borrowed => job.borrowed = true,
        Feature::Views => job.views = job.formats[0].has_views_of(&case.model),
        Feature::Describe => job.describe = true,
        Feature::Split => job.split = true,
        Feature::GoPackage => job.placement.packages.root = "example.com/gen".to_owned(),
        Feature::GoBinary => job.placement.interfaces.binary = Some(job.formats[0].name.to_owned()),
        Feature::GoJson => job.placement.interfaces.json = Some(job.formats[0].name.to_owned()),
        Feature::Namespace => {
            job.placement.namespaces = Namespaces { outer: "acme::wire".to_owned(), packages: Vec::new() }
        }
        Feature::Envelopes => job.envelopes = Some("plain_".to_owned()),
        Feature::Select => {
            let selected =
                |(ty, paths): (&str, &str)| Selected { name: "some".into(), ty: ty.into(), paths: paths.into() };
            job.selected = case.ty.map(selected).into_iter().collect();
        }
        Feature::RustAttribute => {
            let attribute = Attribute { path: "*".to_owned(), text: "must_use".to_owned() };
            job.placement.additions.attributes = vec![attribute];
        }
        Feature::Serde => job.placement.additions.serde = true,
        Feature::Explain => job.explain = true,
        Feature::Rpc if case.model.services.is_empty() => {}
        Feature::Rpc => job.protocols = PROTOCOLS.iter().collect(),
        Feature::Frames => job.framings = framing::FRAMINGS.iter().collect(),
    }
}

/// Returns the model with the facts that a format needs.
fn with_facts(model: &Model, format: &'static Format) -> Result<Model, Problem> {
    let facts = needed(model, &[format]);
    Ok(settle(model, &facts, &SourceMap::default(), &mut |_| Ok(None))?.model)
}

/// Returns no features and all features of a language; in the full tests of schema files, also each one alone.
fn wanted(language: &Language, case: &Case) -> Vec<Vec<Feature>> {
    let each = language.features.iter().filter(|_| is_full() && case.ty.is_some()).map(|feature| vec![*feature]);
    [vec![]].into_iter().chain(each).chain([language.features.to_vec()]).collect()
}

#[test]
fn nothing_panics() {
    let (mut generated, mut refused) = (0, 0);
    for case in cases() {
        for (language, format) in LANGUAGES.iter().flat_map(|language| FORMATS.iter().map(move |it| (language, it))) {
            let Ok(model) = with_facts(&case.model, format) else {
                refused += 1;
                continue;
            };
            for features in wanted(language, &case) {
                let mut job = plain(language, format);
                features.iter().for_each(|feature| request(&mut job, *feature, &case));
                let what = format!("{}: {} {} {features:?}", case.name, language.name, format.name);
                let files = catch_unwind(|| job.files(&model, &SourceMap::default(), "files"));
                match files.unwrap_or_else(|_| panic!("{what}")) {
                    Ok(files) => {
                        assert!(!files.is_empty(), "{what}");
                        generated += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(generated > 100 && refused > 0, "{generated} and {refused}");
}

/// Returns the model of a schema with the facts of a format.
fn settled_text(text: &str, format: &'static Format) -> Model {
    let load = |path: &str| match path {
        "t.proto" => Ok(LoadedFile { name: path.to_owned(), bytes: text.into() }),
        _ => Err(LoadError::NotFound),
    };
    let schema = compile_files(&["t.proto"], &load, Extensions::default()).model.expect("a model");
    let facts = needed(&schema, &[format]);
    settle(&schema, &facts, &SourceMap::default(), &mut |_| Ok(None)).expect("a fresh lock").model
}

/// Types that a format cannot hold block no others, except those that contain them.
#[test]
fn types_that_a_format_refuses_are_left_out() {
    let sbe = polywire::format("sbe").expect("a format");
    let sources = SourceMap::default();
    let tree = "message Tree { repeated Tree trees = 1; }";
    let good = "message Good { int32 number = 1; } message Holder { Tree tree = 1; }";
    let model = settled_text(&format!("syntax = \"proto3\"; package t; {good} {tree}"), sbe);
    let alone = settled_text(&format!("syntax = \"proto3\"; package t; {tree}"), sbe);
    for language in LANGUAGES {
        let job = Job { explain: language.has(Feature::Explain), ..plain(language, sbe) };
        assert!(job.files(&model, &sources, "t").is_err(), "{}", language.name);
        let (files, warnings) =
            job.files_telling(&model, &sources, "t", &|_, _| {}).unwrap_or_else(|_| panic!("files"));
        let [warning] = warnings.as_slice() else { panic!("{}: {warnings:?}", language.name) };
        let start = "no code for it and the types that contain it: sbe cannot represent `t.Tree`";
        assert!(warning.message.starts_with(start), "{}", warning.message);
        let codecs: Vec<&String> = files.iter().filter(|it| it.name.contains("sbe")).map(|it| &it.contents).collect();
        assert!(codecs.iter().any(|text| text.contains("Good")), "{}", language.name);
        let names_others = |text: &&String| text.contains("Holder") || text.contains("Tree");
        assert_eq!(codecs.into_iter().find(names_others), None, "{}", language.name);
        assert!(job.files_telling(&alone, &sources, "t", &|_, _| {}).is_err(), "{}", language.name);
    }
}
