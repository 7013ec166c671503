//! Absent values: the null values that a message would have.

use super::SbeJson;
use super::plan::{Kind, Value};
use super::write::start_line;
use crate::sbe::schema::null::null_of;
use crate::sbe::schema::plan::Form;
use polywire_ir::Expr;
use polywire_ir::build::FunctionBuilder;

impl SbeJson<'_> {
    pub(super) fn write_null(&self, b: &mut FunctionBuilder, value: &Value, spaces: &Expr) {
        match value {
            Value::Fixed(form) => self.write_null_fixed(b, form, spaces),
            Value::Group(_) => b.write_bytes(b"[]"),
            Value::Text | Value::Bytes => b.write_bytes(b"\"\""),
        }
    }

    fn write_null_fixed(&self, b: &mut FunctionBuilder, form: &Form, spaces: &Expr) {
        match form {
            Form::Scalar(scalar) => self.write_scalar(b, scalar, scalar.value(null_of(scalar).into())),
            Form::Text(..) => b.write_bytes(b"\"\""),
            Form::Array(scalar, len) => {
                b.write_bytes(b"[");
                for index in 0..*len {
                    b.write_bytes(if index > 0 { b", ".as_slice() } else { b"" });
                    self.write_scalar(b, scalar, scalar.value(null_of(scalar).into()));
                }
                b.write_bytes(b"]");
            }
            Form::Composite(id) => {
                start_line(b, spaces);
                self.write_members(b, *id, spaces, |b, member, inner| match &member.kind {
                    Kind::Constant(constant) => self.write_constant(b, constant),
                    Kind::Field(_, _, value) => self.write_null(b, value, inner),
                });
            }
        }
    }
}
