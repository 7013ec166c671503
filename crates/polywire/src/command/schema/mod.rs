//! `polywire schema`.

mod avro;
mod c;
mod folder;
mod sbe;
mod table;
mod xsd;

use super::args::{self, Global, ReportFormat, SchemaForm};
use super::failure::Failure;
use super::model::{Schema, format};
use super::{output, terminal};
use polywire::schema::{
    Contents, FlatbuffersFile as FbsFile, GoFile, SourceOptions, declaration, derive_capnp, derive_fbs, derive_go,
    derive_idl, derive_proto, describe, describe_all, json_schema, listing, lost_constants, lost_of_interfaces,
    print_capnp, print_fbe, print_fbs, print_go, print_proto, tables_of, write_bfbs, write_descriptor_set,
    write_zebrapack,
};
use polywire_model::DeclId;
use std::borrow::Cow;

pub fn run(args: &args::Schema, global: Global) -> Result<(), Failure> {
    check_format(args)?;
    let schema = Schema::load(&args.schema, &args.imports, global)?;
    sbe::check_version(args, &schema)?;
    report_lost(&lost_keys(args.to, &schema), global);
    report_lost(&lost_values(args.to, &schema), global);
    if folder::is_folder(&args.output) {
        return folder::write(args, &schema, global);
    }
    check_type(args, &schema)?;
    schema.inputs().check(&args.output)?;
    let bytes = match args.to {
        SchemaForm::List => list(args, &schema)?.into_bytes(),
        SchemaForm::Proto => proto_text(&schema, args.file.as_deref(), global)?.into_bytes(),
        SchemaForm::Capnp => capnp_text(&schema, args.file.as_deref(), global)?.into_bytes(),
        SchemaForm::Fbs => fbs_text(&schema, args.file.as_deref(), global)?.into_bytes(),
        SchemaForm::Bfbs => bfbs(args, &schema)?,
        SchemaForm::DescriptorSet => {
            check_language(&schema)?;
            let keep = if args.keep_source_options { SourceOptions::Keep } else { SourceOptions::Strip };
            write_descriptor_set(&schema.descriptors, keep)
        }
        SchemaForm::Fbe => fbe_text(&schema, args.file.as_deref(), global)?.into_bytes(),
        SchemaForm::C => c::text(&schema, global)?.into_bytes(),
        SchemaForm::CLayout => c::layouts(args, &schema, global)?.into_bytes(),
        SchemaForm::Idl => idl_text(&schema, global)?.into_bytes(),
        SchemaForm::Xsd => xsd::text(&schema, global)?.into_bytes(),
        SchemaForm::Sbe => sbe::text(args, &schema, global)?.into_bytes(),
        SchemaForm::Sbeir => sbe::serialized(args, &schema, global)?,
        SchemaForm::Go => print_go(&*go_file(args, &schema, global)?).into_bytes(),
        SchemaForm::Zebrapack => write_zebrapack(&*go_file(args, &schema, global)?),
        SchemaForm::Avro => avro::text(args, &schema, global)?.into_bytes(),
        SchemaForm::Avpr => avro::protocol(args, &schema)?.into_bytes(),
        SchemaForm::Avdl => avro::description(args, &schema, global)?.into_bytes(),
        SchemaForm::AvroCanonical => avro::canonical(args, &schema, global)?.into_bytes(),
        SchemaForm::AvroFingerprints => avro::fingerprints(args, &schema, global)?.into_bytes(),
        SchemaForm::JsonSchema => json_schema_text(args, &schema, global)?.into_bytes(),
    };
    output::write(&args.output, &bytes)
}

/// Checks options that only some forms have.
fn check_format(args: &args::Schema) -> Result<(), Failure> {
    let (is_list, is_layout) = (matches!(args.to, SchemaForm::List), matches!(args.to, SchemaForm::CLayout));
    let message = match () {
        () if matches!(args.format, ReportFormat::Json) && !is_list && !is_layout => {
            "--format: this form has one format; leave out --format"
        }
        () if args.compare_abi.is_some() && !is_layout => "--compare-abi: layouts are compared with `--to c-layout`",
        () => return Ok(()),
    };
    Err(Failure::Usage(message.to_owned()))
}

