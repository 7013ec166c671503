//! Values with what the model says of them.

use polywire_model::{AnyMember, DeclKind, Literal, Member, Model, Type};
use polywire_vm::Value;
use std::ptr;

/// A part of a value.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    /// The value; an absent one if the default stands for it.
    pub value: &'a Value,
    pub default: Option<&'a Literal>,
    pub ty: &'a Type,
    /// The member that holds it; `None` for a message.
    pub member: Option<AnyMember<'a>>,
}

/// What tells parts of a message apart.
pub(super) type Address = *const Value;

impl<'a> Node<'a> {
    pub const fn new(value: &'a Value, ty: &'a Type) -> Self {
        Self { value, default: None, ty, member: None }
    }

    pub fn address(self) -> Address {
        ptr::from_ref(self.value)
    }

    /// Calls a function for each part of a struct or union: with its member, the index in a list, and the part.
    pub fn each(self, model: &'a Model, visit: &mut dyn FnMut(Member, Option<usize>, Self)) {
        let Type::Named(owner) = self.ty else { return };
        match (&model.decl(*owner).kind, self.value) {
            (DeclKind::Struct(it), Value::Struct(record)) => {
                for (index, (field, value)) in (0..).zip(it.fields.iter().zip(&record.fields)) {
                    let node = Self {
                        value,
                        default: field.default.as_ref(),
                        ty: &field.ty,
                        member: Some(AnyMember::Field(field)),
                    };
                    node.elements(model, None, &mut |at, part| visit(Member { owner: *owner, index }, at, part));
                }
            }
            (DeclKind::Union(it), Value::Union(Some(held))) => {
                let case = it.cases.get(held.case as usize);
                let Some((case, ty)) = case.and_then(|case| Some((case, case.ty.as_ref()?))) else { return };
                let member = Some(AnyMember::Case(case));
                let node = Self { value: &held.value, default: None, ty, member };
                let index = held.case;
                node.elements(model, None, &mut |at, part| visit(Member { owner: *owner, index }, at, part));
            }
            _ => {}
        }
    }

    /// Calls a function for the value of a member, or for each element of it. An absent one has a part if it has a default.
    fn elements(self, model: &'a Model, at: Option<usize>, visit: &mut dyn FnMut(Option<usize>, Self)) {
        let is_one_value = self.member.is_some_and(AnyMember::is_one_value);
        match (self.value, self.ty) {
            (Value::Absent, _) if self.default.is_none() => {}
            (Value::List(elements), Type::List(ty) | Type::Array(ty, _)) if !is_one_value => {
                for (index, value) in elements.iter().enumerate() {
                    Self { value, ty, default: None, ..self }.elements(model, Some(index), visit);
                }
            }
            (Value::Map(entries), Type::Map(entry)) => {
                let Some(field) = model.as_struct(*entry).and_then(|it| it.fields.get(1)) else { return };
                for (index, value) in entries.values().enumerate() {
                    let node = Self { value, ty: &field.ty, default: None, ..self };
                    node.elements(model, Some(index), visit);
                }
            }
            _ => visit(at, self),
        }
    }
}
