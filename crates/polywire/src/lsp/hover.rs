//! Hovers: what something is, its documentation, and where it is in each format.

use super::document::Document;
use super::navigation::{Entity, entity_at};
use super::position;
use crate::lock_update::needed;
use crate::schema::{kind, signature, type_text};
use crate::schema_files::{FileSystem, Locks, SchemaFiles};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};
use polywire_lower::{FORMATS, Format};
use polywire_model::{DeclId, DeclKind, Model};

/// Returns the hover of the word at an offset.
pub(super) fn hover(document: &Document, offset: usize, system: FileSystem<'_>) -> Option<Hover> {
    let (entity, range) = entity_at(document, offset)?;
    let (schema, _) = document.compiled()?;
    let (title, doc) = about(&schema.model, entity)?;
    let mut text = format!("```\n{title}\n```\n");
    if !doc.trim().is_empty() {
        text += &format!("\n{}\n", doc.trim());
    }
    if let Entity::Member(id, index) = entity {
        text += &places(schema, (id, index), system);
    }
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text });
    Some(Hover { contents, range: Some(position::range(&document.text, range)) })
}

/// Returns a line about something, and its documentation.
fn about(model: &Model, entity: Entity) -> Option<(String, &str)> {
    Some(match entity {
        Entity::Decl(id) => {
            let decl = model.decl(id);
            let ty = match &decl.kind {
                DeclKind::Constant(it) => format!(": {}", type_text(model, &it.ty)),
                DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Union(_) => String::new(),
            };
            (format!("{} {}{ty}", kind(decl), decl.path()), decl.doc.as_str())
        }
        Entity::Service(at) => {
            let service = model.services.get(at)?;
            (format!("service {}", service.path()), service.doc.as_str())
        }
        Entity::Method(at, index) => {
            let service = model.services.get(at)?;
            let method = service.methods.get(index)?;
            let signature = signature(model, method);
            (format!("method {}.{}: {signature}", service.path(), method.name), method.doc.as_str())
        }
        Entity::Member(id, index) => of_member(model, id, index)?,
    })
}

fn of_member(model: &Model, id: DeclId, index: usize) -> Option<(String, &str)> {
    let path = model.decl(id).path();
    Some(match &model.decl(id).kind {
        DeclKind::Struct(it) => {
            let field = it.fields.get(index)?;
            (format!("field {path}.{}: {}", field.name, type_text(model, &field.ty)), field.doc.as_str())
        }
        DeclKind::Enum(it) => {
            let value = it.members.get(index)?;
            (format!("value {path}.{} = {}", value.name, value.number), value.doc.as_str())
        }
        DeclKind::Constant(_) => return None,
        DeclKind::Union(it) => {
            let case = it.cases.get(index)?;
            let ty = case.ty.as_ref().map_or_else(|| "no value".to_owned(), |ty| type_text(model, ty));
            (format!("case {path}.{}: {ty}", case.name), case.doc.as_str())
        }
    })
}

/// Returns a table of the places of a member, in the formats whose places depend on the schema.
fn places(schema: &SchemaFiles, (id, index): (DeclId, usize), system: FileSystem<'_>) -> String {
    let formats: Vec<&Format> = FORMATS.iter().collect();
    let settled = schema.settle(&needed(&schema.model, &formats), &Locks::default(), system);
    let model = settled.map_or_else(|_| schema.model.clone(), |(model, _, _)| model);
    let place = |format: &Format| format.places(&model, id)?.into_iter().nth(index).flatten();
    let rows = FORMATS.iter().filter_map(|format| Some(format!("| {} | {} |\n", format.name, place(format)?)));
    let rows: String = rows.collect();
    if rows.is_empty() { rows } else { format!("\n| format | place |\n|---|---|\n{rows}") }
}
