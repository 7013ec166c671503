//! Data of a writer whose schema is known beforehand: decoders in which "Schema Resolution" (Avro 1.12 specification) has been
//! done.
//!
//! A record of the writer that is read as a struct is a function, which reads the writer's fields in their order, into the
//! reader's fields of the same name or alias, or skips them. What cannot be read fails where it is met, as it does with the
//! writer's schema as a value ([`super::resolved`]), and is listed.
//!
//! Design: docs/decisions/0127-avro-resolution.md

mod case;
mod mismatch;
mod record;
mod scalar;
mod skip;
mod value;

pub use mismatch::{Mismatch, Reason};
pub(super) use scalar::float_of_long;

use super::facts::Facts;
use super::written::{self, Written};
use super::{Avro, codecs_of};
use crate::plan::Floats;
use crate::{Unsupported, Writer};
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Types};
use polywire_ir::{Arg, FuncId, Module};
use polywire_model::{DeclId, Model};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Lowers one type of the reader for data of a writer.
pub(crate) fn lower(model: &Model, root: DeclId, writer: &Writer) -> Result<Module, Vec<Unsupported>> {
    Ok(resolve(model, root, writer).0)
}

/// Returns what keeps a reader from reading all messages of a writer; nothing if it can read them.
pub fn mismatches(model: &Model, root: DeclId, writer: &Writer) -> Vec<Mismatch> {
    resolve(model, root, writer).1
}

fn resolve(model: &Model, root: DeclId, writer: &Writer) -> (Module, Vec<Mismatch>) {
    let types = Arc::new(Types::of_model(model));
    let mut module = ModuleBuilder::new("avro", types.clone());
    let floats = Floats::define(&mut module);
    let reader = codecs_of(model, &types, &mut module);
    reader.define_codecs(&mut module);
    let resolution = Resolution { reader, writer: &writer.model, floats, work: RefCell::new(Work::new(module)) };
    if let Some(id) = types.struct_of(root) {
        resolution.add_entry(id, writer.root);
    }
    let Work { module, mismatches, .. } = resolution.work.into_inner();
    (module.finish(), mismatches)
}

/// The lowering's context.
struct Resolution<'t> {
    /// The reader's types, and their codecs.
    reader: Avro<'t>,
    writer: &'t Model,
    floats: Floats,
    work: RefCell<Work>,
}

/// What is defined so far.
struct Work {
    module: ModuleBuilder,
    /// The functions that read a record of the writer as a struct.
    pairs: BTreeMap<(DeclId, StructId), FuncId>,
    /// The functions that skip a record of the writer.
    skips: BTreeMap<DeclId, FuncId>,
    /// Functions that are not defined yet.
    open: Vec<Task>,
    /// The names of the members around what is read.
    path: Vec<String>,
    mismatches: Vec<Mismatch>,
}

/// A function to define.
enum Task {
    Pair { record: DeclId, id: StructId, func: FuncId, path: Vec<String> },
    Skip { record: DeclId, func: FuncId },
}

impl Work {
    fn new(module: ModuleBuilder) -> Self {
        let (pairs, skips, open) = Default::default();
        Self { module, pairs, skips, open, path: Vec::new(), mismatches: Vec::new() }
    }
}

impl Resolution<'_> {
    fn facts(&self) -> &Facts {
        &self.reader.facts
    }

    fn add_entry(&self, id: StructId, writer: DeclId) {
        let written = written::message(self.writer, writer);
        let decode = self.reader.scaffold.decode_entry(id, |b, value| self.read_struct(b, &written, id, value.into()));
        let encode = self.reader.codecs[id].encode;
        let decode = self.work.borrow_mut().module.add(decode);
        self.work.borrow_mut().module.entry(id, Some(encode), decode, None);
        self.define_open();
    }

    fn define_open(&self) {
        loop {
            let Some(task) = self.work.borrow_mut().open.pop() else { return };
            let (func, function) = match task {
                Task::Pair { record, id, func, path } => {
                    self.work.borrow_mut().path = path;
                    (func, self.read_record(record, id))
                }
                Task::Skip { record, func } => (func, self.skip_record(record)),
            };
            self.work.borrow_mut().module.define(func, function);
        }
    }

    /// Returns the function that reads a record of the writer as a struct.
    fn pair(&self, record: DeclId, id: StructId) -> FuncId {
        let mut work = self.work.borrow_mut();
        if let Some(func) = work.pairs.get(&(record, id)) {
            return *func;
        }
        let func = work.module.declare();
        work.pairs.insert((record, id), func);
        let path = work.path.clone();
        work.open.push(Task::Pair { record, id, func, path });
        func
    }

    /// Returns the function that skips a record of the writer.
    fn skip(&self, record: DeclId) -> FuncId {
        let mut work = self.work.borrow_mut();
        if let Some(func) = work.skips.get(&record) {
            return *func;
        }
        let func = work.module.declare();
        work.skips.insert(record, func);
        work.open.push(Task::Skip { record, func });
        func
    }

    /// Returns the name of a record of the writer in names of functions, which its number makes unique.
    fn function_name(&self, record: DeclId) -> String {
        let name = self.writer.decl(record).name.last().map_or("", String::as_str);
        format!("{name}{}", record.0)
    }

    /// Does something inside of a member.
    fn within<T>(&self, member: &str, body: impl FnOnce() -> T) -> T {
        self.work.borrow_mut().path.push(member.to_owned());
        let result = body();
        self.work.borrow_mut().path.pop();
        result
    }

    /// Notes what cannot be read.
    fn note(&self, written: &Written, reader: String, reason: Reason) {
        let mut work = self.work.borrow_mut();
        let path = work.path.join(".");
        work.mismatches.push(Mismatch { path, writer: written::name(self.writer, written), reader, reason });
    }
}

/// The argument for the place of a value.
fn at(place: polywire_ir::Place) -> Vec<Arg> {
    vec![Arg::Place(place)]
}
