//! What lowerings make of the shared models, and a module of hard cases.

use polywire_ir::{Module, text};

const STRESS: &str = include_str!("stress.ir");

/// The modules of the trade model and of every corner case in each format that can hold it, with their names; and `stress.ir`.
pub fn modules() -> Vec<(String, Module)> {
    let mut models = vec![("trade".to_owned(), polywire_model::trade::model())];
    models.extend(polywire_corner::models().into_iter().map(|corner| (corner.name.to_owned(), corner.model)));
    let mut modules = Vec::new();
    for (name, model) in &models {
        for format in polywire_lower::FORMATS {
            // What a format cannot hold is its own test's concern.
            if let Ok(module) = format.lower(model) {
                modules.push((format!("{name}/{}", format.name), module));
            }
        }
    }
    modules.push(("stress".to_owned(), text::parse(STRESS).expect("stress.ir is well-formed")));
    modules
}
