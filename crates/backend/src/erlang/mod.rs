//! Erlang (OTP 25 and later): records and types in a header, one module for each wire format.
//!
//! For a schema `trade` and a format `F` this prints `trade.hrl` and `trade_F.erl` with, for each struct `Account`,
//!
//! ```erlang
//! encode_Account(#'Account'{}) -> {ok, binary()} | {error, {Code :: atom(), Site :: integer()}}
//! decode_Account(binary())     -> {ok, #'Account'{}} | {error, {Code :: atom(), Site :: integer()}}
//! ```
//!
//! and the same with a map of limits (`#{depth => 100, budget => 67108864}`) as last argument. A site is the number of
//! a check in the module. No process, no NIF, no process dictionary.
//!
//! | schema | Erlang |
//! | --- | --- |
//! | integer | `integer()`; out of range when encoding: `{error, {out_of_range, _}}` |
//! | float | `float()`, `nan`, `infinity`, `'-infinity'`; a NaN with an unusual bit pattern is `{nan, Bits}` |
//! | text, bytes | `binary()`; when encoding also iodata, and characters for a text |
//! | enum | atom; a number without a name is an `integer()` |
//! | struct | record named after the path of its declaration |
//! | optional | `undefined` or the value |
//! | union | `undefined`, `{Case, Value}`, or `Case` if it has no value |
//! | list, array | list |
//! | unknown data | field `'$unknown'`: `undefined` or `{Format, binary()}` |
//!
//! A value of the wrong type is a program error and raises an exception, as in any Erlang function.

mod ast;
mod driver;
mod emit;
mod envelope;
mod header;
mod helpers;
mod module;
mod names;
mod print;
mod tidy;

pub use driver::{driver, explaining_driver};
pub use envelope::{Envelopes, Parts};

use crate::outline::{Unit, Units};
use crate::{File, Only};
use names::TypeNames;
use polywire_ir::Module;
use polywire_ir::types::{StructId, Types};
use std::fmt;

/// Options of generation.
#[derive(Clone, Debug)]
pub struct Options {
    /// Name of the schema, an atom without quotes: the name of the header and the prefix of the modules' names.
    pub name: String,
    /// For each declaration of the schema, the first part of the names of its files; if empty or missing, the schema's
    /// name.
    pub files: Vec<String>,
    /// Additional modules whose functions return plain values in the shapes of another convention, and raise errors.
    pub envelopes: Option<Envelopes>,
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

/// A codec that cannot be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unprintable {
    /// Name of the format.
    pub format: String,
    /// The function, and the reason.
    pub reason: String,
}

impl Unprintable {
    fn all(format: &str, reasons: Vec<String>) -> impl Iterator<Item = Self> {
        reasons.into_iter().map(move |reason| Self { format: format.to_owned(), reason })
    }
}

impl fmt::Display for Unprintable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.format, self.reason)
    }
}

/// Returns the record of a struct, as in `Account`.
pub fn record_name(types: &Types, id: StructId) -> String {
    TypeNames::of(types).record(id).to_owned()
}

/// Prints a header for each schema file, and a module for each of the IR's modules, which share their types.
pub fn generate(modules: &[Module], options: &Options) -> Result<Vec<File>, Vec<Unprintable>> {
    Ok([headers(modules, options), codecs(modules, options, false)?, envelopes(modules, options)?].concat())
}

fn envelopes(modules: &[Module], options: &Options) -> Result<Vec<File>, Vec<Unprintable>> {
    let Some((wanted, Module { types, .. })) = options.envelopes.as_ref().zip(modules.first()) else {
        return Ok(vec![]);
    };
    let units = Units::of(types, &options.name, &options.files);
    let printed: Vec<Unit> = units.wanted(options.only.as_ref()).collect();
    envelope::envelopes(modules, &options.names(types), (&units, &printed), wanted)
}

/// Prints a header for each schema file.
pub fn headers(modules: &[Module], options: &Options) -> Vec<File> {
    let Some(Module { types, .. }) = modules.first() else { return vec![] };
    if options.only.as_ref().is_some_and(|only| !only.types) {
        return vec![];
    }
    let (names, units) = (options.names(types), Units::of(types, &options.name, &options.files));
    units.wanted(options.only.as_ref()).map(|unit| header::header(types, &names, (&units, unit))).collect()
}

/// Prints modules in addition to those of [`generate`] with slower functions that report the position of an error in a
/// message or value. They are made from the lowered modules, so that the position is that of the interpreter.
pub fn explain(lowered: &[Module], options: &Options) -> Result<Vec<File>, Vec<Unprintable>> {
    codecs(lowered, options, true)
}

fn codecs(modules: &[Module], options: &Options, traced: bool) -> Result<Vec<File>, Vec<Unprintable>> {
    let Some(Module { types, .. }) = modules.first() else { return Ok(vec![]) };
    let (names, units) = (&options.names(types), &Units::of(types, &options.name, &options.files));
    let (mut files, mut errors) = (vec![], vec![]);
    for (module, unit) in
        modules.iter().flat_map(|module| units.wanted(options.only.as_ref()).map(move |unit| (module, unit)))
    {
        match module::modules(module, names, (units, unit), traced) {
            Ok(file) => files.extend(file),
            Err(reasons) => errors.extend(Unprintable::all(&module.format, reasons)),
        }
    }
    if errors.is_empty() { Ok(files) } else { Err(errors) }
}
