//! The request that `capnp compile` sends to a code generator.

use super::node::{Docs, node};
use super::{ReadError, read_message, records, text};
use crate::capnp::nodes::{File, Node, NodeKind, Nodes, Object, Record};
use std::collections::{BTreeMap, HashMap};

/// Reads a serialized `CodeGeneratorRequest`.
///
/// # Errors
/// If the bytes are not a valid message. Problems in the nodes are found when their model is built.
pub fn read_request(bytes: &[u8]) -> Result<Nodes, ReadError> {
    let Object::Struct(request) = read_message(bytes)? else { return Err(ReadError("its root is not a struct")) };
    let docs: HashMap<u64, Docs> = records(request.pointer(3)).iter().map(|it| (it.int(0, 8), docs(it))).collect();
    let none = Docs::default();
    let mut nodes = BTreeMap::new();
    for it in records(request.pointer(0)) {
        let node = node(&it, docs.get(&it.int(0, 8)).unwrap_or(&none))?;
        nodes.insert(node.id, node);
    }
    if nodes.is_empty() {
        return Err(ReadError("it has no nodes"));
    }
    let requested: Vec<File> = records(request.pointer(1)).iter().map(file).collect();
    let files = imported(&nodes, &requested).into_iter().chain(requested.clone()).collect();
    Ok(Nodes { nodes, files })
}

fn docs(it: &Record) -> Docs {
    Docs { own: text(it.pointer(0)), members: records(it.pointer(1)).iter().map(|it| text(it.pointer(0))).collect() }
}

fn file(it: &Record) -> File {
    File {
        id: it.int(0, 8),
        path: text(it.pointer(0)),
        imports: records(it.pointer(1)).iter().map(|it| (text(it.pointer(0)), it.int(0, 8))).collect(),
        is_requested: true,
    }
}

/// Returns files that the request does not list but has nodes of.
fn imported(nodes: &BTreeMap<u64, Node>, requested: &[File]) -> Vec<File> {
    let others = nodes.values().filter(|node| matches!(node.kind, NodeKind::File));
    let others = others.filter(|node| requested.iter().all(|file| file.id != node.id));
    let file =
        |node: &Node| File { id: node.id, path: node.display_name.clone(), imports: Vec::new(), is_requested: false };
    others.map(file).collect()
}
