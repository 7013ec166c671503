//! JSON over HTTP: methods as resources, by the rules of `google.api.http` (google/api/http.proto) in the schema.
//!
//! Design: docs/decisions/0156-json-over-http.md

mod bound;
mod fields;
mod head;
mod outgoing;
mod routes;
mod rules;
mod status;
mod template;

pub use bound::Bound;
pub use head::{naming, ruled};
pub use outgoing::Outgoing;
pub use routes::{NoRoute, Request, Routes};
pub use status::http_status;
