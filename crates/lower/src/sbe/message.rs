use super::{Sbe, schema};
use crate::plan::{StructDecl, report_unknown, struct_decls};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::StructId;
use polywire_ir::{Arg, ErrorCode, Expr, Order, Place, UnknownKind, VarId};
use polywire_model::attr::SbeMessage;
use polywire_model::{DeclId, DeclKind, Model};
use std::collections::BTreeMap;

/// The message headers of all structs: length of the block, template, schema and version, each 16 bits.
pub(super) struct Headers(pub Vec<SbeMessage>);

impl Headers {
    /// Structs without facts get the first free template ids, counted from 1, in the order of their names, and the
    /// schema of the others. Map entries are not messages.
    pub fn of(structs: &[StructDecl]) -> Self {
        let given: Vec<SbeMessage> = structs.iter().filter_map(|it| it.it.attrs.sbe_message).collect();
        let mut free = (1..).filter(|id| given.iter().all(|it| it.template_id != *id));
        let schema = given.first().copied().unwrap_or(SbeMessage { template_id: 0, schema_id: 1, version: 0 });
        let mut nameless: Vec<&StructDecl> =
            structs.iter().filter(|it| it.it.attrs.sbe_message.is_none() && it.it.is_declared()).collect();
        nameless.sort_by_key(|it| it.decl.path());
        let derived: BTreeMap<StructId, u16> =
            nameless.into_iter().map(|it| (it.id, free.next().unwrap_or(0))).collect();
        let header = |it: &StructDecl| {
            let template_id = derived.get(&it.id).copied().unwrap_or(0);
            it.it.attrs.sbe_message.unwrap_or(SbeMessage { template_id, version: 0, ..schema })
        };
        Self(structs.iter().map(header).collect())
    }

    /// Adds those of the other structs, which are no messages.
    pub fn followed_by(mut self, structs: &[StructDecl]) -> Self {
        self.0.resize(structs.len(), SbeMessage { template_id: 0, schema_id: 0, version: 0 });
        self
    }
}

/// Gives every message the header that it has in this model. SBE's own schemas state theirs.
pub(crate) fn settle(model: &mut Model) {
    if schema::is_own(model) {
        return;
    }
    let headers = Headers::of(&struct_decls(model));
    let structs = model.decls.iter_mut().filter_map(|decl| match &mut decl.kind {
        DeclKind::Struct(it) => Some(it),
        DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => None,
    });
    for (it, header) in structs.zip(headers.0).filter(|(it, _)| it.is_declared()) {
        it.attrs.sbe_message = Some(header);
    }
}

/// Returns the message whose template and schema are in a message header.
pub(crate) fn type_of(model: &Model, message: &[u8]) -> Option<DeclId> {
    if schema::is_own(model) {
        return schema::type_of(model, message);
    }
    let (header, _) = message.split_first_chunk::<{ HEADER as usize }>()?;
    let found = u64::from_le_bytes(*header) >> 16 & 0xffff_ffff;
    let structs = struct_decls(model);
    let headers = Headers::of(&structs);
    let mut messages = structs.iter().zip(&headers.0).filter(|(it, _)| it.it.is_declared());
    messages.find(|(_, header)| identity(**header) == found).and_then(|(it, _)| model.find(&it.decl.path()))
}

const HEADER: u32 = 8;

impl Sbe<'_> {
    /// Adds the entry of a struct.
    pub(super) fn add_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let encode = module.add(self.scaffold.encode_message(id, |b, value| self.write_message(b, id, value)));
        let decode = module.add(self.scaffold.decode_message(id, |b, value| self.read_message(b, id, value)));
        module.entry(id, Some(encode), decode, None);
    }

    fn write_message(&self, b: &mut FunctionBuilder, id: StructId, value: VarId) {
        let (header, size) = (self.headers.0[id.0 as usize], self.block(id).size);
        let word = u64::from(size) | identity(header) << 16 | u64::from(header.version) << 48;
        b.section_block(u64::from(HEADER + size), |b| {
            b.put_int(0, word, 8, Order::Little);
            b.sub(HEADER, |b| {
                b.call(self.codecs[id].encode, vec![Arg::Place(value.into())], &[]);
            });
        });
        if let Some(rest) = self.rest(id) {
            b.call(rest.write, vec![Arg::Place(value.into())], &[]);
        }
    }

    fn read_message(&self, b: &mut FunctionBuilder, id: StructId, value: VarId) {
        let own = self.headers.0[id.0 as usize];
        let header = b.read_int("header", 8, Order::Little);
        b.check((header >> 16u64).low_bits(32).is(identity(own)), ErrorCode::Mismatch);
        let size = b.let_("size", Expr::from(header).low_bits(16));
        let version = b.let_("version", header >> 48u64);
        let block = self.read_block_at(b, size, &self.block(id).fresh, &value.into());
        b.call(self.codecs[id].read, vec![Arg::Value(block.into()), Arg::Place(value.into())], &[]);
        if let Some(rest) = self.rest(id) {
            rest.call_read(b, version.into(), block, value);
        }
        refuse_more(b, (own.version.into(), version.into()), self.report_unknown, &value.into());
    }
}

/// Only messages of a newer version can have more groups and data.
pub(super) fn refuse_more(b: &mut FunctionBuilder, (own, version): (u64, Expr), reports: bool, value: &Place) {
    b.check(Expr::from(own).below(version) | Expr::Left.is(0u64), ErrorCode::TrailingBytes);
    if reports {
        b.when(Expr::Left.is_not(0u64), |b| {
            let omitted = b.read_span("omitted", Expr::Left);
            report_unknown(b, omitted, UnknownKind::Member, value);
        });
    }
}

fn identity(header: SbeMessage) -> u64 {
    u64::from(header.template_id) | u64::from(header.schema_id) << 16
}
