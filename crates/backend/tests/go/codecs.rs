//! Codecs: the go command accepts them, and small programs use them.

use super::options;
use super::tools::{self, Module, root};
use polywire_backend::go::{codec, methods, types};
use polywire_ir::types::Types;
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
    let mut files = types(&Types::of_model(&model), &options).expect("types");
    let mut printed = 0;
    for mut codec_module in FORMATS.iter().filter_map(|format| format.lower(&model).ok()) {
        optimize(&mut codec_module, &Options::default());
        add_validators(&mut codec_module);
        add_sizes(&mut codec_module);
        if let Ok(found) = codec(&codec_module, &options) {
            printed += 1;
            files.extend(found);
        }
    }
    assert!(printed >= 12, "{printed} formats");
    module.add("", &files);
    module.build();
    let test = root().join("crates/backend/tests/go/use/codec_test.go");
    fs::copy(test, module.folder().join("trade/codec_test.go")).expect("a copy");
    module.test();
}
