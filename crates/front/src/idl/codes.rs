//! The kinds of problems that this front end reports.

use polywire_source::Code;

/// The text is not IDL.
pub(super) const SYNTAX: Code = Code("syntax");
pub(super) const STRAY_CHARACTER: Code = Code("stray-character");
pub(super) const BAD_LITERAL: Code = Code("bad-literal");
pub(super) const TOO_DEEP: Code = Code("too-deep");
pub(super) const UNSUPPORTED: Code = Code("unsupported");

/// Directives.
pub(super) const PRAGMA: Code = Code("pragma");

/// Files that other ones state.
pub(super) const IMPORT: Code = Code("import");

/// Names and what they refer to.
pub(super) const DUPLICATE_NAME: Code = Code("duplicate-name");
pub(super) const REDEFINED_AFTER_USE: Code = Code("redefined-after-use");
pub(super) const KEYWORD_CASE: Code = Code("keyword-case");
pub(super) const NAME_CASE: Code = Code("name-case");
pub(super) const UNKNOWN_NAME: Code = Code("unknown-name");
pub(super) const AMBIGUOUS_NAME: Code = Code("ambiguous-name");
pub(super) const WRONG_KIND: Code = Code("wrong-kind");
pub(super) const FORWARD: Code = Code("forward-declaration");
pub(super) const CYCLE: Code = Code("cycle");
pub(super) const REPOSITORY_ID: Code = Code("repository-id");

/// Types and values.
pub(super) const TYPE: Code = Code("type");
pub(super) const VALUE: Code = Code("value");
pub(super) const UNION_LABEL: Code = Code("union-label");

/// Interfaces and valuetypes.
pub(super) const INHERITANCE: Code = Code("inheritance");
pub(super) const ONEWAY: Code = Code("oneway");
pub(super) const LOCAL: Code = Code("local");
