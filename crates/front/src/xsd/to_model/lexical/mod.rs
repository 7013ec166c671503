//! What the texts of simple types have to match, as automata.

mod built_in;
mod date;
mod decimal;
mod value;

use super::Maker;
use crate::xsd::pattern::{Steps, automaton, both, collapsed, complement, either, parse};
use crate::xsd::schema::TypeId;
use crate::xsd::simple::{Primitive, SimpleType, VarietyKind};
use polywire_model::attr::{XmlAutomaton, XmlSpace};
use std::collections::HashMap;
use std::sync::Arc;

/// The members that a union may have, with those of unions in it.
const MOST_MEMBERS: usize = 200;

/// A condition on texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Condition {
    /// One of these patterns matches.
    OneOf(Vec<String>),
    /// This pattern does not match.
    Excluded(String),
    /// All conditions of one of the members of a union hold; for `true` after white space is collapsed.
    AnyMember(Vec<(bool, Vec<Condition>)>),
}

/// The automata of a schema, each made once.
#[derive(Default)]
pub(super) struct Lexical {
    known: HashMap<Condition, Option<Arc<XmlAutomaton>>>,
    steps: Steps,
}

/// What all texts of a type match.
#[derive(Default)]
pub(super) struct Automata {
    pub all: Vec<Arc<XmlAutomaton>>,
    /// One is missing because it would be large.
    pub is_partial: bool,
}

impl Lexical {
    fn automata(&mut self, conditions: &[Condition]) -> Automata {
        let made: Vec<Option<Arc<XmlAutomaton>>> = conditions.iter().map(|it| self.made(it)).collect();
        Automata { is_partial: made.contains(&None), all: made.into_iter().flatten().collect() }
    }

    fn made(&mut self, condition: &Condition) -> Option<Arc<XmlAutomaton>> {
        if let Some(known) = self.known.get(condition) {
            return known.clone();
        }
        let made = match condition {
            Condition::OneOf(patterns) => self.of_patterns(patterns),
            Condition::Excluded(pattern) => self.of_patterns(std::slice::from_ref(pattern)).map(|it| complement(&it)),
            Condition::AnyMember(members) => self.of_members(members),
        };
        let made = made.map(Arc::new);
        self.known.insert(condition.clone(), made.clone());
        made
    }

    fn of_patterns(&mut self, patterns: &[String]) -> Option<XmlAutomaton> {
        let parsed: Vec<_> = patterns.iter().map(|it| parse(it).ok()).collect::<Option<_>>()?;
        automaton(parsed.iter(), &mut self.steps)
    }

    fn of_members(&mut self, members: &[(bool, Vec<Condition>)]) -> Option<XmlAutomaton> {
        let mut all: Option<XmlAutomaton> = None;
        for (is_collapsed, conditions) in members {
            let [first, rest @ ..] = conditions.as_slice() else { return None };
            let mut member = (*self.made(first)?).clone();
            for condition in rest {
                let made = self.made(condition)?;
                member = both(&member, &made, &mut self.steps)?;
            }
            if *is_collapsed {
                member = collapsed(&member, &mut self.steps)?;
            }
            all = match all {
                Some(all) => Some(either(&all, &member, &mut self.steps)?),
                None => Some(member),
            };
        }
        all
    }
}

