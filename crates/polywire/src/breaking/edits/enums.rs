//! Edits of enums.

use super::{Edit, Subject};
use crate::breaking::rule::Rule;
use crate::breaking::side::Side;
use polywire_model::{DeclId, Enum, Enumerator};

/// Compares two versions of an enum.
pub(super) fn edits((old, new): (&Enum, &Enum), side: &Side<'_>, owner: (DeclId, DeclId), found: &mut Vec<Edit>) {
    let decl = side.model.decl(owner.1);
    let path = decl.path();
    let mut of_enum = |rule, what: &str| {
        let edit = Edit::new(rule, path.clone(), Subject::Enum(owner.0, owner.1), format!("`{path}` {what}"));
        found.push(edit.at(None, Some(decl.span)));
    };
    if old.open != new.open {
        let kind = |it: &Enum| if it.open { "open" } else { "closed" };
        of_enum(Rule::EnumSameType, &format!("was {} and is {}", kind(old), kind(new)));
    }
    let default = |it: &Enum| it.members.first().map(|member| member.number);
    if default(old) != default(new) {
        of_enum(Rule::EnumSameDefault, "has another default");
    }
    let width = |it: &Enum| (it.bits, it.signed);
    let ordinals = |it: &'_ Enum| it.attrs.capnp_ordinals.clone();
    let is_kept = new.attrs.order.starts_with(&old.attrs.order) && ordinals(new).starts_with(&ordinals(old));
    if width(old) != width(new) || !is_kept {
        of_enum(Rule::EnumSameLayout, "has other numbers or another width in messages");
    }
    let of_number = |rule, member: &Enumerator, what: String, subject: (Option<i64>, Option<i64>)| {
        let subject = Subject::Enumerator { owner, old: subject.0, new: subject.1 };
        Edit::new(rule, path.clone(), subject, format!("`{path}.{}` {what}", member.name)).of_member(&member.name)
    };
    for was in &old.members {
        match partner(was, old, new) {
            Some(is) if is.name != was.name => {
                let what = format!("was called `{}`", was.name);
                let edit = of_number(Rule::EnumValueSameName, is, what, (Some(was.number), Some(is.number)));
                found.push(edit.at(Some(was.span), Some(is.span)));
            }
            Some(is) if is.number != was.number => {
                let what = format!("was {} and is {}", was.number, is.number);
                let edit = of_number(Rule::EnumValueSameNumber, is, what, (Some(was.number), Some(is.number)));
                found.push(edit.at(Some(was.span), Some(is.span)));
            }
            Some(_) => {}
            None => {
                let edit = of_number(Rule::EnumValueNoDelete, was, "is removed".to_owned(), (Some(was.number), None));
                found.push(edit.at(Some(was.span), Some(decl.span)));
            }
        }
    }
    for is in &new.members {
        if partner(is, new, old).is_none() {
            let edit = of_number(Rule::EnumValueNoAdd, is, "is added".to_owned(), (None, Some(is.number)));
            found.push(edit.at(None, Some(is.span)));
        }
    }
}

/// Returns the enumerator of the other version: that of the same name, or else a renamed one of the same number.
fn partner<'e>(it: &Enumerator, here: &Enum, there: &'e Enum) -> Option<&'e Enumerator> {
    let same_name = there.members.iter().find(|other| other.name == it.name);
    let is_new_name = |other: &&Enumerator| here.members.iter().all(|it| it.name != other.name);
    same_name.or_else(|| there.members.iter().filter(is_new_name).find(|other| other.number == it.number))
}
