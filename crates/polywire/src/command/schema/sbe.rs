//! Schemas of Simple Binary Encoding as XML and as sbe-tool serializes them.

use super::super::args::{self, Global, SchemaForm};
use super::super::failure::Failure;
use super::super::model::{Schema, format};
use super::{chosen, folder, report_defaults};
use polywire::schema::{SbeSchema, at_version, compile_sbe, declaration, layout, print_sbe, write_sbeir};
use std::borrow::Cow;

/// Checks that `--as-version` is for a schema that has versions.
pub fn check_version(args: &args::Schema, schema: &Schema) -> Result<(), Failure> {
    let is_for_sbe = matches!(args.to, SchemaForm::Sbe | SchemaForm::Sbeir) && !folder::is_folder(&args.output);
    if args.as_version.is_some() && !(is_for_sbe && schema.sbe.is_some()) {
        let message = "--as-version: only an .xml schema of SBE states versions of its parts; use it with `--to sbe` or `--to sbeir`";
        return Err(Failure::Usage(message.to_owned()));
    }
    Ok(())
}

pub fn text(args: &args::Schema, schema: &Schema, global: Global) -> Result<String, Failure> {
    if let Some(schemas) = &schema.sbe {
        let it = chosen(schemas, args.file.as_deref(), |it| &it.file)?;
        return Ok(print_sbe(&*as_asked(it, args, schema, global)?));
    }
    let name = args.type_name.as_deref().unwrap_or_default();
    let id = declaration(&schema.model, name).map_err(Failure::Usage)?;
    let message =
        layout(&*schema.model_for(&[format("sbe")?], global)?, id).map_err(|parts| match parts.as_slice() {
            [] => Failure::Usage(format!("--to sbe: {name} is not a struct")),
            parts => schema.report_unsupported("sbe", parts, global),
        })?;
    report_defaults(schema, id, global);
    Ok(message.xml())
}

pub fn serialized(args: &args::Schema, schema: &Schema, global: Global) -> Result<Vec<u8>, Failure> {
    let message = "--to sbeir: this needs an .xml schema of SBE; print one with `--to sbe` first";
    let schemas = schema.sbe.as_ref().ok_or_else(|| Failure::Usage(message.to_owned()))?;
    let it = chosen(schemas, args.file.as_deref(), |it| &it.file)?;
    Ok(write_sbeir(&*as_asked(it, args, schema, global)?))
}

/// Returns the schema in the version that the user asks for; what is left has to be a schema.
fn as_asked<'s>(
    it: &'s SbeSchema,
    args: &args::Schema,
    schema: &Schema,
    global: Global,
) -> Result<Cow<'s, SbeSchema>, Failure> {
    let Some(version) = args.as_version else { return Ok(Cow::Borrowed(it)) };
    if version > it.version {
        return Err(Failure::Usage(format!("--as-version: the newest version of the schema is {}", it.version)));
    }
    let reduced = at_version(it, version);
    let compiled = compile_sbe(reduced.clone());
    match compiled.model {
        Some(_) => Ok(Cow::Owned(reduced)),
        None => Err(schema.report(&compiled.diagnostics, global)),
    }
}
