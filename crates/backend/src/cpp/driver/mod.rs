//! A program that answers requests of the cross-engine tests, as described in `polywire/testing/driver.hpp`.

mod views;

pub use views::views_driver;

use super::header_kind::HeaderKind;
use super::names::TypeNames;
use super::ownership::Ownership;
use super::reserved::namespace_of;
use super::{Binding, Options, all_types, wrap};
use crate::File;
use polywire_ir::types::{StructId, Types};
use polywire_ir::{Entry, Module};
use polywire_srcgen::Source;

const LIMITS: &str = "const ::polywire::limits& at_most";

/// Prints `main.cpp` for modules with the same types, whose headers [`super::generate`] prints; for the borrowed types
/// if requested.
pub fn driver(modules: &[Module], options: &Options) -> File {
    driver_bound(modules, options, &Binding::default())
}

/// The same for [`super::generate_bound`].
pub fn driver_bound(modules: &[Module], options: &Options, binding: &Binding) -> File {
    let ownership = if options.borrowed { Ownership::Borrowed } else { Ownership::Owned };
    let of_module = |module| HeaderKind::all(module, ownership).into_iter().map(move |part| (module, part));
    let parts: Vec<(&Module, HeaderKind)> = modules.iter().flat_map(of_module).collect();
    program(modules, (&parts, options), (binding, ownership), ("add", &add_codec), &|_, _| {})
}

/// The same for functions that explain errors, printed by [`super::explain`]. Values to be written, and those that
/// describe a schema, are read by the codec of `schema_format`.
pub fn explaining_driver(modules: &[Module], options: &Options, schema_format: &str) -> File {
    let explanations = modules.iter().map(|module| (module, HeaderKind::Explanations));
    let codec =
        modules.iter().filter(|module| module.format == schema_format).map(|module| (module, HeaderKind::Codec));
    let parts: Vec<(&Module, HeaderKind)> = explanations.chain(codec).collect();
    let add: AddCodec = &|out, module, entry, record, names| {
        add_explanations(out, (module, entry), (record, names), schema_format);
    };
    let binding = Binding::default();
    program(modules, (&parts, options), (&binding, Ownership::Owned), ("add_explaining", add), &|_, _| {})
}

/// Prints the arguments of a driver's function for a codec.
type AddCodec<'a> = &'a dyn Fn(&mut Source, &Module, &Entry, &str, &TypeNames);

fn program(
    modules: &[Module],
    (parts, options): (&[(&Module, HeaderKind)], &Options),
    (binding, ownership): (&Binding, Ownership),
    add: (&str, AddCodec),
    before_main: &dyn Fn(&mut Source, &TypeNames),
) -> File {
    let name = ownership.header(&options.name);
    let mut out = Source::new("  ");
    for (module, part) in parts {
        out.line(format!("#include \"{}\"", part.file_name(module, &name)));
    }
    out.line("#include \"polywire/testing/driver.hpp\"");
    out.blank();
    let names = |types| TypeNames::of(types, &options.namespaces).into_variant((binding, ownership));
    let of_types = all_types(modules).map(|types| (types, names(types)));
    of_types.iter().for_each(|(_, names)| before_main(&mut out, names));
    out.block("int main() {", "}", |out| {
        out.line("::polywire::testing::driver driver;");
        if let Some((types, names)) = &of_types {
            (0..types.structs.len() as u32).for_each(|id| add_type(out, modules, (types, StructId(id)), names, add));
        }
        out.line("return driver.run();");
    });
    File { name: "main.cpp".into(), contents: wrap::lines(&out.finish()) }
}

fn add_type(
    out: &mut Source,
    modules: &[Module],
    (types, id): (&Types, StructId),
    names: &TypeNames,
    (function, add_codec): (&str, AddCodec),
) {
    let record = names.record(id).name.qualified();
    let dotted = types.record(id).name.dotted();
    let codecs: Vec<(&Module, &Entry)> =
        modules.iter().filter_map(|module| Some((module, module.entry(id)?))).collect();
    if codecs.is_empty() {
        return;
    }
    out.block(format!("driver.{function}<{record}>("), "", |out| {
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
        let params = format!("{record}& value, ::polywire::bytes input");
        let memory = if names.ownership.is_borrowed() { "*::polywire::testing::memory(), " } else { "" };
        reader(out, &params, (schema.as_deref(), memory), (&format!("{namespace}::decode"), "value, "));
        add_writers(out, module, entry, record);
        match entry.validate.filter(|_| !names.ownership.is_borrowed()) {
            None => out.line("nullptr,"),
            Some(_) => {
                let validate = format!("{namespace}::validate<{record}>");
                reader(out, "::polywire::bytes input", (schema.as_deref(), ""), (&validate, ""));
            }
        }
    });
}

/// Prints the functions that encode and that compute sizes, if the format is written.
fn add_writers(out: &mut Source, module: &Module, entry: &Entry, record: &str) {
    let namespace = namespace_of(&module.format);
    if entry.encode.is_none() {
        out.line("nullptr,");
        return out.line("nullptr,");
    }
    let head = format!("[](const {record}& value, ::polywire::buffer& output, {LIMITS}) {{");
    out.block(head, "},", |out| {
        out.line(format!("return ::polywire::{namespace}::encode(value, output, at_most);"));
    });
    out.block(format!("[](const {record}& value, {LIMITS}) {{"), "},", |out| {
        out.line(format!("return ::polywire::{namespace}::encoded_size(value, at_most);"));
    });
}

fn add_explanations(
    out: &mut Source,
    (module, entry): (&Module, &Entry),
    (record, names): (&str, &TypeNames),
    schema_format: &str,
) {
    let namespace = namespace_of(&module.format);
    let schema = entry.schema.map(|schema| names.record(schema).name.qualified());
    out.block(format!("{{\"{}\",", module.format), "},", |out| {
        let explain = format!("{namespace}::explain<{record}>");
        reader(out, "::polywire::bytes input", (schema.as_deref(), ""), (&explain, ""));
        if module.format == schema_format {
            let params = format!("{record}& value, ::polywire::bytes input");
            reader(out, &params, (None, ""), (&format!("{namespace}::decode"), "value, "));
        } else {
            out.line("nullptr,");
        }
        match entry.encode {
            None => out.line("nullptr,"),
            Some(_) => out.block(format!("[](const {record}& value, {LIMITS}) {{"), "},", |out| {
                out.line(format!("return ::polywire::{namespace}::explain(value, at_most);"));
            }),
        }
    });
}

/// Prints a function that calls a decoder, with memory if it needs any.
fn reader(out: &mut Source, params: &str, (schema, memory): (Option<&str>, &str), (function, first): (&str, &str)) {
    match schema {
        None => {
            let head = format!("[]({params}, ::polywire::bytes, {LIMITS}) {{");
            let call = format!("return ::polywire::{function}({first}input, {memory}at_most);");
            out.block(head, "},", |out| out.line(call));
        }
        Some(schema) => out.block(format!("[]({params}, ::polywire::bytes image, {LIMITS}) {{"), "},", |out| {
            out.line(format!("{schema} schema;"));
            let raw_memory = memory.trim_end_matches(", ");
            let args = ["schema", "image", raw_memory].into_iter().filter(|arg| !arg.is_empty());
            let args = args.collect::<Vec<_>>().join(", ");
            out.line(format!("const ::polywire::error refused = ::polywire::raw::decode({args});"));
            let read = format!("::polywire::{function}({first}input, {memory}schema, at_most)");
            out.line(format!("return refused ? decltype({read}){{refused}} : {read};"));
        }),
    }
}
