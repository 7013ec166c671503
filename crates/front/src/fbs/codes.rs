//! The kinds of problems that this front end reports.

use polywire_source::Code;

/// The text is not an `.fbs` file.
pub(super) const SYNTAX: Code = Code("syntax");
pub(super) const STRAY_CHARACTER: Code = Code("stray-character");
pub(super) const BAD_NUMBER: Code = Code("bad-number");
pub(super) const BAD_STRING: Code = Code("bad-string");
pub(super) const DOCUMENTATION: Code = Code("misplaced-documentation");
pub(super) const TOO_DEEP: Code = Code("too-deep");
pub(super) const EMPTY_FILE: Code = Code("empty-file");
pub(super) const DATA: Code = Code("data");

/// Files.
pub(super) const UNREADABLE_FILE: Code = Code("unreadable-file");
pub(super) const MISPLACED_INCLUDE: Code = Code("misplaced-include");
pub(super) const IDENTIFIER: Code = Code("file-identifier");
pub(super) const ROOT: Code = Code("root-type");

/// Names and what they refer to.
pub(super) const DUPLICATE_NAME: Code = Code("duplicate-name");
pub(super) const UNKNOWN_NAME: Code = Code("unknown-name");
pub(super) const NAME_CLASH: Code = Code("name-clash");

/// Types and members.
pub(super) const TYPE: Code = Code("type");
pub(super) const STRUCT: Code = Code("struct");
pub(super) const ARRAY: Code = Code("array");
pub(super) const ID: Code = Code("id");
pub(super) const ENUM_VALUE: Code = Code("enum-value");
pub(super) const UNION: Code = Code("union");
pub(super) const METHOD: Code = Code("method");
pub(super) const TOO_LARGE: Code = Code("too-large");

/// Values and attributes.
pub(super) const VALUE: Code = Code("value");
pub(super) const ATTRIBUTE: Code = Code("attribute");
pub(super) const UNKNOWN_ATTRIBUTE: Code = Code("unknown-attribute");
