//! The kinds of problems that this front end reports.

use polywire_source::Code;

/// Files.
pub(super) const UNREADABLE_FILE: Code = Code("unreadable-file");
pub(super) const INCLUDE: Code = Code("include");
pub(super) const IMPORT: Code = Code("import");

/// Elements and attributes of the schema file.
pub(super) const ELEMENT: Code = Code("element");
pub(super) const ATTRIBUTE: Code = Code("attribute");
pub(super) const VALUE: Code = Code("value");
pub(super) const VERSION: Code = Code("version");

/// Names and what they refer to.
pub(super) const DUPLICATE_NAME: Code = Code("duplicate-name");
pub(super) const UNKNOWN_NAME: Code = Code("unknown-name");
pub(super) const CYCLE: Code = Code("cycle");

/// Types.
pub(super) const DERIVATION: Code = Code("derivation");
pub(super) const FACET: Code = Code("facet");
pub(super) const PATTERN: Code = Code("pattern");

/// Contents.
pub(super) const OCCURRENCE: Code = Code("occurrence");
pub(super) const AMBIGUOUS: Code = Code("ambiguous");
pub(super) const CONSISTENT: Code = Code("consistent");
pub(super) const SUBSTITUTION: Code = Code("substitution");

/// Identity constraints.
pub(super) const IDENTITY: Code = Code("identity");
pub(super) const PATH: Code = Code("path");
