//! `polywire schema`.

mod table;

use super::args::{self, Global, ReportFormat, SchemaForm};
use super::failure::Failure;
use super::model::Schema;
use super::{output, terminal};
use polywire::schema::{
    SourceOptions, declaration, describe, describe_all, listing, print_proto, write_descriptor_set,
};

pub fn run(args: &args::Schema, global: Global) -> Result<(), Failure> {
    let schema = Schema::load(&args.schema, &args.imports, global)?;
    let bytes = match args.to {
        SchemaForm::List => list(args, &schema)?.into_bytes(),
        SchemaForm::Proto => text(&schema, args.file.as_deref(), global)?.into_bytes(),
        SchemaForm::DescriptorSet => {
            let keep = if args.keep_source_options { SourceOptions::Keep } else { SourceOptions::Strip };
            write_descriptor_set(&schema.descriptors, keep)
        }
    };
    output::write(&args.output, &bytes)
}

/// All types and methods, or what the schema says of one type.
fn list(args: &args::Schema, schema: &Schema) -> Result<String, Failure> {
    let model = &schema.model;
    let id = args.type_name.as_deref().map(|name| declaration(model, name).map_err(Failure::Usage)).transpose()?;
    Ok(match (id, args.format) {
        (None, ReportFormat::Text) => listing(model),
        (None, ReportFormat::Json) => pretty(&describe_all(model)),
        (Some(id), ReportFormat::Text) => table::table(&describe(model, id)),
        (Some(id), ReportFormat::Json) => pretty(&describe(model, id)),
    })
}

fn pretty(json: &serde_json::Value) -> String {
    format!("{json:#}\n")
}

/// The text of a file, or of the last one, which the others are imported for.
fn text(schema: &Schema, path: Option<&str>, global: Global) -> Result<String, Failure> {
    let files = &schema.descriptors.files;
    let file = match path {
        None => files.last(),
        Some(path) => files.iter().find(|file| file.name == path),
    };
    let paths = || files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>().join(", ");
    let file = file.ok_or_else(|| Failure::Usage(format!("there is no such file; the schema has {}", paths())))?;
    let printed = print_proto(&schema.descriptors, file);
    for lost in printed.lost.iter().filter(|_| !global.quiet) {
        terminal::print("warning", &format!("left out: {lost}"), global);
    }
    Ok(printed.text)
}
