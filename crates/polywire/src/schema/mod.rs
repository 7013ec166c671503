//! Schemas in any language to models.

mod compiled_fbs;
mod describe;
mod type_text;
mod zids;

pub use compiled_fbs::{read_bfbs, write_bfbs};
pub use describe::{describe, describe_all};
pub use polywire_front::avro::fingerprint::{Algorithm, fingerprint};
pub use polywire_front::avro::print::{canonical_form, print_avdl, print_avpr, print_avsc};
pub use polywire_front::avro::tree::{
    File as AvroFile, Schema as AvroSchema, TypeExpr as AvroType, TypeKind as AvroTypeKind,
};
pub use polywire_front::c::{Report as CLayout, derived_c, print_c, report as c_layout};
pub use polywire_front::capnp::nodes::Nodes;
pub use polywire_front::capnp::{
    derive_capnp, derive_capnp_files, lost_constants, lost_of_interfaces, print_capnp, read_request,
};
pub use polywire_front::fbs::reflection::Contents;
pub use polywire_front::fbs::schema::{File as FlatbuffersFile, Schema as FlatbuffersSchema};
pub use polywire_front::fbs::{derive_fbs, derive_fbs_files, print_fbs};
pub use polywire_front::idl::derive_idl;
pub use polywire_front::proto::descriptor::{DescriptorSet, Edition, File};
pub use polywire_front::proto::{
    Extensions, Printed, ReadError, SourceOptions, derive_proto, derive_proto_files, print_proto, read_descriptor_set,
    write_descriptor_set,
};
pub use polywire_front::sbe::ir::write_sbeir;
pub use polywire_front::sbe::schema::Schema as SbeSchema;
pub use polywire_front::sbe::{at_version, print_sbe};
pub use polywire_front::xsd::schema::Schema as XsdSchema;
pub use polywire_front::xsd::{derive_xsd, print_xsd};
pub use polywire_front::zebra::tree::File as GoFile;
pub use polywire_front::zebra::{
    Derived as DerivedGo, StreamHeader, derive as derive_go, is_header, print_go, read_header,
    write_compiled as write_zebrapack, write_header, write_with_enums as write_zebrapack_with_enums,
};
pub use polywire_front::{DerivedFile, defaults_of};
pub use type_text::type_text;
pub use zids::numbered_go;

use crate::problem::Problem;
pub use polywire_front::fbe::{print_fbe, print_fbe_files};
use polywire_front::proto::{self, Compilation};
use polywire_front::{Loader, avro, c, capnp, fbe, fbs, idl, sbe, xsd, zebra};
use polywire_lower::Unsupported;
pub use polywire_lower::Writer;
pub use polywire_lower::avro::avsc::{text as avsc, text_of_all as avsc_of_all};
pub use polywire_lower::avro::single::{Header as SingleHeader, header_of as single_header, headers as single_headers};
pub use polywire_lower::flatbuffers::tables_of;
pub use polywire_lower::json::json_schema;
pub use polywire_lower::sbe::layout::layout;
pub use polywire_lower::sbe::xml_of_all;
pub use polywire_model::c::{Abi, abi};
use polywire_model::{Decl, DeclId, DeclKind, Method, Model, Selection};
use polywire_source::{Code, Diagnostic, Diagnostics, SourceMap, closest};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::Arc;

/// A schema language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Avro: a schema (`.avsc`).
    Avsc,
    /// Avro: a protocol (`.avpr`).
    Avpr,
    /// Avro: an interface description (`.avdl`).
    Avdl,
    /// Protocol Buffers (`.proto`).
    Proto,
    /// Protocol Buffers, compiled: a serialized `FileDescriptorSet` (`.fds`, `.desc`, `.pb`, `.binpb`, `.protoset`).
    DescriptorSet,
    /// Cap'n Proto (`.capnp`).
    Capnp,
    /// Cap'n Proto, compiled: a serialized `CodeGeneratorRequest` (`.cgr`, `.cgr.bin`).
    CapnpRequest,
    /// FastBinaryEncoding (`.fbe`).
    Fbe,
    /// FlatBuffers (`.fbs`).
    Fbs,
    /// CORBA's interface definition language (`.idl`).
    Idl,
    /// C: a header (`.h`), or what a preprocessor made of one (`.i`).
    C,
    /// C, compiled: an object file, a library or a program with debugging information (`.o`, `.obj`, `.so`, `.elf`).
    Object,
    /// FlatBuffers, compiled: a buffer of its schema of schemas (`.bfbs`).
    Bfbs,
    /// Simple Binary Encoding (`.xml`).
    Sbe,
    /// Simple Binary Encoding, serialized: the tokens of its reference generator (`.sbeir`).
    Sbeir,
    /// XML Schema (`.xsd`).
    Xsd,
    /// ZebraPack: the structs of Go source (`.go`).
    Go,
    /// ZebraPack, compiled (`.z`).
    Zebrapack,
}

