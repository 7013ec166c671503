//! Schema files with their imports and locks, as a program names them by paths.
//!
//! Invariant: this module does no I/O. The caller provides its file system as functions.
//!
//! Design: docs/decisions/0077-rust-builds-and-grpc.md

mod locks;
mod messages;
mod relative;
mod roots;

pub use locks::{Locks, lock_path};
use roots::{Roots, search};

use crate::lock_update;
use crate::problem::Problem;
use crate::schema::{
    AvroSchema, Compiled, DescriptorSet, Extensions, FlatbuffersSchema, GoFile, Language, Nodes, SbeSchema, Writer,
    XsdSchema, avro_without_logical_types, compile_avro_files, compile_c_with_macros, compile_capnp_files,
    compile_fbe_files, compile_fbs_files, compile_files, compile_go_files, compile_idl_with_macros, compile_sbe_files,
    compile_with, compile_xsd_with_catalogs, only_type, writer,
};
use polywire_front::{LoadError, LoadedFile, Loader};
use polywire_lower::Format;
use polywire_model::attr::Fact;
use polywire_model::{Change, Decl, DeclId, Model};
use polywire_source::{Diagnostic, SourceMap};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The caller's file system.
#[derive(Clone, Copy)]
pub struct FileSystem<'a> {
    /// Reads a file.
    pub read: &'a dyn Fn(&Path) -> io::Result<Vec<u8>>,
    /// Returns the absolute path of a file or folder, with all links resolved.
    pub canonicalize: &'a dyn Fn(&Path) -> io::Result<PathBuf>,
}

/// How imports are treated.
#[derive(Clone, Debug, Default)]
pub struct Imports {
    /// The folders that are searched for imported files; if there are none, those of the named schemas. For XML Schemas, files among
    /// them are catalogs.
    pub folders: Vec<PathBuf>,
    /// XML Catalogs, by which XML Schemas find files that they import.
    pub catalogs: Vec<PathBuf>,
    /// The treatment of extensions.
    pub extensions: Extensions,
    /// Texts may hold bytes that are not UTF-8, whatever the schema says.
    pub allow_non_utf8: bool,
    /// Choices of options of formats, over those of the schema's language. Of several values of the same option, the last one
    /// counts; unknown ones have no effect.
    pub options: Vec<String>,
    /// Macros for IDL and C headers: `NAME`, which stands for 1, or `NAME=text`.
    pub macros: Vec<String>,
}

impl Imports {
    /// Moves the catalogs that XML Schemas may have among the folders.
    fn with_catalogs_apart(&self, languages: &[Language], system: FileSystem<'_>) -> Self {
        let is_catalog =
            |path: &PathBuf| languages.iter().all(|it| *it == Language::Xsd) && (system.read)(path).is_ok();
        let (files, folders): (Vec<PathBuf>, Vec<PathBuf>) = self.folders.iter().cloned().partition(is_catalog);
        Self { folders, catalogs: [self.catalogs.clone(), files].concat(), ..self.clone() }
    }
}