/// Checks the options: some forms print one type, others the whole schema.
fn check_type(args: &args::Schema, schema: &Schema) -> Result<(), Failure> {
    let message = match (args.to, &args.type_name) {
        (
            SchemaForm::Proto
            | SchemaForm::Capnp
            | SchemaForm::C
            | SchemaForm::Idl
            | SchemaForm::Xsd
            | SchemaForm::Fbs
            | SchemaForm::Bfbs
            | SchemaForm::Fbe
            | SchemaForm::Sbeir
            | SchemaForm::Avpr
            | SchemaForm::Avdl
            | SchemaForm::Go
            | SchemaForm::Zebrapack
            | SchemaForm::DescriptorSet,
            Some(_),
        ) => "--type: this form contains the whole schema; leave out --type",
        (SchemaForm::Sbe, Some(_)) if schema.sbe.is_some() => {
            "--type: an SBE schema is printed as a whole; leave out --type"
        }
        (SchemaForm::Sbe, None) if schema.sbe.is_none() => {
            "--to sbe: this form contains one message; name it with --type, or give -o a folder for all"
        }
        (SchemaForm::Avro | SchemaForm::AvroCanonical | SchemaForm::AvroFingerprints, None)
            if schema.avro.is_none() =>
        {
            "--to avro: this form contains one message; name it with --type, or give -o a folder for all"
        }
        _ => return Ok(()),
    };
    Err(Failure::Usage(message.to_owned()))
}

/// Prints all types and methods, or the description of one type.
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

/// Returns the text of a file; by default of the last one, which imports the others.
fn proto_text(schema: &Schema, path: Option<&str>, global: Global) -> Result<String, Failure> {
    let printed = if schema.descriptors.files.is_empty() {
        let model = schema.model_for(&[format("protobuf")?], global)?;
        let mut printed = derive_proto(&model, &file_name(schema, path)?);
        printed.lost.extend(schema.nodes.iter().flat_map(lost_of_interfaces));
        printed
    } else {
        print_proto(&schema.descriptors, chosen(&schema.descriptors.files, path, |file| &file.name)?)
    };
    report_lost(&printed.lost, global);
    Ok(printed.text)
}

fn capnp_text(schema: &Schema, path: Option<&str>, global: Global) -> Result<String, Failure> {
    let printed = match &schema.nodes {
        Some(nodes) => print_capnp(nodes, chosen(&nodes.files, path, |file| &file.path)?),
        None => {
            let name = file_name(schema, path)?;
            derive_capnp(&*schema.model_for(&[format("capnp")?], global)?, &name)
        }
    };
    report_lost(&printed.lost, global);
    Ok(printed.text)
}

fn fbe_text(schema: &Schema, path: Option<&str>, global: Global) -> Result<String, Failure> {
    let (file, fbe) = (file_name(schema, path)?, format("fbe")?);
    let mut model = schema.model_for(&[fbe], global)?.into_owned();
    if let Some(settle) = fbe.settle {
        settle(&mut model);
    }
    let printed = print_fbe(&model, &file);
    report_lost(&printed.lost, global);
    Ok(printed.text)
}

fn idl_text(schema: &Schema, global: Global) -> Result<String, Failure> {
    let printed = derive_idl(&*schema.model_for(&[format("cdr")?], global)?);
    report_lost(&printed.lost, global);
    Ok(printed.text)
}

fn fbs_text(schema: &Schema, path: Option<&str>, global: Global) -> Result<String, Failure> {
    let printed = match &schema.flatbuffers {
        Some(it) => {
            let file = main_file(&it.files, path)?;
            let index = it.files.iter().position(|other| other.path == file.path).unwrap_or_default();
            print_fbs(it, index)
        }
        None => derive_fbs(&tables_of(&*schema.model_for(&[format("flatbuffers")?], global)?)),
    };
    report_lost(&printed.lost, global);
    Ok(printed.text)
}

fn bfbs(args: &args::Schema, schema: &Schema) -> Result<Vec<u8>, Failure> {
    let contents = if args.keep_source_options { Contents::All } else { Contents::Usual };
    let message = "--to bfbs: this needs an .fbs schema; print one with `--to fbs` first";
    let it = schema.flatbuffers.as_ref().ok_or_else(|| Failure::Usage(message.to_owned()))?;
    write_bfbs(it, contents).map_err(Failure::Input)
}

/// Returns the file of a FlatBuffers schema with this path; by default the one that the user named.
fn main_file<'f>(files: &'f [FbsFile], path: Option<&str>) -> Result<&'f FbsFile, Failure> {
    match (path, files.iter().rev().find(|file| file.is_requested)) {
        (None, Some(file)) => Ok(file),
        _ => chosen(files, path, |file| &file.path),
    }
}

