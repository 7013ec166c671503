//! Fields and their types.

use super::base_type::BaseType;
use super::{Declared, Maker};
use crate::fbe::ast::{Collection, FieldDecl, ItemKind, TypeRef, Word};
use crate::fbe::codes;
use polywire_model::attr::{FbeCollection, FbeField};
use polywire_model::{Decl, DeclId, DeclKind, Field, Meaning, Presence, Struct, Type, pascal_case};
use polywire_source::Diagnostic;

/// A type that a field names.
#[derive(Clone)]
pub(super) struct Named {
    pub ty: Type,
    pub base: Option<BaseType>,
    /// The enum, or the flags.
    pub enumeration: Option<DeclId>,
}

impl<'a> Maker<'a, '_> {
    /// Returns a field; one that is reset is followed by a flag.
    pub(super) fn field(&mut self, owner: Declared<'a>, decl: &'a FieldDecl) -> Vec<Field> {
        let Some(named) = self.named(owner.unit, &decl.ty.name) else { return Vec::new() };
        let Some((ty, collection)) = self.collected(owner, decl, &named) else { return Vec::new() };
        let is_optional = decl.ty.resets || decl.ty.is_optional && decl.ty.collection.is_none();
        let mut field = Field::new(&decl.name.text, ty);
        field.presence = if is_optional { Presence::Optional } else { Presence::Implicit };
        field.doc.clone_from(&decl.doc);
        field.deprecated = decl.attributes.deprecated;
        field.span = decl.name.span;
        field.attrs.fbe = FbeField {
            key: decl.attributes.key,
            id: decl.attributes.id,
            hidden: decl.attributes.hidden,
            collection,
            generated: None,
            resets: decl.ty.resets,
        };
        self.set_default(&mut field, decl, &named);
        let reset = decl.ty.resets.then(|| {
            let mut reset = Field::new(&format!("{}Reset", decl.name.text), Type::Bool);
            reset.span = decl.name.span;
            reset
        });
        [field].into_iter().chain(reset).collect()
    }

    /// Returns the type that a name refers to.
    fn named(&mut self, unit: usize, name: &Word) -> Option<Named> {
        if let Some(base) = BaseType::find(&name.text) {
            return Some(Named { ty: base.ty(), base: Some(base), enumeration: None });
        }
        let found = self.find(unit, name)?;
        let (ty, enumeration) = match &found.item.kind {
            ItemKind::Struct(_) => (Type::Named(found.id), None),
            ItemKind::Enum(it) if it.is_flags => {
                let bits = self.types.get(&found.id).and_then(|base| base.integer()).map_or(32, |(bits, _)| bits);
                (Type::Int { bits, signed: false, meaning: Meaning::Flags(found.id) }, Some(found.id))
            }
            ItemKind::Enum(_) => (Type::Named(found.id), Some(found.id)),
        };
        Some(Named { ty, base: None, enumeration })
    }

    /// Returns the type of a field and its collection.
    fn collected(
        &mut self,
        owner: Declared<'a>,
        decl: &FieldDecl,
        named: &Named,
    ) -> Option<(Type, Option<FbeCollection>)> {
        let Some(collection) = &decl.ty.collection else { return Some((named.ty.clone(), None)) };
        let element = |maker: &mut Self| match decl.ty.is_optional {
            true => maker.nullable(owner, decl, named),
            false => named.ty.clone(),
        };
        Some(match collection {
            Collection::Array(0) => {
                let problem = Diagnostic::error(codes::VALUE, "an array has at least one element");
                self.diagnostics
                    .push(problem.at(decl.ty.name.span, "").help("give it a length, or use a vector: `[]`"));
                return None;
            }
            Collection::Array(len) => (Type::Array(Box::new(element(self)), *len), None),
            Collection::Vector => (Type::list(element(self)), None),
            Collection::List => (Type::list(element(self)), Some(FbeCollection::List)),
            Collection::Set => {
                self.check_set(&decl.ty);
                let entry = Struct::set_entry(Field::new("key", named.ty.clone()));
                let entry = self.nested(owner, decl, "Entry", entry);
                (self.model.add_set(entry), Some(FbeCollection::Set))
            }
            Collection::Map(key) => (self.map(owner, decl, named, key)?, Some(FbeCollection::Map)),
            Collection::Hash(key) => (self.map(owner, decl, named, key)?, Some(FbeCollection::Hash)),
        })
    }

    fn check_set(&mut self, ty: &TypeRef) {
        if ty.is_optional {
            let problem = Diagnostic::error(codes::NOT_A_TYPE, "the elements of a set cannot be optional");
            self.diagnostics.push(problem.at(ty.name.span, "").help("remove the `?`"));
        }
    }

    /// A map whose keys have no order that is the same everywhere is a list of its entries.
    fn map(&mut self, owner: Declared<'a>, decl: &FieldDecl, named: &Named, key: &Word) -> Option<Type> {
        let key = Field::new("key", self.named(owner.unit, key)?.ty);
        let value = if decl.ty.is_optional { self.nullable(owner, decl, named) } else { named.ty.clone() };
        let mut entry = Struct::entry(key, Field::new("value", value));
        entry.attrs.fbe.is_item = true;
        for (field, order) in entry.fields.iter_mut().zip(0..) {
            field.attrs.order = Some(order);
        }
        let entry = self.nested(owner, decl, "Entry", entry);
        Some(self.model.add_map(entry))
    }

    /// Declares a value that may be null.
    fn nullable(&mut self, owner: Declared<'a>, decl: &FieldDecl, named: &Named) -> Type {
        let mut it = Struct::nullable(Field::new("value", named.ty.clone()));
        it.fields[0].attrs.order = Some(0);
        let it = self.nested(owner, decl, "Item", it);
        Type::Named(self.model.add(it))
    }

    fn nested(&self, owner: Declared<'a>, decl: &FieldDecl, suffix: &str, it: Struct) -> Decl {
        let outer = self.model.decl(owner.id);
        Decl {
            file: outer.file.clone(),
            module: outer.module.clone(),
            name: outer.name.iter().cloned().chain([pascal_case(&decl.name.text) + suffix]).collect(),
            doc: String::new(),
            deprecated: false,
            span: decl.name.span,
            kind: DeclKind::Struct(it),
        }
    }
}
