use super::source::{Fields, Source, load};
use super::{ENTRY, Flatbuffers};
use crate::plan::report_unknown_at;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, ErrorCode, Expr, Function, Place, UnknownKind, ValueType, VarId};

/// Marks that no vtable is known: positions are below 2^33, or wrapped around zero.
pub(super) const UNKNOWN: u64 = 1 << 63;

impl Flatbuffers {
    /// `read_Name(buffer, table, known, value) -> known`: reads the table at a position that is a multiple of four.
    /// `known` is the position of a vtable that matches this encoder's, so that it is compared only once for the
    /// elements of a vector.
    pub(super) fn read_table(&self, id: StructId) -> Function {
        let mut b = self.scaffold.nesting("read", id);
        let buffer = b.value_param("buffer", ValueType::Bytes);
        let table = b.value_param("table", ValueType::U64);
        let known = b.value_param("known", ValueType::U64);
        let value = b.build_param("value", Type::Struct(id));
        if self.scaffold.nests(id) {
            b.charge(u64::from(self.table(id).size));
        }
        let head = b.section("head", (buffer.into(), table.into(), 4u64.into()), vec![0; 4], ErrorCode::BadPointer);
        let distance = load(head, 0, 4).sign_extended(32).reinterpret();
        let vtable = b.let_("vtable", table - distance);
        let read_any = |b: &mut FunctionBuilder| {
            let args = [buffer, table, vtable].map(|var| Arg::Value(var.into())).into_iter();
            if let Some(function) = self.functions(id).read_any {
                b.call(function, args.chain([Arg::Place(value.into())]).collect(), &[]);
            }
        };
        if self.thorough {
            read_any(&mut b);
            return b.finish(vec![known.into()], vec![ValueType::U64]);
        }
        let same = self.same_vtable(&mut b, id, buffer, vtable, known);
        let (align, size) = (u64::from(self.table(id).align), u64::from(self.table(id).size));
        let aligned = (table & (align - 1)).is(0u64);
        let expected = aligned & same & fits(buffer, table, size);
        b.if_else(
            expected,
            |b| {
                let at = (buffer.into(), table.into(), size.into());
                let section = b.section("fields", at, vec![0; size as usize], ErrorCode::BadPointer);
                self.read_fields(b, id, &Source { buffer, table, fields: Fields::Constant(section) }, value.into());
            },
            read_any,
        );
        let known = Expr::from(same).choose(vtable, known);
        b.finish(vec![known], vec![ValueType::U64])
    }

    /// Tests whether the vtable at a position matches this encoder's.
    fn same_vtable(&self, b: &mut FunctionBuilder, id: StructId, buffer: VarId, vtable: VarId, known: VarId) -> VarId {
        let expected = &self.table(id).vtable;
        let len = expected.len() as u64;
        let even = (vtable & 1u64).is(0u64);
        let in_reach = fits(buffer, vtable, len) & even;
        b.if_yields(
            vtable.is(known),
            &[("same", ValueType::Bool)],
            |_| vec![true.into()],
            |b| {
                let same = b.if_yields(
                    in_reach,
                    &[("same", ValueType::Bool)],
                    |b| {
                        let at = (buffer.into(), vtable.into(), len.into());
                        let found = b.section("found", at, vec![0; len as usize], ErrorCode::BadPointer);
                        vec![found.is(expected.as_slice())]
                    },
                    |_| vec![false.into()],
                );
                vec![same[0].into()]
            },
        )[0]
    }

    /// `read_any_Name(buffer, table, vtable, value)`: reads a table whose fields are located by its vtable. A vtable is
    /// its own size, that of the table, and the fields' offsets in the table or 0, 16 bits each; one of an older writer
    /// has fewer entries, one of a newer writer more.
    pub(super) fn read_any_table(&self, id: StructId) -> Function {
        let mut b = self.scaffold.function("read_any", id);
        b.rare();
        let buffer = b.value_param("buffer", ValueType::Bytes);
        let table = b.value_param("table", ValueType::U64);
        let vtable = b.value_param("vtable", ValueType::U64);
        let value = b.build_param("value", Type::Struct(id));
        b.check((vtable & 1u64).is(0u64), ErrorCode::BadPointer);
        let size = b.section("size", (buffer.into(), vtable.into(), 2u64.into()), vec![0; 2], ErrorCode::BadPointer);
        let size = b.let_("size", load(size, 0, 2));
        b.check((size & 1u64).is(0u64), ErrorCode::BadLength);
        let at = (buffer.into(), vtable.into(), size.into());
        let entries = b.section("entries", at, vec![0; self.table(id).vtable.len()], ErrorCode::BadPointer);
        self.report_unknown_members(&mut b, id, (buffer, vtable, size), &value.into());
        self.read_fields(&mut b, id, &Source { buffer, table, fields: Fields::Vtable(entries) }, value.into());
        b.finish(vec![], vec![])
    }

    /// Reports members that the schema lacks: additional entries of a vtable.
    fn report_unknown_members(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        (buffer, vtable, size): (VarId, VarId, VarId),
        place: &Place,
    ) {
        let Some(first_set) = self.first_set.filter(|_| !self.projection.is_partial(id)) else { return };
        let known = u64::from(self.table(id).vtable_len());
        b.when(Expr::from(known).below(size), |b| {
            let entries = b.let_("entries", vtable + known);
            let end = b.let_("end", vtable + size);
            let args = [buffer, entries, end].map(|var| Arg::Value(var.into())).to_vec();
            let first = b.call(first_set, args, &[("first", ValueType::U64)])[0];
            b.when(first.below(end), |b| {
                report_unknown_at(b, (buffer, first.into(), u64::from(ENTRY).into()), UnknownKind::Member, place);
            });
        });
    }

    fn read_fields(&self, b: &mut FunctionBuilder, id: StructId, source: &Source, value: Place) {
        let fields = self.table(id).fields.iter().enumerate();
        for (index, field) in fields.filter(|(index, _)| self.projection.field(id, *index as u32)) {
            let ty = &self.types().record(id).fields[index].ty;
            self.read_field(b, (id, ty), field, source, value.field(index as u32));
        }
    }
}

/// Tests whether a buffer has this many bytes at a position.
fn fits(buffer: VarId, pos: VarId, len: u64) -> Expr {
    let size = || Expr::from(buffer).bytes_len();
    Expr::from(len).at_most(size()) & pos.at_most(size() - len)
}
