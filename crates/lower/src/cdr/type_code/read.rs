use super::super::Cdr;
use super::super::length::Limit;
use super::super::read::Layout;
use super::{TypeCodes, kind};
use crate::plan::{arm, block, bound_count};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, Const, Datum, ErrorCode, Expr, Function, Order, Place, Rest, ValueType, VarId};
use polywire_model::corba::RECURSIVE;

/// The least number of octets of a member: a string and a kind.
const LEAST_MEMBER: u64 = 9;

/// What the parameters of a TypeCode are read with.
#[derive(Clone, Copy)]
struct Inside<'i> {
    it: &'i TypeCodes,
    layout: Layout<'i>,
    /// The positions of the enclosing TypeCodes.
    enclosing: VarId,
}

impl Cdr<'_> {
    /// `read_TypeCode(value, …)`: no other TypeCode encloses it.
    pub(super) fn read_outermost(&self, it: &TypeCodes) -> Function {
        let (mut b, value) = self.scaffold.reader("read", it.union);
        let layout = self.reader_params(&mut b);
        let none = Expr::Const(Const::Bytes(Vec::new()));
        b.call(it.read, layout.args_with(value, none), &[]);
        b.finish(vec![], vec![])
    }

    pub(super) fn read_type_code(&self, it: &TypeCodes) -> Function {
        let mut b = self.scaffold.named("read_type_code".to_owned());
        let value = Place::from(b.build_param("value", Type::Union(it.union)));
        let layout = self.reader_params(&mut b);
        let enclosing = b.value_param("enclosing", ValueType::Bytes);
        b.nests();
        b.read_align(4u64, layout.origin);
        let start = b.let_("start", Expr::Pos);
        let kind = layout.read(&mut b, "kind", 4);
        let inside = Inside { it, layout, enclosing };
        let mut arms =
            vec![arm(&mut b, vec![Const::U64(kind::INDIRECTION)], |b| read_indirection(b, inside, start, &value))];
        for kind in 0..u64::from(RECURSIVE) {
            arms.push(arm(&mut b, vec![Const::U64(kind)], |b| self.read_kind(b, inside, (kind, start), &value)));
        }
        let other = block(&mut b, |b| b.fail(ErrorCode::UnknownCase));
        b.switch(kind, arms, other, &[]);
        b.finish(vec![], vec![])
    }

    fn read_kind(&self, b: &mut FunctionBuilder, inside: Inside<'_>, (kind, start): (u64, VarId), value: &Place) {
        let case = &self.types.union(inside.it.union).cases[kind as usize];
        b.open(value.clone(), Some(kind as u32), ("case", case.value_type()), |b, bind, _| {
            let place = Place::from(bind);
            match kind {
                _ if kind::SIMPLE.contains(&kind) => {}
                kind::STRING | kind::WSTRING => read_number(b, inside.layout, 4, place),
                kind::FIXED => {
                    read_number(b, inside.layout, 2, place.field(0));
                    read_signed(b, inside.layout, 2, place.field(1));
                }
                _ => read_encapsulated(b, inside, start, |b, inside| {
                    self.read_parameters(b, inside, kind, &place);
                }),
            }
        });
    }

    /// Reads the parameters of a kind that has them in an encapsulation.
    fn read_parameters(&self, b: &mut FunctionBuilder, inside: Inside<'_>, kind: u64, place: &Place) {
        let layout = inside.layout;
        if let kind::SEQUENCE | kind::ARRAY = kind {
            inside.read(b, place.field(0));
            return read_number(b, layout, 4, place.field(1));
        }
        self.read_name(b, layout, place.field(0));
        self.read_name(b, layout, place.field(1));
        match kind {
            kind::STRUCT | kind::EXCEPT => self.read_members(b, inside, (kind, place.field(2)), |b, item| {
                self.read_name(b, layout, item.field(0));
                inside.read(b, item.field(1));
            }),
            kind::UNION => self.read_union_parameters(b, inside, place),
            kind::ENUM => self.read_enumerators(b, inside, place.field(2)),
            kind::ALIAS | kind::VALUE_BOX => inside.read(b, place.field(2)),
            kind::VALUE | kind::EVENT => {
                read_signed(b, layout, 2, place.field(2));
                inside.read(b, place.field(3));
                self.read_members(b, inside, (kind, place.field(4)), |b, item| {
                    self.read_name(b, layout, item.field(0));
                    inside.read(b, item.field(1));
                    read_signed(b, layout, 2, item.field(2));
                });
            }
            // Only names.
            _ => {}
        }
    }

    fn read_union_parameters(&self, b: &mut FunctionBuilder, inside: Inside<'_>, place: &Place) {
        let layout = inside.layout;
        b.read_align(4u64, layout.origin);
        let at = b.let_("discriminator", Expr::Pos);
        inside.read(b, place.field(2));
        let kind = inside.it.resolve(b, (Expr::Input, at.into()), (layout.little, layout.minor)).kind;
        read_signed(b, layout, 4, place.field(3));
        self.read_members(b, inside, (kind::UNION, place.field(4)), |b, item| {
            let label = layout.call_for(b, inside.it.read_label, kind.into(), ("label", ValueType::I64));
            b.set(item.field(0), label);
            self.read_name(b, layout, item.field(1));
            inside.read(b, item.field(2));
        });
    }

    fn read_enumerators(&self, b: &mut FunctionBuilder, inside: Inside<'_>, place: Place) {
        let Some(element) = self.element_of_last_field(inside.it, kind::ENUM) else { return };
        let layout = inside.layout;
        let count = layout.read(b, "count", 4);
        bound_count(b, count.clone(), 5);
        b.fill(place, count, ("enumerator", element), |b, item, _| self.read_name(b, layout, item.into()));
    }

    fn read_members(
        &self,
        b: &mut FunctionBuilder,
        inside: Inside<'_>,
        (kind, place): (u64, Place),
        read: impl FnOnce(&mut FunctionBuilder, Place),
    ) {
        let Some(element) = self.element_of_last_field(inside.it, kind) else { return };
        let count = inside.layout.read(b, "count", 4);
        bound_count(b, count.clone(), LEAST_MEMBER);
        b.fill(place, count, ("member", element), |b, item, _| read(b, item.into()));
    }

    fn read_name(&self, b: &mut FunctionBuilder, layout: Layout, place: Place) {
        let name = self.read_narrow_text(b, Limit::NONE, layout);
        b.set(place, name);
    }

    /// Returns the type of the members of a kind.
    pub(super) fn element_of_last_field(&self, it: &TypeCodes, kind: u64) -> Option<Type> {
        match &self.types.record(it.parameters(kind)?).fields.last()?.ty {
            Type::List(element) => Some((**element).clone()),
            _ => None,
        }
    }
}

