//! Source code for the types of a model and their codecs.
//!
//! Design: docs/decisions/0043-builds.md

mod job;
mod namespaces;
mod outputs;

pub use job::{BindingFile, Job, Misfit, Selected};
pub use namespaces::namespaces;
pub use outputs::Outputs;

use polywire_backend::{cpp, erlang};
use polywire_ir::Module;
use polywire_ir::types::Types;
use polywire_lower::framing::FrameFormat;
use polywire_lower::{Delimiting, Format, Unsupported};
use polywire_model::{DeclId, Model, Selection};
use polywire_passes::{Options, add_sizes, add_validators, checked_views, drop_unreached, optimize, trusting_views};
use std::collections::BTreeMap;

pub use polywire_backend::File;
pub use polywire_backend::cpp::{Binding, Namespaces};

/// A programming language.
pub struct Language {
    /// Name on the command line.
    pub name: &'static str,
    /// Bytes that were written cannot be changed.
    immutable: bool,
    /// The function that computes a value's size is printed from the IR.
    has_sizes: bool,
    /// Codecs can be for classes that are there already.
    binds: bool,
    print: fn(&[Module], &Names) -> Printed,
    /// Prints codecs as they were lowered, which report where a message is wrong.
    explain: fn(&[Module], &Names) -> Printed,
}

impl Language {
    /// Returns true if codecs can be for classes that are there already.
    pub fn binds(&self) -> bool {
        self.binds
    }
}

/// The names of generated files, and the caller's choices.
struct Names<'n> {
    /// The schema.
    schema: &'n str,
    /// The schema file of each declaration, empty where there is none.
    files: Vec<&'n str>,
    /// For schema files those that they import.
    imports: BTreeMap<&'n str, &'n [String]>,
    /// Classes that are there already.
    binding: &'n Binding,
    /// True if types that borrow are wanted as well.
    borrowed: bool,
    /// True if what the types are made of is wanted as well.
    describe: bool,
    /// True if encoders and decoders are to be defined in source files.
    split: bool,
    /// The namespaces of types.
    namespaces: Namespaces,
    /// Where modules with the functions of another convention are wanted.
    envelopes: Option<Envelopes>,
}

/// The contents of modules for another calling convention.
struct Envelopes {
    /// In front of names.
    prefix: String,
    /// The declarations that are parts of others.
    groups: Vec<DeclId>,
    /// The formats whose messages others may follow, with their framings.
    framings: Vec<(&'static str, &'static FrameFormat)>,
}

/// Files, or what cannot be printed in the words of the back end.
type Printed = Result<Vec<File>, Vec<String>>;

/// All languages, by name.
pub const LANGUAGES: &[Language] = &[
    Language { name: "cpp", immutable: false, has_sizes: true, binds: true, print: print_cpp, explain: explain_cpp },
    Language {
        name: "erlang",
        immutable: true,
        has_sizes: false,
        binds: false,
        print: print_erlang,
        explain: explain_erlang,
    },
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
    /// The ops that the back end cannot print, in its words.
    BackEnd(Vec<String>),
}

/// A decoder of selected fields, separate from the codec of its format.
pub struct Partial {
    /// Goes behind the format's name: `protobuf` and `quote` make `protobuf_quote`.
    pub name: String,
    /// The struct that is decoded.
    pub root: DeclId,
    /// Its fields and those below.
    pub selection: Selection,
}

/// Options of the caller.
#[derive(Default)]
pub struct Choices {
    /// Decoders of selected fields, in each format.
    pub partials: Vec<Partial>,
    /// Classes that are there already; of use in C++ only.
    pub binding: Binding,
    /// Types whose texts and bytes refer to the message, and their codecs, beside the others; of use in C++ only.
    pub borrowed: bool,
    /// Also generates views that read messages in place, for formats that support it; only for C++.
    pub views: bool,
    /// Also generates descriptions of the types; only for C++.
    pub describe: bool,
    /// Encoders and decoders are defined in source files instead of headers; only for C++.
    pub split: bool,
    /// The namespaces of types, if not the usual ones; of use in C++ only.
    pub namespaces: Namespaces,
    /// Modules whose functions give values as they are and raise errors, and what stands in front of names there; of use in Erlang only.
    pub envelopes: Option<String>,
    /// Names of passes that are left out.
    pub without: Vec<String>,
}

/// Generates the files of a schema; `name` is the first part of their names.
pub fn generate(model: &Model, name: &str, formats: &[&Format], language: &Language) -> Result<Vec<File>, Error> {
    generate_with(model, name, formats, &Choices::default(), language)
}

