use super::Capnp;
use super::list::Elements;
use super::pointee::Pointee;
use super::pointer::{Pointer, word_of};
use super::record::{self, Field, Plain};
use crate::scalar::Scalar;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{FieldType, StructId, Type};
use polywire_ir::{Arg, ErrorCode, Expr, Order, Place, ValueType, VarId};
use polywire_model::Presence;
use polywire_model::attr::CapnpOpaque;

/// The results for the target of a struct pointer.
const STRUCT_TARGET: [(&str, ValueType); 4] =
    [("segment", ValueType::Bytes), ("target", ValueType::U64), ("data", ValueType::U64), ("pointers", ValueType::U64)];

impl Capnp<'_> {
    /// Reads a field in the pointer section; null means absence, or else the default, which the value already has.
    pub(super) fn read_pointer_field(
        &self,
        b: &mut FunctionBuilder,
        (field, opaque, required): (&FieldType, Option<CapnpOpaque>, bool),
        pointer: &Pointer,
        place: Place,
    ) {
        let pointee = Pointee { ty: &field.ty, opaque };
        if !field.optional {
            return self.read_or_new(b, pointee, pointer, place);
        }
        let present = pointer.word.is_not(0u64);
        if required {
            b.check(present.clone(), ErrorCode::MissingField);
        }
        b.when(present, |b| {
            b.open(place, None, ("present", field.ty.clone()), |b, bind, _| {
                self.read_pointer(b, pointee, pointer, bind.into());
            });
        });
    }

    /// Reads the target of a message's root pointer; null means a struct of zeros.
    pub(super) fn read_root(&self, b: &mut FunctionBuilder, id: StructId, pointer: &Pointer, place: Place) {
        if self.zeros_differ(id) {
            self.read_struct_or_zeros(b, id, pointer, place);
        } else {
            self.read_or_new(b, Pointee::of(&Type::Struct(id)), pointer, place);
        }
    }

    /// Reads the target of a pointer; null means a new value, and a struct of zeros unless the type is recursive.
    pub(super) fn read_or_new(&self, b: &mut FunctionBuilder, pointee: Pointee<'_>, pointer: &Pointer, place: Place) {
        let present = pointer.word.is_not(0u64);
        match pointee.ty {
            Type::Struct(id) if !self.scaffold.nests(*id) && self.zeros_differ(*id) => {
                self.read_struct_or_zeros(b, *id, pointer, place);
            }
            _ => b.when(present, |b| self.read_pointer(b, pointee, pointer, place)),
        }
    }

    /// Returns true if a struct of zeros differs from a new value: its unions have their first case, pointers with a
    /// default have the default, and required fields are missing.
    fn zeros_differ(&self, id: StructId) -> bool {
        let fields = self.types.record(id).fields.iter().enumerate();
        fields.into_iter().any(|(index, field)| match (&field.ty, self.presence(id, index)) {
            (_, Presence::Required) | (Type::Union(_), _) => true,
            _ if matches!(&self.record(id).fields[index], Field::Plain(Plain { default: Some(_), .. })) => true,
            // A group is in the sections of the struct, so it cannot contain itself in this way.
            _ if matches!(&self.record(id).fields[index], Field::Group(group) if self.zeros_differ(*group)) => true,
            (Type::Struct(inner), Presence::Implicit) => !self.scaffold.nests(*inner) && self.zeros_differ(*inner),
            _ => false,
        })
    }

    fn read_struct_or_zeros(&self, b: &mut FunctionBuilder, id: StructId, pointer: &Pointer, place: Place) {
        let target = b.if_yields(
            pointer.word.is_not(0u64),
            &STRUCT_TARGET,
            |b| {
                let target = b.call(self.pointers.struct_target, pointer.args(), &STRUCT_TARGET);
                target.into_iter().map(Expr::from).collect()
            },
            |_| vec![pointer.segment.into(), 0u64.into(), 0u64.into(), 0u64.into()],
        );
        self.call_read(b, id, pointer.message, &target, place);
    }

    /// Reads the target of a pointer that is not null.
    pub(super) fn read_pointer(&self, b: &mut FunctionBuilder, pointee: Pointee<'_>, pointer: &Pointer, place: Place) {
        match (pointee.ty, pointee.opaque) {
            (Type::Int { .. }, Some(CapnpOpaque::Capability(_))) => {
                let number = b.call(self.pointers.capability, pointer.args(), &[("number", ValueType::U64)]);
                b.set(place, number[0]);
            }
            (Type::Int { .. }, Some(CapnpOpaque::Voids)) => {
                let count = match &self.unknown_reports {
                    Some(unknown_reports) => unknown_reports.voids(b, pointer, &place),
                    None => self.lists.voids(b, pointer),
                };
                b.set(place, count);
            }
            (Type::Bytes, Some(opaque)) => self.objects.read(b, opaque, pointer, place),
            (Type::Text { .. }, _) => {
                let text = b.call(self.pointers.text, pointer.args(), &[("text", ValueType::Bytes)]);
                b.set(place, text[0]);
            }
            (Type::Bytes, _) => {
                let bytes = b.call(self.pointers.blob, pointer.args(), &[("bytes", ValueType::Bytes)]);
                b.set(place, bytes[0]);
            }
            (Type::FixedBytes(len, _), _) => {
                let bytes = b.call(self.pointers.blob, pointer.args(), &[("bytes", ValueType::Bytes)]);
                b.check(Expr::from(bytes[0]).bytes_len().is(u64::from(*len)), ErrorCode::BadLength);
                b.set(place, bytes[0]);
            }
            (Type::Struct(id), _) => self.read_struct_pointer(b, *id, pointer, place),
            (Type::List(element), _) => self.read_list(b, pointee.to(element), None, pointer, place),
            (Type::Map(entry), _) => self.read_list(b, Pointee::of(&Type::Struct(*entry)), None, pointer, place),
            (Type::Array(element, len), _) => self.read_list(b, pointee.to(element), Some(*len), pointer, place),
            // Other scalars, and unions, are never in the pointer section.
            (Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) | Type::Union(_), _) => {}
        }
    }

    /// Reads a struct behind a pointer that is not null.
    pub(super) fn read_struct_pointer(&self, b: &mut FunctionBuilder, id: StructId, pointer: &Pointer, place: Place) {
        let target = b.call(self.pointers.struct_target, pointer.args(), &STRUCT_TARGET);
        self.call_read(b, id, pointer.message, &target, place);
    }

    fn call_read(&self, b: &mut FunctionBuilder, id: StructId, message: VarId, target: &[VarId], place: Place) {
        let values = [message].into_iter().chain(target.iter().copied());
        let args = values.map(|var| Arg::Value(var.into())).chain([Arg::Place(place)]).collect();
        b.call(self.codecs[id].read, args, &[]);
    }

    fn read_list(
        &self,
        b: &mut FunctionBuilder,
        element: Pointee<'_>,
        len: Option<u32>,
        pointer: &Pointer,
        place: Place,
    ) {
        if *element.ty == Type::Bool {
            let [segment, first, count] = self.lists.bits(b, pointer);
            check_len(b, count, len);
            return read_bits(b, (segment, first, count), place);
        }
        let elements = self.lists.elements(b, pointer);
        check_len(b, elements.count, len);
        match (element.ty, record::scalar(self.types, element.ty)) {
            (Type::Struct(id), _) => self.read_structs(b, *id, pointer.message, &elements, place),
            (_, Some(scalar)) if element.opaque.is_none() => self.read_scalars(b, &scalar, &elements, place),
            _ => self.read_pointers(b, element, pointer.message, &elements, place),
        }
    }

    fn read_structs(&self, b: &mut FunctionBuilder, id: StructId, message: VarId, from: &Elements, place: Place) {
        let carried = vec![("pos", ValueType::U64, Expr::from(from.first))];
        b.fill_carry(place, from.count, ("element", Type::Struct(id)), carried, |b, bind, _, vars| {
            let target = [from.segment, vars[0], from.data, from.pointers];
            self.call_read(b, id, message, &target, bind.into());
            vec![vars[0] + from.data + from.pointers]
        });
    }

    /// Reads contiguous scalars, or one at the start of each larger element.
    fn read_scalars(&self, b: &mut FunctionBuilder, scalar: &Scalar, from: &Elements, place: Place) {
        let width = u64::from(scalar.width());
        b.check(Expr::from(width).at_most(from.data), ErrorCode::WrongKind);
        let dense = (from.data + from.pointers).is(width);
        b.if_else(
            dense,
            |b| self.read_dense_scalars(b, scalar, from, place.clone()),
            |b| self.read_spread_scalars(b, scalar, from, place.clone()),
        );
    }

    fn read_dense_scalars(&self, b: &mut FunctionBuilder, scalar: &Scalar, from: &Elements, place: Place) {
        b.at(from.segment, from.first, &[], |b| {
            b.fill(place, from.count, ("element", scalar.ty.clone()), |b, bind, _| {
                let bits = b.read_int("bits", scalar.width(), Order::Little);
                self.set_scalar(b, (scalar, None), bits.into(), bind.into());
            });
            vec![]
        });
    }

    fn read_spread_scalars(&self, b: &mut FunctionBuilder, scalar: &Scalar, from: &Elements, place: Place) {
        let carried = vec![("pos", ValueType::U64, Expr::from(from.first))];
        let width = scalar.width();
        b.fill_carry(place, from.count, ("element", scalar.ty.clone()), carried, |b, bind, _, vars| {
            let at = (from.segment.into(), vars[0].into(), u64::from(width).into());
            let section = b.section("data_section", at, vec![0; width.into()], None);
            let bits = Expr::Load { section, offset: 0, width, order: Order::Little };
            self.set_scalar(b, (scalar, None), bits, bind.into());
            self.report_unknown_around(b, (from, vars[0], 0u64.into()), width.into(), &bind.into());
            vec![vars[0] + from.data + from.pointers]
        });
    }

    /// Reads contiguous pointers, or one at the start of each larger element's pointers.
    fn read_pointers(
        &self,
        b: &mut FunctionBuilder,
        element: Pointee<'_>,
        message: VarId,
        from: &Elements,
        place: Place,
    ) {
        b.check(from.pointers.is_not(0u64), ErrorCode::WrongKind);
        let carried = vec![("pos", ValueType::U64, from.first + from.data)];
        b.fill_carry(place, from.count, ("element", element.ty.clone()), carried, |b, bind, _, vars| {
            let at = (from.segment.into(), vars[0].into(), 8u64.into());
            let section = b.section("pointer_section", at, vec![0; 8], None);
            let word = b.let_("word", word_of(section, 0));
            let pointer = Pointer { message, segment: from.segment, pos: vars[0], word };
            self.read_or_new(b, element, &pointer, bind.into());
            self.report_unknown_around(b, (from, vars[0], from.data.into()), 8, &bind.into());
            vec![vars[0] + from.data + from.pointers]
        });
    }
}

/// An array's list must have exactly its length.
fn check_len(b: &mut FunctionBuilder, count: VarId, len: Option<u32>) {
    if let Some(len) = len {
        b.check(count.is(u64::from(len)), ErrorCode::BadLength);
    }
}

/// Reads bits starting with the lowest of each byte; the byte is carried and shifted down.
fn read_bits(b: &mut FunctionBuilder, (segment, first, count): (VarId, VarId, VarId), place: Place) {
    b.at(segment, first, &[], |b| {
        let carried = vec![("bits", ValueType::U64, Expr::from(0u64))];
        b.fill_carry(place, count, ("element", Type::Bool), carried, |b, bind, index, vars| {
            let bits = b.if_yields(
                (index & 7u64).is(0u64),
                &[("bits", ValueType::U64)],
                |b| vec![b.read_int("byte", 1, Order::Little).into()],
                |_| vec![vars[0].into()],
            )[0];
            b.set(bind.into(), (bits & 1u64).is(1u64));
            vec![bits >> 1u64]
        });
        vec![]
    });
}
