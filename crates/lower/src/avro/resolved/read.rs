use super::Resolved;
use super::skip::{WORK, charged_if_empty, field, field_node};
use super::writer::{Writer, kind};
use crate::plan::PresenceBits;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{FieldType, StructId};
use polywire_ir::{Arm, Const, ErrorCode, Expr, Function, Place, ValueType, VarId};
use polywire_model::Presence;

impl Resolved<'_> {
    /// Reads a record in the order of the writer's fields.
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let writer = Writer::params(&mut b, self.navigator.schema);
        writer.check_kind(&mut b, &[kind::RECORD]);
        charged_if_empty(&mut b, WORK, |b| self.read_fields(b, id, &value, &writer));
        b.finish(vec![], vec![])
    }

    fn read_fields(&self, b: &mut FunctionBuilder, id: StructId, value: &Place, writer: &Writer) {
        let fields = &self.facts.record(id).fields;
        let presence_bits =
            PresenceBits::new(fields.iter().filter(|field| field.presence == Presence::Required).count());
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
        if !presence_bits.is_empty() {
            b.check(presence_bits.complete(&last[1..]), ErrorCode::MissingField);
        }
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
        let mut required = 0..;
        let mut arms = Vec::new();
        let fields = self.types.record(id).fields.iter().zip(&self.facts.record(id).fields).zip(0..);
        for ((field, facts), index) in fields {
            let number = if facts.presence == Presence::Required { required.next() } else { None };
            let body = b.block(|b| {
                self.read_member(b, field, value.field(index), node.clone());
                presence_bits.after(&carried[1..], number)
            });
            arms.push(Arm { keys: vec![Const::Bytes(field.name.clone().into())], body });
        }
        let skip = b.block(|b| {
            b.call(self.scalars.skip, node.args(), &[]);
            presence_bits.after(&carried[1..], None)
        });
        let results = vec![("presence", ValueType::U64); carried.len() - 1];
        b.switch(name, arms, skip, &results).into_iter().map(Expr::from).collect()
    }

    /// An optional that is null in the writer's data stays absent.
    fn read_member(&self, b: &mut FunctionBuilder, field: &FieldType, place: Place, node: Writer) {
        let writer = self.navigator.resolve(b, node);
        if !field.optional {
            return self.read_resolved(b, &field.ty, place, &writer);
        }
        b.when(writer.kind().is_not(kind::NULL), |b| {
            b.open(place, None, ("present", field.ty.clone()), |b, bind, _| {
                self.read_resolved(b, &field.ty, bind.into(), &writer);
            });
        });
    }
}
