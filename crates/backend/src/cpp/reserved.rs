//! Names that generated code must not give to declarations of a schema.
//!
//! Keywords of C++, and macros of headers that programs include, get a trailing underscore: `class_`, `NAN_`; names
//! reserved for compilers (`__x`, `_X`) get a leading `v`. The lists are the same on all systems, so that a schema
//! gives the same names everywhere; macros can be added, which renames members, but none is removed. Macros that
//! windows.h defines for its functions (`CreateFile`) are not included: they rename a type consistently wherever it is
//! used.

use crate::outline::NameScope;
use std::sync::LazyLock;

/// An empty scope of C++ names.
pub(super) fn scope() -> NameScope {
    NameScope::new(&RESERVED).without(is_of_compiler)
}

/// Returns true for a name reserved for compilers and their libraries, including a thousand macros.
fn is_of_compiler(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next() == Some('_') && letters.next().is_some_and(|second| second == '_' || second.is_ascii_uppercase())
}

/// A name as a namespace.
pub(super) fn namespace_of(name: &str) -> String {
    scope().escape(name)
}

/// Returns true for a name that types and packages must not have, because programs, generated code or the runtime use it.
pub(super) fn is_own(name: &str) -> bool {
    OWN.contains(&name)
}

/// The inline namespace around the types of a package: it gives them other symbols than types of the same name from
/// other generators.
pub(super) const TYPES: &str = "polywire_types";

const OWN: &[&str] = &["main", "polywire", TYPES, "posix", "std"];

static RESERVED: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let files =
        [include_str!("macros/standard.txt"), include_str!("macros/posix.txt"), include_str!("macros/windows.txt")];
    let macros = files.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#'));
    let mut all: Vec<&str> = KEYWORDS.iter().copied().chain(macros).collect();
    all.sort_unstable();
    all
});

/// The keywords and alternative tokens of C++20.
const KEYWORDS: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
];
