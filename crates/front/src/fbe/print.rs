//! Models as `.fbe` text.

use polywire_model::Model;

/// The text of a file.
pub fn print_fbe(model: &Model, file: &str) -> String {
    let _ = (model, file);
    String::new()
}
