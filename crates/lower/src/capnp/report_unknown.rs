//! Reports data that a newer schema has added to a struct or an element, in decoders with this option.

use super::Capnp;
use super::list::{ELEMENTS, Elements, Lists};
use super::pointer::{Pointer, Pointers, word_of};
use super::read::Source;
use super::used::Used;
use crate::plan::{first_set, report_unknown_at};
use crate::scalar::Scalar;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::StructId;
use polywire_ir::{Arg, Expr, FuncId, Place, UnknownKind, ValueType, VarId};

/// A part of a segment: from one position to another.
#[derive(Clone, Copy)]
struct SegmentRange {
    segment: VarId,
    from: VarId,
    to: VarId,
}

impl Source {
    /// Returns the part of the data section in this range, as far as it exists.
    fn data_part(&self, offset: u32, bytes: u32) -> (VarId, Expr, Expr) {
        let from = self.pos + u64::from(offset);
        let left = self.pointers_at - from.clone();
        let len = left.clone().below(u64::from(bytes)).choose(left, u64::from(bytes));
        (self.segment, from, len)
    }
}

/// The functions of decoders that report unknown data.
pub(super) struct UnknownReports {
    /// Of words.
    first_set: FuncId,
    /// The elements of a list of any kind: `all_elements(message, segment, pos, word) -> segment, first, count, data, pointers`.
    all_elements: FuncId,
}

impl UnknownReports {
    /// Adds the functions to a module.
    pub fn add(module: &mut ModuleBuilder, pointers: &Pointers, lists: &Lists) -> Self {
        Self { first_set: module.add(first_set(8)), all_elements: module.add(lists.all_elements(pointers)) }
    }

    /// Returns the count of a list whose elements carry no data in this schema; reports data that they have.
    pub fn voids(&self, b: &mut FunctionBuilder, pointer: &Pointer, place: &Place) -> VarId {
        let found = b.call(self.all_elements, pointer.args(), &ELEMENTS);
        let [segment, from, count, data, pointers] = [found[0], found[1], found[2], found[3], found[4]];
        let size = (data + pointers) * count;
        let to = b.let_("end", from + size);
        self.rest(b, SegmentRange { segment, from, to }, place);
        count
    }

    /// Reports a part of a segment that is not zero.
    fn rest(&self, b: &mut FunctionBuilder, part: SegmentRange, place: &Place) {
        b.when(part.from.below(part.to), |b| {
            let args = [part.segment, part.from, part.to].map(|var| Arg::Value(var.into())).to_vec();
            let first = b.call(self.first_set, args, &[("first", ValueType::U64)])[0];
            b.when(first.below(part.to), |b| {
                let len = part.to - first;
                report_unknown_at(b, (part.segment, first.into(), len), UnknownKind::Member, place);
            });
        });
    }
}

impl Capnp<'_> {
    /// Reports members of a struct that the schema lacks.
    pub(super) fn report_unknown_members(&self, b: &mut FunctionBuilder, id: StructId, source: &Source, place: &Place) {
        let Some(unknown_reports) = self.unknown_reports.as_ref().filter(|_| !self.projection.is_partial(id)) else {
            return;
        };
        let used = Used::of(self, id);
        // There are usually none, which one test determines.
        b.when(self.may_lack(id, &used, source), |b| {
            self.report_each_unknown(b, unknown_reports, (id, &used), source, place)
        });
    }

    /// Tests whether something is set outside of members, or a section is longer than its members.
    fn may_lack(&self, id: StructId, used: &Used, source: &Source) -> Expr {
        let record = self.record(id);
        let free = used.free().filter_map(|(word, free)| Some(word_of(source.data?, 8 * word) & free));
        let unused = used.unused_pointers().filter_map(|index| Some(word_of(source.pointers?, 8 * index)));
        let is_set = free.chain(unused).reduce(|left, right| left | right).map(|set| set.is_not(0u64));
        let lens = [(record.data(), source.data_bytes), (record.pointer_bytes(), source.pointer_bytes)];
        let is_longer = lens.map(|(known, len)| Expr::from(u64::from(known)).below(len));
        is_set.into_iter().chain(is_longer).reduce(|left, right| left | right).unwrap_or(false.into())
    }

    fn report_each_unknown(
        &self,
        b: &mut FunctionBuilder,
        unknown_reports: &UnknownReports,
        (id, used): (StructId, &Used),
        source: &Source,
        place: &Place,
    ) {
        let record = self.record(id);
        for gap in used.gaps() {
            let Some(section) = source.data else { continue };
            b.when((word_of(section, 8 * gap.word) & gap.mask()).is_not(0u64), |b| {
                report_unknown_at(b, source.data_part(8 * gap.word + gap.first, gap.bytes), UnknownKind::Member, place);
            });
        }
        let rest = |b: &mut FunctionBuilder, from: VarId, known: u32, to: Expr| {
            let from = b.let_("known", from + u64::from(known));
            let to = b.let_("end", to);
            unknown_reports.rest(b, SegmentRange { segment: source.segment, from, to }, place);
        };
        rest(b, source.pos, record.data(), source.pointers_at.into());
        for index in used.unused_pointers() {
            let Some(section) = source.pointers else { continue };
            b.when(word_of(section, 8 * index).is_not(0u64), |b| {
                let from = source.pointers_at + u64::from(8 * index);
                report_unknown_at(b, (source.segment, from, 8u64.into()), UnknownKind::Member, place);
            });
        }
        rest(b, source.pointers_at, record.pointer_bytes(), source.end());
    }

    /// Reports that the value at a place holds a case that the schema lacks. The number of the first case is 0, as is
    /// the number of no bytes.
    pub(super) fn report_unknown_case(&self, b: &mut FunctionBuilder, tag: u32, source: &Source, place: &Place) {
        if self.unknown_reports.is_none() {
            return;
        }
        b.when(source.bits(tag, &Scalar::UINT16).is_not(0u64), |b| {
            report_unknown_at(b, source.data_part(tag / 8, 2), UnknownKind::Case, place);
        });
    }

    /// Reports members of an element in which the schema knows only the one after `before` bytes, of `known` bytes.
    pub(super) fn report_unknown_around(
        &self,
        b: &mut FunctionBuilder,
        (from, at, before): (&Elements, VarId, Expr),
        known: u64,
        place: &Place,
    ) {
        let Some(unknown_reports) = &self.unknown_reports else { return };
        let start = b.let_("start", at - before);
        let end = start + from.data + from.pointers;
        let end = b.let_("end", end);
        unknown_reports.rest(b, SegmentRange { segment: from.segment, from: start, to: at }, place);
        let behind = b.let_("behind", at + known);
        unknown_reports.rest(b, SegmentRange { segment: from.segment, from: behind, to: end }, place);
    }
}
