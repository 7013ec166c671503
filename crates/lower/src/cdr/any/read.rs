use super::super::Cdr;
use super::super::float128::read_float128;
use super::super::length::{Limit, limit_read};
use super::super::read::{Layout, read_bool};
use super::super::type_code::kind;
use super::super::type_code::walk::Spot;
use super::super::values::flow::Flow;
use super::aggregate::{elements, members, selected, union_parameters};
use super::scalar::SCALARS;
use super::{Context, spot_args, spot_params};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, FuncId, Function, Place, ValueType, VarId};
use polywire_model::corba::ValueCase;

impl Cdr<'_> {
    /// `read_Any(value, …)`.
    pub(super) fn read_any(&self, context: Context<'_>) -> Function {
        let (mut b, value) = self.scaffold.reader("read", context.anys.record);
        let layout = self.reader_params(&mut b);
        let any = b.let_("any", Expr::Pos);
        let flow = Flow::of_any(&mut b, context.anys.tools.next_chunk);
        self.read_type_and_value(&mut b, context, value, (Layout { flow: Some(&flow), ..layout }, any));
        b.finish(vec![], vec![])
    }

    fn read_type_and_value(
        &self,
        b: &mut FunctionBuilder,
        context: Context<'_>,
        value: Place,
        (layout, any): (Layout, VarId),
    ) {
        layout.enter_chunk(b, 4);
        b.read_align(4u64, layout.origin);
        let at = b.let_("at", Expr::Pos);
        layout.call(b, self.codecs[context.types.union].read, value.field(0));
        let types = b.let_("types", Expr::Input);
        let spot = Spot { types, at, little: layout.little, minor: layout.minor };
        call(b, context.anys.read, value.field(1), (layout, any), spot);
    }

    pub(super) fn read_any_value(&self, context: Context<'_>) -> Function {
        let mut b = self.scaffold.named("read_any_value".to_owned());
        let value = Place::from(b.build_param("value", Type::Union(context.anys.value)));
        let layout = self.reader_params(&mut b);
        let flow = Flow::params_of_any(&mut b, context.anys.tools.next_chunk);
        let layout = Layout { flow: Some(&flow), ..layout };
        let any = b.value_param("any", ValueType::U64);
        let spot = spot_params(&mut b, layout.minor);
        b.nests();
        let resolved = context.types.resolve(&mut b, (spot.types.into(), spot.at.into()), (spot.little, spot.minor));
        let spot = resolved.spot;
        let mut reader = Reader { cdr: self, context, value, layout, any, arms: Vec::new() };
        reader.arm(&mut b, &[kind::NULL, kind::VOID], |_, _| {});
        reader.scalars(&mut b);
        reader.texts(&mut b, spot);
        reader.references(&mut b);
        reader.aggregates(&mut b, spot);
        if !self.values.as_ref().is_some_and(|values| values.has_anys_inside) {
            reader.values(&mut b, spot);
        }
        let other = layout.block(&mut b, |b| b.fail(ErrorCode::Unsupported));
        layout.switch(&mut b, resolved.kind.into(), reader.arms, other);
        b.finish(layout.state(), layout.state_types())
    }

    /// `read_any_members(members, …, types, at, typed_little)`: those of a struct or an exception.
    pub(super) fn read_any_members(&self, context: Context<'_>) -> Function {
        let mut b = self.scaffold.named("read_any_members".to_owned());
        let list = Place::from(b.build_param("members", context.anys.case(self.types, ValueCase::Members)));
        let layout = self.reader_params(&mut b);
        let flow = Flow::params_of_any(&mut b, context.anys.tools.next_chunk);
        let layout = Layout { flow: Some(&flow), ..layout };
        let any = b.value_param("any", ValueType::U64);
        let spot = spot_params(&mut b, layout.minor);
        let all = members(&mut b, spot);
        let carried = vec![("next", ValueType::U64, all.next.into())];
        let member = ("member", context.anys.member.clone());
        layout.fill_carry(&mut b, (list, all.count.into()), member, carried, |b, item, _, carried| {
            let (name, spot, next) = self.next_member(b, context.types, all, carried[0]);
            b.charge(Expr::from(next) - carried[0]);
            b.set(item.field(0), name);
            call(b, context.anys.read, item.field(1), (layout, any), spot);
            vec![next.into()]
        });
        b.finish(layout.state(), layout.state_types())
    }
}

/// Makes the arms of the function that reads a value.
pub(super) struct Reader<'r> {
    pub cdr: &'r Cdr<'r>,
    pub context: Context<'r>,
    pub value: Place,
    pub layout: Layout<'r>,
    /// Where the outermost `any` begins.
    pub any: VarId,
    arms: Vec<Arm>,
}

