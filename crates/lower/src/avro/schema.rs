//! The writer's schema as a value: native types that describe Avro schemas, following the specification's "Schema
//! Declaration".

use polywire_model::attr::EnumAttrs;
use polywire_model::{Decl, DeclId, DeclKind, Enum, Enumerator, Field, Model, Struct, Text, Type};
use polywire_source::Span;

/// Dotted name of the struct that describes a schema.
pub const SCHEMA: &str = "avro.Schema";

/// The file of these types, which have none in the schema: every schema file can use it.
const FILE: &str = "avro_schema";

/// Kinds of schemas, in the order of their numbers.
pub const KINDS: [&str; 14] = [
    "null", "boolean", "int", "long", "float", "double", "bytes", "string", "record", "enum", "fixed", "array", "map",
    "union",
];

/// Returns the struct that describes a schema, or as an error a type of the user's schema that has its name.
pub(super) fn described(model: &Model) -> Result<Option<DeclId>, DeclId> {
    match model.find(SCHEMA) {
        Some(id) if model.decl(id).file != FILE => Err(id),
        found => Ok(found),
    }
}

/// Returns a model with the types that describe a schema appended, unless it already has them: an enum `Kind`, and the
/// structs `Field` (a name, and the index of the field's node), `Node` and `Schema` (nodes, and the index of the root).
///
/// Each kind of node uses its own fields: `name` (of a record, enum or fixed, without its namespace), `size` (of a
/// fixed), `items` (of an array or map: the index of the element node), `fields` (of a record), `symbols` (of an enum)
/// and `branches` (of a union: the indices of their nodes).
pub fn extend(model: &Model) -> Model {
    let mut model = model.clone();
    if model.find(SCHEMA).is_none() {
        declare(&mut model);
    }
    model
}

fn declare(model: &mut Model) {
    let text = || Type::Text(Text::default());
    let index = || Type::int(32, false);
    let kind = add(model, "Kind", kinds());
    let field = record(vec![Field::new("name", text()), Field::new("node", index())]);
    let field = add(model, "Field", field);
    let node = record(vec![
        Field::new("kind", Type::Named(kind)),
        Field::new("name", text()),
        Field::new("size", index()),
        Field::new("items", index()),
        Field::new("fields", Type::list(Type::Named(field))),
        Field::new("symbols", Type::list(text())),
        Field::new("branches", Type::list(index())),
    ]);
    let node = add(model, "Node", node);
    let nodes = Field::new("nodes", Type::list(Type::Named(node)));
    add(model, "Schema", record(vec![nodes, Field::new("root", index())]));
}

fn kinds() -> DeclKind {
    let members = KINDS.iter().zip(0..).map(|(name, number)| Enumerator {
        name: (*name).to_owned(),
        number,
        doc: String::new(),
        deprecated: false,
        span: Span::default(),
    });
    DeclKind::Enum(Enum {
        bits: 8,
        signed: false,
        flags: false,
        open: false,
        members: members.collect(),
        attrs: EnumAttrs::default(),
    })
}

fn record(fields: Vec<Field>) -> DeclKind {
    DeclKind::Struct(Struct { fields, ..Struct::default() })
}

fn add(model: &mut Model, name: &str, kind: DeclKind) -> DeclId {
    let module = vec!["avro".to_owned()];
    model.add(Decl {
        file: FILE.to_owned(),
        module,
        name: vec![name.to_owned()],
        doc: String::new(),
        deprecated: false,
        span: Span::default(),
        kind,
    })
}
