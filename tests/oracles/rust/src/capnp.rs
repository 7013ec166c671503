//! Cap'n Proto: capnp, whose generated types describe themselves.

use crate::Judge;
use ::capnp::dynamic_value::{Builder, Enum, Reader};
use ::capnp::introspect::{Type, TypeVariant};
use ::capnp::message::{HeapAllocator, ReaderOptions};
use ::capnp::schema::Field;
use ::capnp::schema_capnp::field;
use ::capnp::{dynamic_list, dynamic_struct, message, serialize, serialize_packed};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value};
use std::error::Error;

#[allow(clippy::all)]
pub mod trade_capnp {
    include!(concat!(env!("OUT_DIR"), "/trade_capnp.rs"));
}

#[allow(clippy::all)]
pub mod corner_capnp {
    include!(concat!(env!("OUT_DIR"), "/corner_capnp.rs"));
}

type Result<T> = std::result::Result<T, Box<dyn Error>>;

struct Capnp {
    packed: bool,
    read: fn(&message::Reader<serialize::OwnedSegments>) -> Result<Value>,
    write: fn(&mut message::Builder<HeapAllocator>, &Map<String, Value>) -> Result<()>,
}

macro_rules! capnp {
    ($packed:expr, $module:ident::$name:ident) => {
        Capnp {
            packed: $packed,
            read: |message| value(message.get_root::<$module::$name::Reader>()?.into()),
            write: |message, members| {
                let Builder::Struct(root) = message.init_root::<$module::$name::Builder>().into() else {
                    return Err("not a struct".into());
                };
                fill(root, members)
            },
        }
    };
}

pub fn judge(ty: &str, packed: bool) -> Option<Box<dyn Judge>> {
    Some(Box::new(match ty {
        "trade.Account" => capnp!(packed, trade_capnp::account),
        "corner.Route" => capnp!(packed, corner_capnp::route),
        "corner.Overlap" => capnp!(packed, corner_capnp::overlap),
        "corner.Lists" => capnp!(packed, corner_capnp::lists),
        _ => return None,
    }))
}

impl Judge for Capnp {
    fn read(&self, mut message: &[u8]) -> Result<String> {
        let options = ReaderOptions::new();
        let message = match self.packed {
            true => serialize_packed::read_message(message, options)?,
            false => serialize::read_message(&mut message, options)?,
        };
        Ok((self.read)(&message)?.to_string())
    }

    fn write(&self, value: &str) -> Result<Vec<u8>> {
        let (mut message, mut written) = (message::Builder::new_default(), Vec::new());
        (self.write)(&mut message, &serde_json::from_str(value)?)?;
        match self.packed {
            true => serialize_packed::write_message(&mut written, &message)?,
            false => serialize::write_message(&mut written, &message)?,
        }
        Ok(written)
    }
}

fn value(reader: Reader<'_>) -> Result<Value> {
    Ok(match reader {
        Reader::Void => Value::Bool(true),
        Reader::Bool(it) => it.into(),
        Reader::Int8(it) => it.into(),
        Reader::Int16(it) => it.into(),
        Reader::Int32(it) => it.into(),
        Reader::Int64(it) => it.into(),
        Reader::UInt8(it) => it.into(),
        Reader::UInt16(it) => it.into(),
        Reader::UInt32(it) => it.into(),
        Reader::UInt64(it) => it.into(),
        Reader::Float32(it) => it.into(),
        Reader::Float64(it) => it.into(),
        Reader::Enum(it) => it.get_value().into(),
        Reader::Text(it) => it.to_str()?.into(),
        Reader::Data(it) => BASE64_STANDARD.encode(it).into(),
        Reader::Struct(it) => Value::Object(members(it)?),
        Reader::List(it) => it.iter().map(|element| value(element?)).collect::<Result<_>>()?,
        Reader::AnyPointer(_) | Reader::Capability(_) => return Err("a pointer without a type".into()),
    })
}

/// Returns the present members; those of a group are beside the others.
fn members(reader: dynamic_struct::Reader<'_>) -> Result<Map<String, Value>> {
    let mut found = Map::new();
    let fixed = reader.get_schema().get_non_union_fields()?;
    for field in fixed.iter().chain(reader.which()?) {
        let name = field.get_proto().get_name()?.to_str()?;
        match reader.get(field)? {
            Reader::Struct(group) if is_group(field) => found.extend(members(group)?),
            it if !is_pointer(field) || reader.has(field)? => drop(found.insert(name.to_owned(), value(it)?)),
            _ => (),
        }
    }
    Ok(found)
}

