//! Schema files to models.

use super::args::{ExtensionForm, Global, Imports};
use super::capnp_files;
use super::failure::Failure;
use super::inputs::Inputs;
use super::lock_files::{Locks, lock_path};
use super::terminal;
use polywire::codec::Codecs;
use polywire::lock_update;
use polywire::problem::Problem;
use polywire::schema::{
    self, Compiled, DescriptorSet, Extensions, Language, Nodes, compile_files, compile_with, unsupported,
};
use polywire::{
    Change, Diagnostic, Fact, Format, LoadError, LoadedFile, Model, Options, Selection, Severity, SourceMap,
    Unsupported, render,
};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

/// A schema without errors.
pub struct Schema {
    pub model: Model,
    /// Descriptors of the files; empty for a built-in schema and for other languages.
    pub descriptors: DescriptorSet,
    /// The declarations of a Cap'n Proto schema.
    pub nodes: Option<Nodes>,
    pub sources: SourceMap,
    /// The files that were read.
    pub read: Vec<PathBuf>,
    /// Paths of schema files by the names used in declarations; built-in files have none.
    pub(super) files: BTreeMap<String, PathBuf>,
    /// The user's own folders: the working folder, and those of the named files.
    own_folders: Vec<PathBuf>,
    /// Locks already reported as stale.
    told_stale: RefCell<BTreeSet<String>>,
}

/// The formats for which edits that break messages are reported.
#[derive(Default)]
pub struct Reported {
    /// Formats in use: each edit is reported.
    pub in_full: Vec<&'static Format>,
    /// Formats that may not be in use: one warning names all edits.
    pub in_summary: Vec<&'static Format>,
}

impl Reported {
    pub fn in_full(formats: &[&'static Format]) -> Self {
        Self { in_full: formats.to_vec(), in_summary: Vec::new() }
    }
}

impl Schema {
    /// Reads and compiles a schema file; prints its errors.
    pub fn load(path: &Path, imports: &Imports, global: Global) -> Result<Self, Failure> {
        Self::load_all(&[path.to_owned()], imports, global)
    }

    /// Reads and compiles several schema files together; prints their errors.
    pub fn load_all(paths: &[PathBuf], imports: &Imports, global: Global) -> Result<Self, Failure> {
        let languages = paths.iter().map(|path| language(path)).collect::<Result<Vec<_>, _>>()?;
        if languages.iter().all(|it| *it == Language::Capnp) {
            let (compiled, read) = capnp_files::compile(paths, imports)?;
            let files = capnp_files::paths(&compiled, &read);
            return Self::of(compiled, (read, files), own_folders(paths), global);
        }
        let roots = Roots::read(paths, imports)?;
        let read = RefCell::new(paths.to_vec());
        let files = RefCell::new(roots.paths());
        let loader = |import: &str| match roots.find(import) {
            Some(root) => Ok(root.clone()),
            None => {
                let found = search(&roots.folders, import);
                if let Ok(file) = &found {
                    read.borrow_mut().push(PathBuf::from(&file.name));
                    files.borrow_mut().insert(import.to_owned(), PathBuf::from(&file.name));
                }
                found
            }
        };
        let extensions = imports.extensions.into();
        let compiled = match (roots.names().as_slice(), languages.as_slice()) {
            ([name], [language]) => compile_with(*language, name, &loader, extensions),
            (names, languages) if languages.iter().all(|it| *it == Language::Proto) => {
                compile_files(names, &loader, extensions)
            }
            _ => {
                return Err(Failure::Usage(
                    "give schemas of one language, or one compiled schema alone; it holds any number of files"
                        .to_owned(),
                ));
            }
        };
        let files = match (compiled.model.as_ref(), languages.as_slice()) {
            (Some(model), [Language::DescriptorSet | Language::CapnpRequest]) => all_in(model, &paths[0]),
            _ => files.into_inner(),
        };
        Self::of(compiled, (read.into_inner(), files), own_folders(paths), global)
    }

    fn of(
        compiled: Compiled,
        (read, files): (Vec<PathBuf>, BTreeMap<String, PathBuf>),
        own_folders: Vec<PathBuf>,
        global: Global,
    ) -> Result<Self, Failure> {
        let Compiled { model, descriptors, nodes, sources, diagnostics } = compiled;
        print_all(&diagnostics, &sources, global);
        let model = model.ok_or(Failure::Reported)?;
        let descriptors = descriptors.unwrap_or_default();
        Ok(Self { model, descriptors, nodes, sources, read, files, own_folders, told_stale: RefCell::default() })
    }

    /// Returns a schema built into the program.
    pub fn built_in(model: Model) -> Self {
        let (descriptors, sources) = (DescriptorSet::default(), SourceMap::default());
        let (files, own_folders, told_stale) = (BTreeMap::new(), Vec::new(), RefCell::default());
        Self { model, descriptors, nodes: None, sources, read: Vec::new(), files, own_folders, told_stale }
    }

