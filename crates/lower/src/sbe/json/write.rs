//! Objects.

use super::SbeJson;
use super::plan::{Constant, Kind, Member, Value};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Expr, Function, Place, ValueType, WriteLeaf};
use polywire_model::Presence;

/// Spaces before the members of an object, more than before its bracket.
const INDENTATION: u64 = 4;

impl SbeJson<'_> {
    pub(super) fn encode_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("write", id);
        let spaces = Expr::from(b.value_param("indentation", ValueType::U64));
        self.write_members(&mut b, id, &spaces, |b, member, inner| self.write_member(b, member, &value, inner));
        b.finish(vec![], vec![])
    }

    /// Writes an object, whose members the body writes behind their labels.
    pub(super) fn write_members(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        spaces: &Expr,
        mut body: impl FnMut(&mut FunctionBuilder, &Member, &Expr),
    ) {
        let inner = spaces.clone() + INDENTATION;
        b.write_bytes(b"{");
        let members = &self.object(id).members;
        for (index, member) in members.iter().enumerate() {
            b.write_bytes(if index > 0 { b",".as_slice() } else { b"" });
            start_line(b, &inner);
            b.write_bytes(&member.label());
            body(b, member, &inner);
        }
        b.write_bytes(if members.is_empty() { b"\n".as_slice() } else { b"" });
        start_line(b, spaces);
        b.write_bytes(b"}");
    }

    fn write_member(&self, b: &mut FunctionBuilder, member: &Member, owner: &Place, spaces: &Expr) {
        match &member.kind {
            Kind::Constant(constant) => self.write_constant(b, constant),
            Kind::Field(index, Presence::Optional, value) => {
                let place = owner.field(*index);
                b.if_else(
                    Expr::Present(place.clone()),
                    |b| self.write_value(b, value, place.some(), spaces),
                    |b| self.write_null(b, value, spaces),
                );
            }
            Kind::Field(index, Presence::Implicit | Presence::Required, value) => {
                self.write_value(b, value, owner.field(*index), spaces)
            }
        }
    }

    pub(super) fn write_constant(&self, b: &mut FunctionBuilder, constant: &Constant) {
        match constant {
            Constant::Written(text) => b.write_bytes(text.as_bytes()),
            Constant::Text(text) => self.texts.write(b, text.as_slice().into()),
            Constant::Float(bits, is_narrow) => self.floats.write(b, *is_narrow, (*bits).into()),
        }
    }

    fn write_value(&self, b: &mut FunctionBuilder, value: &Value, place: Place, spaces: &Expr) {
        match value {
            Value::Fixed(form) => self.write_fixed(b, form, place, spaces),
            Value::Group(entry) => self.write_group(b, *entry, place, spaces),
            Value::Text => self.texts.write(b, Expr::Get(place)),
            Value::Bytes => self.texts.write_hex(b, Expr::Get(place)),
        }
    }

    fn write_group(&self, b: &mut FunctionBuilder, entry: StructId, place: Place, spaces: &Expr) {
        b.write_bytes(b"[");
        b.each(place, ("entry", Type::Struct(entry)), None, |b, item, index| {
            b.when(index.is_not(0u64), |b| b.write_bytes(b","));
            self.write_object(b, entry, item.into(), spaces);
        });
        b.write_bytes(b"]");
    }

    /// Writes a struct on lines of its own.
    pub(super) fn write_object(&self, b: &mut FunctionBuilder, id: StructId, value: Place, spaces: &Expr) {
        start_line(b, spaces);
        b.call(self.codecs[id].encode, vec![Arg::Place(value), Arg::Value(spaces.clone())], &[]);
    }
}

pub(super) fn start_line(b: &mut FunctionBuilder, spaces: &Expr) {
    b.write_bytes(b"\n");
    b.write_leaf(WriteLeaf::Spaces, vec![spaces.clone()]);
}
