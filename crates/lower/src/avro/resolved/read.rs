use super::Resolved;
use super::skip::{WORK, charged_if_empty, field, field_node};
use super::writer::{Writer, kind};
use crate::avro::duration;
use crate::avro::facts::unqualified;
use crate::plan::{PresenceBits, put_field};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{FieldType, StructId};
use polywire_ir::{Arm, Const, ErrorCode, Expr, Function, Place, ValueType, VarId};
use polywire_model::attr::{AvroForm, AvroKind};
use std::collections::HashSet;

impl Resolved<'_> {
    /// Reads a record in the order of the writer's fields.
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let writer = Writer::params(&mut b, self.navigator.schema);
        charged_if_empty(&mut b, WORK, |b| match self.facts.record(id).kind {
            AvroKind::Record | AvroKind::Error => {
                writer.check_kind(b, &[kind::RECORD]);
                self.read_fields(b, id, &value, &writer);
            }
            AvroKind::Duration => self.read_duration(b, id, &value, &writer),
            AvroKind::Value => match self.types.record(id).fields.first() {
                Some(field) => {
                    self.read_resolved_member(b, field, &self.facts.field(id, 0).form, value.field(0), &writer)
                }
                None => writer.check_kind(b, &[kind::NULL]),
            },
        });
        b.finish(vec![], vec![])
    }

    fn read_fields(&self, b: &mut FunctionBuilder, id: StructId, value: &Place, writer: &Writer) {
        let facts = self.facts.record(id);
        let tracked: Vec<u32> = (0..facts.fields.len() as u32).filter(|index| facts.demands(*index)).collect();
        let presence_bits = PresenceBits::new(tracked.len());
        let carried = [vec![("index", ValueType::U64, 0u64.into())], presence_bits.carried()].concat();
        let count = Expr::Len(writer.fields());
        let last = b.loop_while(
            carried,
            |carried| carried[0].below(count),
            |b, carried| {
                let next = self.read_field(b, id, value, writer, (&presence_bits, carried));
                [vec![carried[0] + 1u64], next].concat()
            },
        );
        let default = |index: &u32| self.facts.field(id, *index).default.as_ref();
        let demanded = tracked.iter().enumerate().filter(|(_, index)| default(index).is_none());
        let mut demanded = demanded.map(|(number, _)| number).peekable();
        if demanded.peek().is_some() {
            b.check(presence_bits.includes(&last[1..], demanded), ErrorCode::MissingField);
        }
        for (number, index) in tracked.iter().enumerate() {
            if let Some(constant) = default(index) {
                b.when(presence_bits.lacks(&last[1..], number), |b| {
                    let field = &self.types.record(id).fields[*index as usize];
                    put_field(b, self.types, field, constant, value.field(*index));
                });
            }
        }
    }

    fn read_duration(&self, b: &mut FunctionBuilder, id: StructId, value: &Place, writer: &Writer) {
        let facts = self.facts.record(id);
        let names = unqualified(&self.types.record(id).name.dotted(), &facts.aliases);
        self.check_fixed(b, &names, duration::SIZE, writer);
        duration::read(b, self.orders.fields(id), value);
    }

    /// Reads or skips the writer's field whose index is the first carried value; the other carried values are presence
    /// bits.
    fn read_field(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        value: &Place,
        writer: &Writer,
        (presence_bits, carried): (&PresenceBits, &[VarId]),
    ) -> Vec<Expr> {
        let index = Expr::from(carried[0]);
        let node = field_node(writer, index.clone());
        let name = Expr::Get(field(writer, index).field(0));
        let mut tracked = 0..;
        let mut arms = Vec::new();
        let all = self.facts.record(id);
        let fields = self.types.record(id).fields.iter().zip(&all.fields).zip(0..);
        let mut names: HashSet<&str> = self.types.record(id).fields.iter().map(|field| field.name.as_str()).collect();
        for ((field, facts), index) in fields {
            let number = if all.demands(index) { tracked.next() } else { None };
            let body = b.block(|b| {
                if let Some(number) = number {
                    b.check(presence_bits.lacks(&carried[1..], number), ErrorCode::DuplicateField);
                }
                self.read_member(b, field, &facts.form, value.field(index), node.clone());
                presence_bits.after(&carried[1..], number)
            });
            let aliases = facts.aliases.iter().filter(|alias| names.insert(alias));
            let keys = std::iter::once(&field.name).chain(aliases).map(|name| Const::Bytes(name.clone().into()));
            arms.push(Arm { keys: keys.collect(), body });
        }
        let skip = b.block(|b| {
            b.call(self.scalars.skip, node.args(), &[]);
            presence_bits.after(&carried[1..], None)
        });
        let results = vec![("presence", ValueType::U64); carried.len() - 1];
        b.switch(name, arms, skip, &results).into_iter().map(Expr::from).collect()
    }

    /// An optional that is null in the writer's data stays absent.
    fn read_member(&self, b: &mut FunctionBuilder, field: &FieldType, form: &AvroForm, place: Place, node: Writer) {
        let writer = self.navigator.resolve(b, node);
        self.read_resolved_member(b, field, form, place, &writer);
    }

    pub(super) fn read_resolved_member(
        &self,
        b: &mut FunctionBuilder,
        field: &FieldType,
        form: &AvroForm,
        place: Place,
        writer: &Writer,
    ) {
        if !field.optional {
            return self.read_resolved(b, (&field.ty, form), place, writer);
        }
        b.when(writer.kind().is_not(kind::NULL), |b| {
            b.open(place, None, ("present", field.ty.clone()), |b, bind, _| {
                self.read_resolved(b, (&field.ty, form), bind.into(), writer);
            });
        });
    }
}
