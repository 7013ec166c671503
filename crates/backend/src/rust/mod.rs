//! Rust (edition 2024, 1.85 or later; `no_std` with `alloc`): `NAME.rs` contains the plain types of a schema file,
//! and the module `borrowed` in it those that borrow texts and bytes. `mod.rs` declares the files and the modules of
//! packages, and can be a module anywhere in a crate. Generated code contains no `unsafe`, and calls `runtime/rust`.
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

mod borrowed;
mod codec;
mod docs;
mod driver;
mod enums;
mod index;
mod layout;
mod names;
mod native;
mod printer;
mod reserved;
mod scope;
mod types;

use crate::outline::Units;
use crate::{File, Only};
pub use driver::driver;
use names::TypeNames;
use polywire_ir::Module;
use polywire_ir::types::Types;

/// Options of generation.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The first part of the files' names, usually that of the schema file.
    pub name: String,
    /// For each declaration, the first part of the names of its schema file's files, with folders; if empty or missing,
    /// `name`.
    pub files: Vec<String>,
    /// Also prints borrowed types.
    pub borrowed: bool,
    /// The part to print, if not everything.
    pub only: Option<Only<Names>>,
}

/// The names that all types of a schema have.
#[derive(Debug)]
pub struct Names(TypeNames);

impl Names {
    /// Those of all types.
    pub fn of(types: &Types) -> Self {
        Self(TypeNames::of(types))
    }
}

impl Options {
    fn names(&self, types: &Types) -> TypeNames {
        self.only.as_ref().map_or_else(|| TypeNames::of(types), |only| only.names.0.part(&only.origins))
    }
}

/// Prints, for each schema file, its types. Fails with descriptions of names that clash.
pub fn types(types: &Types, options: &Options) -> Result<Vec<File>, Vec<String>> {
    let clashes = if options.borrowed { borrowed::clashes(types) } else { Vec::new() };
    if !clashes.is_empty() {
        return Err(clashes);
    }
    let (names, units) = (&options.names(types), &Units::of(types, &options.name, &options.files));
    Ok(units
        .wanted(options.only.as_ref())
        .map(|unit| types::file(types, names, (units, unit), options.borrowed))
        .collect())
}

/// Prints `mod.rs`, given all types of a schema.
pub fn index(types: &Types, options: &Options) -> File {
    let (names, units) = (&TypeNames::of(types), &Units::of(types, &options.name, &options.files));
    index::file(types, names, units, options.borrowed)
}

/// Ops of a format that cannot be printed yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unprintable {
    /// The format.
    pub format: String,
    /// Descriptions, each with its function.
    pub problems: Vec<String>,
}

/// Prints the codec of each module, and `mod.rs` for the types and those codecs. The modules are of one schema; some may
/// have additional types. Codecs that cannot be printed are left out and described.
pub fn codecs(modules: &[Module], options: &Options) -> (Vec<File>, Vec<Unprintable>) {
    let Some(all) = all_types(modules) else { return (Vec::new(), Vec::new()) };
    let (names, units) = (&options.names(all), &Units::of(all, &options.name, &options.files));
    let (mut files, mut unprintable, mut printed) = (Vec::new(), Vec::new(), Vec::new());
    for module in modules {
        match codec::file(module, all, names, units, &options.name) {
            Ok(file) => {
                printed.push(codec::module_name(&options.name, &module.format));
                files.push(file);
            }
            Err(problems) => unprintable.push(Unprintable { format: module.format.clone(), problems }),
        }
    }
    let mut index = index::file(all, names, units, options.borrowed);
    for module in printed {
        index.contents += &format!("\npub mod {module};\n");
    }
    files.push(index);
    (files, unprintable)
}

/// Returns the types of the module with the most types, which start with those of all others.
pub fn all_types(modules: &[Module]) -> Option<&Types> {
    let types = modules.iter().map(|module| &*module.types);
    types.max_by_key(|types| types.structs.len() + types.enums.len() + types.unions.len())
}
