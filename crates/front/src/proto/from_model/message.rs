//! Structs to messages, unions to oneofs.

use super::default::default_text;
use super::enumeration::{first_member, value_name};
use super::name::Names;
use super::{EMPTY, Maker, last};
use crate::proto::descriptor::{Field, FieldType, Label, Message, NodeId, Oneof, Range};
use polywire_model::{DeclKind, Literal, Presence, Struct, Type, pascal_case};

/// The name of the oneof of a message for a union.
const UNION: &str = "value";

/// The name of the field of a message for a list or a map.
const VALUES: &str = "values";

impl<'m> Maker<'m> {
    pub(super) fn message(&mut self, name: &str, file: usize, it: &Struct) -> Message {
        let (mut messages, enums) = self.declarations(name, file);
        let mut scope = Scope { name: name.to_owned(), names: self.member_names(name), wrappers: Vec::new() };
        let (mut fields, mut oneofs) = (Vec::new(), Vec::new());
        for (field, place) in it.fields.iter().zip(1..) {
            let is_direct = field.presence == Presence::Implicit;
            match self.oneof(&field.ty).filter(|_| is_direct && !it.is_entry) {
                Some(union) => {
                    fields.extend(self.cases(&mut scope, union, oneofs.len() as u32));
                    let node = self.documented.node(&field.doc);
                    oneofs.push(Oneof { name: field.name.clone(), node, ..Oneof::default() });
                }
                None => {
                    // Keys and values of maps are 1 and 2; no lock has numbers for them.
                    let unstated = if it.is_entry { place } else { 0 };
                    let number = field.attrs.protobuf.map_or(unstated, |it| it.number);
                    let member = (field.name.as_str(), number);
                    let made = match is_direct {
                        true => self.field(&mut scope, member, &field.ty),
                        false => self.nested(&mut scope, member, &field.ty),
                    };
                    let first = || self.enumeration(&field.ty).and_then(first_member);
                    let default = field.default.clone().or_else(first);
                    let made = self.with_default(made, &field.ty, default.as_ref());
                    let options = self.options(&made, field);
                    fields.push(Field { options, node: self.documented.node(&field.doc), ..made });
                }
            }
        }
        messages.extend(scope.wrappers);
        Message {
            name: last(name).to_owned(),
            fields,
            oneofs,
            messages,
            enums,
            reserved: reserved(&it.attrs.protobuf_removed),
            ..Message::default()
        }
    }

    /// Returns the message for a union that cannot be a oneof of another message.
    pub(super) fn union_message(&mut self, name: &str, it: &'m polywire_model::Union) -> Message {
        let mut scope = Scope { name: name.to_owned(), names: self.member_names(name), wrappers: Vec::new() };
        let fields = self.cases(&mut scope, it, 0);
        let oneofs = vec![Oneof { name: UNION.to_owned(), ..Oneof::default() }];
        let reserved = reserved(&it.attrs.protobuf_removed);
        Message {
            name: last(name).to_owned(),
            fields,
            oneofs,
            messages: scope.wrappers,
            reserved,
            ..Message::default()
        }
    }

    /// Returns the fields of a oneof.
    fn cases(&mut self, scope: &mut Scope, union: &polywire_model::Union, oneof: u32) -> Vec<Field> {
        let mut next = 1;
        let case = |case: &polywire_model::Case| {
            // A case of a union that no struct has as a member may have no number: it follows the previous one.
            let number = case.attrs.protobuf.map_or(next, |it| it.number);
            next = number.saturating_add(1);
            let made = match &case.ty {
                None => self.empty(&case.name, number),
                Some(ty) => self.nested(scope, (&case.name, number), ty),
            };
            let default = case.ty.as_ref().and(case.default.as_ref());
            let made = self.with_default(made, case.ty.as_ref().unwrap_or(&Type::Bool), default);
            Field { oneof: Some(oneof), node: self.documented.node(&case.doc), ..made }
        };
        union.cases.iter().map(case).collect()
    }

    /// Returns the names used in the scope of a message, which include the members of its enums.
    pub(super) fn member_names(&self, scope: &str) -> Names {
        let mut names = Names::default();
        let id = self.by_name.get(scope);
        if let Some(union) = id.and_then(|id| self.model.as_union(*id)) {
            names.claim(UNION);
            union.cases.iter().for_each(|case| drop(names.claim(&case.name)));
        }
        let owner = id.and_then(|id| self.model.as_struct(*id));
        let fields = owner.map(|it| it.fields.as_slice()).unwrap_or_default();
        for field in fields {
            names.claim(&field.name);
            let cases = self.oneof(&field.ty).map(|union| union.cases.as_slice()).unwrap_or_default();
            cases.iter().for_each(|case| drop(names.claim(&case.name)));
        }
        let types = self.nested.get(scope).into_iter().flatten().filter_map(|id| self.names.get(id));
        types.for_each(|name| drop(names.claim(last(name))));
        names
    }

