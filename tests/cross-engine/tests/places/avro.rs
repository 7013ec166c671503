//! Avro data is read with the writer's schema by programs with another version of the schema.

use crate::places::{Version, messages, model, names_what_is_gone, schemas, settled};
use polywire::codec::Codecs;
use polywire::{Format, Model, Value, format};
use polywire_lock::Lock;
use polywire_lower::avro::schema::{KINDS, SCHEMA, extend};
use polywire_model::{DeclId, DeclKind, Enum, OrderBy, Presence, Struct, Type};
use polywire_vm::{Limits, interpreter};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

fn find(name: &str) -> &'static Format {
    format(name).expect("a format")
}

#[test]
fn versions_read_each_other_by_the_schema_of_the_writer() {
    let (mut read, mut refused) = (0, 0);
    // Cases of one type are told apart by the reader's order.
    for (mut schema, mut random) in schemas().filter(|(schema, _)| !schema.has_unions()) {
        let (first, mut lock) = settled(&Lock::default(), &model(&schema.text()), find("avro"));
        let first = Version::new(first, find("avro")).expect("codecs");
        for _ in 0..8 {
            schema.edit(&mut random);
            schema = schema.permuted(&mut random);
            let (next, now) = settled(&lock, &model(&schema.text()), find("avro"));
            lock = now;
            let next = Version::new(next, find("avro")).expect("codecs");
            for (writer, reader) in [(&first, &next), (&next, &first)] {
                let resolved = Resolved::new(writer, reader);
                for json in messages(&writer.model) {
                    let Some(bytes) = writer.bytes(&json) else { continue };
                    let written = writer.read(&bytes).expect("its own message");
                    match resolved.read(&bytes) {
                        Ok(value) => {
                            read += 1;
                            assert_eq!(reader.difference(writer, &written, &value), None, "{lock}\n{json}");
                        }
                        Err(error) => {
                            refused += 1;
                            assert!(names_what_is_gone(&error), "{error}\n{lock}\n{json}");
                        }
                    }
                }
            }
        }
    }
    println!("read {read}, refused {refused}");
    assert!(read > 100);
}

/// A reader of data of one writer.
struct Resolved {
    codecs: Codecs,
    model: Model,
    schema: Value,
}

impl Resolved {
    fn new(writer: &Version, reader: &Version) -> Self {
        let codecs = Codecs::new(&reader.model, find("avro_resolved")).expect("codecs");
        let types = extend(&Model::default());
        let schemas = Codecs::new(&types, find("json_plain")).expect("codecs");
        let schema = schema_of(&writer.model, crate::places::ROOT).to_string();
        let schema = schemas.codec(&types, SCHEMA).expect("a codec").decode(schema.as_bytes()).expect("a schema");
        Self { codecs, model: reader.model.clone(), schema }
    }

    fn read(&self, bytes: &[u8]) -> Result<Value, String> {
        let record = self.codecs.record(&self.model, crate::places::ROOT).expect("a struct");
        interpreter::decode(self.codecs.module(), record, bytes, Some(&self.schema), &Limits::default())
            .map_err(|failure| failure.code.name().to_owned())
    }
}

/// The Avro schema of a message, as the value that readers take.
fn schema_of(model: &Model, root: &str) -> Json {
    let mut nodes = Nodes { model, nodes: Vec::new(), named: BTreeMap::new() };
    let root = nodes.of_type(&Type::Named(model.find(root).expect("the message")));
    json!({ "nodes": nodes.nodes, "root": root })
}

struct Nodes<'m> {
    model: &'m Model,
    nodes: Vec<Json>,
    named: BTreeMap<DeclId, usize>,
}

impl Nodes<'_> {
    fn add(&mut self, kind: &str, mut node: Json) -> usize {
        node["kind"] = json!(KINDS.iter().position(|it| *it == kind).expect("a kind"));
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn of_type(&mut self, ty: &Type) -> usize {
        match ty {
            Type::Bool => self.add("boolean", json!({})),
            Type::Int { bits: 64, .. } | Type::Int { bits: 32, signed: false, .. } => self.add("long", json!({})),
            Type::Int { .. } => self.add("int", json!({})),
            Type::Float { bits: 32 } => self.add("float", json!({})),
            Type::Float { .. } => self.add("double", json!({})),
            Type::Text(_) => self.add("string", json!({})),
            Type::Bytes => self.add("bytes", json!({})),
            Type::FixedBytes(size, _) => self.add("fixed", json!({ "size": size })),
            Type::List(element) | Type::Array(element, _) => {
                let items = self.of_type(element);
                self.add("array", json!({ "items": items }))
            }
            Type::Map(entry) => {
                let entry = self.model.as_struct(*entry).expect("the entry of a map");
                let items = self.of_type(&entry.fields[1].ty);
                self.add("map", json!({ "items": items }))
            }
            Type::Named(id) => match self.named.get(id) {
                Some(node) => *node,
                None => self.of_declaration(*id),
            },
        }
    }

    fn of_declaration(&mut self, id: DeclId) -> usize {
        let decl = self.model.decl(id);
        match &decl.kind {
            DeclKind::Struct(it) => self.of_struct(id, it),
            DeclKind::Enum(it) => {
                let node = self.add("enum", json!({ "name": decl.path(), "symbols": symbols(it) }));
                self.named.insert(id, node);
                node
            }
            DeclKind::Union(_) | DeclKind::Constant(_) => unreachable!("schemas without unions"),
        }
    }

    fn of_struct(&mut self, id: DeclId, it: &Struct) -> usize {
        let record = self.add("record", json!({ "name": self.model.decl(id).path() }));
        self.named.insert(id, record);
        let mut fields = Vec::new();
        for index in self.model.fields_in_order(it, OrderBy::Lock) {
            let field = &it.fields[index];
            let mut node = self.of_type(&field.ty);
            if field.presence == Presence::Optional {
                let absent = self.add("null", json!({}));
                node = self.add("union", json!({ "branches": [absent, node] }));
            }
            fields.push(json!({ "name": field.name, "node": node }));
        }
        self.nodes[record]["fields"] = Json::Array(fields);
        record
    }
}

/// The names of the numbers that enumerators have, in order.
fn symbols(it: &Enum) -> Vec<&str> {
    let name = |number: i64| it.members.iter().find(|member| member.number == number).map(|member| &*member.name);
    it.numbers_in_order().into_iter().filter_map(name).collect()
}
