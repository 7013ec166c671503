//! The kinds of problems that this front end reports.

use polywire_source::Code;

/// The text is not an `.fbe` file.
pub(super) const SYNTAX: Code = Code("syntax");
pub(super) const STRAY_CHARACTER: Code = Code("stray-character");
pub(super) const BAD_NUMBER: Code = Code("bad-number");
pub(super) const BAD_STRING: Code = Code("bad-string");

/// Files.
pub(super) const UNREADABLE_FILE: Code = Code("unreadable-file");

/// Names and what they refer to.
pub(super) const DUPLICATE_NAME: Code = Code("duplicate-name");
pub(super) const UNKNOWN_NAME: Code = Code("unknown-name");
pub(super) const NOT_A_TYPE: Code = Code("not-a-type");
pub(super) const CYCLE: Code = Code("cycle");

/// Structs.
pub(super) const TYPE_ID: Code = Code("type-id");
pub(super) const ATTRIBUTE: Code = Code("attribute");

/// Values.
pub(super) const VALUE: Code = Code("value");
