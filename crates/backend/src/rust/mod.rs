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
use crate::{File, Only, Problems};
pub use driver::driver;
use names::TypeNames;
use polywire_ir::Module;
use polywire_ir::types::{Named, StructId, Types};

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

/// Prints `mod.rs`, given all types of a schema, the formats of its codecs, and the files of types and codecs.
pub fn index(types: &Types, options: &Options, formats: &[String], files: &[File]) -> File {
    let (names, units) = (&TypeNames::of(types), &Units::of(types, &options.name, &options.files));
    index::file(types, names, units, &index::Contents { borrowed: options.borrowed, formats, files })
}

/// Returns the name of a struct in generated code, without that of its module.
pub fn struct_name(types: &Types, id: StructId) -> String {
    TypeNames::of(types).name(Named::Struct(id)).local.clone()
}

/// Prints types and codecs, for each schema file. All modules have the same types, at first; formats can add others.
pub fn generate(modules: &[Module], options: &Options) -> Result<Vec<File>, Problems> {
    let Some(all) = all_types(modules) else { return Ok(Vec::new()) };
    let prints_types = options.only.as_ref().is_none_or(|only| only.types);
    let mut files = match types(all, options) {
        Ok(files) if prints_types => files,
        Ok(_) => Vec::new(),
        Err(messages) => return Err(Problems { messages }),
    };
    let (names, units) = (&options.names(all), &Units::of(all, &options.name, &options.files));
    let name = units.wanted(options.only.as_ref()).map(|unit| units.name(unit)).next().unwrap_or(&options.name);
    let mut messages = Vec::new();
    for module in modules.iter().filter(|module| !module.entries.is_empty()) {
        match codec::file(module, all, names, units, name) {
            Ok(file) => files.push(file),
            Err(problems) => messages.extend(problems),
        }
    }
    if messages.is_empty() { Ok(files) } else { Err(Problems { messages }) }
}

/// Returns the types of the module with the most types, which start with those of all others.
pub fn all_types(modules: &[Module]) -> Option<&Types> {
    let types = modules.iter().map(|module| &*module.types);
    types.max_by_key(|types| types.structs.len() + types.enums.len() + types.unions.len())
}
