//! Schema files to models.

use super::args::{ExtensionForm, Global, Imports};
use super::failure::Failure;
use super::inputs::Inputs;
use super::output;
use super::terminal;
use polywire::codec::Codecs;
use polywire::lock_update::{self, Settled, State, stale};
use polywire::problem::Problem;
use polywire::schema::{self, Extensions, unsupported};
use polywire::schema_files::{self, FileSystem, Locks, Reported, SchemaFiles, lock_path};
use polywire::{Calls, Diagnostic, Format, Model, Options, Selection, Severity, SourceMap, Unsupported};
use polywire_model::Called;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// The machine's.
pub const FILE_SYSTEM: FileSystem<'static> =
    FileSystem { read: &|path| fs::read(path), canonicalize: &|path| fs::canonicalize(path) };

/// A schema without errors; what is wrong in its use is printed.
pub struct Schema {
    schema: SchemaFiles,
    /// Locks already reported as stale.
    told_stale: RefCell<BTreeSet<String>>,
}

impl Deref for Schema {
    type Target = SchemaFiles;

    fn deref(&self) -> &SchemaFiles {
        &self.schema
    }
}

impl Schema {
    /// Reads and compiles a schema file; prints its errors.
    pub fn load(path: &Path, imports: &Imports, global: Global) -> Result<Self, Failure> {
        Self::load_all(&[path.to_owned()], imports, global)
    }

    /// Reads and compiles several schema files together; prints their errors.
    pub fn load_all(paths: &[PathBuf], imports: &Imports, global: Global) -> Result<Self, Failure> {
        Self::checked(compile(paths, imports), global)
    }

    /// Like [`Self::load_all`], with another file system.
    pub fn load_from(
        paths: &[PathBuf],
        imports: &schema_files::Imports,
        system: FileSystem,
        global: Global,
    ) -> Result<Self, Failure> {
        Self::checked(SchemaFiles::load(paths, imports, system), global)
    }

    fn checked(schema: Result<SchemaFiles, Problem>, global: Global) -> Result<Self, Failure> {
        let schema = schema.map_err(|problem| problem_failure(problem, global))?;
        warn(&schema.warnings, &schema.sources, global)?;
        Ok(Self { schema, told_stale: RefCell::default() })
    }

    /// Makes what a name means a type of messages.
    pub fn with_message(mut self, wanted: Option<&str>) -> Self {
        wanted.into_iter().for_each(|wanted| self.schema.declare_message(wanted));
        self
    }

    /// Returns the schema with the types of a format whose messages call these operations.
    pub fn calling(&self, calls: Calls, called: &Called) -> Result<Self, Failure> {
        let schema = self.schema.calling(calls, called).map_err(Failure::Usage)?;
        Ok(Self { schema, told_stale: self.told_stale.clone() })
    }

    /// Changes the types and methods for a protocol that has its own rules for them.
    #[cfg(feature = "net")]
    pub fn adapted(mut self, adapt: impl FnOnce(&mut Model)) -> Self {
        adapt(&mut self.schema.model);
        self
    }

    /// Returns a schema built into the program.
    pub fn built_in(model: Model) -> Self {
        Self { schema: SchemaFiles::built_in(model), told_stale: RefCell::default() }
    }

    /// Returns the files that were read, and their locks.
    pub fn inputs(&self) -> Inputs {
        let mut inputs = Inputs::of(&self.read);
        inputs.extend(self.files.values().map(|path| lock_path(path)));
        inputs
    }

    /// Returns the codecs of a format for all types; prints what the format cannot hold.
    pub fn codecs(&self, format: &'static Format, global: Global) -> Result<Codecs, Failure> {
        self.all_codecs_of(format, &Options::default(), global)
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

    /// Returns the codecs of a format for all types, with options; prints what the format cannot hold.
    pub fn all_codecs_of(&self, format: &'static Format, options: &Options, global: Global) -> Result<Codecs, Failure> {
        let model = self.model_for(&[format], global)?;
        Codecs::with(&model, format, options).map_err(|parts| self.report_unsupported(format.name, &parts, global))
    }

    /// Like [`Self::all_codecs_of`]; the codecs can validate.
    pub fn all_validators_of(
        &self,
        format: &'static Format,
        options: &Options,
        global: Global,
    ) -> Result<Codecs, Failure> {
        let model = self.model_for(&[format], global)?;
        Codecs::validating(&model, format, options)
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
        let settled = self.settle(&facts, &Locks::default(), FILE_SYSTEM);
        let (model, locks, _) = settled.map_err(|problem| problem_failure(problem, global))?;
        self.warn_of(locks.iter().filter(|lock| lock.state == State::Stale), global);
        Ok(Cow::Owned(model))
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
        let settled = self.schema.settle_own(formats, reported, pending, FILE_SYSTEM);
        let settled = settled.map_err(|problem| problem_failure(problem, global))?;
        warn(&settled.warnings, &self.sources, global)?;
        self.warn_of(settled.locks.stale_others(), global);
        Ok((settled.model, settled.locks))
    }

    /// Warns about incomplete locks, each once.
    fn warn_of<'l>(&self, stale_locks: impl Iterator<Item = &'l Settled>, global: Global) {
        for lock in stale_locks.filter(|_| !global.quiet) {
            if self.told_stale.borrow_mut().insert(lock.path.clone()) {
                terminal::print("warning", &stale(&lock.path), global);
            }
        }
    }

