//! `polywire breaking`.

mod report;
mod revision;

use super::args::{Breaking, DirectionArg, Global, ReportFormat, SeverityArg};
use super::failure::Failure;
use super::model::{Schema, problem_failure};
use super::terminal;
use polywire::breaking::{DIRECTIONS, Direction, Finding, Skipped, compare, versions};
use polywire::schema_files::{FileSystem, Imports};
use polywire::{Format, Severity};
use report::Report;
use std::fs;
use std::path::Path;

/// The machine's, and Git's revisions.
const FILE_SYSTEM: FileSystem<'static> =
    FileSystem { read: &revision::read, canonicalize: &|path| fs::canonicalize(path) };

/// As with `diff`, one exit code means that something differs, and another one reports errors.
pub fn run(args: &Breaking, global: Global) -> Result<(), Failure> {
    find(args, global).map_err(Failure::into_trouble)
}

fn find(args: &Breaking, global: Global) -> Result<(), Failure> {
    let formats = formats(args)?;
    let new = load(&args.new, args, global)?;
    let mut breaks = false;
    for path in &args.old {
        let old = load(path, args, global)?;
        let findings = findings(args, (&old, &new), &formats, global)?;
        if findings.is_empty() {
            continue;
        }
        if !global.quiet {
            let against = (args.old.len() > 1).then_some(path.as_path());
            let report = Report::new((&old.sources, &new.sources), &formats, against, global);
            let gap = (breaks && args.format == ReportFormat::Text).then(String::new);
            let lines = match args.format {
                ReportFormat::Text => report.text(&findings),
                ReportFormat::Json => report.json(&findings),
            };
            terminal::print_lines(&gap.into_iter().chain(lines).collect::<Vec<_>>())?;
        }
        breaks = true;
    }
    if breaks { Err(Failure::Different) } else { Ok(()) }
}

/// Returns what is reported of two versions.
fn findings(
    args: &Breaking,
    (old, new): (&Schema, &Schema),
    formats: &[&'static Format],
    global: Global,
) -> Result<Vec<Finding>, Failure> {
    let find_lock = |schema: &Schema, file: &str| schema.lock_of(file, FILE_SYSTEM);
    let (find_old, find_new) = (|file: &str| find_lock(old, file), |file: &str| find_lock(new, file));
    let before = versions::Version { model: &old.model, sources: &old.sources, find: &find_old };
    let after = versions::Version { model: &new.model, sources: &new.sources, find: &find_new };
    let (before, after) =
        versions::settle(&before, &after, formats).map_err(|problem| problem_failure(problem, global))?;
    let found = compare(&before, &after, formats, &directions(args.direction));
    warn_of(&found.skipped, global);
    Ok(found.findings.into_iter().filter(|it| is_reported(it, args)).collect())
}

fn load(path: &Path, args: &Breaking, global: Global) -> Result<Schema, Failure> {
    let (files, folders) = revision::files(path, &args.imports.folders)?;
    let (extensions, allow_non_utf8) = (args.imports.extensions, args.imports.allow_non_utf8);
    let (options, macros) = (args.imports.chosen.clone(), args.imports.macros.clone());
    let extensions = extensions.into();
    let imports = Imports { folders, extensions, allow_non_utf8, options, macros, ..Imports::default() };
    Schema::load_from(&files, &imports, FILE_SYSTEM, global)
}

/// Returns each format once.
fn formats(args: &Breaking) -> Result<Vec<&'static Format>, Failure> {
    let mut formats: Vec<&'static Format> = Vec::new();
    for format in args.wire.iter().map(|wire| wire.format) {
        if format.schema_types.is_some() {
            let message =
                format!("{}: its readers have the writer's schema, which `breaking` does not give them", format.name);
            return Err(Failure::Usage(message));
        }
        if formats.iter().all(|other| other.name != format.name) {
            formats.push(format);
        }
    }
    Ok(formats)
}

fn directions(direction: DirectionArg) -> Vec<Direction> {
    match direction {
        DirectionArg::Backward => vec![Direction::Backward],
        DirectionArg::Forward => vec![Direction::Forward],
        DirectionArg::Both => DIRECTIONS.to_vec(),
    }
}

fn is_reported(finding: &Finding, args: &Breaking) -> bool {
    let is_severe = finding.severity == Severity::Error || args.severity == SeverityArg::Warning;
    is_severe && !args.allow.iter().any(|rule| rule.eq_ignore_ascii_case(finding.rule.name()))
}

/// Warns about types that were not compared, once for each format.
fn warn_of(skipped: &[Skipped], global: Global) {
    let mut told: Vec<&str> = Vec::new();
    for first in skipped.iter().filter(|_| !global.quiet) {
        if told.contains(&first.format) {
            continue;
        }
        told.push(first.format);
        let others = skipped.iter().filter(|it| it.format == first.format).count() - 1;
        let more = if others == 0 { String::new() } else { format!(" (and {others} other types)") };
        let message = format!("{} cannot hold the old `{}`{more}: {}", first.format, first.owner, first.reason);
        terminal::print("warning", &message, global);
    }
}
