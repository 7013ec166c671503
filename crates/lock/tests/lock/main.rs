//! Locks of schemas, and what becomes of them when schemas change.

mod edits;
mod files;
mod order;
mod random_edits;
mod support;