    /// Returns the files that were read, and their locks.
    pub fn inputs(&self) -> Inputs {
        let mut inputs = Inputs::of(&self.read);
        inputs.extend(self.files.values().map(|path| lock_path(path)));
        inputs
    }

    /// Returns the codecs of a format for all types; prints what the format cannot hold.
    pub fn codecs(&self, format: &'static Format, global: Global) -> Result<Codecs, Failure> {
        let model = self.model_for(&[format], global)?;
        Codecs::new(&model, format).map_err(|parts| self.report_unsupported(format.name, &parts, global))
    }

    /// Returns the codecs of a format for a type, and for others that the format can hold; prints what it cannot hold of
    /// this type.
    pub fn codecs_of(
        &self,
        name: &str,
        format: &'static Format,
        options: &Options,
        global: Global,
    ) -> Result<Codecs, Failure> {
        let (model, options) = (self.model_for(&[format], global)?, self.needing(name, options));
        Codecs::with(&model, format, &options).map_err(|parts| self.report_unsupported(format.name, &parts, global))
    }

    /// Like [`Self::codecs_of`]; the codecs can validate.
    pub fn validators_of(
        &self,
        name: &str,
        format: &'static Format,
        options: &Options,
        global: Global,
    ) -> Result<Codecs, Failure> {
        let (model, options) = (self.model_for(&[format], global)?, self.needing(name, options));
        Codecs::validating(&model, format, &options)
            .map_err(|parts| self.report_unsupported(format.name, &parts, global))
    }

    fn needing(&self, name: &str, options: &Options) -> Options {
        Options { root: self.model.find(name), ..options.clone() }
    }

    /// Returns the model with the facts that formats need, from the locks of the schema files.
    pub fn model_for(&self, formats: &[&Format], global: Global) -> Result<Cow<'_, Model>, Failure> {
        let facts = lock_update::needed(&self.model, formats);
        if facts.is_empty() {
            return Ok(Cow::Borrowed(&self.model));
        }
        let (model, locks, _) = self.settle(&facts, &Locks::default(), global)?;
        locks.warn(&mut self.told_stale.borrow_mut(), global);
        Ok(Cow::Owned(model))
    }

    /// Returns the model with these facts and those in its locks, and the updated locks. `pending` are locks that are
    /// not written yet.
    fn settle(&self, facts: &[Fact], pending: &Locks, global: Global) -> Result<(Model, Locks, Vec<Change>), Failure> {
        let mut find = |file: &str| self.files.get(file).map(|path| pending.find(path)).transpose();
        let settled = lock_update::settle(&self.model, facts, &self.sources, &mut find);
        let settled = settled.map_err(|problem| problem_failure(problem, global))?;
        Ok((settled.model, Locks::of(settled.locks), settled.changes))
    }

    /// Returns the model with the facts that these formats need, and the locks to write; locks of other people's
    /// schemas are not written. Warns about edits that break existing messages.
    pub fn settle_own(
        &self,
        formats: &[&Format],
        reported: &Reported,
        pending: &Locks,
        global: Global,
    ) -> Result<(Model, Locks), Failure> {
        let (model, mut locks, changes) = self.settle(&lock_update::needed(&self.model, formats), pending, global)?;
        let mut warnings = lock_update::breaks(&model, &changes, &reported.in_full);
        warnings.extend(lock_update::breaks_in_summary(&model, &changes, &reported.in_summary));
        print_all(&warnings, &self.sources, global);
        locks.leave_others(&self.own_folders, &mut self.told_stale.borrow_mut(), global);
        Ok((model, locks))
    }

    /// Returns the fields of a struct that paths name; prints errors in the paths.
    pub fn selection(&self, name: &str, paths: &str, global: Global) -> Result<Selection, Failure> {
        let selection = schema::selection(&self.model, &self.sources, name, paths);
        selection.map(|(_, it)| it).map_err(|problem| problem_failure(problem, global))
    }

    /// Returns the name used for a file in declarations.
    pub fn file_of(&self, path: &str) -> String {
        let named = self.files.iter().find(|(_, file)| *file == Path::new(path)).map(|(name, _)| name.clone());
        named.unwrap_or_else(|| path.to_owned())
    }

    /// Prints the parts of the model that a format cannot represent.
    pub fn report_unsupported(&self, format: &str, parts: &[Unsupported], global: Global) -> Failure {
        print_all(&unsupported(format, parts), &self.sources, global);
        Failure::Reported
    }

    /// Returns the full name of the struct that the user means.
    pub fn type_name(&self, wanted: Option<&str>) -> Result<String, Failure> {
        schema::type_name(&self.model, wanted).map_err(Failure::Usage)
    }
}

fn own_folders(schemas: &[PathBuf]) -> Vec<PathBuf> {
    let named = schemas.iter().filter_map(|path| path.parent()).map(Path::to_owned);
    std::iter::once(PathBuf::from(".")).chain(named).collect()
}

