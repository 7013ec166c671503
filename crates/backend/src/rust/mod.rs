//! Rust (edition 2024, 1.85 or later; `no_std` with `alloc`): `NAME.rs` contains the plain types of a schema file,
//! and the module `borrowed` in it those that borrow texts and bytes; `NAME_FORMAT.rs` and `NAME_borrowed_FORMAT.rs`
//! implement the runtime's traits for them; `NAME_FORMAT_view.rs` and `NAME_FORMAT_checked.rs` read messages in place. `mod.rs` declares the files, the modules of packages, and the types that identify formats. It can be a module
//! anywhere in a crate. Generated code contains no `unsafe`, and calls `runtime/rust`.
//!
//! | schema | Rust |
//! | --- | --- |
//! | module | module |
//! | struct | struct with public fields |
//! | nested type | `OuterInner` |
//! | text, bytes, list | `String`, `Vec<u8>`, `Vec`; a text that need not be UTF-8 is `Vec<u8>` |
//! | bytes of fixed length, array | array |
//! | map | `BTreeMap` |
//! | optional field | `Option`, of a `Box` for recursive types |
//! | open enum | struct of a number, with a constant for each enumerator |
//! | closed enum | enum |
//! | union | enum whose first variant is `None` |
//! | unknown data | field `unknown_fields` |
//!
//! Design: docs/decisions/0070-types-and-runtime-of-rust.md

mod additions;
mod borrowed;
mod codec;
mod docs;
mod driver;
mod entry;
mod enums;
mod flags;
mod index;
mod layout;
mod names;
mod native;
mod printer;
mod reserved;
mod scope;
mod services;
mod types;
mod view;

use crate::outline::{Unit, Units, all_types, is_declared, name_of};
use crate::{File, Only, Problems};
pub use additions::{Additions, Attribute, Paths};
use codec::Part;
pub use driver::{driver, explaining_driver};
pub use entry::marker as format_name;
use names::TypeNames;
use polywire_ir::Module;
use polywire_ir::types::{Named, StructId, Types};
pub use services::{Printed, services};

/// Options of generation.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The first part of the files' names, usually that of the schema file.
    pub name: String,
    /// For each declaration, the first part of the names of its schema file's files, with folders; if empty or missing,
    /// `name`.
    pub files: Vec<String>,
    /// Also prints borrowed types and their codecs.
    pub borrowed: bool,
    /// What is added to the declarations of types.
    pub additions: Additions,
    /// The part to print, if not everything.
    pub only: Option<Only<Names>>,
    /// Modules that are printed by others.
    pub modules: Vec<OtherModule>,
    /// Packages whose types are those of envelopes in the runtime.
    pub of_runtime: Vec<String>,
}

/// A module that is printed by others, such as a library's code generator; the module of a package re-exports its
/// items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherModule {
    /// The modules of the package in the schema, outermost first.
    pub package: Vec<String>,
    /// The file beside `mod.rs`, without its extension.
    pub file: String,
}

/// The names that all types of a schema have.
#[derive(Debug)]
pub struct Names(TypeNames);

impl Names {
    /// Those of all types, given what [`Options`] say of schema files.
    pub fn of(types: &Types, name: &str, files: &[String]) -> Self {
        Self(TypeNames::of(types, &Units::of(types, name, files)))
    }

    /// Returns the path of a struct from the module `mod.rs`.
    pub fn struct_path(&self, id: StructId) -> Vec<&str> {
        let name = self.0.name(Named::Struct(id));
        name.module.iter().chain([&name.local]).map(String::as_str).collect()
    }

    /// Returns the path of the type that identifies a format from the module `mod.rs`.
    pub fn format_path(&self, format: &str) -> [String; 2] {
        [self.0.formats.clone(), entry::marker(format)]
    }
}

impl Options {
    /// Returns the module of the runtime that has the types of a schema file, if it has them.
    fn outside(&self, types: &Types, (units, unit): (&Units, Unit)) -> Option<String> {
        let mut own = types.of_decl.iter().filter(|named| units.has(unit, **named) && is_declared(types, **named));
        let is_outside = |named: &&Named| self.of_runtime.contains(&name_of(types, **named).module.join("."));
        own.next().filter(|named| is_outside(named)).map(|_| format!("{}::envelope", services::CRATE))
    }

    fn names(&self, types: &Types) -> TypeNames {
        let own = || Names::of(types, &self.name, &self.files).0;
        self.only.as_ref().map_or_else(own, |only| only.names.0.part(&only.origins))
    }
}

/// Prints, for each schema file, its types and a codec for each module, and `mod.rs` unless only a part is printed. The
/// modules are of one schema; some may have additional types.
pub fn generate(modules: &[Module], options: &Options) -> Result<Vec<File>, Problems> {
    let Some(all) = all_types(modules) else { return Ok(Vec::new()) };
    let mut messages = Vec::new();
    let printed = [types(all, options), codecs(modules, options)];
    let mut files = Vec::new();
    for printed in printed {
        match printed {
            Ok(printed) => files.extend(printed),
            Err(problems) => messages.extend(problems.messages),
        }
    }
    if options.only.is_none() {
        let codecs = modules.iter().filter(|module| module.views.is_empty());
        let formats: Vec<String> = codecs.map(|module| module.format.clone()).collect();
        files.push(index(all, &formats, &files, options));
    }
    if messages.is_empty() { Ok(files) } else { Err(Problems { messages }) }
}

