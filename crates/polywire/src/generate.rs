//! Source code for the types of a model and their codecs.

use polywire_backend::{cpp, erlang};
use polywire_ir::Module;
use polywire_lower::{Format, Unsupported};
use polywire_model::Model;
use polywire_passes::{Options, optimize};

pub use polywire_backend::File;

/// A programming language.
pub struct Language {
    /// Name on the command line.
    pub name: &'static str,
    /// Bytes that were written cannot be changed.
    immutable: bool,
    print: fn(&[Module], &str) -> Printed,
}

/// Files, or what cannot be printed in the words of the back end.
type Printed = Result<Vec<File>, Vec<String>>;

/// All languages, by name.
pub const LANGUAGES: &[Language] = &[
    Language { name: "cpp", immutable: false, print: print_cpp },
    Language { name: "erlang", immutable: true, print: print_erlang },
];

/// The language of this name.
pub fn language(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.name == name)
}

/// Why nothing was generated.
#[derive(Debug)]
pub enum Error {
    /// A format cannot hold parts of the model.
    Format {
        /// Name of the format.
        format: &'static str,
        /// The parts.
        parts: Vec<Unsupported>,
    },
    /// What the back end cannot print, in its words.
    BackEnd(Vec<String>),
}

/// Generates the files of a schema; `name` is the first part of their names.
pub fn generate(model: &Model, name: &str, formats: &[&Format], language: &Language) -> Result<Vec<File>, Error> {
    let options = Options { immutable: language.immutable, ..Options::default() };
    let model = with_schema_types(model, formats);
    let mut modules = Vec::new();
    for format in formats {
        let mut module = format.lower(&model).map_err(|parts| Error::Format { format: format.name, parts })?;
        optimize(&mut module, &options);
        modules.push(module);
    }
    (language.print)(&modules, name).map_err(Error::BackEnd)
}

/// All modules share their types, so those that one format adds are there for all.
fn with_schema_types(model: &Model, formats: &[&Format]) -> Model {
    formats.iter().filter_map(|format| format.schema_types).fold(model.clone(), |model, add| add(&model))
}

fn print_cpp(modules: &[Module], name: &str) -> Printed {
    cpp::generate(modules, &cpp::Options { name: name.to_owned() }).map_err(|problems| problems.messages)
}

fn print_erlang(modules: &[Module], name: &str) -> Printed {
    erlang::generate(modules, &erlang::Options { name: name.to_owned() })
        .map_err(|problems| problems.iter().map(ToString::to_string).collect())
}
