//! Views: an accessor for each field, each case and the elements of each kind of vector, derived from the same layout as
//! the decoder. A table is located by its position and its vtable, so that an accessor reads one entry of the vtable.
//!
//! Design: docs/decisions/0095-views-of-flatbuffers.md

use super::Flatbuffers;
use super::message::Prefix;
use super::table::{Field, Shape};
use super::view_inline::INLINE;
use super::view_table::{TABLE, TablePlace, find_vtable, span};
use crate::plan::{ViewNames, types_of, vars};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{FieldType, StructId, Type};
use polywire_ir::{Access, ErrorCode, Expr, FuncId, Function, Getter, Slot, StructView, ValueType, VarId, Views};
use polywire_model::Presence;

pub(super) const PRESENT: (&str, ValueType) = ("present", ValueType::Bool);

/// Generates accessors.
pub(super) struct Viewing<'f> {
    pub(super) flatbuffers: &'f Flatbuffers,
    /// `vtable(buffer, table) -> vtable`
    pub(super) vtable: FuncId,
    /// Whole messages are behind this.
    prefix: Prefix,
    /// The first struct that only wraps a value: such values have no views.
    first_wrapper: StructId,
    names: ViewNames,
}

impl Flatbuffers {
    /// Adds the view functions of each struct.
    pub(super) fn add_views(&self, module: &mut ModuleBuilder, (first_wrapper, prefix): (StructId, Prefix)) {
        let vtable = module.add(find_vtable());
        let viewing = Viewing { flatbuffers: self, vtable, prefix, first_wrapper, names: ViewNames::default() };
        let structs = viewing.shown().map(|id| viewing.struct_view(module, id)).collect();
        let lists =
            viewing.elements_of_lists().into_iter().map(|element| viewing.list_view(module, &element)).collect();
        module.views(Views { structs, lists, objects: None });
    }
}

