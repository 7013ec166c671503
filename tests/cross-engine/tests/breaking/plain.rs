//! Values as JSON in which two versions can be compared: with the old names, numbers as numbers, texts and bytes by their
//! bytes, cases of unions as members, and without members that only one version has.

use crate::breaking::edit::Edited;
use crate::breaking::judge::Numbers;
use polywire::Value;
use polywire_ir::types::{Type, Types};
use serde_json::{Map, Value as Json};

pub struct Plain<'a> {
    pub types: &'a Types,
    pub edits: &'a Edited,
    pub numbers: Numbers<'a>,
}

impl Plain<'_> {
    pub fn of(&self, ty: &Type, value: &Value) -> Json {
        match value {
            Value::Absent | Value::Union(None) => Json::Null,
            Value::Bool(value) => u8::from(*value).into(),
            Value::Int(value) => (*value).into(),
            Value::Uint(value) => (*value).into(),
            Value::Float(bits) => float(ty, *bits),
            Value::Text(bytes) | Value::Bytes(bytes) => {
                self.text(&bytes.iter().map(|byte| char::from(*byte)).collect::<String>())
            }
            Value::Enum(number) => match self.enumerator(ty, *number) {
                Some(name) => self.text(name),
                None => (*number).into(),
            },
            Value::Struct(record) => {
                let Type::Struct(id) = ty else { return Json::Null };
                let (of, mut members) = (self.types.record(*id), Map::new());
                if self.edits.of_first.contains(&of.name.dotted()) {
                    return self.of(&of.fields[0].ty, &record.fields[0]);
                }
                for (field, value) in of.fields.iter().zip(&record.fields) {
                    match (&field.ty, value) {
                        (Type::Union(_), value) => members.extend(self.case(&field.ty, value)),
                        (ty, value) => members.extend(self.member(&field.name, ty, value)),
                    }
                }
                Json::Object(members)
            }
            Value::Union(Some(_)) => Json::Object(self.case(ty, value).into_iter().collect()),
            Value::List(elements) => {
                let element = ty.element().unwrap_or(Type::Bytes);
                elements.iter().map(|it| self.of(&element, it)).collect()
            }
            Value::Map(entries) => {
                let Type::Map(entry) = ty else { return Json::Null };
                let (key, of) = self.types.entry(*entry);
                entries.iter().map(|(name, value)| (self.of(key, name).to_string(), self.of(of, value))).collect()
            }
        }
    }

    /// Returns true if a member that only this version has is unlike that of a new value: what the other version did not
    /// write must not be read as something.
    pub fn invents(&self, ty: &Type, value: &Value) -> bool {
        match value {
            Value::Struct(record) => {
                let Type::Struct(id) = ty else { return false };
                let of = self.types.record(*id);
                // The first member of such a struct is the value itself.
                let known = usize::from(self.edits.of_first.contains(&of.name.dotted()));
                let mut members = of.fields.iter().zip(&record.fields).skip(known);
                members.any(|(field, value)| match &field.ty {
                    ty if matches!(ty, Type::Union(_)) || self.is_common(&field.name) => self.invents(ty, value),
                    _ => *value != Value::of_field(self.types, field) && !is_empty(value),
                })
            }
            Value::Union(Some(held)) => {
                let Type::Union(id) = ty else { return false };
                let case = self.types.union(*id).cases.get(held.case as usize);
                case.is_some_and(|case| !self.is_common(&case.name) || self.invents(&case.value_type(), &held.value))
            }
            Value::List(elements) => ty.element().is_some_and(|ty| elements.iter().any(|it| self.invents(&ty, it))),
            Value::Map(entries) => {
                let Type::Map(entry) = ty else { return false };
                entries.values().any(|it| self.invents(self.types.entry(*entry).1, it))
            }
            _ => false,
        }
    }

    fn is_common(&self, name: &str) -> bool {
        self.edits.common.contains(self.edits.renamed.get(name).map_or(name, String::as_str))
    }

    fn case(&self, ty: &Type, value: &Value) -> Option<(String, Json)> {
        let (Type::Union(id), Value::Union(Some(held))) = (ty, value) else { return None };
        let case = self.types.union(*id).cases.get(held.case as usize)?;
        self.member(&case.name, &case.value_type(), &held.value)
    }

    fn member(&self, name: &str, ty: &Type, value: &Value) -> Option<(String, Json)> {
        let old = self.edits.renamed.get(name).map_or(name, String::as_str);
        self.edits.common.contains(old).then(|| (old.to_owned(), self.of(ty, value)))
    }

    fn enumerator(&self, ty: &Type, number: i64) -> Option<&str> {
        let Type::Enum(id) = ty else { return None };
        let members = &self.types.enumeration(*id).members;
        members.iter().find(|it| it.number == number).map(|it| it.name.as_str())
    }

    /// Returns an enumerator by its old name if it has other numbers in both versions, else by its number, so that it can
    /// be compared with an integer. Other texts are returned as they are.
    fn text(&self, text: &str) -> Json {
        let old = self.edits.renamed.get(text).map_or(text, String::as_str);
        let new = self.edits.renamed.iter().find(|(_, it)| *it == old).map_or(old, |(new, _)| new);
        let number = |version| self.numbers.of(version, old).or_else(|| self.numbers.of(version, new));
        let is_common = self.edits.common.contains(old);
        match (number(0), number(1)) {
            (Some(one), Some(other)) if is_common && one != other => old.into(),
            (Some(number), _) | (None, Some(number)) => number.into(),
            (None, None) => old.into(),
        }
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Absent | Value::Union(None) => true,
        Value::Text(bytes) | Value::Bytes(bytes) => bytes.is_empty(),
        Value::List(elements) => elements.is_empty(),
        Value::Map(entries) => entries.is_empty(),
        _ => false,
    }
}

/// The shortest text of a float of 32 bits is a nearby one of 64 bits; whole numbers are integers, and NaN and the infinities
/// are texts.
fn float(ty: &Type, bits: u64) -> Json {
    let value = match ty {
        Type::Float { bits: 32 } => f32::from_bits(bits as u32).to_string().parse().unwrap_or(f64::NAN),
        _ => f64::from_bits(bits),
    };
    const INTEGERS: std::ops::Range<f64> = -9e18..9e18;
    match value.fract() == 0.0 && INTEGERS.contains(&value) {
        true => (value as i64).into(),
        false if value.is_finite() => value.into(),
        false => value.to_string().into(),
    }
}
