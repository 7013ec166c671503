use super::Capnp;
use super::list::COMPOSITE;
use super::pointee::Pointee;
use super::pointer::{Kind, OTHER};
use super::record;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Datum, ErrorCode, Expr, Order, Place, ValueType, VarId};
use polywire_model::attr::CapnpOpaque;

/// Counts in pointers have 29 bits.
const MAX_COUNT: u64 = (1 << 29) - 1;

impl Capnp<'_> {
    /// Puts a value that is always present: null if it is empty, unless null means another default.
    pub(super) fn put_unless_empty(
        &self,
        b: &mut FunctionBuilder,
        (pointee, null_is_empty): (Pointee<'_>, bool),
        place: Place,
        at: u32,
    ) {
        match (pointee.opaque, pointee.ty) {
            (Some(CapnpOpaque::Voids), Type::Int { .. }) if !null_is_empty => self.put_pointer(b, pointee, place, at),
            (Some(_), Type::Int { .. }) => {
                b.when(Expr::Get(place.clone()).is_not(0u64), |b| self.put_pointer(b, pointee, place, at));
            }
            // An empty byte string is not a message, so it becomes null even if that means a default.
            (Some(_), Type::Bytes) => self.put_unless_no_bytes(b, pointee, place, at),
            (_, Type::Text { .. } | Type::Bytes | Type::List(_) | Type::Map(_)) if null_is_empty => {
                self.put_unless_no_bytes(b, pointee, place, at);
            }
            _ => self.put_pointer(b, pointee, place, at),
        }
    }

    fn put_unless_no_bytes(&self, b: &mut FunctionBuilder, pointee: Pointee<'_>, place: Place, at: u32) {
        b.when(Expr::Len(place.clone()).is_not(0u64), |b| self.put_pointer(b, pointee, place, at));
    }

    /// Puts a pointer to a value.
    pub(super) fn put_pointer(&self, b: &mut FunctionBuilder, pointee: Pointee<'_>, place: Place, at: u32) {
        match (pointee.ty, pointee.opaque) {
            (Type::Int { .. }, Some(CapnpOpaque::Capability(_))) => put_capability(b, place, at),
            (Type::Int { .. }, Some(CapnpOpaque::Voids)) => put_voids(b, place, at),
            (Type::Bytes, Some(opaque)) => self.objects.put(b, opaque, place, at),
            (Type::Text { .. }, _) => put_bytes(b, place, 1, at),
            (Type::Bytes | Type::FixedBytes(..), _) => put_bytes(b, place, 0, at),
            (Type::Struct(id), _) => self.put_struct_pointer(b, *id, place, at),
            (Type::List(element) | Type::Array(element, _), _) => self.put_list(b, pointee.to(element), place, at),
            (Type::Map(entry), _) => self.put_list(b, Pointee::of(&Type::Struct(*entry)), place, at),
            // Other scalars, and unions, are never in the pointer section.
            (Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) | Type::Union(_), _) => {}
        }
    }

    /// Puts a struct behind a pointer. One of size zero occupies no space, and its pointer points to itself because
    /// null means absence.
    pub(super) fn put_struct_pointer(&self, b: &mut FunctionBuilder, id: StructId, place: Place, at: u32) {
        let record = self.record(id);
        if record.size() == 0 {
            return b.put_int(at, 0xffff_fffcu64, 8, Order::Little);
        }
        b.put_int(at, distance(at) | (record.sizes() | Kind::STRUCT.value), 8, Order::Little);
        b.tail(&[], |b| {
            b.section_block(u64::from(record.size()), |b| {
                b.call(self.codecs[id].encode, vec![Arg::Place(place)], &[]);
            });
            vec![]
        });
    }

    fn put_list(&self, b: &mut FunctionBuilder, element: Pointee<'_>, place: Place, at: u32) {
        let count = b.let_("count", Expr::Len(place.clone()));
        match (element.ty, element.opaque) {
            (_, Some(_)) => self.put_pointers(b, element, place, count, at),
            (Type::Bool, _) => put_bits(b, place, count, at),
            (Type::Int { .. } | Type::Float { .. } | Type::Enum(_), _) => {
                self.put_scalars(b, element.ty, place, count, at);
            }
            (Type::Struct(id), _) => self.put_structs(b, *id, place, count, at),
            (
                Type::Text { .. }
                | Type::Bytes
                | Type::FixedBytes(..)
                | Type::Union(_)
                | Type::List(_)
                | Type::Array(..)
                | Type::Map(_),
                _,
            ) => self.put_pointers(b, element, place, count, at),
        }
    }

    fn put_structs(&self, b: &mut FunctionBuilder, id: StructId, place: Place, count: VarId, at: u32) {
        let record = self.record(id);
        if record.size() == 0 {
            b.check(count.at_most(MAX_COUNT), ErrorCode::TooLarge);
        }
        let words = count * u64::from(record.size() / 8);
        put_list_pointer(b, at, COMPOSITE, words);
        b.tail(&[], |b| {
            let tag = (count << 2u64) | record.sizes();
            b.write_int(tag, 8, Order::Little);
            b.section_block(count * u64::from(record.size()), |b| {
                b.each(place, ("element", Type::Struct(id)), Some(record.size()), |b, item, _| {
                    b.call(self.codecs[id].encode, vec![Arg::Place(item.into())], &[]);
                });
            });
            vec![]
        });
    }

    fn put_pointers(&self, b: &mut FunctionBuilder, element: Pointee<'_>, place: Place, count: VarId, at: u32) {
        put_list_pointer(b, at, 6, count.into());
        b.tail(&[], |b| {
            b.section_block(count << 3u64, |b| {
                b.each(place, ("element", element.ty.clone()), Some(8), |b, item, _| {
                    self.put_unless_empty(b, (element, true), item.into(), 0);
                });
            });
            vec![]
        });
    }

    fn put_scalars(&self, b: &mut FunctionBuilder, element: &Type, place: Place, count: VarId, at: u32) {
        let width = record::scalar(self.types, element).map_or(1, |scalar| scalar.width());
        put_list_pointer(b, at, 2 + u64::from(width.ilog2()), count.into());
        b.tail(&[], |b| {
            b.each(place, ("element", element.clone()), None, |b, item, _| {
                if let Some((scalar, bits)) = self.checked_bits(b, (element, None), item.into()) {
                    b.write_int(bits, scalar.width(), Order::Little);
                }
            });
            pad(b, count * u64::from(width));
            vec![]
        });
    }
}

