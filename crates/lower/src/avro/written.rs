//! The types of a model as Avro's schemas have them: what messages are made of.

use super::number::is_long;
use super::unsigned;
use polywire_model::attr::{AvroBase, AvroField, AvroFixed, AvroForm, AvroKind};
use polywire_model::{DeclId, Field, Model, OrderBy, Presence, Struct, Type, Union};
use std::collections::BTreeMap;

/// A type of Avro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written {
    Null,
    Boolean,
    Int,
    Long,
    Float,
    Double,
    Bytes,
    String,
    /// Full name, and size in bytes.
    Fixed(String, u64),
    Enum(DeclId),
    Record(DeclId),
    /// A record with this full name, which holds what Avro has no other place for: its field `value`, or nothing.
    Holder(String, Option<Box<Written>>),
    Array(Box<Written>),
    Map(Box<Written>),
    Union(Vec<Written>),
}

/// A field of a record.
pub(super) struct WrittenField {
    pub name: String,
    pub ty: Written,
}

/// Returns what a message of a struct is made of.
pub(super) fn message(model: &Model, id: DeclId) -> Written {
    named(model, id)
}

/// Returns the fields of a record in order.
pub(super) fn fields(model: &Model, id: DeclId) -> Vec<WrittenField> {
    let Some(it) = model.as_struct(id) else { return Vec::new() };
    let fields = model.fields_in_order(it, OrderBy::Lock).into_iter().map(|index| &it.fields[index]);
    fields.map(|field| WrittenField { name: field.name.clone(), ty: of_field(model, field) }).collect()
}

/// Returns the symbols of an enum in order.
pub(super) fn symbols(model: &Model, id: DeclId) -> Vec<String> {
    let Some(it) = model.as_enum(id) else { return Vec::new() };
    let member = |number: i64| it.members.iter().find(|member| member.number == number);
    it.numbers_in_order().into_iter().filter_map(|number| member(number).map(|it| it.name.clone())).collect()
}

/// Returns what Avro tells a branch of a union by.
pub(super) fn name(model: &Model, ty: &Written) -> String {
    let text = match ty {
        Written::Null => "null",
        Written::Boolean => "boolean",
        Written::Int => "int",
        Written::Long => "long",
        Written::Float => "float",
        Written::Double => "double",
        Written::Bytes => "bytes",
        Written::String => "string",
        Written::Fixed(name, _) | Written::Holder(name, _) => name,
        Written::Enum(id) | Written::Record(id) => return model.decl(*id).path(),
        Written::Array(_) => "array",
        Written::Map(_) => "map",
        Written::Union(_) => "union",
    };
    text.to_owned()
}

fn of_field(model: &Model, field: &Field) -> Written {
    let AvroField { form, null_is_second, .. } = &field.attrs.avro;
    let value = of_type(model, &field.ty, &unsigned::form_of(model.options.avro, &field.ty, form));
    match field.presence {
        Presence::Implicit | Presence::Required => value,
        Presence::Optional => {
            let value = match &field.ty {
                Type::Named(id) if model.as_union(*id).is_some() => {
                    Written::Holder(super::branch::holder_of_optional(&model.decl(*id).path()), Some(Box::new(value)))
                }
                _ => value,
            };
            Written::Union(if *null_is_second { vec![value, Written::Null] } else { vec![Written::Null, value] })
        }
    }
}

fn of_type(model: &Model, ty: &Type, form: &AvroForm) -> Written {
    if let (Type::Int { .. } | Type::FixedBytes(..) | Type::Text(_), Some(base)) = (ty, form.base()) {
        return match base {
            AvroBase::Bytes => Written::Bytes,
            AvroBase::String => Written::String,
            AvroBase::Fixed(AvroFixed { name, size, .. }) => Written::Fixed(name.clone(), u64::from(*size)),
        };
    }
    match (ty, form) {
        (Type::Bool, _) => Written::Boolean,
        (Type::Int { bits, signed, .. }, _) if is_long(*bits, *signed) => Written::Long,
        (Type::Int { .. }, _) => Written::Int,
        (Type::Float { bits: 32 }, _) => Written::Float,
        (Type::Float { .. }, _) => Written::Double,
        (Type::Text(_), _) => Written::String,
        (Type::Bytes, _) => Written::Bytes,
        (Type::FixedBytes(len, _), _) => fixed(*len),
        (Type::Array(element, len), _) if matches!(**element, Type::Int { bits: 8, .. }) => fixed(*len),
        (Type::List(element) | Type::Array(element, _), form) => {
            Written::Array(Box::new(of_type(model, element, form)))
        }
        (Type::Map(entry), _) => of_map(model, *entry),
        (Type::Named(id), _) => named(model, *id),
    }
}

