//! Unions of the reader: selects the case for the writer's type.

use super::Resolved;
use super::read_value::int_kinds;
use super::writer::{Writer, kind};
use crate::avro::array::in_fixed;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{CaseType, Type, UnionId};
use polywire_ir::{ErrorCode, Expr, Function, Place};

impl Resolved<'_> {
    pub(super) fn read_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let writer = Writer::params(&mut b, self.navigator.schema);
        let mut cases: Vec<(&CaseType, u32)> = self.types.union(id).cases.iter().zip(0u32..).collect();
        cases.sort_by_key(|(_, index)| self.orders.case(id, *index));
        let cases = cases.into_iter();
        let exact = cases.clone().map(|(case, index)| (self.is_exact(case, &writer), case, index));
        let promoted = cases.map(|(case, index)| (is_promoted(case, &writer), case, index));
        let choices: Vec<(Expr, &CaseType, u32)> = exact.chain(promoted).collect();
        b.when(writer.kind().is_not(kind::NULL), |b| self.read_first(b, &choices, &value, &writer));
        b.finish(vec![], vec![])
    }

    /// Reads the first case whose condition is true.
    fn read_first(&self, b: &mut FunctionBuilder, choices: &[(Expr, &CaseType, u32)], value: &Place, writer: &Writer) {
        let Some(((cond, case, index), others)) = choices.split_first() else {
            return b.fail(ErrorCode::UnknownCase);
        };
        if *cond == Expr::from(false) {
            return self.read_first(b, others, value, writer);
        }
        let read = |b: &mut FunctionBuilder| {
            b.open(value.clone(), Some(*index), ("case", case.value_type()), |b, bind, _| match &case.ty {
                Some(ty) => self.read_resolved(b, ty, bind.into(), writer),
                None => drop(b.call(self.scalars.skip, writer.args(), &[])),
            });
        };
        b.if_else(cond.clone(), read, |b| self.read_first(b, others, value, writer));
    }

    /// Tests whether the writer's type is exactly the case's; named types are compared by name. Bool.
    fn is_exact(&self, case: &CaseType, writer: &Writer) -> Expr {
        let named = |kind: i64, path: &[String]| {
            let name = path.last().map_or("", String::as_str);
            writer.is_any(&[kind]) & writer.name().is(name.as_bytes())
        };
        match &case.ty {
            None => writer.is_any(&[kind::RECORD]) & writer.name().is(case.name.as_bytes()),
            Some(Type::Bool) => writer.is_any(&[kind::BOOLEAN]),
            Some(Type::Int { bits, signed, .. }) => writer.is_any(&int_kinds(*bits, *signed)[..1]),
            Some(Type::Float { bits: 32 }) => writer.is_any(&[kind::FLOAT]),
            Some(Type::Float { .. }) => writer.is_any(&[kind::DOUBLE]),
            Some(Type::Text { .. }) => writer.is_any(&[kind::STRING]),
            Some(Type::Bytes) => writer.is_any(&[kind::BYTES]),
            Some(Type::FixedBytes(len, _)) => writer.is_any(&[kind::FIXED]) & writer.size().is(u64::from(*len)),
            Some(Type::Enum(id)) => named(kind::ENUM, &self.types.enumeration(*id).name.path),
            Some(Type::Struct(id)) => named(kind::RECORD, &self.types.record(*id).name.path),
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
fn is_promoted(case: &CaseType, writer: &Writer) -> Expr {
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
