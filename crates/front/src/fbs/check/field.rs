//! Fields: presence, defaults and keys.

use super::Checker;
use crate::fbs::codes;
use crate::fbs::schema::{Base, Default, Field, Object, Shape};
use polywire_source::Diagnostic;

impl Checker<'_> {
    pub(super) fn fields(&mut self, object: &Object) {
        for field in &object.fields {
            self.shape(object, field);
            self.presence(object, field);
            self.enum_default(field);
            self.attributes(object, field);
        }
        self.keys(object);
    }

    fn shape(&mut self, object: &Object, field: &Field) {
        if !object.is_struct && matches!(field.ty.shape, Shape::Array(_)) {
            let help = "wrap the array in a struct, or use a vector";
            self.error(codes::ARRAY, "a table has no arrays", field.head.span, help);
        }
    }

    fn presence(&mut self, object: &Object, field: &Field) {
        let attributes = &field.head.attributes;
        let Some(required) = attributes.find("required") else { return };
        let message = match (object.is_struct, field.ty.is_scalar()) {
            (true, _) => "fields of structs are always present",
            (false, true) => "a scalar cannot be required: it always has a value",
            (false, false) => return,
        };
        self.error(codes::ATTRIBUTE, message, required.span, "remove the attribute");
    }

    /// The default of an enum is one of its values, unless they are flags.
    fn enum_default(&mut self, field: &Field) {
        let Base::Enum(id) = field.ty.base else { return };
        let it = self.schema.enumeration(id);
        let number = match (&field.default, field.ty.shape) {
            (Default::Null, _) => {
                if let Some(value) = it.values.iter().find(|value| value.head.name == "null") {
                    self.null_value(field, value.head.span);
                }
                return;
            }
            (_, Shape::Vector | Shape::Vector64) => return,
            (Default::Int(number), _) => *number,
            _ => 0,
        };
        if it.is_flags() || it.values.iter().any(|value| value.number == number as i64) {
            return;
        }
        let message =
            format!("field `{}` has the default {number}, which is not a value of `{}`", field.head.name, it.head.name);
        let wrong = Diagnostic::error(codes::VALUE, message).at(field.head.span, "");
        let first = it.values.first().map_or("null", |value| value.head.name.as_str());
        let help = format!("state a default, for example `= {first}`");
        self.diagnostics.push(wrong.related(it.head.span, "the enum").help(help));
    }

    fn null_value(&mut self, field: &Field, value: polywire_source::Span) {
        let message = format!("the default of `{}` is ambiguous: `null` is a value of its enum", field.head.name);
        let wrong = Diagnostic::error(codes::VALUE, message).at(field.head.span, "").related(value, "the value");
        self.diagnostics.push(wrong.help("rename the value"));
    }

    fn keys(&mut self, object: &Object) {
        let mut keys = object.fields.iter().filter_map(|field| Some((field, field.head.attributes.find("key")?.span)));
        let Some((first, first_span)) = keys.next() else { return };
        self.key(first, first_span);
        for (field, span) in keys {
            self.key(field, span);
            let twice = Diagnostic::error(codes::ATTRIBUTE, format!("`{}` has two keys", object.head.name));
            let twice = twice.at(span, "stated again here").related(first_span, "first stated here");
            self.diagnostics.push(twice.help("remove one of them"));
        }
    }

    fn key(&mut self, field: &Field, span: polywire_source::Span) {
        let is_struct = |base: Base| matches!(base, Base::Object(id) if self.schema.object(id).is_struct);
        let is_valid = match field.ty.shape {
            Shape::One => {
                matches!(field.ty.base, Base::Scalar(_) | Base::Enum(_) | Base::String) || is_struct(field.ty.base)
            }
            Shape::Array(_) => field.ty.base.is_scalar() || is_struct(field.ty.base),
            Shape::Vector | Shape::Vector64 => false,
        };
        if !is_valid {
            let message = "a key is a scalar, a string, a struct or an array of scalars or structs";
            self.error(codes::ATTRIBUTE, message, span, "make another field the key");
        } else if field.default == Default::Null {
            self.error(
                codes::ATTRIBUTE,
                "a key always has a value",
                span,
                "give the field another default than `null`",
            );
        }
    }
}
