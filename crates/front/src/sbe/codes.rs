//! The kinds of problems that this front end reports.

use polywire_source::Code;

/// Files and XML.
pub(super) const UNREADABLE_FILE: Code = Code("unreadable-file");
pub(super) const INCLUDE: Code = Code("include");

/// Elements and attributes.
pub(super) const ELEMENT: Code = Code("element");
pub(super) const ATTRIBUTE: Code = Code("attribute");
pub(super) const VALUE: Code = Code("value");

/// Names and what they refer to.
pub(super) const DUPLICATE_NAME: Code = Code("duplicate-name");
pub(super) const DUPLICATE_ID: Code = Code("duplicate-id");
pub(super) const UNKNOWN_NAME: Code = Code("unknown-name");
pub(super) const CYCLE: Code = Code("cycle");

/// The layout of messages.
pub(super) const FRAME: Code = Code("frame");
pub(super) const LAYOUT: Code = Code("layout");
pub(super) const MEMBER_ORDER: Code = Code("member-order");
pub(super) const VERSION: Code = Code("version");
