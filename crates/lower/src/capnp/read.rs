use super::Capnp;
use super::pointer::{Pointer, word_of};
use super::record::{self, Field};
use crate::scalar::Scalar;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{FieldType, Literal, StructId, Type};
use polywire_ir::{Expr, Function, Order, Place, ValueType, VarId};
use polywire_model::Presence;
use polywire_model::capnp_layout::Slot;

/// A struct being read.
#[derive(Clone, Copy)]
pub(super) struct Source {
    message: VarId,
    pub segment: VarId,
    /// Position of the data section.
    pub pos: VarId,
    /// Position of the pointer section.
    pub pointers_at: VarId,
    /// Bytes of both sections.
    pub data_bytes: VarId,
    pub pointer_bytes: VarId,
    /// The sections, truncated or padded to their size in this schema; `None` if that is zero.
    pub data: Option<VarId>,
    pub pointers: Option<VarId>,
}

impl Source {
    /// The end of the pointer section.
    pub fn end(&self) -> Expr {
        self.pointers_at + self.pointer_bytes
    }

    /// The bits at an offset in bits, zero-extended.
    pub fn bits(&self, bit: u32, scalar: &Scalar) -> Expr {
        let Some(section) = self.data else { return 0u64.into() };
        let all = Expr::Load { section, offset: bit / 8, width: scalar.width(), order: Order::Little };
        match (scalar.bits, bit % 8) {
            (1, 0) => all & 1u64,
            (1, shift) => (all >> u64::from(shift)) & 1u64,
            _ => all,
        }
    }

    /// The pointer with this index.
    pub fn pointer(&self, b: &mut FunctionBuilder, index: u32) -> Option<Pointer> {
        let offset = 8 * index;
        let word = b.let_("word", word_of(self.pointers?, offset));
        let pos = match offset {
            0 => self.pointers_at,
            _ => b.let_("pos", self.pointers_at + u64::from(offset)),
        };
        Some(Pointer { message: self.message, segment: self.segment, pos, word })
    }
}

impl Capnp<'_> {
    /// `read_Name(message, segment, pos, data, pointers, value)`: reads a struct from sections of these sizes, which
    /// are in the segment: the caller has checked that when it resolved the pointer, for all elements of a list at
    /// once.
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let mut b = self.scaffold.nesting("read", id);
        let source = self.read_sections(&mut b, id);
        let value = Place::from(b.build_param("value", Type::Struct(id)));
        self.report_unknown_members(&mut b, id, &source, &value);
        self.read_members(&mut b, id, &source, &value);
        b.finish(vec![], vec![])
    }

    /// Reads the members of a struct, or of a group that shares the sections.
    pub(super) fn read_members(&self, b: &mut FunctionBuilder, id: StructId, source: &Source, value: &Place) {
        let fields = self.types.record(id).fields.iter().enumerate();
        for (index, field) in fields.filter(|(index, _)| self.projection.field(id, *index as u32)) {
            self.read_field(b, (id, index, field), source, value.field(index as u32));
        }
    }

    fn read_sections(&self, b: &mut FunctionBuilder, id: StructId) -> Source {
        let message = b.value_param("message", ValueType::Bytes);
        let segment = b.value_param("segment", ValueType::Bytes);
        let pos = b.value_param("pos", ValueType::U64);
        let data_bytes = b.value_param("data", ValueType::U64);
        let pointer_bytes = b.value_param("pointers", ValueType::U64);
        let pointers_at = b.let_("pointers_at", pos + data_bytes);
        let record = self.record(id);
        let mut section = |name: &str, pos: VarId, len: VarId, size: u32| {
            let at = (segment.into(), pos.into(), len.into());
            (size > 0).then(|| b.section(name, at, vec![0; size as usize], None))
        };
        let data = section("data_section", pos, data_bytes, record.data());
        let pointers = section("pointer_section", pointers_at, pointer_bytes, record.pointer_bytes());
        Source { message, segment, pos, pointers_at, data_bytes, pointer_bytes, data, pointers }
    }

    fn read_field(
        &self,
        b: &mut FunctionBuilder,
        (id, index, field): (StructId, usize, &FieldType),
        source: &Source,
        place: Place,
    ) {
        let value = if field.optional { place.some() } else { place.clone() };
        let required = self.presence(id, index) == Presence::Required;
        match &self.record(id).fields[index] {
            Field::Plain(plain) => match plain.slot {
                Slot::Nothing => {}
                Slot::Data(bit) => self.read_scalar(b, (&field.ty, field.default.as_ref()), source, bit, value),
                Slot::Pointer(pointer) => {
                    let Some(pointer) = source.pointer(b, pointer) else { return };
                    let pointer = pointer.or_default(b, plain.default.as_deref());
                    self.read_pointer_field(b, (field, plain.opaque, required), &pointer, place);
                }
            },
            Field::Group(group) => self.read_members(b, *group, source, &value),
            Field::Union(union) if field.optional => {
                b.open(place, None, ("present", field.ty.clone()), |b, bind, _| {
                    self.read_union(b, (union, &field.ty, required), source, &bind.into());
                });
            }
            Field::Union(union) => self.read_union(b, (union, &field.ty, required), source, &place),
            Field::Optional(optional) => self.read_optional(b, (optional, &field.ty), source, &place),
        }
    }

    /// Reads a scalar of the data section.
    pub(super) fn read_scalar(
        &self,
        b: &mut FunctionBuilder,
        (ty, default): (&Type, Option<&Literal>),
        source: &Source,
        bit: u32,
        place: Place,
    ) {
        let Some(scalar) = record::scalar(self.types, ty) else { return };
        self.set_scalar(b, (&scalar, default), source.bits(bit, &scalar), place);
    }

    /// Sets a scalar from its encoded bits, which are XORed with its default.
    pub(super) fn set_scalar(
        &self,
        b: &mut FunctionBuilder,
        (scalar, default): (&Scalar, Option<&Literal>),
        bits: Expr,
        place: Place,
    ) {
        let value = self.scalar_value(b, (scalar, default), bits);
        b.set(place, value);
    }
}
