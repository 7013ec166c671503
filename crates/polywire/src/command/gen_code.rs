//! `polywire gen`.

use super::args::{Gen, Global};
use super::failure::Failure;
use super::model::{self, Schema};
use super::output::Output;
use polywire::generate::{Error, File, generate, language};
use std::fs;
use std::io::Write;
use std::path::Path;

pub fn run(args: &Gen, global: Global) -> Result<(), Failure> {
    let schema = Schema::load(&args.schema, &args.imports, global)?;
    let language =
        language(&args.lang).ok_or_else(|| Failure::Usage(format!("there is no language `{}`", args.lang)))?;
    let formats = args.wire.iter().map(|name| model::format(name)).collect::<Result<Vec<_>, _>>()?;
    let name = args.schema.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    let files = generate(&schema.model, &name, &formats, language).map_err(|error| match error {
        Error::Format { format, parts } => schema.report_unsupported(format, &parts, global),
        Error::BackEnd(messages) => Failure::Input(messages.join("\n")),
    })?;
    fs::create_dir_all(&args.output).map_err(|error| Failure::file(&args.output, &error))?;
    files.iter().try_for_each(|file| write(&args.output, file))
}

/// Writes a file, unless it has these contents already: what depends on it need not be built again then.
fn write(folder: &Path, file: &File) -> Result<(), Failure> {
    let path = folder.join(&file.name);
    if fs::read(&path).is_ok_and(|found| found == file.contents.as_bytes()) {
        return Ok(());
    }
    let mut output = Output::create(&path)?;
    output.write_all(file.contents.as_bytes()).map_err(|error| Failure::file(&path, &error))?;
    output.finish()
}
