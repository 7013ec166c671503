//! `polywire lint`.

use super::args::{self, Global, Imports, Lint};
use super::failure::Failure;
use super::model::{compile, problem_failure};
use super::terminal;
use polywire::lint::{Config, Level, Levels, RULES, config, lint};
use polywire::problem::Problem;
use polywire::schema_files::{SchemaFiles, takes_macros};
use polywire::{Diagnostic, Severity, SourceMap};
use polywire_front::source::{SOURCE_LANGUAGES, SourceLanguage, source_language};
use std::fs;
use std::path::{Path, PathBuf};

pub fn run(args: &Lint, global: Global) -> Result<(), Failure> {
    if args.rules {
        return terminal::print_lines(&rules());
    }
    let (project, folder) = project(args, global)?;
    let levels = levels(args, project.levels)?;
    let here = |paths: &[String]| paths.iter().map(|path| folder.join(path)).collect::<Vec<PathBuf>>();
    let named = if args.schemas.is_empty() { here(&project.schemas) } else { args.schemas.clone() };
    let mut imports = args.imports.clone();
    if imports.folders.is_empty() {
        imports.folders = here(&project.imports);
    }
    if named.is_empty() {
        return Err(Failure::Usage("no schema; name one, or name it in polywire.toml".to_owned()));
    }
    let mut result = Ok(());
    for paths in by_language(&named)? {
        let mut imports = imports.clone();
        if imports.macros.is_empty() && paths.iter().all(|path| takes_macros(path)) {
            imports.macros.clone_from(&project.macros);
        }
        match check(&paths, &imports, &levels, global) {
            Err(failure @ Failure::Reported) => result = Err(failure),
            checked => checked?,
        }
    }
    result
}

/// Checks schemas of one language.
fn check(paths: &[PathBuf], imports: &Imports, levels: &Levels, global: Global) -> Result<(), Failure> {
    let schema = compile(paths, imports).map_err(|problem| problem_failure(problem, global))?;
    let found = of_files(&schema, paths, levels);
    let shown = found.iter().filter(|it| !global.quiet || it.severity == Severity::Error);
    terminal::print_all(shown, &schema.sources, global);
    let is_error = |it: &Diagnostic| it.severity == Severity::Error;
    if found.iter().any(is_error) { Err(Failure::Reported) } else { Ok(()) }
}

fn of_files(schema: &SchemaFiles, paths: &[PathBuf], levels: &Levels) -> Vec<Diagnostic> {
    let names: Vec<String> = paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let files = schema.sources.files().filter(|file| names.iter().any(|name| name == schema.sources.name(*file)));
    let files: Vec<_> = files.map(|file| (file, schema.file_of(schema.sources.name(file)))).collect();
    lint(&schema.model, (&schema.sources, &schema.warnings), levels, &files)
}

/// Returns the schemas, those of one language together.
fn by_language(paths: &[PathBuf]) -> Result<Vec<Vec<PathBuf>>, Failure> {
    let mut found: Vec<(&'static SourceLanguage, Vec<PathBuf>)> = Vec::new();
    for path in paths {
        let language = language(path)?;
        match found.iter_mut().find(|(it, _)| it.name == language.name) {
            Some((_, paths)) => paths.push(path.clone()),
            None => found.push((language, vec![path.clone()])),
        }
    }
    Ok(found.into_iter().map(|(_, paths)| paths).collect())
}

/// Returns the language of a schema that is text.
pub fn language(path: &Path) -> Result<&'static SourceLanguage, Failure> {
    source_language(&path.to_string_lossy()).ok_or_else(|| {
        let mut endings: Vec<String> = SOURCE_LANGUAGES.iter().map(|it| format!(".{}", it.extension)).collect();
        let last = endings.pop().unwrap_or_default();
        let others = endings.join(", ");
        Failure::Usage(format!("{}: this needs a schema as text, which ends in {others} or {last}", path.display()))
    })
}

/// Returns the project file and its folder.
fn project(args: &Lint, global: Global) -> Result<(Config, PathBuf), Failure> {
    let path = args.project.as_deref().unwrap_or(Path::new("polywire.toml"));
    if args.project.is_none() && !path.exists() {
        return Ok((Config::default(), PathBuf::new()));
    }
    let bytes = fs::read(path).map_err(|error| Failure::reading(path, &error))?;
    let wrong = |error: &str| Failure::Input(format!("{}: {error}", path.display()));
    let text = String::from_utf8(bytes).map_err(|_| wrong("the file is not UTF-8"))?;
    let mut sources = SourceMap::default();
    let file = sources.add(path.to_string_lossy(), text.clone().into()).map_err(|error| wrong(&error.to_string()))?;
    let config = config(&text, file).map_err(|found| problem_failure(Problem::diagnostics(found, sources), global))?;
    Ok((config, path.parent().map(Path::to_owned).unwrap_or_default()))
}

/// Options override the project file.
fn levels(args: &args::Lint, mut levels: Levels) -> Result<Levels, Failure> {
    for (rules, level) in [(&args.allow, Level::Allow), (&args.warn, Level::Warn), (&args.deny, Level::Deny)] {
        rules.iter().try_for_each(|rule| levels.set(rule, level).map_err(Failure::Usage))?;
    }
    Ok(levels)
}

/// Returns a line for each rule: its name, and what it asks for.
fn rules() -> Vec<String> {
    let line = |name: &str, about: &str, is_default: bool, language: Option<&str>| {
        let language = language.map(|it| format!(" ({it})")).unwrap_or_default();
        let off = if is_default { "" } else { "; off by default" };
        format!("{name:<18} {about}{language}{off}")
    };
    let own = RULES.iter().map(|it| line(it.name, it.about, it.is_default, None));
    let of_languages = SOURCE_LANGUAGES.iter().flat_map(|language| {
        language.rules.iter().map(|it| line(it.name, it.about, it.is_default, Some(language.name)))
    });
    own.chain(of_languages).collect()
}
