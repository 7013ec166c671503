//! Valuetypes (CORBA 3.3 part 1, clause 7.9).

use super::Resolver;
use super::facts::State;
use super::items::Body;
use super::scope::{ScopeKind, Target};
use super::types::Usage;
use crate::idl::ast::{Declarator, FactoryDecl, Item, TypeRef, ValueDecl};
use crate::idl::codes;
use crate::idl::tree::{Declared, DefId, Factory, Kind, Member, StateMember, ValueType};
use polywire_source::{Diagnostic, Span};

impl Resolver<'_> {
    pub fn value_type(&mut self, decl: &ValueDecl, item: &Item) {
        let head = self.head(item);
        let bases = self.value_types(&decl.bases);
        let supports = self.interfaces(&decl.supports);
        self.check_value_bases(decl, &bases);
        self.check_supports(decl, &bases, &supports);
        let bases: Vec<DefId> = bases.into_iter().map(|(id, _)| id).collect();
        let supports: Vec<DefId> = supports.into_iter().map(|(id, _)| id).collect();
        let id = self.begin(&decl.name, head, Declared::ValueType);
        let scope = self.enter(ScopeKind::Interface, &decl.name);
        self.facts[id.0].scope = Some(scope);
        let inherited: Vec<DefId> = bases.iter().chain(&supports).copied().collect();
        self.inherit(scope, &decl.name, &inherited);
        let mut body = Body::default();
        self.items(&decl.body, &mut body);
        self.leave();
        self.facts[id.0].state = State::Complete;
        self.specification.definitions[id.0].kind = Kind::ValueType(ValueType {
            bases,
            is_truncatable: decl.truncatable.is_some(),
            is_custom: decl.is_custom,
            is_abstract: decl.is_abstract,
            supports,
            members: body.members,
            factories: body.factories,
            exports: body.exports,
        });
    }

    fn check_value_bases(&mut self, decl: &ValueDecl, bases: &[(DefId, Span)]) {
        if let Some(span) = decl.truncatable.filter(|_| decl.is_custom) {
            let error = Diagnostic::error(codes::INHERITANCE, "custom values cannot be truncated").at(span, "");
            self.diagnostics.push(error.help("remove `truncatable` or `custom`"));
        }
        for (index, (base, span)) in bases.iter().enumerate() {
            let Kind::ValueType(inherited) = &self.specification.definitions[base.0].kind else { continue };
            let (problem, help) = if decl.is_abstract && !inherited.is_abstract {
                ("is not abstract", "remove `abstract`, or make the base abstract")
            } else if !decl.is_custom && inherited.is_custom {
                ("is custom", "make the derived valuetype custom too")
            } else if index > 0 && !inherited.is_abstract {
                ("has members, but is not the first base", "name it first; only one base can have members")
            } else {
                continue;
            };
            let message = format!("the base `{}` of `{}` {problem}", self.name(*base), decl.name.text);
            let related = self.specification.definitions[base.0].span;
            let error = Diagnostic::error(codes::INHERITANCE, message).at(*span, "").related(related, "declared here");
            self.diagnostics.push(error.help(help));
        }
    }

    /// Only the first interface may be other than abstract, and it extends that of the base.
    fn check_supports(&mut self, decl: &ValueDecl, bases: &[(DefId, Span)], supports: &[(DefId, Span)]) {
        let inherited = bases.iter().find_map(|(base, _)| self.supported(*base).map(|interface| (*base, interface)));
        for (index, (interface, span)) in supports.iter().enumerate() {
            if !self.is_concrete(*interface) {
                continue;
            }
            let (message, related) = match inherited {
                _ if index > 0 => {
                    let message = format!("`{}` is not abstract, but not the first interface", self.name(*interface));
                    (message, *interface)
                }
                Some((base, of_base)) if !self.is_derived(*interface, of_base) => {
                    let (own, other) = (self.name(*interface), self.name(of_base));
                    (
                        format!("`{own}` does not extend `{other}`, which the base of `{}` supports", decl.name.text),
                        base,
                    )
                }
                _ => continue,
            };
            let related = self.specification.definitions[related.0].span;
            let error = Diagnostic::error(codes::INHERITANCE, message).at(*span, "").related(related, "declared here");
            self.diagnostics.push(error.help("a valuetype supports one interface that is not abstract: name it first"));
        }
    }

    fn is_concrete(&self, interface: DefId) -> bool {
        matches!(&self.specification.definitions[interface.0].kind, Kind::Interface(it) if !it.is_abstract)
    }

    /// The interface that is not abstract which a valuetype or its bases support.
    fn supported(&self, id: DefId) -> Option<DefId> {
        let mut next = Some(id);
        while let Some(id) = next {
            let Kind::ValueType(value) = &self.specification.definitions[id.0].kind else { return None };
            if let Some(interface) = value.supports.iter().find(|interface| self.is_concrete(**interface)) {
                return Some(*interface);
            }
            next = value.bases.first().copied();
        }
        None
    }

    pub fn state_member(
        &mut self,
        is_public: bool,
        ty: &TypeRef,
        declarators: &[Declarator],
        item: &Item,
        body: &mut Body,
    ) {
        let ty = self.type_of(ty, Usage::Value);
        for declarator in declarators {
            let head = self.head(item);
            let array = self.array_of(ty.clone(), declarator);
            self.declare(&declarator.name, Target::StateMember);
            let Some(ty) = array else { continue };
            let (name, span) = (declarator.name.text.clone(), declarator.name.span);
            let member = Member { name, ty, doc: head.doc, span, annotations: head.annotations };
            body.members.push(StateMember { is_public, member });
        }
    }

    pub fn factory(&mut self, decl: &FactoryDecl) -> Factory {
        self.declare(&decl.name, Target::Factory);
        let (parameters, raises) = self.signature(&decl.name, &decl.parameters, &decl.raises);
        let parameters = parameters.into_iter().map(|parameter| parameter.member).collect();
        Factory { name: decl.name.text.clone(), span: decl.name.span, parameters, raises }
    }
}
