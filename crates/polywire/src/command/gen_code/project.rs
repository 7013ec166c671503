//! The tasks of a project file.

use super::Plan;
use super::task::Task;
use crate::command::args::{ExtensionForm, Gen, Global, Imports};
use crate::command::failure::Failure;
use crate::command::model::problem_failure;
use polywire::SourceMap;
use polywire::problem::Problem;
use polywire::project::{PlacedPath, Set, read};
use polywire::schema::Extensions;
use std::fs;
use std::path::Path;

const USUAL_NAME: &str = "polywire.toml";

/// Reads the named project file, or else the one in the current folder.
pub(super) fn plan(args: &Gen, global: Global) -> Result<Plan, Failure> {
    let Imports { folders, macros, extensions, .. } = &args.imports;
    if !(folders.is_empty() && macros.is_empty() && *extensions == ExtensionForm::Inside) {
        return Err(Failure::Usage("a project file has its own imports; leave out -I, -D and --extensions".into()));
    }
    let path = args.project.as_deref().unwrap_or(Path::new(USUAL_NAME));
    if args.project.is_none() && !path.exists() {
        return Err(Failure::Usage(format!("give a schema; without one, a {USUAL_NAME} is needed in this folder")));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let sets = sets(path, global, |path| folder.join(path).exists())?;
    if sets.is_empty() {
        return Err(Failure::Usage(format!("{} has nothing to generate; it needs [[gen]]", path.display())));
    }
    Ok(Plan { tasks: sets.into_iter().map(|set| task(set, folder)).collect(), read: vec![path.to_owned()] })
}

/// The sets of this folder's project file; none if there is no such file. Files that it names may be missing.
pub fn sets_of_this_folder(global: Global) -> Result<Vec<Set>, Failure> {
    let path = Path::new(USUAL_NAME);
    if path.exists() { sets(path, global, |_| true) } else { Ok(Vec::new()) }
}

/// Reads a project file; `is_there` is asked of all paths in it.
fn sets(path: &Path, global: Global, is_there: impl Fn(&str) -> bool) -> Result<Vec<Set>, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::reading(path, &error))?;
    parse(path, bytes, is_there).map_err(|problem| problem_failure(problem, global))
}

fn parse(path: &Path, bytes: Vec<u8>, is_there: impl Fn(&str) -> bool) -> Result<Vec<Set>, Problem> {
    let wrong = |error: &str| Problem::Input(format!("{}: {error}", path.display()));
    let text = String::from_utf8(bytes).map_err(|_| wrong("the file is not UTF-8"))?;
    let mut sources = SourceMap::default();
    let file = sources.add(path.to_string_lossy(), text.clone().into()).map_err(|error| wrong(&error.to_string()))?;
    let checked = read(&text, file).and_then(|sets| {
        let mut missing: Vec<_> = sets.iter().flat_map(|set| set.missing(&is_there)).collect();
        // A key missing at the top level is reported for each set.
        missing.dedup();
        if missing.is_empty() { Ok(sets) } else { Err(missing) }
    });
    checked.map_err(|problems| Problem::diagnostics(problems, sources))
}

/// Resolves the paths in the file relative to its folder.
fn task(set: Set, folder: &Path) -> Task {
    let here = |(path, _): &PlacedPath| folder.join(path);
    let extensions = match set.extensions {
        Extensions::Inside => ExtensionForm::Inside,
        Extensions::Apart => ExtensionForm::Apart,
    };
    let mut job = set.job;
    for written in &mut job.written {
        written.file = folder.join(&written.file).to_string_lossy().into_owned();
    }
    Task {
        schemas: set.schemas.iter().map(here).collect(),
        imports: Imports {
            folders: set.imports.iter().map(here).collect(),
            extensions,
            allow_non_utf8: set.allow_non_utf8,
            chosen: set.options,
            macros: set.macros,
        },
        bind: set.bind.iter().map(here).collect(),
        output: folder.join(&set.output),
        job,
    }
}
