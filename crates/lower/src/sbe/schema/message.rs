//! The header of a message.

use super::Own;
use super::frame::Framing;
use super::plan::Record;
use crate::plan::struct_decls;
use crate::sbe::group::block_at;
use crate::sbe::message::refuse_more;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::StructId;
use polywire_ir::{Arg, ErrorCode, Expr, Place, VarId};
use polywire_model::attr::{ByteOrder, SbeFrame, SbeMessage, SbeRole};
use polywire_model::{DeclId, Model};

/// Returns the message whose template and schema are in a message header.
pub(in crate::sbe) fn type_of(model: &Model, message: &[u8]) -> Option<DeclId> {
    let structs = struct_decls(model);
    let found = structs.iter().find(|it| {
        let header = it.it.attrs.sbe.as_ref().and_then(|sbe| Some((sbe.header.as_ref()?, sbe.byte_order)));
        header.zip(it.it.attrs.sbe_message).is_some_and(|((frame, order), facts)| is_of(message, (frame, order), facts))
    });
    found.and_then(|it| model.find(&it.decl.path()))
}

fn is_of(message: &[u8], (frame, order): (&SbeFrame, ByteOrder), facts: SbeMessage) -> bool {
    message.len() >= frame.size as usize
        && frame.members.iter().all(|member| {
            let expected = match member.role {
                SbeRole::TemplateId => facts.template_id,
                SbeRole::SchemaId => facts.schema_id,
                _ => return true,
            };
            let width = usize::from(member.bits / 8);
            let bytes = &message[member.offset as usize..][..width];
            let number = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
            let found = match order {
                ByteOrder::Little => bytes.iter().rev().fold(0, number),
                ByteOrder::Big => bytes.iter().fold(0, number),
            };
            found == u64::from(expected)
        })
}

impl Own<'_> {
    /// Adds the entry of a message.
    pub(super) fn add_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let Some((frame, facts)) = &self.record(id).header else { return };
        let header = (self.framing(id, frame), *facts);
        let encode = module.add(self.scaffold.encode_message(id, |b, value| self.write_message(b, id, header, value)));
        let decode = module.add(self.scaffold.decode_message(id, |b, value| self.read_message(b, id, header, value)));
        module.entry(id, Some(encode), decode, None);
    }

    fn write_message(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        (framing, facts): (Framing, SbeMessage),
        value: VarId,
    ) {
        let record = self.record(id);
        let mut said = vec![
            (SbeRole::TemplateId, u64::from(facts.template_id).into()),
            (SbeRole::SchemaId, u64::from(facts.schema_id).into()),
            (SbeRole::Version, u64::from(facts.version).into()),
        ];
        said.extend(of_block(record));
        b.section_block(u64::from(framing.frame.size) + u64::from(record.size), |b| {
            framing.put(b, &said);
            b.sub(framing.frame.size, |b| self.put(b, id, value.into()));
        });
        self.call_write_rest(b, id, value.into());
    }

    fn read_message(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        (framing, facts): (Framing, SbeMessage),
        value: VarId,
    ) {
        let own = u64::from(facts.version);
        let (version, size) = self.read_header(b, id, (framing, facts));
        self.read_whole(b, id, (version.clone(), size), value.into());
        refuse_more(b, (own, version), self.report_unknown, &value.into());
    }

    /// Reads the header of a message; returns its version and the length of its block.
    pub(super) fn read_header(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        (framing, facts): (Framing, SbeMessage),
    ) -> (Expr, Expr) {
        let record = self.record(id);
        let header = framing.read(b, "header");
        for (role, name, own) in
            [(SbeRole::TemplateId, "template", facts.template_id), (SbeRole::SchemaId, "schema", facts.schema_id)]
        {
            if let Some(found) = header.get(b, role, name) {
                b.check(found.is(u64::from(own)), ErrorCode::Mismatch);
            }
        }
        let size = header.get(b, SbeRole::BlockLength, "size").unwrap_or(u64::from(record.size).into());
        let version = header.get(b, SbeRole::Version, "version").unwrap_or(u64::from(facts.version).into());
        check_size(b, record, &size);
        (version, size)
    }

    /// Reads a block of this length, and what follows it.
    pub(super) fn read_whole(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        (version, size): (Expr, Expr),
        value: Place,
    ) {
        let block = block_at(b, self.report_unknown, size.clone(), &self.fresh(id), &value);
        self.call_read(b, id, (version.clone(), size), block.into(), value.clone());
        if let Some(rest) = self.rests[id.0 as usize] {
            let version = self.record(id).rest_has_versions.then_some(Arg::Value(version));
            b.call(rest.read, version.into_iter().chain([Arg::Place(value)]).collect(), &[]);
        }
    }

    /// The bytes that complete a shorter block.
    pub(super) fn fresh(&self, id: StructId) -> Vec<u8> {
        vec![0; self.record(id).size as usize]
    }

    pub(super) fn call_write_rest(&self, b: &mut FunctionBuilder, id: StructId, value: Place) {
        if let Some(rest) = self.rests[id.0 as usize] {
            b.call(rest.write, vec![Arg::Place(value)], &[]);
        }
    }
}

/// What frames say about a block and what follows it.
pub(super) fn of_block(record: &Record) -> [(SbeRole, Expr); 3] {
    [
        (SbeRole::BlockLength, u64::from(record.size).into()),
        (SbeRole::NumGroups, record.groups().into()),
        (SbeRole::NumVarData, record.data().into()),
    ]
}

/// The members of the first version are in every block.
pub(super) fn check_size(b: &mut FunctionBuilder, record: &Record, size: &Expr) {
    let least = record.least_size();
    if least > 0 {
        b.check(Expr::from(u64::from(least)).at_most(size.clone()), ErrorCode::BadLength);
    }
}
