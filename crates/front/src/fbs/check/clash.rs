//! Names whose accessors in generated code would be those of other fields.

use super::Checker;
use crate::fbs::codes;
use crate::fbs::schema::{Base, Field, Object, Shape};
use polywire_source::Diagnostic;

/// Tells if a field has such an accessor.
type Test = fn(&Field) -> bool;

/// The ends of names that generated code appends to the names of fields.
const SUFFIXES: [(&str, Test); 6] = [
    ("_type", is_union),
    ("Type", is_union),
    ("_length", is_vector),
    ("Length", is_vector),
    ("_byte_vector", is_string),
    ("ByteVector", is_string),
];

impl Checker<'_> {
    pub(super) fn clashes(&mut self, object: &Object) {
        for field in &object.fields {
            let name = field.head.name.as_str();
            let bases = SUFFIXES.iter().filter_map(|(suffix, is)| Some((name.strip_suffix(suffix)?, is)));
            let found = bases.filter_map(|(base, is)| {
                let other = object.fields.iter().find(|other| other.head.name == base)?;
                is(other).then_some(other)
            });
            for other in found {
                let message = format!("`{name}` is a name that generated code needs for `{}`", other.head.name);
                let clash = Diagnostic::error(codes::NAME_CLASH, message).at(field.head.span, "");
                let clash = clash.related(other.head.span, "the other field");
                self.diagnostics.push(clash.help("rename one of them"));
            }
        }
    }
}

fn is_union(field: &Field) -> bool {
    matches!((field.ty.base, field.ty.shape), (Base::Union(_), Shape::One))
}

fn is_vector(field: &Field) -> bool {
    field.ty.shape == Shape::Vector
}

fn is_string(field: &Field) -> bool {
    matches!((field.ty.base, field.ty.shape), (Base::String, Shape::One))
}
