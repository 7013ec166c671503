//! Source code for the types of a model and their codecs.
//!
//! Design: docs/decisions/0043-builds.md

mod attributes;
mod calls;
mod job;
mod language;
mod namespaces;
mod outputs;
mod packages;
mod parallel;
mod plan;

pub use attributes::rust_attributes;
pub use job::{BindingFile, Job, Misfit, Selected, Written};
pub use language::{Feature, LANGUAGES, Language, language};
pub use namespaces::namespaces;
pub use outputs::Outputs;
pub use packages::{go_packages, is_import_path};

use crate::calls::Protocol;
use language::Printing;
use plan::Plan;
use polywire_ir::Module;
use polywire_ir::types::StructId;
use polywire_lower::framing::FrameFormat;
use polywire_lower::{Delimiting, Format, Unsupported, Writer};
use polywire_model::{DeclId, Model, Selection};
use polywire_passes::{Options, checked_views, drop_unreached, optimize, trusting_views};

use polywire_backend::Exports;
pub use polywire_backend::File;
pub use polywire_backend::cpp::{Binding, Namespaces};
pub use polywire_backend::go::{Bound, Interfaces, Packages};
pub use polywire_backend::rust::{Additions, Attribute, OtherModule};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

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
    /// Where generated types are.
    placement: &'n Placement,
    /// The modules with another calling convention, if requested.
    envelopes: Option<Envelopes>,
    /// The functions of imported files' codecs.
    imports: &'n [Arc<Exports>],
    /// The part to print, if not everything.
    only: Option<Printing<'n>>,
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

/// Where generated types are, and the runtime, if not in the default places; the interfaces of other code that they
/// implement, and what is added to them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// The namespaces of types; for languages with [`Feature::Namespace`].
    pub namespaces: Namespaces,
    /// The packages of types; for languages with [`Feature::GoPackage`].
    pub packages: Packages,
    /// The formats whose methods implement interfaces of the standard library; for languages with [`Feature::GoBinary`] and
    /// [`Feature::GoJson`].
    pub interfaces: Interfaces,
    /// Existing types; for languages with [`Feature::Bind`] that place types.
    pub bound: Bound,
    /// Modules that other generators print beside these; for languages whose files are declared in an index.
    pub modules: Vec<OtherModule>,
    /// What is added to declarations; for languages with [`Feature::RustAttribute`] and [`Feature::Serde`].
    pub additions: Additions,
}

/// How many steps are done, and how many there are.
pub type Progress<'p> = dyn Fn(usize, usize) + Sync + 'p;

/// The output of a back end.
#[derive(Default)]
struct Output {
    files: Vec<File>,
    /// The functions that the codecs of importing files can use.
    exports: Arc<Exports>,
    /// The modules among them that an index declares.
    modules: Vec<OtherModule>,
}

impl Output {
    fn add(&mut self, other: Self) {
        self.files.extend(other.files);
        self.modules.extend(other.modules);
        Arc::make_mut(&mut self.exports).extend(Arc::unwrap_or_clone(other.exports));
    }
}

impl From<Vec<File>> for Output {
    fn from(files: Vec<File>) -> Self {
        Self { files, ..Self::default() }
    }
}

/// The output, or what the back end cannot print, in its words.
type Printed = Result<Output, Vec<String>>;

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

/// A decoder of some messages or fields, separate from the codec of its format.
pub struct Partial {
    /// Suffix of the format's name: `protobuf` and `quote` make `protobuf_quote`.
    pub name: String,
    /// The struct that is decoded.
    pub root: DeclId,
    /// The selected fields.
    pub selection: Selection,
    /// The schema of the messages, if it is not that of the struct; for formats that [resolve writers](Format::resolves_writers).
    pub writer: Option<Arc<Writer>>,
}

