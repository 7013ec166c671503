//! Unions whose schema states a discriminator (CORBA 3.3 part 2, clause 9.3.2.2): the label, in the type of the
//! discriminator, followed by the value.

use super::Cdr;
use super::form::Form;
use super::read::{Layout, read_bool};
use super::write::write_aligned;
use crate::plan::{arm, block, check_enum, union_decl};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Type, Types, UnionId};
use polywire_ir::{Arm, Block, Const, ErrorCode, Expr, Place, VarId};
use polywire_model::{Case, Model};

/// The discriminator of a union and the labels of its cases.
pub(crate) struct Labels {
    /// The type of the discriminator.
    pub ty: Type,
    pub cases: Vec<Selected>,
    /// The label of no case.
    pub none: Option<Const>,
}

/// The labels of a case.
pub(crate) struct Selected {
    pub labels: Vec<Const>,
    pub is_default: bool,
    /// Its value is a struct with the label.
    pub keeps_label: bool,
}

impl Labels {
    /// Returns those that the schema of a union states.
    pub fn of(model: &Model, types: &Types, id: UnionId) -> Option<Self> {
        let (_, it) = union_decl(model, id);
        let ty = types.of(it.discriminator.as_ref()?);
        let label = |number: i128| match ty {
            Type::Int { signed: true, .. } | Type::Enum(_) => Const::I64(number as i64),
            _ => Const::U64(number as u64),
        };
        let selected = |case: &Case| Selected {
            labels: case.labels.iter().copied().map(label).collect(),
            is_default: case.is_default,
            keeps_label: case.keeps_label(),
        };
        let cases = it.cases.iter().map(selected).collect();
        Some(Self { cases, none: model.label_of_none(it).map(label), ty })
    }

    /// Refuses a label that does not select a case.
    pub fn check(&self, b: &mut FunctionBuilder, index: usize, label: Expr) {
        let refuse = |b: &mut FunctionBuilder| block(b, |b| b.fail(ErrorCode::UnknownCase));
        let own = &self.cases[index];
        let others = self.cases.iter().filter(|case| !case.is_default).flat_map(|case| case.labels.clone());
        let (keys, found, other) = match own.is_default {
            true => (others.collect::<Vec<_>>(), refuse(b), Block::default()),
            false => (own.labels.clone(), Block::default(), refuse(b)),
        };
        if !keys.is_empty() {
            b.switch(label, vec![Arm { keys, body: found }], other, &[]);
        }
    }
}

