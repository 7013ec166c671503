//! Compiled FlatBuffers schemas (`.bfbs`), which are buffers of FlatBuffers' own schema of schemas: read and written by the
//! codec that Polywire makes of that schema.

use crate::codec::{Codec, Codecs};
use polywire_front::fbs::reflection::{Contents, REFLECTION, Tree, read_schema, write_schema};
use polywire_front::fbs::schema::Schema;
use polywire_front::fbs::{self};
use polywire_front::{LoadError, LoadedFile};
use polywire_ir::types::{Literal, StructId, Type, Types};
use polywire_source::{Diagnostics, SourceMap};
use polywire_vm::{Record, Value};

/// The schema in a buffer.
pub fn read_bfbs(bytes: &[u8]) -> Result<Schema, String> {
    let (codec, types, root) = reflection()?;
    let value = codec.decode(bytes).map_err(|refusal| format!("this is not a compiled schema: {refusal}"))?;
    read_schema(&tree(&types, &root, &value)).map_err(|error| error.to_string())
}

/// The buffer of a schema.
pub fn write_bfbs(schema: &Schema, contents: Contents) -> Result<Vec<u8>, String> {
    let (codec, types, root) = reflection()?;
    let tree = write_schema(schema, contents);
    let value = value(&types, &root, &tree);
    codec.encode(&value).map_err(|refusal| refusal.to_string())
}

/// The codec of compiled schemas, and their types.
fn reflection() -> Result<(Codec, Types, Type), String> {
    const NAME: &str = "reflection.fbs";
    let loader = |path: &str| match path {
        NAME => Ok(LoadedFile { name: NAME.to_owned(), bytes: REFLECTION.into() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = fbs::compile_files(&[NAME], &loader, &mut sources, &mut diagnostics);
    let model = compiled.ok_or("the schema of schemas is invalid")?.model;
    let format = crate::format("flatbuffers").ok_or("there is no format for compiled schemas")?;
    let codecs = Codecs::new(&model, format).map_err(|_| "the format does not hold compiled schemas")?;
    let root = codecs.record(&model, "reflection.Schema").ok_or("the schema of schemas lacks its root")?;
    let codec = codecs.codec_of(root).ok_or("compiled schemas have no codec")?;
    let types = codecs.module().types.as_ref().clone();
    Ok((codec, types, Type::Struct(root)))
}

fn tree(types: &Types, ty: &Type, value: &Value) -> Tree {
    match value {
        Value::Absent => Tree::Absent,
        Value::Bool(value) => Tree::Bool(*value),
        Value::Int(value) | Value::Enum(value) => Tree::Int((*value).into()),
        Value::Uint(value) => Tree::Int((*value).into()),
        Value::Float(bits) => Tree::Float(f64::from_bits(*bits)),
        Value::Text(bytes) | Value::Bytes(bytes) => Tree::Text(String::from_utf8_lossy(bytes).into_owned()),
        Value::List(elements) => match ty {
            Type::List(element) => Tree::List(elements.iter().map(|it| tree(types, element, it)).collect()),
            _ => Tree::Absent,
        },
        Value::Struct(record) => match ty {
            Type::Struct(id) => Tree::Table(fields(types, *id, record)),
            _ => Tree::Absent,
        },
        // The schema of schemas has neither.
        Value::Union(_) | Value::Map(_) => Tree::Absent,
    }
}

fn fields(types: &Types, id: StructId, record: &Record) -> Vec<(String, Tree)> {
    let fields = types.record(id).fields.iter().zip(&record.fields);
    fields.map(|(field, value)| (field.name.clone(), tree(types, &field.ty, value))).collect()
}

/// Returns the value of a tree; fields that it lacks are as in a new value.
fn value(types: &Types, ty: &Type, tree: &Tree) -> Value {
    match (tree, ty) {
        (Tree::Bool(value), _) => Value::Bool(*value),
        (Tree::Int(value), Type::Enum(_)) => Value::Enum(*value as i64),
        (Tree::Int(value), Type::Int { signed: false, .. }) => Value::Uint(*value as u64),
        (Tree::Int(value), _) => Value::Int(*value as i64),
        (Tree::Float(value), _) => Value::Float(value.to_bits()),
        (Tree::Text(text), _) => Value::Text(text.clone().into_bytes()),
        (Tree::List(elements), Type::List(element)) => {
            Value::List(elements.iter().map(|it| value(types, element, it)).collect())
        }
        (Tree::Table(_), Type::Struct(id)) => {
            let mut record = Record::new(types, *id);
            for (place, field) in record.fields.iter_mut().zip(&types.record(*id).fields) {
                let given = tree.get(&field.name);
                if *given != Tree::Absent {
                    *place = value(types, &field.ty, given);
                }
            }
            Value::Struct(record)
        }
        (Tree::Absent | Tree::List(_) | Tree::Table(_), _) => Value::new_or(types, ty, None::<&Literal>),
    }
}
