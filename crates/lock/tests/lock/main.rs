//! Locks of schemas, and what becomes of them when schemas change.

mod edits;
mod random_edits;
mod support;
