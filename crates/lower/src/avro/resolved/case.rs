//! Unions of the reader: selects the case for the writer's type.

use super::Resolved;
use super::read_value::{int_kinds, is_named};
use super::writer::{Writer, kind};
use crate::avro::array::in_fixed;
use crate::avro::facts::unqualified;
use crate::avro::form::base;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{CaseType, Type, UnionId};
use polywire_ir::{ErrorCode, Expr, Function, Place};
use polywire_model::attr::{AvroBase, AvroForm, AvroKind};

/// A case, and the condition under which it is chosen (Bool).
struct Choice<'t> {
    cond: Expr,
    case: &'t CaseType,
    index: u32,
    form: &'t AvroForm,
}

impl Resolved<'_> {
    pub(super) fn read_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let writer = Writer::params(&mut b, self.navigator.schema);
        let mut cases: Vec<(&CaseType, u32)> = self.types.union(id).cases.iter().zip(0u32..).collect();
        cases.sort_by_key(|(_, index)| self.orders.case(id, *index));
        let cases = cases.into_iter();
        let forms = &self.facts.union(id).forms;
        let form = |index: u32| &forms[index as usize];
        let choice = |cond: Expr, case, index| Choice { cond, case, index, form: form(index) };
        let exact = cases.clone().map(|(case, index)| choice(self.is_exact(case, form(index), &writer), case, index));
        let promoted = cases.map(|(case, index)| choice(is_promoted(case, form(index), &writer), case, index));
        let choices: Vec<Choice<'_>> = exact.chain(promoted).collect();
        let is_null = writer.kind().is(kind::NULL);
        match self.facts.union(id).null {
            Some(_) => b.when(!is_null, |b| self.read_first(b, &choices, &value, &writer)),
            None => self.read_first(&mut b, &choices, &value, &writer),
        }
        b.finish(vec![], vec![])
    }

    /// Reads the first case whose condition is true.
    fn read_first(&self, b: &mut FunctionBuilder, choices: &[Choice<'_>], value: &Place, writer: &Writer) {
        let Some((Choice { cond, case, index, form }, others)) = choices.split_first() else {
            return b.fail(ErrorCode::UnknownCase);
        };
        if *cond == Expr::from(false) {
            return self.read_first(b, others, value, writer);
        }
        let read = |b: &mut FunctionBuilder| {
            b.open(value.clone(), Some(*index), ("case", case.value_type()), |b, bind, _| match &case.ty {
                Some(ty) => self.read_resolved(b, (ty, form), bind.into(), writer),
                None => drop(b.call(self.scalars.skip, writer.args(), &[])),
            });
        };
        b.if_else(cond.clone(), read, |b| self.read_first(b, others, value, writer));
    }

    /// Tests whether the writer's type is exactly the case's; named types are compared by name. Bool.
    fn is_exact(&self, case: &CaseType, form: &AvroForm, writer: &Writer) -> Expr {
        let named = |kind: i64, names: &[String]| {
            is_named(names, writer).map_or(false.into(), |is_named| writer.is_any(&[kind]) & is_named)
        };
        match case.ty.as_ref().and_then(|ty| base(ty, form)) {
            Some(AvroBase::Fixed(fixed)) => {
                let size = writer.size().is(u64::from(fixed.size));
                return named(kind::FIXED, &unqualified(&fixed.name, &fixed.aliases)) & size;
            }
            Some(AvroBase::Bytes) => return writer.is_any(&[kind::BYTES]),
            Some(AvroBase::String) => return writer.is_any(&[kind::STRING]),
            None => {}
        }
        match &case.ty {
            None => writer.is_any(&[kind::RECORD]) & writer.name().is(case.name.as_bytes()),
            Some(Type::Bool) => writer.is_any(&[kind::BOOLEAN]),
            Some(Type::Int { bits, signed, .. }) => writer.is_any(&int_kinds(*bits, *signed)[..1]),
            Some(Type::Float { bits: 32 }) => writer.is_any(&[kind::FLOAT]),
            Some(Type::Float { .. }) => writer.is_any(&[kind::DOUBLE]),
            Some(Type::Text { .. }) => writer.is_any(&[kind::STRING]),
            Some(Type::Bytes) => writer.is_any(&[kind::BYTES]),
            Some(Type::FixedBytes(len, _)) => writer.is_any(&[kind::FIXED]) & writer.size().is(u64::from(*len)),
            Some(Type::Enum(id)) => match self.facts.enumeration(*id).names.as_slice() {
                [] => named(kind::ENUM, &unqualified(&self.types.enumeration(*id).name.dotted(), &[])),
                names => named(kind::ENUM, names),
            },
            Some(Type::Struct(id)) => {
                let facts = self.facts.record(*id);
                let kind = if facts.kind == AvroKind::Duration { kind::FIXED } else { kind::RECORD };
                named(kind, &unqualified(&self.types.record(*id).name.dotted(), &facts.aliases))
            }
            Some(Type::Array(element, len)) if in_fixed(element).is_some() => {
                writer.is_any(&[kind::FIXED]) & writer.size().is(u64::from(*len))
            }
            Some(Type::List(_) | Type::Array(..)) => writer.is_any(&[kind::ARRAY]),
            Some(Type::Map(_)) => writer.is_any(&[kind::MAP, kind::ARRAY]),
            // In Avro, its cases would be branches of this union, because unions cannot be nested.
            Some(Type::Union(_)) => false.into(),
        }
    }
}

/// Tests whether the writer's type can be promoted to the case's; Bool.
fn is_promoted(case: &CaseType, form: &AvroForm, writer: &Writer) -> Expr {
    match case.ty.as_ref().and_then(|ty| base(ty, form)) {
        Some(AvroBase::Fixed(_)) => return writer.is_any(&[]),
        Some(AvroBase::Bytes) => return writer.is_any(&[kind::STRING]),
        Some(AvroBase::String) => return writer.is_any(&[kind::BYTES]),
        None => {}
    }
    let kinds: &[i64] = match &case.ty {
        Some(Type::Int { bits, signed, .. }) => &int_kinds(*bits, *signed)[1..],
        Some(Type::Float { bits: 32 }) => &[kind::INT, kind::LONG],
        Some(Type::Float { .. }) => &[kind::INT, kind::LONG, kind::FLOAT],
        Some(Type::Text { .. }) => &[kind::BYTES],
        Some(Type::Bytes) => &[kind::STRING],
        Some(
            Type::Bool
            | Type::FixedBytes(..)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Union(_)
            | Type::List(_)
            | Type::Array(..)
            | Type::Map(_),
        )
        | None => &[],
    };
    writer.is_any(kinds)
}
