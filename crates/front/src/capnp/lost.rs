//! Parts of interfaces that services of the model cannot represent.

use super::nodes::{Node, NodeKind, Nodes};

/// Returns the parts of interfaces that are lost in the services of the model, with remedies.
pub fn lost_of_interfaces(nodes: &Nodes) -> Vec<String> {
    let mut lost: Vec<String> = nodes.nodes.values().flat_map(|node| of_node(nodes, node)).collect();
    lost.sort();
    lost
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