impl Reader<'_> {
    pub(super) fn arm(
        &mut self,
        b: &mut FunctionBuilder,
        kinds: &[u64],
        read: impl FnOnce(&Self, &mut FunctionBuilder),
    ) {
        let keys = kinds.iter().copied().map(Const::U64).collect();
        let layout = self.layout;
        let arm = layout.arm(b, keys, |b| read(self, b));
        self.arms.push(arm);
    }

    /// An arm that reads a case of the value.
    fn case(
        &mut self,
        b: &mut FunctionBuilder,
        kinds: &[u64],
        case: ValueCase,
        read: impl FnOnce(&Self, &mut FunctionBuilder, Place),
    ) {
        self.arm(b, kinds, |it, b| it.open(b, case, |b, place| read(it, b, place)));
    }

    pub(super) fn open(
        &self,
        b: &mut FunctionBuilder,
        case: ValueCase,
        read: impl FnOnce(&mut FunctionBuilder, Place),
    ) {
        let ty = self.context.anys.case(self.cdr.types, case);
        self.layout.open(b, (self.value.clone(), Some(case as u32)), ("case", ty), read);
    }

    /// Reads a value along a TypeCode.
    pub(super) fn read(&self, b: &mut FunctionBuilder, value: Place, spot: Spot) {
        call(b, self.context.anys.read, value, (self.layout, self.any), spot);
    }

    fn scalars(&mut self, b: &mut FunctionBuilder) {
        let layout = self.layout;
        for scalar in SCALARS {
            self.case(b, &[scalar.kind], scalar.case, |_, b, place| {
                let number = layout.read(b, "number", scalar.bits / 8);
                b.set(place, if scalar.signed { number.sign_extended(scalar.bits) } else { number });
            });
        }
        self.case(b, &[kind::BOOLEAN], ValueCase::Boolean, |_, b, place| {
            layout.enter_chunk(b, 1);
            let flag = read_bool(b);
            b.set(place, flag);
        });
        self.case(b, &[kind::LONGDOUBLE], ValueCase::Float128, |_, b, place| read_float128(b, place, layout));
        if self.cdr.has_wide_text() {
            self.case(b, &[kind::WCHAR], ValueCase::WideCharacter, |it, b, place| {
                let character = it.cdr.read_wide_char(b, layout);
                b.set(place, character);
            });
        }
    }

    fn texts(&mut self, b: &mut FunctionBuilder, spot: Spot) {
        let layout = self.layout;
        self.case(b, &[kind::STRING], ValueCase::Text, |it, b, place| {
            let bound = spot.number(b, 4, 4);
            let text = it.cdr.read_narrow_text(b, Limit::of_bound(bound.into()), layout);
            b.set(place, text);
        });
        if self.cdr.has_wide_text() {
            self.case(b, &[kind::WSTRING], ValueCase::WideText, |it, b, place| {
                let bound = spot.number(b, 4, 4);
                let text = it.cdr.read_wide_text(b, Limit::of_bound(bound.into()), layout);
                b.set(place, text);
            });
        }
        self.case(b, &[kind::FIXED], ValueCase::Decimal, |it, b, place| {
            let Some(decimals) = it.cdr.decimals else { return };
            let [digits, scale] = decimal_parameters(b, spot);
            layout.enter_chunk(b, 1);
            let text = decimals.read(b, digits.into(), scale.into());
            b.set(place, text);
        });
        self.case(b, &[kind::ENUM], ValueCase::Enumerator, |it, b, place| {
            let all = members(b, spot);
            let number = layout.read(b, "number", 4);
            let number = b.let_("number", number);
            b.check(number.below(all.count), ErrorCode::UnknownEnumerator);
            let [name, end] = it.cdr.enumerator(b, all, number);
            b.charge(end - all.next);
            b.set(place.field(0), number);
            b.set(place.field(1), name);
        });
    }

    fn references(&mut self, b: &mut FunctionBuilder) {
        let layout = self.layout;
        let any = self.cdr.codecs[self.context.anys.record].read;
        self.case(b, &[kind::ANY], ValueCase::Any, |it, b, place| {
            it.cdr.read_type_and_value(b, it.context, place, (layout, it.any));
        });
        let type_code = self.cdr.codecs[self.context.types.union].read;
        self.case(b, &[kind::TYPE_CODE], ValueCase::TypeCode, |_, b, place| {
            layout.enter_chunk(b, 4);
            layout.call(b, type_code, place);
        });
        let object = match self.context.anys.case(self.cdr.types, ValueCase::Object) {
            Type::Struct(id) => self.cdr.codecs[id].read,
            _ => any,
        };
        let kinds = [kind::OBJREF, kind::COMPONENT, kind::HOME];
        self.case(b, &kinds, ValueCase::Object, |_, b, place| {
            layout.enter_chunk(b, 4);
            layout.call(b, object, place);
        });
    }

    fn aggregates(&mut self, b: &mut FunctionBuilder, spot: Spot) {
        let (layout, anys) = (self.layout, self.context.anys);
        self.case(b, &[kind::STRUCT], ValueCase::Members, |it, b, place| {
            call(b, anys.read_members, place, (layout, it.any), spot);
        });
        self.case(b, &[kind::EXCEPT], ValueCase::Exception, |it, b, place| {
            let id = it.cdr.read_narrow_text(b, Limit::NONE, layout);
            b.set(place.field(0), id);
            call(b, anys.read_members, place.field(1), (layout, it.any), spot);
        });
        self.case(b, &[kind::UNION], ValueCase::Selection, |it, b, place| it.selection(b, spot, &place));
        self.case(b, &[kind::PRINCIPAL], ValueCase::Bytes, |_, b, place| read_bytes(b, place, layout));
        self.arm(b, &[kind::SEQUENCE], |it, b| {
            let all = elements(b, it.context.types, spot);
            let count = layout.read(b, "count", 4);
            limit_read(b, count.clone(), Limit::of_bound(all.length.into()));
            it.elements(b, (all.kind, all.spot), count);
        });
        self.arm(b, &[kind::ARRAY], |it, b| {
            let all = elements(b, it.context.types, spot);
            it.elements(b, (all.kind, all.spot), all.length.into());
        });
    }

    fn selection(&self, b: &mut FunctionBuilder, spot: Spot, place: &Place) {
        let (layout, types) = (self.layout, self.context.types);
        let union = union_parameters(b, types, spot);
        layout.enter_chunk_at(b, alignment_of_label(union.discriminator.kind));
        let label = b.at(Expr::Input, Expr::Pos, &[("label", ValueType::I64)], |b| {
            vec![layout.call_for(b, types.read_label, union.discriminator.kind.into(), ("label", ValueType::I64))]
        })[0];
        self.read(b, place.field(0), union.discriminator.spot);
        let chosen = selected(b, types, &union, label);
        // The labels of all members have been read.
        b.charge(union.members.count * super::LABEL_COST);
        layout.when(b, chosen.at.is_not(0u64), |b| self.read(b, place.field(1), chosen));
    }

    fn elements(&self, b: &mut FunctionBuilder, (kind, spot): (VarId, Spot), count: Expr) {
        let count = b.let_("count", count);
        let layout = self.layout;
        let octets = layout.arm(b, vec![Const::U64(kind::OCTET)], |b| {
            layout.enter_chunk_for(b, count.into());
            let bytes = b.read_span("bytes", count);
            self.open(b, ValueCase::Bytes, |b, place| b.set(place, bytes));
        });
        let others = layout.block(b, |b| {
            self.open(b, ValueCase::List, |b, place| {
                let element = ("element", Type::Union(self.context.anys.value));
                layout.fill(b, (place.field(0), count.into()), element, |b, item| self.read(b, item, spot));
            });
        });
        layout.switch(b, kind.into(), vec![octets], others);
    }
}