const DESCRIPTOR_SETS: [&str; 5] = ["fds", "desc", "pb", "binpb", "protoset"];

impl Language {
    /// Returns the language of a file by its extension.
    pub fn of_path(path: &str) -> Option<Self> {
        match path.strip_suffix(".cgr.bin").map_or(path.rsplit_once('.')?.1, |_| "cgr") {
            "avsc" => Some(Self::Avsc),
            "avpr" => Some(Self::Avpr),
            "avdl" => Some(Self::Avdl),
            "proto" => Some(Self::Proto),
            "capnp" => Some(Self::Capnp),
            "cgr" => Some(Self::CapnpRequest),
            "fbe" => Some(Self::Fbe),
            "fbs" => Some(Self::Fbs),
            "idl" => Some(Self::Idl),
            "h" | "i" => Some(Self::C),
            "o" | "obj" | "so" | "elf" | "dwo" => Some(Self::Object),
            "bfbs" => Some(Self::Bfbs),
            "xml" => Some(Self::Sbe),
            "xsd" => Some(Self::Xsd),
            "sbeir" => Some(Self::Sbeir),
            zebra::EXTENSION => Some(Self::Go),
            zebra::COMPILED_EXTENSION => Some(Self::Zebrapack),
            end if DESCRIPTOR_SETS.contains(&end) => Some(Self::DescriptorSet),
            _ => None,
        }
    }

    /// Returns true for the languages of Avro.
    pub fn is_avro(self) -> bool {
        matches!(self, Self::Avsc | Self::Avpr | Self::Avdl)
    }
}