/// Maps the source files of a compiled schema to the one file that contains all its declarations.
fn all_in(model: &Model, path: &Path) -> BTreeMap<String, PathBuf> {
    model.decls.iter().map(|decl| (decl.file.clone(), path.to_owned())).collect()
}

/// Prints problems that refer to files; returns the failure.
pub fn problem_failure(problem: Problem, global: Global) -> Failure {
    match problem {
        Problem::Usage(message) => Failure::Usage(message),
        Problem::Input(message) => Failure::Input(message),
        Problem::Diagnostics(diagnostics, sources) => {
            print_all(&diagnostics, &sources, global);
            Failure::Reported
        }
    }
}

/// Returns the format with a name that the argument parser has checked.
pub fn format(name: &str) -> Result<&'static Format, Failure> {
    polywire::format(name).ok_or_else(|| Failure::Usage(format!("there is no format `{name}`")))
}

fn print_all(diagnostics: &[Diagnostic], sources: &SourceMap, global: Global) {
    let shown = diagnostics.iter().filter(|it| !global.quiet || it.severity == Severity::Error);
    for diagnostic in shown.clone().take(MOST_SHOWN) {
        terminal::line(&(render(sources, diagnostic, terminal::style(global)) + "\n"));
    }
    let others = shown.count().saturating_sub(MOST_SHOWN);
    if others > 0 {
        terminal::print("error", &format!("at least {others} more problems are not shown"), global);
    }
}

/// Nobody reads more problems than this.
const MOST_SHOWN: usize = 100;

impl From<ExtensionForm> for Extensions {
    fn from(form: ExtensionForm) -> Self {
        match form {
            ExtensionForm::Inside => Self::Inside,
            ExtensionForm::Apart => Self::Apart,
        }
    }
}

fn language(path: &Path) -> Result<Language, Failure> {
    let name = path.to_string_lossy();
    Language::of_path(&name).ok_or_else(|| {
        Failure::Usage(format!(
            "{name}: unknown schema language; the file name must end in .proto, .fds, .desc, .pb, .binpb, .protoset, .capnp, .cgr \
             or .cgr.bin"
        ))
    })
}

/// The files that the user names, and the import folders.
struct Roots {
    folders: Vec<PathBuf>,
    /// Files by the names under which others import them.
    files: Vec<(String, LoadedFile)>,
}

impl Roots {
    fn read(paths: &[PathBuf], imports: &Imports) -> Result<Self, Failure> {
        let mut roots = Self { folders: folders(paths, imports), files: Vec::new() };
        for path in paths {
            let bytes = fs::read(path).map_err(|error| Failure::reading(path, &error))?;
            let name = root_name(path, &roots.folders);
            if let Some(other) = roots.find(&name) {
                let (path, other) = (path.display(), &other.name);
                let message =
                    format!("{other} and {path} have the same name for imports; give a folder above them with -I");
                return Err(Failure::Usage(message));
            }
            roots.files.push((name, LoadedFile { name: path.to_string_lossy().into_owned(), bytes }));
        }
        Ok(roots)
    }

    fn find(&self, import: &str) -> Option<&LoadedFile> {
        self.files.iter().find(|(name, _)| name == import).map(|(_, file)| file)
    }

    fn paths(&self) -> BTreeMap<String, PathBuf> {
        self.files.iter().map(|(name, file)| (name.clone(), PathBuf::from(&file.name))).collect()
    }

    fn names(&self) -> Vec<&str> {
        self.files.iter().map(|(name, _)| name.as_str()).collect()
    }
}

pub(super) fn folders(paths: &[PathBuf], imports: &Imports) -> Vec<PathBuf> {
    if !imports.folders.is_empty() {
        return imports.folders.clone();
    }
    let mut folders = Vec::new();
    for path in paths {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folders.iter().any(|folder| folder == parent) {
            folders.push(parent.to_owned());
        }
    }
    folders
}

/// Returns the name by which other files import this one: its path relative to an import folder.
fn root_name(path: &Path, folders: &[PathBuf]) -> String {
    let below = folders.iter().find_map(|folder| path.strip_prefix(folder).ok());
    below.unwrap_or(path).to_string_lossy().into_owned()
}

pub(super) fn search(folders: &[PathBuf], import: &str) -> Result<LoadedFile, LoadError> {
    let stays_inside = Path::new(import).components().all(|part| matches!(part, Component::Normal(_)));
    if !stays_inside {
        return Err(LoadError::NotFound);
    }
    let found = folders.iter().map(|folder| read(&folder.join(import)));
    found.into_iter().find(|file| *file != Err(LoadError::NotFound)).unwrap_or(Err(LoadError::NotFound))
}

pub(super) fn read(path: &Path) -> Result<LoadedFile, LoadError> {
    match fs::read(path) {
        Ok(bytes) => Ok(LoadedFile { name: path.display().to_string(), bytes }),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(LoadError::NotFound),
        Err(error) => Err(LoadError::Unreadable(error.to_string())),
    }
}
