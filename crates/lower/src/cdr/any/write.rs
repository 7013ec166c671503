use super::super::Cdr;
use super::super::float128::write_float128;
use super::super::length::{Limit, limit_written, write_count};
use super::super::type_code::kind;
use super::super::type_code::walk::Spot;
use super::super::write::write_aligned;
use super::aggregate::{elements, members, selected, union_parameters};
use super::read::decimal_parameters;
use super::scalar::SCALARS;
use super::{Context, case, spot_args, spot_params};
use crate::plan::{arm, block, check_range};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, Arm, Const, Datum, ErrorCode, Expr, FuncId, Function, Order, Place, ValueType, VarId};
use polywire_model::corba::ValueCase;

impl Cdr<'_> {
    /// `encode_Any(value, …)`.
    pub(super) fn encode_any(&self, context: Context<'_>) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", context.anys.record);
        let origin = self.writer_params(&mut b);
        let types = b.scratch("types", |b| {
            let start = b.let_("start", 0u64);
            self.call(b, self.codecs[context.types.union].encode, value.field(0), start);
        });
        b.write(Datum::Align { to: 4, from: origin.into() });
        b.write(Datum::Span(types.into()));
        let at = b.let_("at", 0u64);
        let little = match self.order {
            Order::LittleIf(little) => little,
            Order::Little | Order::Big => b.let_("typed_little", self.order == Order::Little),
        };
        let spot = Spot { types, at, little, minor: self.chosen_minor() };
        self.write_along(&mut b, context.anys.write, value.field(1), origin, spot);
        b.finish(vec![], vec![])
    }

    pub(super) fn write_any_value(&self, context: Context<'_>) -> Function {
        let mut b = self.scaffold.named("write_any_value".to_owned());
        let value = Place::from(b.read_param("value", Type::Union(context.anys.value)));
        let origin = self.writer_params(&mut b);
        let spot = spot_params(&mut b, self.chosen_minor());
        b.nests();
        let resolved = context.types.resolve(&mut b, (spot.types.into(), spot.at.into()), (spot.little, spot.minor));
        let spot = resolved.spot;
        let mut writer = Writer { cdr: self, context, value, origin, arms: Vec::new() };
        writer.arm(&mut b, &[kind::NULL, kind::VOID], |it, b| {
            b.check(Expr::Case(it.value.clone()).is(0u64), ErrorCode::WrongKind);
        });
        writer.scalars(&mut b);
        writer.texts(&mut b, spot);
        writer.references(&mut b);
        writer.aggregates(&mut b, spot);
        let other = block(&mut b, |b| b.fail(ErrorCode::Unsupported));
        b.switch(resolved.kind.into(), writer.arms, other, &[]);
        b.finish(vec![], vec![])
    }

    /// `write_any_members(members, …, types, at, typed_little)`: those of a struct or an exception.
    pub(super) fn write_any_members(&self, context: Context<'_>) -> Function {
        let mut b = self.scaffold.named("write_any_members".to_owned());
        let list = Place::from(b.read_param("members", context.anys.case(self.types, ValueCase::Members)));
        let origin = self.writer_params(&mut b);
        let spot = spot_params(&mut b, self.chosen_minor());
        let all = members(&mut b, spot);
        b.check(Expr::Len(list.clone()).is(all.count), ErrorCode::WrongKind);
        let carried = vec![("next", ValueType::U64, all.next.into())];
        let member = ("member", context.anys.member.clone());
        b.each_carry(list, member, None, carried, |b, item, _, carried| {
            let item = Place::from(item);
            let (name, spot, next) = self.next_member(b, context.types, all, carried[0]);
            check_name(b, item.field(0), name);
            self.write_along(b, context.anys.write, item.field(1), origin, spot);
            vec![next.into()]
        });
        b.finish(vec![], vec![])
    }

    /// Calls a writer along a TypeCode.
    fn write_along(&self, b: &mut FunctionBuilder, write: FuncId, value: Place, origin: VarId, spot: Spot) {
        let args = self.writer_args(Arg::Place(value), origin);
        b.call(write, [args, spot_args(spot)].concat(), &[]);
    }
}

/// Makes the arms of the function that writes a value.
struct Writer<'w> {
    cdr: &'w Cdr<'w>,
    context: Context<'w>,
    value: Place,
    origin: VarId,
    arms: Vec<Arm>,
}

