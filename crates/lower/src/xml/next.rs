//! The next tag of a sequence.

use super::Xml;
use super::children::index_of;
use super::plan::Content;
use super::sequence::Part;
use super::tokens::Inside;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{Arg, Const, ErrorCode, Expr, FuncId, Function, Place, Setting, ValueType, VarId};
use polywire_model::attr::XmlName;
use std::collections::BTreeSet;

/// What is known of the next tag.
pub(super) const NEXT: [(&str, ValueType); 6] = [
    ("index", ValueType::U64),
    ("after", ValueType::U64),
    ("name", ValueType::Bytes),
    ("scope", ValueType::Bytes),
    ("attributes", ValueType::U64),
    ("is_empty", ValueType::Bool),
];

/// The number of an element without a name that is known.
const UNKNOWN: u64 = 0;
/// The number of the end; names have those from 2 on.
pub(super) const END: u64 = 1;
pub(super) const FIRST: u64 = 2;

/// The next tag, which has not been read yet.
#[derive(Clone)]
pub(super) struct Next(pub [VarId; 6]);

impl Next {
    pub fn of(vars: &[VarId]) -> Self {
        Self([vars[0], vars[1], vars[2], vars[3], vars[4], vars[5]])
    }

    pub fn index(&self) -> Expr {
        self.0[0].into()
    }

    pub fn values(&self) -> Vec<Expr> {
        self.0.iter().map(|it| Expr::from(*it)).collect()
    }

    /// Moves behind the tag.
    pub fn take(&self, b: &mut FunctionBuilder) -> Inside {
        b.skip(Expr::from(self.0[1]) - Expr::Pos);
        Inside { name: self.0[2], scope: self.0[3], attributes: self.0[4], is_empty: self.0[5] }
    }
}

/// The element whose elements are read.
pub(super) struct Around<'c> {
    pub inside: Inside,
    pub next: FuncId,
    pub names: &'c [&'c XmlName],
    /// Names without a prefix have the namespace of the first of the names (Bool).
    pub is_plain: VarId,
}

impl Around<'_> {
    /// Tests whether the next element is one of those that a part begins with.
    pub fn begins(&self, next: &Next, part: &Part) -> Expr {
        self.numbers(part).into_iter().fold(false.into(), |any: Expr, number| match any {
            Expr::Const(Const::Bool(false)) => next.index().is(number),
            any => any | next.index().is(number),
        })
    }

    pub fn numbers(&self, part: &Part) -> Vec<u64> {
        let mut found = BTreeSet::new();
        part.first(&mut found);
        (FIRST..).zip(self.names).filter(|(_, name)| found.contains(*name)).map(|(number, _)| number).collect()
    }
}

/// Returns the names of the elements of a content, each once.
pub(super) fn names_of(content: &Content) -> Vec<&XmlName> {
    let mut seen = BTreeSet::new();
    let names = content.sequence.iter().flat_map(Part::items).map(|item| &item.name);
    names.filter(|name| seen.insert(*name)).collect()
}

impl Xml<'_> {
    /// `next_Name(scope) -> index, after, name, scope, attributes, is_empty`: looks at the next tag.
    pub(super) fn read_next(&self, id: StructId) -> Function {
        let mut b = self.scaffold.function("next", id);
        let scope = b.value_param("scope", ValueType::Bytes);
        let names = names_of(&self.structs[id.0 as usize]);
        let here = b.let_("here", Expr::Pos);
        let next = b.at(Expr::Input, here, &NEXT, |b| {
            let more = self.tokens.next(b);
            let read = b.if_yields(
                more.into(),
                &NEXT,
                |b| {
                    let tag = self.tokens.tag(b, scope);
                    let index = index_of(b, &names, tag.namespace, tag.local);
                    let index = index.clone().is(0u64).choose(UNKNOWN, index + (FIRST - 1));
                    let Inside { name, scope, attributes, is_empty } = tag.inside;
                    vec![index, Expr::Pos, name.into(), scope.into(), attributes.into(), is_empty.into()]
                },
                |_| end(Expr::Pos),
            );
            read.into_iter().map(Expr::from).collect()
        });
        let types = NEXT.map(|(_, ty)| ty).to_vec();
        b.finish(next.into_iter().map(Expr::from).collect(), types)
    }

    /// Looks at the next tag that the schema knows. Others are refused, unless the caller ignores them.
    pub(super) fn look_at_any(&self, b: &mut FunctionBuilder, around: &Around<'_>, owner: &Place) -> Next {
        let call = |b: &mut FunctionBuilder| b.call(around.next, vec![Arg::Value(around.inside.scope.into())], &NEXT);
        let first = call(b);
        let carried = NEXT.into_iter().zip(first).map(|((name, ty), first)| (name, ty, first.into())).collect();
        let last = b.loop_while(
            carried,
            |carried| carried[0].is(UNKNOWN),
            |b, carried| {
                b.check(Expr::Setting(Setting::IgnoreUnknown), ErrorCode::UnknownMember);
                let begin = b.let_("begin", Expr::Pos);
                let inside = Next::of(carried).take(b);
                self.tokens.skip(b, inside);
                self.report(b, Expr::Since(Box::new(begin.into())), owner);
                call(b).into_iter().map(Expr::from).collect()
            },
        );
        Next::of(&last)
    }
}

/// What is known of the end, which is behind this position.
pub(super) fn end(after: Expr) -> Vec<Expr> {
    let nothing = || Expr::from(b"".as_slice());
    vec![END.into(), after, nothing(), nothing(), 0u64.into(), false.into()]
}
