//! C++20: `NAME.hpp` contains plain aggregate types, `NAME.FORMAT.hpp` the codec of one format,
//! `NAME.FORMAT.validate.hpp` its validators, `NAME.FORMAT.explain.hpp` functions that explain its errors,
//! `NAME.FORMAT.view.hpp` and `NAME.FORMAT.checked.hpp` views that read its messages in place; `NAME.borrowed.hpp` and
//! `NAME.borrowed.FORMAT.hpp` contain types that borrow texts and bytes, and their codecs; `NAME.describe.hpp`
//! describes the structure of the types; `NAME.services.hpp` has classes for services. Header-only, except for split codecs (`NAME.FORMAT.cpp`); no exceptions, no
//! RTTI. The headers include files of `runtime/cpp`.
//!
//! Design: docs/decisions/0055-types-beside-protoc.md

mod bound;
mod describe;
pub mod driver;
mod entry;
mod exports;
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
mod services;
mod share;
mod split;
mod types;
mod view;
mod wrap;

pub use bound::{Access, Binding, BoundEnum, BoundField, BoundPresence, BoundStruct};
pub use exports::Exports;
pub use namespaces::{Namespaces, is_namespace};
pub use services::services;

use crate::outline::{Units, all_types};
use crate::{File, Only, Problems};
use header_kind::HeaderKind;
use names::TypeNames;
use ownership::Ownership;
use polywire_ir::Module;
use polywire_ir::types::{StructId, Types};
use std::borrow::Cow;
use std::sync::Arc;

/// Options chosen by the user.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The first part of the files' names, usually that of the schema file.
    pub name: String,
    /// For each declaration, the first part of the names of its schema file's headers, with folders; if empty or
    /// missing, `name`.
    pub files: Vec<String>,
    /// Also prints borrowed types and their codecs.
    pub borrowed: bool,
    /// Also prints a description of the types.
    pub describe: bool,
    /// Encoders and decoders are declared in headers and defined in source files.
    pub split: bool,
    /// The namespaces of types.
    pub namespaces: Namespaces,
    /// The part to print, if not everything.
    pub only: Option<Only<Names>>,
    /// The functions of the headers of imported schema files, each after those of its own imports.
    pub imports: Vec<Arc<Exports>>,
}

/// Generated files.
#[derive(Debug, Default)]
pub struct Output {
    /// The files.
    pub files: Vec<File>,
    /// The functions that headers of importing schema files can use.
    pub exports: Exports,
}

/// The names that all types of a schema have.
#[derive(Debug)]
pub struct Names(TypeNames);

impl Names {
    /// Those of all types.
    pub fn of(types: &Types, namespaces: &Namespaces) -> Self {
        Self(TypeNames::of(types, namespaces))
    }
}

/// Prints, for each schema file, the native types of the modules and a codec for each. The modules are of one schema;
/// some may have additional types.
pub fn generate(modules: &[Module], options: &Options) -> Result<Vec<File>, Problems> {
    generate_bound(modules, options, &Binding::default())
}

/// Like [`generate`], with existing classes in place of some types.
pub fn generate_bound(modules: &[Module], options: &Options, binding: &Binding) -> Result<Vec<File>, Problems> {
    Ok(generate_linked(modules, options, binding)?.files)
}

/// Like [`generate_bound`]; also returns the functions that headers of importing schema files can use.
pub fn generate_linked(modules: &[Module], options: &Options, binding: &Binding) -> Result<Output, Problems> {
    let Some(types) = all_types(modules) else { return Ok(Output::default()) };
    let units = units_of(types, options);
    let Output { mut files, mut exports } = Output::default();
    let mut messages = if options.borrowed { names::clashes(types) } else { Vec::new() };
    for ownership in options.variants() {
        let names = &options.names(types).into_variant((binding, ownership));
        let wanted =
            || units.wanted(options.only.as_ref()).filter(|_| options.only.as_ref().is_none_or(|only| only.types));
        files.extend(wanted().map(|unit| types::header(types, &units, unit, (binding, names))));
        if options.describe {
            files.extend(wanted().map(|unit| describe::header(types, &units, unit, (binding, names))));
        }
        match codecs(modules, &|module| HeaderKind::all(module, ownership), (&units, options), (binding, names)) {
            Ok(printed) => {
                files.extend(printed.files);
                exports.extend(printed.exports);
            }
            Err(found) => messages.extend(found.messages),
        }
    }
    if messages.is_empty() { Ok(Output { files, exports }) } else { Err(Problems { messages }) }
}

/// Prints headers in addition to those of [`generate_bound`] with functions that report the position of an error in a
/// message or value. They are made from the lowered modules, so that the position is that of the interpreter. Values
/// are of the owned types.
pub fn explain(lowered: &[Module], options: &Options, binding: &Binding) -> Result<Output, Problems> {
    let Some(types) = all_types(lowered) else { return Ok(Output::default()) };
    let names = options.names(types).into_variant((binding, Ownership::Owned));
    codecs(lowered, &|_| vec![HeaderKind::Explanations], (&units_of(types, options), options), (binding, &names))
}

/// Returns the C++ name of a struct, as in `::trade::Account`.
pub fn struct_name(types: &Types, id: StructId, namespaces: &Namespaces) -> String {
    TypeNames::of(types, namespaces).record(id).name.qualified()
}

fn units_of(types: &Types, options: &Options) -> Units {
    Units::of(types, &options.name, &options.files).without_cycles(types)
}

/// Prints some headers of each module, for each schema file.
fn codecs(
    modules: &[Module],
    parts: &dyn Fn(&Module) -> Vec<HeaderKind>,
    (units, options): (&Units, &Options),
    (binding, names): (&Binding, &TypeNames),
) -> Result<Output, Problems> {
    let checked: Vec<Cow<'_, Module>> = modules.iter().map(|module| bound::with_checks(module, binding)).collect();
    let (mut output, mut messages) = (Output::default(), Vec::new());
    for (module, unit) in
        checked.iter().flat_map(|module| units.wanted(options.only.as_ref()).map(move |unit| (module, unit)))
    {
        let variant = (binding, names, options.split);
        match header::headers(module, &parts(module), (units, unit), variant, &options.imports) {
            Ok((files, exports)) => {
                output.files.extend(files);
                output.exports.extend(exports);
            }
            Err(found) => messages.extend(found),
        }
    }
    if messages.is_empty() { Ok(output) } else { Err(Problems { messages }) }
}

impl Options {
    fn names(&self, types: &Types) -> TypeNames {
        match &self.only {
            Some(only) => only.names.0.part(types, &only.origins),
            None => TypeNames::of(types, &self.namespaces),
        }
    }

    fn variants(&self) -> impl Iterator<Item = Ownership> {
        std::iter::once(Ownership::Owned).chain(self.borrowed.then_some(Ownership::Borrowed))
    }
}