impl Writer<'_> {
    fn arm(&mut self, b: &mut FunctionBuilder, kinds: &[u64], write: impl FnOnce(&Self, &mut FunctionBuilder)) {
        let keys = kinds.iter().copied().map(Const::U64).collect();
        let arm = arm(b, keys, |b| write(self, b));
        self.arms.push(arm);
    }

    /// An arm that writes a case of the value.
    fn case(
        &mut self,
        b: &mut FunctionBuilder,
        kinds: &[u64],
        case: ValueCase,
        write: impl FnOnce(&Self, &mut FunctionBuilder, Place),
    ) {
        self.arm(b, kinds, |it, b| {
            let place = it.held(b, case);
            write(it, b, place);
        });
    }

    /// Returns the place of the case that the value has to hold.
    fn held(&self, b: &mut FunctionBuilder, held: ValueCase) -> Place {
        b.check(Expr::Case(self.value.clone()).is(held as u64 + 1), ErrorCode::WrongKind);
        case(&self.value, held)
    }

    fn scalars(&mut self, b: &mut FunctionBuilder) {
        let to = (self.origin, self.cdr.order);
        for scalar in SCALARS {
            self.case(b, &[scalar.kind], scalar.case, |_, b, place| {
                let number = b.let_("number", Expr::Get(place));
                check_range(b, &number.into(), scalar.bits, scalar.signed);
                write_aligned(b, number.into(), scalar.bits / 8, to);
            });
        }
        self.case(b, &[kind::BOOLEAN], ValueCase::Boolean, |_, b, place| {
            b.write_int(Expr::Get(place).as_int(), 1, Order::Little);
        });
        self.case(b, &[kind::LONGDOUBLE], ValueCase::Float128, |_, b, place| write_float128(b, place, to));
        if self.cdr.has_wide_text() {
            self.case(b, &[kind::WCHAR], ValueCase::WideCharacter, |it, b, place| {
                it.cdr.write_wide_char(b, Expr::Get(place), it.origin);
            });
        }
    }

    fn texts(&mut self, b: &mut FunctionBuilder, spot: Spot) {
        self.case(b, &[kind::STRING], ValueCase::Text, |it, b, place| {
            let bound = spot.number(b, 4, 4);
            it.cdr.write_narrow_text(b, place, Limit::of_bound(bound.into()), it.origin);
        });
        if self.cdr.has_wide_text() {
            self.case(b, &[kind::WSTRING], ValueCase::WideText, |it, b, place| {
                let bound = spot.number(b, 4, 4);
                it.cdr.write_wide_text(b, place, Limit::of_bound(bound.into()), it.origin);
            });
        }
        self.case(b, &[kind::FIXED], ValueCase::Decimal, |it, b, place| {
            let Some(decimals) = it.cdr.decimals else { return };
            let [digits, scale] = decimal_parameters(b, spot);
            decimals.write(b, Expr::Get(place), digits.into(), scale.into());
        });
        self.case(b, &[kind::ENUM], ValueCase::Enumerator, |it, b, place| {
            let all = members(b, spot);
            let number = b.let_("number", Expr::Get(place.field(0)));
            b.check(number.below(all.count), ErrorCode::UnknownEnumerator);
            let [name, _] = it.cdr.enumerator(b, all, number);
            check_name(b, place.field(1), name);
            write_aligned(b, number.into(), 4, (it.origin, it.cdr.order));
        });
    }

    fn references(&mut self, b: &mut FunctionBuilder) {
        let any = self.cdr.codecs[self.context.anys.record].encode;
        let type_code = self.cdr.codecs[self.context.types.union].encode;
        let object = match self.context.anys.case(self.cdr.types, ValueCase::Object) {
            Type::Struct(id) => self.cdr.codecs[id].encode,
            _ => any,
        };
        let objects = [kind::OBJREF, kind::COMPONENT, kind::HOME];
        for (kinds, case, encode) in [
            (&[kind::ANY][..], ValueCase::Any, any),
            (&[kind::TYPE_CODE], ValueCase::TypeCode, type_code),
            (&objects, ValueCase::Object, object),
        ] {
            self.case(b, kinds, case, |it, b, place| {
                it.cdr.call(b, encode, place, it.origin);
            });
        }
    }

    fn aggregates(&mut self, b: &mut FunctionBuilder, spot: Spot) {
        let write_members = self.context.anys.write_members;
        self.case(b, &[kind::STRUCT], ValueCase::Members, |it, b, place| {
            it.cdr.write_along(b, write_members, place, it.origin, spot);
        });
        self.case(b, &[kind::EXCEPT], ValueCase::Exception, |it, b, place| {
            it.cdr.write_narrow_text(b, place.field(0), Limit::NONE, it.origin);
            it.cdr.write_along(b, write_members, place.field(1), it.origin, spot);
        });
        self.case(b, &[kind::UNION], ValueCase::Selection, |it, b, place| it.selection(b, spot, &place));
        self.case(b, &[kind::PRINCIPAL], ValueCase::Bytes, |it, b, place| it.bytes(b, place, Limit::NONE));
        self.arm(b, &[kind::SEQUENCE], |it, b| {
            let all = elements(b, it.context.types, spot);
            let limit = Limit::of_bound(all.length.into());
            b.if_else(
                all.kind.is(kind::OCTET),
                |b| {
                    let place = it.held(b, ValueCase::Bytes);
                    it.bytes(b, place, limit.clone());
                },
                |b| {
                    let place = it.held(b, ValueCase::List).field(0);
                    limit_written(b, Expr::Len(place.clone()), limit.clone());
                    write_count(b, Expr::Len(place.clone()), it.origin, it.cdr.order);
                    it.elements(b, place, all.spot);
                },
            );
        });
        self.arm(b, &[kind::ARRAY], |it, b| {
            let all = elements(b, it.context.types, spot);
            b.if_else(
                all.kind.is(kind::OCTET),
                |b| {
                    let place = it.held(b, ValueCase::Bytes);
                    b.check(Expr::Len(place.clone()).is(all.length), ErrorCode::WrongKind);
                    b.write(Datum::Span(Expr::Get(place)));
                },
                |b| {
                    let place = it.held(b, ValueCase::List).field(0);
                    b.check(Expr::Len(place.clone()).is(all.length), ErrorCode::WrongKind);
                    it.elements(b, place, all.spot);
                },
            );
        });
    }

    fn bytes(&self, b: &mut FunctionBuilder, place: Place, limit: Limit) {
        limit_written(b, Expr::Len(place.clone()), limit);
        write_count(b, Expr::Len(place.clone()), self.origin, self.cdr.order);
        b.write(Datum::Span(Expr::Get(place)));
    }

    fn elements(&self, b: &mut FunctionBuilder, place: Place, spot: Spot) {
        let element = ("element", Type::Union(self.context.anys.value));
        b.each(place, element, None, |b, item, _| {
            self.cdr.write_along(b, self.context.anys.write, item.into(), self.origin, spot);
        });
    }

    fn selection(&self, b: &mut FunctionBuilder, spot: Spot, place: &Place) {
        let union = union_parameters(b, self.context.types, spot);
        let (cdr, write) = (self.cdr, self.context.anys.write);
        cdr.write_along(b, write, place.field(0), self.origin, union.discriminator.spot);
        let label = label_of(b, &place.field(0));
        let chosen = selected(b, self.context.types, &union, label);
        b.if_else(
            chosen.at.is_not(0u64),
            |b| cdr.write_along(b, write, place.field(1), self.origin, chosen),
            |b| b.check(Expr::Case(place.field(1)).is(0u64), ErrorCode::WrongKind),
        );
    }
}

