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
use crate::plan::check_range;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, Arm, Const, Datum, ErrorCode, Expr, FuncId, Function, Order, Place, ValueType, VarId};
use polywire_model::corba::ValueCase;

impl Cdr<'_> {
    /// `encode_Any(value, …)`.
    pub(super) fn encode_any(&self, context: Context<'_>) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", context.anys.record);
        let origin = self.writer_params(&mut b);
        let spot = self.write_type(&mut b, context, value.field(0), origin);
        let (count, any) = (b.let_("count", 0u64), b.let_("any", Expr::Tail));
        self.write_along(&mut b, context.anys.write, value.field(1), Spots { origin, count, any, spot });
        b.finish(vec![], vec![])
    }

    /// Appends the type in an `any`, and returns its place.
    pub(super) fn write_type(
        &self,
        b: &mut FunctionBuilder,
        context: Context<'_>,
        place: Place,
        origin: VarId,
    ) -> Spot {
        let types = b.scratch("types", |b| {
            let start = b.let_("start", 0u64);
            self.call(b, self.codecs[context.types.union].encode, place, start);
        });
        b.write(Datum::Align { to: 4, from: origin.into() });
        b.write(Datum::Span(types.into()));
        let at = b.let_("at", 0u64);
        let little = match self.order {
            Order::LittleIf(little) => little,
            Order::Little | Order::Big => b.let_("typed_little", self.order == Order::Little),
        };
        Spot { types, at, little, minor: self.chosen_minor() }
    }

    pub(super) fn write_any_value(&self, context: Context<'_>) -> Function {
        let mut b = self.scaffold.named("write_any_value".to_owned());
        let value = Place::from(b.read_param("value", Type::Union(context.anys.value)));
        let Spots { origin, count, any, spot } = self.spots_params(&mut b);
        b.nests();
        let resolved = context.types.resolve(&mut b, (spot.types.into(), spot.at.into()), (spot.little, spot.minor));
        let spot = resolved.spot;
        let mut writer = Writer { cdr: self, context, value, origin, count, any, arms: Vec::new() };
        writer.arm(&mut b, &[kind::NULL, kind::VOID], |it, b| {
            b.check(Expr::Case(it.value.clone()).is(0u64), ErrorCode::WrongKind);
        });
        writer.scalars(&mut b);
        writer.texts(&mut b, spot);
        writer.references(&mut b);
        writer.aggregates(&mut b, spot);
        if !self.values.as_ref().is_some_and(|values| values.has_anys_inside) {
            writer.values(&mut b, spot);
        }
        let other = b.block(|b| {
            b.fail(ErrorCode::Unsupported);
            vec![count.into()]
        });
        let count = b.switch(resolved.kind.into(), writer.arms, other, &COUNT)[0];
        b.finish(vec![count.into()], vec![ValueType::U64])
    }

    /// `write_any_members(members, …, types, at, typed_little)`: those of a struct or an exception.
    pub(super) fn write_any_members(&self, context: Context<'_>) -> Function {
        let mut b = self.scaffold.named("write_any_members".to_owned());
        let list = Place::from(b.read_param("members", context.anys.case(self.types, ValueCase::Members)));
        let spots = self.spots_params(&mut b);
        let all = members(&mut b, spots.spot);
        b.check(Expr::Len(list.clone()).is(all.count), ErrorCode::WrongKind);
        let carried = vec![("next", ValueType::U64, all.next.into()), ("count", ValueType::U64, spots.count.into())];
        let member = ("member", context.anys.member.clone());
        let last = b.each_carry(list, member, None, carried, |b, item, _, carried| {
            let item = Place::from(item);
            let (name, spot, next) = self.next_member(b, context.types, all, carried[0]);
            check_name(b, item.field(0), name);
            let spots = Spots { count: carried[1], spot, ..spots };
            let count = self.write_along(b, context.anys.write, item.field(1), spots);
            vec![next.into(), count.into()]
        });
        b.finish(vec![last[1].into()], vec![ValueType::U64])
    }

    /// Calls a writer along a TypeCode; returns how many values have begun behind it.
    pub(super) fn write_along(&self, b: &mut FunctionBuilder, write: FuncId, value: Place, spots: Spots) -> VarId {
        let args = self.writer_args(Arg::Place(value), spots.origin);
        let own = [spots.count, spots.any].map(|it| Arg::Value(it.into())).to_vec();
        b.call(write, [args, own, spot_args(spots.spot)].concat(), &COUNT)[0]
    }

    /// The parameters of a writer along a TypeCode, behind the value.
    pub(super) fn spots_params(&self, b: &mut FunctionBuilder) -> Spots {
        let origin = self.writer_params(b);
        let [count, any] = ["count", "any"].map(|name| b.value_param(name, ValueType::U64));
        Spots { origin, count, any, spot: spot_params(b, self.chosen_minor()) }
    }
}

/// What writers along a TypeCode return.
const COUNT: [(&str, ValueType); 1] = [("count", ValueType::U64)];

/// Where a value is written, and along which TypeCode.
#[derive(Clone, Copy)]
pub(super) struct Spots {
    pub origin: VarId,
    /// How many values have begun in the outermost `any`: U64.
    pub count: VarId,
    /// Where that begins: U64.
    pub any: VarId,
    pub spot: Spot,
}

/// Makes the arms of the function that writes a value.
pub(super) struct Writer<'w> {
    pub cdr: &'w Cdr<'w>,
    pub context: Context<'w>,
    pub value: Place,
    pub origin: VarId,
    pub count: VarId,
    pub any: VarId,
    arms: Vec<Arm>,
}