/// The result of compiling a schema.
#[derive(Debug, Default)]
pub struct Compiled {
    /// All types, including those of imported files; `None` after an error.
    pub model: Option<Model>,
    /// The files as descriptors, imported ones first; `None` after an error, and for other languages.
    pub descriptors: Option<DescriptorSet>,
    /// The nodes of a Cap'n Proto schema; `None` after an error, and for other languages.
    pub nodes: Option<Nodes>,
    /// The declarations of a FlatBuffers schema; `None` after an error, and for other languages.
    pub flatbuffers: Option<FlatbuffersSchema>,
    /// The declarations of SBE schemas; `None` after an error, and for other languages.
    pub sbe: Option<Vec<SbeSchema>>,
    /// The components of XML Schemas; `None` after an error, and for other languages.
    pub xsd: Option<XsdSchema>,
    /// The declarations of Go files; `None` after an error, and for other languages.
    pub go: Option<Vec<GoFile>>,
    /// The declarations of Avro's files; `None` after an error, and for other languages.
    pub avro: Option<AvroSchema>,
    /// The struct of the schema that an Avro file states.
    pub root: Option<DeclId>,
    /// Structs for the typedefs of IDL files and C headers ([`idl::Compilation::typedefs`], [`c::Compilation::typedefs`]).
    pub typedefs: Vec<Decl>,
    /// The sources, to render diagnostics.
    pub sources: SourceMap,
    /// Errors and warnings in the order of their positions.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles a schema and all that it imports.
pub fn compile(language: Language, path: &str, loader: &Loader<'_>) -> Compiled {
    compile_with(language, path, loader, Extensions::default())
}

/// Like [`compile`], with the treatment of extensions chosen by the caller.
pub fn compile_with(language: Language, path: &str, loader: &Loader<'_>, extensions: Extensions) -> Compiled {
    match language {
        Language::Avsc | Language::Avpr | Language::Avdl => compile_avro_files(&[path], loader),
        Language::Proto => compile_files(&[path], loader, extensions),
        Language::DescriptorSet => {
            let mut diagnostics = Diagnostics::default();
            let compiled = compile_set(path, loader, extensions, &mut diagnostics);
            finished(compiled, SourceMap::default(), diagnostics)
        }
        Language::Capnp => compile_capnp_files(&[path], loader),
        Language::Fbe => compile_fbe_files(&[path], loader),
        Language::Sbe => compile_sbe_files(&[path], loader),
        Language::Sbeir => {
            let mut diagnostics = Diagnostics::default();
            let schema = read_file(path, loader, |bytes| sbe::ir::read_sbeir(path, bytes), &mut diagnostics);
            let compiled = schema.and_then(|schema| sbe::compile_schemas(vec![schema], &mut diagnostics));
            finished_sbe(compiled, SourceMap::default(), diagnostics)
        }
        Language::Go => compile_go_files(&[path], loader),
        Language::Zebrapack => {
            let mut diagnostics = Diagnostics::default();
            let file = read_file(path, loader, |bytes| zebra::read_compiled(path, bytes), &mut diagnostics);
            let compiled = file.and_then(|file| zebra::compile_trees(vec![file], &mut diagnostics));
            finished_go(compiled, SourceMap::default(), diagnostics)
        }
        Language::CapnpRequest => {
            let mut diagnostics = Diagnostics::default();
            let nodes = read_file(path, loader, capnp::read_request, &mut diagnostics);
            let compiled = nodes.and_then(|nodes| capnp::compile_nodes(nodes, &mut diagnostics));
            finished_nodes(compiled, SourceMap::default(), diagnostics)
        }
        Language::Fbs => compile_fbs_files(&[path], loader),
        Language::Idl => compile_idl_files(&[path], loader),
        Language::C => compile_c_files(&[path], loader),
        Language::Object => {
            let mut diagnostics = Diagnostics::default();
            let bytes = read_file(path, loader, |bytes| Ok::<_, String>(bytes.to_vec()), &mut diagnostics);
            let compiled = bytes.and_then(|bytes| c::compile_object(path, &bytes, &mut diagnostics));
            finished_c(compiled, SourceMap::default(), diagnostics)
        }
        Language::Xsd => compile_xsd_files(&[path], loader),
        Language::Bfbs => {
            let mut diagnostics = Diagnostics::default();
            let schema = read_file(path, loader, read_bfbs, &mut diagnostics);
            let compiled = schema.and_then(|schema| fbs::compile_schema(schema, &mut diagnostics));
            finished_fbs(compiled, SourceMap::default(), diagnostics)
        }
    }
}

/// Compiles several `.fbs` files, which may include each other, and all that they include.
pub fn compile_fbs_files(paths: &[&str], loader: &Loader<'_>) -> Compiled {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = fbs::compile_files(paths, loader, &mut sources, &mut diagnostics);
    finished_fbs(compiled, sources, diagnostics)
}

fn finished_fbs(compiled: Option<fbs::Compilation>, sources: SourceMap, diagnostics: Diagnostics) -> Compiled {
    let (model, flatbuffers) = compiled.map(|it| (it.model, it.schema)).unzip();
    let diagnostics = diagnostics.into_sorted();
    Compiled { model, flatbuffers, sources, diagnostics, ..Compiled::default() }
}

/// Compiles several files of Avro, which see each other's types, and all that they import.
pub fn compile_avro_files(paths: &[&str], loader: &Loader<'_>) -> Compiled {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = avro::compile_files(paths, loader, &mut sources, &mut diagnostics);
    finished_avro(compiled, sources, diagnostics)
}

/// Returns the schema that the last of the named files of Avro states.
pub fn avro_root(schema: &AvroSchema) -> Option<&AvroType> {
    schema.files.iter().rev().filter(|file| file.is_requested).find_map(|file| file.root.as_ref())
}

/// Compiles the text of an Avro schema (`.avsc`), such as that in a container file. The name stands in messages, and is that of
/// the struct of a schema that is no record.
pub fn compile_avro_text(name: &str, text: &[u8]) -> Compiled {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = avro::compile_text(name, text, &mut sources, &mut diagnostics);
    finished_avro(compiled, sources, diagnostics)
}

/// Reads the text of an Avro schema without its model; `None` after an error.
pub fn read_avro_text(text: &str) -> Option<AvroSchema> {
    avro::read_text("schema", text.as_bytes(), &mut SourceMap::default(), &mut Diagnostics::default())
}

/// Returns the model of an Avro schema in which logical types have no effect, and the struct that the schema states.
pub fn avro_without_logical_types(schema: &AvroSchema) -> Option<(Model, Option<DeclId>)> {
    let compiled = avro::compile_tree(schema.clone().without_logical_types(), &mut Diagnostics::default())?;
    let root = compiled.root();
    Some((compiled.model, root))
}

fn finished_avro(compiled: Option<avro::Compilation>, sources: SourceMap, diagnostics: Diagnostics) -> Compiled {
    let root = compiled.as_ref().and_then(avro::Compilation::root);
    let (model, avro) = compiled.map(|it| (it.model, it.schema)).unzip();
    let diagnostics = diagnostics.into_sorted();
    Compiled { model, avro, root, sources, diagnostics, ..Compiled::default() }
}

/// Compiles several `.capnp` files, which may import each other, and all that they import.
pub fn compile_capnp_files(paths: &[&str], loader: &Loader<'_>) -> Compiled {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = capnp::compile_files(paths, loader, &mut sources, &mut diagnostics);
    finished_nodes(compiled, sources, diagnostics)
}

/// Compiles several `.fbe` files, which may import each other, and all that they import.
pub fn compile_fbe_files(paths: &[&str], loader: &Loader<'_>) -> Compiled {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let model = fbe::compile_files(paths, loader, &mut sources, &mut diagnostics);
    Compiled { model, sources, diagnostics: diagnostics.into_sorted(), ..Compiled::default() }
}

/// Compiles several `.idl` files, and what they include.
pub fn compile_idl_files(paths: &[&str], loader: &Loader<'_>) -> Compiled {
    compile_idl_with_macros((paths, &[]), loader)
}

/// Like [`compile_idl_files`], with macros: `NAME`, which stands for 1, or `NAME=text`.
pub fn compile_idl_with_macros((paths, macros): (&[&str], &[String]), loader: &Loader<'_>) -> Compiled {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = idl::compile_with_macros((paths, macros), loader, &mut sources, &mut diagnostics);
    let (model, typedefs) = compiled.map(|it| (it.model, it.typedefs)).unzip();
    let (typedefs, diagnostics) = (typedefs.unwrap_or_default(), diagnostics.into_sorted());
    Compiled { model, typedefs, sources, diagnostics, ..Compiled::default() }
}

/// Compiles several C headers, and what they include.
pub fn compile_c_files(paths: &[&str], loader: &Loader<'_>) -> Compiled {
    compile_c_with_macros((paths, &[]), loader)
}

/// Like [`compile_c_files`], with macros: `NAME`, which stands for 1, or `NAME=text`.
pub fn compile_c_with_macros((paths, macros): (&[&str], &[String]), loader: &Loader<'_>) -> Compiled {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = c::compile_with_macros((paths, macros), loader, &mut sources, &mut diagnostics);
    finished_c(compiled, sources, diagnostics)
}

fn finished_c(compiled: Option<c::Compilation>, sources: SourceMap, diagnostics: Diagnostics) -> Compiled {
    let (model, typedefs) = compiled.map(|it| (it.model, it.typedefs)).unzip();
    let (typedefs, diagnostics) = (typedefs.unwrap_or_default(), diagnostics.into_sorted());
    Compiled { model, typedefs, sources, diagnostics, ..Compiled::default() }
}

/// Compiles several XML Schemas, and what they include and import.
pub fn compile_xsd_files(paths: &[&str], loader: &Loader<'_>) -> Compiled {
    compile_xsd_with_catalogs((paths, &[]), loader)
}

/// The same, with the paths of XML Catalogs.
pub fn compile_xsd_with_catalogs((paths, catalogs): (&[&str], &[&str]), loader: &Loader<'_>) -> Compiled {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = xsd::compile_with_catalogs((paths, catalogs), loader, &mut sources, &mut diagnostics);
    let (model, xsd) = compiled.map(|it| (it.model, it.schema)).unzip();
    Compiled { model, xsd, sources, diagnostics: diagnostics.into_sorted(), ..Compiled::default() }
}

/// Compiles several SBE schemas, and what they include.
pub fn compile_sbe_files(paths: &[&str], loader: &Loader<'_>) -> Compiled {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = sbe::compile_files(paths, loader, &mut sources, &mut diagnostics);
    finished_sbe(compiled, sources, diagnostics)
}

/// Compiles a schema that a program changed.
pub fn compile_sbe(schema: SbeSchema) -> Compiled {
    let mut diagnostics = Diagnostics::default();
    let compiled = sbe::compile_schemas(vec![schema], &mut diagnostics);
    finished_sbe(compiled, SourceMap::default(), diagnostics)
}

fn finished_sbe(compiled: Option<sbe::Compilation>, sources: SourceMap, diagnostics: Diagnostics) -> Compiled {
    let (model, sbe) = compiled.map(|it| (it.model, it.schemas)).unzip();
    Compiled { model, sbe, sources, diagnostics: diagnostics.into_sorted(), ..Compiled::default() }
}

/// Compiles several Go files, which see each other's types.
pub fn compile_go_files(paths: &[&str], loader: &Loader<'_>) -> Compiled {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = zebra::compile_files(paths, loader, &mut sources, &mut diagnostics);
    finished_go(compiled, sources, diagnostics)
}

fn finished_go(compiled: Option<zebra::Compilation>, sources: SourceMap, diagnostics: Diagnostics) -> Compiled {
    let (model, go) = compiled.map(|it| (it.model, it.files)).unzip();
    Compiled { model, go, sources, diagnostics: diagnostics.into_sorted(), ..Compiled::default() }
}

/// Checks nodes and makes their model.
pub fn compile_nodes(nodes: Nodes) -> Compiled {
    let mut diagnostics = Diagnostics::default();
    let compiled = capnp::compile_nodes(nodes, &mut diagnostics);
    finished_nodes(compiled, SourceMap::default(), diagnostics)
}

fn finished_nodes(compiled: Option<capnp::Compilation>, sources: SourceMap, diagnostics: Diagnostics) -> Compiled {
    let (model, nodes) = compiled.map(|it| (it.model, it.nodes)).unzip();
    Compiled { model, nodes, sources, diagnostics: diagnostics.into_sorted(), ..Compiled::default() }
}

/// Compiles several `.proto` files, which may import each other, and all that they import.
pub fn compile_files(paths: &[&str], loader: &Loader<'_>, extensions: Extensions) -> Compiled {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = proto::compile_files(paths, loader, extensions, &mut sources, &mut diagnostics);
    finished(compiled, sources, diagnostics)
}

/// Compiles a descriptor set.
pub fn compile_descriptors(set: DescriptorSet, extensions: Extensions) -> Compiled {
    let mut diagnostics = Diagnostics::default();
    let compiled = proto::compile_descriptors_with(set, extensions, &mut diagnostics);
    finished(compiled, SourceMap::default(), diagnostics)
}

fn finished(compiled: Option<Compilation>, sources: SourceMap, diagnostics: Diagnostics) -> Compiled {
    let (model, descriptors) = compiled.map(|it| (it.model, it.descriptors)).unzip();
    Compiled { model, descriptors, sources, diagnostics: diagnostics.into_sorted(), ..Compiled::default() }
}

fn compile_set(
    path: &str,
    loader: &Loader<'_>,
    extensions: Extensions,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    let set = read_file(path, loader, read_descriptor_set, diagnostics)?;
    proto::compile_descriptors_with(set, extensions, diagnostics)
}

/// Reads a binary schema.
fn read_file<T, E: Display>(
    path: &str,
    loader: &Loader<'_>,
    read: impl Fn(&[u8]) -> Result<T, E>,
    diagnostics: &mut Diagnostics,
) -> Option<T> {
    let mut report = |name: &str, error: String| {
        diagnostics.push(Diagnostic::error(Code("unreadable-file"), format!("{name}: {error}")));
    };
    let file = loader(path).map_err(|error| report(path, error.to_string())).ok()?;
    read(&file.bytes).map_err(|error| report(&file.name, error.to_string())).ok()
}

/// Returns the declarations of a model, one per line: structs, enums, unions and the methods of services, by dotted
/// name.
pub fn listing(model: &Model) -> String {
    let decls = model.decls.iter().filter(|decl| is_declared(decl));
    let decls = decls.map(|decl| format!("{} {}\n", kind(decl), decl.path()));
    let methods = model.services.iter().flat_map(|service| {
        let path = service.path();
        service.methods.iter().map(move |method| method_line(model, &path, method))
    });
    decls.chain(methods).collect()
}

/// Returns true if a declaration is only a map entry.
fn is_declared(decl: &Decl) -> bool {
    !matches!(&decl.kind, DeclKind::Struct(it) if !it.is_declared())
}

/// Returns the word for the kind of a declaration.
pub fn kind(decl: &Decl) -> &'static str {
    match decl.kind {
        DeclKind::Struct(_) => "struct",
        DeclKind::Enum(_) => "enum",
        DeclKind::Union(_) => "union",
        DeclKind::Constant(_) => "constant",
    }
}

