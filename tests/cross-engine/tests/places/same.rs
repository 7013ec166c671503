//! Values of two versions of a schema.

use polywire_ir::types::{StructId, Type, Types};
use polywire_vm::{Record, Value};

/// Returns the difference between the results of a reader of another version and of the writer's version, by path.
/// Members missing in the writer are new; members missing in the reader are ignored.
pub fn difference(writer: (&Types, &Type, &Value), reader: (&Types, &Type, &Value), path: &str) -> Option<String> {
    let wrong = || Some(format!("{path}: {:?} was written, {:?} is read", writer.2, reader.2));
    match (writer.2, reader.2) {
        (Value::Struct(one), Value::Struct(other)) => {
            let (Type::Struct(from), Type::Struct(to)) = (writer.1, reader.1) else { return wrong() };
            of_struct((writer.0, *from, one), (reader.0, *to, other), path)
        }
        (Value::Union(Some(one)), Value::Union(Some(other))) => {
            let (Type::Union(from), Type::Union(to)) = (writer.1, reader.1) else { return wrong() };
            let from = &writer.0.union(*from).cases[one.case as usize];
            let to = &reader.0.union(*to).cases[other.case as usize];
            if from.name != to.name {
                return wrong();
            }
            let (from, to) = (from.value_type(), to.value_type());
            difference(
                (writer.0, &from, &one.value),
                (reader.0, &to, &other.value),
                &format!("{path}.{}", from_name(path)),
            )
        }
        (Value::Union(Some(one)), Value::Union(None)) => {
            // The case was removed.
            let (Type::Union(from), Type::Union(to)) = (writer.1, reader.1) else { return wrong() };
            let name = &writer.0.union(*from).cases[one.case as usize].name;
            if reader.0.union(*to).cases.iter().any(|case| case.name == *name) { wrong() } else { None }
        }
        (Value::List(one), Value::List(other)) => {
            let (Some(from), Some(to)) = (writer.1.element(), reader.1.element()) else { return wrong() };
            if one.len() != other.len() {
                return wrong();
            }
            one.iter().zip(other).enumerate().find_map(|(index, (one, other))| {
                difference((writer.0, &from, one), (reader.0, &to, other), &format!("{path}[{index}]"))
            })
        }
        (one, other) if one == other => None,
        _ => wrong(),
    }
}

fn from_name(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}

fn of_struct(
    (from, id, one): (&Types, StructId, &Record),
    (to, other_id, other): (&Types, StructId, &Record),
    path: &str,
) -> Option<String> {
    let (old, new) = (&from.record(id).fields, &to.record(other_id).fields);
    new.iter().zip(&other.fields).find_map(|(field, value)| {
        let path = format!("{path}.{}", field.name);
        match old.iter().position(|old| old.name == field.name) {
            Some(index) => difference((from, &old[index].ty, &one.fields[index]), (to, &field.ty, value), &path),
            None if *value == Value::of_field(to, field) => None,
            None => Some(format!("{path}: {value:?} is read of a member that nobody has written")),
        }
    })
}
