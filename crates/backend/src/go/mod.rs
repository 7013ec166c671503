//! Go 1.24: a file of types for each schema file, in a package for each package of the schema.
//!
//! | schema | Go |
//! | --- | --- |
//! | struct | plain struct with exported fields; copies are allowed |
//! | text, bytes, list | `string`, `[]byte`, `[]T` |
//! | array, bytes of a fixed length | `[N]T`, `[N]byte` |
//! | map | `map[K]V` |
//! | optional struct, recursive member | `*T` |
//! | optional union | the union, which holds no case |
//! | other optional member | `polywire.Opt[T]` |
//! | enum | named integer with constants, `String`, `AppendText`, `MarshalText`, `UnmarshalText`, `IsKnown` |
//! | union | struct with `Which`, and `X` and `SetX` for each case |
//! | unknown fields | member `UnknownFields` of type `polywire.Unknown` |
//! | default other than Go's zero value | function `NewX` |
//! | default of an optional member | constant `XDefaultY` |
//!
//! Types come from [`Types`] alone; no wire format is known here.
//!
//! Design: docs/decisions/0068-types-and-runtime-of-go.md

mod bound;
mod case;
mod codec;
mod columns;
mod defaults;
mod doc;
pub mod driver;
mod entry;
mod enums;
mod file;
mod framing;
mod images;
mod interfaces;
mod names;
mod native;
mod packages;
mod printer;
mod records;
mod reserved;
mod services;
mod unions;
mod view;

pub use bound::{
    Bound, BoundField, BoundPresence, BoundStruct, BoundType, can_be_always, can_be_pointer, fields_with_defaults,
};
pub use case::format_name;
pub use codec::codec;
pub use framing::framings;
pub use images::{Conversion, Image, ImageMember};
pub use interfaces::Interfaces;
pub use packages::Packages;
pub use services::{CALLS, services};

use crate::outline::{Units, all_types};
use crate::{File, Only, Problems};
use names::TypeNames;
use polywire_ir::Module;
use polywire_ir::types::{StructId, Types};

/// Options chosen by the user.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The first part of the files' names, usually that of the schema file.
    pub name: String,
    /// For each declaration, the first part of the names of its schema file's output, with folders; if empty or missing,
    /// `name`.
    pub files: Vec<String>,
    /// The packages of types.
    pub packages: Packages,
    /// Methods that other files add to structs; no field has such a name.
    pub methods: Vec<String>,
    /// The formats whose methods implement interfaces of the standard library.
    pub interfaces: Interfaces,
    /// Existing types in place of generated ones.
    pub bound: Bound,
    /// The part to print, if not everything.
    pub only: Option<Only<Names>>,
}

/// The names that all types of a schema have.
#[derive(Debug)]
pub struct Names(TypeNames);

impl Names {
    /// Those of all types.
    pub fn of(types: &Types, options: &Options) -> Self {
        Self(TypeNames::of(types, options))
    }
}

impl Options {
    fn names(&self, types: &Types) -> TypeNames {
        match &self.only {
            Some(only) => only.names.0.part(&only.origins),
            None => TypeNames::of(types, self),
        }
    }
}

/// Prints, for each schema file, the native types of the modules and a codec for each. The modules are of one schema;
/// some may have additional types.
pub fn generate(modules: &[Module], options: &Options) -> Result<Vec<File>, Problems> {
    let all = all_types(modules);
    let of_types = all.map(|all| types(all, options));
    let (mut files, mut messages) = (Vec::new(), Vec::new());
    for printed in of_types.into_iter().chain(modules.iter().map(|module| codec(module, options))) {
        match printed {
            Ok(printed) => files.extend(printed),
            Err(found) => messages.extend(found.messages),
        }
    }
    messages.extend(same_names(&files));
    if messages.is_empty() { Ok(files) } else { Err(Problems { messages }) }
}

/// Prints methods in addition to those of [`generate`] that explain errors of messages and values, more slowly. They are
/// made from the lowered modules, so that an error has the position that it has in the interpreter.
pub fn explain(lowered: &[Module], options: &Options) -> Result<Vec<File>, Problems> {
    let (mut files, mut messages) = (Vec::new(), Vec::new());
    for module in lowered {
        match codec::explanations(module, options) {
            Ok(printed) => files.extend(printed),
            Err(found) => messages.extend(found.messages),
        }
    }
    if messages.is_empty() { Ok(files) } else { Err(Problems { messages }) }
}

/// Prints the native types of each schema file.
pub fn types(types: &Types, options: &Options) -> Result<Vec<File>, Problems> {
    let units = Units::of(types, &options.name, &options.files);
    let names = options.names(types);
    let prints_types = options.only.as_ref().is_none_or(|only| only.types);
    let wanted = units.wanted(options.only.as_ref()).filter(|_| prints_types);
    let files: Vec<File> = wanted.flat_map(|unit| file::files(types, &names, (&units, unit))).collect();
    let mut messages = names.problems.clone();
    messages.extend(same_names(&files));
    if messages.is_empty() { Ok(files) } else { Err(Problems { messages }) }
}

/// Returns the import path of a struct's package in generated code and, behind a point, its name there.
pub fn struct_path(types: &Types, id: StructId, packages: &Packages) -> String {
    let names = TypeNames::of(types, &Options { packages: packages.clone(), ..Options::default() });
    let name = &names.record(id).name;
    format!("{}.{}", name.package.path, name.local)
}

/// Returns the names of the methods that codecs of some formats add to structs, for [`Options::methods`].
pub fn methods<'f>(formats: impl IntoIterator<Item = &'f str>) -> Vec<String> {
    let of_format = |format: &str| {
        let format = format_name(format);
        let verbs = ["Append", "Size", "Unmarshal", "Validate", "Explain", "ExplainAppend"]
            .map(|verb| format!("{verb}{format}"));
        let with_settings = ["Append", "Size", "Unmarshal"].map(|verb| format!("{verb}{format}With"));
        verbs.into_iter().chain(with_settings).collect::<Vec<_>>()
    };
    formats.into_iter().flat_map(of_format).collect()
}

fn same_names(files: &[File]) -> impl Iterator<Item = String> {
    let repeated =
        files.iter().enumerate().filter(|(index, file)| files[..*index].iter().any(|it| it.name == file.name));
    repeated.map(|(_, file)| {
        format!("two schema files give the Go file `{}`; rename one, or give their packages different paths", file.name)
    })
}