fn method_line(model: &Model, service: &str, method: &Method) -> String {
    format!("method {service}.{}: {}\n", method.name, signature(model, method))
}

/// Returns what a method takes, returns and raises.
pub fn signature(model: &Model, method: &Method) -> String {
    let side = |streams: bool, id| format!("{}{}", if streams { "stream of " } else { "" }, model.decl(id).path());
    let input = side(method.streams_input, method.input);
    let output = method.output.map_or_else(|| "no answer".to_owned(), |id| side(method.streams_output, id));
    let raised: Vec<String> = method.raises.iter().map(|id| model.decl(*id).path()).collect();
    let raises = if raised.is_empty() { String::new() } else { format!(" raises {}", raised.join(", ")) };
    format!("{input} -> {output}{raises}")
}

/// Returns the dotted names of all structs of a model.
pub fn struct_names(model: &Model) -> Vec<String> {
    model.decls.iter().filter(|decl| is_struct(decl)).map(Decl::path).collect()
}

fn is_struct(decl: &Decl) -> bool {
    matches!(decl.kind, DeclKind::Struct(_)) && is_declared(decl)
}

/// Resolves the name of a struct, which may be short if only one type matches.
pub fn type_name(model: &Model, wanted: &str) -> Result<String, String> {
    full_name(wanted, &struct_names(model)).cloned()
}

