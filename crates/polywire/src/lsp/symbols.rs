//! The declarations of a document, as a tree.

use super::document::Document;
use super::position;
use crate::schema::type_text;
use lsp_types::{DocumentSymbol, SymbolKind};
use polywire_front::source::{Statements, scan};
use polywire_model::{DeclKind, Model};
use polywire_source::Span;
use std::ops::Range;

/// A declaration or member in the text.
struct Found {
    name: String,
    detail: Option<String>,
    kind: SymbolKind,
    span: Span,
    extent: Range<usize>,
}

/// Returns the declarations of the last version without errors.
pub(super) fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let Some((schema, file)) = document.compiled() else { return Vec::new() };
    let text = schema.sources.bytes(file);
    let tokens = scan(text, &document.language().lexical);
    let statements = Statements::new(text, &tokens);
    let mut found: Vec<Found> = named(&schema.model).into_iter().filter(|it| it.span.file == file).collect();
    found.retain(|it| it.span != Span::default() && schema.sources.text(it.span) == it.name);
    found.sort_by_key(|it| it.span.start);
    // A union and the field that holds it are one declaration in the text.
    found.dedup_by_key(|it| it.span);
    found.iter_mut().for_each(|it| it.extent = statements.whole(it.span.start as usize));
    tree(&mut found.into_iter().peekable(), text.len(), text)
}

fn named(model: &Model) -> Vec<Found> {
    let mut all = Vec::new();
    let mut add = |name: &str, detail: Option<String>, kind, span| {
        all.push(Found { name: name.to_owned(), detail, kind, span, extent: 0..0 });
    };
    for decl in &model.decls {
        let name = decl.name.last().map(String::as_str).unwrap_or_default();
        match &decl.kind {
            DeclKind::Struct(it) if !it.is_declared() => {}
            DeclKind::Struct(it) => {
                add(name, None, SymbolKind::STRUCT, decl.span);
                it.fields
                    .iter()
                    .for_each(|it| add(&it.name, Some(type_text(model, &it.ty)), SymbolKind::FIELD, it.span));
            }
            DeclKind::Enum(it) => {
                add(name, None, SymbolKind::ENUM, decl.span);
                let value = |it: &polywire_model::Enumerator| Some(it.number.to_string());
                it.members.iter().for_each(|it| add(&it.name, value(it), SymbolKind::ENUM_MEMBER, it.span));
            }
            DeclKind::Constant(it) => {
                add(name, Some(type_text(model, &it.ty)), SymbolKind::CONSTANT, decl.span);
            }
            DeclKind::Union(it) => it.cases.iter().for_each(|it| {
                add(&it.name, it.ty.as_ref().map(|ty| type_text(model, ty)), SymbolKind::FIELD, it.span);
            }),
        }
    }
    for service in &model.services {
        add(&service.name, None, SymbolKind::INTERFACE, service.span);
        service.methods.iter().for_each(|it| add(&it.name, None, SymbolKind::METHOD, it.span));
    }
    all
}

/// Takes the symbols that begin before an offset; those inside another one are its children.
fn tree(found: &mut std::iter::Peekable<impl Iterator<Item = Found>>, end: usize, text: &[u8]) -> Vec<DocumentSymbol> {
    let mut symbols = Vec::new();
    while let Some(next) = found.next_if(|it| (it.span.start as usize) < end) {
        let selection = next.span.start as usize..next.span.end as usize;
        let extent = next.extent.start.min(selection.start)..next.extent.end.max(selection.end);
        let children = tree(found, extent.end, text);
        #[allow(deprecated, reason = "the field has no default")]
        symbols.push(DocumentSymbol {
            name: next.name,
            detail: next.detail,
            kind: next.kind,
            tags: None,
            deprecated: None,
            range: position::range(text, extent),
            selection_range: position::range(text, selection),
            children: (!children.is_empty()).then_some(children),
        });
    }
    symbols
}
