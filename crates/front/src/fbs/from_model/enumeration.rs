use super::attribute::Writer;
use super::{Maker, integer, lines};
use crate::fbs::schema::{Enum, EnumValue, Head, Scalar};
use polywire_model::{self as model, Decl, DeclId, Enumerator, Type, Union};
use std::collections::HashSet;

impl Maker<'_> {
    pub(super) fn enumeration(&mut self, declared: (DeclId, &Decl), it: &model::Enum) -> Enum {
        let (mut head, home) = self.declared(declared);
        let mut writer = Writer::default();
        let is_flags = it.flags && it.members.iter().all(|member| (member.number as u64).is_power_of_two());
        writer.flag("bit_flags", is_flags);
        head.attributes = writer.attributes;
        let mut numbers = HashSet::new();
        let mut values = Vec::new();
        for member in &it.members {
            match numbers.insert(member.number) {
                true => values.push(value(member)),
                false => self.lost.push(format!("{}.{}: another value has its number", declared.1.path(), member.name)),
            }
        }
        Enum { head, home, is_union: false, underlying: Some(integer(it.bits, it.signed)), values }
    }

    pub(super) fn union(&mut self, declared: (DeclId, &Decl), it: &Union) -> Enum {
        let (head, home) = self.declared(declared);
        let is_own = it.attrs.flatbuffers;
        let underlying = match it.discriminator {
            Some(Type::Int { bits, signed, .. }) if is_own => Some(integer(bits, signed)),
            _ => None,
        };
        let underlying = underlying.filter(|scalar| *scalar != Scalar::UByte);
        let mut values = vec![EnumValue::none()];
        for (case, index) in it.cases.iter().zip(0..) {
            let stated = case.labels.first().filter(|_| is_own).map(|label| *label as i64);
            let number = stated.unwrap_or(i64::from(case.attrs.order.unwrap_or(index)) + 1);
            let head = Head { name: case.name.clone(), doc: lines(&case.doc), span: case.span, ..Head::default() };
            values.push(EnumValue { head, number, ty: case.ty.as_ref().map(|ty| self.base(ty)), is_stated: false });
        }
        values.sort_by_key(|value| value.number);
        Enum { head, home, is_union: true, underlying, values }
    }
}

fn value(it: &Enumerator) -> EnumValue {
    let head = Head { name: it.name.clone(), doc: lines(&it.doc), span: it.span, ..Head::default() };
    EnumValue { head, number: it.number, ty: None, is_stated: true }
}