impl Maker<'_> {
    /// Returns what the texts of a type match that is no list. If its values are no texts in the model, readers know its form.
    pub(super) fn automata(&mut self, ty: &SimpleType, is_text: bool) -> Automata {
        let mut conditions = if is_text { own_form(ty) } else { Vec::new() };
        conditions.extend(patterns(ty));
        if let VarietyKind::Union(members) = &ty.variety {
            conditions.extend(self.any_member(members, self.is_collapsed(members), &mut MOST_MEMBERS.clone()));
        }
        let is_plain = matches!(ty.primitive(), Some(Primitive::String | Primitive::AnyUri));
        if is_text && !is_plain || ty.primitive() == Some(Primitive::HexBinary) {
            let values = ty.values.iter().flatten().map(|(text, ..)| text.as_str());
            conditions.extend(ty.primitive().and_then(|it| value::one_of(it, values)));
        }
        self.lexical.automata(&conditions)
    }

    /// Returns what the whole text of a list matches.
    pub(super) fn automata_of_list(&mut self, item: &SimpleType, ty: &SimpleType) -> Automata {
        let values = ty.values.iter().flatten().map(|(text, ..)| value::tokens(item, text));
        let values: Vec<String> = values.collect();
        let values = (!values.is_empty()).then_some(Condition::OneOf(values));
        let conditions: Vec<Condition> = patterns(ty).chain(values).collect();
        self.lexical.automata(&conditions)
    }

    /// Returns what texts match that mean the same as one, unless they are just equal.
    pub(super) fn automata_of_fixed(&mut self, ty: &SimpleType, text: &str) -> Automata {
        let condition = match &ty.variety {
            VarietyKind::List(item) => {
                self.types.simple(*item).map(|item| Condition::OneOf(vec![value::tokens(&item, text)]))
            }
            VarietyKind::Atomic(Primitive::String | Primitive::AnyUri) | VarietyKind::Union(_) => None,
            VarietyKind::Atomic(primitive) => value::one_of(*primitive, [text].into_iter()),
        };
        self.lexical.automata(condition.as_slice())
    }

    /// Returns what one of the members of a union says; `None` if one of them has any text, or lists. The white space of the text may
    /// be collapsed already.
    fn any_member(&self, members: &[TypeId], is_treated: bool, left: &mut usize) -> Option<Condition> {
        let mut member = |id: &TypeId| {
            *left = left.checked_sub(1)?;
            let ty = self.types.simple(*id)?;
            let conditions = self.member_conditions(&ty, is_treated, left)?;
            let is_collapsed = ty.space == XmlSpace::Collapse && !is_treated;
            (!conditions.is_empty()).then_some((is_collapsed, conditions))
        };
        members.iter().map(&mut member).collect::<Option<Vec<_>>>().map(Condition::AnyMember)
    }

    fn member_conditions(&self, ty: &SimpleType, is_treated: bool, left: &mut usize) -> Option<Vec<Condition>> {
        let mut conditions: Vec<Condition> = patterns(ty).collect();
        match &ty.variety {
            VarietyKind::List(_) => return None,
            VarietyKind::Union(members) => conditions.push(self.any_member(members, is_treated, left)?),
            VarietyKind::Atomic(primitive) => {
                conditions.extend(own_form(ty));
                conditions.extend(value::lengths(*primitive, &ty.lengths));
                let values = ty.values.iter().flatten().map(|(text, ..)| text.as_str());
                conditions.extend(value::one_of(*primitive, values));
            }
        }
        Some(conditions)
    }

    /// Returns true if the white space of all members of a union is collapsed.
    pub(super) fn is_collapsed(&self, members: &[TypeId]) -> bool {
        let mut types = members.iter().map(|it| self.types.simple(*it));
        types.all(|it| it.is_some_and(|it| it.space == XmlSpace::Collapse))
    }
}

/// The patterns that a schema states.
fn patterns(ty: &SimpleType) -> impl Iterator<Item = Condition> {
    let groups = ty.patterns.iter().skip(ty.builtin_patterns);
    groups.map(|group| Condition::OneOf(group.iter().map(|(text, _)| text.clone()).collect()))
}

/// What the built-in type, and the limits of numbers of any length, say.
fn own_form(ty: &SimpleType) -> Vec<Condition> {
    let Some(primitive) = ty.primitive() else { return Vec::new() };
    // The pattern of a derived built-in type allows no more than that of its base.
    let own = ty.patterns.get(..ty.builtin_patterns).and_then(<[_]>::last);
    let mut conditions: Vec<Condition> = match own {
        Some(group) => vec![Condition::OneOf(group.iter().map(|(text, _)| text.clone()).collect())],
        None => built_in::pattern(primitive).map(|it| Condition::OneOf(vec![it])).into_iter().collect(),
    };
    if primitive == Primitive::Decimal {
        conditions.extend(decimal::bounds(ty));
    }
    conditions.extend(date::bounds(ty));
    conditions
}
