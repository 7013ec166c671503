use super::source::{Fields, Source, load};
use super::table::{OFFSET, Shape};
use super::{ENTRY, Flatbuffers};
use crate::plan::report_unknown_at;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, ErrorCode, Expr, Function, Place, UnknownKind, ValueType, VarId};

/// Bytes of the largest table whose scalars are read whether they are present or not.
const LARGEST_READ_WHOLE: u32 = 64;

/// Marks that no vtable is known: positions are below 2^33, or wrapped around zero.
pub(super) const UNKNOWN: u64 = 1 << 63;

impl Flatbuffers {
    /// `read_Name(buffer, table, known, value) -> known`: reads the table at a position.
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
        if self.thorough {
            let vtable = vtable_at(&mut b, buffer, table);
            self.call_read_any(&mut b, id, (buffer, table, vtable), value);
            return b.finish(vec![known.into()], vec![ValueType::U64]);
        }
        let (align, size) = (u64::from(self.table(id).align), u64::from(self.table(id).size));
        let aligned = (table & (align - 1)).is(0u64);
        let found = [("known", ValueType::U64)];
        let known = b.if_yields(
            aligned & fits(buffer, table, size),
            &found,
            |b| {
                let at = (buffer.into(), table.into(), size.into());
                let fields = b.section("fields", at, vec![0; size as usize], ErrorCode::BadPointer);
                let vtable = b.let_("vtable", vtable_of(table, fields));
                let same = self.same_vtable(b, id, buffer, vtable, known);
                b.if_yields(
                    same.into(),
                    &found,
                    |b| {
                        let fields = Fields::Constant(fields);
                        self.read_fields(b, id, &Source { buffer, table, fields }, value.into());
                        vec![vtable.into()]
                    },
                    |b| {
                        self.call_read_any(b, id, (buffer, table, vtable), value);
                        vec![known.into()]
                    },
                )
                .into_iter()
                .map(Expr::from)
                .collect()
            },
            |b| {
                let vtable = vtable_at(b, buffer, table);
                self.call_read_any(b, id, (buffer, table, vtable), value);
                vec![known.into()]
            },
        );
        b.finish(vec![known[0].into()], vec![ValueType::U64])
    }

    fn call_read_any(&self, b: &mut FunctionBuilder, id: StructId, at: (VarId, VarId, VarId), value: VarId) {
        let args = [at.0, at.1, at.2].map(|var| Arg::Value(var.into())).into_iter();
        if let Some(function) = self.functions(id).read_any {
            b.call(function, args.chain([Arg::Place(value.into())]).collect(), &[]);
        }
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

    /// `read_any_Name(buffer, table, vtable, value)`: reads a table whose fields are located by its vtable. A vtable is its own
    /// size, that of the table, and the fields' offsets in the table or 0, 16 bits each.
    pub(super) fn read_any_table(&self, id: StructId) -> Function {
        let mut b = self.scaffold.function("read_any", id);
        b.rare();
        let buffer = b.value_param("buffer", ValueType::Bytes);
        let table = b.value_param("table", ValueType::U64);
        let vtable = b.value_param("vtable", ValueType::U64);
        let value = b.build_param("value", Type::Struct(id));
        let (size, entries) = match self.functions(id).locate {
            Some(locate) => self.locate(&mut b, id, (buffer, table, vtable), locate),
            None => self.even_entries(&mut b, id, buffer, vtable),
        };
        self.report_unknown_members(&mut b, id, (buffer, vtable, size), &value.into());
        let fields = match self.thorough {
            true => Fields::Vtable(entries),
            false => Fields::Located { entries, base: self.base(&mut b, id, (buffer, table)) },
        };
        self.read_fields(&mut b, id, &Source { buffer, table, fields }, value.into());
        b.finish(vec![], vec![])
    }

    /// In small tables, most scalars are present, and reading an absent one as well is cheaper than a branch. Returns the
    /// position from which such scalars are read; an absent one is read at the position itself. It is the table's, if that
    /// has enough bytes behind it; otherwise all scalars are absent, and it is the start of the buffer. In larger tables,
    /// most scalars are absent.
    fn base(&self, b: &mut FunctionBuilder, id: StructId, (buffer, table): (VarId, VarId)) -> Option<VarId> {
        let it = self.table(id);
        // A buffer has at least two offsets: to the root, and to its vtable.
        let widest = u64::from(2 * OFFSET);
        let is_small = it.size <= LARGEST_READ_WHOLE;
        let has_wide = it.fields.iter().any(|it| matches!(&it.shape, Shape::Scalar(it) if it.width() > OFFSET as u8));
        let left = Expr::from(buffer).bytes_len() - table;
        is_small.then(|| match has_wide {
            true => b.let_("base", Expr::from(widest).at_most(left).choose(table, 0u64)),
            false => table,
        })
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
        let fields = 0..self.table(id).fields.len() as u32;
        for index in fields.filter(|index| self.projection.field(id, *index)) {
            self.read_field(b, (id, index), source, value.field(index));
        }
    }
}

/// Reads the start of a table at a position, and returns the position of its vtable.
fn vtable_at(b: &mut FunctionBuilder, buffer: VarId, table: VarId) -> VarId {
    b.check((table & u64::from(OFFSET - 1)).is(0u64), ErrorCode::BadPointer);
    let at = (buffer.into(), table.into(), u64::from(OFFSET).into());
    let head = b.section("head", at, vec![0; OFFSET as usize], ErrorCode::BadPointer);
    b.let_("vtable", vtable_of(table, head))
}

/// Returns the position of a table's vtable, given the start of the table as a section.
fn vtable_of(table: VarId, head: VarId) -> Expr {
    table - load(head, 0, OFFSET as u8).sign_extended(8 * OFFSET as u8).reinterpret()
}

/// Tests whether a buffer has this many bytes at a position.
fn fits(buffer: VarId, pos: VarId, len: u64) -> Expr {
    let size = || Expr::from(buffer).bytes_len();
    Expr::from(len).at_most(size()) & pos.at_most(size() - len)
}
