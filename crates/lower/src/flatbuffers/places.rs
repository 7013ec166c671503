//! The places of members, for people.

use super::schema::Schema;
use super::table::{Shape, lay_out, needs_table};
use crate::place::by_position;
use crate::plan::{struct_decls, wrap};
use polywire_model::{DeclId, Model};

/// Returns the slots of the fields of a table, and their entries in the vtable.
pub(crate) fn places(model: &Model, id: DeclId) -> Vec<Option<String>> {
    let wrapped = wrap(model, &|position, ty| needs_table(model, position, ty));
    let model = &wrapped.model;
    let structs = struct_decls(model);
    let Some(record) = structs.iter().find(|it| std::ptr::eq(it.decl, model.decl(id))) else {
        return by_position(model, id);
    };
    let schema = Schema::of(model);
    if let Some(it) = schema.inline(record.id) {
        return it.offsets().map(|offset| Some(format!("offset {offset}"))).collect();
    }
    let mut refused = Vec::new();
    let table = lay_out(&schema, record, &mut refused);
    if table.fields.len() != record.it.fields.len() {
        return Vec::new();
    }
    let place = |entry: u32| format!("slot {entry} (vtable offset {})", 4 + 2 * entry);
    let fields = table.fields.iter().map(|field| match &field.shape {
        Shape::Union(_, value) | Shape::Unions(_, value) => {
            format!("{}, its value in {}", place(field.slot.entry), place(value.entry))
        }
        _ => place(field.slot.entry),
    });
    fields.map(Some).collect()
}
