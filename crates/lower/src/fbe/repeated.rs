use super::plan::{Record, Shape, Value};
use polywire_ir::types::StructId;

/// Returns, for each struct, true if a message can point to it more often than the schema has places for it.
pub(super) fn repeated(records: &[Record], is_recursive: impl Fn(StructId) -> bool) -> Vec<bool> {
    let mut found = vec![false; records.len()];
    let mut open: Vec<StructId> = (0..records.len() as u32).map(StructId).filter(|id| is_recursive(*id)).collect();
    let values = || records.iter().flat_map(|it| it.members.iter().map(|member| &member.value));
    values().for_each(|value| elements(value, &mut open));
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut found[id.0 as usize], true) {
            records[id.0 as usize].members.iter().for_each(|member| held(&member.value, &mut open));
        }
    }
    found
}

/// Adds the structs that are elements of lists.
fn elements(value: &Value, open: &mut Vec<StructId>) {
    if let Shape::List(element) | Shape::Array(element, _) = &value.shape {
        held(element, open);
    }
}

fn held(value: &Value, open: &mut Vec<StructId>) {
    match &value.shape {
        Shape::Struct(id) | Shape::Item(id) => open.push(*id),
        Shape::List(element) | Shape::Array(element, _) => held(element, open),
        Shape::Scalar(_) | Shape::Mark | Shape::Fixed(_) | Shape::Text | Shape::Bytes => {}
    }
}
