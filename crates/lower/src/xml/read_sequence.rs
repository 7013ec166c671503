//! Elements in their order.
//!
//! Readers look at the next tag without moving behind it. So a group ends where an element stands that it does not have, and what is
//! around it looks at that one again.

use super::Xml;
use super::likely::Likely;
use super::next::{Around, END, Next, end, names_of, results};
use super::plan::Content;
use super::sequence::{Part, What};
use super::tokens::Inside;
use crate::plan::Slot;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arm, Const, ErrorCode, Expr, FuncId, Place, ValueType};
use polywire_model::Presence;

impl Xml<'_> {
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
        let any = content.any();
        let results = results(&any);
        let around = Around { inside, next, names: &names, is_plain, any: &any, results };
        let likely = Likely::first(&content.sequence, Likely::End);
        let look = |b: &mut FunctionBuilder| self.look(b, (&around, likely), owner).values();
        let first = b.if_yields(inside.is_empty.into(), results, |_| end(Expr::Pos, results.len()), look);
        let last = self.read_parts(b, (&content.sequence, &around, Likely::End), owner, Next::of(&first));
        b.check(last.index().is(END), ErrorCode::WrongKind);
        b.when(!inside.is_empty, |b| {
            last.skip(b);
            self.tokens.end(b, inside.name);
        });
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
            around.results,
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
            What::Group(parts) => drop(self.read_parts(b, (parts, around, Likely::End), place, next.clone())),
            What::Choice(parts) => {
                let arm = |part: &Part, b: &mut FunctionBuilder| {
                    crate::plan::block(b, |b| self.read_once(b, (part, around), place, next))
                };
                let (number, keyed) = chosen(b, (parts, around), next);
                let arms = keyed.into_iter().map(|(part, numbers)| Arm {
                    keys: numbers.into_iter().map(Const::U64).collect(),
                    body: arm(part, b),
                });
                let arms: Vec<Arm> = arms.collect();
                let empty = parts.iter().find(|part| part.may_be_empty());
                let other = match empty {
                    Some(part) => arm(part, b),
                    None => crate::plan::block(b, |b| b.fail(ErrorCode::MissingField)),
                };
                b.switch(number, arms, other, &[]);
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
        let carried = around.carried(next.values());
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

/// Returns a number that tells the alternative that the next element belongs to, and the alternatives with their numbers.
fn chosen<'p>(
    b: &mut FunctionBuilder,
    (parts, around): (&'p [Part], &Around<'_>),
    next: &Next,
) -> (Expr, Vec<(&'p Part, Vec<u64>)>) {
    let named = parts.iter().map(|part| (part, around.numbers(part)));
    let any: Vec<Option<Expr>> = parts.iter().map(|part| around.is_any(next, part)).collect();
    if any.iter().all(Option::is_none) {
        return (next.index(), named.filter(|(_, numbers)| !numbers.is_empty()).collect());
    }
    // The alternatives have the numbers from 1 on. Names are of wildcards only if no alternative has them.
    let arms = named.zip(1u64..).filter(|((_, numbers), _)| !numbers.is_empty()).map(|((_, numbers), number)| Arm {
        keys: numbers.into_iter().map(Const::U64).collect(),
        body: b.block(|_| vec![number.into()]),
    });
    let arms = arms.collect();
    let of_wildcard = |other: Expr, (any, number): (Option<Expr>, u64)| match any {
        Some(is_it) => is_it.choose(number, other),
        None => other,
    };
    let other = b.block(|_| vec![any.into_iter().zip(1..).fold(0u64.into(), of_wildcard)]);
    let number = b.switch(next.index(), arms, other, &[("alternative", ValueType::U64)])[0];
    (number.into(), parts.iter().zip(1..).map(|(part, number)| (part, vec![number])).collect())
}
