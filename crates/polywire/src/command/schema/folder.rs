//! A folder with one file for each schema file, which import each other as the schema files do.

use super::report_lost;
use crate::command::args::{self, Global, SchemaForm};
use crate::command::failure::Failure;
use crate::command::model::{Schema, format};
use crate::command::output;
use polywire::schema::{
    AvroFile, AvroSchema, AvroType, DerivedFile, avsc_of_all, defaults_of, derive_capnp_files, derive_fbs_files,
    derive_proto_files, layout, lost_of_interfaces, print_avdl, print_avpr, print_avsc, print_capnp, print_fbe_files,
    print_fbs, print_proto, print_sbe, tables_of, xml_of_all,
};
use polywire::{Model, Unsupported};
use polywire_model::{Decl, DeclId, DeclKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Returns true if the output is a folder: it exists, or its name ends with `/`.
pub(super) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(std::path::MAIN_SEPARATOR)
}

/// Writes the files.
pub(super) fn write(args: &args::Schema, schema: &Schema, global: Global) -> Result<(), Failure> {
    let files = files(args, schema, global)?;
    let mut lost: Vec<String> = files.iter().flat_map(|file| file.lost.clone()).collect();
    let mut told = BTreeSet::new();
    lost.retain(|it| told.insert(it.clone()));
    report_lost(&lost, global);
    let inputs = schema.inputs();
    let files: Vec<_> = files.into_iter().filter(|file| !file.text.is_empty()).collect();
    if files.is_empty() {
        let message = "-o: no file of the schema has anything to say in this form";
        return Err(Failure::Usage(message.to_owned()));
    }
    let paths: Vec<_> = files.iter().map(|file| args.output.join(inside(&file.path))).collect();
    paths.iter().try_for_each(|path| inputs.check(path))?;
    for (path, file) in paths.iter().zip(&files) {
        let parent = path.parent().unwrap_or(&args.output);
        fs::create_dir_all(parent).map_err(|error| Failure::writing(parent, &error))?;
        output::write(path, file.text.as_bytes())?;
    }
    Ok(())
}

fn files(args: &args::Schema, schema: &Schema, global: Global) -> Result<Vec<DerivedFile>, Failure> {
    if args.file.is_some() || args.type_name.is_some() {
        let message =
            "-o: a folder gets all files of the schema; give the name of a file, or leave out --file and --type";
        return Err(Failure::Usage(message.to_owned()));
    }
    let model = |name| schema.model_for(&[format(name)?], global);
    match args.to {
        SchemaForm::Proto if schema.descriptors.files.is_empty() => proto_files(schema, &*model("protobuf")?),
        SchemaForm::Proto => {
            let own = schema.descriptors.files.iter().filter(|file| !file.name.starts_with(BUILT_IN));
            let files = own.map(|file| (file.name.clone(), print_proto(&schema.descriptors, file)));
            Ok(files.map(|(path, it)| DerivedFile { path, text: it.text, lost: it.lost }).collect())
        }
        SchemaForm::Capnp => match &schema.nodes {
            Some(nodes) => {
                let own = nodes.files.iter().map(|file| (file, schema.file_of(&file.path)));
                let own = own.filter(|(file, name)| !is_standard(&file.path, name));
                let files = own.map(|(file, name)| (name, print_capnp(nodes, file)));
                Ok(files.map(|(path, it)| DerivedFile { path, text: it.text, lost: it.lost }).collect())
            }
            None => Ok(derive_capnp_files(&*model("capnp")?)),
        },
        SchemaForm::Fbs => match &schema.flatbuffers {
            Some(it) => {
                let files = it.files.iter().zip(0..).map(|(file, at)| (schema.file_of(&file.path), print_fbs(it, at)));
                Ok(files.map(|(path, it)| DerivedFile { path, text: it.text, lost: it.lost }).collect())
            }
            None => Ok(derive_fbs_files(&tables_of(&*model("flatbuffers")?))),
        },
        SchemaForm::Fbe => {
            let mut model = model("fbe")?.into_owned();
            if let Some(settle) = format("fbe")?.settle {
                settle(&mut model);
            }
            Ok(print_fbe_files(&model))
        }
        SchemaForm::Sbe => match &schema.sbe {
            Some(schemas) => {
                let files = schemas.iter().map(|it| (schema.file_of(&it.file), print_sbe(it)));
                Ok(files.map(|(path, text)| DerivedFile { path, text, lost: Vec::new() }).collect())
            }
            None => sbe_files(&*model("sbe")?),
        },
        SchemaForm::Avro => match &schema.avro {
            Some(it) => Ok(avsc_files(schema, it)),
            None => Ok(avro_files(&*model("avro")?)),
        },
        SchemaForm::Avpr => {
            let it = super::avro::own(schema, "avpr")?;
            Ok(own_avro_files(schema, it, "avpr", |file| print_avpr(it, file)))
        }
        SchemaForm::Avdl => {
            let it = super::avro::own(schema, "avdl")?;
            Ok(own_avro_files(schema, it, "avdl", |file| Some(print_avdl(it, file).text)))
        }
        SchemaForm::Xsd if schema.xsd.is_some() => Ok(super::xsd::files(schema)),
        SchemaForm::List
        | SchemaForm::C
        | SchemaForm::CLayout
        | SchemaForm::Idl
        | SchemaForm::Xsd
        | SchemaForm::Bfbs
        | SchemaForm::Sbeir
        | SchemaForm::Go
        | SchemaForm::Zebrapack
        | SchemaForm::AvroCanonical
        | SchemaForm::AvroFingerprints
        | SchemaForm::DescriptorSet
        | SchemaForm::JsonSchema => {
            Err(Failure::Usage("-o: this form is one file, which needs a name; there is a folder".to_owned()))
        }
    }
}

