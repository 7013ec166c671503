//! The simple types of a schema.

use super::facet::Restriction;
use super::simple_type::{SimpleType, VarietyKind};
use super::{ANY_SIMPLE_TYPE, ANY_TYPE, Primitive, Value};
use crate::xsd::schema::{Content, Method, Reference, Schema, TypeId, TypeKind, Variety, XSD};
use polywire_model::attr::XmlSpace;
use polywire_source::Diagnostic;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// How many bases or items a type may have behind each other.
const MAX_DEPTH: u32 = 100;

/// The simple types of a schema, each made once.
pub(in crate::xsd) struct Types<'s> {
    pub schema: &'s Schema,
    known: RefCell<HashMap<TypeId, Option<Rc<SimpleType>>>>,
    depth: RefCell<u32>,
    pub problems: RefCell<Vec<Diagnostic>>,
}

impl<'s> Types<'s> {
    pub fn new(schema: &'s Schema) -> Self {
        Self { schema, known: RefCell::default(), depth: RefCell::default(), problems: RefCell::default() }
    }

    /// Returns a simple type, or that of simple content; `None` for other types, and if it has an error.
    pub fn simple(&self, id: TypeId) -> Option<Rc<SimpleType>> {
        if let Some(known) = self.known.borrow().get(&id) {
            return known.clone();
        }
        // What refers to itself is an error, which is reported elsewhere.
        self.known.borrow_mut().insert(id, None);
        *self.depth.borrow_mut() += 1;
        let made = if *self.depth.borrow() > MAX_DEPTH { None } else { self.make(id).map(Rc::new) };
        *self.depth.borrow_mut() -= 1;
        self.known.borrow_mut().insert(id, made.clone());
        made
    }

    pub fn simple_of(&self, reference: &Reference<TypeId>) -> Option<Rc<SimpleType>> {
        self.simple(self.schema.find_type(reference)?)
    }

    fn make(&self, id: TypeId) -> Option<SimpleType> {
        let definition = self.schema.ty(id);
        let mut made = match &definition.kind {
            TypeKind::Simple(Variety::Builtin(primitive)) => {
                SimpleType::of(VarietyKind::Atomic(*primitive), *primitive)
            }
            TypeKind::Simple(Variety::List(item)) => {
                let kind = VarietyKind::List(self.schema.find_type(item)?);
                SimpleType { space: XmlSpace::Collapse, ..SimpleType::of(kind, Primitive::AnySimpleType) }
            }
            TypeKind::Simple(Variety::Union(members)) => {
                let members: Option<Vec<TypeId>> = members.iter().map(|it| self.schema.find_type(it)).collect();
                SimpleType::of(VarietyKind::Union(members?), Primitive::AnySimpleType)
            }
            TypeKind::Simple(Variety::Restriction(base, facets)) => {
                let base = self.simple_of(base)?;
                Restriction { types: self, head: &definition.head, base: &base }.with(facets)
            }
            TypeKind::Complex(it) => {
                let Content::Simple(ty, facets) = &it.content else {
                    // Content may be simple because that of the base is.
                    return None;
                };
                let base = match ty {
                    Some(ty) => self.simple_of(ty)?,
                    None => self.simple_of(&it.base)?,
                };
                match it.method {
                    Method::Extension => (*base).clone(),
                    Method::Restriction => {
                        Restriction { types: self, head: &definition.head, base: &base }.with(facets)
                    }
                }
            }
        };
        let name = &definition.head.name;
        if name.namespace == XSD && !name.local.is_empty() {
            made.builtin.clone_from(&name.local);
            made.builtin_patterns = made.patterns.len();
        }
        Some(made)
    }

    /// Returns true if a type is another one, or derived from it.
    pub fn is_derived(&self, id: TypeId, from: TypeId) -> bool {
        let mut at = id;
        for _ in 0..=self.schema.types.len() {
            if at == from || from == ANY_TYPE {
                return true;
            }
            match self.base(at) {
                Some(base) if base != at => at = base,
                Some(_) | None => return false,
            }
        }
        false
    }

    /// Returns the base of a type.
    pub fn base(&self, id: TypeId) -> Option<TypeId> {
        match &self.schema.ty(id).kind {
            TypeKind::Simple(Variety::Builtin(Primitive::AnySimpleType)) => Some(ANY_TYPE),
            TypeKind::Simple(Variety::Builtin(_) | Variety::List(_) | Variety::Union(_)) => Some(ANY_SIMPLE_TYPE),
            TypeKind::Simple(Variety::Restriction(base, _)) => self.schema.find_type(base),
            TypeKind::Complex(it) => self.schema.find_type(&it.base),
        }
    }

    /// Returns the value of a text; else why it is none.
    pub fn value(&self, ty: &SimpleType, text: &str) -> Result<Value, String> {
        let text = ty.treated(text);
        let value = self.unrestricted(ty, &text)?;
        ty.check(&text, &value)?;
        Ok(value)
    }

    fn unrestricted(&self, ty: &SimpleType, text: &str) -> Result<Value, String> {
        match &ty.variety {
            VarietyKind::Atomic(primitive) => {
                let value = Value::parse(text, *primitive);
                value.ok_or_else(|| format!("`{text}` is no `{}`", primitive.name()))
            }
            VarietyKind::List(item) => {
                let item = self.simple(*item).ok_or("its type has an error")?;
                let values = text.split(' ').filter(|it| !it.is_empty()).map(|it| self.value(&item, it));
                values.collect::<Result<_, _>>().map(Value::List)
            }
            VarietyKind::Union(members) => {
                let mut types = members.iter().filter_map(|it| self.simple(*it));
                let value = types.find_map(|it| self.value(&it, text).ok());
                value.ok_or_else(|| format!("`{text}` is no value of any member of the union"))
            }
        }
    }

    /// Returns true if values are lists, or can be.
    pub fn has_lists(&self, id: TypeId) -> bool {
        match self.simple(id).as_deref().map(|it| &it.variety) {
            Some(VarietyKind::List(_)) => true,
            Some(VarietyKind::Union(members)) => members.iter().any(|it| self.has_lists(*it)),
            Some(VarietyKind::Atomic(_)) | None => false,
        }
    }
}
