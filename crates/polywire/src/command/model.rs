//! Schema files to models.

use super::args::{ExtensionForm, Global, Imports};
use super::failure::Failure;
use super::terminal;
use polywire::binding;
use polywire::codec::Codecs;
use polywire::generate::Binding;
use polywire::schema::{Compiled, DescriptorSet, Extensions, Language, compile_with, struct_names, unsupported};
use polywire::{
    Diagnostic, Format, LoadError, LoadedFile, Model, Options, Selection, Severity, SourceMap, Unsupported, render,
};
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

/// A schema without errors.
pub struct Schema {
    pub model: Model,
    /// The files; empty for a schema that is part of the program.
    pub descriptors: DescriptorSet,
    sources: SourceMap,
}

impl Schema {
    /// Reads and compiles a schema file; prints what is wrong with it.
    pub fn load(path: &Path, imports: &Imports, global: Global) -> Result<Self, Failure> {
        let name = path.to_string_lossy();
        let language = Language::of_path(&name).ok_or_else(|| {
            Failure::Usage(format!(
                "{name}: the language of the schema is not known (.proto, .fds, .desc, .pb, .binpb and .protoset are)"
            ))
        })?;
        let folders = folders(path, imports);
        let root = root_name(path, &folders);
        let file =
            LoadedFile { name: name.into_owned(), bytes: fs::read(path).map_err(|it| Failure::file(path, &it))? };
        let loader = |import: &str| if import == root { Ok(file.clone()) } else { search(&folders, import) };
        let extensions = match imports.extensions {
            ExtensionForm::Inside => Extensions::Inside,
            ExtensionForm::Apart => Extensions::Apart,
        };
        let Compiled { model, descriptors, sources, diagnostics } = compile_with(language, &root, &loader, extensions);
        print_all(&diagnostics, &sources, global);
        match model.zip(descriptors) {
            Some((model, descriptors)) => Ok(Self { model, descriptors, sources }),
            None => Err(Failure::Reported),
        }
    }

    /// A schema that is part of the program.
    pub fn built_in(model: Model) -> Self {
        Self { model, descriptors: DescriptorSet::default(), sources: SourceMap::default() }
    }

    /// The codecs of a format; prints what the format cannot hold.
    pub fn codecs(&self, format: &'static Format, global: Global) -> Result<Codecs, Failure> {
        self.codecs_with(format, &Options::default(), global)
    }

    /// The same, as the user chooses.
    pub fn codecs_with(&self, format: &'static Format, options: &Options, global: Global) -> Result<Codecs, Failure> {
        Codecs::with(&self.model, format, options).map_err(|parts| self.report_unsupported(format.name, &parts, global))
    }

    /// Codecs that validate; prints what the format cannot hold.
    pub fn validators(&self, format: &'static Format, global: Global) -> Result<Codecs, Failure> {
        Codecs::validating(&self.model, format).map_err(|parts| self.report_unsupported(format.name, &parts, global))
    }

    /// The fields of a struct that paths name; prints what is wrong with them.
    pub fn selection(&self, name: &str, paths: &str, global: Global) -> Result<Selection, Failure> {
        let mut sources = self.sources.clone();
        let too_long = |error| Failure::Usage(format!("--select: {error}"));
        let file = sources.add("--select", paths.into()).map_err(too_long)?;
        let missing = || Failure::Usage(format!("there is no type `{name}`"));
        let root = self.model.find(name).ok_or_else(missing)?;
        Selection::of_paths(&self.model, root, paths, file).map_err(|problems| {
            print_all(&problems, &sources, global);
            Failure::Reported
        })
    }

    /// The classes that a file describes; prints what is wrong with it.
    pub fn binding(&self, name: &str, text: Vec<u8>, global: Global) -> Result<Binding, Failure> {
        let text = String::from_utf8(text).map_err(|_| Failure::Input(format!("{name}: the file is not UTF-8")))?;
        let mut sources = self.sources.clone();
        let too_long = |error| Failure::Input(format!("{name}: {error}"));
        let file = sources.add(name, text.clone().into_bytes()).map_err(too_long)?;
        binding::read(&self.model, &text, file).map_err(|problems| {
            print_all(&problems, &sources, global);
            Failure::Reported
        })
    }

    /// Prints what a format cannot hold.
    pub fn report_unsupported(&self, format: &str, parts: &[Unsupported], global: Global) -> Failure {
        print_all(&unsupported(format, parts), &self.sources, global);
        Failure::Reported
    }

    /// The full name of the struct that the user means.
    pub fn type_name(&self, wanted: Option<&str>) -> Result<String, Failure> {
        let names = struct_names(&self.model);
        let is_wanted = |name: &&String| wanted.is_none_or(|wanted| wanted.trim_start_matches('.') == name.as_str());
        let found: Vec<&String> = names.iter().filter(is_wanted).collect();
        match (found.as_slice(), wanted) {
            ([name], _) => Ok((*name).clone()),
            (_, Some(wanted)) => Err(Failure::Usage(format!("there is no type `{wanted}`; {}", choices(&names)))),
            (_, None) => Err(Failure::Usage(format!("--type is needed; {}", choices(&names)))),
        }
    }
}

fn choices(names: &[String]) -> String {
    if names.is_empty() { "the schema has no types".into() } else { format!("the schema has {}", names.join(", ")) }
}

/// The format of a name that the argument parser has checked.
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

/// More problems nobody reads.
const MOST_SHOWN: usize = 100;

fn folders(path: &Path, imports: &Imports) -> Vec<PathBuf> {
    if !imports.folders.is_empty() {
        return imports.folders.clone();
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    vec![parent.unwrap_or(Path::new(".")).to_owned()]
}

/// The name by which other files import this one: its path below an import folder.
fn root_name(path: &Path, folders: &[PathBuf]) -> String {
    let below = folders.iter().find_map(|folder| path.strip_prefix(folder).ok());
    below.unwrap_or(path).to_string_lossy().into_owned()
}

fn search(folders: &[PathBuf], import: &str) -> Result<LoadedFile, LoadError> {
    let stays_inside = Path::new(import).components().all(|part| matches!(part, Component::Normal(_)));
    if !stays_inside {
        return Err(LoadError::NotFound);
    }
    let found = folders.iter().map(|folder| read(&folder.join(import)));
    found.into_iter().find(|file| *file != Err(LoadError::NotFound)).unwrap_or(Err(LoadError::NotFound))
}

fn read(path: &Path) -> Result<LoadedFile, LoadError> {
    match fs::read(path) {
        Ok(bytes) => Ok(LoadedFile { name: path.display().to_string(), bytes }),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(LoadError::NotFound),
        Err(error) => Err(LoadError::Unreadable(error.to_string())),
    }
}
