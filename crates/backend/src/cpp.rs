//! C++20: `NAME.hpp` holds plain aggregate types, `NAME.FORMAT.hpp` the codec of one format; header-only, no exceptions,
//! no RTTI. What the headers include stands in `runtime/cpp`.

mod analysis;
pub mod driver;
mod entry;
mod function;
mod header;
mod names;
mod native;
mod printer;
mod types;
mod wrap;

use crate::File;
use polywire_ir::Module;
use polywire_ir::types::Types;
use std::fmt;

/// What a user chooses.
#[derive(Clone, Debug)]
pub struct Options {
    /// The first part of the files' names, usually that of the schema file.
    pub name: String,
}

/// What cannot be printed, each with the function that it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems {
    /// Texts for people.
    pub messages: Vec<String>,
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.messages.join("\n"))
    }
}

impl std::error::Error for Problems {}

/// Prints the native types of the modules and a codec for each. The modules are of one schema, to whose types some may have
/// added others.
pub fn generate(modules: &[Module], options: &Options) -> Result<Vec<File>, Problems> {
    let mut files: Vec<File> = all_types(modules).map(|types| types::header(types, options)).into_iter().collect();
    let mut messages = Vec::new();
    for module in modules {
        match header::codec(module, options) {
            Ok(file) => files.push(file),
            Err(found) => messages.extend(found),
        }
    }
    if messages.is_empty() { Ok(files) } else { Err(Problems { messages }) }
}

/// The types of the module that has the most: the others' are the first of these.
fn all_types(modules: &[Module]) -> Option<&Types> {
    let types = modules.iter().map(|module| &*module.types);
    types.max_by_key(|types| types.structs.len() + types.enums.len() + types.unions.len())
}
