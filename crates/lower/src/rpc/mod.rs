//! Protocols of calls: what stands on the wire around the messages of a method.
//!
//! Where a protocol uses HTTP, the heads and trailers are blocks of lines, `name: value` each, with the pseudo-headers of HTTP/2 in
//! front. Libraries of HTTP convert their maps of headers from and to such blocks.
//!
//! Design: docs/decisions/0140-envelopes.md

mod accepts;
mod base64;
mod call;
mod content_type;
mod end;
mod envelope;
mod functions;
mod header;
mod item;
mod metadata;
mod percent;
mod start;
mod timeout;

use crate::Unsupported;
use crate::plan::Scaffold;
use crate::unsupported::{none_of, without};
use functions::Functions;
use polywire_ir::Module;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{Named, StructId, Type, Types};
use polywire_model::{Model, rpc};
use std::sync::Arc;

pub(crate) fn lower_grpc(model: &Model) -> Result<Module, Vec<Unsupported>> {
    lower(model, Dialect::Grpc)
}

pub(crate) fn lower_grpc_web(model: &Model) -> Result<Module, Vec<Unsupported>> {
    lower(model, Dialect::GrpcWeb)
}

fn lower(model: &Model, dialect: Dialect) -> Result<Module, Vec<Unsupported>> {
    none_of(without(model, rpc::ENVELOPE))?;
    let types = Arc::new(Types::of_model(model));
    let mut module = ModuleBuilder::new(dialect.name(), types.clone());
    if let Some(ids) = Ids::of(model, &types) {
        let scaffold = Scaffold::of(&types);
        let functions = Functions::add(&mut module, &scaffold, &ids);
        let envelope = ids.envelope;
        let it = Rpc { dialect, ids, functions };
        let encode = module.add(scaffold.encode_message(envelope, |b, value| it.write(b, &value.into())));
        let decode = module.add(scaffold.decode_entry(envelope, |b, value| it.read(b, &value.into())));
        module.entry(envelope, Some(encode), decode, None);
    }
    Ok(module.finish())
}

/// A protocol that is gRPC in essence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    /// Over HTTP/2.
    Grpc,
    /// Over any HTTP, without trailers: the last item holds them.
    GrpcWeb,
}

impl Dialect {
    const fn name(self) -> &'static str {
        match self {
            Self::Grpc => "grpc",
            Self::GrpcWeb => "grpc_web",
        }
    }

    /// The type of content, in front of that of messages.
    const fn content_type(self) -> &'static [u8] {
        match self {
            Self::Grpc => b"application/grpc",
            Self::GrpcWeb => b"application/grpc-web",
        }
    }
}

/// A protocol for the types of a model.
struct Rpc {
    dialect: Dialect,
    ids: Ids,
    functions: Functions,
}

/// The types of envelopes.
struct Ids {
    envelope: StructId,
    /// By the cases of the body.
    cases: Vec<Type>,
    metadata: StructId,
}

/// The cases of an envelope's body, in order.
mod body_case {
    pub const CALL: u32 = 0;
    pub const START: u32 = 1;
    pub const ITEM: u32 = 2;
    pub const END: u32 = 3;
}

impl Ids {
    fn of(model: &Model, types: &Types) -> Option<Self> {
        let id = |name| match types.of_decl[model.find(name)?.0 as usize] {
            Named::Struct(id) => Some(id),
            Named::Enum(_) | Named::Union(_) | Named::Constant(_) => None,
        };
        let (envelope, metadata) = (id(rpc::ENVELOPE)?, id(rpc::METADATA)?);
        let Type::Union(body) = types.record(envelope).fields[0].ty else { return None };
        let cases = types.union(body).cases.iter().map(|case| case.value_type()).collect();
        Some(Self { envelope, cases, metadata })
    }
}
