//! Views of values: numbers, texts, bytes, structs and arrays at a place of their own.

use super::cell::Cell;
use super::form::Form;
use super::plan::{Flexible, Member, Told};
use super::text::{span, text_in};
use super::view::{PRESENT, Results, Source, Viewing};
use super::view_list::Kind;
use crate::plan::types_of;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{ErrorCode, Expr, Function, PureLeaf, VarId};
use polywire_model::c::CText;

impl Viewing<'_, '_> {
    /// Returns the bits (U64) of a number.
    pub(super) fn load(&self, b: &mut FunctionBuilder, source: Source, cell: &Cell) -> Expr {
        self.load_at(b, source, u64::from(cell.first()).into(), cell)
    }

    /// Returns the bits (U64) of a number whose first byte is there.
    pub(super) fn load_at(&self, b: &mut FunctionBuilder, source: Source, at: Expr, cell: &Cell) -> Expr {
        let (cell, size) = cell.alone();
        let (from, len) = part(b, source, at, size);
        let section = b.section("number", (source.bytes.into(), from, len), vec![0; size as usize], None);
        self.memory.load(section, &cell)
    }

    /// Returns bytes; fewer if a message lacks some of them.
    pub(super) fn span(&self, b: &mut FunctionBuilder, source: Source, at: Expr, size: u32) -> VarId {
        let (from, len) = part(b, source, at, size);
        span(b, source.bytes.into(), from, len)
    }

    /// Reads a member that has a value.
    pub(super) fn read_member(&self, b: &mut FunctionBuilder, source: Source, member: &Member) -> Vec<Expr> {
        match (&member.told, &member.form) {
            (Some(Told::Count(cell)), form) => {
                let count = self.load(b, source, cell);
                let count = Expr::from(b.let_("count", count));
                self.counted(b, source, (&member.ty, form, member.at), count)
            }
            (_, Form::Number(cell)) => {
                let bits = self.load(b, source, cell);
                vec![self.memory.number(b, &member.ty, cell, bits)]
            }
            (_, form) => self.value(b, source, (&member.ty, form), u64::from(member.at).into()),
        }
    }

    /// Reads a value at a byte of its own; a number, from its first byte on.
    pub(super) fn value(
        &self,
        b: &mut FunctionBuilder,
        source: Source,
        (ty, form): (&Type, &Form),
        at: Expr,
    ) -> Vec<Expr> {
        match form {
            Form::Number(cell) => {
                let bits = self.load_at(b, source, at, cell);
                vec![self.memory.number(b, ty, cell, bits)]
            }
            Form::Text(len, text) => {
                let bytes = self.span(b, source, at, *len);
                vec![self.text(b, ty, (*len, *text), bytes)]
            }
            Form::Struct(id, size) => {
                let bytes = self.span(b, source, at, *size);
                vec![self.enter(b, *id, bytes).into()]
            }
            Form::Array { ty, element, len, stride, .. } => {
                let entries = self.span(b, source, at, len * stride);
                let kind = Kind { form: (**element).clone(), stride: *stride, is_short: source.is_short };
                self.list(ty, &kind, u64::from(*len).into(), entries)
            }
            Form::Wide | Form::Float(..) | Form::Bytes(_) | Form::Counted(_) | Form::Union(..) => {
                vec![self.span(b, source, at, form.size() as u32).into()]
            }
        }
    }

    /// Reads as many elements of an array as another member tells.
    fn counted(
        &self,
        b: &mut FunctionBuilder,
        source: Source,
        (ty, form, at): (&Type, &Form, u32),
        count: Expr,
    ) -> Vec<Expr> {
        let most = match form {
            Form::Array { len, .. } => u64::from(*len),
            form => form.size(),
        };
        b.check(count.clone().at_most(most), ErrorCode::BadLength);
        let at = Expr::from(u64::from(at));
        match form {
            Form::Array { ty, element, len, stride, .. } => {
                let entries = self.span(b, source, at, len * stride);
                let kind = Kind { form: (**element).clone(), stride: *stride, is_short: source.is_short };
                self.list(ty, &kind, count, entries)
            }
            form => {
                let all = self.span(b, source, at, form.size() as u32);
                let bytes = span(b, all.into(), 0u64.into(), count);
                vec![checked(b, ty, bytes.into())]
            }
        }
    }

    fn text(&self, b: &mut FunctionBuilder, ty: &Type, form: (u32, CText), bytes: VarId) -> Expr {
        let text = text_in(b, form, bytes.into());
        checked(b, ty, text)
    }

    /// Reads a flexible array.
    pub(super) fn flexible(&self, name: String, id: StructId, flexible: &Flexible) -> Function {
        let mut b = self.function(name);
        let source = self.params(&mut b, id);
        let field = &self.memory.types.record(id).fields[flexible.index as usize];
        let values = self.results(&field.ty);
        let stride = u64::from(flexible.stride).max(1);
        let most = (Expr::from(source.bytes).bytes_len() - u64::from(flexible.at)) / stride;
        let count = match &flexible.count {
            Some(cell) => {
                let count = self.load(&mut b, source, cell);
                let count = Expr::from(b.let_("count", count));
                b.check(count.clone().at_most(most), ErrorCode::Truncated);
                count
            }
            None => b.let_("count", most).into(),
        };
        let len = count.clone() * u64::from(flexible.stride);
        let bytes = span(&mut b, source.bytes.into(), u64::from(flexible.at).into(), len);
        let (ty, form) = &flexible.element;
        let found = match &field.ty {
            Type::Text { .. } if flexible.count.is_none() => {
                let text = Expr::Leaf(PureLeaf::UntilNul, vec![bytes.into()]);
                vec![checked(&mut b, &field.ty, text)]
            }
            Type::Text { .. } | Type::Bytes => vec![checked(&mut b, &field.ty, bytes.into())],
            _ => {
                let kind = Kind { form: form.clone(), stride: flexible.stride, is_short: false };
                self.list(ty, &kind, count, bytes)
            }
        };
        let present = field.optional.then_some(PRESENT);
        let yields = field.optional.then(|| true.into()).into_iter().chain(found).collect();
        let results: Results = present.into_iter().chain(values).collect();
        b.finish(yields, types_of(&results))
    }
}

/// Returns the position and the length of bytes, or of those of them that there are.
fn part(b: &mut FunctionBuilder, source: Source, at: Expr, size: u32) -> (Expr, Expr) {
    if !source.is_short {
        return (at, u64::from(size).into());
    }
    let there = Expr::from(source.bytes).bytes_len();
    let at = Expr::from(b.let_("at", at));
    let from = Expr::from(b.let_("from", at.clone().below(there.clone()).choose(at, there.clone())));
    let left = Expr::from(b.let_("left", there - from.clone()));
    let size = Expr::from(u64::from(size));
    let len = b.let_("len", left.clone().below(size.clone()).choose(left, size));
    (from, len.into())
}

/// Returns bytes; refuses those that are no text of this type.
fn checked(b: &mut FunctionBuilder, ty: &Type, bytes: Expr) -> Expr {
    let bytes = Expr::from(b.let_("text", bytes));
    if let Type::Text { verified: true } = ty {
        b.charge(bytes.clone().bytes_len());
        b.check(Expr::Leaf(PureLeaf::Utf8Valid, vec![bytes.clone()]), ErrorCode::InvalidUtf8);
    }
    bytes
}
