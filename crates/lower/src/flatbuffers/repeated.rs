use super::table::{Element, Shape, Table};
use polywire_ir::types::{StructId, Type, Types};

/// Returns the structs of which a buffer can have any number of tables: elements of vectors, recursive structs, and the
/// structs in those. Only for them do the targets of offsets have to be charged, and is it worth looking up a vtable.
pub(super) fn repeated_tables(tables: &[Table], types: &Types, is_recursive: impl Fn(StructId) -> bool) -> Vec<bool> {
    let mut repeated = vec![false; tables.len()];
    let mut elements = Vec::new();
    tables.iter().flat_map(|table| &table.fields).for_each(|field| match field.shape {
        Shape::Vector(Element::Table(id), _) => elements.push(id),
        Shape::Unions(..) => add_held(types, &field.shape, &mut elements),
        _ => {}
    });
    let loops = (0..tables.len() as u32).map(StructId).filter(|id| is_recursive(*id));
    let mut open: Vec<StructId> = elements.into_iter().chain(loops).collect();
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut repeated[id.0 as usize], true) {
            tables[id.0 as usize].fields.iter().for_each(|field| add_held(types, &field.shape, &mut open));
        }
    }
    repeated
}

fn add_held(types: &Types, shape: &Shape, open: &mut Vec<StructId>) {
    match shape {
        Shape::Table(id) | Shape::Buffer(id) | Shape::Vector(Element::Table(id), _) => open.push(*id),
        Shape::Union(id, _) | Shape::Unions(id, _) => {
            open.extend(types.union(*id).cases.iter().filter_map(|case| match case.ty {
                Some(Type::Struct(id)) => Some(id),
                _ => None,
            }))
        }
        Shape::Scalar(_)
        | Shape::Inline(_)
        | Shape::Text
        | Shape::Bytes(_)
        | Shape::Vector(Element::Scalar(_) | Element::Inline(_) | Element::Text(_), _) => {}
    }
}