fn read_bytes(b: &mut FunctionBuilder, place: Place, layout: Layout) {
    let len = layout.read(b, "len", 4);
    layout.enter_chunk_for(b, len.clone());
    let bytes = b.read_span("bytes", len);
    b.set(place, bytes);
}

/// Returns the digits and the scale of a decimal number.
pub(super) fn decimal_parameters(b: &mut FunctionBuilder, spot: Spot) -> [VarId; 2] {
    let [digits, scale] = [spot.number(b, 2, 4), spot.number(b, 2, 6)];
    let is_known = digits.is_not(0u64) & digits.at_most(31u64) & scale.at_most(digits);
    b.check(is_known, ErrorCode::Unsupported);
    [digits, scale]
}

/// Calls a reader along a TypeCode.
pub(super) fn call(b: &mut FunctionBuilder, read: FuncId, value: Place, (layout, any): (Layout, VarId), spot: Spot) {
    let more = [vec![Arg::Value(any.into())], spot_args(spot)].concat();
    layout.call_with_state(b, read, value, more);
}

/// Returns the alignment of a label of this kind, minus one. Wide characters begin with one octet, or are aligned as such by their own reader.
fn alignment_of_label(kind: VarId) -> Expr {
    let is = |kinds: &[u64]| kinds.iter().fold(Expr::from(false), |found, it| found | kind.is(*it));
    let of_four = is(&[kind::LONG, kind::ULONG, kind::ENUM]).choose(3u64, 0u64);
    let of_two = is(&[kind::SHORT, kind::USHORT]).choose(1u64, of_four);
    is(&[kind::LONGLONG, kind::ULONGLONG]).choose(7u64, of_two)
}