impl Viewing<'_> {
    /// Returns the structs that have views.
    pub(super) fn shown(&self) -> impl Iterator<Item = StructId> + '_ {
        (0..self.first_wrapper.0).map(StructId).filter(|id| self.is_shown(&Type::Struct(*id)))
    }

    /// Returns true if values of a type have views: none inside of them is wrapped.
    pub(super) fn is_shown(&self, ty: &Type) -> bool {
        let types = self.flatbuffers.types();
        match ty {
            Type::Map(id) => self.is_shown(&Type::Struct(*id)),
            Type::Struct(id) if types.record(*id).is_entry => {
                types.record(*id).fields.iter().all(|part| self.is_shown(&part.ty))
            }
            Type::Struct(id) => *id < self.first_wrapper,
            Type::List(element) | Type::Array(element, _) => self.is_shown(element),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_)
            | Type::Union(_) => true,
        }
    }

    /// Starts an accessor of this name.
    pub(super) fn function(&self, name: String) -> FunctionBuilder {
        self.names.function(&self.flatbuffers.scaffold, name)
    }

    fn struct_view(&self, module: &mut ModuleBuilder, id: StructId) -> StructView {
        let flatbuffers = self.flatbuffers;
        let prefix = format!("get_{}", &flatbuffers.scaffold.names[id]);
        let fields = flatbuffers.types().record(id).fields.iter();
        if let Some(it) = flatbuffers.schema.inline(id) {
            let fields = fields.zip(it.members()).map(|(field, member)| {
                let name = format!("{prefix}_{}", field.name);
                Access::Value(self.member_getter(module, name, (it, member), &field.ty))
            });
            let fields = fields.collect();
            return StructView { record: id, place: vars(&INLINE), root: None, object: None, fields };
        }
        let is_message = !flatbuffers.types().record(id).is_entry;
        let root = is_message.then(|| module.add(self.root(id)));
        let fields = fields.zip(&flatbuffers.table(id).fields);
        let fields =
            fields.map(|(ty, field)| self.access(module, &format!("{prefix}_{}", ty.name), field, ty)).collect();
        StructView { record: id, place: vars(&TABLE), root, object: None, fields }
    }

    /// `root_Name(levels)`: finds the table of a message.
    fn root(&self, id: StructId) -> Function {
        let mut b = self.flatbuffers.scaffold.function("root", id);
        let levels = b.value_param("levels", ValueType::U64);
        let buffer = b.let_("buffer", Expr::Input);
        let table = self.flatbuffers.root_table(&mut b, id, buffer, (self.prefix, false));
        let yields = self.enter(&mut b, id, (buffer, table), levels);
        b.finish(yields, types_of(&TABLE))
    }

    fn access(&self, module: &mut ModuleBuilder, name: &str, field: &Field, ty: &FieldType) -> Access {
        match field.shape {
            Shape::Union(union, value) => self.union_access(module, name, (field, union, value)),
            _ if !self.is_shown(&ty.ty) => Access::None,
            Shape::Unions(_, values) => {
                Access::Value(Getter::of(module.add(self.unions(name, field, values, ty.optional))))
            }
            Shape::Scalar(ref scalar) => {
                let get = module.add(self.field(name, field, ty));
                let is_whole = scalar.has_native_width(self.flatbuffers.types());
                let slot = is_whole.then(|| slot(module.add(self.locate(name, field, scalar.width()))));
                Access::Value(Getter { slot, ..Getter::of(get) })
            }
            Shape::Inline(_)
            | Shape::Text
            | Shape::Bytes(_)
            | Shape::Table(_)
            | Shape::Buffer(_)
            | Shape::Vector(..) => Access::Value(Getter::of(module.add(self.field(name, field, ty)))),
        }
    }

    /// Returns the bytes of a scalar; none if the table lacks it.
    fn locate(&self, name: &str, field: &Field, width: u8) -> Function {
        let mut b = self.function(format!("{name}_slot"));
        let place = TablePlace::params(&mut b);
        let offset = place.offset(&mut b, field.slot);
        let results = [("found", ValueType::Bytes)];
        let read = |b: &mut FunctionBuilder| {
            let pos = place.aligned(b, offset, width.into());
            vec![span(b, place.buffer, pos, u64::from(width).into()).into()]
        };
        let found = b.if_yields(offset.is_not(0u64), &results, read, |_| vec![Expr::from([].as_slice())]);
        b.finish(vec![found[0].into()], types_of(&results))
    }

    /// Reads a field other than a union.
    fn field(&self, name: &str, field: &Field, ty: &FieldType) -> Function {
        let mut b = self.function(name.to_owned());
        let place = TablePlace::params(&mut b);
        let offset = place.offset(&mut b, field.slot);
        let present = b.let_("present", offset.is_not(0u64));
        self.require(&mut b, field, &place, present.into());
        let mut results = self.results(&ty.ty);
        let read = |b: &mut FunctionBuilder| self.read_field(b, field, &ty.ty, (&place, offset));
        let absent = |_: &mut FunctionBuilder| self.absent((&ty.ty, ty.default.as_ref()), place.levels);
        let value = b.if_yields(present.into(), &results, read, absent);
        let mut yields: Vec<Expr> = value.into_iter().map(Expr::from).collect();
        if ty.optional {
            results.insert(0, PRESENT);
            yields.insert(0, present.into());
        }
        b.finish(yields, types_of(&results))
    }

    /// Refuses a table without a field that it must have. A table that the message lacks has none of its fields.
    pub(super) fn require(&self, b: &mut FunctionBuilder, field: &Field, place: &TablePlace, present: Expr) {
        if field.presence == Presence::Required || field.is_text_key {
            b.check(present | place.is_lacking(), ErrorCode::MissingField);
        }
    }

    /// Returns the place of the table at a position.
    pub(super) fn enter(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        (buffer, table): (VarId, VarId),
        levels: VarId,
    ) -> Vec<Expr> {
        let levels = self.flatbuffers.levels_in(b, id, levels);
        let args = [buffer, table].map(|var| polywire_ir::Arg::Value(var.into())).to_vec();
        let vtable = b.call(self.vtable, args, &[("vtable", ValueType::Bytes)])[0];
        vec![buffer.into(), table.into(), vtable.into(), levels]
    }
}

/// A scalar's bits are stored as they are, the lowest byte first.
pub(super) fn slot(locate: FuncId) -> Slot {
    Slot { locate, is_big_endian: false, mask: 0 }
}
