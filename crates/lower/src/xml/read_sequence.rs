//! Elements in their order.
//!
//! Readers look at the next tag without moving behind it. So a group ends where an element stands that it does not have, and what is
//! around it looks at that one again.

use super::Xml;
use super::children::index_of;
use super::plan::Content;
use super::sequence::{First, Part, What};
use super::tokens::Inside;
use super::wildcards::accepts;
use crate::plan::Slot;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, FuncId, Function, Op, Place, Setting, ValueType, VarId};
use polywire_model::Presence;
use polywire_model::attr::XmlName;
use std::collections::BTreeSet;

/// What is known of the next tag.
const NEXT: [(&str, ValueType); 7] = [
    ("index", ValueType::U64),
    ("after", ValueType::U64),
    ("name", ValueType::Bytes),
    ("scope", ValueType::Bytes),
    ("attributes", ValueType::U64),
    ("is_empty", ValueType::Bool),
    // If there are wildcards.
    ("namespace", ValueType::Bytes),
];

fn results(content: &Content) -> &'static [(&'static str, ValueType)] {
    static ALL: [(&str, ValueType); 7] = NEXT;
    if content.has_any() { &ALL } else { &ALL[..6] }
}

/// The number of an element without a name that is known.
const UNKNOWN: u64 = 0;
/// The number of the end; names have those from 2 on.
const END: u64 = 1;
const FIRST: u64 = 2;
/// The number of an element that only wildcards have.
const ANY: u64 = u64::MAX;

/// The next tag, which has not been read yet.
#[derive(Clone)]
struct Next(Vec<VarId>);

impl Next {
    fn of(vars: &[VarId]) -> Self {
        Self(vars.to_vec())
    }

    fn index(&self) -> Expr {
        self.0[0].into()
    }

    /// If there are wildcards.
    fn namespace(&self) -> VarId {
        self.0[self.0.len() - 1]
    }

    fn values(&self) -> Vec<Expr> {
        self.0.iter().map(|it| Expr::from(*it)).collect()
    }

    /// Moves behind the tag.
    fn take(&self, b: &mut FunctionBuilder) -> Inside {
        b.skip(Expr::from(self.0[1]) - Expr::Pos);
        Inside { name: self.0[2], scope: self.0[3], attributes: self.0[4], is_empty: self.0[5] }
    }
}

/// The element whose elements are read.
struct Around<'c> {
    inside: Inside,
    next: FuncId,
    names: &'c [&'c XmlName],
    /// What is known of tags.
    results: &'static [(&'static str, ValueType)],
}

impl Around<'_> {
    fn carried(&self, first: impl Iterator<Item = Expr>) -> Vec<(&'static str, ValueType, Expr)> {
        self.results.iter().zip(first).map(|((name, ty), first)| (*name, ty.clone(), first)).collect()
    }

    /// Tests whether the next element is one of those that a part begins with.
    fn begins(&self, next: &Next, part: &Part) -> Expr {
        let is_named = self.numbers(part).into_iter().map(|number| next.index().is(number));
        let tests = is_named.chain(self.is_any(next, part));
        tests.reduce(|any, it| any | it).unwrap_or(false.into())
    }

    /// Tests whether the next element is one of a wildcard that a part begins with, if it begins with one.
    fn is_any(&self, next: &Next, part: &Part) -> Option<Expr> {
        let mut found = First::default();
        part.first(&mut found);
        let any = found.any.into_iter().map(|it| accepts(it, next.namespace()));
        let any = any.reduce(|any, it| any | it)?;
        Some(next.index().is_not(END) & any)
    }

    fn numbers(&self, part: &Part) -> Vec<u64> {
        let mut found = First::default();
        part.first(&mut found);
        (FIRST..).zip(self.names).filter(|(_, name)| found.names.contains(*name)).map(|(number, _)| number).collect()
    }
}

/// Returns the names of the elements of a content, each once.
fn names_of(content: &Content) -> Vec<&XmlName> {
    let mut seen = BTreeSet::new();
    let items = content.sequence.iter().flat_map(Part::items).filter(|item| !item.is_any());
    let names = items.map(|item| &item.name);
    names.filter(|name| seen.insert(*name)).collect()
}

