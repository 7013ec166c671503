//! Elements in their order.
//!
//! Readers look at the next tag without moving behind it. So a group ends where an element stands that it does not have, and what is
//! around it looks at that one again.

use super::Xml;
use super::children::index_of;
use super::plan::Content;
use super::sequence::{Part, What};
use super::tokens::{Inside, constant};
use crate::plan::Slot;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, FuncId, Function, Place, ReadLeaf, Setting, ValueType, VarId};
use polywire_model::Presence;
use polywire_model::attr::XmlName;
use std::collections::BTreeSet;

/// What is known of the next tag.
const NEXT: [(&str, ValueType); 6] = [
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
const END: u64 = 1;
const FIRST: u64 = 2;

/// The next tag, which has not been read yet.
#[derive(Clone)]
struct Next([VarId; 6]);

impl Next {
    fn of(vars: &[VarId]) -> Self {
        Self([vars[0], vars[1], vars[2], vars[3], vars[4], vars[5]])
    }

    fn index(&self) -> Expr {
        self.0[0].into()
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
    /// Names without a prefix have the namespace of the first of the names (Bool).
    is_plain: VarId,
}

/// What a valid document has next, most often.
#[derive(Clone, Copy)]
enum Likely<'c> {
    Element(&'c XmlName),
    End,
}

impl<'c> Likely<'c> {
    /// The first element of these parts; behind them is the other.
    fn first(parts: &'c [Part], behind: Self) -> Self {
        parts.first().and_then(|part| part.items().next()).map_or(behind, |item| Self::Element(&item.name))
    }
}

impl Around<'_> {
    /// Tests whether the next element is one of those that a part begins with.
    fn begins(&self, next: &Next, part: &Part) -> Expr {
        self.numbers(part).into_iter().fold(false.into(), |any: Expr, number| match any {
            Expr::Const(Const::Bool(false)) => next.index().is(number),
            any => any | next.index().is(number),
        })
    }

    fn numbers(&self, part: &Part) -> Vec<u64> {
        let mut found = BTreeSet::new();
        part.first(&mut found);
        (FIRST..).zip(self.names).filter(|(_, name)| found.contains(*name)).map(|(number, _)| number).collect()
    }
}

/// Returns the names of the elements of a content, each once.
fn names_of(content: &Content) -> Vec<&XmlName> {
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

    /// Reads the elements of an element, and its end.
    pub(super) fn read_sequence(
        &self,
        b: &mut FunctionBuilder,
        (content, next): (&Content, FuncId),
        owner: &Place,
        inside: Inside,
    ) {
        let names = names_of(content);
        let is_plain = self.is_plain(b, &names, inside);
        let around = Around { inside, next, names: &names, is_plain };
        let likely = Likely::first(&content.sequence, Likely::End);
        let look = |b: &mut FunctionBuilder| self.look(b, (&around, likely), owner).values();
        let first = b.if_yields(inside.is_empty.into(), &NEXT, |_| end(Expr::Pos), look);
        let last = self.read_parts(b, (&content.sequence, &around, Likely::End), owner, Next::of(&first));
        b.check(last.index().is(END), ErrorCode::WrongKind);
        b.when(!inside.is_empty, |b| {
            b.skip(Expr::from(last.0[1]) - Expr::Pos);
            self.tokens.end(b, inside.name);
        });
    }

    /// Tests whether names without a prefix have the namespace of the first of these names.
    fn is_plain(&self, b: &mut FunctionBuilder, names: &[&XmlName], inside: Inside) -> VarId {
        let expected = names.first().map_or("", |name| &name.namespace);
        let scope = Expr::from(inside.scope);
        let found = b.if_yields(
            scope.clone().bytes_len().is(0u64),
            &[("namespace", ValueType::Bytes)],
            |_| vec![constant("")],
            |b| vec![self.tokens.namespace(b, scope, constant(""))],
        );
        b.let_("is_plain", found[0].is(constant(expected)))
    }

    /// Looks at the next tag that the schema knows; that of the likely element is found by its bytes alone.
    fn look(&self, b: &mut FunctionBuilder, (around, likely): (&Around<'_>, Likely<'_>), owner: &Place) -> Next {
        let (tag, is_usable) = match likely {
            Likely::Element(name) if name.namespace == around.names[0].namespace => {
                (format!("<{}>", name.local), around.is_plain.into())
            }
            Likely::Element(_) => return self.look_at_any(b, around, owner),
            Likely::End => ("</".to_owned(), Expr::from(true)),
        };
        let here = b.let_("here", Expr::Pos);
        let results = [("is_likely", ValueType::Bool), ("after", ValueType::U64)];
        let tried = b.at(Expr::Input, here, &results, |b| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            vec![b.matches("is_likely", tag.as_bytes()).into(), Expr::Pos]
        });
        let known = |_: &mut FunctionBuilder| match likely {
            Likely::Element(name) => {
                let index = around.names.iter().position(|it| *it == name).expect("a name of the content");
                let scope = around.inside.scope.into();
                let number = FIRST + index as u64;
                vec![number.into(), tried[1].into(), constant(&name.local), scope, 0u64.into(), false.into()]
            }
            Likely::End => end(tried[1].into()),
        };
        let other = |b: &mut FunctionBuilder| self.look_at_any(b, around, owner).values();
        Next::of(&b.if_yields(is_usable & tried[0], &NEXT, known, other))
    }

    /// Looks at the next tag that the schema knows. Others are refused, unless the caller ignores them.
    fn look_at_any(&self, b: &mut FunctionBuilder, around: &Around<'_>, owner: &Place) -> Next {
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

    /// Reads these parts, behind which the likely tag stands.
    fn read_parts(
        &self,
        b: &mut FunctionBuilder,
        (parts, around, behind): (&[Part], &Around<'_>, Likely<'_>),
        owner: &Place,
        next: Next,
    ) -> Next {
        let numbered = parts.iter().zip(1..);
        numbered.fold(next, |next, (part, after)| {
            let likely = Likely::first(&parts[after..], behind);
            self.read_part(b, (part, around, likely), owner, next)
        })
    }

    fn read_part(
        &self,
        b: &mut FunctionBuilder,
        (part, around, likely): (&Part, &Around<'_>, Likely<'_>),
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
            return self.look(b, (around, likely), owner);
        }
        let read = b.if_yields(
            begins,
            &NEXT,
            |b| {
                self.read_once(b, (part, around), owner, &next);
                self.look(b, (around, likely), owner).values()
            },
            |_| next.values(),
        );
        Next::of(&read)
    }

    /// Reads the elements of a part that is no list, up to the next tag.
    fn read_once(&self, b: &mut FunctionBuilder, (part, around): (&Part, &Around<'_>), owner: &Place, next: &Next) {
        let member = &part.item.member;
        match &part.what {
            What::Element => {
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
            What::Element => {}
            What::Group(parts) => drop(self.read_parts(b, (parts, around, Likely::End), place, next.clone())),
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
        let again = Likely::first(std::slice::from_ref(part), Likely::End);
        let (min, max) = (u64::from(member.xml.min_occurs), member.xml.max_occurs.map(u64::from));
        let carried = NEXT.into_iter().zip(next.values()).map(|((name, ty), first)| (name, ty, first));
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
                let after = self.look(b, (around, again), owner).values();
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
            (What::Element, _) => {
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
fn end(after: Expr) -> Vec<Expr> {
    let nothing = || Expr::from(b"".as_slice());
    vec![END.into(), after, nothing(), nothing(), 0u64.into(), false.into()]
}
