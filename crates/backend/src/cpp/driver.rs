//! A program that answers requests for tests that compare engines: `polywire/testing/driver.hpp` says how.

use super::header::namespace_of;
use super::names::TypeNames;
use super::{Options, all_types, wrap};
use crate::File;
use polywire_ir::types::{StructId, Types};
use polywire_ir::{Entry, Module};
use polywire_srcgen::Source;

/// Prints `main.cpp` for modules of the same types, whose headers [`super::generate`] prints.
pub fn driver(modules: &[Module], options: &Options) -> File {
    let mut out = Source::new("  ");
    for module in modules {
        out.line(format!("#include \"{}.{}.hpp\"", options.name, module.format));
    }
    out.line("#include \"polywire/testing/driver.hpp\"");
    out.blank();
    out.block("int main() {", "}", |out| {
        out.line("polywire::testing::driver driver;");
        if let Some(types) = all_types(modules) {
            let names = TypeNames::of(types);
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
    out.block(format!("{{\"{}\",", module.format), "},", |out| {
        match entry.schema {
            None => {
                let head = format!("[]({record}& value, polywire::bytes input, polywire::bytes) {{");
                out.block(head, "},", |out| out.line(format!("return polywire::{namespace}::decode(value, input);")));
            }
            Some(schema) => {
                let schema = names.record(schema).name.qualified();
                let head = format!("[]({record}& value, polywire::bytes input, polywire::bytes image) {{");
                out.block(head, "},", |out| {
                    out.line(format!("{schema} schema;"));
                    out.line("const polywire::error refused = polywire::raw::decode(schema, image);");
                    out.line(format!(
                        "return refused ? refused : polywire::{namespace}::decode(value, input, schema);"
                    ));
                });
            }
        }
        match entry.encode {
            None => out.line("nullptr"),
            Some(_) => {
                let head = format!("[](const {record}& value, polywire::buffer& output) {{");
                out.block(head, "}", |out| out.line(format!("return polywire::{namespace}::encode(value, output);")));
            }
        }
    });
}