/// The same, as the caller chooses.
pub fn generate_with(
    model: &Model,
    name: &str,
    formats: &[&Format],
    choices: &Choices,
    language: &Language,
) -> Result<Vec<File>, Error> {
    let options = Options { immutable: language.immutable, skip: choices.without.clone(), ..Options::default() };
    let model = with_schema_types(&crate::binding::adapted(model, &choices.binding), formats);
    let mut modules = Vec::new();
    for format in formats {
        let failed = |parts| Error::Format { format: format.name, parts };
        let mut module = format.lower(&model).map_err(failed)?;
        optimize(&mut module, &options);
        add_validators(&mut module);
        if language.has_sizes {
            add_sizes(&mut module);
        }
        modules.push(module);
        if choices.views && format.has_views {
            modules.extend(views(&model, format, &options).map_err(failed)?);
        }
        for partial in &choices.partials {
            modules.push(partial.module(&model, format, &options).map_err(failed)?);
        }
    }
    let envelopes = choices.envelopes.clone().map(|prefix| Envelopes {
        prefix,
        groups: groups(&model),
        framings: framings(formats),
    });
    let (borrowed, describe, split) = (choices.borrowed, choices.describe, choices.split);
    let names = Names { borrowed, describe, split, envelopes, ..Names::of(name, &model, choices) };
    (language.print)(&modules, &names).map_err(Error::BackEnd)
}

/// Generates codecs that do the same slowly and report where a message or a value is wrong.
pub fn explain(
    model: &Model,
    name: &str,
    formats: &[&Format],
    choices: &Choices,
    language: &Language,
) -> Result<Vec<File>, Error> {
    let model = with_schema_types(&crate::binding::adapted(model, &choices.binding), formats);
    let lower = |format: &&Format| format.lower(&model).map_err(|parts| Error::Format { format: format.name, parts });
    let lowered = formats.iter().map(lower).collect::<Result<Vec<_>, _>>()?;
    (language.explain)(&lowered, &Names::of(name, &model, choices)).map_err(Error::BackEnd)
}

/// How C++ names a struct, as in `::trade::Account`, and the first part of the names of its headers; `name` is that of those that are
/// for no schema file.
pub fn cpp_names(model: &Model, root: DeclId, name: &str) -> Option<(String, String)> {
    let types = Types::of_model(model);
    let file = without_end(&model.decls[root.0 as usize].file);
    let header = if file.is_empty() { name } else { file };
    let namespaces = namespaces::completed(&Namespaces::default());
    Some((cpp::struct_name(&types, types.struct_of(root)?, &namespaces), header.to_owned()))
}

/// How Erlang names a struct, as in `Account`, and the first part of the names of the modules with its codecs; `name` is that of those that
/// are for no schema file.
pub fn erlang_names(model: &Model, root: DeclId, name: &str) -> Option<(String, String)> {
    let types = Types::of_model(model);
    let file = flat_name(&model.decls[root.0 as usize].file);
    let module = if file.is_empty() { name.to_owned() } else { file };
    Some((erlang::record_name(&types, types.struct_of(root)?), module))
}

impl<'n> Names<'n> {
    fn of(schema: &'n str, model: &'n Model, choices: &'n Choices) -> Self {
        let files = model.decls.iter().map(|decl| decl.file.as_str()).collect();
        let imports = model.imports.iter().map(|(file, imports)| (file.as_str(), imports.as_slice())).collect();
        let (binding, namespaces) = (&choices.binding, choices.namespaces.clone());
        Self {
            schema,
            files,
            imports,
            binding,
            borrowed: false,
            describe: false,
            split: false,
            namespaces,
            envelopes: None,
        }
    }
}

impl Names<'_> {
    /// What files import, by the first parts of the names of their outputs.
    fn imports_as(&self, name: impl Fn(&str) -> String) -> BTreeMap<String, Vec<String>> {
        let named = |files: &[String]| files.iter().map(|file| name(file)).collect();
        self.imports.iter().map(|(file, imported)| (name(file), named(imported))).collect()
    }
}

/// The first part of the names of the files of framings.
const FRAMES: &str = "frames";

/// Generates the functions of framings, and the type of their frames; the files' names begin with `frames`.
pub fn frames(framings: &[&FrameFormat], language: &Language) -> Result<Vec<File>, Error> {
    let options = Options { immutable: language.immutable, ..Options::default() };
    let optimized = |framing: &&FrameFormat| {
        let mut module = framing.lower();
        optimize(&mut module, &options);
        module
    };
    let modules: Vec<Module> = framings.iter().map(optimized).collect();
    // They are the runtime's own, whatever a schema may declare.
    let namespaces =
        Namespaces { outer: String::new(), packages: vec![("polywire".to_owned(), "polywire".to_owned())] };
    let (model, choices) = (Model::default(), Choices { namespaces, ..Choices::default() });
    let names = Names { files: vec![""], ..Names::of(FRAMES, &model, &choices) };
    (language.print)(&modules, &names).map_err(Error::BackEnd)
}

