//! The kinds of problems that this front end reports.

use polywire_source::Code;

pub(super) const SYNTAX: Code = Code("syntax");
pub(super) const UNREADABLE_FILE: Code = Code("unreadable-file");
pub(super) const SCHEMA: Code = Code("avro-schema");
pub(super) const NAME: Code = Code("avro-name");
pub(super) const DUPLICATE_NAME: Code = Code("duplicate-name");
pub(super) const UNKNOWN_NAME: Code = Code("unknown-name");
pub(super) const UNION: Code = Code("avro-union");
pub(super) const DEFAULT: Code = Code("avro-default");
pub(super) const LOGICAL_TYPE: Code = Code("logical-type");
pub(super) const CYCLE: Code = Code("cycle");
pub(super) const LIMIT: Code = Code("limit");
