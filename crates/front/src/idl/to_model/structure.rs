//! Structs, exceptions and valuetypes.

use super::ty::Place;
use super::{Maker, annotation, facts};
use crate::idl::tree::{self, DefId, Definition, Kind, Member};
use polywire_model::attr::{CorbaKind, StructAttrs};
use polywire_model::{DeclKind, Field, Presence, Struct};

impl<'a> Maker<'a> {
    /// The members of a base come first.
    pub(super) fn structure(&mut self, definition: &'a Definition, id: DefId, it: &'a tree::Struct) {
        let mut members: Vec<&Member> = Vec::new();
        let mut base = it.base;
        let mut chain = vec![it];
        while let Some(Kind::Struct(outer)) = base.map(|base| &self.definition(base).kind) {
            chain.push(outer);
            base = outer.base;
        }
        chain.iter().rev().for_each(|it| members.extend(&it.members));
        self.define_struct((definition, id), &members, CorbaKind::Plain);
    }

    pub(super) fn exception(&mut self, definition: &'a Definition, id: DefId, members: &'a [Member]) {
        self.define_struct((definition, id), &members.iter().collect::<Vec<_>>(), CorbaKind::Exception);
    }

    /// A valuetype has the members of the valuetype that it extends before its own.
    pub(super) fn value_type(&mut self, definition: &'a Definition, id: DefId, it: &'a tree::ValueType) {
        let mut chain = vec![it];
        while let Some(base) = chain.last().and_then(|it| it.bases.first()) {
            match &self.definition(*base).kind {
                Kind::ValueType(base) => chain.push(base),
                _ => break,
            }
        }
        let members: Vec<&Member> = chain.iter().rev().flat_map(|it| it.members.iter().map(|it| &it.member)).collect();
        self.define_struct((definition, id), &members, CorbaKind::Value);
        self.operations(definition, id, it);
    }

    pub(super) fn native(&mut self, definition: &'a Definition, id: DefId) {
        self.define_struct((definition, id), &[], CorbaKind::Native);
    }

    fn define_struct(&mut self, (definition, id): (&'a Definition, DefId), members: &[&'a Member], kind: CorbaKind) {
        let fields = members.iter().map(|it| self.field(definition, it)).collect();
        let attrs = StructAttrs { corba: facts(definition, kind), ..StructAttrs::default() };
        let declared = self.declared[&id];
        self.model.decls[declared.0 as usize].kind = DeclKind::Struct(structure(fields, attrs));
    }

    pub(super) fn field(&mut self, owner: &'a Definition, it: &Member) -> Field {
        let found = self.resolved(&Place { owner, stem: &it.name, span: it.span }, &it.ty);
        let mut field = Field::new(&it.name, found.ty);
        field.presence = if found.is_nullable { Presence::Optional } else { Presence::Implicit };
        field.doc = it.doc.clone();
        field.span = it.span;
        field.attrs.corba = found.form;
        annotation::apply(&mut field, &it.annotations);
        field
    }
}

/// Creates a struct with fields in their order.
pub(super) fn structure(mut fields: Vec<Field>, attrs: StructAttrs) -> Struct {
    for (field, order) in fields.iter_mut().zip(0..) {
        field.attrs.order = Some(order);
    }
    Struct { fields, attrs, ..Struct::default() }
}
