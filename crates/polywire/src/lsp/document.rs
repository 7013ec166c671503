use super::diagnostics;
use super::project::Project;
use crate::lint::lint;
use crate::problem::Problem;
use crate::schema_files::{FileSystem, Imports, SchemaFiles};
use lsp_types::Url;
use polywire_front::source::{SOURCE_LANGUAGES, SourceLanguage, source_language};
use polywire_source::FileId;
use std::path::{Path, PathBuf};

/// An open schema.
pub(super) struct Document {
    pub path: PathBuf,
    pub url: Url,
    /// Its text in the editor.
    pub text: Vec<u8>,
    pub version: Option<i32>,
    /// It was changed, or something that it imports, since it was analysed.
    pub is_changed: bool,
    /// The last version without errors.
    compiled: Option<SchemaFiles>,
}

impl Document {
    pub fn new(path: PathBuf, url: Url) -> Self {
        Self { path, url, text: Vec::new(), version: None, is_changed: true, compiled: None }
    }

    /// Returns true for the document of a path, and for those that import it or have errors, which may be in imports.
    pub fn depends_on(&self, path: &Path) -> bool {
        let imports = self.compiled.as_ref().is_none_or(|it| it.read.iter().any(|read| read == path));
        self.path == path || imports
    }

    pub fn language(&self) -> &'static SourceLanguage {
        source_language(&self.path.to_string_lossy()).unwrap_or(&SOURCE_LANGUAGES[0])
    }

    /// Returns the last version without errors, and the document's file in it.
    pub fn compiled(&self) -> Option<(&SchemaFiles, FileId)> {
        let schema = self.compiled.as_ref()?;
        Some((schema, file_in(schema, &self.path)?))
    }

    /// Compiles the schema and checks the lint rules; returns the problems.
    pub fn analyse(&mut self, roots: &[PathBuf], system: FileSystem<'_>) -> Vec<lsp_types::Diagnostic> {
        self.is_changed = false;
        let project = Project::of(&self.path, roots, system);
        let imports = Imports { folders: project.imports, macros: project.macros, ..Imports::default() };
        let mut found = match SchemaFiles::load(std::slice::from_ref(&self.path), &imports, system) {
            Ok(schema) => {
                let file = file_in(&schema, &self.path);
                let files: Vec<_> =
                    file.into_iter().map(|file| (file, schema.file_of(&self.path.to_string_lossy()))).collect();
                let lints = lint(&schema.model, (&schema.sources, &schema.warnings), &project.config.levels, &files);
                let found = diagnostics::of_lints(&lints, (self, &schema.sources));
                self.compiled = Some(schema);
                found
            }
            Err(Problem::Diagnostics(problems, sources)) => diagnostics::of_compiler(&problems, (self, &sources)),
            Err(problem) => vec![diagnostics::without_place(problem.to_string())],
        };
        found.extend(project.problem.map(diagnostics::without_place));
        found
    }
}

fn file_in(schema: &SchemaFiles, path: &Path) -> Option<FileId> {
    schema.sources.files().find(|file| Path::new(schema.sources.name(*file)) == path)
}
