//! Every format's functions for the shared models satisfy the verifier's rules before and after passes, and their text
//! round-trips.

use crate::support::models::modules;
#[allow(dead_code)]
use polywire_ir::{Module, text, verify};
use polywire_passes::{Options, optimize};

#[track_caller]
fn assert_verified(name: &str, module: &Module) {
    if let Err(violations) = verify(module) {
        let list: Vec<String> = violations.iter().map(ToString::to_string).collect();
        panic!("{name}:\n{}", list.join("\n"));
    }
}

#[test]
fn lowered_modules_obey_the_rules() {
    modules().iter().for_each(|(name, module)| assert_verified(name, module));
}

#[test]
fn optimized_functions_obey_the_rules() {
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
