//! Members of structs, and comments.

use super::{Checked, finding};
use polywire_model::{DeclKind, Field, Model, Type, snake_case};
use polywire_source::{Diagnostic, Span};
use std::collections::HashMap;

pub(super) fn similar_names(it: &Checked<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for decl in &it.model.decls {
        let DeclKind::Struct(record) = &decl.kind else { continue };
        let mut first_uses: HashMap<String, (&str, Span)> = HashMap::new();
        for (name, span) in record.fields.iter().flat_map(|field| with_cases(it.model, field)) {
            let (first, place) = *first_uses.entry(snake_case(name)).or_insert((name, span));
            if first != name && it.is_written(span, name) {
                let message = format!("`{first}` and `{name}` differ only in case and underscores");
                let problem = finding("similar-names", message, span).related(place, "the other one");
                found.push(problem.help("rename one of them; people and some programming languages mix them up"));
            }
        }
    }
    found
}

/// Returns the name of a field, and those of its cases if it is a union.
fn with_cases<'m>(model: &'m Model, field: &'m Field) -> Vec<(&'m str, Span)> {
    let cases = match &field.ty {
        Type::Named(id) => model.as_union(*id).map(|it| it.cases.as_slice()).unwrap_or_default(),
        _ => &[],
    };
    let cases = cases.iter().map(|case| (case.name.as_str(), case.span));
    std::iter::once((field.name.as_str(), field.span)).chain(cases).collect()
}

pub(super) fn missing_comments(it: &Checked<'_>) -> Vec<Diagnostic> {
    let mut named: Vec<(&str, &str, Span)> = Vec::new();
    for decl in &it.model.decls {
        let name = decl.name.last().map(String::as_str).unwrap_or_default();
        match &decl.kind {
            DeclKind::Struct(it) if !it.is_declared() => {}
            DeclKind::Struct(it) => {
                named.push((name, &decl.doc, decl.span));
                named.extend(it.fields.iter().map(|it| (it.name.as_str(), it.doc.as_str(), it.span)));
            }
            DeclKind::Enum(it) => {
                named.push((name, &decl.doc, decl.span));
                named.extend(it.members.iter().map(|it| (it.name.as_str(), it.doc.as_str(), it.span)));
            }
            DeclKind::Constant(_) => named.push((name, &decl.doc, decl.span)),
            DeclKind::Union(it) => named.extend(it.cases.iter().map(|it| (it.name.as_str(), it.doc.as_str(), it.span))),
        }
    }
    for service in &it.model.services {
        named.push((&service.name, &service.doc, service.span));
        named.extend(service.methods.iter().map(|it| (it.name.as_str(), it.doc.as_str(), it.span)));
    }
    let lacking = named.into_iter().filter(|(name, doc, span)| doc.trim().is_empty() && it.is_written(*span, name));
    let mut lacking: Vec<(&str, &str, Span)> = lacking.collect();
    lacking.sort_by_key(|(_, _, span)| span.start);
    // A union and the field that holds it have the same name in the text.
    lacking.dedup_by_key(|(_, _, span)| *span);
    lacking
        .into_iter()
        .map(|(name, _, span)| finding("missing-comment", format!("`{name}` has no comment"), span))
        .collect()
}