/// Compiled schema files without errors.
pub struct SchemaFiles {
    /// Their declarations.
    pub model: Model,
    /// Descriptors of the files; empty for a built-in schema and for other languages.
    pub descriptors: DescriptorSet,
    /// The declarations of a Cap'n Proto schema.
    pub nodes: Option<Nodes>,
    /// The declarations of a FlatBuffers schema.
    pub flatbuffers: Option<FlatbuffersSchema>,
    /// The declarations of SBE schemas, if that is what the files are.
    pub sbe: Option<Vec<SbeSchema>>,
    /// The components of XML Schemas; `None` for other languages.
    pub xsd: Option<XsdSchema>,
    /// The declarations of Go files, if that is what the files are.
    pub go: Option<Vec<GoFile>>,
    /// The declarations of Avro's files, if that is what the files are.
    pub avro: Option<AvroSchema>,
    /// The struct of the schema that an Avro file states.
    pub root: Option<DeclId>,
    /// Structs for the typedefs of IDL files and C headers, which are not in the model ([`Self::declare_message`]).
    typedefs: Vec<Decl>,
    /// The texts of the files.
    pub sources: SourceMap,
    /// Warnings about the schemas.
    pub warnings: Vec<Diagnostic>,
    /// The files that were read.
    pub read: Vec<PathBuf>,
    /// Paths of schema files by the names used in declarations; built-in files have none.
    pub files: BTreeMap<String, PathBuf>,
    /// The files that the user named, by the names used in declarations; empty for a built-in schema.
    pub named: BTreeSet<String>,
    /// The user's own folders: the working folder, and those of the named files.
    own_folders: Vec<PathBuf>,
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
    /// Returns formats that are all in use.
    pub fn in_full(formats: &[&'static Format]) -> Self {
        Self { in_full: formats.to_vec(), in_summary: Vec::new() }
    }
}

/// A model with the facts that formats need.
pub struct Settled {
    /// The model.
    pub model: Model,
    /// Its locks, with all facts.
    pub locks: Locks,
    /// Warnings about edits that break existing messages.
    pub warnings: Vec<Diagnostic>,
}

impl SchemaFiles {
    /// Reads and compiles schema files together.
    pub fn load(paths: &[PathBuf], imports: &Imports, system: FileSystem<'_>) -> Result<Self, Problem> {
        let mut schema = Self::as_written(paths, imports, system)?;
        if imports.allow_non_utf8 {
            schema.model.allow_non_utf8();
        }
        let own = schema.model.options;
        let options = imports.options.iter().fold(own, |all, choice| all.with(choice).unwrap_or(all));
        if options.avro.ignores_logical_types
            && let Some(plain) = schema.avro.as_ref().and_then(avro_without_logical_types)
        {
            (schema.model, schema.root) = plain;
        }
        schema.model.options = options;
        Ok(schema)
    }

