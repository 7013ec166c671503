//! C: headers with the types of messages that are in memory.
//!
//! Text → preprocessor → tokens → *tree*, whose names are resolved while it is read → model.
//!
//! Accepted is what GCC accepts of C11 with its own attributes, as far as it describes memory: pointers are refused by name. Functions and
//! variables are skipped.
//!
//! Invariant: types in the model are the same for all ABIs. What differs follows from the declarations of C in the model's facts.

mod check;
mod codes;
mod dwarf;
mod literal;
mod measure;
mod note;
mod parse;
mod print;
mod report;
mod standard;
mod to_model;
mod token;
mod tree;
mod value;

pub use dwarf::compile_object;
pub use print::{Printed, derived_c, print_c};
pub use report::{Report, Row, report};

use crate::Loader;
use crate::preprocess::{Dialect, preprocess};
use polywire_model::{Decl, Model};
use polywire_source::{Diagnostics, SourceMap};

/// The preprocessor's rules. The macros tell headers that GNU attributes work.
const DIALECT: Dialect = Dialect {
    extension: "h",
    text_prefixes: &["u8", "L", "u", "U"],
    long_symbols: &["...", "->", "::", "<<", ">>", "==", "!=", "<=", ">=", "&&", "||", "##"],
    standard: standard::HEADERS,
    prefers_standard: true,
    system_help: "preprocess the header first: `cc -E -C file.h -o file.i`; headers of the standard library with types are part of Polywire",
    macros: &[
        ("__STDC__", "1"),
        ("__STDC_VERSION__", "201710L"),
        ("__STDC_HOSTED__", "1"),
        ("__GNUC__", "12"),
        ("__GNUC_MINOR__", "2"),
        ("__CHAR_BIT__", "8"),
        ("__ORDER_LITTLE_ENDIAN__", "1234"),
        ("__ORDER_BIG_ENDIAN__", "4321"),
    ],
    undecided: &[
        "__BYTE_ORDER__",
        "__BIG_ENDIAN__",
        "__LITTLE_ENDIAN__",
        "__CHAR_UNSIGNED__",
        "__LP64__",
        "_LP64",
        "__ILP32__",
        "_WIN32",
        "_WIN64",
        "__x86_64__",
        "__i386__",
        "__arm__",
        "__aarch64__",
        "__powerpc__",
        "__s390x__",
        "__mips__",
        "__riscv",
        "__m68k__",
        "__SIZEOF_INT128__",
        "__SIZEOF_LONG__",
        "__SIZEOF_POINTER__",
        "__SIZEOF_LONG_DOUBLE__",
        "__SIZEOF_WCHAR_T__",
        "LONG_MAX",
        "ULONG_MAX",
        "SIZE_MAX",
        "UINTPTR_MAX",
    ],
    undecided_help: "preprocess the header for the ABI first: `cc -E -C file.h -o file.i`; or define the macro in the header",
    has_docs_behind: true,
    note: Some(note::WORD),
};

/// Compiled headers without errors.
pub struct Compilation {
    /// All types.
    pub model: Model,
    /// A struct for each typedef and each union without a tag, to have messages of it: the struct that it stands for, else one with a
    /// `value`. They are not in the model.
    pub typedefs: Vec<Decl>,
}

/// Compiles several headers, which may include each other, and all that they include. The files are added to `sources`,
/// problems to `diagnostics`.
///
/// Returns `None` after an error.
pub fn compile_files(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    compile_with_macros((paths, &[]), loader, sources, diagnostics)
}

/// Like [`compile_files`], with macros: `NAME`, which stands for 1, or `NAME=text`.
pub fn compile_with_macros(
    (paths, macros): (&[&str], &[String]),
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    let translation = preprocess(&DIALECT, (paths, macros), loader, sources, diagnostics);
    let unit = parse::parse(translation, diagnostics);
    let (model, typedefs) = to_model::to_model(&unit, diagnostics);
    (!diagnostics.has_errors()).then_some(Compilation { model, typedefs })
}