fn fixed(len: u32) -> Written {
    Written::Fixed(super::branch::fixed_name(len), u64::from(len))
}

fn of_map(model: &Model, entry: DeclId) -> Written {
    let fields = model.as_struct(entry).map_or(&[][..], |it| &it.fields);
    match fields {
        [key, value] if matches!(key.ty, Type::Text(_)) => Written::Map(Box::new(of_field(model, value))),
        _ => Written::Array(Box::new(Written::Record(entry))),
    }
}

fn named(model: &Model, id: DeclId) -> Written {
    if let Some(it) = model.as_union(id) {
        return of_union(model, id, it);
    }
    match model.as_struct(id) {
        Some(it) => of_struct(model, id, it),
        None => Written::Enum(id),
    }
}

fn of_struct(model: &Model, id: DeclId, it: &Struct) -> Written {
    match (super::facts::kind(it), it.fields.first()) {
        (AvroKind::Record | AvroKind::Error, _) => Written::Record(id),
        (AvroKind::Value, Some(value)) => of_field(model, value),
        (AvroKind::Value, None) => Written::Null,
        (AvroKind::Duration, _) => Written::Fixed(model.decl(id).path(), super::duration::SIZE),
    }
}

fn of_union(model: &Model, id: DeclId, it: &Union) -> Written {
    let places = model.case_places(it);
    let mut order: Vec<usize> = (0..it.cases.len()).collect();
    order.sort_by_key(|index| places[*index]);
    let form = |index: usize, ty| unsigned::form_of(model.options.avro, ty, &it.cases[index].attrs.avro);
    let bare = |index: usize| it.cases[index].ty.as_ref().map(|ty| of_type(model, ty, &form(index, ty)));
    let all: Vec<Written> = order.iter().filter_map(|index| bare(*index)).collect();
    let is_alone = |ty: &Written| {
        !matches!(ty, Written::Union(_))
            && all.iter().filter(|other| name(model, other) == name(model, ty)).count() == 1
    };
    let branch = |index: &usize| match bare(*index) {
        Some(ty) if is_alone(&ty) => ty,
        held => Written::Holder(format!("{}.{}", model.decl(id).path(), it.cases[*index].name), held.map(Box::new)),
    };
    let mut branches: Vec<Written> = order.iter().map(branch).collect();
    let null = it.attrs.avro.as_ref().map_or(Some(0), |own| own.null);
    if let Some(null) = null {
        branches.insert((null as usize).min(branches.len()), Written::Null);
    }
    Written::Union(branches)
}

/// Returns true if a value of a record can contain another one at any depth.
pub(super) fn is_recursive(model: &Model, id: DeclId) -> bool {
    let mut seen = Vec::new();
    let mut open = records_in(model, &Written::Record(id), true);
    while let Some(next) = open.pop() {
        if next == id {
            return true;
        }
        if !seen.contains(&next) {
            seen.push(next);
            open.extend(records_in(model, &Written::Record(next), true));
        }
    }
    false
}

/// Returns the records directly in a type; for a record, those in its fields if `inside` is set, else itself.
fn records_in(model: &Model, ty: &Written, inside: bool) -> Vec<DeclId> {
    match ty {
        Written::Record(id) if inside => {
            fields(model, *id).iter().flat_map(|it| records_in(model, &it.ty, false)).collect()
        }
        Written::Record(id) => vec![*id],
        Written::Array(it) | Written::Map(it) | Written::Holder(_, Some(it)) => records_in(model, it, false),
        Written::Union(branches) => branches.iter().flat_map(|it| records_in(model, it, false)).collect(),
        _ => Vec::new(),
    }
}

/// Returns true if each value of a type takes at least one byte.
pub(super) fn has_bytes(model: &Model, ty: &Written) -> bool {
    has_known_bytes(model, ty, &mut BTreeMap::new())
}

/// The same, if it is known for some records.
fn has_known_bytes(model: &Model, ty: &Written, known: &mut BTreeMap<DeclId, bool>) -> bool {
    match ty {
        Written::Null | Written::Holder(_, None) => false,
        Written::Fixed(_, size) => *size > 0,
        Written::Holder(_, Some(value)) => has_known_bytes(model, value, known),
        Written::Record(id) => {
            if let Some(has) = known.get(id) {
                return *has;
            }
            // A record that directly contains itself has no finite value.
            known.insert(*id, true);
            let has = fields(model, *id).iter().any(|it| has_known_bytes(model, &it.ty, known));
            known.insert(*id, has);
            has
        }
        _ => true,
    }
}
