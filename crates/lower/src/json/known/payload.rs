//! The messages that an `Any` may hold: those of the schema, by their names.

use crate::{Options, Unsupported};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Types};
use polywire_ir::{Const, Entry, ErrorCode, Expr, FuncId, Function, Order, ValueType};
use polywire_model::Model;

/// Codecs of payloads, which are bytes of another format.
pub(in crate::json) struct Payloads {
    /// By type.
    pub entries: Vec<Payload>,
    /// Yields the name of the type that a URL ends with.
    pub type_name: FuncId,
    /// Yields the URL of an object's type, where it was found in the object, and whether the object is empty.
    pub find_type: FuncId,
}

/// The codec of a type's payload.
pub(in crate::json) struct Payload {
    pub record: StructId,
    pub name: Vec<u8>,
    pub encode: FuncId,
    pub decode: FuncId,
}

impl Payloads {
    /// Those of every message of a model.
    pub fn of(model: &Model, types: &Types, module: &mut ModuleBuilder) -> Result<Self, Vec<Unsupported>> {
        let codecs = crate::protobuf::lower(model, &Options::default())?;
        let label = codecs.format.clone();
        let payload = |entry: Entry| {
            let name = types.record(entry.record).name.dotted().into_bytes();
            Some(Payload { record: entry.record, name, encode: entry.encode?, decode: entry.decode })
        };
        let entries = module.link(codecs, &label).into_iter().filter_map(payload).collect();
        Ok(Self { entries, type_name: module.add(type_name()), find_type: module.declare() })
    }

    /// A switch's key for the type.
    pub fn key(payload: &Payload) -> Vec<Const> {
        vec![Const::Bytes(payload.name.clone())]
    }
}

/// What stands behind the last slash of a URL, which has one.
fn type_name() -> Function {
    let mut b = FunctionBuilder::new("type_name");
    let url = b.value_param("url", ValueType::Bytes);
    let start = b.at(url, 0u64, &[("start", ValueType::U64)], |b| {
        let last = b.loop_while(
            vec![("start", ValueType::U64, 0u64.into())],
            |_| Expr::Left.is_not(0u64),
            |b, carried| {
                let slash = Expr::from(b.read_int("byte", 1, Order::Little)).is(u64::from(b'/'));
                vec![slash.choose(Expr::Pos, carried[0])]
            },
        );
        vec![last[0].into()]
    })[0];
    b.check(Expr::from(start).is_not(0u64), ErrorCode::UnknownType);
    let name = b.at(url, start, &[("name", ValueType::Bytes)], |b| vec![b.read_span("name", Expr::Left).into()]);
    b.finish(vec![name[0].into()], vec![ValueType::Bytes])
}
