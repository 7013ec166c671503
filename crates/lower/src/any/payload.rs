//! The messages that an `Any` can hold: those of the schema, by name.

use crate::{Options, Unsupported};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type, Types};
use polywire_ir::{Arg, Arm, Const, Entry, ErrorCode, Expr, FuncId, Function, Linkage, Order, ValueType, VarId};
use polywire_model::{DeclId, DeclKind, Field, Model};
use std::collections::BTreeSet;

/// Codecs of payloads, which are bytes of another format.
pub(crate) struct Payloads {
    /// By type.
    entries: Vec<Payload>,
    /// Returns the name of the type at the end of a URL.
    type_name: FuncId,
    /// Writes the message of an `Any`, if its type is one of these.
    write: FuncId,
    /// Reads the message of an `Any`.
    read: FuncId,
}

/// The form of a URL that names the type.
#[derive(Clone, Copy)]
pub(crate) enum Urls {
    /// The name after its last slash.
    Named,
    /// Exactly one of these domains, with its slash, followed by the name.
    Under(&'static [&'static str]),
}

/// An `Any` being written.
pub(crate) struct Held {
    /// Its URL (Bytes).
    pub url: Expr,
    /// The bytes of its message.
    pub bytes: Expr,
    /// Indentation of the message in spaces (U64), in formats with lines.
    pub indentation: Expr,
}

/// The codec of a type's payload.
pub(crate) struct Payload {
    /// The type.
    pub record: StructId,
    /// The full name, also in names of functions: the outputs of other files know no other.
    name: String,
    encode: FuncId,
    decode: FuncId,
    write: FuncId,
    read: FuncId,
    linkage: Linkage,
    /// The output of another file defines its functions.
    is_declared: bool,
}

impl Payloads {
    /// Those of every message of a model that has an `Any`, or of which an `Any` of another file may hold messages. Such a one
    /// holds none that have no numbers for Protocol Buffers.
    pub fn wanted(
        (model, has_any): (&Model, bool),
        types: &Types,
        module: &mut ModuleBuilder,
        options: &Options,
    ) -> Result<Option<Self>, Vec<Unsupported>> {
        match (has_any, options.exported.is_some()) {
            (true, _) => Self::of(model, types, module, options).map(Some),
            (false, true) if has_numbers(model) => Self::of(model, types, module, options).map(Some),
            (false, _) => Ok(None),
        }
    }

    fn of(
        model: &Model,
        types: &Types,
        module: &mut ModuleBuilder,
        options: &Options,
    ) -> Result<Self, Vec<Unsupported>> {
        let codecs = crate::protobuf::lower(model, &Options::default())?;
        let label = codecs.format.clone();
        let linked = module.link(codecs, &label);
        let exported = options.exported.as_ref().map(|decls| structs_of(types, decls));
        let payload = |entry: Entry| {
            let is_exported = exported.as_ref().map(|structs| structs.contains(&entry.record));
            let linkage = if is_exported == Some(true) { Linkage::Exported } else { Linkage::Member };
            let (linkage, is_declared) = (linkage(entry.record), is_exported == Some(false));
            let (record, name) = (entry.record, types.record(entry.record).name.dotted());
            let (write, read) = (module.declare(), module.declare());
            let (encode, decode) = (entry.encode?, entry.decode);
            Some(Payload { record, name, encode, decode, write, read, linkage, is_declared })
        };
        let entries = linked.into_iter().filter_map(payload).collect();
        let type_name = module.add(type_name());
        Ok(Self { entries, type_name, write: module.declare(), read: module.declare() })
    }

    /// Writes the message of an `Any`. Yields true if its type is one of these; otherwise nothing is written.
    pub fn write(&self, b: &mut FunctionBuilder, held: Held) -> VarId {
        b.call(self.write, held.args(), &[("known", ValueType::Bool)])[0]
    }

    /// Reads the message of an `Any` of this URL. Yields its bytes.
    pub fn read(&self, b: &mut FunctionBuilder, url: Expr) -> VarId {
        b.call(self.read, vec![Arg::Value(url)], &[("payload", ValueType::Bytes)])[0]
    }

    /// Defines the functions that write messages, given how one is written.
    pub fn define_writers(
        &self,
        module: &mut ModuleBuilder,
        urls: Urls,
        mut write: impl FnMut(&mut FunctionBuilder, &Payload, Held),
    ) {
        for payload in &self.entries {
            let mut b = FunctionBuilder::new(payload.function_name("write"));
            b.link(payload.linkage);
            let held = Held::param(&mut b);
            match payload.is_declared {
                true => b.write_bytes(b"{}"),
                false => write(&mut b, payload, held),
            }
            module.define(payload.write, b.finish(vec![], vec![]));
        }
        let mut b = FunctionBuilder::new("payload_write");
        b.link(Linkage::Chooser);
        let held = Held::param(&mut b);
        let known = self.switch(
            &mut b,
            (urls, held.url.clone()),
            ("known", ValueType::Bool),
            |b, payload| {
                b.call(payload.write, held.args(), &[]);
                true.into()
            },
            |_| false.into(),
        );
        module.define(self.write, b.finish(vec![known.into()], vec![ValueType::Bool]));
    }

