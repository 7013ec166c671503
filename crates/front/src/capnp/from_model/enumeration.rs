use super::name::{Names, member_name};
use crate::capnp::nodes::Enumerant;
use polywire_model::Enum;
use polywire_source::Span;

/// The members by their ordinals, each number once.
pub(super) fn enumerants(it: &Enum) -> Vec<Enumerant> {
    let mut names = Names::default();
    let numbers = numbers(it);
    let enumerant = |(number, ordinal): (&i64, u16)| {
        let member = it.members.iter().find(|member| member.number == *number);
        let name = member.map_or_else(|| format!("removed{ordinal}"), |member| member_name(&member.name));
        Enumerant {
            name: names.claim(&name, ordinal.into()..),
            code_order: ordinal,
            annotations: Vec::new(),
            doc: member.map(|member| member.doc.clone()).unwrap_or_default(),
            span: Span::default(),
        }
    };
    numbers.iter().zip(0..).map(enumerant).collect()
}

/// The numbers by their ordinals.
fn numbers(it: &Enum) -> Vec<i64> {
    let last = it.members.iter().map(|member| member.number).max().unwrap_or(-1);
    match it.attrs.capnp_ordinals.as_slice() {
        [] if last <= i64::from(u16::MAX) => (0..=last).collect(),
        [] => it.members.iter().map(|member| member.number).collect(),
        ordinals => ordinals.to_vec(),
    }
}

/// The ordinal of a number.
pub(super) fn ordinal_of(it: &Enum, number: i128) -> Option<u16> {
    let position = numbers(it).iter().position(|it| i128::from(*it) == number)?;
    u16::try_from(position).ok()
}
