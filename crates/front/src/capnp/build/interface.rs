//! Interfaces, and the structs that their methods declare.

use super::collect::Plan;
use super::structure::Owning;
use super::task::Owner;
use super::{Builder, ordinal};
use crate::capnp::ast::{Decl, DeclKind, Expression, Param, Params, Results, Word};
use crate::capnp::nodes::{Brand, Method, Node, NodeKind, Targets, Type};
use crate::capnp::scope::{At, Names, ScopeId, brand_of};
use crate::capnp::{codes, ids, standard};
use polywire_source::{Diagnostic, Span};

/// A method that is being built.
#[derive(Clone, Copy)]
struct Within<'a> {
    interface: ScopeId,
    name: &'a Word,
    ordinal: u16,
    implicit: &'a [Word],
}

impl<'a> Builder<'_, 'a> {
    pub(super) fn interface(&mut self, id: ScopeId, decl: &'a Decl, extends: &[Expression]) -> NodeKind {
        let superclasses = extends.iter().filter_map(|it| self.superclass(id, it)).collect();
        let methods: Vec<&Decl> = decl.nested.iter().filter(|it| is_method(it)).collect();
        let ordinals: Vec<_> = methods.iter().map(|it| it.ordinal).collect();
        let order = ordinal::in_order(&ordinals, self.diagnostics);
        let methods = order.into_iter().enumerate().filter_map(|(number, index)| {
            let method = self.method(id, methods[index], number as u16)?;
            Some(Method { code_order: index as u16, ..method })
        });
        NodeKind::Interface { methods: methods.collect(), superclasses }
    }

    fn superclass(&mut self, id: ScopeId, expression: &Expression) -> Option<(u64, Brand)> {
        match self.scopes.ty(At::new(id), expression) {
            Ok(Type::Interface(id, brand)) => return Some((id, brand)),
            Ok(_) => {
                let other = Diagnostic::error(codes::NOT_A_TYPE, "only interfaces can be extended");
                self.report(other.at(expression.span, ""));
            }
            Err(problem) => self.report(*problem),
        }
        None
    }

    fn method(&mut self, id: ScopeId, decl: &'a Decl, ordinal: u16) -> Option<Method> {
        let DeclKind::Method { implicit, params, results } = &decl.kind else { return None };
        let node = self.scopes.get(id).id;
        let target = Targets::of_name("method").unwrap_or_default();
        self.tasks.annotate(Owner::Method(node, ordinal.into()), &decl.annotations, At::new(id), target);
        let within = Within { interface: id, name: &decl.name, ordinal, implicit };
        let params = self.params(within, params, false);
        let results = match results {
            Results::Params(results) => self.params(within, results, true),
            Results::Nothing => self.declared_params(within, &[], true),
            Results::Stream(span) => self.stream(id, *span),
        };
        Some(Method {
            name: decl.name.text.clone(),
            code_order: 0,
            implicit: implicit.iter().map(|word| word.text.clone()).collect(),
            params,
            results,
            annotations: Vec::new(),
            doc: decl.doc.clone(),
            span: decl.name.span,
        })
    }

    fn params(&mut self, within: Within<'a>, params: &'a Params, is_results: bool) -> (u64, Brand) {
        let name = match params {
            Params::Fields(fields) => return self.declared_params(within, fields, is_results),
            Params::Struct(name) => name,
        };
        let at = At { scope: within.interface, implicit: within.implicit, implicit_owner: None };
        match self.scopes.ty(at, name) {
            Ok(Type::Struct(id, brand)) => return (id, brand),
            Ok(_) => {
                let other = Diagnostic::error(codes::METHOD, "a method's parameters and results are structs");
                self.report(other.at(name.span, "").help("name them: `(name :Type)`"));
            }
            Err(problem) => self.report(*problem),
        }
        (0, Brand::default())
    }

    /// The anonymous struct of a method's parameters or results.
    fn declared_params(&mut self, within: Within<'a>, params: &'a [Param], is_results: bool) -> (u64, Brand) {
        let scope = self.scopes.get(within.interface);
        let id = ids::of_params(scope.id, within.ordinal, is_results);
        let name = format!("{}${}", within.name.text, if is_results { "Results" } else { "Params" });
        let display_name = format!("{}.{name}", scope.display_name);
        let at = At { scope: within.interface, implicit: within.implicit, implicit_owner: Some(id) };
        let is_generic = self.scopes.is_generic(within.interface) || !within.implicit.is_empty();
        let mut names = Names::default();
        params.iter().for_each(|param| names.declare(&param.name, self.diagnostics));
        let plan = Plan::of_params(within.name, params);
        let owning = Owning { id, display_name: display_name.clone(), is_generic, at, is_params: true };
        let kind = NodeKind::Struct(self.laid_out(plan, &owning));
        let node = Node {
            id,
            prefix_len: display_name.len() - name.len(),
            display_name,
            scope: 0,
            params: within.implicit.iter().map(|word| word.text.clone()).collect(),
            is_generic,
            nested: Vec::new(),
            annotations: Vec::new(),
            doc: String::new(),
            span: within.name.span,
            kind,
        };
        self.nodes.insert(id, node);
        (id, brand_of(&self.scopes.inside(within.interface), self.scopes))
    }

    /// The struct of a standard file that is the result type of streaming methods.
    fn stream(&mut self, id: ScopeId, span: Span) -> (u64, Brand) {
        let unit = &self.scopes.units[self.scopes.get(id).unit];
        let file = unit.imports.get(standard::STREAM).copied().flatten().and_then(|unit| self.scopes.file(unit));
        let nested = file.map(|file| self.scopes.get(file).nested.clone()).unwrap_or_default();
        let result = nested.into_iter().map(|id| self.scopes.get(id)).find(|it| it.name() == standard::STREAM_RESULT);
        match result {
            Some(result) => (result.id, Brand::default()),
            None => {
                let missing = Diagnostic::error(codes::METHOD, "streaming results need the struct `StreamResult`");
                let help = format!("put the standard file `{}` into an import folder", standard::STREAM);
                self.report(missing.at(span, "").help(help));
                (0, Brand::default())
            }
        }
    }
}

fn is_method(decl: &Decl) -> bool {
    matches!(decl.kind, DeclKind::Method { .. })
}