    /// Returns the fields of a struct that paths name; prints errors in the paths.
    pub fn selection(&self, name: &str, paths: &str, global: Global) -> Result<Selection, Failure> {
        let selection = schema::selection(&self.model, &self.sources, name, paths);
        selection.map(|(_, it)| it).map_err(|problem| problem_failure(problem, global))
    }

    /// Prints the parts of the model that a format cannot represent.
    pub fn report_unsupported(&self, format: &str, parts: &[Unsupported], global: Global) -> Failure {
        self.report(&unsupported(format, parts), global)
    }

    /// Prints problems of the schema's files; returns the failure.
    pub fn report(&self, problems: &[Diagnostic], global: Global) -> Failure {
        print_all(problems, &self.sources, global);
        Failure::Reported
    }

    /// Returns the full name of the struct that the user means; without a name, of that which the schema states, or of the only one.
    pub fn type_name(&self, wanted: Option<&str>) -> Result<String, Failure> {
        self.schema.type_name(wanted).map_err(Failure::Usage)
    }
}

/// Reads and compiles schema files together, and prints nothing.
pub fn compile(paths: &[PathBuf], imports: &Imports) -> Result<SchemaFiles, Problem> {
    SchemaFiles::load(paths, &imports.into(), FILE_SYSTEM)
}

impl From<&Imports> for schema_files::Imports {
    fn from(imports: &Imports) -> Self {
        Self {
            folders: imports.folders.clone(),
            extensions: imports.extensions.into(),
            allow_non_utf8: imports.allow_non_utf8,
            options: imports.chosen.clone(),
            macros: imports.macros.clone(),
            ..Self::default()
        }
    }
}

/// Returns the paths of locks that would change.
pub fn changed(locks: &Locks) -> Vec<&str> {
    locks.changed().map(|lock| lock.path.as_str()).collect()
}

/// Writes the locks that change; fails if one of them is an input under another name.
pub fn write_locks(locks: &Locks, inputs: &Inputs) -> Result<(), Failure> {
    locks.changed().try_for_each(|lock| inputs.check_updated(Path::new(&lock.path)))?;
    locks.changed().try_for_each(|lock| output::write(Path::new(&lock.path), lock.text.as_bytes()))
}

/// Prints problems that refer to files; returns the failure.
pub fn problem_failure(problem: Problem, global: Global) -> Failure {
    match problem {
        Problem::Usage(message) => Failure::Usage(message),
        Problem::Input(message) => Failure::Input(message),
        Problem::File(path, error) => Failure::reading(&path, &error),
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

/// Prints warnings, which may be errors.
fn warn(warnings: &[Diagnostic], sources: &SourceMap, global: Global) -> Result<(), Failure> {
    if !global.warnings_as_errors || warnings.is_empty() {
        print_all(warnings, sources, global);
        return Ok(());
    }
    let as_error = |it: &Diagnostic| Diagnostic { severity: Severity::Error, ..it.clone() };
    print_all(&warnings.iter().map(as_error).collect::<Vec<_>>(), sources, global);
    Err(Failure::Reported)
}

fn print_all(diagnostics: &[Diagnostic], sources: &SourceMap, global: Global) {
    let shown = diagnostics.iter().filter(|it| !global.quiet || it.severity == Severity::Error);
    terminal::print_all(shown, sources, global);
}

impl From<ExtensionForm> for Extensions {
    fn from(form: ExtensionForm) -> Self {
        match form {
            ExtensionForm::Inside => Self::Inside,
            ExtensionForm::Apart => Self::Apart,
        }
    }
}
