//! The front end gives a model, or errors that can be rendered, for any input.

use polywire_front::fbs::reflection::{Contents, read_schema, write_schema};
use polywire_front::proto::{self, SourceOptions};
use polywire_front::source::{format as format_schema, source_language};
use polywire_front::{LoadError, LoadedFile, Loader, avro, c, capnp, fbe, fbs, idl, sbe, xsd, zebra};
use polywire_lower::format;
use polywire_source::{Diagnostics, SourceMap, Style, render};

/// Compiles a text under a name, with no other files. Either there is a result, or there are errors, which can be shown.
/// What the formatter changes, it does not change again.
fn compiled<T>(
    name: &str,
    data: &[u8],
    compile: impl FnOnce(&[&str], &Loader<'_>, &mut SourceMap, &mut Diagnostics) -> Option<T>,
) -> Option<T> {
    if let Some((language, formatted)) = source_language(name).and_then(|it| Some((it, format_schema(data, it)?))) {
        let again = format_schema(&formatted, language).unwrap_or_default();
        assert_eq!(String::from_utf8_lossy(&again), String::from_utf8_lossy(&formatted));
    }
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let load = |path: &str| match path {
        _ if path == name => Ok(LoadedFile { name: path.to_owned(), bytes: data.to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    let compiled = compile(&[name], &load, &mut sources, &mut diagnostics);
    assert_eq!(compiled.is_none(), diagnostics.has_errors());
    for diagnostic in diagnostics.into_sorted().iter().take(10) {
        render(&sources, diagnostic, Style::Plain);
    }
    compiled
}

/// Takes a schema's text, which may import only built-in files.
pub fn proto_text(data: &[u8]) {
    let compile = |paths: &[&str], load: &Loader<'_>, sources: &mut SourceMap, diagnostics: &mut Diagnostics| {
        proto::compile(paths[0], load, sources, diagnostics)
    };
    let Some(compiled) = compiled("fuzz.proto", data, compile) else { return };
    // A schema accepted as text is accepted as a descriptor set too.
    let set = proto::write_descriptor_set(&compiled.descriptors, SourceOptions::Strip);
    let read = proto::read_descriptor_set(&set).expect("a set that was written can be read");
    let mut again = Diagnostics::default();
    assert!(proto::compile_descriptors(read, &mut again).is_some(), "{:?}", again.into_sorted());
}

/// A serialized descriptor set.
pub fn descriptor_set(data: &[u8]) {
    let Ok(set) = proto::read_descriptor_set(data) else { return };
    let mut diagnostics = Diagnostics::default();
    let compiled = proto::compile_descriptors(set, &mut diagnostics);
    assert_eq!(compiled.is_none(), diagnostics.has_errors());
    for diagnostic in diagnostics.into_sorted().iter().take(10) {
        render(&SourceMap::default(), diagnostic, Style::Plain);
    }
}

/// Takes a schema's text, which may import only built-in files.
pub fn capnp_text(data: &[u8]) {
    let Some(nodes) = capnp_nodes(data) else { return };
    let Some(file) = nodes.files.iter().find(|file| file.is_requested) else { return };
    let printed = capnp::print_capnp(&nodes, file);
    if printed.lost.is_empty() {
        let again = capnp_nodes(printed.text.as_bytes()).unwrap_or_else(|| panic!("refused:\n{}", printed.text));
        let file = again.files.iter().find(|file| file.is_requested).expect("the file");
        assert_eq!(capnp::print_capnp(&again, file).text, printed.text);
    }
}

fn capnp_nodes(data: &[u8]) -> Option<capnp::nodes::Nodes> {
    compiled("fuzz.capnp", data, capnp::compile_files).map(|it| it.nodes)
}

/// Takes a schema's text, which imports nothing.
pub fn fbe_text(data: &[u8]) {
    let Some(printed) = fbe_printed(data) else { return };
    if printed.lost.is_empty() {
        let again = fbe_printed(printed.text.as_bytes()).unwrap_or_else(|| panic!("refused:\n{}", printed.text));
        assert_eq!(again.text, printed.text);
    }
}

fn fbe_printed(data: &[u8]) -> Option<fbe::Printed> {
    compiled("fuzz.fbe", data, fbe::compile_files).map(|model| fbe::print_fbe(&model, "fuzz.fbe"))
}

/// Takes a file of CORBA's IDL, which may include `orb.idl`.
pub fn idl_text(data: &[u8]) {
    let Some(printed) = idl_printed(data) else { return };
    // Printed again, typedefs of enums that are not enums of IDL are their types.
    assert!(!printed.lost.is_empty() || idl_printed(printed.text.as_bytes()).is_some(), "refused:\n{}", printed.text);
}

fn idl_printed(data: &[u8]) -> Option<idl::Printed> {
    compiled("fuzz.idl", data, idl::compile_files).map(|it| idl::derive_idl(&it.model))
}

/// Takes a C header, which may include the standard headers that are part of Polywire.
pub fn c_text(data: &[u8]) {
    if let Some(it) = compiled("fuzz.h", data, c::compile_files) {
        // What no ABI can hold is an error.
        let _ = c::print_c(&it.model, Some(it.model.options.memory.abi));
    }
}

/// Takes an SBE schema's text, which may include nothing.
pub fn sbe_text(data: &[u8]) {
    let Some(schema) = sbe_schema(data) else { return };
    let printed = sbe::print_sbe(&schema);
    let again = sbe_schema(printed.as_bytes()).unwrap_or_else(|| panic!("refused:\n{printed}"));
    assert_eq!(sbe::print_sbe(&again), printed);
    sbeir(&sbe::ir::write_sbeir(&schema));
}

fn sbe_schema(data: &[u8]) -> Option<sbe::schema::Schema> {
    compiled("fuzz.xml", data, sbe::compile_files).and_then(|it| it.schemas.into_iter().next())
}

/// Takes an XML Schema, which may import nothing.
pub fn xsd_text(data: &[u8]) {
    let Some(printed) = xsd_printed(data).filter(|files| files.len() == 1) else { return };
    let again = xsd_printed(printed[0].text.as_bytes()).unwrap_or_else(|| panic!("refused:\n{}", printed[0].text));
    assert_eq!(again, printed);
}

fn xsd_printed(data: &[u8]) -> Option<Vec<xsd::PrintedFile>> {
    compiled("fuzz.xsd", data, xsd::compile_files).map(|it| xsd::print_xsd(&it.schema))
}

/// Takes a serialized SBE schema.
pub fn sbeir(data: &[u8]) {
    let Ok(schema) = sbe::ir::read_sbeir("fuzz.sbeir", data) else { return };
    if let Some(compiled) = sbe::compile_schemas(vec![schema], &mut Diagnostics::default()) {
        sbe::ir::write_sbeir(&compiled.schemas[0]);
    }
}

/// Takes a Go file.
pub fn go_text(data: &[u8]) {
    let Some(file) = go_file(data) else { return };
    let printed = zebra::print_go(&file);
    let again = go_file(printed.as_bytes()).unwrap_or_else(|| panic!("refused:\n{printed}"));
    assert_eq!(zebra::print_go(&again), printed);
    zebrapack_schema(&zebra::write_compiled(&file));
    if let Some(numbered) = std::str::from_utf8(data).ok().and_then(|text| zebra::number_fields(text, &file)) {
        go_file(numbered.as_bytes());
    }
}

fn go_file(data: &[u8]) -> Option<zebra::tree::File> {
    compiled("fuzz.go", data, zebra::compile_files).and_then(|it| it.files.into_iter().next())
}

/// Takes an Avro schema.
pub fn avsc_text(data: &[u8]) {
    avro_text("fuzz.avsc", data);
}

/// Takes a protocol of Avro.
pub fn avpr_text(data: &[u8]) {
    avro_text("fuzz.avpr", data);
}

/// Takes an interface description of Avro, which may import nothing.
pub fn avdl_text(data: &[u8]) {
    avro_text("fuzz.avdl", data);
}

fn avro_text(name: &str, data: &[u8]) {
    let Some(schema) = compiled(name, data, avro::compile_files).map(|it| it.schema) else { return };
    let printed = avro::print::print_avdl(&schema, &schema.files[0]);
    let again = compiled("again.avdl", printed.text.as_bytes(), avro::compile_files);
    let again = again.unwrap_or_else(|| panic!("refused:\n{}", printed.text)).schema;
    assert_eq!(avro::print::print_avdl(&again, &again.files[0]).text, printed.text);
    if let Some(root) = &schema.files[0].root {
        let printed = avro::print::print_avsc(&schema, root);
        let again = compiled("again.avsc", printed.as_bytes(), avro::compile_files);
        let again = again.unwrap_or_else(|| panic!("refused:\n{printed}")).schema;
        let root = again.files[0].root.as_ref().expect("a schema");
        assert_eq!(avro::print::print_avsc(&again, root), printed);
    }
}

/// Takes a compiled schema of ZebraPack.
pub fn zebrapack_schema(data: &[u8]) {
    let Ok(file) = zebra::read_compiled("fuzz.z", data) else { return };
    if let Some(compiled) = zebra::compile_trees(vec![file], &mut Diagnostics::default()) {
        zebra::write_compiled(&compiled.files[0]);
    }
}

/// Takes a schema's text, which may include nothing.
pub fn fbs_text(data: &[u8]) {
    let Some(schema) = fbs_schema(data) else { return };
    let printed = fbs::print_fbs(&schema, 0).text;
    let again = fbs_schema(printed.as_bytes()).unwrap_or_else(|| panic!("refused:\n{printed}"));
    assert_eq!(fbs::print_fbs(&again, 0).text, printed);
    let tree = write_schema(&schema, Contents::All);
    let read = read_schema(&tree).expect("a tree that was written can be read");
    assert!(fbs::compile_schema(read, &mut Diagnostics::default()).is_some());
}

fn fbs_schema(data: &[u8]) -> Option<fbs::schema::Schema> {
    compiled("fuzz.fbs", data, fbs::compile_files).map(|it| it.schema)
}

/// A serialized request for a code generator.
pub fn capnp_request(data: &[u8]) {
    let Ok(nodes) = capnp::read_request(data) else { return };
    let mut diagnostics = Diagnostics::default();
    let compiled = capnp::compile_nodes(nodes, &mut diagnostics);
    assert_eq!(compiled.is_none(), diagnostics.has_errors());
    for diagnostic in diagnostics.into_sorted().iter().take(10) {
        render(&SourceMap::default(), diagnostic, Style::Plain);
    }
    if let (Some(compiled), Some(format)) = (compiled, format("capnp")) {
        // Unsupported features are reported, not a finding.
        let _ = format.lower(&compiled.model);
    }
}
