//! Every format's functions of the shared models: they keep the verifier's rules, before and after passes, and their text
//! survives parsing.

use polywire_ir::{Module, text, verify};
use polywire_passes::{Options, optimize};

/// All modules that lowerings make of the trade model and the corner cases, with their names.
fn modules() -> Vec<(String, Module)> {
    let mut models = vec![("trade".to_owned(), polywire_model::trade::model())];
    models.extend(polywire_corner::models().into_iter().map(|corner| (corner.name.to_owned(), corner.model)));
    let mut modules = Vec::new();
    for (name, model) in &models {
        for format in polywire_lower::FORMATS {
            // What a format cannot hold is its own test's concern.
            if let Ok(module) = (format.lower)(model) {
                modules.push((format!("{name}/{}", format.name), module));
            }
        }
    }
    modules
}

#[track_caller]
fn assert_verified(name: &str, module: &Module) {
    if let Err(violations) = verify(module) {
        let list: Vec<String> = violations.iter().map(ToString::to_string).collect();
        panic!("{name}:\n{}", list.join("\n"));
    }
}

#[test]
fn lowerings_keep_the_rules() {
    for (name, module) in modules() {
        assert_verified(&name, &module);
    }
}

#[test]
fn optimized_functions_keep_the_rules() {
    for immutable in [false, true] {
        for (name, mut module) in modules() {
            optimize(&mut module, &Options { immutable, ..Options::default() });
            assert_verified(&name, &module);
        }
    }
}

#[test]
fn text_survives() {
    for (name, mut module) in modules() {
        for _ in 0..2 {
            let printed = module.to_string();
            let parsed = text::parse(&printed).unwrap_or_else(|error| panic!("{name}:{error}\n{printed}"));
            assert!(parsed == module, "{name}");
            optimize(&mut module, &Options::default());
        }
    }
}
