//! The members of an object in the order of the schema.

use crate::json::name::quoted;
use crate::plan::StructDecl;
use crate::sbe::schema::plan::{EndKind, Form, Record};
use polywire_ir::types::StructId;
use polywire_model::{Decl, DeclKind, Literal, Meaning, Model, NamedConstant, Presence, Type};

/// A message, a composite or an entry of a group.
pub(super) struct Object {
    /// Its members, constants among them.
    pub members: Vec<Member>,
}

pub(super) struct Member {
    /// Its name in the schema.
    pub name: String,
    pub kind: Kind,
}

/// The kinds of members.
pub(super) enum Kind {
    /// A constant.
    Constant(Constant),
    /// The field of this index.
    Field(u32, Presence, Value),
}

/// The forms of constants.
pub(super) enum Constant {
    /// As it is written.
    Written(String),
    /// In quotes.
    Text(Vec<u8>),
    /// The bits of a float of 32 (true) or 64 bits.
    Float(u64, bool),
}

/// The values of fields.
#[derive(Clone)]
pub(super) enum Value {
    /// What is in a block.
    Fixed(Form),
    /// A group with these entries.
    Group(StructId),
    /// Data that is text.
    Text,
    /// Data that is bytes.
    Bytes,
}

impl Object {
    /// The object of a struct that a schema states.
    pub fn of(model: &Model, owner: &StructDecl, record: &Record) -> Self {
        let names = owner.it.attrs.sbe.iter().flat_map(|it| &it.members);
        let members = names.filter_map(|name| {
            let index = owner.it.fields.iter().position(|field| field.name == *name);
            let kind = match index {
                Some(index) => field(owner, record, index as u32)?,
                None => Kind::Constant(constant(model, owner.decl, name)?),
            };
            Some(Member { name: name.clone(), kind })
        });
        Self { members: members.collect() }
    }

    /// The fields with their numbers, counted from 0.
    pub fn fields(&self) -> impl Iterator<Item = (usize, &str, u32, Presence, &Value)> {
        let fields = self.members.iter().filter_map(|it| match &it.kind {
            Kind::Field(index, presence, value) => Some((it.name.as_str(), *index, *presence, value)),
            Kind::Constant(_) => None,
        });
        fields.enumerate().map(|(number, (name, index, presence, value))| (number, name, index, presence, value))
    }
}

impl Member {
    /// Its quoted name and the colon.
    pub fn label(&self) -> Vec<u8> {
        format!("{}: ", quoted(&self.name)).into()
    }
}

fn field(owner: &StructDecl, record: &Record, index: u32) -> Option<Kind> {
    if let Some(member) = record.members.iter().find(|it| it.index == index) {
        return Some(Kind::Field(index, member.presence, Value::Fixed(member.form.clone())));
    }
    let end = record.ends.iter().find(|it| it.index == index)?;
    let value = match (&end.kind, &owner.it.fields[index as usize].ty) {
        (EndKind::Group(_, entry), _) => Value::Group(*entry),
        (EndKind::Data(..), Type::Text(_)) => Value::Text,
        (EndKind::Data(..), _) => Value::Bytes,
    };
    Some(Kind::Field(index, end.presence, value))
}

/// Returns a constant that is declared inside of a struct.
fn constant(model: &Model, owner: &Decl, name: &str) -> Option<Constant> {
    let is_inside =
        |decl: &Decl| decl.name.split_last().is_some_and(|(last, outer)| last == name && outer == owner.name);
    let found = model.constants().find(|decl| decl.module == owner.module && is_inside(decl))?;
    let DeclKind::Constant(NamedConstant { ty, value }) = &found.kind else { return None };
    let enumeration = if let Type::Named(id) = ty { model.as_enum(*id) } else { None };
    Some(match (value, ty) {
        (Literal::Int(number), Type::Int { meaning: Meaning::Character, .. }) => {
            Constant::Text(char::from(*number as u8).to_string().into())
        }
        (Literal::Int(number), Type::Int { bits: 64, .. }) => Constant::Written((*number as i64).to_string()),
        (Literal::Int(number), _) => {
            let mut members = enumeration.into_iter().flat_map(|it| &it.members);
            let named = members.find(|member| i128::from(member.number) == *number);
            named.map_or_else(|| Constant::Written(number.to_string()), |it| Constant::Text(it.name.clone().into()))
        }
        (Literal::Float(bits), Type::Float { bits: 32 }) => {
            Constant::Float((f64::from_bits(*bits) as f32).to_bits().into(), true)
        }
        (Literal::Float(bits), _) => Constant::Float(*bits, false),
        (Literal::Bool(value), _) => Constant::Written(value.to_string()),
        (Literal::Text(text), _) => Constant::Text(text.clone().into()),
        (Literal::Bytes(bytes), _) => Constant::Text(bytes.clone()),
    })
}
