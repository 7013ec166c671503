//! A program that answers requests for tests that compare engines: `polywire/testing/driver.hpp` says how.

use super::header::namespace_of;
use super::names::TypeNames;
use super::part::Part;
use super::{Binding, Options, all_types, wrap};
use crate::File;
use polywire_ir::types::{StructId, Types};
use polywire_ir::{Entry, Module};
use polywire_srcgen::Source;

const LIMITS: &str = "const polywire::limits& at_most";

/// Prints `main.cpp` for modules of the same types, whose headers [`super::generate`] prints.
pub fn driver(modules: &[Module], options: &Options) -> File {
    driver_bound(modules, options, &Binding::default())
}

/// The same for [`super::generate_bound`].
pub fn driver_bound(modules: &[Module], options: &Options, binding: &Binding) -> File {
    let mut out = Source::new("  ");
    for module in modules {
        for part in Part::all(module) {
            out.line(format!("#include \"{}\"", part.file_name(module, &options.name)));
        }
    }
    out.line("#include \"polywire/testing/driver.hpp\"");
    out.blank();
    out.block("int main() {", "}", |out| {
        out.line("polywire::testing::driver driver;");
        if let Some(types) = all_types(modules) {
            let names = TypeNames::bound(types, binding);
            let add = |id| add_type(out, modules, types, StructId(id), &names);
            (0..types.structs.len() as u32).for_each(add);
        }
        out.line("return driver.run();");
    });
    File { name: "main.cpp".into(), contents: wrap::lines(&out.finish()) }
}

fn add_type(out: &mut Source, modules: &[Module], types: &Types, id: StructId, names: &TypeNames) {
    let record = names.record(id).name.qualified();
    let dotted = types.record(id).name.dotted();
    let codecs: Vec<(&Module, &Entry)> =
        modules.iter().filter_map(|module| Some((module, module.entry(id)?))).collect();
    if codecs.is_empty() {
        return;
    }
    out.block(format!("driver.add<{record}>("), "", |out| {
        out.block(format!("\"{dotted}\", {{"), "});", |out| {
            for (module, entry) in codecs {
                add_codec(out, module, entry, &record, names);
            }
        });
    });
}

fn add_codec(out: &mut Source, module: &Module, entry: &Entry, record: &str, names: &TypeNames) {
    let namespace = namespace_of(&module.format);
    let schema = entry.schema.map(|schema| names.record(schema).name.qualified());
    out.block(format!("{{\"{}\",", module.format), "},", |out| {
        let params = format!("{record}& value, polywire::bytes input");
        reader(out, &params, schema.as_deref(), (&format!("{namespace}::decode"), "value, "));
        match entry.encode {
            None => out.line("nullptr,"),
            Some(_) => {
                let head = format!("[](const {record}& value, polywire::buffer& output, {LIMITS}) {{");
                out.block(head, "},", |out| {
                    out.line(format!("return polywire::{namespace}::encode(value, output, at_most);"));
                });
            }
        }
        match entry.encode {
            None => out.line("nullptr,"),
            Some(_) => {
                let head = format!("[](const {record}& value, {LIMITS}) {{");
                out.block(head, "},", |out| {
                    out.line(format!("return polywire::{namespace}::encoded_size(value, at_most);"));
                });
            }
        }
        match entry.validate {
            None => out.line("nullptr,"),
            Some(_) => {
                let validate = format!("{namespace}::validate<{record}>");
                reader(out, "polywire::bytes input", schema.as_deref(), (&validate, ""));
            }
        }
    });
}

/// A function that calls one that reads a message.
fn reader(out: &mut Source, params: &str, schema: Option<&str>, (function, first): (&str, &str)) {
    match schema {
        None => {
            let head = format!("[]({params}, polywire::bytes, {LIMITS}) {{");
            out.block(head, "},", |out| out.line(format!("return polywire::{function}({first}input, at_most);")));
        }
        Some(schema) => out.block(format!("[]({params}, polywire::bytes image, {LIMITS}) {{"), "},", |out| {
            out.line(format!("{schema} schema;"));
            out.line("const polywire::error refused = polywire::raw::decode(schema, image);");
            out.line(format!("return refused ? refused : polywire::{function}({first}input, schema, at_most);"));
        }),
    }
}
