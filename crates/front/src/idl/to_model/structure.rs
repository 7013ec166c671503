//! Structs and exceptions.

use super::member_id::member_facts;
use super::ty::Place;
use super::{Maker, annotation, facts};
use crate::idl::tree::{self, Annotation, DefId, Definition, Kind, Member};
use polywire_model::attr::{CorbaKind, StructAttrs};
use polywire_model::{DeclKind, Field, Struct};

impl<'a> Maker<'a> {
    /// The members of a base come first.
    pub(super) fn structure(&mut self, definition: &'a Definition, id: DefId, it: &'a tree::Struct) {
        let mut base = it.base;
        let mut chain = vec![(definition.annotations.as_slice(), it)];
        while let Some(definition) = base.map(|base| self.definition(base)) {
            let Kind::Struct(outer) = &definition.kind else { break };
            chain.push((&definition.annotations, outer));
            base = outer.base;
        }
        let members = chain.iter().rev().flat_map(|(of_type, it)| it.members.iter().map(move |it| (*of_type, it)));
        self.define_struct((definition, id), &members.collect::<Vec<_>>(), CorbaKind::Plain);
    }

    pub(super) fn exception(&mut self, definition: &'a Definition, id: DefId, members: &'a [Member]) {
        let members: Vec<_> = members.iter().map(|it| (definition.annotations.as_slice(), it)).collect();
        self.define_struct((definition, id), &members, CorbaKind::Exception);
    }

    pub(super) fn native(&mut self, definition: &'a Definition, id: DefId) {
        self.define_struct((definition, id), &[], CorbaKind::Native);
    }

    /// Each member comes with the annotations of the struct that declares it.
    pub(super) fn define_struct(
        &mut self,
        (definition, id): (&'a Definition, DefId),
        members: &[(&'a [Annotation], &'a Member)],
        kind: CorbaKind,
    ) {
        let mut fields: Vec<Field> = members.iter().map(|(_, it)| self.field(definition, it)).collect();
        for (field, facts) in fields.iter_mut().zip(member_facts(members, 0)) {
            field.attrs.xcdr = facts;
        }
        let attrs = StructAttrs { corba: facts(definition, kind), ..StructAttrs::default() };
        let declared = self.declared[&id];
        self.model.decls[declared.0 as usize].kind = DeclKind::Struct(structure(fields, attrs));
    }

    pub(super) fn field(&mut self, owner: &'a Definition, it: &Member) -> Field {
        let found = self.resolved(&Place { owner, stem: &it.name, span: it.span }, &it.ty);
        let mut field = Field::new(&it.name, found.ty);
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
