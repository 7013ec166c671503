//! Records of the writer, read as structs.

use super::{Reason, Resolution, at};
use crate::avro::duration;
use crate::avro::facts::unqualified;
use crate::avro::number::read_int;
use crate::avro::resolved::{WORK, charged_if_empty};
use crate::avro::written::{self, Written, WrittenField};
use crate::plan::{arm, put_field, switch_case};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Const, ErrorCode, Function, Place};
use polywire_model::DeclId;
use polywire_model::attr::AvroKind;

impl Resolution<'_> {
    /// Reads a value of the writer as a struct.
    pub(super) fn read_struct(&self, b: &mut FunctionBuilder, written: &Written, id: StructId, place: Place) {
        if let Written::Union(branches) = written {
            return self.each_branch(b, branches, |b, branch| self.read_struct(b, branch, id, place.clone()));
        }
        let record = self.reader.types.record(id);
        let name = record.name.dotted();
        match (self.facts().record(id).kind, record.fields.first(), written) {
            (AvroKind::Value, Some(_), _) => self.read_member(b, written, (id, 0), &place),
            (AvroKind::Value, None, Written::Null) => {}
            (AvroKind::Duration, _, Written::Fixed(..)) => self.read_duration(b, written, id, &place),
            (AvroKind::Record | AvroKind::Error, _, Written::Record(record)) => {
                let names = unqualified(&name, &self.facts().record(id).aliases);
                let own = unqualified(&self.writer.decl(*record).path(), &[]);
                if self.facts().record(id).is_own && !names.contains(&own[0]) {
                    self.note(written, name, Reason::Name);
                }
                drop(b.call(self.pair(*record, id), at(place), &[]));
            }
            (AvroKind::Record | AvroKind::Error, _, Written::Holder(_, value)) => {
                let value = value.as_ref().map(|ty| WrittenField { name: "value".to_owned(), ty: (**ty).clone() });
                self.read_fields(b, written, value.as_slice(), id, &place);
            }
            _ => self.refuse(b, written, name, Reason::Kind),
        }
    }

    fn read_duration(&self, b: &mut FunctionBuilder, written: &Written, id: StructId, place: &Place) {
        let name = self.reader.types.record(id).name.dotted();
        let names = unqualified(&name, &self.facts().record(id).aliases);
        if self.check_fixed(b, written, (&name, &names), duration::SIZE) {
            duration::read(b, self.reader.orders.fields(id), place);
        }
    }

    /// The function that reads a record of the writer as a struct.
    pub(super) fn read_record(&self, record: DeclId, id: StructId) -> Function {
        let verb = format!("read_{}_as", self.function_name(record));
        let (mut b, value) = self.reader.scaffold.reader(&verb, id);
        if !self.reader.scaffold.nests(id) && written::is_recursive(self.writer, record) {
            b.nests();
        }
        let written = Written::Record(record);
        let fields = written::fields(self.writer, record);
        let read = |b: &mut FunctionBuilder| self.read_fields(b, &written, &fields, id, &value);
        // Records without bytes can nest or repeat.
        match written::has_bytes(self.writer, &written) {
            true => read(&mut b),
            false => charged_if_empty(&mut b, WORK, read),
        }
        b.finish(vec![], vec![])
    }

    fn read_fields(
        &self,
        b: &mut FunctionBuilder,
        written: &Written,
        fields: &[WrittenField],
        id: StructId,
        owner: &Place,
    ) {
        let record = self.reader.types.record(id);
        let found: Vec<Option<u32>> = fields.iter().map(|field| self.field_of(id, &field.name)).collect();
        let missing = (0..record.fields.len() as u32).filter(|index| !found.contains(&Some(*index)));
        let missing: Vec<u32> = missing.collect();
        for index in &missing {
            let (field, facts) = (&record.fields[*index as usize], self.facts().record(id));
            if facts.demands(*index) && facts.fields[*index as usize].default.is_none() {
                let reason = Reason::MissingField(field.name.clone());
                self.note(written, record.name.dotted(), reason);
                b.fail(ErrorCode::MissingField);
            }
        }
        for (field, index) in fields.iter().zip(found) {
            self.within(&field.name, || match index {
                Some(index) => self.read_member(b, &field.ty, (id, index), owner),
                None => self.skip_value(b, &field.ty),
            });
        }
        for index in missing {
            if let Some(constant) = &self.facts().field(id, index).default {
                put_field(b, self.reader.types, &record.fields[index as usize], constant, owner.field(index));
            }
        }
    }

    /// Returns the reader's field of this name, or else with this alias.
    fn field_of(&self, id: StructId, name: &str) -> Option<u32> {
        let record = self.reader.types.record(id);
        let named = record.fields.iter().position(|field| field.name == name);
        let facts = &self.facts().record(id).fields;
        let found = named.or_else(|| facts.iter().position(|field| field.aliases.iter().any(|alias| alias == name)));
        found.map(|index| index as u32)
    }

    /// Reads a value of the writer into a field, which null leaves absent.
    pub(super) fn read_member(
        &self,
        b: &mut FunctionBuilder,
        written: &Written,
        (id, index): (StructId, u32),
        owner: &Place,
    ) {
        let (field, form) = (&self.reader.types.record(id).fields[index as usize], &self.facts().field(id, index).form);
        let place = owner.field(index);
        if !field.optional {
            return self.read_value(b, written, (&field.ty, form), place);
        }
        match written {
            Written::Null => {}
            Written::Union(branches) => {
                self.each_branch(b, branches, |b, branch| self.read_member(b, branch, (id, index), owner));
            }
            _ => b.open(place, None, ("present", field.ty.clone()), |b, bind, _| {
                self.read_value(b, self.held(written, &field.ty), (&field.ty, form), bind.into());
            }),
        }
    }

    /// Returns what a record holds that stands for a union in a union with null.
    fn held<'w>(&self, written: &'w Written, ty: &Type) -> &'w Written {
        match (written, ty) {
            (Written::Holder(_, Some(value)), Type::Union(_)) if matches!(**value, Written::Union(_)) => value,
            _ => written,
        }
    }

    /// Reads the branch of a union of the writer, and then its value.
    pub(super) fn each_branch(
        &self,
        b: &mut FunctionBuilder,
        branches: &[Written],
        read: impl Fn(&mut FunctionBuilder, &Written),
    ) {
        let branch = read_int(b, "branch");
        let arms =
            branches.iter().zip(0i64..).map(|(written, index)| arm(b, vec![Const::I64(index)], |b| read(b, written)));
        let arms = arms.collect();
        switch_case(b, branch, arms);
    }
}
