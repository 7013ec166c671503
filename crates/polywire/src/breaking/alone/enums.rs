//! Edits of enums.

use super::Edited;
use crate::breaking::edits::{Edit, Subject};
use crate::breaking::rule::Rule;
use polywire_model::{DeclId, DeclKind, Enum};

impl Edited<'_, '_> {
    /// Makes an edit of an enum; `None` if it cannot be made alone.
    pub fn enumeration(&mut self, edit: &Edit, old: DeclId, new: DeclId) -> Option<()> {
        let to = self.new_model().as_enum(new)?;
        let DeclKind::Enum(from) = &mut self.model.decls[old.0 as usize].kind else { return None };
        let name = edit.member.as_deref().unwrap_or_default();
        match edit.rule {
            Rule::EnumSameType => from.open = to.open,
            Rule::EnumSameDefault => {
                let first = to.members.first()?.number;
                let at = from.members.iter().position(|it| it.number == first)?;
                let first = from.members.remove(at);
                from.members.insert(0, first);
            }
            Rule::EnumSameLayout => {
                (from.bits, from.signed, from.attrs) = (to.bits, to.signed, to.attrs.clone());
            }
            Rule::EnumValueNoDelete => {
                from.members.retain(|it| it.name != name);
                order(from, to);
            }
            Rule::EnumValueNoAdd => {
                from.members.push(to.members.iter().find(|it| it.name == name)?.clone());
                (from.bits, from.signed) = (from.bits.max(to.bits), from.signed | to.signed);
                order(from, to);
            }
            Rule::EnumValueSameName => {
                let Subject::Enumerator { old: number, .. } = edit.subject else { return None };
                let is_gone = |name: &str| to.members.iter().all(|it| it.name != name);
                let member = from.members.iter_mut().find(|it| Some(it.number) == number && is_gone(&it.name))?;
                member.name = name.to_owned();
            }
            Rule::EnumValueSameNumber => {
                from.members.iter_mut().find(|it| it.name == name)?.number =
                    to.members.iter().find(|it| it.name == name)?.number;
                order(from, to);
            }
            _ => return None,
        }
        Some(())
    }
}

/// Keeps the places of all numbers that there were, and those of added ones.
fn order(from: &mut Enum, to: &Enum) {
    let mut known = from.attrs.order.clone();
    known.extend(from.members.iter().map(|it| it.number));
    known.extend(&from.attrs.capnp_ordinals);
    let kept = |numbers: &[i64]| numbers.iter().filter(|number| known.contains(number)).copied().collect::<Vec<_>>();
    if !to.attrs.order.is_empty() {
        from.attrs.order = kept(&to.attrs.order);
    }
    if !to.attrs.capnp_ordinals.is_empty() {
        from.attrs.capnp_ordinals = kept(&to.attrs.capnp_ordinals);
    }
}