    /// Returns the union that a field of a message is a oneof for.
    fn oneof(&self, ty: &Type) -> Option<&'m polywire_model::Union> {
        self.model.member_union(ty).map(|(_, union)| union)
    }

    fn field(&mut self, scope: &mut Scope, (name, number): (&str, u32), ty: &Type) -> Field {
        let element = match ty {
            Type::List(element) | Type::Array(element, _) => (**element).clone(),
            Type::Map(entry) => match self.map_entry(scope, name, *entry) {
                Some(entry) => {
                    return Field {
                        label: Label::Repeated,
                        type_name: Some(entry),
                        options: self.unverified(ty),
                        ..field(name, number, FieldType::Message)
                    };
                }
                None => Type::Named(*entry),
            },
            other => return self.single(name, number, other),
        };
        Field { label: Label::Repeated, ..self.nested(scope, (name, number), &element) }
    }

    /// Makes a field that must not be repeated.
    fn nested(&mut self, scope: &mut Scope, member: (&str, u32), ty: &Type) -> Field {
        match ty {
            Type::List(_) | Type::Map(_) | Type::Array(..) => self.wrapped(scope, member, ty),
            other => self.single(member.0, member.1, other),
        }
    }

    /// Makes a message that wraps a list, a map or an array, where it cannot be nested directly.
    fn wrapped(&mut self, scope: &mut Scope, (name, number): (&str, u32), list: &Type) -> Field {
        let wrapper = scope.names.claim(&format!("{}List", pascal_case(name)));
        let type_name = format!("{}.{wrapper}", scope.name);
        let mut inside = Scope { name: type_name.clone(), names: Names::default(), wrappers: Vec::new() };
        let values = match list {
            Type::Map(_) => self.field(&mut inside, (VALUES, 1), list),
            _ => Field { name: VALUES.to_owned(), ..self.field(scope, (&format!("{name}List"), 1), list) },
        };
        let fields = vec![values];
        scope.wrappers.push(Message { name: wrapper, fields, messages: inside.wrappers, ..Message::default() });
        let type_name = Some(format!(".{type_name}"));
        Field { type_name, ..field(name, number, FieldType::Message) }
    }

    fn empty(&mut self, name: &str, number: u32) -> Field {
        self.needs_empty = true;
        Field { type_name: Some(EMPTY.to_owned()), ..field(name, number, FieldType::Message) }
    }

    pub(super) fn single(&self, name: &str, number: u32, ty: &Type) -> Field {
        let options = self.unverified(ty);
        let (ty, type_name) = match ty {
            Type::Bool => (FieldType::Bool, None),
            Type::Int { bits: 64, signed: true, .. } => (FieldType::Int64, None),
            Type::Int { bits: 64, signed: false, .. } => (FieldType::Uint64, None),
            Type::Int { signed: true, .. } => (FieldType::Int32, None),
            Type::Int { signed: false, .. } => (FieldType::Uint32, None),
            Type::Float { bits: 32 } => (FieldType::Float, None),
            Type::Float { .. } => (FieldType::Double, None),
            Type::Text(_) => (FieldType::String, None),
            Type::Bytes | Type::FixedBytes(..) | Type::List(_) | Type::Array(..) | Type::Map(_) => {
                (FieldType::Bytes, None)
            }
            Type::Named(id) => match self.model.decl(*id).kind {
                DeclKind::Enum(_) | DeclKind::Constant(_) => (FieldType::Enum, Some(self.absolute(*id))),
                DeclKind::Struct(_) | DeclKind::Union(_) => (FieldType::Message, Some(self.absolute(*id))),
            },
        };
        Field { type_name, options, ..field(name, number, ty) }
    }

    fn with_default(&self, made: Field, ty: &Type, default: Option<&Literal>) -> Field {
        let member = |number: i128| {
            let Type::Named(id) = ty else { return None };
            let name = self.names.get(id)?;
            value_name(self.enums.get(name)?, number)
        };
        match default.and_then(|default| default_text(ty, default, member)) {
            Some(default) => Field { default: Some(default), ..made },
            None => made,
        }
    }
}

/// The message whose fields are being made.
pub(super) struct Scope {
    /// Its full name.
    pub name: String,
    pub names: Names,
    /// Messages that are declared in it because fields need them.
    pub wrappers: Vec<Message>,
}

fn field(name: &str, number: u32, ty: FieldType) -> Field {
    Field { name: name.to_owned(), number: number as i32, ty: Some(ty), ..Field::default() }
}

fn reserved(removed: &[u32]) -> Vec<Range> {
    let range = |number: &u32| {
        let start = *number as i32;
        Range { start, end: start + 1, node: NodeId::default() }
    };
    removed.iter().map(range).collect()
}
