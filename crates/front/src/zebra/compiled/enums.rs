//! The names of enums' numbers, which ZebraPack's own schemas lack.

use super::restore::{ReadError, problem, word};
use super::{Value, name};
use crate::zebra::tree::{ConstDecl, File};
use std::collections::BTreeMap;

/// Returns the names and numbers of each type with constants; `None` if there is none.
pub(super) fn enums(file: &File) -> Option<Value> {
    let mut found: BTreeMap<&str, Vec<(String, Value)>> = BTreeMap::new();
    for constant in &file.constants {
        let Some(ty) = &constant.ty else { continue };
        let name = &constant.name.text;
        // Go's constants have the name of their type in front, because they share a namespace.
        let own = name.strip_prefix(ty).and_then(|rest| rest.strip_prefix('_')).unwrap_or(name);
        let number = u64::try_from(constant.value).map_or(Value::Int(constant.value as i64), Value::Uint);
        found.entry(ty).or_default().push((own.to_owned(), number));
    }
    let enums: Vec<_> = found.into_iter().map(|(ty, members)| (ty.to_owned(), Value::Map(members))).collect();
    (!enums.is_empty()).then_some(Value::Map(enums))
}

/// Returns the constants that a compiled schema names.
pub(super) fn restore_enums(schema: &Value) -> Result<Vec<ConstDecl>, ReadError> {
    let wrong = || problem(format!("`{}` is not a map from types to names and numbers", name::ENUMS));
    let types = match schema.member(name::ENUMS) {
        Some(Value::Map(types)) => types.as_slice(),
        None => &[],
        Some(_) => return Err(wrong()),
    };
    let mut constants = Vec::new();
    for (ty, members) in types {
        let Value::Map(members) = members else { return Err(wrong()) };
        for (own, number) in members {
            let value = match number {
                Value::Int(number) => i128::from(*number),
                Value::Uint(number) => i128::from(*number),
                _ => return Err(wrong()),
            };
            constants.push(ConstDecl { name: word(own), ty: Some(ty.clone()), value, doc: String::new() });
        }
    }
    Ok(constants)
}
