//! Unions (Avro 1.12 specification, "Unions").

use super::codes;
use crate::avro::tree::{TypeExpr, TypeKind};
use polywire_source::{Diagnostic, Diagnostics};
use std::collections::HashMap;

/// Reports branches that are unions or cannot be told apart.
pub(super) fn check(ty: &TypeExpr, diagnostics: &mut Diagnostics) {
    let TypeKind::Union(branches) = &ty.kind else { return };
    let mut known: HashMap<&str, &TypeExpr> = HashMap::new();
    for branch in branches {
        let name = match &branch.kind {
            TypeKind::Primitive(it) => it.word(),
            TypeKind::Array(_) => "array",
            TypeKind::Map(_) => "map",
            TypeKind::Named(name) => name,
            TypeKind::Union(_) => {
                let problem = Diagnostic::error(codes::UNION, "a union cannot be a branch of a union");
                diagnostics.push(problem.at(branch.span, "").help("add its branches to the outer one"));
                continue;
            }
        };
        match known.get(name) {
            Some(first) => {
                let message = format!("there are two branches of the type `{name}`");
                let problem = Diagnostic::error(codes::UNION, message).at(branch.span, "");
                let problem = problem.related(first.span, "first branch of this type");
                diagnostics.push(problem.help("remove one of them, or put their types into records of their own"));
            }
            None => {
                known.insert(name, branch);
            }
        }
    }
}
