//! Operations and attributes.

use super::Resolver;
use super::facts::What;
use super::items::Body;
use super::scope::{ScopeKind, Target};
use super::types::Usage;
use crate::idl::ast::{AttributeDecl, Item, OperationDecl, ParameterDecl, ScopedName, Word};
use crate::idl::codes;
use crate::idl::tree::{Attribute, DefId, Direction, Export, ExportKind, Member, Operation, Parameter};
use polywire_source::Diagnostic;

impl Resolver<'_> {
    pub fn operation(&mut self, decl: &OperationDecl, item: &Item) -> Export {
        let head = self.head(item);
        let result = decl.result.as_ref().and_then(|ty| self.type_of(ty, Usage::Value));
        self.declare(&decl.name, Target::Operation);
        let (parameters, raises) = self.signature(&decl.name, &decl.parameters, &decl.raises);
        self.check_oneway(decl);
        let context = decl.context.iter().map(|name| name.text.clone()).collect();
        let operation = Operation { is_oneway: decl.oneway.is_some(), result, parameters, raises, context };
        Export {
            name: decl.name.text.clone(),
            doc: head.doc,
            span: decl.name.span,
            annotations: head.annotations,
            kind: ExportKind::Operation(operation),
        }
    }

    /// Parameters and exceptions.
    pub fn signature(
        &mut self,
        owner: &Word,
        decls: &[ParameterDecl],
        raises: &[ScopedName],
    ) -> (Vec<Parameter>, Vec<DefId>) {
        self.enter(ScopeKind::Operation, owner);
        let mut parameters = Vec::new();
        for decl in decls {
            let annotations = self.annotations(&decl.annotations);
            let ty = self.type_of(&decl.ty, Usage::Value);
            self.declare(&decl.name, Target::Parameter);
            let Some(ty) = ty else { continue };
            let (name, span) = (decl.name.text.clone(), decl.name.span);
            let member = Member { name, ty, doc: String::new(), span, annotations };
            parameters.push(Parameter { direction: decl.direction, member });
        }
        let raises = self.exceptions(raises);
        self.leave();
        (parameters, raises)
    }

    fn check_oneway(&mut self, decl: &OperationDecl) {
        if decl.oneway.is_none() {
            return;
        }
        let outward = decl.parameters.iter().find(|parameter| parameter.direction != Direction::In);
        let (span, problem) = if let Some(result) = &decl.result {
            (result.span, "returns no result")
        } else if let Some(parameter) = outward {
            (parameter.name.span, "has `in` parameters only")
        } else if let Some(exception) = decl.raises.first() {
            (exception.span, "raises no exceptions")
        } else {
            return;
        };
        let message = format!("a oneway operation {problem}");
        let error = Diagnostic::error(codes::ONEWAY, message).at(span, "");
        let error = error.related(decl.oneway.unwrap_or_default(), "oneway, so there is no answer");
        self.diagnostics.push(error.help("remove `oneway`, or what needs an answer"));
    }

    pub fn exceptions(&mut self, names: &[ScopedName]) -> Vec<DefId> {
        let mut exceptions = Vec::new();
        for name in names {
            let Some(target) = self.find(name) else { continue };
            match target {
                Target::Definition(id) if self.facts(id).what == What::Exception => exceptions.push(id),
                _ => {
                    let related = match target {
                        Target::Definition(id) => self.specification.definitions[id.0].span,
                        _ => polywire_source::Span::default(),
                    };
                    let error = Diagnostic::error(codes::WRONG_KIND, "this is not an exception").at(name.span, "");
                    let error = error.related(related, "declared here");
                    self.diagnostics.push(error.help("declare it by `exception` instead"));
                }
            }
        }
        exceptions
    }

    pub fn attribute(&mut self, decl: &AttributeDecl, item: &Item, body: &mut Body) {
        let ty = self.type_of(&decl.ty, Usage::Value);
        let (get_raises, set_raises) = (self.exceptions(&decl.get_raises), self.exceptions(&decl.set_raises));
        for name in &decl.names {
            let head = self.head(item);
            self.declare(name, Target::Attribute);
            let Some(ty) = ty.clone() else { continue };
            let (get_raises, set_raises) = (get_raises.clone(), set_raises.clone());
            let attribute = Attribute { is_readonly: decl.is_readonly, ty, get_raises, set_raises };
            body.exports.push(Export {
                name: name.text.clone(),
                doc: head.doc,
                span: name.span,
                annotations: head.annotations,
                kind: ExportKind::Attribute(attribute),
            });
        }
    }
}