/// Like [`type_name`], but of several types with this name, the one that these files declare is meant.
pub fn type_name_in(model: &Model, wanted: &str, files: &BTreeSet<String>) -> Result<String, String> {
    let here = model.decls.iter().filter(|decl| is_struct(decl) && files.contains(&decl.file));
    let here: Vec<String> = here.map(Decl::path).collect();
    type_name(model, wanted).or_else(|error| full_name(wanted, &here).cloned().map_err(|_| error))
}

/// Returns the type of messages that these files state: the root type of FlatBuffers, the only element of XML Schema; or else their only
/// struct that is not part of another declaration; of all files, if none are given.
pub fn only_type(model: &Model, files: &BTreeSet<String>) -> Result<String, String> {
    let mut roots = model.flatbuffers_files.iter().filter(|(name, _)| files.contains(*name));
    if let (Some(root), None) = (roots.next().and_then(|(_, file)| file.root), roots.next()) {
        return Ok(model.decl(root).path());
    }
    let is_here = |decl: &&Decl| files.is_empty() || files.contains(&decl.file);
    let is_struct = |decl: &&Decl| matches!(&decl.kind, DeclKind::Struct(it) if it.is_declared() && it.is_message());
    let is_document =
        |decl: &&Decl| matches!(&decl.kind, DeclKind::Struct(it) if it.attrs.xml.element.is_some()) && is_here(decl);
    let mut documents = model.decls.iter().filter(is_document);
    if let (Some(document), None) = (documents.next(), documents.next()) {
        return Ok(document.path());
    }
    let structs = model.decls.iter().filter(|decl| decl.name.len() == 1).filter(is_here).filter(is_struct);
    match (structs.collect::<Vec<_>>().as_slice(), struct_names(model).as_slice()) {
        ([decl], _) => Ok(decl.path()),
        (_, [name]) => Ok(name.clone()),
        (_, names) => Err(format!("--type is needed; {}", choices(names))),
    }
}

