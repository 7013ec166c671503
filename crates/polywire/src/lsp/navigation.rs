//! What a word in a schema stands for.

use super::document::Document;
use super::position;
use crate::schema_files::SchemaFiles;
use lsp_types::{Location, Range, Url};
use polywire_front::source::{Statements, Token, TokenKind, scan};
use polywire_model::{DeclId, DeclKind, Model, Type};
use polywire_source::{FileId, Span};
use std::ops;
use std::path::Path;

/// A declaration, or a member of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entity {
    /// A struct, enum or union.
    Decl(DeclId),
    /// A field, case or enum value, by its index.
    Member(DeclId, usize),
    /// A service.
    Service(usize),
    /// A method of a service.
    Method(usize, usize),
}

/// Returns the place at which the type, member or file at an offset is declared.
pub(super) fn definition(document: &Document, offset: usize) -> Option<Location> {
    let (schema, _) = document.compiled()?;
    let tokens = scan(&document.text, &document.language().lexical);
    let token = *token_at(&tokens, offset)?;
    if token.kind == TokenKind::Text {
        let written = String::from_utf8_lossy(token.bytes(&document.text)).into_owned();
        let import = written.trim_matches(['"', '\'']).trim_start_matches(['/', '.']).to_owned();
        let found = schema.read.iter().find(|path| !import.is_empty() && path.ends_with(&import))?;
        return Some(Location { uri: Url::from_file_path(found).ok()?, range: Range::default() });
    }
    location(schema, span(&schema.model, entity(document, &tokens, token)?))
}

/// Returns what the word at an offset stands for.
pub(super) fn entity_at(document: &Document, offset: usize) -> Option<(Entity, ops::Range<usize>)> {
    let tokens = scan(&document.text, &document.language().lexical);
    let token = *token_at(&tokens, offset)?;
    Some((entity(document, &tokens, token)?, token.start..token.end))
}

fn token_at(tokens: &[Token], offset: usize) -> Option<&Token> {
    let is_at = |token: &&Token| token.start <= offset && offset <= token.end;
    let is_wanted = |token: &&Token| matches!(token.kind, TokenKind::Word | TokenKind::Text);
    tokens.iter().filter(is_at).find(is_wanted)
}

fn entity(document: &Document, tokens: &[Token], token: Token) -> Option<Entity> {
    let (schema, file) = document.compiled()?;
    let model = &schema.model;
    let name = std::str::from_utf8(token.bytes(&document.text)).ok().filter(|_| token.kind == TokenKind::Word)?;
    // Places are those of the compiled version, which the text may have left behind.
    if schema.sources.bytes(file) == document.text {
        let declared = all(model).into_iter().find(|it| {
            let span = span(model, *it);
            (span.file, span.start as usize, span.end as usize) == (file, token.start, token.end)
        });
        if declared.is_some() {
            return declared;
        }
        let head = Statements::new(&document.text, tokens).head(token.start);
        if let Some(id) = used_in(model, file, &head).into_iter().find(|id| is_called(model, *id, name)) {
            return Some(Entity::Decl(id));
        }
    }
    by_name(model, name).map(Entity::Decl)
}

/// Returns all declarations and members; members come first, because a union has the place of the field that holds it.
fn all(model: &Model) -> Vec<Entity> {
    let ids = || (0..model.decls.len() as u32).map(DeclId);
    let members = ids().flat_map(|id| (0..members(model, id)).map(move |index| Entity::Member(id, index)));
    let services = || model.services.iter().enumerate();
    let methods = services().flat_map(|(at, it)| (0..it.methods.len()).map(move |index| Entity::Method(at, index)));
    let services = services().map(|(at, _)| Entity::Service(at));
    members.chain(ids().map(Entity::Decl)).chain(services).chain(methods).collect()
}

fn members(model: &Model, id: DeclId) -> usize {
    match &model.decl(id).kind {
        DeclKind::Struct(it) => it.fields.len(),
        DeclKind::Enum(it) => it.members.len(),
        DeclKind::Union(it) => it.cases.len(),
        DeclKind::Constant(_) => 0,
    }
}

/// Returns the span of the name of a declaration or member.
pub(super) fn span(model: &Model, entity: Entity) -> Span {
    match entity {
        Entity::Decl(id) => model.decl(id).span,
        Entity::Service(at) => model.services[at].span,
        Entity::Method(at, index) => model.services[at].methods[index].span,
        Entity::Member(id, index) => match &model.decl(id).kind {
            DeclKind::Struct(it) => it.fields[index].span,
            DeclKind::Enum(it) => it.members[index].span,
            DeclKind::Union(it) => it.cases[index].span,
            DeclKind::Constant(_) => model.decl(id).span,
        },
    }
}

/// Returns the declarations that the members and methods in a part of a file use.
fn used_in(model: &Model, file: FileId, range: &ops::Range<usize>) -> Vec<DeclId> {
    let is_inside = |span: Span| span.file == file && range.contains(&(span.start as usize));
    let mut found = Vec::new();
    for decl in &model.decls {
        match &decl.kind {
            DeclKind::Struct(it) => {
                it.fields.iter().filter(|it| is_inside(it.span)).for_each(|it| add(model, &it.ty, &mut found));
            }
            DeclKind::Union(it) => {
                let types = it.cases.iter().filter(|it| is_inside(it.span)).filter_map(|it| it.ty.as_ref());
                types.for_each(|ty| add(model, ty, &mut found));
            }
            DeclKind::Constant(it) if is_inside(decl.span) => add(model, &it.ty, &mut found),
            DeclKind::Enum(_) | DeclKind::Constant(_) => {}
        }
    }
    let methods = model.services.iter().flat_map(|it| &it.methods).filter(|it| is_inside(it.span));
    found.extend(methods.flat_map(polywire_model::Method::structs));
    found
}

/// Adds the declarations in a type.
fn add(model: &Model, ty: &Type, found: &mut Vec<DeclId>) {
    match ty {
        Type::Named(id) => found.push(*id),
        Type::List(inner) | Type::Array(inner, _) => add(model, inner, found),
        Type::Map(entry) => {
            let fields = model.as_struct(*entry).map(|it| it.fields.as_slice()).unwrap_or_default();
            fields.iter().for_each(|field| add(model, &field.ty, found));
        }
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::FixedBytes(..) => {}
    }
}

fn is_called(model: &Model, id: DeclId, name: &str) -> bool {
    model.decl(id).name.last().is_some_and(|it| it == name)
}

/// Returns the only declaration with this name.
fn by_name(model: &Model, name: &str) -> Option<DeclId> {
    let mut found = (0..model.decls.len() as u32).map(DeclId).filter(|id| is_called(model, *id, name));
    found.next().filter(|_| found.next().is_none())
}

/// Returns the place of a span; `None` for files that are built in.
fn location(schema: &SchemaFiles, span: Span) -> Option<Location> {
    if span == Span::default() || !schema.sources.contains(span.file) {
        return None;
    }
    let uri = Url::from_file_path(Path::new(schema.sources.name(span.file))).ok()?;
    let range = position::range(schema.sources.bytes(span.file), span.start as usize..span.end as usize);
    Some(Location { uri, range })
}