impl Inside<'_> {
    /// Reads an enclosed TypeCode.
    fn read(self, b: &mut FunctionBuilder, value: Place) {
        b.call(self.it.read, self.layout.args_with(value, self.enclosing.into()), &[]);
    }
}

/// Reads an encapsulation in the TypeCode that begins at `start`.
fn read_encapsulated(
    b: &mut FunctionBuilder,
    inside: Inside<'_>,
    start: VarId,
    read: impl FnOnce(&mut FunctionBuilder, Inside<'_>),
) {
    let enclosing = enclosed_by(b, inside.enclosing, start);
    let len = inside.layout.read(b, "len", 4);
    b.window(len, Rest::Fail(ErrorCode::TrailingBytes), |b| {
        let layout = Layout::of_encapsulation(b, inside.layout.minor);
        read(b, Inside { layout, enclosing, ..inside });
    });
}

/// Returns the positions of the enclosing TypeCodes inside of the one that begins at `start`.
pub(super) fn enclosed_by(b: &mut FunctionBuilder, enclosing: VarId, start: VarId) -> VarId {
    b.scratch("enclosing", |b| {
        b.write(Datum::Span(enclosing.into()));
        b.write_int(start, 8, Order::Little);
    })
}

/// Reads the distance to the TypeCode that stands for this one.
fn read_indirection(b: &mut FunctionBuilder, inside: Inside<'_>, start: VarId, value: &Place) {
    let it = inside.it;
    let from = b.let_("from", Expr::Pos);
    let offset = inside.layout.read(b, "offset", 4).sign_extended(32).reinterpret();
    let target = b.let_("target", from + offset);
    b.check(target.below(start) & ((start - target) & 3u64).is(0u64), ErrorCode::BadPointer);
    let args = vec![Arg::Value(inside.enclosing.into()), Arg::Value(target.into())];
    let level = b.call(it.level_of, args, &[("level", ValueType::U64)])[0];
    b.if_else(level.is_not(0u64), |b| b.set(value.case(RECURSIVE), level), |b| follow(b, inside, target, value));
}

/// Reads an earlier TypeCode once more. It is charged, because its bytes already paid for the first time.
fn follow(b: &mut FunctionBuilder, inside: Inside<'_>, target: VarId, value: &Place) {
    b.at(Expr::Input, target, &[], |b| {
        let little = super::walk::order_of_next(b);
        let layout = Layout { minor: inside.layout.minor, ..Layout::new(target, little) };
        b.call(inside.it.read, layout.args_with(value.clone(), inside.enclosing.into()), &[]);
        b.charge(Expr::Pos - target);
        vec![]
    });
}

/// `level_of(enclosing, position) -> level`: how far out the enclosing TypeCode at this position is; 0 if there is none.
pub(super) fn level_of() -> Function {
    let mut b = FunctionBuilder::new("level_of");
    let enclosing = b.value_param("enclosing", ValueType::Bytes);
    let position = b.value_param("position", ValueType::U64);
    let level = b.at(enclosing, 0u64, &[("level", ValueType::U64)], |b| {
        let found = b.loop_while(
            vec![("level", ValueType::U64, 0u64.into())],
            |_| Expr::Left.is_not(0u64),
            |b, carried| {
                let level = b.let_("distance", Expr::Left >> 3u64);
                let next = b.read_int("next", 8, Order::Little);
                vec![next.is(position).choose(level, carried[0])]
            },
        );
        vec![found[0].into()]
    });
    b.finish(vec![level[0].into()], vec![ValueType::U64])
}

fn read_number(b: &mut FunctionBuilder, layout: Layout, width: u8, place: Place) {
    let number = layout.read(b, "number", width);
    b.set(place, number);
}

fn read_signed(b: &mut FunctionBuilder, layout: Layout, width: u8, place: Place) {
    let number = layout.read(b, "number", width);
    b.set(place, number.sign_extended(8 * width));
}
