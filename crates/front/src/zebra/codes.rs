//! The kinds of problems that this front end reports.

use polywire_source::Code;

pub(super) const SYNTAX: Code = Code("syntax");
pub(super) const UNREADABLE_FILE: Code = Code("unreadable-file");
pub(super) const DUPLICATE_NAME: Code = Code("duplicate-name");
pub(super) const UNKNOWN_NAME: Code = Code("unknown-name");
pub(super) const NOT_A_TYPE: Code = Code("not-a-type");
pub(super) const CYCLE: Code = Code("cycle");
pub(super) const CONSTANT: Code = Code("constant");
pub(super) const TAG: Code = Code("tag");
pub(super) const ZID: Code = Code("zid");
pub(super) const DIRECTIVE: Code = Code("directive");
pub(super) const SKIPPED_FIELD: Code = Code("skipped-field");
pub(super) const NO_STRUCTS: Code = Code("no-structs");
