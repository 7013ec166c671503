//! The next tag of a sequence.

use super::Xml;
use super::children::index_of;
use super::plan::Content;
use super::sequence::{First, Part};
use super::tokens::Inside;
use super::wildcards::wildcards_of;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, Place, Setting, ValueType, VarId};
use polywire_model::attr::{XmlName, XmlNamespaces};
use std::collections::BTreeSet;

/// What is known of the next tag.
static NEXT: [(&str, ValueType); 7] = [
    ("index", ValueType::U64),
    ("after", ValueType::U64),
    ("name", ValueType::Bytes),
    ("scope", ValueType::Bytes),
    ("attributes", ValueType::U64),
    ("is_empty", ValueType::Bool),
    // The wildcards that have its namespace, if the content has wildcards.
    ("wildcards", ValueType::U64),
];

/// What is known of the next tag of a content with these wildcards.
pub(super) fn results(any: &[&XmlNamespaces]) -> &'static [(&'static str, ValueType)] {
    if any.is_empty() { &NEXT[..6] } else { &NEXT }
}

/// The number of an element without a name that is known.
const UNKNOWN: u64 = 0;
/// The number of the end; names have those from 2 on.
pub(super) const END: u64 = 1;
pub(super) const FIRST: u64 = 2;
/// The number of an element that only wildcards have.
const ANY: u64 = u64::MAX;

/// The next tag, which has not been read yet.
#[derive(Clone)]
pub(super) struct Next(Vec<VarId>);

impl Next {
    pub fn of(vars: &[VarId]) -> Self {
        Self(vars.to_vec())
    }

    pub fn index(&self) -> Expr {
        self.0[0].into()
    }

    pub fn values(&self) -> Vec<Expr> {
        self.0.iter().map(|it| Expr::from(*it)).collect()
    }

    /// Tests whether it is an element of one of these wildcards.
    fn is_any(&self, wildcards: u64) -> Expr {
        (self.0[6] & wildcards).is_not(0u64)
    }

    /// Moves behind the tag.
    pub fn skip(&self, b: &mut FunctionBuilder) {
        b.skip(Expr::from(self.0[1]) - Expr::Pos);
    }

    /// Moves behind the tag of an element.
    pub fn take(&self, b: &mut FunctionBuilder) -> Inside {
        self.skip(b);
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
    /// The namespaces of the wildcards.
    pub any: &'c [&'c XmlNamespaces],
    /// What is known of tags.
    pub results: &'static [(&'static str, ValueType)],
}

impl Around<'_> {
    /// Tests whether the next element is one of those that a part begins with.
    pub fn begins(&self, next: &Next, part: &Part) -> Expr {
        let is_named = self.numbers(part).into_iter().map(|number| next.index().is(number));
        is_named.chain(self.is_any(next, part)).reduce(|any, it| any | it).unwrap_or(false.into())
    }

    /// Tests whether the next element is one of a wildcard that a part begins with, if it begins with one.
    pub fn is_any(&self, next: &Next, part: &Part) -> Option<Expr> {
        let mut found = First::default();
        part.first(&mut found);
        let bits = self.any.iter().enumerate().filter(|(_, it)| found.any.contains(it)).map(|(bit, _)| 1u64 << bit);
        let wildcards: u64 = bits.sum();
        (wildcards != 0).then(|| next.is_any(wildcards))
    }

    /// Returns what is known of a tag, to be carried.
    pub fn carried(&self, first: impl IntoIterator<Item = Expr>) -> Vec<(&'static str, ValueType, Expr)> {
        self.results.iter().zip(first).map(|((name, ty), first)| (*name, ty.clone(), first)).collect()
    }

    pub fn numbers(&self, part: &Part) -> Vec<u64> {
        let mut found = First::default();
        part.first(&mut found);
        (FIRST..).zip(self.names).filter(|(_, name)| found.names.contains(*name)).map(|(number, _)| number).collect()
    }
}

/// Returns the names of the elements of a content, each once.
pub(super) fn names_of(content: &Content) -> Vec<&XmlName> {
    let mut seen = BTreeSet::new();
    let items = content.sequence.iter().flat_map(Part::items).filter(|item| !item.is_any());
    let names = items.map(|item| &item.name);
    names.filter(|name| seen.insert(*name)).collect()
}

impl Xml<'_> {
    /// `next_Name(scope) -> index, after, name, scope, attributes, is_empty`: looks at the next tag; if there are wildcards, also tells
    /// which of them have its namespace.
    pub(super) fn read_next(&self, id: StructId) -> Function {
        let mut b = self.scaffold.function("next", id);
        let scope = b.value_param("scope", ValueType::Bytes);
        let content = &self.structs[id.0 as usize];
        let (names, any) = (names_of(content), content.any());
        let results = results(&any);
        let here = b.let_("here", Expr::Pos);
        let next = b.at(Expr::Input, here, results, |b| {
            let more = self.tokens.next(b);
            let read = b.if_yields(
                more.into(),
                results,
                |b| {
                    let tag = self.tokens.tag(b, scope);
                    let index = index_of(b, &names, tag.namespace, tag.local);
                    let wildcards = (!any.is_empty()).then(|| b.let_("wildcards", wildcards_of(&any, tag.namespace)));
                    let unknown = wildcards.map_or(UNKNOWN.into(), |it| it.is(0u64).choose(UNKNOWN, ANY));
                    let index = index.clone().is(0u64).choose(unknown, index + (FIRST - 1));
                    let Inside { name, scope, attributes, is_empty } = tag.inside;
                    let known = [index, Expr::Pos, name.into(), scope.into(), attributes.into(), is_empty.into()];
                    known.into_iter().chain(wildcards.map(Expr::from)).collect()
                },
                |_| end(Expr::Pos, results.len()),
            );
            read.into_iter().map(Expr::from).collect()
        });
        let types = results.iter().map(|(_, ty)| ty.clone()).collect();
        b.finish(next.into_iter().map(Expr::from).collect(), types)
    }

    /// Looks at the next tag that the schema knows. Others are refused, unless the caller ignores them.
    pub(super) fn look_at_any(&self, b: &mut FunctionBuilder, around: &Around<'_>, owner: &Place) -> Next {
        let scope = || vec![Arg::Value(around.inside.scope.into())];
        let call = |b: &mut FunctionBuilder| b.call(around.next, scope(), around.results);
        let first = call(b);
        let carried = around.carried(first.into_iter().map(Expr::from));
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
pub(super) fn end(after: Expr, results: usize) -> Vec<Expr> {
    let nothing = || Expr::from(b"".as_slice());
    let all = [END.into(), after, nothing(), nothing(), 0u64.into(), false.into(), 0u64.into()];
    all.into_iter().take(results).collect()
}
