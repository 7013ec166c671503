//! Paths of parts, which are only looked for when one is reported.

use super::node::{Address, Node};
use polywire_model::Model;
use polywire_vm::{Path, PathStep};

/// Returns the path of a part of a message.
pub(super) fn path(model: &Model, root: Node<'_>, address: Address) -> Path {
    let mut steps = Vec::new();
    find(model, root, address, &mut steps);
    Path { steps }
}

fn find(model: &Model, node: Node<'_>, address: Address, steps: &mut Vec<PathStep>) -> bool {
    if node.address() == address {
        return true;
    }
    let mut is_found = false;
    node.each(model, &mut |_, index, part| {
        if is_found {
            return;
        }
        let length = steps.len();
        let name = part.member.map(|it| it.name().to_owned()).unwrap_or_default();
        steps.push(PathStep::Name(name));
        steps.extend(index.map(PathStep::Index));
        is_found = find(model, part, address, steps);
        if !is_found {
            steps.truncate(length);
        }
    });
    is_found
}