    fn as_written(paths: &[PathBuf], imports: &Imports, system: FileSystem<'_>) -> Result<Self, Problem> {
        let languages = paths.iter().map(|path| language(path)).collect::<Result<Vec<_>, _>>()?;
        let imports = &imports.with_catalogs_apart(&languages, system);
        let catalogs: Vec<String> = imports.catalogs.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        let catalogs: Vec<&str> = catalogs.iter().map(String::as_str).collect();
        let compile_xsd = |paths: &[&str], loader: &Loader<'_>| compile_xsd_with_catalogs((paths, &catalogs), loader);
        check_macros(&imports.macros, &languages)?;
        let compile_idl =
            |paths: &[&str], loader: &Loader<'_>| compile_idl_with_macros((paths, &imports.macros), loader);
        let compile_c = |paths: &[&str], loader: &Loader<'_>| compile_c_with_macros((paths, &imports.macros), loader);
        type IsIt = fn(Language) -> bool;
        for (is_it, language, compile) in [
            ((|it| it == Language::Capnp) as IsIt, Language::Capnp, &compile_capnp_files as &relative::Compile<'_>),
            (|it| it == Language::Fbs, Language::Fbs, &compile_fbs_files),
            (|it| it == Language::Idl, Language::Idl, &compile_idl),
            (|it| it == Language::C, Language::C, &compile_c),
            (|it| it == Language::Xsd, Language::Xsd, &compile_xsd),
            (Language::is_avro, Language::Avdl, &compile_avro_files),
        ] {
            if languages.iter().all(|it| is_it(*it)) {
                let (compiled, read) = relative::compile(language, compile, paths, imports, system)?;
                let files = relative::paths(&compiled, &read);
                return Self::of(compiled, (read, files), paths);
            }
        }
        let roots = Roots::read(paths, imports, system)?;
        let read = RefCell::new(paths.to_vec());
        let files = RefCell::new(roots.paths());
        let loader = |import: &str| match roots.find(import) {
            Some(root) => Ok(root.clone()),
            None => {
                let found = search(&roots.folders, import, system);
                if let Ok(file) = &found {
                    read.borrow_mut().push(PathBuf::from(&file.name));
                    files.borrow_mut().insert(import.to_owned(), PathBuf::from(&file.name));
                }
                found
            }
        };
        let compiled = match (roots.names().as_slice(), languages.as_slice()) {
            ([name], [language]) => compile_with(*language, name, &loader, imports.extensions),
            (names, languages) if languages.iter().all(|it| *it == Language::Proto) => {
                compile_files(names, &loader, imports.extensions)
            }
            (names, languages) if languages.iter().all(|it| *it == Language::Fbe) => compile_fbe_files(names, &loader),
            (names, languages) if languages.iter().all(|it| *it == Language::Sbe) => compile_sbe_files(names, &loader),
            (names, languages) if languages.iter().all(|it| *it == Language::Go) => compile_go_files(names, &loader),
            _ => {
                return Err(Problem::Usage(
                    "give schemas of one language, or one compiled schema alone; it holds any number of files"
                        .to_owned(),
                ));
            }
        };
        let files = match (compiled.model.as_ref(), languages.as_slice()) {
            (
                Some(model),
                [
                    Language::DescriptorSet
                    | Language::CapnpRequest
                    | Language::Bfbs
                    | Language::Sbeir
                    | Language::Object
                    | Language::Zebrapack,
                ],
            ) => all_in(model, &paths[0]),
            _ => files.into_inner(),
        };
        Self::of(compiled, (read.into_inner(), files), paths)
    }

    fn of(
        compiled: Compiled,
        (read, files): (Vec<PathBuf>, BTreeMap<String, PathBuf>),
        paths: &[PathBuf],
    ) -> Result<Self, Problem> {
        let Compiled {
            model,
            descriptors,
            nodes,
            flatbuffers,
            sbe,
            xsd,
            go,
            avro,
            root,
            typedefs,
            sources,
            diagnostics,
        } = compiled;
        let Some(model) = model else { return Err(Problem::diagnostics(diagnostics, sources)) };
        let descriptors = descriptors.unwrap_or_default();
        let named = files.iter().filter(|(_, path)| paths.contains(path)).map(|(name, _)| name.clone()).collect();
        let own_folders = own_folders(paths);
        Ok(Self {
            model,
            descriptors,
            nodes,
            flatbuffers,
            sbe,
            xsd,
            go,
            avro,
            root,
            typedefs,
            sources,
            warnings: diagnostics,
            read,
            files,
            named,
            own_folders,
        })
    }

    /// Returns a schema built into the program.
    pub fn built_in(model: Model) -> Self {
        Self {
            model,
            descriptors: DescriptorSet::default(),
            nodes: None,
            flatbuffers: None,
            sbe: None,
            xsd: None,
            go: None,
            avro: None,
            root: None,
            typedefs: Vec::new(),
            sources: SourceMap::default(),
            warnings: Vec::new(),
            read: Vec::new(),
            files: BTreeMap::new(),
            named: BTreeSet::new(),
            own_folders: Vec::new(),
        }
    }

    /// Returns the model with these facts and those in its locks, and the updated locks. `pending` are locks that are
    /// not written yet.
    pub fn settle(
        &self,
        facts: &[Fact],
        pending: &Locks,
        system: FileSystem<'_>,
    ) -> Result<(Model, Locks, Vec<Change>), Problem> {
        let mut find = |file: &str| self.files.get(file).map(|path| pending.find(path, system)).transpose();
        let settled = lock_update::settle(&self.model, facts, &self.sources, &mut find)?;
        Ok((settled.model, Locks::of(settled.locks), settled.changes))
    }

    /// Returns the model with the facts that these formats need, and the locks to write; locks of other people's
    /// schemas are not written.
    pub fn settle_own(
        &self,
        formats: &[&Format],
        reported: &Reported,
        pending: &Locks,
        system: FileSystem<'_>,
    ) -> Result<Settled, Problem> {
        let (model, mut locks, changes) = self.settle(&lock_update::needed(&self.model, formats), pending, system)?;
        let mut warnings = lock_update::breaks(&model, &changes, &reported.in_full);
        warnings.extend(lock_update::breaks_in_summary(&model, &changes, &reported.in_summary));
        locks.leave_others(&self.own_folders, system);
        Ok(Settled { model, locks, warnings })
    }

    /// Returns the full name of the struct of a name; without one, of that which the schema states, or of the only one.
    pub fn type_name(&self, wanted: Option<&str>) -> Result<String, String> {
        match wanted {
            Some(wanted) => self.struct_name(wanted),
            None if let Some(root) = self.root => Ok(self.model.decl(root).path()),
            None => only_type(&self.model, &self.named),
        }
    }

    /// Returns what decoders of a format need to know of messages that were written with this schema: of the type of a name, or
    /// else of the one that the schema states.
    pub fn writer(&self, name: &str, format: &Format, system: FileSystem<'_>) -> Result<Arc<Writer>, Problem> {
        let name = self.type_name(Some(name)).or_else(|_| self.type_name(None)).map_err(Problem::Usage)?;
        let (model, _, _) = self.settle(&lock_update::needed(&self.model, &[format]), &Locks::default(), system)?;
        writer(model, &name).map_err(Problem::Usage)
    }

    /// Returns the lock beside a file, which may not exist; built-in files have none.
    pub fn lock_of(&self, file: &str, system: FileSystem) -> Result<Option<lock_update::Found>, Problem> {
        self.files.get(file).map(|path| Locks::default().find(path, system)).transpose()
    }

    /// Returns the name used for a file in declarations.
    pub fn file_of(&self, path: &str) -> String {
        let named = self.files.iter().find(|(_, file)| *file == Path::new(path)).map(|(name, _)| name.clone());
        named.unwrap_or_else(|| path.to_owned())
    }
}

/// Checks that macros are given for a language that has them.
fn check_macros(macros: &[String], languages: &[Language]) -> Result<(), Problem> {
    match macros.first() {
        Some(first) if !languages.iter().all(|it| has_macros(*it)) => Err(Problem::Usage(format!(
            "the macro `{first}` is for IDL and C headers, whose preprocessor is part of Polywire; leave it out"
        ))),
        _ => Ok(()),
    }
}

/// Returns true if schemas of this name can use macros that are defined outside of them.
pub fn takes_macros(path: &Path) -> bool {
    language(path).is_ok_and(has_macros)
}

fn has_macros(language: Language) -> bool {
    matches!(language, Language::Idl | Language::C)
}

fn own_folders(schemas: &[PathBuf]) -> Vec<PathBuf> {
    let named = schemas.iter().filter_map(|path| path.parent()).map(Path::to_owned);
    std::iter::once(PathBuf::from(".")).chain(named).collect()
}

/// Maps the source files of a compiled schema to the one file that contains all its declarations.
fn all_in(model: &Model, path: &Path) -> BTreeMap<String, PathBuf> {
    model.decls.iter().map(|decl| (decl.file.clone(), path.to_owned())).collect()
}

fn language(path: &Path) -> Result<Language, Problem> {
    let name = path.to_string_lossy();
    Language::of_path(&name).ok_or_else(|| {
        Problem::Usage(format!(
            "{name}: unknown schema language; the file name must end in .proto, .fds, .desc, .pb, .binpb, .protoset, .capnp, \
             .cgr, .cgr.bin, .fbs, .bfbs, .fbe, .idl, .h, .i, .o, .obj, .so, .elf, .xsd, .xml, .sbeir, .go, .z, .avsc, .avpr or .avdl"
        ))
    })
}

fn read(path: &Path, system: FileSystem<'_>) -> Result<LoadedFile, LoadError> {
    match (system.read)(path) {
        Ok(bytes) => Ok(LoadedFile { name: path.display().to_string(), bytes }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(LoadError::NotFound),
        Err(error) => Err(LoadError::Unreadable(error.to_string())),
    }
}
