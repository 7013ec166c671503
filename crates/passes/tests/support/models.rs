//! The modules that lowerings produce from the shared models, and a module of hard cases.

use polywire_ir::{Module, text};
use std::sync::LazyLock;

const STRESS: &str = include_str!("stress.ir");

/// Returns the modules of the trade model and of every test model in each format that supports it, with their names,
/// and `stress.ir`.
pub fn modules() -> Vec<(String, Module)> {
    /// Lowering takes long, and every test needs them.
    static MODULES: LazyLock<Vec<(String, Module)>> = LazyLock::new(lowered);
    MODULES.clone()
}

fn lowered() -> Vec<(String, Module)> {
    let mut models = vec![("trade".to_owned(), polywire_model::trade::model())];
    models.extend(
        polywire_test_models::models().into_iter().map(|test_model| (test_model.name.to_owned(), test_model.model)),
    );
    let mut modules = Vec::new();
    for (name, model) in &models {
        for format in polywire_lower::FORMATS {
            // Each format's own tests cover the models that it does not support.
            if let Ok(module) = format.lower(model) {
                modules.push((format!("{name}/{}", format.name), module));
            }
        }
    }
    modules.push(("stress".to_owned(), text::parse(STRESS).expect("stress.ir is well-formed")));
    modules
}