/// Returns the name of a file in declarations; by default that of the file that the user named.
fn file_name(schema: &Schema, path: Option<&str>) -> Result<String, Failure> {
    if let Some(nodes) = &schema.nodes {
        return Ok(schema.file_of(&chosen(&nodes.files, path, |file| &file.path)?.path));
    }
    if let Some(it) = &schema.flatbuffers {
        return Ok(schema.file_of(&main_file(&it.files, path)?.path));
    }
    if let Some(it) = &schema.avro {
        return Ok(schema.file_of(&avro::file(it, path)?.path));
    }
    if !schema.descriptors.files.is_empty() {
        return Ok(chosen(&schema.descriptors.files, path, |file| &file.name)?.name.clone());
    }
    let files: Vec<String> = match path {
        Some(_) => schema.files.keys().cloned().collect(),
        None => schema.named.iter().cloned().collect(),
    };
    chosen(&files, path, |file| file).cloned()
}

/// Returns the declarations of a file; those of a schema in another language are in one.
fn go_file<'s>(args: &args::Schema, schema: &'s Schema, global: Global) -> Result<Cow<'s, GoFile>, Failure> {
    if let Some(files) = &schema.go {
        return chosen(files, args.file.as_deref(), |it| &it.path).map(Cow::Borrowed);
    }
    let path = file_name(schema, args.file.as_deref())?;
    let derived = derive_go(&*schema.model_for(&[format("zebrapack")?], global)?, &path, None);
    report_lost(&derived.lost, global);
    Ok(Cow::Owned(derived.file))
}

/// Without `--type`, of the type that the schema states for messages.
fn json_schema_text(args: &args::Schema, schema: &Schema, global: Global) -> Result<String, Failure> {
    let stated = || schema.model.flatbuffers_files.values().rev().find_map(|file| file.root);
    let message = "--to jsonschema: this form is for the messages of one type; name it with --type";
    let id = match args.type_name.as_deref() {
        Some(name) => declaration(&schema.model, name).map_err(Failure::Usage)?,
        None => stated().ok_or_else(|| Failure::Usage(message.to_owned()))?,
    };
    let model = schema.model_for(&[format("json")?], global)?;
    json_schema(&model, id).map_err(|parts| schema.report_unsupported("json", &parts, global))
}

/// Descriptors can be made only of `.proto` text.
fn check_language(schema: &Schema) -> Result<(), Failure> {
    let message = "--to descriptor-set: this needs a .proto schema; print one with `--to proto` first";
    match schema.descriptors.files.is_empty() {
        true => Err(Failure::Usage(message.to_owned())),
        false => Ok(()),
    }
}

fn chosen<'f, F>(files: &'f [F], path: Option<&str>, name: impl Fn(&F) -> &String) -> Result<&'f F, Failure> {
    let file = match path {
        None => files.last(),
        Some(path) => files.iter().find(|file| name(file) == path),
    };
    let paths = || files.iter().map(|file| name(file).as_str()).collect::<Vec<_>>().join(", ");
    file.ok_or_else(|| Failure::Usage(format!("the schema has no such file; it has {}", paths())))
}

/// Only XML Schemas have keys.
fn lost_keys(to: SchemaForm, schema: &Schema) -> Vec<String> {
    let names: Vec<&str> = schema.model.constraints.iter().map(|it| it.name.as_str()).collect();
    match to {
        SchemaForm::List | SchemaForm::CLayout | SchemaForm::Xsd | SchemaForm::DescriptorSet => Vec::new(),
        _ if names.is_empty() => Vec::new(),
        _ => vec![format!("keys and references to them: {}", names.join(", "))],
    }
}

/// Only `.capnp` files have constants of structs and lists. Forms of single messages have no constants at all.
fn lost_values(to: SchemaForm, schema: &Schema) -> Vec<String> {
    match to {
        SchemaForm::Proto
        | SchemaForm::Fbs
        | SchemaForm::Fbe
        | SchemaForm::C
        | SchemaForm::Idl
        | SchemaForm::Xsd
        | SchemaForm::Go
        | SchemaForm::Zebrapack => schema.nodes.iter().flat_map(lost_constants).collect(),
        SchemaForm::List
        | SchemaForm::Capnp
        | SchemaForm::Bfbs
        | SchemaForm::DescriptorSet
        | SchemaForm::CLayout
        | SchemaForm::Sbe
        | SchemaForm::Sbeir
        | SchemaForm::Avro
        | SchemaForm::Avpr
        | SchemaForm::Avdl
        | SchemaForm::AvroCanonical
        | SchemaForm::AvroFingerprints
        | SchemaForm::JsonSchema => Vec::new(),
    }
}

/// Reports the defaults of a type and of those that it leads to, for forms without defaults.
fn report_defaults(schema: &Schema, id: DeclId, global: Global) {
    report_lost(&folder::lost_defaults(&schema.model, &[id]), global);
}

fn report_lost(lost: &[String], global: Global) {
    for lost in lost.iter().filter(|_| !global.quiet) {
        terminal::print("warning", &format!("left out: {lost}"), global);
    }
}
