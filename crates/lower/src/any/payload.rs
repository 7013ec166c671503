//! The messages that an `Any` may hold: those of the schema, by their names.

use crate::plan::{arm, block};
use crate::{Options, Unsupported};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type, Types};
use polywire_ir::{Arg, Const, Entry, Expr, FuncId, Function, Order, Place, ValueType, VarId};
use polywire_model::Model;

/// Codecs of payloads, which are bytes of another format.
pub(crate) struct Payloads {
    /// By type.
    entries: Vec<Payload>,
    /// Yields the name of the type that a URL ends with.
    type_name: FuncId,
}

/// The codec of a type's payload.
pub(crate) struct Payload {
    /// The type.
    pub record: StructId,
    name: Vec<u8>,
    encode: FuncId,
    decode: FuncId,
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
        Ok(Self { entries, type_name: module.add(type_name()) })
    }

    /// Runs a body for the type that a URL (Bytes) ends with, or another where there is none of this name.
    pub fn switch(
        &self,
        b: &mut FunctionBuilder,
        url: Expr,
        each: impl FnMut(&mut FunctionBuilder, &Payload),
        unknown: impl FnOnce(&mut FunctionBuilder),
    ) {
        let name = b.call(self.type_name, vec![Arg::Value(url)], &[("name", ValueType::Bytes)])[0];
        self.switch_on(b, name.into(), &[""], each, unknown);
    }

    /// The same for URLs that have nothing but one of these domains, with its slash, in front of the name.
    pub fn switch_on(
        &self,
        b: &mut FunctionBuilder,
        url: Expr,
        domains: &[&str],
        mut each: impl FnMut(&mut FunctionBuilder, &Payload),
        unknown: impl FnOnce(&mut FunctionBuilder),
    ) {
        let key = |domain: &str, name: &[u8]| Const::Bytes([domain.as_bytes(), name].concat());
        let arms = self.entries.iter().map(|payload| {
            let keys = domains.iter().map(|domain| key(domain, &payload.name)).collect();
            arm(b, keys, |b| each(b, payload))
        });
        let arms = arms.collect();
        let unknown = block(b, unknown);
        b.switch(url, arms, unknown, &[]);
    }
}

impl Payload {
    /// Reads bytes as a new message.
    pub fn decode(&self, b: &mut FunctionBuilder, bytes: &Place) -> VarId {
        b.make(("message", Type::Struct(self.record)), |b, message| {
            b.at(Expr::Get(bytes.clone()), 0u64, &[], |b| {
                b.call(self.decode, vec![Arg::Place(message.into())], &[]);
                vec![]
            });
        })
    }

    /// Sets bytes to those of a new message, which a body reads.
    pub fn encode(&self, b: &mut FunctionBuilder, bytes: Place, read: impl FnOnce(&mut FunctionBuilder, VarId)) {
        let message = b.make(("message", Type::Struct(self.record)), read);
        let written = b.scratch("payload", |b| drop(b.call(self.encode, vec![Arg::Place(message.into())], &[])));
        b.set(bytes, written);
    }
}

/// The part of a URL behind its last slash; empty where there is none.
fn type_name() -> Function {
    let mut b = FunctionBuilder::new("type_name");
    let url = b.value_param("url", ValueType::Bytes);
    let name = b.at(url, 0u64, &[("name", ValueType::Bytes)], |b| {
        let last = b.loop_while(
            vec![("start", ValueType::U64, Expr::from(url).bytes_len())],
            |_| Expr::Left.is_not(0u64),
            |b, carried| {
                let slash = Expr::from(b.read_int("byte", 1, Order::Little)).is(u64::from(b'/'));
                vec![slash.choose(Expr::Pos, carried[0])]
            },
        );
        vec![Expr::Since(Box::new(last[0].into()))]
    });
    b.finish(vec![name[0].into()], vec![ValueType::Bytes])
}
