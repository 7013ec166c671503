//! Whole messages: the representation in two octets, options in two, and data (DDS-XTypes 1.3, clause 7.6.3.1.2).
//!
//! The options tell how many octets complete the data to a multiple of four. Transports add such octets without telling it, so
//! readers skip up to three in any case.

use super::{Version, Xcdr};
use crate::cdr::read::Layout;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Datum, ErrorCode, Expr, Order, Place, ValueType};
use polywire_model::attr::Extensibility;

/// The bit of representations that are little-endian.
const LITTLE: u8 = 1;
/// The most octets behind the data.
const MOST_PADDING: u64 = 3;

impl Xcdr<'_> {
    /// Returns the big-endian representation of the messages of a type.
    fn representation(&self, id: StructId) -> u8 {
        match (self.version, self.structs[id.0 as usize].of_messages) {
            (Version::V1, Extensibility::Final | Extensibility::Appendable) => 0,
            (Version::V1, Extensibility::Mutable) => 2,
            (Version::V2, Extensibility::Final) => 6,
            (Version::V2, Extensibility::Appendable) => 8,
            (Version::V2, Extensibility::Mutable) => 10,
        }
    }

    pub(super) fn add_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let mut b = self.scaffold.named(format!("encode_{}_message", &self.scaffold.names[id]));
        let value = b.read_param("value", Type::Struct(id));
        self.write_message(&mut b, id, value.into());
        let encode = module.add(b.finish(vec![], vec![]));
        let decode = module.add(self.scaffold.decode_entry(id, |b, value| self.read_message(b, id, value.into())));
        module.entry(id, Some(encode), decode, None);
    }

    fn write_message(&self, b: &mut FunctionBuilder, id: StructId, value: Place) {
        let little = if self.order == Order::Little { LITTLE } else { 0 };
        b.section_block(4u64, |b| {
            b.put(0, Datum::Bytes(vec![0, self.representation(id) | little, 0, 0]));
            let padding = b.tail(&[("padding", ValueType::U64)], |b| {
                let origin = b.let_("origin", Expr::Tail);
                b.call(self.codecs[id].encode, vec![Arg::Place(value), Arg::Value(origin.into())], &[]);
                let padding = b.let_("padding", (Expr::from(origin) - Expr::Tail) & MOST_PADDING);
                b.write(Datum::Zeros(padding.into()));
                vec![padding.into()]
            });
            b.put_int(3, padding[0], 1, Order::Little);
        });
    }

    fn read_message(&self, b: &mut FunctionBuilder, id: StructId, value: Place) {
        let representation = Expr::from(b.read_int("representation", 2, Order::Big));
        b.skip(2u64);
        let big = u64::from(self.representation(id));
        b.check((representation.clone() - big).at_most(1u64), ErrorCode::Mismatch);
        let little = b.let_("little", (representation & u64::from(LITTLE)).is(1u64));
        let origin = b.let_("origin", Expr::Pos);
        let layout = Layout { largest: self.version.largest_alignment(), ..Layout::new(origin, little) };
        layout.call(b, self.codecs[id].read, value);
        b.check(Expr::Left.at_most(MOST_PADDING), ErrorCode::TrailingBytes);
        b.skip(Expr::Left);
    }

    /// The parameters of a reader behind the value.
    pub(super) fn layout(&self, b: &mut FunctionBuilder) -> Layout<'static> {
        Layout { largest: self.version.largest_alignment(), ..Layout::params(b) }
    }
}
