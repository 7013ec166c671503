//! The order of members in formats that identify them by position. It follows from the lock, or otherwise from the
//! numbers in the
//! schema; the order of declaration counts only if the schema has no numbers.
//!
//! Design: docs/decisions/0050-order-of-members.md

use crate::{Case, Enum, Field, Model, Struct, Type, Union};

/// The sort key of members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderBy {
    /// The places assigned by the lock, or the schema's own numbers without them.
    Lock,
    /// The schema's own numbers.
    Numbers,
    /// The ordinals of Cap'n Proto, or the schema's own numbers without them.
    Ordinals,
}

impl Model {
    /// Returns the indices of a struct's fields in order. A union takes the position of its first case.
    pub fn fields_in_order(&self, it: &Struct, by: OrderBy) -> Vec<usize> {
        let given = |field: &Field| match by {
            OrderBy::Lock => field.attrs.order,
            OrderBy::Numbers => None,
            OrderBy::Ordinals => self.ordinal_of(field).map(u32::from),
        };
        // The entry of a map is a key followed by a value.
        let key = |field: &Field| match it.is_entry {
            true => (0, None),
            false => (given(field).unwrap_or(u32::MAX), self.number_of_field(it, field)),
        };
        sorted(&it.fields, key)
    }

    /// Returns the indices of a struct's fields with their places in order: those that the lock or the schema states, else
    /// dense ones.
    pub fn fields_with_places(&self, it: &Struct) -> Vec<(usize, u32)> {
        let order = self.fields_in_order(it, OrderBy::Lock);
        let stated: Option<Vec<u32>> = order.iter().map(|index| it.fields[*index].attrs.order).collect();
        let places = stated.unwrap_or_else(|| (0..order.len() as u32).collect());
        order.into_iter().zip(places).collect()
    }

    /// Returns the number that identifies a field in the schema regardless of its name: a field number, or an ordinal.
    /// For a union, the lowest number of its cases.
    pub fn number_of_field(&self, it: &Struct, field: &Field) -> Option<i64> {
        if let Some((_, union)) = self.member_union(&field.ty) {
            return union.cases.iter().filter_map(|case| self.number_of_case(case)).min();
        }
        match it.attrs.capnp {
            Some(_) => self.ordinal_of(field).map(i64::from),
            None => field.attrs.protobuf.map(|it| it.number.into()).or(field.attrs.capnp_ordinal.map(i64::from)),
        }
    }

    /// Returns the number that identifies a case in the schema: a label, or a number as fields have them. The case for all
    /// other labels is the last one.
    pub fn number_of_case(&self, case: &Case) -> Option<i64> {
        if let Some(label) = case.labels.first() {
            return Some(i64::try_from(*label).unwrap_or(*label as u64 as i64));
        }
        if case.is_default {
            return Some(i64::MAX);
        }
        match case.attrs.capnp {
            Some(_) => self.ordinal_of_case(case).map(i64::from),
            None => case.attrs.protobuf.map(|it| it.number.into()).or(case.attrs.capnp_ordinal.map(i64::from)),
        }
    }

    /// Returns the ordinal of a field; for a union or a group, which have none, the lowest one inside.
    pub fn ordinal_of(&self, field: &Field) -> Option<u16> {
        if let Some((_, union)) = self.member_union(&field.ty) {
            let cases = union.cases.iter().filter_map(|case| self.ordinal_of_case(case));
            return cases.chain(field.attrs.capnp_absence).min();
        }
        let own = field.attrs.capnp_absence.or(field.attrs.capnp_ordinal);
        own.or_else(|| self.first_ordinal(&field.ty))
    }

    /// Returns the ordinal of a case; for a group, which has none, the lowest one inside.
    pub fn ordinal_of_case(&self, case: &Case) -> Option<u16> {
        case.attrs.capnp_ordinal.or_else(|| self.first_ordinal(case.ty.as_ref()?))
    }

    fn first_ordinal(&self, ty: &Type) -> Option<u16> {
        let Type::Named(id) = ty else { return None };
        let group = self.as_struct(*id).filter(|it| it.attrs.capnp.as_ref().is_some_and(|it| it.is_group))?;
        group.fields.iter().filter_map(|field| self.ordinal_of(field)).min()
    }

    /// Returns the place of each case of a union, in the order of declaration. Places of removed cases are skipped.
    pub fn case_places(&self, it: &Union) -> Vec<u32> {
        let mut places = vec![0; it.cases.len()];
        let order = sorted(&it.cases, |case| self.number_of_case(case));
        order.into_iter().zip(0..).for_each(|(index, place)| places[index] = place);
        let given = it.cases.iter().map(|case| case.attrs.order).collect::<Option<Vec<u32>>>();
        given.unwrap_or(places)
    }
}

impl Enum {
    /// Returns all numbers of an enum, including those of removed enumerators, in the order in which formats index
    /// them.
    pub fn numbers_in_order(&self) -> Vec<i64> {
        let mut numbers: Vec<i64> = self.members.iter().map(|member| member.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let added = numbers.into_iter().filter(|number| !self.attrs.order.contains(number));
        self.attrs.order.iter().copied().chain(added).collect()
    }
}

fn sorted<T, K: Ord>(items: &[T], key: impl Fn(&T) -> K) -> Vec<usize> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|index| key(&items[*index]));
    order
}