impl Xml<'_> {
    /// `next_Name(scope) -> index, after, name, scope, attributes, is_empty`: looks at the next tag.
    pub(super) fn read_next(&self, id: StructId) -> Function {
        let mut b = self.scaffold.function("next", id);
        let scope = b.value_param("scope", ValueType::Bytes);
        let content = &self.structs[id.0 as usize];
        let (names, results) = (names_of(content), results(content));
        let here = b.let_("here", Expr::Pos);
        let next = b.at(Expr::Input, here, results, |b| {
            let more = self.tokens.next(b);
            let read = b.if_yields(
                more.into(),
                results,
                |b| {
                    let tag = self.tokens.tag(b, scope);
                    let index = index_of(b, &names, tag.namespace, tag.local);
                    let any = content.any().map(|it| accepts(it, tag.namespace)).reduce(|any, it| any | it);
                    let unknown = any.map_or(UNKNOWN.into(), |any| any.choose(ANY, UNKNOWN));
                    let index = index.clone().is(0u64).choose(unknown, index + (FIRST - 1));
                    let Inside { name, scope, attributes, is_empty } = tag.inside;
                    let all = vec![index, Expr::Pos, name.into(), scope.into(), attributes.into(), is_empty.into()];
                    all.into_iter().chain([tag.namespace.into()]).take(results.len()).collect()
                },
                |_| end(Expr::Pos, results.len()),
            );
            read.into_iter().map(Expr::from).collect()
        });
        let types = results.iter().map(|(_, ty)| ty.clone()).collect();
        b.finish(next.into_iter().map(Expr::from).collect(), types)
    }

    /// Reads the elements of an element, and its end.
    pub(super) fn read_sequence(
        &self,
        b: &mut FunctionBuilder,
        (content, next): (&Content, FuncId),
        owner: &Place,
        inside: Inside,
    ) {
        let results = results(content);
        let around = Around { inside, next, names: &names_of(content), results };
        let look = |b: &mut FunctionBuilder| self.look(b, &around, owner).values();
        let first = b.if_yields(inside.is_empty.into(), results, |_| end(Expr::Pos, results.len()), look);
        let last = self.read_parts(b, (&content.sequence, &around), owner, Next::of(&first));
        b.check(last.index().is(END), ErrorCode::WrongKind);
        b.when(!inside.is_empty, |b| {
            b.skip(Expr::from(last.0[1]) - Expr::Pos);
            self.tokens.end(b, inside.name);
        });
    }

    /// Looks at the next tag that the schema knows. Others are refused, unless the caller ignores them.
    fn look(&self, b: &mut FunctionBuilder, around: &Around<'_>, owner: &Place) -> Next {
        let args = || vec![Arg::Value(around.inside.scope.into())];
        let call = |b: &mut FunctionBuilder| b.call(around.next, args(), around.results);
        let first = call(b).into_iter().map(Expr::from);
        let carried = around.carried(first);
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

    fn read_parts(
        &self,
        b: &mut FunctionBuilder,
        (parts, around): (&[Part], &Around<'_>),
        owner: &Place,
        next: Next,
    ) -> Next {
        parts.iter().fold(next, |next, part| self.read_part(b, (part, around), owner, next))
    }

    fn read_part(
        &self,
        b: &mut FunctionBuilder,
        (part, around): (&Part, &Around<'_>),
        owner: &Place,
        next: Next,
    ) -> Next {
        if part.is_repeated() {
            return self.read_repeated(b, (part, around), owner, &next);
        }
        let begins = around.begins(&next, part);
        let is_required = matches!(part.item.member.slot, Slot::Field(_, Presence::Required));
        if is_required {
            if !part.may_be_empty() {
                b.check(begins, ErrorCode::MissingField);
            }
            self.read_once(b, (part, around), owner, &next);
            return self.look(b, around, owner);
        }
        let read = b.if_yields(
            begins,
            around.results,
            |b| {
                self.read_once(b, (part, around), owner, &next);
                self.look(b, around, owner).values()
            },
            |_| next.values(),
        );
        Next::of(&read)
    }

    /// Reads the elements of a part that is no list, up to the next tag.
    fn read_once(&self, b: &mut FunctionBuilder, (part, around): (&Part, &Around<'_>), owner: &Place, next: &Next) {
        let member = &part.item.member;
        match &part.what {
            What::Element | What::Any => {
                let inside = next.take(b);
                match member.selected {
                    true => self.read_single(b, &part.item, owner, inside),
                    false => self.tokens.skip(b, inside),
                }
            }
            What::Group(_) | What::Choice(_) => match member.selected {
                true => member.read_new(b, owner, |b, place| self.read_group(b, (part, around), &place, next)),
                false => self.read_group(b, (part, around), owner, next),
            },
        }
    }

    /// Reads the elements of a group or of a choice into its value; if it is not selected, skips them.
    fn read_group(&self, b: &mut FunctionBuilder, (part, around): (&Part, &Around<'_>), place: &Place, next: &Next) {
        match &part.what {
            What::Element | What::Any => {}
            What::Group(parts) => drop(self.read_parts(b, (parts, around), place, next.clone())),
            What::Choice(parts) => {
                let arm = |part: &Part, b: &mut FunctionBuilder| {
                    crate::plan::block(b, |b| self.read_once(b, (part, around), place, next))
                };
                let numbered = parts.iter().map(|part| (part, around.numbers(part)));
                let keyed = numbered.filter(|(_, numbers)| !numbers.is_empty());
                let arms = keyed.map(|(part, numbers)| Arm {
                    keys: numbers.into_iter().map(Const::U64).collect(),
                    body: arm(part, b),
                });
                let arms: Vec<Arm> = arms.collect();
                let empty = parts.iter().find(|part| part.may_be_empty());
                let other = match empty {
                    Some(part) => arm(part, b),
                    None => crate::plan::block(b, |b| b.fail(ErrorCode::MissingField)),
                };
                let any = parts.iter().filter_map(|part| Some((part, around.is_any(next, part)?)));
                let other = any.fold(other, |other, (part, cond)| {
                    let then = arm(part, b);
                    crate::plan::block(b, |b| b.op(Op::If { cond, then, other, results: Vec::new() }))
                });
                b.switch(next.index(), arms, other, &[]);
            }
        }
    }

    /// Reads elements, groups or choices into a list, and checks how many there are.
    fn read_repeated(
        &self,
        b: &mut FunctionBuilder,
        (part, around): (&Part, &Around<'_>),
        owner: &Place,
        next: &Next,
    ) -> Next {
        let member = &part.item.member;
        let (min, max) = (u64::from(member.xml.min_occurs), member.xml.max_occurs.map(u64::from));
        let carried = around.carried(next.values().into_iter());
        let carried = [("count", ValueType::U64, 0u64.into())].into_iter().chain(carried).collect();
        let last = b.loop_while(
            carried,
            |carried| {
                let begins = around.begins(&Next::of(&carried[1..]), part);
                max.map_or(begins.clone(), |max| begins & carried[0].below(max))
            },
            |b, carried| {
                let next = Next::of(&carried[1..]);
                self.read_one(b, (part, around), owner, &next);
                let after = self.look(b, around, owner).values();
                [carried[0] + 1u64].into_iter().chain(after).collect()
            },
        );
        if min > 0 && !part.one_may_be_empty() {
            b.check(Expr::from(min).at_most(last[0]), ErrorCode::MissingField);
        }
        Next::of(&last[1..])
    }

    fn read_one(&self, b: &mut FunctionBuilder, (part, around): (&Part, &Around<'_>), owner: &Place, next: &Next) {
        let member = &part.item.member;
        match (&part.what, &member.ty) {
            (What::Element | What::Any, _) => {
                let inside = next.take(b);
                match member.selected {
                    true => self.read_element_of(b, &part.item, owner, inside),
                    false => self.tokens.skip(b, inside),
                }
            }
            _ if !member.selected => self.read_group(b, (part, around), owner, next),
            (_, Type::List(element)) => {
                b.push(member.place(owner), ("group", (**element).clone()), |b, it| {
                    self.read_group(b, (part, around), &it.into(), next);
                });
            }
            _ => b.fail(ErrorCode::Internal),
        }
    }
}

/// What is known of the end, which is behind this position.
fn end(after: Expr, results: usize) -> Vec<Expr> {
    let nothing = || Expr::from(b"".as_slice());
    let all = [END.into(), after, nothing(), nothing(), 0u64.into(), false.into(), nothing()];
    all.into_iter().take(results).collect()
}
