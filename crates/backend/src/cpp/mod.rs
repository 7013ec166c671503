//! C++20: `NAME.hpp` holds plain aggregate types, `NAME.FORMAT.hpp` the codec of one format, `NAME.FORMAT.validate.hpp`
//! its validators, `NAME.FORMAT.explain.hpp` functions that explain its errors, `NAME.FORMAT.view.hpp` and
//! `NAME.FORMAT.checked.hpp` views that read its messages in place; `NAME.borrowed.hpp` and `NAME.borrowed.FORMAT.hpp`
//! hold types that borrow texts and bytes, and their codecs; `NAME.describe.hpp` describes the structure of the types.
//! Header-only unless codecs are wanted in source files, `NAME.FORMAT.cpp`; no exceptions, no RTTI. The headers include files of `runtime/cpp`.
//!
//! Design: docs/decisions/0055-types-beside-protoc.md

mod analysis;
mod bound;
mod describe;
pub mod driver;
mod entry;
mod function;
mod header;
mod header_kind;
mod includes;
mod names;
mod namespaces;
mod native;
mod ownership;
mod printer;
mod reserved;
mod split;
mod types;
mod view;
mod wrap;

pub use bound::{Access, Binding, BoundEnum, BoundField, BoundPresence, BoundStruct};
pub use namespaces::{Namespaces, is_namespace};

use crate::File;
use crate::outline::{Imports, Units};
use header_kind::HeaderKind;
use names::TypeNames;
use ownership::{Ownership, Variant};
use polywire_ir::Module;
use polywire_ir::types::{StructId, Types};
use std::fmt;

/// Options chosen by the user.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The first part of the files' names, usually that of the schema file.
    pub name: String,
    /// For each declaration the first part of the names of its schema file's headers, with its folders; empty or missing: `name`.
    pub files: Vec<String>,
    /// For these first parts of names those of the files that the schema file imports; one that is missing may see all.
    pub imports: Imports,
    /// Borrowed types and their codecs are printed as well.
    pub borrowed: bool,
    /// Also prints a description of the types.
    pub describe: bool,
    /// Encoders and decoders are declared in headers and defined in source files.
    pub split: bool,
    /// The namespaces that types stand in.
    pub namespaces: Namespaces,
}

/// Ops that cannot be printed, each with the function that contains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems {
    /// Texts for people.
    pub messages: Vec<String>,
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.messages.join("\n"))
    }
}

impl std::error::Error for Problems {}

/// Prints, for each schema file, the native types of the modules and a codec for each. The modules are of one schema, to whose
/// types some may have added others.
pub fn generate(modules: &[Module], options: &Options) -> Result<Vec<File>, Problems> {
    generate_bound(modules, options, &Binding::default())
}

/// The same, where classes that are there already take the place of some types.
pub fn generate_bound(modules: &[Module], options: &Options, binding: &Binding) -> Result<Vec<File>, Problems> {
    let Some(types) = all_types(modules) else { return Ok(Vec::new()) };
    let units = units_of(types, options);
    let mut files = Vec::new();
    let mut messages = if options.borrowed { names::clashes(types) } else { Vec::new() };
    for ownership in options.variants() {
        let variant = options.variant(binding, ownership);
        files.extend(units.all().map(|unit| types::header(types, &units, unit, variant)));
        if options.describe {
            files.extend(units.all().map(|unit| describe::header(types, &units, unit, variant)));
        }
        match codecs(modules, &|module| HeaderKind::all(module, ownership), &units, variant) {
            Ok(printed) => files.extend(printed),
            Err(found) => messages.extend(found.messages),
        }
    }
    if messages.is_empty() { Ok(files) } else { Err(Problems { messages }) }
}

/// Prints headers beside those of [`generate_bound`] that report where a message or a value is wrong: of the modules as
/// they were lowered, so that the reported place is that of the interpreter. Values are of the types that own their
/// contents.
pub fn explain(lowered: &[Module], options: &Options, binding: &Binding) -> Result<Vec<File>, Problems> {
    let Some(types) = all_types(lowered) else { return Ok(Vec::new()) };
    codecs(
        lowered,
        &|_| vec![HeaderKind::Explanations],
        &units_of(types, options),
        options.variant(binding, Ownership::Owned),
    )
}

/// How a program names the struct, as in `::trade::Account`.
pub fn struct_name(types: &Types, id: StructId, namespaces: &Namespaces) -> String {
    TypeNames::of(types, namespaces).record(id).name.qualified()
}

fn units_of(types: &Types, options: &Options) -> Units {
    Units::of(types, &options.name, &options.files).with_imports(&options.imports).without_cycles(types)
}

/// Some headers of each module, for each schema file.
fn codecs(
    modules: &[Module],
    parts: &dyn Fn(&Module) -> Vec<HeaderKind>,
    units: &Units,
    variant: Variant,
) -> Result<Vec<File>, Problems> {
    let checked: Vec<Module> = modules.iter().map(|module| bound::with_checks(module, variant.binding)).collect();
    let (mut files, mut messages) = (Vec::new(), Vec::new());
    for (module, unit) in checked.iter().flat_map(|module| units.all().map(move |unit| (module, unit))) {
        match header::headers(module, &parts(module), (units, unit), variant) {
            Ok(printed) => files.extend(printed),
            Err(found) => messages.extend(found),
        }
    }
    if messages.is_empty() { Ok(files) } else { Err(Problems { messages }) }
}

impl Options {
    fn variant<'o>(&'o self, binding: &'o Binding, ownership: Ownership) -> Variant<'o> {
        Variant { binding, namespaces: &self.namespaces, ownership, split: self.split }
    }

    fn variants(&self) -> impl Iterator<Item = Ownership> {
        std::iter::once(Ownership::Owned).chain(self.borrowed.then_some(Ownership::Borrowed))
    }
}

/// The types of the module that has the most: the others' are the first of these.
fn all_types(modules: &[Module]) -> Option<&Types> {
    let types = modules.iter().map(|module| &*module.types);
    types.max_by_key(|types| types.structs.len() + types.enums.len() + types.unions.len())
}
