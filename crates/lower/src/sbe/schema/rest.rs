//! Groups and data behind a block.

use super::Own;
use super::frame::Framing;
use super::message::{check_size, of_block};
use super::plan::{End, EndKind};
use crate::memory::PAID_BY_BYTE;
use crate::plan::memory;
use crate::sbe::group::{block_in, check_entries};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Datum, ErrorCode, Expr, Function, Place, ValueType};
use polywire_model::Presence;
use polywire_model::attr::{SbeFrame, SbeRole, TextEncoding};

/// Data behind its length.
#[derive(Clone, Copy)]
struct Data<'f> {
    length: Framing<'f>,
    encoding: Option<TextEncoding>,
}

impl Own<'_> {
    /// `write_rest_Name(value)`.
    pub(super) fn write_rest(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("write_rest", id);
        for end in &self.record(id).ends {
            let place = value.field(end.index);
            match &end.kind {
                EndKind::Group(frame, entry) => self.write_group(&mut b, self.framing(id, frame), *entry, place),
                EndKind::Data(frame, encoding) => {
                    let data = Data { length: self.framing(id, frame), encoding: *encoding };
                    self.write_data(&mut b, data, end.presence, place);
                }
            }
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn framing<'f>(&self, id: StructId, frame: &'f SbeFrame) -> Framing<'f> {
        Framing { frame, order: self.order(id) }
    }

    fn write_group(&self, b: &mut FunctionBuilder, framing: Framing, entry: StructId, place: Place) {
        let record = self.record(entry);
        let count = Expr::from(b.let_("count", Expr::Len(place.clone())));
        framing.check(b, SbeRole::NumInGroup, &count);
        let mut said = vec![(SbeRole::NumInGroup, count.clone())];
        said.extend(of_block(record));
        let (head, size) = (framing.frame.size, record.size);
        if record.has_rest() || size == 0 {
            framing.write(b, &said);
            return b.each(place, ("entry", Type::Struct(entry)), None, |b, item, _| {
                if size > 0 {
                    b.section_block(u64::from(size), |b| self.put(b, entry, item.into()));
                }
                self.call_write_rest(b, entry, item.into());
            });
        }
        // Blocks only: one section for all of them.
        b.section_block(count * u64::from(size) + u64::from(head), |b| {
            framing.put(b, &said);
            b.sub(head, |b| {
                b.each(place, ("entry", Type::Struct(entry)), Some(size), |b, item, _| self.put(b, entry, item.into()));
            });
        });
    }

    /// Absent data is empty, so data that is present must not be.
    fn write_data(&self, b: &mut FunctionBuilder, data: Data, presence: Presence, place: Place) {
        match presence {
            Presence::Implicit | Presence::Required => self.write_bytes(b, data, place),
            Presence::Optional => b.if_else(
                Expr::Present(place.clone()),
                |b| {
                    b.check(Expr::Len(place.some()).is_not(0u64), ErrorCode::OutOfRange);
                    self.write_bytes(b, data, place.some());
                },
                |b| data.length.write(b, &[(SbeRole::Length, 0u64.into())]),
            ),
        }
    }

    fn write_bytes(&self, b: &mut FunctionBuilder, Data { length, encoding }: Data, place: Place) {
        let encoded = self.encoded(b, encoding, place);
        length.check(b, SbeRole::Length, &encoded.len);
        length.write(b, &[(SbeRole::Length, encoded.len)]);
        b.write(Datum::Span(encoded.bytes));
    }

    /// `read_rest_Name(version, value)`; the version only if it matters: groups and data that were added later are empty.
    pub(super) fn read_rest(&self, id: StructId) -> Function {
        let record = self.record(id);
        let mut b = self.scaffold.function("read_rest", id);
        let version = record.rest_has_versions.then(|| Expr::from(b.value_param("version", ValueType::U64)));
        let value = Place::from(b.build_param("value", Type::Struct(id)));
        for end in &record.ends {
            let place = value.field(end.index);
            match end.is_known(version.clone()) {
                None => self.read_end(&mut b, id, end, (version.as_ref(), place)),
                Some(is_known) => b.when(is_known, |b| self.read_end(b, id, end, (version.as_ref(), place))),
            }
        }
        b.finish(vec![], vec![])
    }

    fn read_end(&self, b: &mut FunctionBuilder, id: StructId, end: &End, (version, place): (Option<&Expr>, Place)) {
        match &end.kind {
            EndKind::Group(frame, entry) => self.read_group(b, self.framing(id, frame), *entry, (version, place)),
            EndKind::Data(frame, encoding) => {
                let held = self.framing(id, frame).read(b, "length");
                let len = held.get(b, SbeRole::Length, "len").unwrap_or(0u64.into());
                let bytes = b.read_span("data", len.clone());
                match end.presence {
                    Presence::Implicit | Presence::Required => self.set_text(b, *encoding, bytes.into(), place),
                    Presence::Optional => {
                        b.when(len.is_not(0u64), |b| self.set_text(b, *encoding, bytes.into(), place.some()));
                    }
                }
            }
        }
    }

    fn read_group(
        &self,
        b: &mut FunctionBuilder,
        framing: Framing,
        entry: StructId,
        (version, place): (Option<&Expr>, Place),
    ) {
        let version = version.cloned().unwrap_or(0u64.into());
        if self.record(entry).has_rest() || !self.pays(entry) {
            let (size, count) = self.read_dimensions(b, framing, entry);
            return b.fill(place, count, ("entry", Type::Struct(entry)), |b, bind, _| {
                self.read_whole(b, entry, (version, size), bind.into());
            });
        }
        // Blocks only: one check for all of them. Where there are none, their length may be any.
        let (size, count) = self.read_frame(b, framing, entry);
        let least = u64::from(self.record(entry).least_size());
        let size = Expr::from(b.let_("entry_size", count.clone().is(0u64).choose(least, size)));
        check_size(b, self.record(entry), &size);
        let entries = b.read_span("entries", count.clone() * size.clone());
        b.fill(place, count, ("entry", Type::Struct(entry)), |b, bind, index| {
            let part = (entries, index * size.clone(), size.clone());
            let block = block_in(b, self.report_unknown, part, &self.fresh(entry), &bind.into());
            self.call_read(b, entry, (version, size), block.into(), bind.into());
        });
    }

    /// Returns true if the memory of an entry is always paid for by the bytes of its block.
    fn pays(&self, entry: StructId) -> bool {
        memory(self.types, &Type::Struct(entry)) <= u64::from(self.record(entry).least_size()) * PAID_BY_BYTE
    }

    /// Reads the length of an entry's block and the number of entries, which are in the message.
    pub(super) fn read_dimensions(&self, b: &mut FunctionBuilder, framing: Framing, entry: StructId) -> (Expr, Expr) {
        let (size, count) = self.read_frame(b, framing, entry);
        check_entries(b, &size, &count);
        b.when(count.clone().is_not(0u64), |b| check_size(b, self.record(entry), &size));
        (size, count)
    }

    /// As [`Self::read_dimensions`], without a check of the length.
    fn read_frame(&self, b: &mut FunctionBuilder, framing: Framing, entry: StructId) -> (Expr, Expr) {
        let record = self.record(entry);
        let held = framing.read(b, "dimensions");
        let size = held.get(b, SbeRole::BlockLength, "size").unwrap_or(u64::from(record.size).into());
        let count = held.get(b, SbeRole::NumInGroup, "count").unwrap_or(0u64.into());
        // Nothing tells where the groups and data end that a newer writer puts at the end of each entry.
        let known = [(SbeRole::NumGroups, record.groups()), (SbeRole::NumVarData, record.data())];
        for (role, known) in known {
            if let Some(number) = held.get(b, role, "number") {
                b.check(count.clone().is(0u64) | number.at_most(known), ErrorCode::Unsupported);
            }
        }
        (size, count)
    }
}
