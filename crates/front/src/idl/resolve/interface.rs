//! Interfaces and boxed values.

use super::Resolver;
use super::facts::{State, What};
use super::items::Body;
use super::scope::ScopeKind;
use super::types::Usage;
use crate::idl::ast::{InterfaceDecl, Item, TypeRef, Word};
use crate::idl::codes;
use crate::idl::tree::{Declared, DefId, Export, ExportKind, Interface, Kind, Type};
use polywire_source::{Diagnostic, Span};

impl Resolver<'_> {
    pub fn interface(&mut self, decl: &InterfaceDecl, item: &Item) {
        let head = self.head(item);
        let bases = self.interfaces(&decl.bases);
        self.check_bases(decl, &bases);
        let bases: Vec<DefId> = bases.into_iter().map(|(id, _)| id).collect();
        let id = self.begin(&decl.name, head, decl.declared);
        let is_local = decl.declared == Declared::LocalInterface;
        self.facts[id.0].is_local = is_local;
        let scope = self.enter(ScopeKind::Interface, &decl.name);
        self.facts[id.0].scope = Some(scope);
        self.inherit(scope, &decl.name, &bases);
        let mut body = Body::default();
        self.items(&decl.body, &mut body);
        self.leave();
        if !is_local {
            self.check_exports(&body.exports);
        }
        self.facts[id.0].state = State::Complete;
        let is_abstract = decl.declared == Declared::AbstractInterface;
        let interface = Interface { bases, is_abstract, is_local, exports: body.exports };
        self.specification.definitions[id.0].kind = Kind::Interface(interface);
    }

    /// Abstract interfaces inherit from abstract ones only, and only local ones from local ones.
    fn check_bases(&mut self, decl: &InterfaceDecl, bases: &[(DefId, Span)]) {
        for (base, span) in bases {
            let What::Declared(inherited) = self.facts(*base).what else { continue };
            let (problem, help) = match (decl.declared, inherited) {
                (Declared::AbstractInterface, Declared::Interface | Declared::LocalInterface) => {
                    ("is not abstract", "remove `abstract`, or make the base abstract")
                }
                (Declared::Interface, Declared::LocalInterface) => ("is local", "make the derived interface local"),
                _ => continue,
            };
            let message = format!("the base `{}` of `{}` {problem}", self.name(*base), decl.name.text);
            let related = self.specification.definitions[base.0].span;
            let error = Diagnostic::error(codes::INHERITANCE, message).at(*span, "").related(related, "declared here");
            self.diagnostics.push(error.help(help));
        }
    }

    /// Values that cannot be sent are only in operations of local interfaces.
    fn check_exports(&mut self, exports: &[Export]) {
        for export in exports {
            let types: Vec<&Type> = match &export.kind {
                ExportKind::Operation(operation) => {
                    operation.result.iter().chain(operation.parameters.iter().map(|it| &it.member.ty)).collect()
                }
                ExportKind::Attribute(attribute) => vec![&attribute.ty],
            };
            if types.into_iter().any(|ty| self.is_local(ty)) {
                let message = format!("`{}` uses a local interface, whose objects cannot be sent", export.name);
                let error = Diagnostic::error(codes::LOCAL, message).at(export.span, "");
                self.diagnostics.push(error.help("make the interface around it local too"));
            }
        }
    }

    pub fn value_box(&mut self, name: &Word, ty: &TypeRef, item: &Item) {
        let head = self.head(item);
        let inner = self.type_of(ty, Usage::Value);
        let id = self.define(name, head, What::ValueBox, State::Complete);
        let Some(inner) = inner else { return };
        let is_value = |id: DefId| matches!(self.facts(id).what, What::Declared(Declared::ValueType) | What::ValueBox);
        if matches!(self.underlying(&inner), Type::Named(id) if is_value(id)) {
            let error = Diagnostic::error(codes::TYPE, "values cannot be boxed again").at(ty.span, "");
            self.diagnostics.push(error.help("use the valuetype itself"));
        }
        self.facts[id.0].is_local = self.is_local(&inner);
        self.specification.definitions[id.0].kind = Kind::ValueBox(inner);
    }
}
