//! The programming languages: a row of the table in a file each, with what its generated code offers and how the back
//! end is called. Everything else asks the row, and never which language it is.
//!
//! Design: docs/decisions/0065-languages-as-rows.md

mod cpp;
mod erlang;
mod go;
mod rust;

use super::{Choices, Names, Placement, Printed};
use crate::binding::CANNOT_BIND;
use polywire_backend::services::Services;
use polywire_backend::{File, Only};
use polywire_ir::Module;
use polywire_ir::types::{Named, StructId, Types};
use polywire_model::{DeclId, Model};
use polywire_source::{Diagnostic, FileId};
use std::any::Any;
use std::collections::BTreeSet;
use std::sync::Arc;

/// All languages.
pub const LANGUAGES: &[Language] = &[cpp::LANGUAGE, erlang::LANGUAGE, go::LANGUAGE, rust::LANGUAGE];

/// Names all types of a schema, given the formats of its codecs and the outputs of its declarations.
type NameAll = fn(&Types, &Placement, (&[String], &[String])) -> Whole;

/// A library of a language's community for calls.
pub struct Library {
    /// Its name in prose.
    pub name: &'static str,
    /// The protocols that it has.
    pub protocols: &'static [&'static str],
}

/// Reads descriptions of existing types for a model into the options; errors refer to the files.
type Bind = fn(&Model, &[Description<'_>], &mut Choices) -> Result<(), Vec<Diagnostic>>;

/// A file that describes existing types.
#[derive(Clone, Copy)]
pub(super) struct Description<'d> {
    pub name: &'d str,
    pub text: &'d str,
    pub file: FileId,
}

/// A programming language.
pub struct Language {
    /// Name on the command line.
    pub name: &'static str,
    /// Name in prose.
    pub title: &'static str,
    /// Extensions of the generated files.
    pub extensions: &'static [&'static str],
    /// The features of its generated code.
    pub features: &'static [Feature],
    /// The library that brings the protocols of calls; none if their sessions are in the runtime.
    pub library: Option<Library>,
    /// Bytes already written cannot be changed.
    pub(super) immutable: bool,
    /// Functions that compute the size of a value are generated from the IR.
    pub(super) has_sizes: bool,
    /// Outputs of schema files call each other's functions for the messages in an `Any`.
    pub(super) links: bool,
    /// The codecs of a schema file include those of imported files.
    pub(super) includes: bool,
    /// Returns the first part of the names of a schema file's outputs.
    pub(super) output: fn(&str) -> String,
    /// Returns the whole name of a struct in generated code, with that of its namespace, module or package.
    pub(super) struct_path: fn(&Types, StructId, &Placement) -> String,
    /// Returns the name of a format in generated code.
    pub format_name: fn(&str) -> String,
    /// Reads descriptions of existing types.
    pub(super) bind: Bind,
    pub(super) whole: NameAll,
    /// Prints the files of the whole schema, given the formats of its codecs and the files of its schema files.
    pub(super) index: fn(&Types, &Names, &[String], &[File]) -> Vec<File>,
    /// Prints types and codecs.
    pub(super) print: fn(&[Module], &Names) -> Printed,
    /// Prints the lowered codecs, which report the position of an error.
    pub(super) explain: fn(&[Module], &Names) -> Printed,
    /// Prints framings, and their frames unless the runtime has these.
    pub(super) frames: fn(&[Module], &Names) -> Printed,
    /// Prints services, given the names of all types.
    pub(super) services: fn(&Services, &Whole, &Names) -> Printed,
}

/// For languages without [`Feature::Rpc`].
fn no_services(_: &Services, _: &Whole, _: &Names) -> Printed {
    Err(vec!["there is no code for services in this language".to_owned()])
}

macro_rules! features {
    ($($(#[doc = $doc:literal])* $name:ident = $option:literal;)*) => {
        /// A feature of generated code that a language may lack. It is requested by an option of `polywire gen`, which
        /// has the same name in project files and parameters of plugins.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Feature { $($(#[doc = $doc])* $name,)* }

        impl Feature {
            /// All features.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Returns the name of the option.
            pub const fn option(self) -> &'static str {
                match self { $(Self::$name => $option,)* }
            }

            /// Returns a short description.
            pub fn text(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),*).trim(),)* }
            }
        }
    };
}

features! {
    /// Codecs for existing types in place of generated ones.
    Bind = "bind";
    /// Types whose texts and bytes point into the message.
    Borrowed = "borrowed";
    /// Views, which read messages in place.
    Views = "views";
    /// Descriptions of the types, for generic code.
    Describe = "describe";
    /// Codecs defined in source files instead of headers.
    Split = "split";
    /// Namespaces chosen by the caller.
    Namespace = "namespace";
    /// Import paths chosen by the caller.
    GoPackage = "go-package";
    /// `MarshalBinary`, `AppendBinary` and `UnmarshalBinary`, by the codecs of a format
    GoBinary = "go-binary";
    /// `MarshalJSON` and `UnmarshalJSON`, by the codecs of a format
    GoJson = "go-json";
    /// Attributes of types and members chosen by the caller.
    RustAttribute = "rust-attribute";
    /// Implementations of serde's traits, behind a feature of the crate.
    Serde = "serde";
    /// Modules whose functions return plain values and raise errors.
    Envelopes = "envelopes";
    /// Interfaces and clients of services.
    Rpc = "rpc";
    /// Decoders of selected fields.
    Select = "select";
    /// Codecs that report where a message or a value is wrong.
    Explain = "explain";
    /// Framings, which find elements in a stream that arrives in chunks.
    Frames = "frames";
}

