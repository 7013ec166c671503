//! Names, by the style guide of the language.

use super::{Checked, finding};
use polywire_front::source::{Case, Naming};
use polywire_model::{DeclKind, Enum, screaming_snake_case};
use polywire_source::{Diagnostic, Span};

pub(super) fn types(it: &Checked<'_>) -> Vec<Diagnostic> {
    let decls = it.decls().filter(|decl| !matches!(decl.kind, DeclKind::Union(_) | DeclKind::Constant(_)));
    let decls = decls.filter_map(|decl| Some((decl.name.last()?, decl.span)));
    let services = it.model.services.iter().map(|service| (&service.name, service.span));
    decls.chain(services).filter_map(|(name, span)| it.odd("type-name", name, span, it.naming.types)).collect()
}

pub(super) fn members(it: &Checked<'_>) -> Vec<Diagnostic> {
    let Naming { members: of_fields, cases: of_cases, constants: of_constants, .. } = *it.naming;
    let members = it.model.decls.iter().flat_map(|decl| -> Vec<(&String, Span, Case)> {
        match &decl.kind {
            DeclKind::Struct(it) if !it.is_declared() => Vec::new(),
            DeclKind::Struct(it) => it.fields.iter().map(|field| (&field.name, field.span, of_fields)).collect(),
            DeclKind::Union(it) => it.cases.iter().map(|case| (&case.name, case.span, of_cases)).collect(),
            DeclKind::Constant(_) => decl.name.last().map(|name| (name, decl.span, of_constants)).into_iter().collect(),
            DeclKind::Enum(_) => Vec::new(),
        }
    });
    members.filter_map(|(name, span, case)| it.odd("member-name", name, span, case)).collect()
}

pub(super) fn enum_values(it: &Checked<'_>) -> Vec<Diagnostic> {
    let values = it.enums().flat_map(|(_, found)| &found.members);
    values.filter_map(|value| it.odd("enum-value-name", &value.name, value.span, it.naming.enum_values)).collect()
}

pub(super) fn methods(it: &Checked<'_>) -> Vec<Diagnostic> {
    let methods = it.model.services.iter().flat_map(|service| &service.methods);
    methods.filter_map(|method| it.odd("method-name", &method.name, method.span, it.naming.methods)).collect()
}

pub(super) fn enum_value_prefixes(it: &Checked<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (name, enumeration) in it.enums().filter(|_| it.naming.prefixed_enum_values) {
        let prefix = screaming_snake_case(name) + "_";
        for value in enumeration.members.iter().filter(|value| !value.name.starts_with(&prefix)) {
            let message = format!("`{}` does not begin with the name of its enum, `{name}`", value.name);
            let problem = finding("enum-value-prefix", message, value.span);
            found.push(problem.help(format!("call it `{prefix}{}`", screaming_snake_case(&value.name))));
        }
    }
    found
}

pub(super) fn zero_values(it: &Checked<'_>) -> Vec<Diagnostic> {
    let Some(suffix) = it.naming.zero_value else { return Vec::new() };
    let mut found = Vec::new();
    for (name, enumeration) in it.enums().filter(|(_, it)| it.open) {
        let zero = enumeration.members.iter().find(|value| value.number == 0);
        if let Some(zero) = zero.filter(|zero| !zero.name.ends_with(suffix)) {
            let message =
                format!("the value 0 of `{name}` is `{}`, which readers also get if nothing is set", zero.name);
            let better = screaming_snake_case(name) + suffix;
            let problem = finding("enum-zero-value", message, zero.span);
            found.push(problem.help(format!("reserve 0 for no value: `{better} = 0`")));
        }
    }
    found
}

impl Checked<'_> {
    fn enums(&self) -> impl Iterator<Item = (&String, &Enum)> {
        self.decls().filter_map(|decl| match &decl.kind {
            DeclKind::Enum(it) => Some((decl.name.last()?, it)),
            DeclKind::Struct(_) | DeclKind::Union(_) | DeclKind::Constant(_) => None,
        })
    }

    fn odd(&self, rule: &'static str, name: &str, span: Span, case: Case) -> Option<Diagnostic> {
        if case.fits(name) || !self.is_written(span, name) {
            return None;
        }
        let problem = finding(rule, format!("`{name}` is not in {}", case.example()), span);
        let better = case.of(name);
        Some(if case.fits(&better) { problem.help(format!("call it `{better}`")) } else { problem })
    }
}
