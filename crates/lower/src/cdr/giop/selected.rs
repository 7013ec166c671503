//! Bodies with the types of a schema: a text selects the case of a union, the name of the operation or the repository id of an
//! exception. Octets are for all other texts, and for what is not complete because fragments follow.
//!
//! Design: docs/decisions/0134-bodies-of-giop.md

use super::super::Cdr;
use super::super::form::Form;
use super::super::length::Limit;
use super::super::read::Layout;
use super::outcome::read_rest;
use super::write::Header;
use crate::plan::{case_arms, switch_case, write_case};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Named, Type, Types, UnionId};
use polywire_ir::{Arm, Block, Const, Datum, ErrorCode, Expr, Place, ValueType, VarId};
use polywire_model::{DeclId, Model};

/// The case of octets, plus one.
const OTHER: u64 = 1;

/// A union whose cases texts select.
pub(super) struct Selected {
    id: UnionId,
    /// The text of each case; that of octets has none.
    selectors: Vec<Option<String>>,
}

impl Selected {
    pub fn of(model: &Model, types: &Types, id: DeclId) -> Option<Self> {
        let Named::Union(union) = types.of_decl[id.0 as usize] else { return None };
        let cases = &model.as_union(id)?.cases;
        Some(Self { id: union, selectors: cases.iter().map(|case| case.attrs.giop_selector.clone()).collect() })
    }

    /// Returns the case that a text selects, plus one.
    fn expected(&self, b: &mut FunctionBuilder, text: Expr, more: Expr) -> VarId {
        let arm = |(selector, case): (&String, u64)| Arm {
            keys: vec![Const::Bytes(selector.clone().into_bytes())],
            body: Block { yields: vec![case.into()], ..Block::default() },
        };
        let texts = self.selectors.iter().zip(1u64..).filter_map(|(selector, case)| Some((selector.as_ref()?, case)));
        let other = Block { yields: vec![OTHER.into()], ..Block::default() };
        let selected = b.switch(text, texts.map(arm).collect(), other, &[("selected", ValueType::U64)])[0];
        b.let_("expected", more.choose(OTHER, selected))
    }
}

impl Cdr<'_> {
    /// Reads a text that selects what follows.
    pub(super) fn read_selector(&self, b: &mut FunctionBuilder, place: Place, layout: Layout) -> Expr {
        let text = self.read_narrow_text(b, Limit::NONE, layout);
        let text = b.let_("selector", text);
        b.set(place, text);
        text.into()
    }

    /// Reads the case that a text selects, or without a union, octets.
    pub(super) fn read_by_text(
        &self,
        b: &mut FunctionBuilder,
        (selected, place): (Option<&Selected>, Place),
        (text, more): (Expr, Expr),
        layout: Layout,
    ) {
        let Some(selected) = selected else { return read_rest(b, place) };
        let expected = selected.expected(b, text, more);
        let key = |index| Const::U64(u64::from(index) + 1);
        let arms = case_arms(b, self.types.union(selected.id), &place, key, |b, (_, ty), place| match ty {
            Type::Bytes => read_rest(b, place),
            ty => self.read(b, (ty, Form::PLAIN), place, layout),
        });
        switch_case(b, expected.into(), arms);
    }

    /// Appends the case that a text selects; a value that holds another one is refused. `pad` is told whether octets follow.
    pub(super) fn write_by_text(
        &self,
        b: &mut FunctionBuilder,
        (selected, place): (Option<&Selected>, Place),
        (text, header): (Expr, &Header),
        pad: impl Fn(&mut FunctionBuilder, Expr),
    ) {
        let write_octets = |b: &mut FunctionBuilder, place: Place| {
            pad(b, Expr::Len(place.clone()).is_not(0u64));
            b.write(Datum::Span(Expr::Get(place)));
        };
        let Some(selected) = selected else { return write_octets(b, place) };
        let expected = selected.expected(b, text, header.more.clone());
        b.check(Expr::Case(place.clone()).is(expected), ErrorCode::UnknownCase);
        write_case(b, self.types.union(selected.id), place, |b, (_, ty), place| match ty {
            Type::Bytes => write_octets(b, place),
            ty => {
                if self.takes_octets(ty) {
                    pad(b, true.into());
                }
                self.write_on_its_own(b, (ty, Form::PLAIN), place, header.origin);
            }
        });
    }
}