fn is_group(field: Field) -> bool {
    matches!(field.get_proto().which(), Ok(field::Which::Group(_)))
}

fn is_pointer(field: Field) -> bool {
    matches!(field.get_type().which(), TypeVariant::Struct(_))
}

fn fill(mut builder: dynamic_struct::Builder<'_>, members: &Map<String, Value>) -> Result<()> {
    for (name, value) in members {
        match builder.get_schema().find_field_by_name(name)? {
            Some(field) => set(builder.reborrow(), field, value)?,
            None => fill_group(builder.reborrow(), name, value)?,
        }
    }
    Ok(())
}

/// Sets a member of the group that has it.
fn fill_group(mut builder: dynamic_struct::Builder<'_>, name: &str, value: &Value) -> Result<()> {
    let groups = builder.get_schema().get_fields()?.iter().filter(|field| is_group(*field));
    for group in groups.collect::<Vec<Field>>() {
        if let TypeVariant::Struct(schema) = group.get_type().which()
            && let Some(field) = ::capnp::schema::StructSchema::from(schema).find_field_by_name(name)?
            && let Builder::Struct(group) = builder.reborrow().get(group)?
        {
            return set(group, field, value);
        }
    }
    Err(format!("no member {name}").into())
}

fn set(mut builder: dynamic_struct::Builder<'_>, field: Field, value: &Value) -> Result<()> {
    match (field.get_type().which(), value) {
        (TypeVariant::Struct(_), Value::Object(members)) => match builder.init(field)? {
            Builder::Struct(it) => fill(it, members),
            _ => Err("not a struct".into()),
        },
        (TypeVariant::List(element), Value::Array(items)) => match builder.initn(field, items.len() as u32)? {
            Builder::List(it) => fill_list(it, element, items),
            _ => Err("not a list".into()),
        },
        (ty, _) => with_scalar(ty, value, |it| Ok(builder.set(field, it)?)),
    }
}

fn fill_list(mut list: dynamic_list::Builder<'_>, element: Type, items: &[Value]) -> Result<()> {
    for (item, index) in items.iter().zip(0..) {
        match (element.which(), item) {
            (TypeVariant::Struct(_), Value::Object(members)) => match list.reborrow().get(index)? {
                Builder::Struct(it) => fill(it, members)?,
                _ => return Err("not a struct".into()),
            },
            (TypeVariant::List(inner), Value::Array(items)) => match list.reborrow().init(index, items.len() as u32)? {
                Builder::List(it) => fill_list(it, inner, items)?,
                _ => return Err("not a list".into()),
            },
            (ty, _) => with_scalar(ty, item, |it| Ok(list.set(index, it)?))?,
        }
    }
    Ok(())
}

fn with_scalar(ty: TypeVariant, value: &Value, set: impl FnOnce(Reader<'_>) -> Result<()>) -> Result<()> {
    let wrong = || format!("{value} is of another type");
    let signed = || value.as_i64().ok_or_else(wrong);
    let unsigned = || value.as_u64().ok_or_else(wrong);
    let float = || value.as_f64().ok_or_else(wrong);
    let data;
    set(match ty {
        TypeVariant::Void => Reader::Void,
        TypeVariant::Bool => Reader::Bool(value.as_bool().ok_or_else(wrong)?),
        TypeVariant::Int8 => Reader::Int8(signed()?.try_into()?),
        TypeVariant::Int16 => Reader::Int16(signed()?.try_into()?),
        TypeVariant::Int32 => Reader::Int32(signed()?.try_into()?),
        TypeVariant::Int64 => Reader::Int64(signed()?),
        TypeVariant::UInt8 => Reader::UInt8(unsigned()?.try_into()?),
        TypeVariant::UInt16 => Reader::UInt16(unsigned()?.try_into()?),
        TypeVariant::UInt32 => Reader::UInt32(unsigned()?.try_into()?),
        TypeVariant::UInt64 => Reader::UInt64(unsigned()?),
        TypeVariant::Float32 => Reader::Float32(float()? as f32),
        TypeVariant::Float64 => Reader::Float64(float()?),
        TypeVariant::Enum(schema) => Reader::Enum(Enum::new(unsigned()?.try_into()?, schema.into())),
        TypeVariant::Text => Reader::Text(value.as_str().ok_or_else(wrong)?.into()),
        TypeVariant::Data => {
            data = BASE64_STANDARD.decode(value.as_str().ok_or_else(wrong)?)?;
            Reader::Data(&data)
        }
        TypeVariant::Struct(_) | TypeVariant::List(_) | TypeVariant::AnyPointer | TypeVariant::Capability => {
            return Err(wrong().into());
        }
    })
}
