//! Types options: they are read as bytes, and messages in them are decoded once the messages and extensions of the set
//! are known.

use super::read;
use crate::proto::descriptor::{Field, FieldType, File, NodeId, Slot, Target, Tree, Value, each_options, number};
use crate::proto::index::Index;
use std::collections::HashMap;

/// Decodes the messages in all options whose types are in the set or built in.
pub(super) fn type_options(files: &mut [File]) {
    let mut last = 0;
    for file in files.iter_mut() {
        last = number(file, last);
    }
    let mut found: HashMap<NodeId, (Target, Tree)> = HashMap::new();
    for file in files.iter_mut() {
        each_options(file, &mut |target, node, options| {
            found.extend(options.as_ref().map(|options| (*node, (target, options.clone()))));
        });
    }
    let index = Index::new(files, Some(crate::proto::well_known::descriptor));
    let open = |(target, tree): &mut (Target, Tree)| open_tree(tree, target.options_message(), &index, 0);
    found.values_mut().for_each(open);
    drop(index);
    for file in files {
        each_options(file, &mut |_, node, options| {
            if let Some((_, opened)) = found.remove(node) {
                *options = Some(opened);
            }
        });
    }
}

/// Decodes the messages in a value, given its field.
pub(super) fn opened(value: Value, field: &Field, index: &Index<'_>) -> Value {
    let mut slot = Slot { packed: false, values: vec![value.clone()] };
    open_slot(&mut slot, field.type_name.as_deref().unwrap_or_default(), false, index, 0);
    slot.values.pop().unwrap_or(value)
}

fn open_tree(tree: &mut Tree, message: &str, index: &Index<'_>, depth: u32) {
    for (number, slot) in &mut tree.fields {
        let Some(field) = index.field(message, *number) else { continue };
        match field.ty {
            Some(FieldType::Message | FieldType::Group) if depth < 100 => {
                let name = field.type_name.as_deref().unwrap_or_default();
                open_slot(slot, name, field.is_repeated(), index, depth);
            }
            Some(ty) if field.is_repeated() && ty.is_packable() => unpack(slot, ty),
            _ => {}
        }
    }
}

fn open_slot(slot: &mut Slot, name: &str, is_repeated: bool, index: &Index<'_>, depth: u32) {
    let opened = slot.values.drain(..).map(|value| match value {
        Value::Bytes(bytes) => match read::tree(&bytes) {
            Ok(tree) => Value::Message(tree),
            Err(_) => Value::Bytes(bytes),
        },
        other => other,
    });
    let mut values: Vec<Value> = Vec::new();
    for value in opened {
        match (values.last_mut(), value) {
            (Some(Value::Message(first)), Value::Message(next)) if !is_repeated => merge(first, next),
            (_, value) => values.push(value),
        }
    }
    for value in &mut values {
        if let Value::Message(tree) | Value::Group(tree) = value {
            open_tree(tree, name, index, depth + 1);
        }
    }
    slot.values = values;
}

/// Merges a message that is encoded in several parts before its fields are decoded.
fn merge(first: &mut Tree, next: Tree) {
    first.settings.extend(next.settings);
    for (number, slot) in next.fields {
        first.fields.entry(number).or_default().values.extend(slot.values);
    }
}

fn unpack(slot: &mut Slot, ty: FieldType) {
    let [Value::Bytes(bytes)] = slot.values.as_slice() else { return };
    if let Ok(values) = read::packed(bytes, ty) {
        *slot = Slot { packed: true, values };
    }
}
