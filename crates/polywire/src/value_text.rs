//! Values as text.

use polywire_ir::types::{Type, Types};
use polywire_vm::leaves::{write_json_base64, write_json_float32, write_json_float64, write_json_string};
use polywire_vm::{PathStep, Record, Value};

/// Returns a value as JSON on one line: names as in the schema, integers as numbers, bytes in base64. Absent, empty and
/// zero fields are left out.
pub fn text(types: &Types, ty: &Type, value: &Value) -> String {
    let mut out = Vec::new();
    write(types, ty, value, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

fn write(types: &Types, ty: &Type, value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Absent => out.extend(b"null"),
        Value::Bool(value) => out.extend(value.to_string().bytes()),
        Value::Int(value) => out.extend(value.to_string().bytes()),
        Value::Uint(value) => out.extend(value.to_string().bytes()),
        Value::Float(bits) if matches!(ty, Type::Float { bits: 32 }) => write_json_float32(*bits, out),
        Value::Float(bits) => write_json_float64(*bits, out),
        Value::Text(text) => write_json_string(String::from_utf8_lossy(text).as_bytes(), out),
        Value::Bytes(bytes) => write_json_base64(bytes, out),
        Value::Enum(number) => write_enumerator(types, ty, *number, out),
        Value::Struct(record) => write_record(types, ty, record, out),
        Value::Union(None) => out.extend(b"{}"),
        Value::Union(Some(held)) => {
            let case = case_type(types, ty, held.case);
            write_member(true, &case_name(types, ty, held.case), |out| write(types, &case, &held.value, out), out);
            out.push(b'}');
        }
        Value::List(elements) => {
            let element = ty.element().unwrap_or(Type::Bytes);
            out.push(b'[');
            for (index, value) in elements.iter().enumerate() {
                out.extend(if index == 0 { &b""[..] } else { b"," });
                write(types, &element, value, out);
            }
            out.push(b']');
        }
        Value::Map(entries) => {
            let value = entry_type(types, ty);
            let members = entries.iter().map(|(key, held)| (key_text(key), &value, held)).collect::<Vec<_>>();
            write_members(types, &members, out);
        }
    }
}

fn write_record(types: &Types, ty: &Type, record: &Record, out: &mut Vec<u8>) {
    let Type::Struct(id) = ty else { return };
    let fields = types.record(*id).fields.iter().zip(&record.fields);
    let told = fields.filter(|(field, value)| **value != Value::of_field(types, field));
    let members: Vec<_> = told.map(|(field, value)| (field.name.clone(), &field.ty, value)).collect();
    write_members(types, &members, out);
}

fn write_members(types: &Types, members: &[(String, &Type, &Value)], out: &mut Vec<u8>) {
    for (index, (name, ty, value)) in members.iter().enumerate() {
        write_member(index == 0, name, |out| write(types, ty, value, out), out);
    }
    out.extend(if members.is_empty() { &b"{}"[..] } else { b"}" });
}

fn write_member(is_first: bool, name: &str, write: impl FnOnce(&mut Vec<u8>), out: &mut Vec<u8>) {
    out.push(if is_first { b'{' } else { b',' });
    write_json_string(name.as_bytes(), out);
    out.push(b':');
    write(out);
}

/// Writes the name of an enumerator, or its number if it has none.
fn write_enumerator(types: &Types, ty: &Type, number: i64, out: &mut Vec<u8>) {
    let Type::Enum(id) = ty else { return };
    match types.enumeration(*id).members.iter().find(|member| member.number == number) {
        Some(member) => write_json_string(member.name.as_bytes(), out),
        None => out.extend(types.enumeration(*id).integer(number).to_string().bytes()),
    }
}

fn case_name(types: &Types, ty: &Type, case: u32) -> String {
    let Type::Union(id) = ty else { return String::new() };
    types.union(*id).cases.get(case as usize).map_or_else(String::new, |case| case.name.clone())
}

/// Returns a map key as the name of a member.
fn key_text(key: &Value) -> String {
    match key {
        Value::Text(text) => String::from_utf8_lossy(text).into_owned(),
        other => match PathStep::of_key(other) {
            PathStep::Key(text) | PathStep::Name(text) => text,
            PathStep::Index(index) => index.to_string(),
        },
    }
}

/// Returns the type of a union's case.
pub(crate) fn case_type(types: &Types, ty: &Type, case: u32) -> Type {
    let Type::Union(id) = ty else { return Type::Bytes };
    types.union(*id).cases.get(case as usize).map_or(Type::Bytes, |case| case.value_type())
}

/// Returns the type of a map's values.
pub(crate) fn entry_type(types: &Types, ty: &Type) -> Type {
    let Type::Map(entry) = ty else { return Type::Bytes };
    types.record(*entry).fields.get(1).map_or(Type::Bytes, |field| field.ty.clone())
}
