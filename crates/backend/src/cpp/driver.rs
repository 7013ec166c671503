//! A program that answers requests for tests that compare engines: `polywire/testing/driver.hpp` says how.

use super::header::namespace_of;
use super::names::TypeNames;
use super::ownership::Ownership;
use super::part::Part;
use super::{Binding, Options, all_types, wrap};
use crate::File;
use polywire_ir::types::{StructId, Types};
use polywire_ir::{Entry, Module};
use polywire_srcgen::Source;

const LIMITS: &str = "const polywire::limits& at_most";

/// Prints `main.cpp` for modules of the same types, whose headers [`super::generate`] prints; for the borrowed types where they are
/// asked for.
pub fn driver(modules: &[Module], options: &Options) -> File {
    driver_bound(modules, options, &Binding::default())
}

/// The same for [`super::generate_bound`].
pub fn driver_bound(modules: &[Module], options: &Options, binding: &Binding) -> File {
    let ownership = if options.borrowed { Ownership::Borrowed } else { Ownership::Owned };
    let name = ownership.header(&options.name);
    let mut out = Source::new("  ");
    for module in modules {
        for part in Part::all(module, ownership) {
            out.line(format!("#include \"{}\"", part.file_name(module, &name)));
        }
    }
    out.line("#include \"polywire/testing/driver.hpp\"");
    out.blank();
    out.block("int main() {", "}", |out| {
        out.line("polywire::testing::driver driver;");
        if let Some(types) = all_types(modules) {
            let names = TypeNames::variant(types, (binding, ownership));
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
        let memory = if names.ownership.is_borrowed() { "*polywire::testing::memory(), " } else { "" };
        reader(out, &params, (schema.as_deref(), memory), (&format!("{namespace}::decode"), "value, "));
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
        match entry.validate.filter(|_| !names.ownership.is_borrowed()) {
            None => out.line("nullptr,"),
            Some(_) => {
                let validate = format!("{namespace}::validate<{record}>");
                reader(out, "polywire::bytes input", (schema.as_deref(), ""), (&validate, ""));
            }
        }
    });
}

/// A function that calls one that reads a message, with memory if it needs any.
fn reader(out: &mut Source, params: &str, (schema, memory): (Option<&str>, &str), (function, first): (&str, &str)) {
    match schema {
        None => {
            let head = format!("[]({params}, polywire::bytes, {LIMITS}) {{");
            let call = format!("return polywire::{function}({first}input, {memory}at_most);");
            out.block(head, "},", |out| out.line(call));
        }
        Some(schema) => out.block(format!("[]({params}, polywire::bytes image, {LIMITS}) {{"), "},", |out| {
            out.line(format!("{schema} schema;"));
            let raw_memory = memory.trim_end_matches(", ");
            let args = ["schema", "image", raw_memory].into_iter().filter(|arg| !arg.is_empty());
            let args = args.collect::<Vec<_>>().join(", ");
            out.line(format!("const polywire::error refused = polywire::raw::decode({args});"));
            out.line(format!(
                "return refused ? refused : polywire::{function}({first}input, {memory}schema, at_most);"
            ));
        }),
    }
}
