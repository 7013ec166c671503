//! Types, brands, values and annotations. Offsets are those of the structs in `schema.capnp`.

use super::{ReadError, records, text};
use crate::capnp::nodes::{Annotation, Bindings, Brand, BrandScope, Elements, Object, Record, Type, Value};

pub(super) fn ty(object: &Object) -> Result<Type, ReadError> {
    let it = object.record();
    let int = |bits, signed| Type::Int { bits, signed };
    Ok(match it.int(0, 2) {
        0 => Type::Void,
        1 => Type::Bool,
        2 => int(8, true),
        3 => int(16, true),
        4 => int(32, true),
        5 => int(64, true),
        6 => int(8, false),
        7 => int(16, false),
        8 => int(32, false),
        9 => int(64, false),
        10 => Type::Float32,
        11 => Type::Float64,
        12 => Type::Text,
        13 => Type::Data,
        14 => Type::List(Box::new(ty(it.pointer(0))?)),
        15 => Type::Enum(it.int(8, 8), brand(it.pointer(0))?),
        16 => Type::Struct(it.int(8, 8), brand(it.pointer(0))?),
        17 => Type::Interface(it.int(8, 8), brand(it.pointer(0))?),
        18 => return any_pointer(&it),
        _ => return Err(ReadError("a type is of an unknown kind")),
    })
}

fn any_pointer(it: &Record) -> Result<Type, ReadError> {
    Ok(match (it.int(8, 2), it.int(10, 2)) {
        (0, 0) => Type::AnyPointer,
        (0, 1) => Type::AnyStruct,
        (0, 2) => Type::AnyList,
        (0, 3) => Type::Capability,
        (1, index) => Type::Parameter(it.int(16, 8), index as u16),
        (2, index) => Type::ImplicitParameter(index as u16),
        _ => return Err(ReadError("a type is of an unknown kind")),
    })
}

pub(super) fn brand(object: &Object) -> Result<Brand, ReadError> {
    let scopes = records(object.record().pointer(0)).iter().map(scope).collect::<Result<_, _>>()?;
    Ok(Brand { scopes })
}

fn scope(it: &Record) -> Result<BrandScope, ReadError> {
    let binding = |it: &Record| match it.int(0, 2) {
        0 => Ok(None),
        _ => ty(it.pointer(0)).map(Some),
    };
    let bindings = match it.int(8, 2) {
        0 => Bindings::Bind(records(it.pointer(0)).iter().map(binding).collect::<Result<_, _>>()?),
        _ => Bindings::Inherit,
    };
    Ok(BrandScope { id: it.int(0, 8), bindings })
}

pub(super) fn annotations(object: &Object) -> Result<Vec<Annotation>, ReadError> {
    let annotation =
        |it: &Record| Ok(Annotation { id: it.int(0, 8), value: value(it.pointer(0))?, brand: brand(it.pointer(1))? });
    records(object).iter().map(annotation).collect()
}

pub(super) fn value(object: &Object) -> Result<Value, ReadError> {
    let it = object.record();
    let pointer = it.pointer(0);
    let signed = |at, width: usize| {
        let shift = 64 - 8 * width as u32;
        Value::Int(((it.int(at, width) << shift) as i64 >> shift).into())
    };
    let unsigned = |at, width| Value::Int(it.int(at, width).into());
    Ok(match it.int(0, 2) {
        0 => Value::Void,
        1 => Value::Bool(it.bit(16)),
        2 => signed(2, 1),
        3 => signed(2, 2),
        4 => signed(4, 4),
        5 => signed(8, 8),
        6 => unsigned(2, 1),
        7 => unsigned(2, 2),
        8 => unsigned(4, 4),
        9 => unsigned(8, 8),
        10 => Value::Float32(it.int(4, 4) as u32),
        11 => Value::Float64(it.int(8, 8)),
        12 => Value::Text(without_terminator(pointer)),
        13 => Value::Data(pointer.bytes().to_vec()),
        14 => Value::List(pointer.clone()),
        15 => Value::Enum(it.int(2, 2) as u16),
        16 => Value::Struct(pointer.clone()),
        17 => Value::Interface,
        18 => Value::AnyPointer(pointer.clone()),
        _ => return Err(ReadError("a value is of an unknown kind")),
    })
}

fn without_terminator(object: &Object) -> Vec<u8> {
    let bytes = object.bytes();
    bytes.strip_suffix(&[0]).unwrap_or(bytes).to_vec()
}

/// The names of type parameters.
pub(super) fn params(object: &Object) -> Vec<String> {
    match object {
        Object::List(Elements::Structs(items)) => items.iter().map(|it| text(it.pointer(0))).collect(),
        _ => Vec::new(),
    }
}