    /// Defines the functions that read messages, given how a new one is read.
    pub fn define_readers(
        &self,
        module: &mut ModuleBuilder,
        mut read: impl FnMut(&mut FunctionBuilder, &Payload, VarId),
    ) {
        for payload in &self.entries {
            let mut b = FunctionBuilder::new(payload.function_name("read"));
            b.link(payload.linkage);
            let written = match payload.is_declared {
                true => b.read_span("payload", Expr::Left),
                false => {
                    let ty = Type::Struct(payload.record);
                    let message = b.make(("message", ty), |b, message| read(b, payload, message));
                    b.scratch("payload", |b| {
                        b.call(payload.encode, vec![Arg::Place(message.into())], &[]);
                    })
                }
            };
            module.define(payload.read, b.finish(vec![written.into()], vec![ValueType::Bytes]));
        }
        let mut b = FunctionBuilder::new("payload_read");
        b.link(Linkage::Chooser);
        let url = b.value_param("url", ValueType::Bytes);
        let bytes = ("payload", ValueType::Bytes);
        let read = self.switch(
            &mut b,
            (Urls::Named, url.into()),
            bytes.clone(),
            |b, payload| b.call(payload.read, vec![], std::slice::from_ref(&bytes))[0].into(),
            |b| {
                b.fail(ErrorCode::UnknownType);
                b"".as_slice().into()
            },
        );
        module.define(self.read, b.finish(vec![read.into()], vec![ValueType::Bytes]));
    }

    /// Switches on the type of a URL (Bytes); yields the body's result for the type, or another one for an unknown
    /// name.
    fn switch(
        &self,
        b: &mut FunctionBuilder,
        (urls, url): (Urls, Expr),
        result: (&str, ValueType),
        mut each: impl FnMut(&mut FunctionBuilder, &Payload) -> Expr,
        unknown: impl FnOnce(&mut FunctionBuilder) -> Expr,
    ) -> VarId {
        let (subject, domains) = match urls {
            Urls::Named => {
                let name = b.call(self.type_name, vec![Arg::Value(url)], &[("name", ValueType::Bytes)])[0];
                (name.into(), [""].as_slice())
            }
            Urls::Under(domains) => (url, domains),
        };
        let arms = self.entries.iter().map(|payload| {
            let key = |domain: &&str| Const::Bytes([domain.as_bytes(), payload.name.as_bytes()].concat());
            Arm { keys: domains.iter().map(key).collect(), body: b.block(|b| vec![each(b, payload)]) }
        });
        let arms = arms.collect();
        let unknown = b.block(|b| vec![unknown(b)]);
        b.switch(subject, arms, unknown, &[result])[0]
    }
}

/// Returns true if every member has a number for Protocol Buffers.
fn has_numbers(model: &Model) -> bool {
    model.decls.iter().all(|decl| match &decl.kind {
        DeclKind::Struct(it) => it.is_entry || it.fields.iter().all(|field| is_numbered(model, field)),
        DeclKind::Union(it) => it.cases.iter().all(|case| case.attrs.protobuf.is_some()),
        DeclKind::Enum(_) | DeclKind::Constant(_) => true,
    })
}

fn is_numbered(model: &Model, field: &Field) -> bool {
    let is_union = matches!(field.ty, polywire_model::Type::Named(id) if model.as_union(id).is_some());
    is_union || field.attrs.protobuf.is_some()
}

fn structs_of(types: &Types, decls: &BTreeSet<DeclId>) -> BTreeSet<StructId> {
    decls.iter().filter_map(|decl| types.struct_of(*decl)).collect()
}

impl Held {
    fn param(b: &mut FunctionBuilder) -> Self {
        let url = b.value_param("url", ValueType::Bytes).into();
        let bytes = b.value_param("bytes", ValueType::Bytes).into();
        let indentation = b.value_param("indentation", ValueType::U64).into();
        Self { url, bytes, indentation }
    }

    fn args(&self) -> Vec<Arg> {
        [&self.url, &self.bytes, &self.indentation].map(|value| Arg::Value(value.clone())).to_vec()
    }
}

impl Payload {
    /// Reads bytes as a new message.
    pub fn decode(&self, b: &mut FunctionBuilder, bytes: Expr) -> VarId {
        b.make(("message", Type::Struct(self.record)), |b, message| {
            b.at(bytes, 0u64, &[], |b| {
                b.call(self.decode, vec![Arg::Place(message.into())], &[]);
                vec![]
            });
        })
    }

    fn function_name(&self, verb: &str) -> String {
        format!("payload_{verb}_{}", self.name)
    }
}

/// Returns the part of a URL after its last slash; empty if there is none.
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
