//! Parameters: an id and a length, in version 1 (DDS-XTypes 1.3, clause 7.4.1.2). Alignment counts from the value.
//!
//! Short and long headers are read, long ones are written, as Cyclone DDS does.

use super::Xcdr;
use super::member::MemberHeader;
use super::plan::Member;
use crate::cdr::read::Layout;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Datum, ErrorCode, Expr, Order, Prefix, Rest, ValueType, VarId};

const SHORT_ID: u64 = 0x3fff;
/// The largest id of a member in a short header.
const LARGEST_SHORT: u64 = 0x3f00;
const EXTENDED: u64 = 0x3f01;
const SENTINEL: u64 = 0x3f02;
/// An id that no member has.
const NO_MEMBER: u64 = 1 << 28;
/// The flag of headers that must be understood: bit 14 of a short id, bit 30 of a long one.
const SHORT_FLAG: u64 = 1 << 14;
const LONG_FLAG: u64 = 1 << 30;
/// Octets of a long header behind a short one.
const LONG_HEADER: u64 = 8;
const LONG_ID: u64 = (1 << 28) - 1;

impl Xcdr<'_> {
    /// Reads a header; also returns whether it is the sentinel (Bool).
    pub(super) fn read_parameter_header(&self, b: &mut FunctionBuilder, layout: Layout) -> (MemberHeader, Expr) {
        b.read_align(4u64, layout.origin);
        let pid = layout.read(b, "pid", 2);
        let len = layout.read(b, "length", 2);
        let short = Expr::from(b.let_("short", pid.clone() & SHORT_ID));
        let results = [("id", ValueType::U64), ("must_understand", ValueType::U64), ("size", ValueType::U64)];
        let long = |b: &mut FunctionBuilder| {
            b.check(len.clone().is(LONG_HEADER), ErrorCode::BadLength);
            let id = layout.read(b, "long_id", 4);
            let size = layout.read(b, "size", 4);
            vec![id.clone() & LONG_ID, (id >> 30u64) & 1u64, size]
        };
        let id = short.clone().at_most(LARGEST_SHORT).choose(short.clone(), NO_MEMBER);
        let found =
            b.if_yields(short.clone().is(EXTENDED), &results, long, |_| vec![id, (pid >> 14u64) & 1u64, len.clone()]);
        let header = MemberHeader { id: found[0].into(), must_understand: found[1].into(), size: found[2].into() };
        (header, short.is(SENTINEL))
    }

    /// Reads the value of a parameter.
    pub(super) fn read_parameter_value(
        &self,
        b: &mut FunctionBuilder,
        size: Expr,
        layout: Layout,
        read: impl FnOnce(&mut FunctionBuilder, Layout),
    ) {
        b.window(size, Rest::Skip, |b| {
            let origin = b.let_("origin", Expr::Pos);
            read(b, Layout { origin, ..layout });
        });
    }

    /// An absent member is a parameter without octets.
    pub(super) fn read_optional_parameter(
        &self,
        b: &mut FunctionBuilder,
        member: Member,
        layout: Layout,
        read: impl FnOnce(&mut FunctionBuilder, Layout),
    ) {
        let (header, _) = self.read_parameter_header(b, layout);
        b.check(header.id.is(u64::from(member.id)), ErrorCode::InvalidKey);
        b.when(header.size.clone().is_not(0u64), |b| self.read_parameter_value(b, header.size, layout, read));
    }

    /// The length of an optional member has no padding.
    pub(super) fn write_optional_parameter(
        &self,
        b: &mut FunctionBuilder,
        (member, ty): (Member, &Type),
        is_present: Expr,
        origin: VarId,
        write: impl FnOnce(&mut FunctionBuilder, VarId),
    ) {
        self.write_header(b, member, origin);
        b.measured(Prefix::Int { width: 4, order: self.order }, |b| {
            b.when(is_present, |b| {
                let start = b.let_("start", Expr::Tail);
                write(b, start);
                // Without octets, it would be absent.
                if self.min_size(ty) == 0 {
                    b.when(Expr::from(start).is(Expr::Tail), |b| b.write(Datum::Zeros(4u64.into())));
                }
            });
        });
    }

    /// The length of a member of a mutable type is a multiple of four.
    pub(super) fn write_parameter(
        &self,
        b: &mut FunctionBuilder,
        member: Member,
        origin: VarId,
        write: impl FnOnce(&mut FunctionBuilder, VarId),
    ) {
        self.write_header(b, member, origin);
        b.measured(Prefix::Int { width: 4, order: self.order }, |b| {
            let start = b.let_("start", Expr::Tail);
            write(b, start);
            b.write(Datum::Align { to: 4, from: start.into() });
        });
    }

    fn write_header(&self, b: &mut FunctionBuilder, member: Member, origin: VarId) {
        b.write(Datum::Align { to: 4, from: origin.into() });
        b.write_int(SHORT_FLAG | EXTENDED, 2, self.order);
        b.write_int(LONG_HEADER, 2, self.order);
        let flag = if member.must_understand { LONG_FLAG } else { 0 };
        b.write_int(flag | u64::from(member.id), 4, self.order);
    }

    pub(super) fn write_sentinel(&self, b: &mut FunctionBuilder, origin: VarId) {
        b.write(Datum::Align { to: 4, from: origin.into() });
        b.write_int(SHORT_FLAG | SENTINEL, 2, self.order);
        b.write_int(0u64, 2, Order::Little);
    }

    pub(super) fn read_sentinel(&self, b: &mut FunctionBuilder, layout: Layout) {
        let (_, is_sentinel) = self.read_parameter_header(b, layout);
        b.check(is_sentinel, ErrorCode::Mismatch);
    }
}