impl Feature {
    /// Returns the languages that have the feature.
    pub fn languages(self) -> impl Iterator<Item = &'static Language> {
        LANGUAGES.iter().filter(move |language| language.has(self))
    }
}

impl Language {
    /// Returns true if its generated code has a feature.
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Returns the error that the language lacks a feature, with those that have it.
    pub(super) fn lacks(&self, feature: Feature) -> String {
        let others: Vec<&str> = feature.languages().map(|language| language.title).collect();
        format!("{} does not support this option; {}", self.title, supporting(&others))
    }

    /// Returns the whole name of a struct in generated code, and the first part of the names of its codecs' files; `name` is
    /// that of files without a schema file.
    pub fn names_of(
        &self,
        (model, root): (&Model, DeclId),
        placement: &Placement,
        name: &str,
    ) -> Option<(String, String)> {
        let types = Types::of_model(model);
        let file = (self.output)(&model.decls[root.0 as usize].file);
        let file = if file.is_empty() { name.to_owned() } else { file };
        Some(((self.struct_path)(&types, types.struct_of(root)?, placement), file))
    }
}

/// Says which languages support an option.
fn supporting(titles: &[&str]) -> String {
    match titles {
        [] => "no language does".to_owned(),
        [title] => format!("{title} does"),
        [first @ .., last] => format!("{} and {last} do", first.join(", ")),
    }
}

/// Returns the language of this name.
pub fn language(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.name == name)
}

/// The names of all types of a schema in a language, in a type of its back end.
pub(super) struct Whole(Arc<dyn Any + Send + Sync>);

impl Whole {
    fn new(names: impl Any + Send + Sync) -> Self {
        Self(Arc::new(names))
    }

    /// Returns the names in the type of their back end.
    fn names<N: Any>(&self) -> Option<&N> {
        self.0.downcast_ref()
    }
}

/// The printing of a part of a schema.
pub(super) struct Printing<'n> {
    pub whole: &'n Whole,
    pub origins: &'n [Named],
    pub files: &'n BTreeSet<String>,
    pub types: bool,
}

impl Printing<'_> {
    /// Returns the same for the back end whose names the whole holds; `schema` names the files without a schema file.
    fn only<N: Any + Send + Sync>(&self, schema: &str) -> Option<Only<N>> {
        let names = self.whole.0.clone().downcast().ok()?;
        let name = |file: &String| if file.is_empty() { schema.to_owned() } else { file.clone() };
        let files = self.files.iter().map(name).collect();
        Some(Only { names, origins: self.origins.to_vec(), files, types: self.types })
    }
}

impl Names<'_> {
    /// Returns, for each declaration, the first part of the names of its file's outputs.
    fn outputs(&self, output: fn(&str) -> String) -> Vec<String> {
        self.files.iter().map(|file| output(file)).collect()
    }

    /// Returns the part to print, for the back end whose names the whole holds.
    fn only<N: Any + Send + Sync>(&self) -> Option<Only<N>> {
        self.only.as_ref().and_then(|it| it.only(self.schema))
    }
}

/// Returns the only file, for descriptions that cannot be divided.
fn only<'d>(files: &[Description<'d>]) -> Result<Description<'d>, Vec<Diagnostic>> {
    match files {
        [file] => Ok(*file),
        _ => {
            let names: Vec<&str> = files.iter().map(|file| file.name).collect();
            let problem = Diagnostic::error(CANNOT_BIND, format!("several files are bound: {}", names.join(", ")));
            Err(vec![
                problem.help("put the descriptions of all types into one file; only schemas in Go can be several"),
            ])
        }
    }
}

/// Returns the path of a schema file without its extension.
fn without_end(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(name, _)| name)
}

/// Returns the path of a schema file without its extension, as one identifier.
fn flat_name(path: &str) -> String {
    without_end(path).chars().map(|ch| if ch.is_ascii_alphanumeric() { ch } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_languages_with_a_feature() {
        assert_eq!(cpp::LANGUAGE.lacks(Feature::Envelopes), "C++ does not support this option; Erlang does");
        assert_eq!(supporting(&["A", "B", "C"]), "A, B and C do");
        assert_eq!(supporting(&[]), "no language does");
    }

    #[test]
    fn names_and_features_are_unique() {
        for language in LANGUAGES {
            assert_eq!(LANGUAGES.iter().filter(|it| it.name == language.name).count(), 1);
            let repeated = |feature: &&Feature| language.features.iter().filter(|it| it == feature).count() > 1;
            assert_eq!(language.features.iter().find(repeated), None, "{}", language.name);
        }
    }
}
