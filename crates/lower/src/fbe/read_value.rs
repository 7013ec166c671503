//! Reading values of the standard model at the cursor and behind pointers.

use super::Fbe;
use super::plan::{Shape, Value, WORD};
use super::read::Frame;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Order, Place, VarId};

/// Where the members of a struct are read.
pub(super) enum Source {
    /// In a section with the layout of this schema, of which the first `kept` (U64) bytes are in the message.
    Section { fields: VarId, kept: VarId },
    /// One after the other at the cursor.
    Cursor,
}

impl Source {
    /// Reads an integer of this many bytes at an offset from the struct's start.
    pub fn int(&self, b: &mut FunctionBuilder, (name, width): (&str, u8), offset: u32) -> Expr {
        match self {
            Self::Section { fields, .. } => Expr::Load { section: *fields, offset, width, order: Order::Little },
            Self::Cursor => b.read_int(name, width, Order::Little).into(),
        }
    }
}

impl Fbe<'_> {
    /// Reads a value at the cursor.
    pub(super) fn read_value(&self, b: &mut FunctionBuilder, value: &Value, place: Place, frame: Frame) {
        match &value.shape {
            Shape::Scalar(scalar) => {
                let bits = b.read_int("bits", scalar.width(), Order::Little);
                scalar.set(b, self.types, place, bits.into());
            }
            Shape::Mark => b.skip(1u64),
            Shape::Fixed(len) => {
                let bytes = b.read_span("bytes", u64::from(*len));
                b.set(place, bytes);
            }
            Shape::Text | Shape::Bytes | Shape::Struct(_) | Shape::List(_) => {
                let pointer = b.read_int("pointer", WORD as u8, Order::Little);
                self.read_behind(b, value, pointer, place, frame);
            }
            Shape::Item(id) => self.read_members(b, *id, &place, frame, &Source::Cursor),
            Shape::Array(element, len) => {
                b.fill(place, u64::from(*len), ("element", element.ty.clone()), |b, item, _| {
                    self.read_value(b, element, item.into(), frame);
                });
            }
        }
    }

    /// Reads what a pointer leads to. A null pointer leaves a text, bytes and a list as they are in a new value.
    pub(super) fn read_behind(
        &self,
        b: &mut FunctionBuilder,
        value: &Value,
        pointer: VarId,
        place: Place,
        frame: Frame,
    ) {
        if let Shape::Struct(id) = &value.shape {
            return self.call_read(b, *id, (frame.buffer, pointer, frame.origin.into()), place);
        }
        b.when(pointer.is_not(0u64), |b| {
            b.at(frame.buffer, frame.origin + pointer, &[], |b| {
                match &value.shape {
                    Shape::List(element) => self.read_list(b, element, place, frame),
                    Shape::Scalar(_)
                    | Shape::Mark
                    | Shape::Fixed(_)
                    | Shape::Text
                    | Shape::Bytes
                    | Shape::Struct(_)
                    | Shape::Item(_)
                    | Shape::Array(..) => read_span(b, place, frame),
                }
                vec![]
            });
        });
    }

    fn read_list(&self, b: &mut FunctionBuilder, element: &Value, place: Place, frame: Frame) {
        let count = b.read_int("count", WORD as u8, Order::Little);
        let width = u64::from(element.width(&self.records));
        b.check((count * width).at_most(Expr::Left), ErrorCode::Truncated);
        b.charge(count * width.max(1));
        b.fill(place, count, ("element", element.ty.clone()), |b, item, _| {
            self.read_value(b, element, item.into(), Frame { is_repeated: true, ..frame });
        });
    }
}

/// Reads the length and the bytes of a text or bytes.
fn read_span(b: &mut FunctionBuilder, place: Place, frame: Frame) {
    let len = b.read_int("len", WORD as u8, Order::Little);
    if frame.is_repeated {
        b.charge(len);
    }
    let span = b.read_span("span", len);
    b.set(place, span);
}
