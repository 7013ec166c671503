//! Avro's order of values (Avro 1.12 specification, "Sort Order"): messages are compared as they are, without being decoded.

mod compare;
mod cursor;

use cursor::Cursor;
use polywire_front::avro::read_text;
use polywire_front::avro::tree::{DeclarationKind, Order as FieldOrder, Primitive, Schema, TypeExpr, TypeKind};
use polywire_source::{Diagnostics, SourceMap};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The order of the values of a schema.
#[derive(Clone, Debug)]
pub struct SortOrder {
    nodes: Vec<Node>,
    root: NodeId,
}

/// An index into the nodes of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct NodeId(usize);

/// A type by what its bytes are.
#[derive(Clone, Debug)]
enum Node {
    Null,
    Boolean,
    /// `int`, `long`, and the index of a symbol.
    Varint,
    Float,
    Double,
    /// `bytes` and `string`.
    Run,
    Fixed(usize),
    Array(NodeId),
    Map(NodeId),
    Union(Vec<NodeId>),
    Record(Vec<Field>),
}

#[derive(Clone, Debug)]
struct Field {
    name: String,
    order: FieldOrder,
    node: NodeId,
}

impl SortOrder {
    /// Returns the order of the values of a schema, the text of an `.avsc` file.
    ///
    /// # Errors
    /// If the schema is not valid, or if maps count: their entries have no order.
    pub fn of(schema: &[u8]) -> Result<Self, String> {
        let tree = read_text("schema.avsc", schema, &mut SourceMap::default(), &mut Diagnostics::default());
        let tree = tree.ok_or("the schema is not valid")?;
        let root = tree.files.iter().find_map(|file| file.root.as_ref()).ok_or("the schema has no type")?;
        let mut builder = Builder { schema: &tree, nodes: Vec::new(), named: BTreeMap::new() };
        let root = builder.node(root);
        let order = Self { nodes: builder.nodes, root };
        match order.map_below(root, &mut Vec::new(), &mut BTreeSet::new()) {
            Some(path) if path.is_empty() => Err("maps have no order".to_owned()),
            Some(path) => {
                Err(format!("`{path}` has a map, and maps have no order; `\"order\": \"ignore\"` leaves it out"))
            }
            None => Ok(order),
        }
    }

    /// Compares two messages of the schema; `None` if one of them ends early or has an unknown branch.
    pub fn compare(&self, left: &[u8], right: &[u8]) -> Option<Ordering> {
        self.compare_at(self.root, &mut Cursor(left), &mut Cursor(right))
    }

    /// Returns the path of a map that counts.
    fn map_below<'n>(&'n self, node: NodeId, path: &mut Vec<&'n str>, seen: &mut BTreeSet<NodeId>) -> Option<String> {
        if !seen.insert(node) {
            return None;
        }
        match &self.nodes[node.0] {
            Node::Map(_) => Some(path.join(".")),
            Node::Array(items) => self.map_below(*items, path, seen),
            Node::Union(branches) => branches.iter().find_map(|branch| self.map_below(*branch, path, seen)),
            Node::Record(fields) => fields.iter().filter(|it| it.order != FieldOrder::Ignore).find_map(|field| {
                path.push(&field.name);
                let found = self.map_below(field.node, path, seen);
                path.pop();
                found
            }),
            Node::Null | Node::Boolean | Node::Varint | Node::Float | Node::Double | Node::Run | Node::Fixed(_) => None,
        }
    }
}

struct Builder<'s> {
    schema: &'s Schema,
    nodes: Vec<Node>,
    named: BTreeMap<&'s str, NodeId>,
}

impl<'s> Builder<'s> {
    fn node(&mut self, ty: &'s TypeExpr) -> NodeId {
        let node = match &ty.kind {
            TypeKind::Primitive(primitive) => primitive_node(*primitive),
            TypeKind::Array(items) => Node::Array(self.node(items)),
            TypeKind::Map(values) => Node::Map(self.node(values)),
            TypeKind::Union(branches) => Node::Union(branches.iter().map(|branch| self.node(branch)).collect()),
            TypeKind::Named(name) => return self.named_node(name),
        };
        self.push(node)
    }

    /// Names are resolved; records may contain themselves.
    fn named_node(&mut self, name: &'s str) -> NodeId {
        if let Some(known) = self.named.get(name) {
            return *known;
        }
        let id = self.push(Node::Null);
        self.named.insert(name, id);
        let declared = self.schema.types.iter().find(|it| it.name.full() == name);
        self.nodes[id.0] = match declared.map(|it| &it.kind) {
            Some(DeclarationKind::Record(record)) => {
                let fields = record.fields.iter().map(|field| {
                    let node = self.node(&field.ty);
                    Field { name: field.name.text.clone(), order: field.order, node }
                });
                Node::Record(fields.collect())
            }
            Some(DeclarationKind::Enum(_)) => Node::Varint,
            Some(DeclarationKind::Fixed(size)) => Node::Fixed(*size as usize),
            None => Node::Null,
        };
        id
    }

    fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() - 1)
    }
}

fn primitive_node(primitive: Primitive) -> Node {
    match primitive {
        Primitive::Null => Node::Null,
        Primitive::Boolean => Node::Boolean,
        Primitive::Int | Primitive::Long => Node::Varint,
        Primitive::Float => Node::Float,
        Primitive::Double => Node::Double,
        Primitive::Bytes | Primitive::String => Node::Run,
    }
}
