//! Views of groups and data: an accessor moves over those in front of it.

use super::frame::Framing;
use super::plan::{End, EndKind};
use super::view::{PRESENT, Results, Viewing};
use super::view_text::is_text;
use crate::plan::types_of;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{Arg, Expr, Function, ValueType, VarId};
use polywire_model::Presence;
use polywire_model::attr::SbeRole;

impl Viewing<'_, '_> {
    /// Reads the group or data at a position among them.
    pub(super) fn end(&self, name: String, id: StructId, at: usize) -> Option<Function> {
        let ends = &self.own.record(id).ends;
        let end = &ends[at];
        let mut b = self.function(name);
        let place = self.params(&mut b, id);
        let tail = place.tail?;
        let present = (end.presence == Presence::Optional).then_some(PRESENT);
        let ty = &self.own.types.record(id).fields[end.index as usize].ty;
        let results: Results = present.into_iter().chain(self.results(ty)).collect();
        let read = |b: &mut FunctionBuilder| {
            let found = b.at(tail, 0u64, &results, |b| {
                ends[..at].iter().for_each(|end| self.skip_end(b, id, end, place.version));
                match &end.kind {
                    EndKind::Group(frame, entry) => {
                        self.read_group(b, self.own.framing(id, frame), *entry, place.version)
                    }
                    EndKind::Data(..) => self.read_data(b, id, end),
                }
            });
            found.into_iter().map(Expr::from).collect()
        };
        let yields: Vec<Expr> = match end.is_known(place.version.map(Expr::from)) {
            None => read(&mut b),
            Some(is_known) => {
                let found = b.if_yields(is_known, &results, read, |_| self.absent(&results));
                found.into_iter().map(Expr::from).collect()
            }
        };
        Some(b.finish(yields, types_of(&results)))
    }

    /// Yields the place of the group that begins here.
    fn read_group(
        &self,
        b: &mut FunctionBuilder,
        framing: Framing,
        entry: StructId,
        version: Option<VarId>,
    ) -> Vec<Expr> {
        let (size, count) = self.own.read_dimensions(b, framing, entry);
        let len = if self.skips[entry.0 as usize].is_some() { Expr::Left } else { count.clone() * size.clone() };
        let entries = b.read_span("entries", len);
        let version = self.has_versions(entry).then(|| version.map_or(u64::MAX.into(), Expr::from));
        [count, entries.into(), size].into_iter().chain(version).collect()
    }

    fn read_data(&self, b: &mut FunctionBuilder, id: StructId, end: &End) -> Vec<Expr> {
        let EndKind::Data(frame, encoding) = &end.kind else { return Vec::new() };
        let held = self.own.framing(id, frame).read(b, "length");
        let len = held.get(b, SbeRole::Length, "len").unwrap_or(0u64.into());
        let bytes = b.read_span("data", len.clone());
        if is_text(&self.own.types.record(id).fields[end.index as usize].ty) {
            self.check_text(b, *encoding, bytes);
        }
        let present = (end.presence == Presence::Optional).then(|| len.is_not(0u64));
        present.into_iter().chain([bytes.into()]).collect()
    }

    /// Moves over a group or data.
    fn skip_end(&self, b: &mut FunctionBuilder, id: StructId, end: &End, version: Option<VarId>) {
        match end.is_known(version.map(Expr::from)) {
            None => self.skip_known_end(b, id, end, version),
            Some(is_known) => b.when(is_known, |b| self.skip_known_end(b, id, end, version)),
        }
    }

    fn skip_known_end(&self, b: &mut FunctionBuilder, id: StructId, end: &End, version: Option<VarId>) {
        match &end.kind {
            EndKind::Data(frame, _) => {
                let held = self.own.framing(id, frame).read(b, "length");
                let len = held.get(b, SbeRole::Length, "len").unwrap_or(0u64.into());
                b.skip(len);
            }
            EndKind::Group(frame, entry) => {
                let (size, count) = self.own.read_dimensions(b, self.own.framing(id, frame), *entry);
                match self.skips[entry.0 as usize] {
                    None => b.skip(count * size),
                    Some(_) => self.skip_entries(b, *entry, count, (size, version)),
                }
            }
        }
    }

    /// Moves over this many entries with groups or data.
    pub(super) fn skip_entries(
        &self,
        b: &mut FunctionBuilder,
        entry: StructId,
        count: Expr,
        (size, version): (Expr, Option<VarId>),
    ) {
        b.loop_while(
            vec![("left", ValueType::U64, count)],
            |vars| vars[0].is_not(0u64),
            |b, vars| {
                self.call_skip(b, entry, (size, version));
                vec![vars[0] - 1u64]
            },
        );
    }

    pub(super) fn call_skip(&self, b: &mut FunctionBuilder, entry: StructId, (size, version): (Expr, Option<VarId>)) {
        let Some(skip) = self.skips[entry.0 as usize] else { return b.skip(size) };
        let version = self.own.record(entry).rest_has_versions.then(|| version.map_or(u64::MAX.into(), Expr::from));
        b.call(skip, [size].into_iter().chain(version).map(Arg::Value).collect(), &[]);
    }

    /// `skip_Name(size, version)`: moves over an entry that has groups or data; the version only if it matters.
    pub(super) fn skip_entry(&self, id: StructId) -> Function {
        let mut b = self.own.scaffold.function("skip", id);
        let size = b.value_param("size", ValueType::U64);
        let record = self.own.record(id);
        let version = record.rest_has_versions.then(|| b.value_param("version", ValueType::U64));
        b.skip(size);
        record.ends.iter().for_each(|end| self.skip_end(&mut b, id, end, version));
        b.finish(vec![], vec![])
    }
}