/// Resolves the name of a declaration, which may be short.
pub fn declaration(model: &Model, name: &str) -> Result<DeclId, String> {
    let names: Vec<String> = model.decls.iter().filter(|decl| is_declared(decl)).map(Decl::path).collect();
    let found = model.find(full_name(name, &names)?);
    found.ok_or_else(|| format!("there is no type `{name}`; {}", choices(&names)))
}

/// Returns what decoders need to know of messages that were written as a type of a model.
pub fn writer(model: Model, name: &str) -> Result<Arc<Writer>, String> {
    let root = declaration(&model, name)?;
    Ok(Arc::new(Writer { model, root }))
}

/// Returns the name itself, or else the only name that ends with it.
pub(crate) fn full_name<'n>(wanted: &str, names: &'n [String]) -> Result<&'n String, String> {
    let wanted = wanted.trim_start_matches('.');
    let is_end = |name: &&String| name.strip_suffix(wanted).is_some_and(|before| before.ends_with('.'));
    if let Some(name) = names.iter().find(|name| *name == wanted) {
        return Ok(name);
    }
    match names.iter().filter(is_end).collect::<Vec<_>>().as_slice() {
        [name] => Ok(name),
        [] => Err(format!("there is no type `{wanted}`; {}", likely(wanted, names))),
        several => {
            let several: Vec<&str> = several.iter().map(|name| name.as_str()).collect();
            Err(format!("several types are called `{wanted}`: {}", several.join(", ")))
        }
    }
}