/// Options of the caller.
#[derive(Default)]
pub struct Choices {
    /// Decoders of selected fields and of other schemas' messages, in each format that has such.
    pub partials: Vec<Partial>,
    /// Existing classes; for languages with [`Feature::Bind`].
    pub binding: Binding,
    /// Also generates types whose texts and bytes borrow from the message, and their codecs; for languages
    /// with [`Feature::Borrowed`].
    pub borrowed: bool,
    /// Also generates views that read messages in place, for formats that support it and languages with
    /// [`Feature::Views`].
    pub views: bool,
    /// Also generates descriptions of the types; for languages with [`Feature::Describe`].
    pub describe: bool,
    /// Encoders and decoders are defined in source files instead of headers; for languages with [`Feature::Split`].
    pub split: bool,
    /// Where generated types are.
    pub placement: Placement,
    /// Also generates modules whose functions return plain values and raise errors; the text is the prefix of names
    /// there. For languages with [`Feature::Envelopes`].
    pub envelopes: Option<String>,
    /// Also generates codecs that do the same slowly and report where a message or a value is wrong.
    pub explain: bool,
    /// Also generates framings; for languages with [`Feature::Frames`].
    pub framings: Vec<&'static FrameFormat>,
    /// Names of the passes to leave out.
    pub without: Vec<String>,
    /// The protocols by which services are called; for languages with [`Feature::Rpc`].
    pub protocols: Vec<&'static Protocol>,
    /// By the name of a format, the types that get no codecs in it, with all types that lead to them.
    pub left_out: HashMap<&'static str, BTreeSet<DeclId>>,
}

/// What to generate.
#[derive(Clone, Copy)]
pub struct Request<'r> {
    /// The schema.
    pub model: &'r Model,
    /// The first part of the names of files without a schema file.
    pub name: &'r str,
    /// Formats to generate codecs for.
    pub formats: &'r [&'r Format],
    /// Options.
    pub choices: &'r Choices,
    /// The language.
    pub language: &'r Language,
}

/// Generates the files of a schema; `name` is the first part of their names.
pub fn generate(model: &Model, name: &str, formats: &[&Format], language: &Language) -> Result<Vec<File>, Error> {
    generate_with(&Request { model, name, formats, choices: &Choices::default(), language }, &|_, _| {})
}

/// As `generate`, with options of the caller. The output for a schema file depends on it and its imports alone;
/// progress is reported.
pub fn generate_with(request: &Request<'_>, progress: &Progress<'_>) -> Result<Vec<File>, Error> {
    Plan::of(*request)?.files(progress)
}

/// The first part of the names of framing files.
const FRAMES: &str = "frames";

/// Generates the functions of framings, and the type of their frames; the file names begin with `frames`.
fn frames(framings: &[&FrameFormat], packages: &Packages, language: &Language) -> Result<Vec<File>, Error> {
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
    let placement = Placement { namespaces, packages: packages.clone(), ..Placement::default() };
    let binding = Binding::default();
    let names = Names {
        schema: FRAMES,
        files: vec![""],
        binding: &binding,
        borrowed: false,
        describe: false,
        split: false,
        placement: &placement,
        envelopes: None,
        imports: &[],
        only: None,
    };
    Ok((language.frames)(&modules, &names).map_err(Error::BackEnd)?.files)
}

impl Choices {
    /// Returns true if an existing type is used in place of a struct.
    fn binds(&self, id: StructId) -> bool {
        self.binding.structs.contains_key(&id) || self.placement.bound.structs.contains_key(&id)
    }

    /// Returns the names under which codecs of a format are generated.
    fn names_of(&self, format: &Format) -> Vec<String> {
        let partials = self.partials.iter().filter(|partial| partial.is_for(format));
        let partials = partials.map(|partial| format!("{}_{}", format.name, partial.name));
        std::iter::once(format.name.to_owned()).chain(partials).collect()
    }
}

impl Partial {
    /// Returns true if the format has such a decoder.
    fn is_for(&self, format: &Format) -> bool {
        self.writer.is_none() || format.resolves_writers()
    }

    /// Lowers and optimises a partial decoder. The encoder is kept until then, because passes learn from it.
    fn module(&self, model: &Model, format: &Format, options: &Options) -> Result<Module, Vec<Unsupported>> {
        let (selection, writer) = (self.selection.clone(), self.writer.clone());
        let root = writer.as_ref().map(|_| self.root);
        let decoding = polywire_lower::Options { selection, root, writer, ..Default::default() };
        let mut module = format.lower_with(model, &decoding)?;
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
fn views(mut module: Module, options: &Options) -> [Module; 2] {
    optimize(&mut module, options);
    [trusting_views(module.clone()), checked_views(module)]
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
fn settled(model: &Model, formats: &[&Format]) -> Result<Model, String> {
    let mut built_in = formats.iter().filter_map(|format| format.built_in);
    let model = built_in.try_fold(model.clone(), |model, it| (it.beside)(&model))?;
    let mut model = formats.iter().filter_map(|format| format.schema_types).fold(model, |model, add| add(&model));
    formats.iter().filter_map(|format| format.settle).for_each(|settle| settle(&mut model));
    Ok(model)
}
