//! Parts of interfaces that services of the model cannot represent.

use super::nodes::{Node, NodeKind, Nodes, Value};

/// Returns the parts of interfaces that are lost in the services of the model, with remedies.
pub fn lost_of_interfaces(nodes: &Nodes) -> Vec<String> {
    let mut lost: Vec<String> = nodes.nodes.values().flat_map(|node| of_node(nodes, node)).collect();
    lost.sort();
    lost
}

/// Returns the constants that the model lacks, with a remedy: only scalars, texts and bytes can be constants in all languages.
pub fn lost_constants(nodes: &Nodes) -> Vec<String> {
    let constants = nodes.nodes.values().filter_map(|node| match &node.kind {
        NodeKind::Const { value, .. } => Some((node, kind_of(value)?)),
        _ => None,
    });
    let remedy = "declare it as the default of a field, or its parts as constants";
    let mut lost: Vec<String> = constants
        .map(|(node, kind)| format!("the constant {}, which is {kind}: {remedy}", node.display_name))
        .collect();
    lost.sort();
    lost
}

fn kind_of(value: &Value) -> Option<&'static str> {
    match value {
        Value::List(_) => Some("a list"),
        Value::Struct(_) => Some("a struct"),
        Value::AnyPointer(_) => Some("of the type AnyPointer"),
        Value::Void
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float32(_)
        | Value::Float64(_)
        | Value::Enum(_)
        | Value::Text(_)
        | Value::Data(_)
        | Value::Interface => None,
    }
}

fn of_node(nodes: &Nodes, node: &Node) -> Vec<String> {
    let NodeKind::Interface { superclasses, .. } = &node.kind else { return Vec::new() };
    if node.is_generic {
        let remedy = "declare one without type parameters, for the types that it is used with";
        return vec![format!("interface {}, which has type parameters: {remedy}", node.display_name)];
    }
    let extended = superclasses.iter().filter_map(|(id, _)| nodes.nodes.get(id)).filter(|other| other.is_generic);
    let extended = extended.map(|other| {
        format!(
            "that interface {} inherits the methods of {}: repeat them in it",
            node.display_name, other.display_name
        )
    });
    extended.collect()
}
