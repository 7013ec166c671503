//! Rules of modules: references and entries.

use super::{Rule, Violation};
use crate::types::{EnumId, StructId, Type, Types, UnionId};
use crate::{Block, Effects, Expr, FuncId, Function, Module, Op, Param, ParamKind, ValueType};
use std::collections::HashSet;

/// Checks that what is referred to exists. The other rules presuppose it.
pub(super) fn check(module: &Module) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut names = HashSet::new();
    for function in &module.functions {
        let mut report = |message: String| violations.push(violation(Rule::Reference, &function.name, message));
        if !names.insert(&function.name) {
            report("another function has this name".to_owned());
        }
        for var in &function.vars {
            if let ValueType::Ref(ty) = &var.ty
                && !exists(&module.types, ty)
            {
                report(format!("the type of `{}` is not of this module", var.name));
            }
        }
        block(module, &function.body, &mut report);
    }
    violations
}

fn violation(rule: Rule, function: &str, message: String) -> Violation {
    Violation { rule, function: function.to_owned(), path: String::new(), message }
}

fn block(module: &Module, it: &Block, report: &mut dyn FnMut(String)) {
    for op in &it.ops {
        if let Op::Call { func, .. } = op
            && func.0 as usize >= module.functions.len()
        {
            report(format!("function {} is called and does not exist", func.0));
        }
        op.visit_exprs(&mut |outer| enums(module, outer, report));
        op.blocks().into_iter().for_each(|inner| block(module, inner, report));
    }
    it.yields.iter().for_each(|outer| enums(module, outer, report));
}

fn enums(module: &Module, outer: &Expr, report: &mut dyn FnMut(String)) {
    outer.visit(&mut |expr| {
        if let Expr::IsMember(EnumId(id), _) = expr
            && *id as usize >= module.types.enums.len()
        {
            report(format!("enum {id} does not exist"));
        }
    });
}

fn exists(types: &Types, ty: &Type) -> bool {
    match ty {
        Type::Enum(EnumId(id)) => (*id as usize) < types.enums.len(),
        Type::Struct(StructId(id)) => (*id as usize) < types.structs.len(),
        Type::Union(UnionId(id)) => (*id as usize) < types.unions.len(),
        Type::List(element) | Type::Array(element, _) => exists(types, element),
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text { .. } | Type::Bytes | Type::FixedBytes(_) => {
            true
        }
    }
}

/// Checks the signatures of what a user calls.
pub(super) fn check_entries(module: &Module, effects: &[Effects]) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut report = |name: &str, message: &str| violations.push(violation(Rule::Entry, name, message.to_owned()));
    let find = |id: FuncId| Some((module.functions.get(id.0 as usize)?, effects.get(id.0 as usize)?));
    for entry in &module.entries {
        let takes = |record: StructId, kind| (kind, ValueType::Ref(Type::Struct(record)));
        if let Some(id) = entry.encode {
            match find(id) {
                None => report("", "the encoder of an entry does not exist"),
                Some((function, effects)) => {
                    if !has_params(function, &[takes(entry.record, ParamKind::Read)]) || !function.results.is_empty() {
                        report(&function.name, "an encoder takes the value to be read and yields nothing");
                    }
                    if effects.reads || effects.section {
                        report(&function.name, "an encoder has no input and no section of a caller");
                    }
                }
            }
        }
        let mut params = vec![takes(entry.record, ParamKind::Build)];
        params.extend(entry.schema.map(|schema| takes(schema, ParamKind::Read)));
        match find(entry.decode) {
            None => report("", "the decoder of an entry does not exist"),
            Some((function, effects)) => {
                if !has_params(function, &params) || !function.results.is_empty() {
                    report(&function.name, "a decoder takes the value to be built and yields nothing");
                }
                if effects.writes || effects.section {
                    report(&function.name, "a decoder has no output");
                }
            }
        }
    }
    violations
}

fn has_params(function: &Function, expected: &[(ParamKind, ValueType)]) -> bool {
    let ty = |param: &Param| function.vars.get(param.var.0 as usize).map(|var| &var.ty);
    function.params.len() == expected.len()
        && function
            .params
            .iter()
            .zip(expected)
            .all(|(param, (kind, expected))| param.kind == *kind && ty(param) == Some(expected))
}
