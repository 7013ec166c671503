use super::Cdr;
use super::form::Form;
use crate::plan::{arm, case_arms, switch_case};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Arg, Const, ErrorCode, Expr, FuncId, Function, Order, Place, Rest, ValueType, VarId};
use polywire_model::{Field, Presence};

/// The layout of data from a position on.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// Origin of alignment; U64, a position.
    pub origin: VarId,
    /// True for little-endian; Bool.
    pub little: VarId,
    /// The largest alignment in bytes.
    pub largest: u8,
    /// The number behind the point of the version of GIOP, if the message states it and texts depend on it; U64.
    pub minor: Option<VarId>,
}

impl Layout {
    pub fn params(b: &mut FunctionBuilder) -> Self {
        let (origin, little) = (b.value_param("origin", ValueType::U64), b.value_param("little", ValueType::Bool));
        Self { origin, little, largest: 8, minor: None }
    }

    /// Reads an integer at its next aligned position.
    pub fn read(self, b: &mut FunctionBuilder, name: &str, width: u8) -> Expr {
        if width > 1 {
            b.read_align(u64::from(width.min(self.largest)), self.origin);
        }
        b.read_int(name, width, Order::LittleIf(self.little)).into()
    }

    /// Reads the octet of the byte order of an encapsulation, from which alignment counts.
    pub fn of_encapsulation(b: &mut FunctionBuilder, minor: Option<VarId>) -> Self {
        let origin = b.let_("origin", Expr::Pos);
        let flag = read_bool(b);
        Self { origin, little: b.let_("little", flag), largest: 8, minor }
    }

    /// Returns the arguments of a function that reads.
    pub fn args(self) -> Vec<Arg> {
        let all = [self.origin, self.little].into_iter().chain(self.minor);
        all.map(|it| Arg::Value(it.into())).collect()
    }

    /// Returns the arguments of a reader that takes another value behind the layout.
    pub fn args_with(self, value: Place, more: Expr) -> Vec<Arg> {
        [vec![Arg::Place(value)], self.args(), vec![Arg::Value(more)]].concat()
    }

    /// Calls a function of a number that reads and returns a value.
    pub fn call_for(self, b: &mut FunctionBuilder, read: FuncId, number: Expr, result: (&str, ValueType)) -> Expr {
        b.call(read, [vec![Arg::Value(number)], self.args()].concat(), &[result])[0].into()
    }

    /// Calls a reader.
    pub fn call(self, b: &mut FunctionBuilder, read: FuncId, value: Place) {
        b.call(read, [vec![Arg::Place(value)], self.args()].concat(), &[]);
    }
}

impl Cdr<'_> {
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let layout = self.reader_params(&mut b);
        for index in self.orders.fields(id).filter(|index| !self.is_own_order(id, *index)) {
            let (field, place) = (&self.fields[id.0 as usize][index as usize], value.field(index));
            match field.presence {
                Presence::Optional if self.is_encapsulation(id) => b.when(Expr::Left.is_not(0u64), |b| {
                    self.read_present(b, field, place, layout);
                }),
                Presence::Optional | Presence::Implicit | Presence::Required => {
                    self.read_field(&mut b, field, place, layout);
                }
            }
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn read_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let layout = self.reader_params(&mut b);
        if let Some(labels) = &self.labels[id.0 as usize] {
            self.read_labelled(&mut b, (id, labels), &value, layout);
            return b.finish(vec![], vec![]);
        }
        let case = layout.read(&mut b, "case", 4);
        let key = |index| Const::U64(self.orders.case(id, index));
        let none = arm(&mut b, vec![Const::U64(0)], |_| {});
        let cases = case_arms(&mut b, self.types.union(id), &value, key, |b, (index, ty), place| {
            self.read(b, (ty, self.form_of_case(id, index)), place, layout);
        });
        switch_case(&mut b, case, [vec![none], cases].concat());
        b.finish(vec![], vec![])
    }

    /// Reads the octet of the byte order and a struct, aligned from that octet.
    pub(super) fn read_encapsulation(&self, b: &mut FunctionBuilder, id: StructId, value: Place) {
        Layout::of_encapsulation(b, None).call(b, self.codecs[id].read, value);
    }

    pub(super) fn read_field(&self, b: &mut FunctionBuilder, field: &Field, place: Place, layout: Layout) {
        match field.presence {
            Presence::Implicit => self.read_value(b, field, place, layout),
            Presence::Required => self.read_present(b, field, place, layout),
            Presence::Optional => {
                let count = layout.read(b, "count", 4);
                b.check(count.clone().at_most(1u64), ErrorCode::BadLength);
                b.when(count.is(1u64), |b| self.read_present(b, field, place, layout));
            }
        }
    }

    /// Reads the value of a field that may be absent.
    fn read_present(&self, b: &mut FunctionBuilder, field: &Field, place: Place, layout: Layout) {
        b.open(place, None, ("present", self.types.of(&field.ty)), |b, bind, _| {
            self.read_value(b, field, bind.into(), layout);
        });
    }

    fn read_value(&self, b: &mut FunctionBuilder, field: &Field, place: Place, layout: Layout) {
        match self.types.of(&field.ty) {
            Type::Struct(id) if field.attrs.cdr_encapsulated => self.read_nested(b, id, place, layout),
            ty => self.read(b, (&ty, Form::of(&field.ty, &field.attrs.corba)), place, layout),
        }
    }

    fn read_nested(&self, b: &mut FunctionBuilder, id: StructId, place: Place, layout: Layout) {
        let len = layout.read(b, "len", 4);
        b.window(len, Rest::Fail(ErrorCode::TrailingBytes), |b| self.read_encapsulation(b, id, place));
    }
}

/// Reads an octet 0 or 1.
pub(crate) fn read_bool(b: &mut FunctionBuilder) -> Expr {
    let octet = Expr::from(b.read_int("octet", 1, Order::Little));
    b.check(octet.clone().at_most(1u64), ErrorCode::OutOfRange);
    octet.is(1u64)
}
