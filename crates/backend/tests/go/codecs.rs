//! Codecs: the go command accepts them, and small programs use them.

use super::schemas::model_of;
use super::tools::{self, Module, root};
use super::{options, shapes};
use polywire_backend::go::{self, Interfaces, Names, generate, methods};
use polywire_backend::{File, Only};
use polywire_ir::types::Types;
use polywire_lower::FORMATS;
use polywire_model::{Model, Parts, trade};
use polywire_passes::{Options, add_sizes, add_validators, checked_views, optimize, trusting_views};
use std::fs;
use std::sync::Arc;

/// Lowers a model to every format that can hold it, with views.
fn modules_of(model: &Model) -> Vec<polywire_ir::Module> {
    let viewing = polywire_lower::Options { views: true, ..Default::default() };
    let viewed = FORMATS.iter().filter(|format| format.has_views_of(model));
    let views = viewed.filter_map(|format| format.lower_with(model, &viewing).ok()).flat_map(|mut module| {
        optimize(&mut module, &Options::default());
        [trusting_views(module.clone()), checked_views(module)]
    });
    codecs_of(model).into_iter().chain(views).collect()
}

fn codecs_of(model: &Model) -> Vec<polywire_ir::Module> {
    let lowered = FORMATS.iter().filter_map(|format| format.lower(model).ok());
    let finished = lowered.map(|mut module| {
        optimize(&mut module, &Options::default());
        add_validators(&mut module);
        add_sizes(&mut module);
        module
    });
    finished.collect()
}

/// Prints codecs of optimised modules, methods that explain errors, and framings.
fn printed(model: &Model, modules: &[polywire_ir::Module], options: &go::Options) -> Vec<File> {
    let lowered: Vec<_> = FORMATS.iter().filter_map(|format| format.lower(model).ok()).collect();
    let framings: Vec<_> = polywire_lower::framing::FRAMINGS.iter().map(|framing| framing.lower()).collect();
    let printed = [generate(modules, options), go::explain(&lowered, options), go::framings(&framings, options)];
    printed.into_iter().flat_map(|files| files.unwrap_or_else(|problems| panic!("{problems}"))).collect()
}

/// Codecs use types of other packages, unions among them, and each schema file has files of its own.
#[test]
fn codecs_of_several_packages_are_accepted() {
    let Some(module) = Module::new() else { return };
    let model = model_of(&root().join("crates/backend/tests/go/use"), "use.proto");
    let with_methods =
        |options: go::Options| go::Options { methods: methods(FORMATS.iter().map(|format| format.name)), ..options };
    let whole = with_methods(options(&model, "use", tools::MODULE));
    let modules = modules_of(&model);
    assert!(modules.len() >= 4, "{} formats", modules.len());
    module.add("", &printed(&model, &modules, &whole));
    let shapes = shapes::model();
    let shape_modules = modules_of(&shapes);
    let shape_options = with_methods(options(&shapes, "shapes", tools::MODULE));
    module.check();
    // Both have the types of a writer's schema, which `polywire gen` prints into a file of their own.
    let other = Module::new().expect("tools");
    other.add("", &printed(&shapes, &shape_modules, &shape_options));
    other.check();
    // Printed one by one, the files have the same names.
    let all_types = Types::of_model(&model);
    let names = Arc::new(Names::of(&all_types, &whole));
    let parts = Parts::of(&model, &|file: &str| file.to_owned());
    let alone = Module::new().expect("tools");
    let mut names_of_files = Vec::new();
    for part in (0..parts.len()).map(|group| parts.part(group)) {
        let origins = part.origins.iter().map(|id| all_types.named(*id)).collect();
        let files = part.files.iter().map(|file| file.trim_end_matches(".proto").to_owned()).collect();
        let only = Only { names: names.clone(), origins, files, types: true };
        let options = go::Options { only: Some(only), ..with_methods(options(&part.model, "use", tools::MODULE)) };
        // Formats that add types to the schema need them in the whole, too.
        let mut modules = modules_of(&part.model);
        modules.retain(|module| module.types.of_decl.len() == part.origins.len());
        let files = generate(&modules, &options).unwrap_or_else(|problems| panic!("{problems}"));
        names_of_files.extend(files.iter().map(|file| file.name.clone()));
        alone.add("", &files);
    }
    alone.check();
    assert!(names_of_files.len() > parts.len(), "{names_of_files:?}");
}

/// The corner cases whose codecs are checked in the quick tests.
const QUICK: &[&str] = &["maps", "oneof_group", "avro_blocks", "json_members", "capnp_unions", "flatbuffers_sorted"];

/// Models whose codecs assign values that are never used, which staticcheck reports (SA4006):
/// `scratch` and `begunWhich` are set on paths that do not read them.
const UNUSED_VALUES: &[&str] = &["capnp_defaults", "capnp_groups", "capnp_opaque"];

/// Codecs of the test models in all formats that can hold them; of all these models with `POLYWIRE_FULL=1`.
#[test]
fn codecs_of_corner_cases_are_accepted() {
    let Some(module) = Module::new() else { return };
    let is_full = std::env::var_os("POLYWIRE_FULL").is_some();
    let wanted = |name: &str| QUICK.contains(&name) || is_full && !UNUSED_VALUES.contains(&name);
    let models = polywire_test_models::models().into_iter().filter(|it| wanted(it.name));
    let mut seen = 0;
    for test_model in models {
        let name = test_model.name;
        let options = options(&test_model.model, name, &format!("{}/{name}", tools::MODULE));
        let options = go::Options { methods: methods(FORMATS.iter().map(|format| format.name)), ..options };
        let files = generate(&modules_of(&test_model.model), &options);
        module.add(name, &files.unwrap_or_else(|problems| panic!("{name}: {problems}")));
        seen += 1;
    }
    assert!(seen >= QUICK.len(), "{seen}");
    module.check();
}

/// Packages of the standard library call the codecs.
#[test]
fn interfaces_of_the_standard_library_are_implemented() {
    let Some(module) = Module::new() else { return };
    let model = model_of(&root().join("examples/trade"), "trade.proto");
    let mut modules = modules_of(&model);
    modules.retain(|module| ["protobuf", "json_plain"].contains(&&*module.format));
    let interfaces = Interfaces { binary: Some("protobuf".to_owned()), json: Some("json_plain".to_owned()) };
    let methods = methods(["protobuf", "json_plain"]);
    let options = go::Options { interfaces, methods, ..options(&model, "trade", tools::MODULE) };
    module.add("", &generate(&modules, &options).unwrap_or_else(|problems| panic!("{problems}")));
    for test in ["interfaces_test.go", "streaming_test.go"] {
        let from = root().join("crates/backend/tests/go/use").join(test);
        fs::copy(from, module.folder().join("trade").join(test)).expect("a copy");
    }
    module.check();
    module.test();
    module.test_with_json_v2();
}

#[test]
fn codecs_are_accepted_and_used() {
    let Some(module) = Module::new() else { return };
    let model = trade::model();
    let mut options = options(&model, "trade", tools::MODULE);
    options.methods = methods(FORMATS.iter().map(|format| format.name));
    let modules = modules_of(&model);
    assert!(modules.len() >= 12, "{} formats", modules.len());
    module.add("", &printed(&model, &modules, &options));
    module.check();
    let test = root().join("crates/backend/tests/go/use/codec_test.go");
    fs::copy(test, module.folder().join("trade/codec_test.go")).expect("a copy");
    module.test();
}
