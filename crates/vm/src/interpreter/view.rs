//! Reads values in place: each member by its accessor.

use super::build::native;
use super::item::{Item, Tracked};
use super::machine::{Machine, Outcome};
use crate::value::{Held, Record};
use crate::{Failure, Value};
use polywire_ir::types::{FieldType, StructId, Type};
use polywire_ir::{Access, Encoding, ErrorCode, FuncId, Getter, Role};
use polywire_runtime::view::{EncodedText, Latin1, Utf16Be, Utf16Le};
use std::collections::BTreeMap;

impl<'m> Machine<'m> {
    /// Returns the value of a message, reading every member in place.
    pub(super) fn read_in_place(&mut self, record: StructId, levels: u32) -> Outcome<Value> {
        let root = self.module.views.record(record).and_then(|view| view.root).ok_or_else(no_view)?;
        let place = self.access(root, vec![Item::U64(u64::from(levels))])?;
        self.struct_in_place(record, &place)
    }

    fn field(&self, record: StructId, index: u32) -> Outcome<(&'m FieldType, &'m Access)> {
        let view = self.module.views.record(record).ok_or_else(no_view)?;
        let field = self.module.types.record(record).fields.get(index as usize);
        field.zip(view.fields.get(index as usize)).ok_or_else(no_view)
    }

    fn access(&mut self, get: FuncId, args: Vec<Item>) -> Outcome<Vec<Item>> {
        let results = self.call(get, args.into_iter().map(Tracked::from).collect())?;
        Ok(results.into_iter().map(|result| result.item).collect())
    }

    fn struct_in_place(&mut self, record: StructId, place: &[Item]) -> Outcome<Value> {
        let count = self.module.types.record(record).fields.len() as u32;
        let mut fields = Vec::new();
        for index in 0..count {
            let (field, access) = self.field(record, index)?;
            fields.push(self.field_in_place(field, access, place)?);
        }
        Ok(Value::Struct(Record { fields, unknown: None }))
    }

    fn field_in_place(&mut self, field: &'m FieldType, access: &'m Access, place: &[Item]) -> Outcome<Value> {
        match access {
            Access::Union { held, cases } => self.union_in_place(&field.ty, *held, cases, place),
            Access::None => Err(no_view()),
            Access::Value(getter) => {
                let mut found = self.access(getter.get, place.to_vec())?;
                if field.optional && matches!(found.remove(0), Item::Bool(false)) {
                    return Ok(Value::Absent);
                }
                self.value_in_place((&field.ty, getter.role), found)
            }
        }
    }

    fn union_in_place(&mut self, ty: &Type, held: FuncId, cases: &[Option<Getter>], place: &[Item]) -> Outcome<Value> {
        let found = self.access(held, place.to_vec())?;
        let ([Item::U64(held)], Type::Union(id)) = (found.as_slice(), ty) else { return Err(no_view()) };
        let Some(case) = held.checked_sub(1) else { return Ok(Value::Union(None)) };
        let union = self.module.types.union(*id).cases.get(case as usize).ok_or_else(no_view)?;
        let value = match (&union.ty, cases.get(case as usize)) {
            (Some(ty), Some(Some(getter))) => {
                let found = self.access(getter.get, place.to_vec())?;
                self.value_in_place((ty, getter.role), found)?
            }
            (Some(_), _) => return Err(no_view()),
            (None, _) => Value::of_case(&self.module.types, union),
        };
        Ok(Value::Union(Some(Box::new(Held { case: case as u32, value }))))
    }

    /// Converts the result of an accessor to a value.
    fn value_in_place(&mut self, (ty, role): (&Type, Role), found: Vec<Item>) -> Outcome<Value> {
        if let (Type::Text { .. }, Role::Encoded(encoding), [Item::Bytes(bytes)]) = (ty, role, found.as_slice()) {
            return Ok(Value::Text(utf8_of(encoding, bytes)));
        }
        match ty {
            // The bytes of an untyped object are made by the decoder.
            Type::Bytes if role == Role::Object => Err(no_view()),
            Type::Struct(id) => self.struct_in_place(*id, &found),
            Type::List(element) | Type::Array(element, _) => {
                self.elements_in_place((element, role), &found).map(Value::List)
            }
            Type::Map(entry) => {
                let entries = self.elements_in_place((&Type::Struct(*entry), role), &found)?;
                let entries = entries.into_iter().filter_map(|entry| match entry {
                    Value::Struct(Record { fields, .. }) => <[Value; 2]>::try_from(fields).ok(),
                    _ => None,
                });
                Ok(Value::Map(entries.map(|[key, value]| (key, value)).collect::<BTreeMap<_, _>>()))
            }
            ty => found.first().and_then(|item| native(&self.module.types, ty, item)).ok_or_else(no_view),
        }
    }

    fn elements_in_place(&mut self, (element, role): (&Type, Role), place: &[Item]) -> Outcome<Vec<Value>> {
        let view = self.module.views.list(element, role).ok_or_else(no_view)?;
        let Some(Item::U64(count)) = place.first() else { return Err(no_view()) };
        let (mut elements, mut left) = (Vec::new(), place.to_vec());
        for index in 0..*count {
            let index = match view.next {
                Some(next) if index > 0 => {
                    left = self.access(next, left)?;
                    0
                }
                Some(_) => 0,
                None => index,
            };
            let place = [left.as_slice(), &[Item::U64(index)]].concat();
            elements.push(match element {
                Type::Union(_) => self.union_in_place(element, view.get, &view.cases, &place)?,
                _ => {
                    let found = self.access(view.get, place)?;
                    self.value_in_place((element, role), found)?
                }
            });
        }
        Ok(elements)
    }
}

fn utf8_of(encoding: Encoding, bytes: &[u8]) -> Vec<u8> {
    match encoding {
        Encoding::Latin1 => EncodedText::<Latin1>::new(bytes).into(),
        Encoding::Utf16Le => EncodedText::<Utf16Le>::new(bytes).into(),
        Encoding::Utf16Be => EncodedText::<Utf16Be>::new(bytes).into(),
    }
}

fn no_view() -> Failure {
    Failure { code: ErrorCode::Unsupported, function: FuncId(0), site: None, offset: 0 }
}
