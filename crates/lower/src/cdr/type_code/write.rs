use super::super::Cdr;
use super::super::length::{Limit, write_count};
use super::super::write::write_aligned;
use super::read::enclosed_by;
use super::{TypeCodes, kind};
use crate::plan::{arm, block};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, Arm, Const, Datum, ErrorCode, Expr, Function, Order, Place, Prefix, ValueType, VarId};
use polywire_model::corba::RECURSIVE;

/// What the parameters of a TypeCode are written with.
#[derive(Clone, Copy)]
struct Inside<'i> {
    it: &'i TypeCodes,
    origin: VarId,
    /// The positions of the enclosing TypeCodes.
    enclosing: VarId,
}

impl Cdr<'_> {
    /// `encode_TypeCode(value, …)`: no other TypeCode encloses it.
    pub(super) fn encode_outermost(&self, it: &TypeCodes) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", it.union);
        let origin = self.writer_params(&mut b);
        let none = Expr::Const(Const::Bytes(Vec::new()));
        let args = self.writer_args(Arg::Place(value), origin);
        b.call(it.write, [args, vec![Arg::Value(none)]].concat(), &[]);
        b.finish(vec![], vec![])
    }

    pub(super) fn write_type_code(&self, it: &TypeCodes) -> Function {
        let mut b = self.scaffold.named("write_type_code".to_owned());
        let value = Place::from(b.read_param("value", Type::Union(it.union)));
        let origin = self.writer_params(&mut b);
        let enclosing = b.value_param("enclosing", ValueType::Bytes);
        b.nests();
        b.write(Datum::Align { to: 4, from: origin.into() });
        let start = b.let_("start", Expr::Tail);
        let inside = Inside { it, origin, enclosing };
        let mut arms: Vec<Arm> = Vec::new();
        for kind in 0..u64::from(RECURSIVE) {
            let place = value.case(kind as u32);
            arms.push(arm(&mut b, vec![Const::U64(kind + 1)], |b| {
                b.write_int(kind, 4, self.order);
                self.write_kind(b, inside, (kind, start), &place);
            }));
        }
        arms.push(arm(&mut b, vec![Const::U64(u64::from(RECURSIVE) + 1)], |b| {
            self.write_indirection(b, inside, value.case(RECURSIVE));
        }));
        let none = block(&mut b, |b| b.fail(ErrorCode::MissingField));
        b.switch(Expr::Case(value), arms, none, &[]);
        b.finish(vec![], vec![])
    }

    fn write_kind(&self, b: &mut FunctionBuilder, inside: Inside<'_>, (kind, start): (u64, VarId), place: &Place) {
        match kind {
            _ if kind::SIMPLE.contains(&kind) => {}
            kind::STRING | kind::WSTRING => b.write_int(Expr::Get(place.clone()), 4, self.order),
            kind::FIXED => {
                b.write_int(Expr::Get(place.field(0)), 2, self.order);
                b.write_int(Expr::Get(place.field(1)), 2, self.order);
            }
            _ => {
                let enclosing = enclosed_by(b, inside.enclosing, start);
                b.measured(Prefix::Int { width: 4, order: self.order }, |b| {
                    let origin = b.let_("origin", Expr::Tail);
                    self.write_order(b);
                    self.write_parameters(b, Inside { origin, enclosing, ..inside }, kind, place);
                });
            }
        }
    }

    /// Writes the parameters of a kind that has them in an encapsulation.
    fn write_parameters(&self, b: &mut FunctionBuilder, inside: Inside<'_>, kind: u64, place: &Place) {
        let to = (inside.origin, self.order);
        if let kind::SEQUENCE | kind::ARRAY = kind {
            self.write_inside(b, inside, place.field(0));
            return write_aligned(b, Expr::Get(place.field(1)), 4, to);
        }
        self.write_name(b, inside, place.field(0));
        self.write_name(b, inside, place.field(1));
        match kind {
            kind::STRUCT | kind::EXCEPT => self.write_members(b, inside, (kind, place.field(2)), |b, item| {
                self.write_name(b, inside, item.field(0));
                self.write_inside(b, inside, item.field(1));
            }),
            kind::UNION => self.write_union_parameters(b, inside, place),
            kind::ENUM => self.write_members(b, inside, (kind, place.field(2)), |b, item| {
                self.write_name(b, inside, item);
            }),
            kind::ALIAS | kind::VALUE_BOX => self.write_inside(b, inside, place.field(2)),
            kind::VALUE | kind::EVENT => {
                write_aligned(b, Expr::Get(place.field(2)), 2, to);
                self.write_inside(b, inside, place.field(3));
                self.write_members(b, inside, (kind, place.field(4)), |b, item| {
                    self.write_name(b, inside, item.field(0));
                    self.write_inside(b, inside, item.field(1));
                    write_aligned(b, Expr::Get(item.field(2)), 2, to);
                });
            }
            // Only names.
            _ => {}
        }
    }

    fn write_union_parameters(&self, b: &mut FunctionBuilder, inside: Inside<'_>, place: &Place) {
        self.write_inside(b, inside, place.field(2));
        write_aligned(b, Expr::Get(place.field(3)), 4, (inside.origin, self.order));
        let kind = b.call(inside.it.kind_of, vec![Arg::Place(place.field(2))], &[("kind", ValueType::U64)])[0];
        self.write_members(b, inside, (kind::UNION, place.field(4)), |b, item| {
            let label = Expr::Get(item.field(0));
            let args = self.writer_args(Arg::Value(label), inside.origin);
            b.call(inside.it.write_label, [args, vec![Arg::Value(kind.into())]].concat(), &[]);
            self.write_name(b, inside, item.field(1));
            self.write_inside(b, inside, item.field(2));
        });
    }

    /// Writes an enclosed TypeCode.
    fn write_inside(&self, b: &mut FunctionBuilder, inside: Inside<'_>, value: Place) {
        let args = self.writer_args(Arg::Place(value), inside.origin);
        b.call(inside.it.write, [args, vec![Arg::Value(inside.enclosing.into())]].concat(), &[]);
    }

    fn write_members(
        &self,
        b: &mut FunctionBuilder,
        inside: Inside<'_>,
        (kind, place): (u64, Place),
        write: impl FnOnce(&mut FunctionBuilder, Place),
    ) {
        let Some(element) = self.element_of_last_field(inside.it, kind) else { return };
        write_count(b, Expr::Len(place.clone()), inside.origin, self.order);
        b.each(place, ("member", element), None, |b, item, _| write(b, item.into()));
    }

    fn write_name(&self, b: &mut FunctionBuilder, inside: Inside<'_>, place: Place) {
        self.write_narrow_text(b, place, Limit::NONE, inside.origin);
    }

    /// Writes the distance to an enclosing TypeCode.
    fn write_indirection(&self, b: &mut FunctionBuilder, inside: Inside<'_>, level: Place) {
        let level = b.let_("level", Expr::Get(level));
        let count = b.let_("count", Expr::from(inside.enclosing).bytes_len() >> 3u64);
        b.check(level.is_not(0u64) & level.at_most(count), ErrorCode::OutOfRange);
        let target = b.at(inside.enclosing, (count - level) << 3u64, &[("target", ValueType::U64)], |b| {
            vec![b.read_int("target", 8, Order::Little).into()]
        })[0];
        b.write_int(kind::INDIRECTION, 4, self.order);
        b.write_int(target - Expr::Tail, 4, self.order);
    }

    /// `kind_of(value) -> kind`: that of the original type of aliases.
    pub(super) fn kind_of(&self, it: &TypeCodes) -> Function {
        let mut b = self.scaffold.named("kind_of_type_code".to_owned());
        let value = Place::from(b.read_param("value", Type::Union(it.union)));
        b.nests();
        let result = [("kind", ValueType::U64)];
        let alias = b.block(|b| {
            let original = value.case(kind::ALIAS as u32).field(2);
            vec![b.call(it.kind_of, vec![Arg::Place(original)], &result)[0].into()]
        });
        let arms = vec![Arm { keys: vec![Const::U64(kind::ALIAS + 1)], body: alias }];
        let own = b.block(|_| vec![Expr::Case(value.clone()) - 1u64]);
        let kind = b.switch(Expr::Case(value.clone()), arms, own, &result)[0];
        b.finish(vec![kind.into()], vec![ValueType::U64])
    }
}
