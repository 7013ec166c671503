//! The kinds of problems that this front end reports.

use polywire_source::Code;

/// The text is not a `.capnp` file.
pub(super) const SYNTAX: Code = Code("syntax");
pub(super) const STRAY_CHARACTER: Code = Code("stray-character");
pub(super) const BAD_NUMBER: Code = Code("bad-number");
pub(super) const BAD_STRING: Code = Code("bad-string");
pub(super) const TOO_DEEP: Code = Code("too-deep");
pub(super) const MISPLACED: Code = Code("misplaced-declaration");

/// Files and their ids.
pub(super) const UNREADABLE_FILE: Code = Code("unreadable-file");
pub(super) const ID: Code = Code("id");
pub(super) const FAULTY_NODE: Code = Code("faulty-node");

/// Names and what they refer to.
pub(super) const NAME: Code = Code("name");
pub(super) const DUPLICATE_NAME: Code = Code("duplicate-name");
pub(super) const UNKNOWN_NAME: Code = Code("unknown-name");
pub(super) const NOT_A_TYPE: Code = Code("not-a-type");
pub(super) const CYCLE: Code = Code("cycle");
pub(super) const GENERIC: Code = Code("generic-parameters");

/// Members.
pub(super) const ORDINAL: Code = Code("ordinal");
pub(super) const UNION: Code = Code("union");
pub(super) const TOO_LARGE: Code = Code("too-large");
pub(super) const METHOD: Code = Code("method");

/// Values.
pub(super) const VALUE: Code = Code("value");
pub(super) const ANNOTATION: Code = Code("annotation");
pub(super) const TARGET: Code = Code("annotation-target");