impl Partial {
    /// The one decoder, which is optimised while its encoder is available to learn from.
    fn module(&self, model: &Model, format: &Format, options: &Options) -> Result<Module, Vec<Unsupported>> {
        let selecting = polywire_lower::Options { selection: self.selection.clone(), ..Default::default() };
        let mut module = format.lower_with(model, &selecting)?;
        optimize(&mut module, options);
        let root = module.types.struct_of(self.root);
        module.entries.retain(|entry| Some(entry.record) == root);
        module.entries.iter_mut().for_each(|entry| entry.encode = None);
        drop_unreached(&mut module);
        module.format = format!("{}_{}", format.name, self.name);
        Ok(module)
    }
}

/// The modules of views: for validated messages, and with checks of each access.
fn views(model: &Model, format: &Format, options: &Options) -> Result<[Module; 2], Vec<Unsupported>> {
    let viewing = polywire_lower::Options { views: true, ..Default::default() };
    let mut module = format.lower_with(model, &viewing)?;
    optimize(&mut module, options);
    Ok([trusting_views(module.clone()), checked_views(module)])
}

/// The framings of formats whose messages can be found in a stream, unless something may come between messages.
fn framings(formats: &[&Format]) -> Vec<(&'static str, &'static FrameFormat)> {
    let told = formats.iter().filter_map(|format| match format.delimiting {
        Delimiting::Framed(framing) => Some((format.name, framing)),
        Delimiting::None | Delimiting::SelfDelimiting => None,
    });
    told.filter(|(_, framing)| framing.is_dense).collect()
}

/// The structs in the sections of others.
fn groups(model: &Model) -> Vec<DeclId> {
    let ids = (0..model.decls.len() as u32).map(DeclId);
    let is_group =
        |id: &DeclId| model.as_struct(*id).and_then(|it| it.attrs.capnp.as_ref()).is_some_and(|it| it.is_group);
    ids.filter(is_group).collect()
}

/// All modules share their types, so those that one format adds are there for all.
fn with_schema_types(model: &Model, formats: &[&Format]) -> Model {
    formats.iter().filter_map(|format| format.schema_types).fold(model.clone(), |model, add| add(&model))
}

fn print_cpp(modules: &[Module], names: &Names) -> Printed {
    cpp::generate_bound(modules, &cpp_options(names), names.binding).map_err(|problems| problems.messages)
}

fn explain_cpp(lowered: &[Module], names: &Names) -> Printed {
    cpp::explain(lowered, &cpp_options(names), names.binding).map_err(|problems| problems.messages)
}

fn cpp_options(names: &Names) -> cpp::Options {
    let files = names.files.iter().map(|file| without_end(file).to_owned()).collect();
    let imports = names.imports_as(|file| without_end(file).to_owned());
    let namespaces = namespaces::completed(&names.namespaces);
    let (borrowed, describe, split) = (names.borrowed, names.describe, names.split);
    cpp::Options { name: names.schema.to_owned(), files, imports, borrowed, describe, split, namespaces }
}

fn print_erlang(modules: &[Module], names: &Names) -> Printed {
    let envelopes = |wanted: &Envelopes| {
        let of_module =
            |module: &Module| wanted.groups.iter().filter_map(|decl| module.types.struct_of(*decl)).collect();
        let frames = wanted.framings.iter().map(|(format, it)| ((*format).to_owned(), frames_module(it)));
        let prefix = wanted.prefix.clone();
        erlang::Envelopes {
            prefix,
            parts: modules.first().map(of_module).unwrap_or_default(),
            frames: frames.collect(),
        }
    };
    let options = erlang::Options { envelopes: names.envelopes.as_ref().map(envelopes), ..erlang_options(names) };
    erlang::generate(modules, &options).map_err(in_words)
}

fn frames_module(framing: &FrameFormat) -> String {
    format!("{FRAMES}_{}", framing.name)
}

fn explain_erlang(lowered: &[Module], names: &Names) -> Printed {
    erlang::explain(lowered, &erlang_options(names)).map_err(in_words)
}

fn erlang_options(names: &Names) -> erlang::Options {
    let files = names.files.iter().map(|file| flat_name(file)).collect();
    let imports = names.imports_as(flat_name);
    erlang::Options { name: names.schema.to_owned(), files, imports, envelopes: None }
}

fn in_words(problems: Vec<erlang::Unprintable>) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

/// The path of a schema file without the end of its name.
fn without_end(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(name, _)| name)
}

/// The path of a schema file without the end of its name, as one identifier.
fn flat_name(path: &str) -> String {
    without_end(path).chars().map(|ch| if ch.is_ascii_alphanumeric() { ch } else { '_' }).collect()
}
