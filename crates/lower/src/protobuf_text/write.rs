use super::ProtobufText;
use super::plan::TextField;
use crate::plan::is_default;
use crate::protobuf::plan::Rule;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{ErrorCode, Expr, Function, Place, VarId};

impl ProtobufText<'_> {
    /// Writes the fields of a message, indented by this many spaces.
    pub(super) fn write_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("write", id);
        let indentation = b.value_param("indentation", polywire_ir::ValueType::U64);
        let write_fields = |b: &mut FunctionBuilder| {
            self.message(id).fields.iter().for_each(|field| self.write_field(b, field, &value, indentation));
            self.write_unknown(b, id, &value, indentation.into());
        };
        match self.any_fields(id) {
            Some(any) => self.write_any(&mut b, any, &value, indentation, write_fields),
            None => write_fields(&mut b),
        }
        b.finish(vec![], vec![])
    }

    fn write_field(&self, b: &mut FunctionBuilder, field: &TextField, owner: &Place, indentation: VarId) {
        let member = &field.member;
        let (place, value) = (member.place(owner), member.value_place(owner));
        let write = |b: &mut FunctionBuilder| self.write_line(b, field, value.clone(), indentation);
        match member.rule {
            Rule::Always => write(b),
            Rule::Implicit if field.is_message() => write(b),
            Rule::Implicit => {
                let absent = is_default(self.types, &member.ty, member.default.as_ref(), &value);
                b.when(!absent, write);
            }
            Rule::Optional => b.when(Expr::Present(place), write),
            Rule::Required => {
                b.check(Expr::Present(place), ErrorCode::MissingField);
                write(b);
            }
            Rule::Repeated { .. } | Rule::Array { .. } => {
                b.each(place, ("element", member.ty.clone()), None, |b, item, _| {
                    self.write_line(b, field, item.into(), indentation);
                })
            }
            Rule::Case(case) => b.when(Expr::Case(place).is(u64::from(case) + 1), write),
        }
    }

    /// Writes a field's name and a value of it.
    fn write_line(&self, b: &mut FunctionBuilder, field: &TextField, value: Place, indentation: VarId) {
        self.style.indent(b, indentation.into());
        let between = if field.is_message() { " {" } else { ": " };
        b.write_bytes(format!("{}{between}", field.name).as_bytes());
        self.write_value(b, &field.member, value, indentation);
        b.write_bytes(self.style.end.as_bytes());
    }
}
