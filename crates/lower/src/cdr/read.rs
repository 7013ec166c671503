use super::Cdr;
use super::form::Form;
use super::values::flow::Flow;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Named, StructId, Type, UnionId};
use polywire_ir::{Arg, Const, ErrorCode, Expr, FuncId, Function, Order, Place, Rest, ValueType, VarId};
use polywire_model::{Field, Presence};

/// The layout of data from a position on.
#[derive(Clone, Copy)]
pub(crate) struct Layout<'f> {
    /// Origin of alignment; U64, a position.
    pub origin: VarId,
    /// True for little-endian; Bool.
    pub little: VarId,
    /// The largest alignment in bytes.
    pub largest: u8,
    /// The number behind the point of the version of GIOP, if the message states it and texts depend on it; U64.
    pub minor: Option<VarId>,
    /// What changes while values of valuetypes are read, if there are any around or inside.
    pub flow: Option<&'f Flow>,
}

impl Layout<'_> {
    /// That of CDR.
    pub fn new(origin: VarId, little: VarId) -> Self {
        Self { origin, little, largest: 8, minor: None, flow: None }
    }

    pub fn params(b: &mut FunctionBuilder) -> Self {
        let (origin, little) = (b.value_param("origin", ValueType::U64), b.value_param("little", ValueType::Bool));
        Self::new(origin, little)
    }

    /// Reads an integer at its next aligned position.
    pub fn read(self, b: &mut FunctionBuilder, name: &str, width: u8) -> Expr {
        self.enter_chunk(b, width);
        self.read_here(b, name, width)
    }

    /// Reads an integer at its next aligned position, which does not begin a chunk.
    pub fn read_here(self, b: &mut FunctionBuilder, name: &str, width: u8) -> Expr {
        if width > 1 {
            b.read_align(u64::from(width.min(self.largest)), self.origin);
        }
        b.read_int(name, width, Order::LittleIf(self.little)).into()
    }

    /// Reads the octet of the byte order of an encapsulation, from which alignment counts.
    pub fn of_encapsulation(b: &mut FunctionBuilder, minor: Option<VarId>) -> Self {
        let origin = b.let_("origin", Expr::Pos);
        let flag = read_bool(b);
        Self { minor, ..Self::new(origin, b.let_("little", flag)) }
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
        let flow = self.flow_params(&mut b, Named::Struct(id));
        let layout = Layout { flow: flow.as_ref(), ..layout };
        for index in self.orders.fields(id).filter(|index| !self.is_own_order(id, *index)) {
            let (field, place) = (&self.fields[id.0 as usize][index as usize], value.field(index));
            match field.presence {
                Presence::Optional if self.is_encapsulation(id) => layout.when(&mut b, Expr::Left.is_not(0u64), |b| {
                    self.read_present(b, field, place, layout);
                }),
                Presence::Optional | Presence::Implicit | Presence::Required => {
                    self.read_field(&mut b, field, place, layout);
                }
            }
        }
        finish(b, layout)
    }

    pub(super) fn read_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let layout = self.reader_params(&mut b);
        let flow = self.flow_params(&mut b, Named::Union(id));
        let layout = Layout { flow: flow.as_ref(), ..layout };
        if let Some(labels) = &self.labels[id.0 as usize] {
            self.read_labelled(&mut b, (id, labels), &value, layout);
            return finish(b, layout);
        }
        let case = layout.read(&mut b, "case", 4);
        let none = layout.arm(&mut b, vec![Const::U64(0)], |_| {});
        let cases = self.types.union(id).cases.iter().zip(0u32..).map(|(case, index)| {
            layout.arm(&mut b, vec![Const::U64(self.orders.case(id, index))], |b| {
                layout.open(b, (value.clone(), Some(index)), ("case", case.value_type()), |b, place| {
                    if let Some(ty) = &case.ty {
                        self.read(b, (ty, self.form_of_case(id, index)), place, layout);
                    }
                });
            })
        });
        let arms = [none].into_iter().chain(cases).collect();
        let unknown = layout.block(&mut b, |b| b.fail(ErrorCode::UnknownCase));
        layout.switch(&mut b, case, arms, unknown);
        finish(b, layout)
    }

    /// Reads the octet of the byte order and a struct, aligned from that octet.
    pub(super) fn read_encapsulation(&self, b: &mut FunctionBuilder, id: StructId, value: Place) {
        let layout = Layout::of_encapsulation(b, None);
        self.read_top(b, id, value, layout);
    }

    pub(super) fn read_field(&self, b: &mut FunctionBuilder, field: &Field, place: Place, layout: Layout) {
        match field.presence {
            Presence::Implicit => self.read_field_value(b, field, place, layout),
            Presence::Required => self.read_present(b, field, place, layout),
            Presence::Optional => {
                let count = layout.read(b, "count", 4);
                b.check(count.clone().at_most(1u64), ErrorCode::BadLength);
                layout.when(b, count.is(1u64), |b| self.read_present(b, field, place, layout));
            }
        }
    }

    /// Reads the value of a field that may be absent.
    fn read_present(&self, b: &mut FunctionBuilder, field: &Field, place: Place, layout: Layout) {
        layout.open(b, (place, None), ("present", self.types.of(&field.ty)), |b, place| {
            self.read_field_value(b, field, place, layout);
        });
    }

    fn read_field_value(&self, b: &mut FunctionBuilder, field: &Field, place: Place, layout: Layout) {
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

/// Ends a function that reads.
fn finish(b: FunctionBuilder, layout: Layout<'_>) -> Function {
    b.finish(layout.state(), layout.state_types())
}

/// Reads an octet 0 or 1.
pub(crate) fn read_bool(b: &mut FunctionBuilder) -> Expr {
    let octet = Expr::from(b.read_int("octet", 1, Order::Little));
    b.check(octet.clone().at_most(1u64), ErrorCode::OutOfRange);
    octet.is(1u64)
}
