//! Structs of which messages can have fewer bytes than their size: those that tell their length, and those inside of them.

use super::Memory;
use super::form::Form;
use super::plan::{CasePlan, Record};
use polywire_ir::types::{CaseType, StructId, Type};

impl Memory<'_> {
    /// Returns, by struct, whether messages can have fewer bytes of it than its size: if it tells its length, or a struct around it does.
    pub(super) fn short_structs(&self) -> Vec<bool> {
        let mut short: Vec<bool> = self.records.iter().map(Record::can_be_short).collect();
        loop {
            let of_record = |(record, is_short): (&Record, &bool)| match is_short {
                true => record.members.iter().flat_map(|it| self.structs_in(&it.form)).collect(),
                false => Vec::new(),
            };
            let inner: Vec<StructId> = self.records.iter().zip(&short).flat_map(of_record).collect();
            let before = short.iter().filter(|it| **it).count();
            inner.into_iter().for_each(|id| short[id.0 as usize] = true);
            if short.iter().filter(|it| **it).count() == before {
                return short;
            }
        }
    }

    /// Returns the structs right inside of a value.
    fn structs_in(&self, form: &Form) -> Vec<StructId> {
        match form {
            Form::Struct(id, _) => vec![*id],
            Form::Array { element, .. } => self.structs_in(element),
            Form::Union(id, _) => {
                let cases = self.union(*id).cases.iter().zip(&self.types.union(*id).cases);
                let of_case = |(plan, case): (&CasePlan, &CaseType)| {
                    let labelled = match (&plan.label, &case.ty) {
                        (Some(_), Some(Type::Struct(id))) => Some(*id),
                        _ => None,
                    };
                    let value = plan.value.iter().flat_map(|(_, _, form)| self.structs_in(form));
                    value.chain(labelled).collect::<Vec<_>>()
                };
                cases.flat_map(of_case).collect()
            }
            Form::Number(_) | Form::Wide | Form::Float(..) | Form::Text(..) | Form::Bytes(_) | Form::Counted(_) => {
                Vec::new()
            }
        }
    }
}

impl Record {
    /// Returns true if messages of older programs have fewer bytes of it.
    pub(super) fn can_be_short(&self) -> bool {
        self.length.is_some() && self.flexible.is_none()
    }
}
