//! Writing values.
//!
//! A value of the type that its member has, outside of chunks, has no ids, as omniORB writes it. Otherwise it has its id, and if it can be
//! cut down to a base, ids of those bases and chunks, like the values inside of it.

use super::super::Cdr;
use super::super::form::Form;
use super::super::write::write_aligned;
use super::id::{recalled, write_distance};
use super::plan::{AnyOf, Tools, ValueType as Valuetype};
use super::spot::{STATE, Spot, State, finish};
use super::{key, tag};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Type, UnionId};
use polywire_ir::{Arg, Arm, Const, Datum, Expr, Function, Place, ValueType, VarId};

const LEVEL: [(&str, ValueType); 1] = [("level", ValueType::U64)];

impl Cdr<'_> {
    /// `begin_Name(is_declared, origin, count, ended, level) -> level`.
    pub(super) fn begin_value(&self, name: &str, of: &Valuetype, tools: Tools) -> Function {
        let mut b = FunctionBuilder::new(format!("begin_{name}"));
        let is_declared = b.value_param("is_declared", ValueType::Bool);
        let origin = self.writer_params(&mut b);
        let spot = Spot::params(&mut b, origin);
        let (level, count) = (spot.level, spot.state.count);
        self.end_values(&mut b, spot);
        b.write(Datum::Align { to: 4, from: origin.into() });
        let start = b.let_("start", Expr::Tail);
        let number = key(&mut b, count);
        b.memo(number, |_| start.into());
        let is_outermost = Expr::from(b.let_("is_outermost", level.is(0u64)));
        let layout = (origin, self.order);
        let bare = |b: &mut FunctionBuilder| {
            write_aligned(b, tag::VALUE.into(), 4, layout);
            vec![0u64.into()]
        };
        let with_id = |b: &mut FunctionBuilder| {
            let flags = is_outermost.clone().choose(tag::VALUE | tag::SINGLE_ID, CHUNKS | tag::SINGLE_ID);
            write_aligned(b, flags, 4, layout);
            self.write_id_of(b, tools, &of.id, origin);
            vec![is_outermost.clone().choose(0u64, level + 1u64)]
        };
        let with_ids = |b: &mut FunctionBuilder| {
            write_aligned(b, (CHUNKS | tag::LIST_OF_IDS).into(), 4, layout);
            write_aligned(b, (of.truncates_to.len() as u64 + 1).into(), 4, layout);
            [&of.id].into_iter().chain(&of.truncates_to).for_each(|id| self.write_id_of(b, tools, id, origin));
            vec![level + 1u64]
        };
        let is_bare = Expr::from(is_declared) & is_outermost.clone();
        let inner = match of.truncates_to.is_empty() {
            true => b.if_yields(is_bare, &LEVEL, bare, with_id),
            false => b.if_yields(is_bare, &LEVEL, bare, with_ids),
        };
        b.finish(vec![inner[0].into()], vec![ValueType::U64])
    }

    fn write_id_of(&self, b: &mut FunctionBuilder, tools: Tools, id: &str, origin: VarId) {
        let id = Expr::Const(Const::Bytes(id.as_bytes().to_vec()));
        b.call(tools.write_id, self.writer_args(Arg::Value(id), origin), &[]);
    }

    /// `encode_Name(value, origin, count, ended, level) -> (count, ended)`.
    pub(super) fn encode_any_of(&self, id: UnionId, any_of: &AnyOf) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let origin = self.writer_params(&mut b);
        let spot = Spot::params(&mut b, origin);
        let union = self.types.union(id);
        let mut arms: Vec<Arm> = Vec::new();
        for ((case, of), index) in union.cases.iter().zip(&any_of.cases).zip(0u32..) {
            let place = value.case(index);
            let body = b.block(|b| match of {
                None => self.write_same(b, place, spot).yields(),
                Some(of) => {
                    let is_declared = of.id == any_of.declared_id;
                    let members = (&case.value_type(), self.form_of_case(id, index));
                    self.write_value(b, (of, is_declared), members, place, spot).yields()
                }
            });
            arms.push(Arm { keys: vec![Const::U64(u64::from(index) + 1)], body });
        }
        let null = b.block(|b| {
            self.in_chunk(b, spot, |b| write_aligned(b, tag::NULL.into(), 4, (origin, self.order))).yields()
        });
        let state = State::of(&b.switch(Expr::Case(value), arms, null, &STATE));
        finish(b, state)
    }

    fn write_same(&self, b: &mut FunctionBuilder, place: Place, spot: Spot) -> State {
        let position = recalled(b, Expr::Get(place));
        self.in_chunk(b, spot, |b| write_distance(b, position, (spot.origin, self.order)))
    }

    /// Appends a value with these members.
    pub(super) fn write_value(
        &self,
        b: &mut FunctionBuilder,
        (of, is_declared): (&Valuetype, bool),
        members: (&Type, Form<'_>),
        place: Place,
        spot: Spot,
    ) -> State {
        let level = b.call(of.begin, self.spot_args(Arg::Value(is_declared.into()), spot), &LEVEL)[0];
        let inside = State { count: b.let_("count", spot.state.count + 1u64), ended: b.let_("ended", 0u64) };
        let State { count, .. } = self.write_held(b, members, place, Spot { level, state: inside, ..spot });
        // Its end is also that of values inside of it. It can be that of a value around it, too.
        b.when(level.is(1u64), |b| write_aligned(b, END_OF_ALL.into(), 4, (spot.origin, self.order)));
        State { count, ended: b.let_("ended", level.at_most(1u64).choose(0u64, level)) }
    }
}

/// The end of the outermost value with chunks.
const END_OF_ALL: u64 = 0xffff_ffff;

/// The tag of a value with chunks.
const CHUNKS: u64 = tag::VALUE | tag::HAS_CHUNKS;