/// Returns the offset bits of a pointer whose target is written next: the distance from the pointer's end in words,
/// from bit 2 on. The limit on the message size bounds it.
pub(super) fn distance(at: u32) -> Expr {
    (Expr::Tail - (Expr::Base + (u64::from(at) + 8))) >> 1u64
}

pub(super) fn put_list_pointer(b: &mut FunctionBuilder, at: u32, kind: u64, count: Expr) {
    let word = distance(at) | Kind::list_of(kind).value | (count << 35u64);
    b.put_int(at, word, 8, Order::Little);
}

/// Appends zeros up to a whole word after this many bytes.
pub(super) fn pad(b: &mut FunctionBuilder, bytes: Expr) {
    b.write(Datum::Zeros((Expr::from(0u64) - bytes) & 7u64));
}

/// Puts a capability: bits 0 and 1 are its kind, 2 to 31 are zero, the upper half is its index in a table.
fn put_capability(b: &mut FunctionBuilder, place: Place, at: u32) {
    let word = ((Expr::Get(place) - 1u64) << 32u64) | OTHER;
    b.put_int(at, word, 8, Order::Little);
}

/// Puts a list of elements of size zero, which consists of its count.
fn put_voids(b: &mut FunctionBuilder, place: Place, at: u32) {
    let count = b.let_("count", Expr::Get(place));
    b.check(count.at_most(MAX_COUNT), ErrorCode::TooLarge);
    put_list_pointer(b, at, 0, count.into());
}

/// Puts text or bytes, followed by this many NULs that are counted.
fn put_bytes(b: &mut FunctionBuilder, place: Place, terminators: u64, at: u32) {
    let len = b.let_("len", Expr::Len(place.clone()));
    let count = if terminators == 0 { len.into() } else { len + terminators };
    put_list_pointer(b, at, 2, count);
    b.tail(&[], |b| {
        b.write(Datum::Span(Expr::Get(place)));
        match terminators {
            0 => pad(b, len.into()),
            // One to eight: the terminator, and padding of the word.
            _ => b.write(Datum::Zeros(Expr::from(8u64) - (len & 7u64))),
        }
        vec![]
    });
}

/// Puts bits starting with the lowest of each byte.
fn put_bits(b: &mut FunctionBuilder, place: Place, count: VarId, at: u32) {
    b.check(count.at_most(MAX_COUNT), ErrorCode::TooLarge);
    put_list_pointer(b, at, 1, count.into());
    b.tail(&[], |b| {
        let last = write_whole_bytes(b, place);
        let unfinished = |index: VarId| (index & 7u64).is_not(0u64);
        b.when(unfinished(count), |b| {
            let carried = vec![("index", ValueType::U64, count.into()), ("bits", ValueType::U64, last.into())];
            let shifted =
                b.loop_while(carried, |vars| unfinished(vars[0]), |_, vars| vec![vars[0] + 1u64, vars[1] >> 1u64]);
            b.write_int(shifted[1], 1, Order::Little);
        });
        pad(b, (count + 7u64) >> 3u64);
        vec![]
    });
}

/// Shifts the bits into a byte from above, writes it when full, and yields the last one.
fn write_whole_bytes(b: &mut FunctionBuilder, place: Place) -> VarId {
    let carried = vec![("bits", ValueType::U64, 0u64.into())];
    b.each_carry(place, ("element", Type::Bool), None, carried, |b, item, index, vars| {
        let bit = Expr::Get(item.into()).as_int() << 7u64;
        let bits = b.let_("shifted", (vars[0] >> 1u64) | bit);
        b.when((index & 7u64).is(7u64), |b| b.write_int(bits, 1, Order::Little));
        vec![bits.into()]
    })[0]
}
