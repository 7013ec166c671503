//! Codecs: the go command accepts them, and small programs use them.

use super::options;
use super::tools::{self, Module, root};
use polywire_backend::go::{generate, methods};
use polywire_lower::FORMATS;
use polywire_model::trade;
use polywire_passes::{Options, add_sizes, add_validators, optimize};
use std::fs;

#[test]
fn codecs_are_accepted_and_used() {
    let Some(module) = Module::new() else { return };
    let model = trade::model();
    let mut options = options(&model, "trade", tools::MODULE);
    options.methods = methods(FORMATS.iter().map(|format| format.name));
    let modules: Vec<_> = FORMATS
        .iter()
        .filter_map(|format| format.lower(&model).ok())
        .map(|mut module| {
            optimize(&mut module, &Options::default());
            add_validators(&mut module);
            add_sizes(&mut module);
            module
        })
        .collect();
    assert!(modules.len() >= 12, "{} formats", modules.len());
    let files = generate(&modules, &options).unwrap_or_else(|problems| panic!("{problems}"));
    module.add("", &files);
    module.check();
    let test = root().join("crates/backend/tests/go/use/codec_test.go");
    fs::copy(test, module.folder().join("trade/codec_test.go")).expect("a copy");
    module.test();
}