/// Returns the number of a label that has been written: I64.
fn label_of(b: &mut FunctionBuilder, label: &Place) -> VarId {
    let get = |held| Expr::Get(case(label, held));
    let numbers = [
        (ValueCase::Boolean, get(ValueCase::Boolean).as_int().reinterpret()),
        (ValueCase::Integer, get(ValueCase::Integer)),
        (ValueCase::Unsigned, get(ValueCase::Unsigned).reinterpret()),
        (ValueCase::Character, get(ValueCase::Character).reinterpret()),
        (ValueCase::WideCharacter, get(ValueCase::WideCharacter).reinterpret()),
        (ValueCase::Enumerator, Expr::Get(case(label, ValueCase::Enumerator).field(0)).reinterpret()),
    ];
    let arm = |(held, number): (ValueCase, Expr)| Arm {
        keys: vec![Const::U64(held as u64 + 1)],
        body: b.block(|_| vec![number]),
    };
    let arms = numbers.map(arm).into();
    let other = b.block(|b| {
        b.fail(ErrorCode::WrongKind);
        vec![0i64.into()]
    });
    b.switch(Expr::Case(label.clone()), arms, other, &[("label", ValueType::I64)])[0]
}

/// Refuses a name that is neither empty nor the given one.
fn check_name(b: &mut FunctionBuilder, place: Place, name: VarId) {
    let is_empty = Expr::Len(place.clone()).is(0u64);
    b.check(is_empty | Expr::Get(place).is(name), ErrorCode::WrongKind);
}