/// Returns the most likely name, which is spelled similarly or has the same last part, or else all names.
fn likely(wanted: &str, names: &[String]) -> String {
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_lowercase();
    let same = names.iter().find(|name| last(name) == last(wanted));
    let lasts: Vec<String> = names.iter().map(|name| last(name)).collect();
    let near = || closest(wanted, names.iter().map(String::as_str)).map(str::to_owned);
    let near_last = || {
        let found = closest(&last(wanted), lasts.iter().map(String::as_str))?;
        lasts.iter().position(|last| last == found).and_then(|place| names.get(place).cloned())
    };
    match same.cloned().or_else(near).or_else(near_last) {
        Some(name) => format!("did you mean `{name}`?"),
        None => choices(names),
    }
}

fn choices(names: &[String]) -> String {
    const MOST: usize = 20;
    let shown: Vec<&str> = names.iter().take(MOST).map(String::as_str).collect();
    match names.len() {
        0 => "the schema has no types".to_owned(),
        len if len > MOST => format!("the schema has {} and {} more", shown.join(", "), len - MOST),
        _ => format!("the schema has {}", shown.join(", ")),
    }
}

/// Returns the struct of this dotted name, with its fields selected by paths.
pub fn selection(model: &Model, sources: &SourceMap, name: &str, paths: &str) -> Result<(DeclId, Selection), Problem> {
    let mut sources = sources.clone();
    let too_long = |error| Problem::Usage(format!("--select: {error}"));
    let file = sources.add("--select", paths.into()).map_err(too_long)?;
    let root = model.find(name).ok_or_else(|| Problem::Usage(format!("there is no type `{name}`")))?;
    let selection = Selection::of_paths(model, root, paths, file);
    selection.map(|it| (root, it)).map_err(|problems| Problem::diagnostics(problems, sources))
}

/// Returns unsupported features of a format as diagnostics.
pub fn unsupported(format: &str, found: &[Unsupported]) -> Vec<Diagnostic> {
    let diagnostic = |it: &Unsupported| {
        Diagnostic::error(
            Code("unsupported-by-format"),
            format!("{format} cannot represent `{}`: {}", it.path, it.message),
        )
        .at(it.span, "")
        .help(it.help.as_str())
    };
    found.iter().map(diagnostic).collect()
}
