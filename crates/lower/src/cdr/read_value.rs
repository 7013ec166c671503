use super::Cdr;
use super::min_size::min_size;
use super::read::{Layout, read_bool};
use crate::plan::{bound_elements, check_enum};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, Type};
use polywire_ir::{ErrorCode, Expr, Order, Place, PureLeaf};

impl Cdr<'_> {
    pub(super) fn read(&self, b: &mut FunctionBuilder, ty: &Type, place: Place, layout: Layout) {
        match ty {
            Type::Bool => {
                let flag = read_bool(b);
                b.set(place, flag);
            }
            Type::Int { bits, signed, .. } => {
                let number = layout.read(b, "number", bits / 8);
                b.set(place, if *signed { number.reinterpret() } else { number });
            }
            Type::Float { bits } => {
                let float = layout.read(b, "float", bits / 8);
                b.set(place, float);
            }
            Type::Enum(id) => self.read_enum(b, *id, place, layout),
            Type::Text { .. } => {
                let text = read_text(b, layout);
                b.set(place, text);
            }
            Type::Bytes => {
                let len = layout.read(b, "len", 4);
                let bytes = b.read_span("bytes", len);
                b.set(place, bytes);
            }
            Type::FixedBytes(len, _) => {
                let bytes = b.read_span("bytes", u64::from(*len));
                b.set(place, bytes);
            }
            Type::Struct(id) => layout.call(b, self.codecs[*id].read, place),
            Type::Union(id) => layout.call(b, self.codecs[*id].read, place),
            Type::List(element) => self.read_list(b, element, place, layout),
            Type::Map(entry) => self.read_list(b, &Type::Struct(*entry), place, layout),
            Type::Array(element, len) => self.read_elements(b, element, u64::from(*len).into(), place, layout),
        }
    }

    fn read_list(&self, b: &mut FunctionBuilder, element: &Type, place: Place, layout: Layout) {
        let count = layout.read(b, "count", 4);
        bound_elements(b, count.clone(), self.min_size(element));
        self.read_elements(b, element, count, place, layout);
    }

    /// Returns the minimum size of an element. Labels that the schema does not state have 32 bits.
    fn min_size(&self, element: &Type) -> u64 {
        match element {
            Type::Union(id) if self.labels[id.0 as usize].is_none() => 4,
            element => min_size(self.types, element),
        }
    }

    fn read_elements(&self, b: &mut FunctionBuilder, element: &Type, count: Expr, place: Place, layout: Layout) {
        b.fill(place, count, ("element", element.clone()), |b, item, _| self.read(b, element, item.into(), layout));
    }

    fn read_enum(&self, b: &mut FunctionBuilder, id: EnumId, place: Place, layout: Layout) {
        let width = self.enum_width(id);
        let bits = layout.read(b, "number", width);
        let number = if self.types.enumeration(id).signed { bits.sign_extended(8 * width) } else { bits.reinterpret() };
        check_enum(b, self.types, id, &number);
        b.set(place, number);
    }
}

/// A string includes a NUL at its end in its length, and contains no other.
fn read_text(b: &mut FunctionBuilder, layout: Layout) -> Expr {
    let len = layout.read(b, "len", 4);
    b.check(len.clone().is_not(0u64), ErrorCode::BadLength);
    let text = Expr::from(b.read_span("text", len - 1u64));
    let nul = Expr::from(b.read_int("nul", 1, Order::Little));
    b.check(nul.is(0u64), ErrorCode::Unterminated);
    let until_nul = Expr::Leaf(PureLeaf::UntilNul, vec![text.clone()]);
    b.check(until_nul.bytes_len().is(text.clone().bytes_len()), ErrorCode::Syntax);
    text
}
