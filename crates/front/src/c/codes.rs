//! The kinds of problems that this front end reports.

use polywire_source::Code;

/// The text is not C.
pub(super) const SYNTAX: Code = Code("syntax");
pub(super) const BAD_LITERAL: Code = Code("bad-literal");
pub(super) const TOO_DEEP: Code = Code("too-deep");
pub(super) const UNSUPPORTED: Code = Code("unsupported");
pub(super) const PRAGMA: Code = Code("pragma");
pub(super) const NOTE: Code = Code("note");
pub(super) const OBJECT: Code = Code("object");

/// Names and what they refer to.
pub(super) const DUPLICATE_NAME: Code = Code("duplicate-name");
pub(super) const UNKNOWN_NAME: Code = Code("unknown-name");
pub(super) const WRONG_KIND: Code = Code("wrong-kind");

/// Types and values.
pub(super) const TYPE: Code = Code("type");
pub(super) const VALUE: Code = Code("value");
pub(super) const ASSERTION: Code = Code("assertion");
pub(super) const UNTAGGED_UNION: Code = Code("untagged-union");
pub(super) const ATTRIBUTE: Code = Code("attribute");
