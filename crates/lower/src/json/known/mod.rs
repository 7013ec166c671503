//! Well-known types, whose JSON differs from that of a struct with their fields (the "ProtoJSON Format" page of
//! Protocol Buffers).

mod any;
mod digits;
mod duration;
mod field_mask;
mod timestamp;
mod types;
mod value;

use super::Json;
use super::level::Level;
pub(super) use any::AnyCodec;
use polywire_ir::Place;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
pub(super) use types::{KnownTypes, Special};

impl Json<'_> {
    /// Writes a value in its special form.
    pub(super) fn write_special(
        &self,
        b: &mut FunctionBuilder,
        (id, special): (StructId, Special),
        value: &Place,
        level: &Level,
    ) {
        match special {
            Special::Timestamp(time) => timestamp::write(b, time, value),
            Special::Duration(time) => duration::write(b, time, value),
            Special::FieldMask { paths } => field_mask::write(b, value.field(paths)),
            Special::Bare { field } => self.write_value(b, self.field_type(id, field), value.field(field), level),
            Special::Value(kinds) => self.write_kind(b, kinds, value, level),
            Special::Any(any) => self.write_any(b, any, value, level),
        }
    }

    /// Reads a new value in its special form, without leading white space.
    pub(super) fn read_special(&self, b: &mut FunctionBuilder, (id, special): (StructId, Special), value: &Place) {
        match special {
            Special::Timestamp(time) => timestamp::read(b, time, value),
            Special::Duration(time) => duration::read(b, time, value),
            Special::FieldMask { paths } => field_mask::read(b, value.field(paths)),
            Special::Bare { field } => self.read_value(b, self.field_type(id, field), value.field(field)),
            Special::Value(kinds) => self.read_kind(b, kinds, value),
            Special::Any(any) => self.read_any(b, any, value),
        }
    }

    pub(super) fn field_type(&self, id: StructId, field: u32) -> &Type {
        &self.types.record(id).fields[field as usize].ty
    }
}
