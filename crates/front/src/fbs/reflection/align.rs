//! Alignments that structs state. Compiled schemas have only those that result.

use crate::fbs::check::layout;
use crate::fbs::schema::{Attribute, Base, ObjectId, Schema};
use polywire_source::{Diagnostics, Span};

/// Adds `force_align` to the structs whose alignment does not follow from their fields, inner ones first.
pub(super) fn state_alignments(schema: &mut Schema) {
    let stated: Vec<u32> = schema.objects.iter().map(|object| object.min_align).collect();
    loop {
        layout(schema, &mut Diagnostics::default());
        let differs = |schema: &Schema, id: ObjectId| stated[id.0] > schema.object(id).min_align;
        let is_next = |id: &ObjectId| {
            let object = schema.object(*id);
            let mut inner = object.fields.iter().filter_map(|field| match field.ty.base {
                Base::Object(inner) if inner != *id => Some(inner),
                Base::Object(_) | Base::Scalar(_) | Base::Enum(_) | Base::String | Base::Union(_) => None,
            });
            object.is_struct && differs(schema, *id) && !inner.any(|inner| differs(schema, inner))
        };
        let next: Vec<ObjectId> = (0..stated.len()).map(ObjectId).filter(is_next).collect();
        let next: Vec<ObjectId> =
            next.into_iter().filter(|id| !schema.object(*id).head.attributes.has("force_align")).collect();
        if next.is_empty() {
            return;
        }
        for id in next {
            let (name, value) = ("force_align".to_owned(), Some(stated[id.0].to_string()));
            let attributes = &mut schema.objects[id.0].head.attributes;
            attributes.0.push(Attribute { name, value, is_text: false, span: Span::default() });
        }
    }
}
