//! The shapes with which `polywire_envelope` converts values.

use super::{Direction, Printer};
use crate::erlang::names::escaped;
use crate::erlang::print::{atom, constant};
use polywire_ir::types::{FieldType, Literal, StructId, Type};
use polywire_srcgen::{Source, join};

impl Printer<'_> {
    pub fn shapes(&self, source: &mut Source, direction: Direction) {
        let is_wanted = |id: &StructId| self.types().record(*id).is_declared() && !self.same(direction).contains(id);
        let shapes = self.convention.structs().filter(is_wanted).map(|id| {
            let shape = match self.convention.only_field(self.types(), id) {
                Some(field) => format!("{{field, {}}}", self.shape(field, direction)),
                None => {
                    let fields = self.types().record(id).fields.iter().map(|field| self.shape(field, direction));
                    format!("{{record, {}, [{}]}}", atom(self.convention.record(id)), join(fields, ", "))
                }
            };
            format!("{} => {shape}", atom(self.shared.names.record(id)))
        });
        source.blank();
        let name = format!("{}_shapes", direction.name());
        source.line(format!("-spec {name}() -> polywire_envelope:shapes()."));
        source.line(format!("{name}() ->"));
        let shapes = join(shapes, ",\n    ");
        source.indented(|source| source.line(format!("#{{{shapes}}}.")));
    }

    fn shape(&self, field: &FieldType, direction: Direction) -> String {
        let shape = self.type_shape(&field.ty, direction);
        match &field.ty {
            Type::Text { .. } | Type::Bytes | Type::Struct(_) | Type::List(_)
                if !field.optional && direction == Direction::Given =>
            {
                self.with_default(&field.ty, field.default.as_ref(), &shape)
            }
            _ => shape,
        }
    }

    /// Returns the shape of a value that may be `undefined` there, and is never absent here.
    fn with_default(&self, ty: &Type, default: Option<&Literal>, shape: &str) -> String {
        format!("{{default, {}, {shape}}}", constant(&self.shared.new_or(ty, default)))
    }

    /// The shape of an element or of a case's value.
    fn held_shape(&self, ty: &Type, direction: Direction) -> String {
        let shape = self.type_shape(ty, direction);
        match ty {
            Type::Text { .. } | Type::Bytes | Type::Struct(_) | Type::List(_) if direction == Direction::Given => {
                self.with_default(ty, None, &shape)
            }
            _ => shape,
        }
    }

    fn type_shape(&self, ty: &Type, direction: Direction) -> String {
        if self.is_same(ty, direction, self.same(direction)) {
            return "any".to_owned();
        }
        match ty {
            Type::Struct(id) => format!("{{struct, {}}}", atom(self.shared.names.record(*id))),
            Type::List(element) | Type::Array(element, _) => {
                format!("{{list, {}}}", self.held_shape(element, direction))
            }
            Type::Union(id) => {
                let cases = self.types().union(*id).cases.iter().map(|case| {
                    let shape = case.ty.as_ref().map_or_else(|| "none".to_owned(), |ty| self.held_shape(ty, direction));
                    format!("{} => {shape}", atom(&escaped(&case.name)))
                });
                format!("{{union, #{{{}}}}}", join(cases, ", "))
            }
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_)
            | Type::Map(_) => "any".to_owned(),
        }
    }
}
