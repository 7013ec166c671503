//! The kinds of problems that the preprocessor reports.

use polywire_source::Code;

pub(crate) const SYNTAX: Code = Code("syntax");
pub(crate) const TOO_DEEP: Code = Code("too-deep");
pub(crate) const UNREADABLE_FILE: Code = Code("unreadable-file");
pub(crate) const DIRECTIVE: Code = Code("directive");
pub(crate) const MACRO: Code = Code("macro");
pub(crate) const USER_ERROR: Code = Code("error-directive");
pub(crate) const USER_WARNING: Code = Code("warning-directive");
pub(crate) const UNDECIDED: Code = Code("undecided-macro");
