//! Codecs: the go command accepts them, and small programs use them.

use super::schemas::model_of;
use super::tools::{self, Module, root};
use super::{options, shapes};
use polywire_backend::go::{self, Names, generate, methods};
use polywire_backend::{File, Only};
use polywire_ir::types::Types;
use polywire_lower::FORMATS;
use polywire_model::{Model, Parts, trade};
use polywire_passes::{Options, add_sizes, add_validators, optimize};
use std::fs;
use std::sync::Arc;

/// Lowers a model to every format that can hold it.
fn modules_of(model: &Model) -> Vec<polywire_ir::Module> {
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
    module.add("", &printed(&shapes, &shape_modules, &shape_options));
    module.check();
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
