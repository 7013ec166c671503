//! `polywire gen`.

use super::args::{Gen, Global};
use super::failure::Failure;
use super::model::{self, Schema};
use super::output::Output;
use polywire::framing::{Framing, framing};
use polywire::generate::{Binding, Choices, Error, File, Partial, explain, frames, generate_with, language};
use std::fs;
use std::io::Write;
use std::path::Path;

pub fn run(args: &Gen, global: Global) -> Result<(), Failure> {
    let schema = Schema::load(&args.schema, &args.imports, global)?;
    let language =
        language(&args.lang).ok_or_else(|| Failure::Usage(format!("there is no language `{}`", args.lang)))?;
    let formats = args.wire.iter().map(|name| model::format(name)).collect::<Result<Vec<_>, _>>()?;
    let name = args.schema.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    let partials = args.select.iter().map(|text| partial(&schema, text, global)).collect::<Result<Vec<_>, _>>()?;
    let binding = args.bind.as_deref().map(|path| binding(&schema, args, path, global)).transpose()?;
    if args.explain && !language.explains() {
        return Err(Failure::Usage(format!("--explain is not there for {}; leave it out", language.name)));
    }
    let choices = Choices { partials, binding: binding.unwrap_or_default() };
    let failure = |error| match error {
        Error::Format { format, parts } => schema.report_unsupported(format, &parts, global),
        Error::BackEnd(messages) => Failure::Input(messages.join("\n")),
    };
    let mut files = generate_with(&schema.model, &name, &formats, &choices, language).map_err(failure)?;
    if args.explain {
        files.extend(explain(&schema.model, &name, &formats, language).map_err(failure)?);
    }
    if !args.frames.is_empty() {
        let framings: Vec<&Framing> = args.frames.iter().filter_map(|name| framing(name)).collect();
        files.extend(frames(&framings, language).map_err(failure)?);
    }
    fs::create_dir_all(&args.output).map_err(|error| Failure::file(&args.output, &error))?;
    files.iter().try_for_each(|file| write(&args.output, file))
}

/// The classes that a file describes.
fn binding(schema: &Schema, args: &Gen, path: &Path, global: Global) -> Result<Binding, Failure> {
    if args.lang != "cpp" {
        return Err(Failure::Usage(format!("--bind is for C++, not for {}", args.lang)));
    }
    let text = fs::read(path).map_err(|error| Failure::file(path, &error))?;
    schema.binding(&path.to_string_lossy(), text, global)
}

/// `NAME=TYPE:PATHS`.
fn partial(schema: &Schema, text: &str, global: Global) -> Result<Partial, Failure> {
    let parts = text.split_once('=').and_then(|(name, rest)| Some((name, rest.split_once(':')?)));
    let (name, (ty, paths)) = parts.filter(|(name, _)| is_name(name)).ok_or_else(|| {
        Failure::Usage(format!("`--select {text}`: give NAME=TYPE:PATHS, as in `quote=trade.Account:id,wallet.amount`"))
    })?;
    let ty = schema.type_name(Some(ty))?;
    let selection = schema.selection(&ty, paths, global)?;
    let missing = || Failure::Usage(format!("there is no type `{ty}`"));
    Ok(Partial { name: name.to_owned(), root: schema.model.find(&ty).ok_or_else(missing)?, selection })
}

/// Letters of lower case, digits and underscores: part of a name in every language.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|ch| ch.is_ascii_lowercase() || ch.is_ascii_digit() || ch == '_')
}

/// Writes a file, unless it has these contents already: what depends on it need not be built again then.
fn write(folder: &Path, file: &File) -> Result<(), Failure> {
    let path = folder.join(&file.name);
    let parent = path.parent().unwrap_or(folder);
    fs::create_dir_all(parent).map_err(|error| Failure::file(parent, &error))?;
    if fs::read(&path).is_ok_and(|found| found == file.contents.as_bytes()) {
        return Ok(());
    }
    let mut output = Output::create(&path)?;
    output.write_all(file.contents.as_bytes()).map_err(|error| Failure::file(&path, &error))?;
    output.finish()
}
