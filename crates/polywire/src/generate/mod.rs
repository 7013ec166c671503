//! Source code for the types of a model and their codecs.
//!
//! Design: docs/decisions/0043-builds.md

mod job;
mod namespaces;
mod outputs;
mod parallel;
mod plan;

pub use job::{BindingFile, Job, Misfit, Selected};
pub use namespaces::namespaces;
pub use outputs::Outputs;

use plan::Plan;
use polywire_backend::{Only, cpp, erlang};
use polywire_ir::Module;
use polywire_ir::types::{Named, Types};
use polywire_lower::framing::FrameFormat;
use polywire_lower::{Delimiting, Format, Unsupported};
use polywire_model::{DeclId, Model, Selection};
use polywire_passes::{Options, checked_views, drop_unreached, optimize, trusting_views};
use std::collections::BTreeSet;
use std::sync::Arc;

pub use polywire_backend::File;
pub use polywire_backend::cpp::{Binding, Namespaces};

/// A programming language.
pub struct Language {
    /// Name on the command line.
    pub name: &'static str,
    /// Bytes already written cannot be changed.
    immutable: bool,
    /// Functions that compute the size of a value are generated from the IR.
    has_sizes: bool,
    /// Codecs can use existing classes.
    binds: bool,
    /// The first part of the names of a schema file's outputs.
    output: fn(&str) -> String,
    /// Outputs of schema files call each other's functions for the messages in an `Any`.
    links: bool,
    /// The codecs of a schema file include those of imported files.
    includes: bool,
    whole: fn(&Types, &Namespaces) -> Whole,
    print: fn(&[Module], &Names) -> Printed,
    /// Prints the lowered codecs, which report the position of an error.
    explain: fn(&[Module], &Names) -> Printed,
}

impl Language {
    /// Returns true if codecs can use existing classes.
    pub fn binds(&self) -> bool {
        self.binds
    }
}

/// The names of generated files, and the caller's options.
struct Names<'n> {
    /// The schema.
    schema: &'n str,
    /// The schema file of each declaration; empty where there is none.
    files: Vec<&'n str>,
    /// Existing classes.
    binding: &'n Binding,
    /// True if borrowing types are generated too.
    borrowed: bool,
    /// True if type descriptions are generated too.
    describe: bool,
    /// True if encoders and decoders are to be defined in source files.
    split: bool,
    /// The namespaces of types.
    namespaces: Namespaces,
    /// The modules with another calling convention, if requested.
    envelopes: Option<Envelopes>,
    /// The functions of imported files' codecs.
    imports: &'n [Arc<cpp::Exports>],
    /// The part to print, if not everything.
    only: Option<Printing<'n>>,
}

/// The printing of a part of a schema.
struct Printing<'n> {
    whole: &'n Whole,
    origins: &'n [Named],
    files: &'n BTreeSet<String>,
    types: bool,
}

/// The names of all types of a schema, in the language.
enum Whole {
    Cpp(Arc<cpp::Names>),
    Erlang(Arc<erlang::Names>),
}

/// The contents of modules for another calling convention.
struct Envelopes {
    /// Prefix of names.
    prefix: String,
    /// Declarations that are groups of others.
    groups: Vec<DeclId>,
    /// Formats whose messages can be followed by others, with their framings.
    framings: Vec<(&'static str, &'static FrameFormat)>,
}

impl Printing<'_> {
    fn of<N>(&self, names: &Arc<N>, schema: &str) -> Only<N> {
        let name = |file: &String| if file.is_empty() { schema.to_owned() } else { file.clone() };
        let files = self.files.iter().map(name).collect();
        Only { names: names.clone(), origins: self.origins.to_vec(), files, types: self.types }
    }
}

/// How many steps are done, and how many there are.
pub type Progress<'p> = dyn Fn(usize, usize) + Sync + 'p;

/// The output of a back end.
#[derive(Default)]
struct Output {
    files: Vec<File>,
    /// The functions that the codecs of importing files can use.
    exports: Arc<cpp::Exports>,
}

impl Output {
    fn add(&mut self, other: Self) {
        self.files.extend(other.files);
        Arc::make_mut(&mut self.exports).extend(Arc::unwrap_or_clone(other.exports));
    }
}

impl From<cpp::Output> for Output {
    fn from(output: cpp::Output) -> Self {
        Self { files: output.files, exports: Arc::new(output.exports) }
    }
}

impl From<Vec<File>> for Output {
    fn from(files: Vec<File>) -> Self {
        Self { files, ..Self::default() }
    }
}

