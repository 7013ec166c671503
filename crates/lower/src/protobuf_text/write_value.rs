use super::ProtobufText;
use crate::plan::{arm, block};
use crate::protobuf::plan::Member;
use crate::protobuf::scalar::Scalar;
use crate::protobuf::value::Value;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, StructId};
use polywire_ir::{Arg, Arm, Const, Expr, Place, VarId, WriteLeaf};
use std::collections::HashSet;

impl ProtobufText<'_> {
    /// Writes a value, preceded by the separator after its name; for a message, continues after the opening brace.
    pub(super) fn write_value(&self, b: &mut FunctionBuilder, member: &Member, place: Place, indentation: VarId) {
        match member.value {
            Value::Scalar(scalar) => write_scalar(b, scalar, Expr::Get(place)),
            Value::Enum(id) => self.write_enum(b, id, Expr::Get(place)),
            Value::Bytes | Value::FixedBytes(_) => b.write_leaf(WriteLeaf::CString, vec![Expr::Get(place)]),
            Value::Message(id) | Value::Group(id) => self.write_message(b, id, place, indentation),
            Value::Mark => self.close(b, indentation),
        }
    }

    /// Writes the text after the opening brace of a message.
    pub(super) fn write_message(&self, b: &mut FunctionBuilder, id: StructId, place: Place, indentation: VarId) {
        let inner = indentation + self.style.indentation;
        b.write_bytes(self.style.end.as_bytes());
        b.call(self.codecs[id].encode, vec![Arg::Place(place), Arg::Value(inner)], &[]);
        self.style.indent(b, indentation.into());
        b.write_bytes(b"}");
    }

    /// Ends a message without fields.
    fn close(&self, b: &mut FunctionBuilder, indentation: VarId) {
        b.write_bytes(self.style.end.as_bytes());
        self.style.indent(b, indentation.into());
        b.write_bytes(b"}");
    }

    /// A number without a name is written as a number; of several names, the first one is used.
    fn write_enum(&self, b: &mut FunctionBuilder, id: EnumId, number: Expr) {
        let mut named = HashSet::new();
        let members = self.types.enumeration(id).members.iter().filter(|member| named.insert(member.number));
        let arms: Vec<Arm> = members
            .map(|member| arm(b, vec![Const::I64(member.number)], |b| b.write_bytes(member.name.as_bytes())))
            .collect();
        let other = block(b, |b| match self.types.enumeration(id).is_wide_unsigned() {
            true => b.write_leaf(WriteLeaf::DecimalUint, vec![number.clone().reinterpret()]),
            false => b.write_leaf(WriteLeaf::DecimalInt, vec![number.clone()]),
        });
        b.switch(number, arms, other, &[]);
    }
}

fn write_scalar(b: &mut FunctionBuilder, scalar: Scalar, value: Expr) {
    let leaf = match scalar {
        Scalar::Bool => return b.if_else(value, |b| b.write_bytes(b"true"), |b| b.write_bytes(b"false")),
        Scalar::Varint { signed: true, .. } | Scalar::Fixed { signed: true, .. } | Scalar::ZigZag { .. } => {
            WriteLeaf::DecimalInt
        }
        Scalar::Varint { signed: false, .. } | Scalar::Fixed { signed: false, .. } => WriteLeaf::DecimalUint,
        Scalar::Float { bits: 32 } => WriteLeaf::GeneralFloat32,
        Scalar::Float { .. } => WriteLeaf::GeneralFloat64,
    };
    b.write_leaf(leaf, vec![value]);
}