impl Writer<'_> {
    /// An arm for what contains no values.
    fn arm(&mut self, b: &mut FunctionBuilder, kinds: &[u64], write: impl FnOnce(&Self, &mut FunctionBuilder)) {
        self.counting(b, kinds, |it, b| {
            write(it, b);
            it.count
        });
    }

    /// An arm that returns how many values have begun.
    pub(super) fn counting(
        &mut self,
        b: &mut FunctionBuilder,
        kinds: &[u64],
        write: impl FnOnce(&Self, &mut FunctionBuilder) -> VarId,
    ) {
        let keys = kinds.iter().copied().map(Const::U64).collect();
        let body = b.block(|b| vec![write(self, b).into()]);
        self.arms.push(Arm { keys, body });
    }

    /// Returns where a value is written along a TypeCode.
    pub(super) fn spots(&self, spot: Spot) -> Spots {
        Spots { origin: self.origin, count: self.count, any: self.any, spot }
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
    pub(super) fn held(&self, b: &mut FunctionBuilder, held: ValueCase) -> Place {
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
        self.counting(b, &[kind::ANY], |it, b| {
            let place = it.held(b, ValueCase::Any);
            let spot = it.cdr.write_type(b, it.context, place.field(0), it.origin);
            it.cdr.write_along(b, it.context.anys.write, place.field(1), it.spots(spot))
        });
        for (kinds, case, encode) in
            [(&[kind::TYPE_CODE][..], ValueCase::TypeCode, type_code), (&objects, ValueCase::Object, object)]
        {
            self.case(b, kinds, case, |it, b, place| {
                it.cdr.call(b, encode, place, it.origin);
            });
        }
    }

    fn aggregates(&mut self, b: &mut FunctionBuilder, spot: Spot) {
        let write_members = self.context.anys.write_members;
        self.counting(b, &[kind::STRUCT], |it, b| {
            let place = it.held(b, ValueCase::Members);
            it.cdr.write_along(b, write_members, place, it.spots(spot))
        });
        self.counting(b, &[kind::EXCEPT], |it, b| {
            let place = it.held(b, ValueCase::Exception);
            it.cdr.write_narrow_text(b, place.field(0), Limit::NONE, it.origin);
            it.cdr.write_along(b, write_members, place.field(1), it.spots(spot))
        });
        self.counting(b, &[kind::UNION], |it, b| {
            let place = it.held(b, ValueCase::Selection);
            it.selection(b, spot, &place)
        });
        self.case(b, &[kind::PRINCIPAL], ValueCase::Bytes, |it, b, place| it.bytes(b, place, Limit::NONE));
        self.counting(b, &[kind::SEQUENCE], |it, b| {
            let all = elements(b, it.context.types, spot);
            let limit = Limit::of_bound(all.length.into());
            b.if_yields(
                all.kind.is(kind::OCTET),
                &COUNT,
                |b| {
                    let place = it.held(b, ValueCase::Bytes);
                    it.bytes(b, place, limit.clone());
                    vec![it.count.into()]
                },
                |b| {
                    let place = it.held(b, ValueCase::List).field(0);
                    limit_written(b, Expr::Len(place.clone()), limit.clone());
                    write_count(b, Expr::Len(place.clone()), it.origin, it.cdr.order);
                    vec![it.elements(b, place, all.spot).into()]
                },
            )[0]
        });
        self.counting(b, &[kind::ARRAY], |it, b| {
            let all = elements(b, it.context.types, spot);
            b.if_yields(
                all.kind.is(kind::OCTET),
                &COUNT,
                |b| {
                    let place = it.held(b, ValueCase::Bytes);
                    b.check(Expr::Len(place.clone()).is(all.length), ErrorCode::WrongKind);
                    b.write(Datum::Span(Expr::Get(place)));
                    vec![it.count.into()]
                },
                |b| {
                    let place = it.held(b, ValueCase::List).field(0);
                    b.check(Expr::Len(place.clone()).is(all.length), ErrorCode::WrongKind);
                    vec![it.elements(b, place, all.spot).into()]
                },
            )[0]
        });
    }

    fn bytes(&self, b: &mut FunctionBuilder, place: Place, limit: Limit) {
        limit_written(b, Expr::Len(place.clone()), limit);
        write_count(b, Expr::Len(place.clone()), self.origin, self.cdr.order);
        b.write(Datum::Span(Expr::Get(place)));
    }

    fn elements(&self, b: &mut FunctionBuilder, place: Place, spot: Spot) -> VarId {
        let element = ("element", Type::Union(self.context.anys.value));
        let carried = vec![("count", ValueType::U64, self.count.into())];
        b.each_carry(place, element, None, carried, |b, item, _, carried| {
            let spots = Spots { count: carried[0], ..self.spots(spot) };
            vec![self.cdr.write_along(b, self.context.anys.write, item.into(), spots).into()]
        })[0]
    }

    fn selection(&self, b: &mut FunctionBuilder, spot: Spot, place: &Place) -> VarId {
        let union = union_parameters(b, self.context.types, spot);
        let (cdr, write) = (self.cdr, self.context.anys.write);
        cdr.write_along(b, write, place.field(0), self.spots(union.discriminator.spot));
        let label = label_of(b, &place.field(0));
        let chosen = selected(b, self.context.types, &union, label);
        b.if_yields(
            chosen.at.is_not(0u64),
            &COUNT,
            |b| vec![cdr.write_along(b, write, place.field(1), self.spots(chosen)).into()],
            |b| {
                b.check(Expr::Case(place.field(1)).is(0u64), ErrorCode::WrongKind);
                vec![self.count.into()]
            },
        )[0]
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
pub(super) fn check_name(b: &mut FunctionBuilder, place: Place, name: VarId) {
    let is_empty = Expr::Len(place.clone()).is(0u64);
    b.check(is_empty | Expr::Get(place).is(name), ErrorCode::WrongKind);
}
