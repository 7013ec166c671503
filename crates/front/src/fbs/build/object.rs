//! Tables and structs.

use super::{Builder, float};
use crate::fbs::ast::{self, ValueKind};
use crate::fbs::codes;
use crate::fbs::schema::{Base, Default, Field, Object, ObjectId, Scalar, Schema, Shape, Type};
use polywire_source::Diagnostic;

impl Builder<'_> {
    pub(super) fn object(&mut self, it: &ast::Object) {
        let name = &it.head.name;
        let full = self.home.full_name(&name.text);
        if let Some(first) = self.names.declared.get(&full).copied() {
            return self.duplicate("type", name, first);
        }
        self.names.declared.insert(full, name.span);
        let id = self.names.declare_object(&mut self.schema, &self.home, name);
        let head = self.head(&it.head);
        let placeholder = Object {
            head,
            home: self.home.clone(),
            is_struct: it.is_struct,
            fields: Vec::new(),
            min_align: 1,
            byte_size: 0,
        };
        self.schema.objects[id.0] = placeholder;
        for field in &it.fields {
            if let Some(field) = self.field(id, field) {
                self.schema.objects[id.0].fields.push(field);
            }
        }
        number(&mut self.schema.objects[id.0]);
    }

    fn field(&mut self, object: ObjectId, it: &ast::Field) -> Option<Field> {
        self.check_name(object, it);
        let head = self.head(&it.head);
        let mut ty = self.ty(&it.ty)?;
        let is_struct = self.schema.object(object).is_struct;
        if is_struct && !self.fits_struct(ty, it) {
            return None;
        }
        let default = it.default.as_ref().and_then(|value| self.default(ty, value, is_struct)).unwrap_or_default();
        if head.attributes.has("vector64") && ty.shape == Shape::Vector {
            ty.shape = Shape::Vector64;
        }
        let nested = head.attributes.find("nested_flatbuffer").cloned().filter(|it| it.is_text);
        let nested = nested.and_then(|it| Some(ast::Word { text: it.value?, span: it.span }));
        let nested = nested.map(|name| self.object_named(&name));
        Some(Field { head, ty, default, id: 0, nested, offset: 0, padding: 0 })
    }

    fn check_name(&mut self, object: ObjectId, it: &ast::Field) {
        let name = &it.head.name;
        if let Some(first) = self.schema.object(object).fields.iter().find(|field| field.head.name == name.text) {
            let first = first.head.span;
            self.duplicate("field", name, first);
        }
        if let Some(other) = self.names.known_object(&self.home, &name.text) {
            let place = self.schema.object(other).head.span;
            let message = format!("field `{}` has the name of a table or struct", name.text);
            let clash = Diagnostic::error(codes::NAME_CLASH, message).at(name.span, "").related(place, "the type");
            self.diagnostics.push(clash.help("rename the field"));
        }
    }

    /// Reports what cannot stand in line.
    fn fits_struct(&mut self, ty: Type, it: &ast::Field) -> bool {
        let (message, help) = match (ty.base, ty.shape) {
            (Base::Object(id), _) if self.names.is_expected(id) => (
                "a struct is used in a struct before it is declared",
                "declare it before, since the size of a struct is known only then",
            ),
            (_, Shape::Vector | Shape::Vector64) => {
                ("a struct has no vectors", "use an array, such as [int:4], or a table")
            }
            (Base::Object(id), _) if !self.schema.object(id).is_struct => {
                ("a struct has no tables", "use a struct inside, or a table outside")
            }
            (Base::Union(_), _) => ("a struct has no unions", "use a table"),
            (Base::String, _) => ("a struct has no strings", "use an array of bytes, such as [ubyte:16], or a table"),
            (Base::Scalar(_) | Base::Enum(_) | Base::Object(_), Shape::One | Shape::Array(_)) => return true,
        };
        self.error(codes::STRUCT, message, it.ty.span, help);
        false
    }

    /// A member of a struct can only state the default that it has anyway.
    pub(super) fn check_struct_default(&mut self, default: &Default, value: &ast::Value) {
        let is_zero = match (default, &value.kind) {
            (Default::Int(0), _) => true,
            (Default::Float(_), ValueKind::Int(text)) => text == "0",
            _ => false,
        };
        if !is_zero {
            let help = "remove the default: fields of structs are always present";
            self.error(codes::VALUE, "fields of structs have no defaults", value.span, help);
        }
    }
}

/// Numbers the fields of a table: by their ids if they state them, else by their places.
fn number(object: &mut Object) {
    let has_ids = object.has_ids();
    let mut next = 0u16;
    for field in &mut object.fields {
        let stated = field.head.attributes.value("id").and_then(float::integer).and_then(|it| u16::try_from(it).ok());
        next = next.saturating_add(u16::from(field.has_type_slot()));
        field.id = if has_ids { stated.unwrap_or(u16::MAX) } else { next };
        next = next.saturating_add(1);
    }
}

/// Orders tables and structs by their declarations; they were numbered in the order in which they were named first.
pub(super) fn in_order(schema: &mut Schema) {
    let mut order: Vec<usize> = (0..schema.objects.len()).collect();
    order.sort_by_key(|at| {
        let object = &schema.objects[*at];
        (object.home.file, object.head.span.start)
    });
    let mut places = vec![ObjectId(0); order.len()];
    order.iter().zip(0..).for_each(|(old, new)| places[*old] = ObjectId(new));
    schema.renumber_objects(&places);
}

/// The scalar that values of this type are stored as.
pub(super) fn stored(schema: &Schema, base: Base) -> Option<Scalar> {
    match base {
        Base::Scalar(scalar) => Some(scalar),
        Base::Enum(id) => Some(schema.enumeration(id).scalar()),
        Base::String | Base::Object(_) | Base::Union(_) => None,
    }
}
