//! The problem codes of this front end, except those in its capability table.

use polywire_source::Code;

/// The text is not a `.proto` file.
pub(super) const SYNTAX: Code = Code("syntax");
pub(super) const STRAY_CHARACTER: Code = Code("stray-character");
pub(super) const BAD_NUMBER: Code = Code("bad-number");
pub(super) const BAD_STRING: Code = Code("bad-string");
pub(super) const BAD_COMMENT: Code = Code("bad-comment");
pub(super) const TOO_DEEP: Code = Code("too-deep");
pub(super) const MISSING_SYNTAX: Code = Code("missing-syntax");
pub(super) const SECOND_PACKAGE: Code = Code("second-package");

/// Files and their imports.
pub(super) const UNREADABLE_FILE: Code = Code("unreadable-file");
pub(super) const IMPORT_CYCLE: Code = Code("import-cycle");
pub(super) const DUPLICATE_IMPORT: Code = Code("duplicate-import");
pub(super) const UNUSED_IMPORT: Code = Code("unused-import");
pub(super) const UNSUITABLE_IMPORT: Code = Code("unsuitable-import");

/// Names and what they refer to.
pub(super) const DUPLICATE_NAME: Code = Code("duplicate-name");
pub(super) const UNKNOWN_TYPE: Code = Code("unknown-type");
pub(super) const NOT_IMPORTED: Code = Code("not-imported");
pub(super) const NOT_A_TYPE: Code = Code("not-a-type");

/// Fields.
pub(super) const LABEL: Code = Code("field-label");
pub(super) const GROUP: Code = Code("group");
pub(super) const FIELD_NUMBER: Code = Code("field-number");
pub(super) const DUPLICATE_FIELD_NUMBER: Code = Code("duplicate-field-number");
pub(super) const RESERVED_NUMBER: Code = Code("reserved-number");
pub(super) const RESERVED_NAME: Code = Code("reserved-name");
pub(super) const RANGE: Code = Code("number-range");
pub(super) const OVERLAPPING_RANGES: Code = Code("overlapping-ranges");
pub(super) const NUMBER: Code = Code("number");
pub(super) const EXTENSION: Code = Code("extension");
pub(super) const EMPTY_EXTEND: Code = Code("empty-extend");
pub(super) const EMPTY_ONEOF: Code = Code("empty-oneof");
pub(super) const MESSAGE_SET: Code = Code("message-set");
pub(super) const MAP: Code = Code("map");
pub(super) const DEFAULT: Code = Code("default");
pub(super) const JSON_NAME: Code = Code("json-name");
pub(super) const PACKED: Code = Code("packed");
pub(super) const CLOSED_ENUM: Code = Code("closed-enum");

/// Enums.
pub(super) const EMPTY_ENUM: Code = Code("empty-enum");
pub(super) const FIRST_ENUM_VALUE: Code = Code("first-enum-value");
pub(super) const ENUM_ALIAS: Code = Code("enum-alias");

/// Options.
pub(super) const UNKNOWN_OPTION: Code = Code("unknown-option");
pub(super) const DUPLICATE_OPTION: Code = Code("duplicate-option");
pub(super) const OPTION_VALUE: Code = Code("option-value");
pub(super) const MISPLACED_OPTION: Code = Code("misplaced-option");
pub(super) const DEPRECATED_OPTION: Code = Code("deprecated-option");

/// Editions.
pub(super) const NAMING_STYLE: Code = Code("naming-style");
pub(super) const VISIBILITY: Code = Code("visibility");
pub(super) const TOO_LARGE: Code = Code("too-large");