/// Files that the official compiler contains.
const BUILT_IN: &str = "google/protobuf/";

/// The standard files of Cap'n Proto, which its compiler finds by itself.
fn is_standard(path: &str, name: &str) -> bool {
    path.contains("/capnp/") && (name.starts_with("/capnp/") || name.starts_with("capnp/") || path.starts_with('/'))
}

fn proto_files(schema: &Schema, model: &Model) -> Result<Vec<DerivedFile>, Failure> {
    let mut files = derive_proto_files(model).map_err(|circle| {
        let message = "these files import each other, which files of Protocol Buffers must not";
        let remedy = "print one file with all types: give -o the name of a file";
        Failure::Input(format!("--to proto: {}: {message}; {remedy}", circle.join(", ")))
    })?;
    if let Some(last) = files.last_mut() {
        last.lost.extend(schema.nodes.iter().flat_map(lost_of_interfaces));
    }
    Ok(files)
}

/// Returns the structs of each schema file.
fn structs_by_file(model: &Model) -> BTreeMap<&str, Vec<(DeclId, &Decl)>> {
    let mut files: BTreeMap<&str, Vec<(DeclId, &Decl)>> = BTreeMap::new();
    for (id, decl) in (0..).map(DeclId).zip(&model.decls) {
        if matches!(&decl.kind, DeclKind::Struct(it) if it.is_declared()) {
            files.entry(&decl.file).or_default().push((id, decl));
        }
    }
    files
}

/// Names the defaults of types, and of those that they lead to, for forms without defaults.
pub(super) fn lost_defaults(model: &Model, ids: &[DeclId]) -> Vec<String> {
    let reached: BTreeSet<DeclId> = ids.iter().flat_map(|id| model.reached_from(*id)).collect();
    reached.into_iter().flat_map(|id| defaults_of(model, id)).collect()
}

/// A schema of Avro has no imports: each file contains the types that it needs.
fn avro_files(model: &Model) -> Vec<DerivedFile> {
    let file = |(source, structs): (&str, Vec<(DeclId, &Decl)>)| {
        let ids: Vec<DeclId> = structs.into_iter().map(|(id, _)| id).collect();
        let text = avsc_of_all(model, &ids)?;
        Some(DerivedFile { path: with_extension(source, "avsc"), text, lost: lost_defaults(model, &ids) })
    };
    structs_by_file(model).into_iter().filter_map(file).collect()
}

/// A file for the schema that an Avro file states, else one for each of its types. Each contains the types that it needs.
fn avsc_files(schema: &Schema, it: &AvroSchema) -> Vec<DerivedFile> {
    let mut files = own_avro_files(schema, it, "avsc", |file| file.root.as_ref().map(|ty| print_avsc(it, ty)));
    let without = it.files.iter().filter(|file| file.is_requested && file.root.is_none());
    let names: BTreeSet<&str> = without.flat_map(|file| &file.types).map(String::as_str).collect();
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
    for name in &names {
        let is_alone = names.iter().filter(|other| last(other) == last(name)).count() == 1;
        let stem = if is_alone { last(name) } else { (*name).to_owned() };
        let text = print_avsc(it, &AvroType::named((*name).to_owned()));
        files.push(DerivedFile { path: format!("{stem}.avsc"), text, lost: Vec::new() });
    }
    files
}

/// The files of an Avro schema in another form. Each contains the types that it needs.
fn own_avro_files(
    schema: &Schema,
    it: &AvroSchema,
    extension: &str,
    print: impl Fn(&AvroFile) -> Option<String>,
) -> Vec<DerivedFile> {
    let derived = |file: &AvroFile| {
        let path = with_extension(&schema.file_of(&file.path), extension);
        Some(DerivedFile { path, text: print(file)?, lost: Vec::new() })
    };
    it.files.iter().filter_map(derived).collect()
}

/// Each file contains the messages of a schema file that the format can hold.
fn sbe_files(model: &Model) -> Result<Vec<DerivedFile>, Failure> {
    let mut files = Vec::new();
    for (source, structs) in structs_by_file(model) {
        let (mut messages, mut lost) = (Vec::new(), Vec::new());
        for (id, decl) in structs {
            match layout(model, id) {
                Ok(message) => {
                    messages.push(message);
                    lost.extend(lost_defaults(model, &[id]));
                }
                Err(parts) => lost.push(refused(decl, &parts)),
            }
        }
        let text = match messages.as_slice() {
            [] => String::new(),
            messages => xml_of_all(messages).map_err(|name| {
                let remedy = "print one message at a time, with --type";
                Failure::Input(format!("--to sbe: {source}: there are two types with the name {name}; {remedy}"))
            })?,
        };
        files.push(DerivedFile { path: with_extension(source, "xml"), text, lost });
    }
    Ok(files)
}

fn refused(decl: &Decl, parts: &[Unsupported]) -> String {
    let reason = parts.first().map(|part| format!(": `{}`: {}; {}", part.path, part.message, part.help));
    format!("message {}{}", decl.path(), reason.unwrap_or_default())
}

/// Returns a path that does not lead out of the folder.
fn inside(path: &str) -> PathBuf {
    Path::new(path).components().filter(|part| matches!(part, Component::Normal(_))).collect()
}

fn with_extension(source: &str, extension: &str) -> String {
    Path::new(source).with_extension(extension).to_string_lossy().into_owned()
}
