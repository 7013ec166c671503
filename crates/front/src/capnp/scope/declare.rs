//! Creates the scopes of all declarations, and assigns their ids.

use super::naming::{check_member, check_name};
use super::{Names, Scope, ScopeEntry, ScopeId, Scopes, Source};
use crate::capnp::ast::{Decl, DeclKind, ExpressionKind};
use crate::capnp::{codes, ids};
use polywire_source::{Diagnostic, Diagnostics, Span};
use std::collections::HashMap;

pub(super) fn declare(scopes: &mut Scopes<'_>, diagnostics: &mut Diagnostics) {
    let mut declarer = Declarer { scopes, diagnostics, ids: HashMap::new() };
    for unit in 0..declarer.scopes.units.len() {
        declarer.file(unit);
    }
}

struct Declarer<'s, 'a> {
    scopes: &'s mut Scopes<'a>,
    diagnostics: &'s mut Diagnostics,
    /// Where ids were first used.
    ids: HashMap<u64, Span>,
}

impl<'a> Declarer<'_, 'a> {
    fn file(&mut self, unit: usize) {
        let it = &self.scopes.units[unit];
        let (id, span) = it.ast.id.unwrap_or((ids::of_file(it.path.as_bytes()), it.start));
        let folder = it.path.rfind('/').map_or(0, |slash| slash + 1);
        let scope = self.add(Scope {
            unit,
            parent: None,
            id,
            display_name: it.path.clone(),
            prefix_len: folder,
            span,
            source: Source::File(&it.ast),
            members: HashMap::new(),
            nested: Vec::new(),
        });
        self.scopes.files.push(scope);
        self.nested(scope, &self.scopes.units[unit].ast.decls);
    }

    fn nested(&mut self, around: ScopeId, decls: &'a [Decl]) {
        let mut names = Names::default();
        for decl in decls {
            self.statement(around, decl, &mut names);
        }
    }

    fn statement(&mut self, around: ScopeId, decl: &'a Decl, names: &mut Names<'a>) {
        match &decl.kind {
            DeclKind::Using(target) => {
                self.check_using(decl);
                check_name(decl, self.diagnostics);
                names.declare(&decl.name, self.diagnostics);
                self.scopes.list[around.0].members.insert(&decl.name.text, ScopeEntry::Using(target));
            }
            DeclKind::Const { .. }
            | DeclKind::Annotation { .. }
            | DeclKind::Enum
            | DeclKind::Struct
            | DeclKind::Interface { .. } => {
                check_name(decl, self.diagnostics);
                names.declare(&decl.name, self.diagnostics);
                self.declaration(around, decl);
            }
            DeclKind::Enumerant | DeclKind::Method { .. } | DeclKind::Field { .. } => {
                check_member(decl, self.diagnostics);
                names.declare(&decl.name, self.diagnostics);
            }
            DeclKind::Union if decl.name.text.is_empty() => {
                names.declare_union(decl.name.span, self.diagnostics);
                decl.nested.iter().for_each(|member| self.statement(around, member, names));
            }
            DeclKind::Union | DeclKind::Group => {
                check_member(decl, self.diagnostics);
                names.declare(&decl.name, self.diagnostics);
                let mut inside = Names::default();
                decl.nested.iter().for_each(|member| self.statement(around, member, &mut inside));
            }
        }
    }

    fn declaration(&mut self, around: ScopeId, decl: &'a Decl) {
        let parent = self.scopes.get(around);
        let separator = if parent.parent.is_none() { ':' } else { '.' };
        let prefix = format!("{}{separator}", parent.display_name);
        let (id, span) = decl.id.unwrap_or((ids::of_child(parent.id, &decl.name.text), decl.name.span));
        let scope = Scope {
            unit: parent.unit,
            parent: Some(around),
            id,
            prefix_len: prefix.len(),
            display_name: prefix + &decl.name.text,
            span: decl.name.span,
            source: Source::Decl(decl),
            members: HashMap::new(),
            nested: Vec::new(),
        };
        self.check_id(id, span);
        let scope = self.add_unchecked(scope);
        self.scopes.list[around.0].members.entry(&decl.name.text).or_insert(ScopeEntry::Scope(scope));
        self.scopes.list[around.0].nested.push(scope);
        self.nested(scope, &decl.nested);
    }

    fn add(&mut self, scope: Scope<'a>) -> ScopeId {
        self.check_id(scope.id, scope.span);
        self.add_unchecked(scope)
    }

    fn add_unchecked(&mut self, scope: Scope<'a>) -> ScopeId {
        self.scopes.list.push(scope);
        ScopeId(self.scopes.list.len() - 1)
    }

    fn check_id(&mut self, id: u64, span: Span) {
        if id & ids::HIGHEST == 0 {
            let low = Diagnostic::error(codes::ID, format!("{id:#x} is not an id: its highest bit is not set"));
            self.diagnostics.push(low.at(span, "").help("`capnp id` generates one"));
        }
        if let Some(first) = self.ids.insert(id, span) {
            let twice = Diagnostic::error(codes::ID, format!("the id {id:#x} is used twice"));
            let twice = twice.at(span, "used again here").related(first, "first used here");
            self.diagnostics.push(twice.help("give one of them another id"));
        }
    }

    /// Rejects `using Name;`, which would refer to itself.
    fn check_using(&mut self, decl: &Decl) {
        let DeclKind::Using(target) = &decl.kind else { return };
        if target.span == decl.name.span && matches!(target.kind, ExpressionKind::Relative(_)) {
            let own = Diagnostic::error(codes::CYCLE, format!("`using {0};` refers to itself", decl.name.text));
            self.diagnostics
                .push(own.at(target.span, "").help("write `using Name = …;`, or name the scope: `using A.Name;`"));
        }
    }
}
