//! Locks of schemas and how they change with the schemas.

mod edits;
mod files;
mod order;
mod random_edits;
mod shared_unions;
mod support;
