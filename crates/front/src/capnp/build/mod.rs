//! Declarations to nodes.

mod annotation;
mod collect;
mod interface;
mod literal;
mod ordinal;
mod place;
mod record;
mod structure;
mod task;
mod value;

use super::ast::{self, DeclKind};
use super::load::Unit;
use super::nodes::{Enumerant, File, Node, NodeKind, Nodes, Targets, Type, Value};
use super::scope::{At, ScopeId, Scopes, Source};
use polywire_source::{Diagnostic, Diagnostics};
use std::collections::BTreeMap;
use task::{Owner, Tasks};

/// Makes the nodes of some files; problems go to `diagnostics`.
pub(super) fn build(units: &[Unit], diagnostics: &mut Diagnostics) -> Nodes {
    let scopes = Scopes::new(units, diagnostics);
    let (nodes, tasks) = (BTreeMap::new(), Tasks::default());
    let mut builder = Builder { scopes: &scopes, diagnostics, nodes, tasks, depth: 0, size: 0 };
    for id in scopes.ids() {
        builder.declaration(id);
    }
    builder.values();
    builder.annotations();
    Nodes { nodes: builder.nodes, files: files(&scopes) }
}

struct Builder<'s, 'a> {
    scopes: &'s Scopes<'a>,
    diagnostics: &'s mut Diagnostics,
    nodes: BTreeMap<u64, Node>,
    tasks: Tasks<'a>,
    /// How many evaluations are nested: a constant may refer to another one.
    depth: u32,
    /// Total words of values copied from constants.
    size: usize,
}

impl<'a> Builder<'_, 'a> {
    fn declaration(&mut self, id: ScopeId) {
        let scope = self.scopes.get(id);
        let kind = match scope.source {
            Source::File(_) => NodeKind::File,
            Source::Decl(decl) => match &decl.kind {
                DeclKind::Struct => self.structure(id, decl),
                DeclKind::Enum => NodeKind::Enum(self.enumerants(id, decl)),
                DeclKind::Interface { extends } => self.interface(id, decl, extends),
                DeclKind::Const { ty, value } => {
                    let ty = self.ty(At::new(id), ty);
                    self.tasks.constant(scope.id, value, At::new(id));
                    NodeKind::Const { ty, value: Value::Void }
                }
                DeclKind::Annotation { targets, ty } => {
                    NodeKind::Annotation { ty: self.ty(At::new(id), ty), targets: *targets }
                }
                // These have no scopes.
                DeclKind::Using(_)
                | DeclKind::Enumerant
                | DeclKind::Field { .. }
                | DeclKind::Union
                | DeclKind::Group
                | DeclKind::Method { .. } => return,
            },
        };
        let target = Targets::of_name(target_name(&kind)).unwrap_or_default();
        self.tasks.annotate(Owner::Node(scope.id), scope.annotations(), At::new(id), target);
        self.add_node(id, kind);
    }

    fn add_node(&mut self, id: ScopeId, kind: NodeKind) {
        let scope = self.scopes.get(id);
        let nested = scope.nested.iter().map(|id| self.scopes.get(*id));
        self.nodes.insert(
            scope.id,
            Node {
                id: scope.id,
                display_name: scope.display_name.clone(),
                prefix_len: scope.prefix_len,
                scope: scope.parent.map_or(0, |parent| self.scopes.get(parent).id),
                params: scope.params().iter().map(|param| param.text.clone()).collect(),
                is_generic: self.scopes.is_generic(id),
                nested: nested.map(|it| (it.name().to_owned(), it.id)).collect(),
                annotations: Vec::new(),
                doc: scope.doc().to_owned(),
                span: scope.span,
                kind,
            },
        );
    }

    fn enumerants(&mut self, id: ScopeId, decl: &'a ast::Decl) -> Vec<Enumerant> {
        let ordinals = decl.nested.iter().map(|it| it.ordinal).collect::<Vec<_>>();
        let order = ordinal::in_order(&ordinals, self.diagnostics);
        let node = self.scopes.get(id).id;
        let mut enumerants = Vec::new();
        for (place, index) in order.into_iter().enumerate() {
            let it = &decl.nested[index];
            let target = Targets::of_name("enumerant").unwrap_or_default();
            self.tasks.annotate(Owner::Enumerant(node, place), &it.annotations, At::new(id), target);
            self.tasks.enumerants.entry(node).or_default().insert(it.name.text.clone(), place as u16);
            enumerants.push(Enumerant {
                name: it.name.text.clone(),
                code_order: index as u16,
                annotations: Vec::new(),
                doc: it.doc.clone(),
                span: it.name.span,
            });
        }
        enumerants
    }

    /// Returns the type that an expression names. After an error, which is reported, returns one that causes no further
    /// errors.
    fn ty(&mut self, at: At<'_>, expression: &ast::Expression) -> Type {
        self.scopes.ty(at, expression).unwrap_or_else(|problem| {
            self.report(*problem);
            Type::AnyPointer
        })
    }

    fn report(&mut self, problem: Diagnostic) {
        self.diagnostics.push_once(problem);
    }
}

fn target_name(kind: &NodeKind) -> &'static str {
    match kind {
        NodeKind::File => "file",
        NodeKind::Struct(_) => "struct",
        NodeKind::Enum(_) => "enum",
        NodeKind::Interface { .. } => "interface",
        NodeKind::Const { .. } => "const",
        NodeKind::Annotation { .. } => "annotation",
    }
}

/// Returns the files, each after those that it imports (as far as imports are not cyclic).
fn files(scopes: &Scopes<'_>) -> Vec<File> {
    let id = |unit: usize| scopes.file(unit).map(|scope| scopes.get(scope).id);
    let mut order = Vec::new();
    (0..scopes.units.len()).for_each(|unit| add_behind_imports(scopes.units, unit, &mut order));
    let files = order.into_iter().filter_map(|unit| {
        let it = &scopes.units[unit];
        let imports = it.imports.iter().filter_map(|(path, unit)| Some((path.clone(), id((*unit)?)?))).collect();
        Some(File { id: id(unit)?, path: it.path.clone(), imports, is_requested: it.is_requested })
    });
    files.collect()
}

fn add_behind_imports(units: &[Unit], first: usize, order: &mut Vec<usize>) {
    let mut seen: Vec<bool> = (0..units.len()).map(|unit| order.contains(&unit)).collect();
    // The units being visited, each with the index of its next import.
    let mut open = Vec::new();
    if !std::mem::replace(&mut seen[first], true) {
        open.push((first, 0));
    }
    while let Some((unit, next)) = open.pop() {
        match units[unit].imports.values().nth(next) {
            None => order.push(unit),
            Some(import) => {
                open.push((unit, next + 1));
                if let Some(import) = import.filter(|import| !std::mem::replace(&mut seen[*import], true)) {
                    open.push((import, 0));
                }
            }
        }
    }
}
