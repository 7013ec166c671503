//! What Connect has and gRPC has not: ends in JSON, one message as a whole body, and calls in queries.
//!
//! Design: docs/decisions/0143-connect.md

mod code;
pub(super) mod details;
mod end;
pub(super) mod error;
mod losses;
mod metadata;
mod query;

pub(crate) use losses::losses;
pub(super) use query::GET;

use super::header::header_name;
use super::{Dialect, metadata as headers, percent};
use crate::json::skip::Skippers;
use crate::protobuf::unknown;
use polywire_ir::FuncId;
use polywire_ir::build::ModuleBuilder;

/// The functions that only Connect needs.
pub(super) struct Connect {
    /// `code(text) -> status`.
    code: FuncId,
    /// Values of JSON.
    values: Skippers,
    /// Fields of Protocol Buffers.
    fields: unknown::Skippers,
    /// `header_name(text) -> name` in the form for streams, `unescape(text) -> bytes` in that for one message.
    text: FuncId,
    parts: headers::Parts,
}

impl Connect {
    pub fn add(module: &mut ModuleBuilder, parts: headers::Parts, dialect: Dialect) -> Self {
        let text = module.add(match dialect {
            Dialect::ConnectUnary => percent::unescape_query(),
            Dialect::Grpc | Dialect::GrpcWeb | Dialect::Connect => header_name(),
        });
        Self {
            code: module.add(code::read_code()),
            values: Skippers::define(module),
            fields: unknown::Skippers::define(module),
            text,
            parts,
        }
    }
}
