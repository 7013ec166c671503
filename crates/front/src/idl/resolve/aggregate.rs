//! Structs and exceptions.

use super::facts::{State, What};
use super::scope::{ScopeKind, Target};
use super::types::Usage;
use super::{Head, Resolver};
use crate::idl::ast::{MemberDecl, ScopedName, StructDecl, Word};
use crate::idl::codes;
use crate::idl::tree::{Declared, DefId, Kind, Member, Struct};
use polywire_source::Diagnostic;

impl Resolver<'_> {
    pub fn structure(&mut self, decl: &StructDecl, head: Head) -> DefId {
        let base = decl.base.as_ref().and_then(|base| self.base(base, What::Declared(Declared::Struct)));
        let id = self.begin(&decl.name, head, Declared::Struct);
        let members = self.inside(id, &decl.name, base, |it| it.members(&decl.members));
        self.finish(id, base, &members);
        self.specification.definitions[id.0].kind = Kind::Struct(Struct { base, members });
        id
    }

    pub fn exception(&mut self, name: &Word, members: &[MemberDecl], head: Head) -> DefId {
        let id = self.define(name, head, What::Exception, State::Open);
        let members = self.inside(id, name, None, |it| it.members(members));
        self.finish(id, None, &members);
        self.specification.definitions[id.0].kind = Kind::Exception(members);
        id
    }

    /// Resolves what is inside of a struct, union, exception or bitset.
    pub fn inside<T>(&mut self, id: DefId, name: &Word, base: Option<DefId>, read: impl FnOnce(&mut Self) -> T) -> T {
        let scope = self.enter(ScopeKind::Struct, name);
        self.facts[id.0].scope = Some(scope);
        if let Some(base) = base.and_then(|base| self.facts(base).scope) {
            self.scopes[scope.0].bases.push(base);
        }
        let result = read(self);
        self.leave();
        result
    }

    fn finish(&mut self, id: DefId, base: Option<DefId>, members: &[Member]) {
        let inherits_local = base.is_some_and(|base| self.facts(base).is_local);
        let is_local = inherits_local || members.iter().any(|member| self.is_local(&member.ty));
        let facts = &mut self.facts[id.0];
        (facts.is_local, facts.state) = (is_local, State::Complete);
    }

    fn members(&mut self, members: &[MemberDecl]) -> Vec<Member> {
        members.iter().flat_map(|member| self.member_of(member, Target::Member)).collect()
    }

    /// The members of one declaration, each declared as `target`.
    pub fn member_of(&mut self, decl: &MemberDecl, target: Target) -> Vec<Member> {
        let ty = self.type_of(&decl.ty, Usage::Value);
        let annotations = self.annotations(&decl.annotations);
        let mut members = Vec::new();
        for declarator in &decl.declarators {
            let array = self.array_of(ty.clone(), declarator);
            self.declare(&declarator.name, target);
            members.extend(array.map(|ty| Member {
                name: declarator.name.text.clone(),
                ty,
                doc: decl.doc.clone(),
                span: declarator.name.span,
                annotations: annotations.clone(),
            }));
        }
        members
    }

    /// The struct or bitset that another one extends.
    pub fn base(&mut self, name: &ScopedName, what: What) -> Option<DefId> {
        match self.find(name)? {
            Target::Definition(id) if self.facts(id).what == what && self.facts(id).state == State::Complete => {
                Some(id)
            }
            _ => {
                let message = format!("the base must be {} that is defined before", what.name());
                let error = Diagnostic::error(codes::INHERITANCE, message).at(name.span, "");
                self.diagnostics.push(error.help("write the name of such a type, or remove the base"));
                None
            }
        }
    }
}
