//! Avro's schemas, protocols and interface descriptions, and what identifies a schema.

use super::super::args::{self, Global};
use super::super::failure::Failure;
use super::super::model::{Schema, format};
use super::{chosen, report_defaults, report_lost};
use polywire::schema::{
    Algorithm, AvroFile, AvroSchema, AvroType, avsc, canonical_form, declaration, fingerprint, print_avdl, print_avpr,
    print_avsc, read_avro_text,
};
use std::borrow::Cow;
use std::fmt::Write;

/// Returns the schema of Avro.
pub fn text(args: &args::Schema, schema: &Schema, global: Global) -> Result<String, Failure> {
    match &schema.avro {
        Some(it) => Ok(print_avsc(it, &*stated(args, it)?)),
        None => derived(args, schema, global),
    }
}

/// Returns the schema of a message that a schema in another language declares.
fn derived(args: &args::Schema, schema: &Schema, global: Global) -> Result<String, Failure> {
    let name = args.type_name.as_deref().unwrap_or_default();
    let id = declaration(&schema.model, name).map_err(Failure::Usage)?;
    let text = avsc(&*schema.model_for(&[format("avro")?], global)?, id);
    report_defaults(schema, id, global);
    text.ok_or_else(|| Failure::Usage(format!("--to avro: {name} is not a struct")))
}

pub fn protocol(args: &args::Schema, schema: &Schema) -> Result<String, Failure> {
    let it = own(schema, "avpr")?;
    let message = "--to avpr: the file has no protocol; print it with `--to avro` or `--to avdl`";
    print_avpr(it, file(it, args.file.as_deref())?).ok_or_else(|| Failure::Usage(message.to_owned()))
}

pub fn description(args: &args::Schema, schema: &Schema, global: Global) -> Result<String, Failure> {
    let it = own(schema, "avdl")?;
    let printed = print_avdl(it, file(it, args.file.as_deref())?);
    report_lost(&printed.lost, global);
    Ok(printed.text)
}

pub fn canonical(args: &args::Schema, schema: &Schema, global: Global) -> Result<String, Failure> {
    canonical_text(args, schema, global).map(|it| it + "\n")
}

pub fn fingerprints(args: &args::Schema, schema: &Schema, global: Global) -> Result<String, Failure> {
    let canonical = canonical_text(args, schema, global)?;
    let mut text = String::new();
    for algorithm in Algorithm::ALL {
        let digits: String = fingerprint(&canonical, algorithm).iter().map(|it| format!("{it:02x}")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:<11}  {digits}", algorithm.name());
    }
    Ok(text)
}

fn canonical_text(args: &args::Schema, schema: &Schema, global: Global) -> Result<String, Failure> {
    if let Some(it) = &schema.avro {
        return Ok(canonical_form(it, &*stated(args, it)?));
    }
    let text = derived(args, schema, global)?;
    let message = || Failure::Usage("--to avro-canonical: Avro has no schema for this type".to_owned());
    let it = read_avro_text(&text).ok_or_else(message)?;
    let ty = it.files.first().and_then(|file| file.root.as_ref()).ok_or_else(message)?;
    Ok(canonical_form(&it, ty))
}

/// Returns the type that the user names, or that a file states.
fn stated<'s>(args: &args::Schema, it: &'s AvroSchema) -> Result<Cow<'s, AvroType>, Failure> {
    if let Some(name) = args.type_name.as_deref() {
        let found = it.types.iter().find(|it| it.name.full() == name);
        let message = || Failure::Usage(format!("--type: the schema declares no type {name}"));
        return found.map(|it| Cow::Owned(AvroType::named(it.name.full()))).ok_or_else(message);
    }
    let file = file(it, args.file.as_deref())?;
    let message =
        "--to avro: the file states no schema; name one of its types with --type, or give -o a folder for all";
    file.root.as_ref().map(Cow::Borrowed).ok_or_else(|| Failure::Usage(message.to_owned()))
}

/// Returns the file with this path; by default the one that the user named.
pub(super) fn file<'s>(it: &'s AvroSchema, path: Option<&str>) -> Result<&'s AvroFile, Failure> {
    match (path, it.files.iter().rev().find(|file| file.is_requested)) {
        (None, Some(file)) => Ok(file),
        _ => chosen(&it.files, path, |file| &file.path),
    }
}

pub(super) fn own<'s>(schema: &'s Schema, form: &str) -> Result<&'s AvroSchema, Failure> {
    let message = format!("--to {form}: this needs a schema of Avro; print one with `--to avro` first");
    schema.avro.as_ref().ok_or(Failure::Usage(message))
}