impl Cdr<'_> {
    pub(super) fn write_labelled(
        &self,
        b: &mut FunctionBuilder,
        (id, labels): (UnionId, &Labels),
        value: &Place,
        origin: VarId,
    ) {
        let arms = (0..labels.cases.len()).map(|index| {
            let place = value.case(index as u32);
            arm(b, vec![Const::U64(index as u64 + 1)], |b| {
                self.write_label_of_case(b, (id, labels), index, &place, origin);
                if let Some((ty, place)) = self.value_of_case((id, labels), index, place) {
                    self.write(b, (&ty, self.form_of_case(id, index)), place, origin);
                }
            })
        });
        let arms = arms.collect();
        let none = block(b, |b| self.write_label_of_none(b, labels, origin));
        b.switch(Expr::Case(value.clone()), arms, none, &[]);
    }

    pub(super) fn write_label_of_case(
        &self,
        b: &mut FunctionBuilder,
        (id, labels): (UnionId, &Labels),
        index: usize,
        place: &Place,
        origin: VarId,
    ) {
        let selected = &labels.cases[index];
        match self.types.union(id).cases[index].ty {
            Some(Type::Struct(_)) if selected.keeps_label => {
                let kept = place.field(0);
                let label = Expr::Get(kept.clone());
                labels.check(b, index, if labels.ty == Type::Bool { label.as_int() } else { label });
                self.write(b, (&labels.ty, Form::PLAIN), kept, origin);
            }
            _ => self.write_label(b, labels, selected.labels.first(), origin),
        }
    }

    pub(super) fn write_label_of_none(&self, b: &mut FunctionBuilder, labels: &Labels, origin: VarId) {
        self.write_label(b, labels, labels.none.as_ref(), origin);
    }

    /// Returns the type of the value of a case, and where that is.
    pub(super) fn value_of_case(
        &self,
        (id, labels): (UnionId, &Labels),
        index: usize,
        place: Place,
    ) -> Option<(Type, Place)> {
        match self.types.union(id).cases[index].ty.clone()? {
            Type::Struct(record) if labels.cases[index].keeps_label => {
                let field = self.types.record(record).fields.get(1)?;
                Some((field.ty.clone(), place.field(1)))
            }
            ty => Some((ty, place)),
        }
    }

    /// Appends a label; without one, there is no message.
    fn write_label(&self, b: &mut FunctionBuilder, labels: &Labels, label: Option<&Const>, origin: VarId) {
        match label {
            Some(label) if self.is_wide_char(&labels.ty) => self.write_wide_char(b, Expr::Const(label.clone()), origin),
            Some(label) => {
                let width = self.label_width(&labels.ty);
                write_aligned(b, Expr::Const(label.clone()), width, (origin, self.order));
            }
            None => b.fail(ErrorCode::MissingField),
        }
    }

    pub(super) fn read_labelled(
        &self,
        b: &mut FunctionBuilder,
        (id, labels): (UnionId, &Labels),
        value: &Place,
        layout: Layout,
    ) {
        let label = self.read_label(b, &labels.ty, layout);
        let mut arms: Vec<Arm> = labels.none.iter().cloned().map(|none| layout.arm(b, vec![none], |_| {})).collect();
        let mut other = layout.block(b, |b| b.fail(ErrorCode::UnknownCase));
        for (index, selected) in labels.cases.iter().enumerate() {
            let keys = selected.labels.clone();
            if selected.is_default {
                other = layout.block(b, |b| self.read_selected(b, (id, labels), index, (value, label.clone()), layout));
            } else if !keys.is_empty() {
                let selected = (value, label.clone());
                arms.push(layout.arm(b, keys, |b| self.read_selected(b, (id, labels), index, selected, layout)));
            }
        }
        layout.switch(b, label, arms, other);
    }

    fn read_selected(
        &self,
        b: &mut FunctionBuilder,
        (id, labels): (UnionId, &Labels),
        index: usize,
        (value, label): (&Place, Expr),
        layout: Layout,
    ) {
        let (case, form) = (&self.types.union(id).cases[index], self.form_of_case(id, index));
        let open = (value.clone(), Some(index as u32));
        layout.open(b, open, ("case", case.value_type()), |b, place| match &case.ty {
            Some(Type::Struct(record)) if labels.cases[index].keeps_label => {
                b.set(place.field(0), if labels.ty == Type::Bool { label.is(1u64) } else { label });
                if let Some(field) = self.types.record(*record).fields.get(1) {
                    self.read(b, (&field.ty, form), place.field(1), layout);
                }
            }
            Some(ty) => self.read(b, (ty, form), place, layout),
            None => {}
        });
    }

    /// Reads a label: I64 for a signed integer or an enum, else U64.
    fn read_label(&self, b: &mut FunctionBuilder, ty: &Type, layout: Layout) -> Expr {
        let label = match ty {
            Type::Bool => {
                layout.enter_chunk(b, 1);
                read_bool(b).as_int()
            }
            ty if self.is_wide_char(ty) => self.read_wide_char(b, layout),
            Type::Int { bits, signed: true, .. } => layout.read(b, "label", bits / 8).sign_extended(*bits),
            Type::Enum(id) => {
                let width = self.enum_width(*id);
                let number = layout.read(b, "label", width);
                let is_signed = self.types.enumeration(*id).signed;
                let number = if is_signed { number.sign_extended(8 * width) } else { number.reinterpret() };
                check_enum(b, self.types, *id, &number);
                number
            }
            _ => layout.read(b, "label", self.label_width(ty)),
        };
        b.let_("selector", label).into()
    }

    /// Bytes of a label.
    fn label_width(&self, ty: &Type) -> u8 {
        match ty {
            Type::Int { bits, .. } => bits / 8,
            Type::Enum(id) => self.enum_width(*id),
            _ => 1,
        }
    }
}