/// Prints, for each schema file, its types.
pub fn types(types: &Types, options: &Options) -> Result<Vec<File>, Problems> {
    let (names, units) = (&options.names(types), &Units::of(types, &options.name, &options.files));
    let mut messages = if options.borrowed { borrowed::clashes(types) } else { Vec::new() };
    messages.extend(additions::problems(types, &options.additions));
    if !messages.is_empty() {
        return Err(Problems { messages });
    }
    let prints_types = options.only.as_ref().is_none_or(|only| only.types);
    let wanted = units.wanted(options.only.as_ref()).filter(|_| prints_types);
    let wanted = wanted.filter(|unit| options.outside(types, (units, *unit)).is_none());
    Ok(wanted.map(|unit| types::file(types, names, (units, unit), (&options.additions, options.borrowed))).collect())
}

/// Prints, for each schema file with structs, the codec of each module.
pub fn codecs(modules: &[Module], options: &Options) -> Result<Vec<File>, Problems> {
    let mut printed = files(Part::Codec, modules, options)?;
    if options.borrowed {
        printed.extend(files(Part::Borrowed, modules, options)?);
    }
    printed.extend(views(modules, options)?);
    Ok(printed)
}

/// Prints implementations in addition to those of [`generate`] that explain errors of messages and values, more slowly.
/// They are made from the lowered modules, so that an error has the position that it has in the interpreter.
pub fn explain(lowered: &[Module], options: &Options) -> Result<Vec<File>, Problems> {
    files(Part::Explanations, lowered, options)
}

/// Prints the functions of framings, as a module `frames`.
pub fn framings(modules: &[Module], options: &Options) -> Result<Vec<File>, Problems> {
    let mut printed = files(Part::Framing, modules, options)?;
    printed.push(index::framings(modules, &options.name));
    Ok(printed)
}

/// Prints, for each schema file with structs, the views of modules that have some.
fn views(modules: &[Module], options: &Options) -> Result<Vec<File>, Problems> {
    let Some(all) = all_types(modules) else { return Ok(Vec::new()) };
    let (names, units) = (&options.names(all), &Units::of(all, &options.name, &options.files));
    let (mut files, mut messages) = (Vec::new(), view::clashes(all, names, modules));
    for (module, part) in modules.iter().filter_map(|module| Some((module, view::part(module)?))) {
        for unit in units.wanted(options.only.as_ref()).filter(|unit| index::has_codecs(all, units, *unit)) {
            match view::file(part, module, (all, names), (units, unit)) {
                Ok(file) => files.push(file),
                Err(problems) => messages.extend(problems),
            }
        }
    }
    if messages.is_empty() { Ok(files) } else { Err(Problems { messages }) }
}

fn files(part: Part, modules: &[Module], options: &Options) -> Result<Vec<File>, Problems> {
    let Some(all) = all_types(modules) else { return Ok(Vec::new()) };
    let (names, units) = (&options.names(all), &Units::of(all, &options.name, &options.files));
    let (mut files, mut messages) = (Vec::new(), Vec::new());
    // The runtime has no borrowed types of its own.
    let is_there = |unit: &Unit| part != Part::Borrowed || options.outside(all, (units, *unit)).is_none();
    for module in modules.iter().filter(|module| !module.entries.is_empty()) {
        let wanted = units.wanted(options.only.as_ref()).filter(is_there);
        for unit in wanted.filter(|unit| index::has_codecs(all, units, *unit)) {
            match codec::file(part, module, (all, names), (units, unit)) {
                Ok(file) => files.push(file),
                Err(problems) => messages.extend(problems),
            }
        }
    }
    if messages.is_empty() { Ok(files) } else { Err(Problems { messages }) }
}

/// Prints `mod.rs` for all types of a schema, given the formats of codecs and the other files.
pub fn index(types: &Types, formats: &[String], files: &[File], options: &Options) -> File {
    let units = &Units::of(types, &options.name, &options.files);
    let names = &TypeNames::of(types, units);
    let outside = |unit| options.outside(types, (units, unit));
    let (borrowed, modules) = (options.borrowed, &options.modules);
    index::file(types, names, units, &index::Contents { formats, files, borrowed, modules, outside: &outside })
}

/// Returns the name of a function for a name of the schema.
pub fn function_name(name: &str) -> String {
    reserved::identifier(reserved::scope().escape(&polywire_ir::types::snake_case(name)))
}

/// Returns the path of a struct in the module of generated code.
pub fn struct_path(types: &Types, id: StructId) -> String {
    // Packages show types by their names, whatever file these are in.
    Names::of(types, "", &[]).struct_path(id).join("::")
}
