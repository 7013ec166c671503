//! A schema of Avro as the value from which decoders know what a writer wrote.

use polywire_front::avro::tree::{DeclarationKind, Field, Schema, TypeExpr, TypeKind};
use polywire_lower::avro::schema::KINDS;
use polywire_vm::{Record, Value};
use std::collections::BTreeMap;

/// Returns the schema that the last of the named files states.
pub fn avro_root(schema: &Schema) -> Option<&TypeExpr> {
    schema.files.iter().rev().filter(|file| file.is_requested).find_map(|file| file.root.as_ref())
}

/// Returns a schema as a value of the struct `avro.Schema` (`polywire_lower::avro::schema`). A schema that is no record is the
/// field `value` of one, as its type in the model is.
pub fn written_schema(schema: &Schema, root: &TypeExpr) -> Value {
    let mut nodes = Nodes { schema, nodes: Vec::new(), declared: BTreeMap::new() };
    let mut at = nodes.add(root);
    if nodes.kind(at) != Some(RECORD) {
        let field = record(vec![text("value"), number(at)]);
        at = nodes.push(Node { kind: RECORD, fields: vec![field], ..Node::default() });
    }
    record(vec![Value::List(nodes.nodes.into_iter().map(Node::value).collect()), number(at)])
}

const RECORD: &str = "record";

/// A node, with the members that its kind has.
#[derive(Clone, Default)]
struct Node {
    kind: &'static str,
    name: String,
    size: u32,
    items: usize,
    fields: Vec<Value>,
    symbols: Vec<Value>,
    branches: Vec<Value>,
}

impl Node {
    fn of(kind: &'static str) -> Self {
        Self { kind, ..Self::default() }
    }

    fn value(self) -> Value {
        let kind = KINDS.iter().zip(0..).find(|(kind, _)| **kind == self.kind).map_or(0, |(_, number)| number);
        record(vec![
            Value::Enum(kind),
            text(&self.name),
            Value::Uint(self.size.into()),
            number(self.items),
            Value::List(self.fields),
            Value::List(self.symbols),
            Value::List(self.branches),
        ])
    }
}

struct Nodes<'s> {
    schema: &'s Schema,
    nodes: Vec<Node>,
    /// The nodes of named types, by full name.
    declared: BTreeMap<&'s str, usize>,
}

impl<'s> Nodes<'s> {
    fn push(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn kind(&self, at: usize) -> Option<&'static str> {
        self.nodes.get(at).map(|node| node.kind)
    }

    fn add(&mut self, ty: &'s TypeExpr) -> usize {
        match &ty.kind {
            TypeKind::Primitive(primitive) => self.push(Node::of(primitive.word())),
            TypeKind::Array(items) => {
                let items = self.add(items);
                self.push(Node { items, ..Node::of("array") })
            }
            TypeKind::Map(values) => {
                let items = self.add(values);
                self.push(Node { items, ..Node::of("map") })
            }
            TypeKind::Union(branches) => {
                let branches = branches.iter().map(|branch| number(self.add(branch))).collect();
                self.push(Node { branches, ..Node::of("union") })
            }
            TypeKind::Named(name) => self.named(name),
        }
    }

    fn named(&mut self, name: &'s str) -> usize {
        if let Some(at) = self.declared.get(name) {
            return *at;
        }
        let Some(declaration) = self.schema.types.iter().find(|it| it.name.full() == name) else {
            return self.push(Node::of("null"));
        };
        // A record may contain itself.
        let at = self.push(Node { name: declaration.name.name.clone(), ..Node::default() });
        self.declared.insert(name, at);
        let mut node = Node { name: declaration.name.name.clone(), ..Node::default() };
        match &declaration.kind {
            DeclarationKind::Record(it) => {
                (node.kind, node.fields) = (RECORD, it.fields.iter().map(|field| self.field(field)).collect());
            }
            DeclarationKind::Enum(it) => {
                (node.kind, node.symbols) = ("enum", it.symbols.iter().map(|symbol| text(&symbol.text)).collect());
            }
            DeclarationKind::Fixed(size) => (node.kind, node.size) = ("fixed", *size),
        }
        self.nodes[at] = node;
        at
    }

    fn field(&mut self, field: &'s Field) -> Value {
        record(vec![text(&field.name.text), number(self.add(&field.ty))])
    }
}

fn record(fields: Vec<Value>) -> Value {
    Value::Struct(Record { fields, unknown: None })
}

fn text(text: &str) -> Value {
    Value::Text(text.as_bytes().to_vec())
}

fn number(number: usize) -> Value {
    Value::Uint(number as u64)
}
