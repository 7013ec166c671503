//! Protocols of calls: what stands on the wire around the messages of a method.
//!
//! Where a protocol uses HTTP, the heads and trailers are blocks of lines, `name: value` each, with the pseudo-headers of HTTP/2 in
//! front. Libraries of HTTP convert their maps of headers from and to such blocks.
//!
//! Design: docs/decisions/0140-envelopes.md

mod accepts;
mod base64;
mod call;
pub(crate) mod connect;
mod content_type;
mod dialect;
mod end;
mod envelope;
mod functions;
mod header;
mod item;
mod metadata;
mod msgpack_rpc;
mod percent;
mod start;
mod timeout;

use crate::Unsupported;
use crate::plan::Scaffold;
use crate::unsupported::{none_of, without};
use connect::Connect;
use dialect::Dialect;
use end::MessageTexts;
use functions::Functions;
pub(crate) use msgpack_rpc::lower as lower_msgpack_rpc;
use polywire_ir::Module;
use polywire_ir::Place;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{Named, StructId, Type, Types};
use polywire_model::{Model, rpc};
use std::sync::Arc;

pub(crate) fn lower_grpc(model: &Model) -> Result<Module, Vec<Unsupported>> {
    lower(model, Dialect::Grpc)
}

pub(crate) fn lower_grpc_web(model: &Model) -> Result<Module, Vec<Unsupported>> {
    lower(model, Dialect::GrpcWeb)
}

pub(crate) fn lower_connect(model: &Model) -> Result<Module, Vec<Unsupported>> {
    lower(model, Dialect::Connect)
}

pub(crate) fn lower_connect_unary(model: &Model) -> Result<Module, Vec<Unsupported>> {
    lower(model, Dialect::ConnectUnary)
}

fn lower(model: &Model, dialect: Dialect) -> Result<Module, Vec<Unsupported>> {
    none_of(without(model, rpc::ENVELOPE))?;
    let types = Arc::new(Types::of_model(model));
    let mut module = ModuleBuilder::new(dialect.name(), types.clone());
    if let Some(ids) = Ids::of(model, &types) {
        let scaffold = Scaffold::of(&types);
        let (functions, ends) = Functions::add(&mut module, (&scaffold, &ids), dialect);
        let envelope = ids.envelope;
        let it = Rpc { dialect, ids, functions, ends };
        let encode = module.add(scaffold.encode_message(envelope, |b, value| it.write(b, &value.into())));
        let decode = module.add(scaffold.decode_entry(envelope, |b, value| it.read(b, &value.into())));
        module.entry(envelope, Some(encode), decode, None);
    }
    Ok(module.finish())
}

/// A protocol for the types of a model.
struct Rpc {
    dialect: Dialect,
    ids: Ids,
    functions: Functions,
    ends: Ends,
}

/// How ends are written.
enum Ends {
    /// Lines of gRPC.
    Lines(MessageTexts),
    /// JSON of Connect.
    Json(Connect),
}

/// The types of envelopes.
struct Ids {
    envelope: StructId,
    /// By the cases of the body.
    cases: Vec<Type>,
    metadata: StructId,
}

/// The fields of an envelope, in order.
mod envelope_field {
    pub const BODY: u32 = 0;
    pub const NUMBER: u32 = 1;
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

    /// Makes the body of an envelope one of its cases, which is read then.
    fn open(&self, b: &mut FunctionBuilder, body: &Place, case: u32, read: impl FnOnce(&mut FunctionBuilder, Place)) {
        let ty = self.cases[case as usize].clone();
        b.open(body.clone(), Some(case), ("case", ty), |b, it, _| read(b, it.into()));
    }
}

impl Rpc {
    /// Returns the type of a message.
    fn item_type(&self) -> Type {
        self.ids.cases[body_case::ITEM as usize].clone()
    }
}
