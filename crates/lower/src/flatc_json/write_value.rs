//! Values of members and elements.

use super::FlatcJson;
use super::tokens::Binary;
use crate::json::level::Level;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, Meaning, Type};
use polywire_ir::{Arg, ErrorCode, Expr, Order, Place, PureLeaf, ValueType, VarId, WriteLeaf};

impl FlatcJson<'_> {
    pub(super) fn write_value(&self, b: &mut FunctionBuilder, ty: &Type, place: Place, level: &Level) {
        match ty {
            Type::Bool => b.if_else(Expr::Get(place), |b| b.write_bytes(b"true"), |b| b.write_bytes(b"false")),
            Type::Int { meaning: Meaning::Flags(id), .. } => self.call_write_enum(b, *id, Expr::Get(place)),
            Type::Int { signed: true, .. } => b.write_leaf(WriteLeaf::DecimalInt, vec![Expr::Get(place)]),
            Type::Int { .. } => b.write_leaf(WriteLeaf::DecimalUint, vec![Expr::Get(place)]),
            Type::Float { bits: 32 } => write_float(b, &Binary::NARROW, WriteLeaf::JsonFloat32, Expr::Get(place)),
            Type::Float { .. } => write_float(b, &Binary::WIDE, WriteLeaf::JsonFloat64, Expr::Get(place)),
            Type::Text { verified } => write_text(b, *verified, Expr::Get(place)),
            Type::Bytes | Type::FixedBytes(..) => write_bytes(b, Expr::Get(place), level),
            Type::Enum(id) => self.call_write_enum(b, *id, Expr::Get(place)),
            Type::Struct(id) => self.call_encoder(b, self.codecs[*id].encode, place, level),
            Type::Union(id) => self.call_encoder(b, self.codecs[*id].encode, place, level),
            Type::List(element) | Type::Array(element, _) => {
                self.write_elements(b, element, place, level, |b, item, level| {
                    self.write_value(b, element, item, level);
                });
            }
            Type::Map(entry) => {
                let entry = Type::Struct(*entry);
                self.write_elements(b, &entry, place, level, |b, item, level| {
                    self.write_value(b, &entry, item, level);
                });
            }
        }
    }

    fn call_write_enum(&self, b: &mut FunctionBuilder, id: EnumId, value: Expr) {
        b.call(self.enums[id.0 as usize].write, vec![Arg::Value(value)], &[]);
    }

    /// Writes the elements of a list or an array, or the entries of a map, each on its own line. Without any, there is an
    /// empty line.
    pub(super) fn write_elements(
        &self,
        b: &mut FunctionBuilder,
        element: &Type,
        place: Place,
        level: &Level,
        write: impl FnOnce(&mut FunctionBuilder, Place, &Level),
    ) {
        let inner = level.inner();
        start_elements(b, Expr::Len(place.clone()).is(0u64));
        b.each(place, ("element", element.clone()), None, |b, item, index| {
            b.when(index.is_not(0u64), |b| b.write_bytes(b","));
            inner.start_line(b);
            write(b, item.into(), &inner);
        });
        level.start_line(b);
        b.write_bytes(b"]");
    }
}

/// An empty list has an empty line.
fn start_elements(b: &mut FunctionBuilder, is_empty: Expr) {
    b.write_bytes(b"[");
    b.when(is_empty, |b| b.write_bytes(b"\n"));
}

fn write_bytes(b: &mut FunctionBuilder, bytes: Expr, level: &Level) {
    let inner = level.inner();
    let bytes = Expr::from(b.let_("bytes", bytes));
    start_elements(b, bytes.clone().bytes_len().is(0u64));
    b.at(bytes, 0u64, &[], |b| {
        let first = vec![("index", ValueType::U64, 0u64.into())];
        let more = |_: &[VarId]| Expr::Left.is_not(0u64);
        b.loop_while(first, more, |b, carried| {
            b.when(carried[0].is_not(0u64), |b| b.write_bytes(b","));
            inner.start_line(b);
            let byte = b.read_int("byte", 1, Order::Little);
            b.write_leaf(WriteLeaf::DecimalUint, vec![byte.into()]);
            vec![carried[0] + 1u64]
        });
        vec![]
    });
    level.start_line(b);
    b.write_bytes(b"]");
}

/// Floats that are not finite are words.
fn write_float(b: &mut FunctionBuilder, binary: &Binary, leaf: WriteLeaf, bits: Expr) {
    let bits = Expr::from(b.let_("bits", bits));
    let magnitude = Expr::from(b.let_("magnitude", bits.clone() & (binary.sign() - 1)));
    b.if_else(
        magnitude.clone().below(binary.infinity),
        |b| b.write_leaf(leaf, vec![bits.clone()]),
        |b| {
            let negative = (bits.clone() & binary.sign()).is_not(0u64);
            b.if_else(
                magnitude.is(binary.infinity),
                |b| b.if_else(negative, |b| b.write_bytes(b"-inf"), |b| b.write_bytes(b"inf")),
                |b| b.write_bytes(b"nan"),
            );
        },
    );
}

fn write_text(b: &mut FunctionBuilder, verified: bool, text: Expr) {
    if !verified {
        b.check(Expr::Leaf(PureLeaf::Utf8Valid, vec![text.clone()]), ErrorCode::InvalidUtf8);
    }
    b.write_leaf(WriteLeaf::JsonString, vec![text]);
}