/// The output, or what the back end cannot print, in its words.
type Printed = Result<Output, Vec<String>>;

/// All languages.
pub const LANGUAGES: &[Language] = &[
    Language {
        name: "cpp",
        immutable: false,
        has_sizes: true,
        binds: true,
        output: |file| without_end(file).to_owned(),
        links: false,
        includes: true,
        whole: |types, namespaces| Whole::Cpp(Arc::new(cpp::Names::of(types, &namespaces::completed(namespaces)))),
        print: print_cpp,
        explain: explain_cpp,
    },
    Language {
        name: "erlang",
        immutable: true,
        has_sizes: false,
        binds: false,
        output: flat_name,
        links: true,
        includes: false,
        whole: |types, _| Whole::Erlang(Arc::new(erlang::Names::of(types))),
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
    /// Suffix of the format's name: `protobuf` and `quote` make `protobuf_quote`.
    pub name: String,
    /// The struct that is decoded.
    pub root: DeclId,
    /// The selected fields.
    pub selection: Selection,
}

/// Options of the caller.
#[derive(Default)]
pub struct Choices {
    /// Decoders of selected fields, in each format.
    pub partials: Vec<Partial>,
    /// Existing classes; only for C++.
    pub binding: Binding,
    /// Also generates types whose texts and bytes borrow from the message, and their codecs; only for C++.
    pub borrowed: bool,
    /// Also generates views that read messages in place, for formats that support it; only for C++.
    pub views: bool,
    /// Also generates descriptions of the types; only for C++.
    pub describe: bool,
    /// Encoders and decoders are defined in source files instead of headers; only for C++.
    pub split: bool,
    /// The namespaces of types, if not the default ones; only for C++.
    pub namespaces: Namespaces,
    /// Also generates modules whose functions return plain values and raise errors; the text is the prefix of names
    /// there. Only for Erlang.
    pub envelopes: Option<String>,
    /// Also generates codecs that do the same slowly and report where a message or a value is wrong.
    pub explain: bool,
    /// Names of the passes to leave out.
    pub without: Vec<String>,
}

/// Generates the files of a schema; `name` is the first part of their names.
pub fn generate(model: &Model, name: &str, formats: &[&Format], language: &Language) -> Result<Vec<File>, Error> {
    generate_with(model, name, formats, &Choices::default(), language, &|_, _| {})
}

/// As `generate`, with options of the caller. The output for a schema file depends on it and its imports alone;
/// progress is reported.
pub fn generate_with(
    model: &Model,
    name: &str,
    formats: &[&Format],
    choices: &Choices,
    language: &Language,
    progress: &Progress<'_>,
) -> Result<Vec<File>, Error> {
    Plan::of(model, name, formats, choices, language).files(progress)
}

/// Returns the C++ name of a struct, as in `::trade::Account`, and the first part of its headers' names; `name` is that
/// of files without a schema file.
pub fn cpp_names(model: &Model, root: DeclId, name: &str) -> Option<(String, String)> {
    let types = Types::of_model(model);
    let file = without_end(&model.decls[root.0 as usize].file);
    let header = if file.is_empty() { name } else { file };
    let namespaces = namespaces::completed(&Namespaces::default());
    Some((cpp::struct_name(&types, types.struct_of(root)?, &namespaces), header.to_owned()))
}

/// Returns the Erlang name of a struct, as in `Account`, and the first part of the names of its codec modules; `name`
/// is that of files without a schema file.
pub fn erlang_names(model: &Model, root: DeclId, name: &str) -> Option<(String, String)> {
    let types = Types::of_model(model);
    let file = flat_name(&model.decls[root.0 as usize].file);
    let module = if file.is_empty() { name.to_owned() } else { file };
    Some((erlang::record_name(&types, types.struct_of(root)?), module))
}

/// The first part of the names of framing files.
const FRAMES: &str = "frames";

/// Generates the functions of framings, and the type of their frames; the file names begin with `frames`.
pub fn frames(framings: &[&FrameFormat], language: &Language) -> Result<Vec<File>, Error> {
    let options = Options { immutable: language.immutable, ..Options::default() };
    let optimized = |framing: &&FrameFormat| {
        let mut module = framing.lower();
        optimize(&mut module, &options);
        module
    };
    let modules: Vec<Module> = framings.iter().map(optimized).collect();
    // The runtime contains the framings, so they do not depend on the schema.
    let namespaces =
        Namespaces { outer: String::new(), packages: vec![("polywire".to_owned(), "polywire".to_owned())] };
    let binding = Binding::default();
    let names = Names {
        schema: FRAMES,
        files: vec![""],
        binding: &binding,
        borrowed: false,
        describe: false,
        split: false,
        namespaces,
        envelopes: None,
        imports: &[],
        only: None,
    };
    Ok((language.print)(&modules, &names).map_err(Error::BackEnd)?.files)
}

impl Partial {
    /// Lowers and optimises a partial decoder. The encoder is kept until then, because passes learn from it.
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

/// Returns the modules of views: for validated messages, and with checks on each access.
fn views(model: &Model, format: &Format, options: &Options) -> Result<[Module; 2], Vec<Unsupported>> {
    let viewing = polywire_lower::Options { views: true, ..Default::default() };
    let mut module = format.lower_with(model, &viewing)?;
    optimize(&mut module, options);
    Ok([trusting_views(module.clone()), checked_views(module)])
}

/// Returns the framings of formats whose messages can be found in a stream, unless separators may come between
/// messages.
fn framings(formats: &[&Format]) -> Vec<(&'static str, &'static FrameFormat)> {
    let told = formats.iter().filter_map(|format| match format.delimiting {
        Delimiting::Framed(framing) => Some((format.name, framing)),
        Delimiting::None | Delimiting::SelfDelimiting => None,
    });
    told.filter(|(_, framing)| framing.is_dense).collect()
}

/// Returns the structs that are stored in the sections of others.
fn groups(model: &Model) -> Vec<DeclId> {
    let ids = (0..model.decls.len() as u32).map(DeclId);
    let is_group =
        |id: &DeclId| model.as_struct(*id).and_then(|it| it.attrs.capnp.as_ref()).is_some_and(|it| it.is_group);
    ids.filter(is_group).collect()
}

/// All modules share their types, so those that one format adds are there for all; and what a format takes from the whole model
/// is settled before that is divided.
fn settled(model: &Model, formats: &[&Format]) -> Model {
    let mut model =
        formats.iter().filter_map(|format| format.schema_types).fold(model.clone(), |model, add| add(&model));
    formats.iter().filter_map(|format| format.settle).for_each(|settle| settle(&mut model));
    model
}

fn print_cpp(modules: &[Module], names: &Names) -> Printed {
    let printed = cpp::generate_linked(modules, &cpp_options(names), names.binding);
    printed.map(Output::from).map_err(|problems| problems.messages)
}

fn explain_cpp(lowered: &[Module], names: &Names) -> Printed {
    let printed = cpp::explain(lowered, &cpp_options(names), names.binding);
    printed.map(Output::from).map_err(|problems| problems.messages)
}

fn cpp_options(names: &Names) -> cpp::Options {
    let files = names.files.iter().map(|file| without_end(file).to_owned()).collect();
    let only = names.only.as_ref().and_then(|it| match it.whole {
        Whole::Cpp(whole) => Some(it.of(whole, names.schema)),
        Whole::Erlang(_) => None,
    });
    let namespaces = namespaces::completed(&names.namespaces);
    let (borrowed, describe, split) = (names.borrowed, names.describe, names.split);
    let imports = names.imports.to_vec();
    cpp::Options { name: names.schema.to_owned(), files, borrowed, describe, split, namespaces, only, imports }
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
    erlang::generate(modules, &options).map(Output::from).map_err(in_words)
}

fn frames_module(framing: &FrameFormat) -> String {
    format!("{FRAMES}_{}", framing.name)
}

fn explain_erlang(lowered: &[Module], names: &Names) -> Printed {
    erlang::explain(lowered, &erlang_options(names)).map(Output::from).map_err(in_words)
}

fn erlang_options(names: &Names) -> erlang::Options {
    let files = names.files.iter().map(|file| flat_name(file)).collect();
    let only = names.only.as_ref().and_then(|it| match it.whole {
        Whole::Erlang(whole) => Some(it.of(whole, names.schema)),
        Whole::Cpp(_) => None,
    });
    erlang::Options { name: names.schema.to_owned(), files, envelopes: None, only }
}

fn in_words(problems: Vec<erlang::Unprintable>) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

/// Returns the path of a schema file without its extension.
fn without_end(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(name, _)| name)
}

/// Returns the path of a schema file without its extension, as one identifier.
fn flat_name(path: &str) -> String {
    without_end(path).chars().map(|ch| if ch.is_ascii_alphanumeric() { ch } else { '_' }).collect()
}
