use crate::attr::WellKnown;
use crate::graph::components;
use crate::{Decl, DeclId, DeclKind, Model, Type};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The schema files of a model, in groups whose types need each other; most groups are of one file.
pub struct Parts<'m> {
    model: &'m Model,
    decls: HashMap<&'m str, Vec<DeclId>>,
    /// By declaration, those of its members' types.
    held: Vec<Vec<DeclId>>,
    groups: Vec<Vec<&'m str>>,
}

/// A model of what some files declare and of what that leads to, in an order that depends on these files and their imports alone.
pub struct FilePart {
    /// The declarations.
    pub model: Model,
    /// The declaration of each in the whole model.
    pub origins: Vec<DeclId>,
    /// The names of the files.
    pub files: BTreeSet<String>,
}

impl FilePart {
    /// Returns true if a declaration is one of the files' own.
    pub fn is_own(&self, decl: &Decl) -> bool {
        self.files.contains(&decl.file)
    }
}

impl<'m> Parts<'m> {
    /// The groups of a model's files. Files with the same `output` are in the same group.
    pub fn of(model: &'m Model, output: &dyn Fn(&str) -> String) -> Self {
        let mut decls: HashMap<&str, Vec<DeclId>> = HashMap::new();
        let mut files: Vec<&str> = Vec::new();
        for (decl, id) in model.decls.iter().zip((0..).map(DeclId)) {
            let of_file = decls.entry(&decl.file).or_default();
            if of_file.is_empty() {
                files.push(&decl.file);
            }
            of_file.push(id);
        }
        let held = model.decls.iter().map(held).collect();
        let mut parts = Self { model, decls, held, groups: Vec::new() };
        parts.groups = parts.grouped(&files, output);
        parts
    }

    /// How many groups there are.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Returns true if the model declares nothing.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The group of a declaration.
    pub fn group_of(&self, id: DeclId) -> Option<usize> {
        let file = self.model.decl(id).file.as_str();
        self.groups.iter().position(|group| group.contains(&file))
    }

    /// The types of a group and those that they lead to.
    pub fn part(&self, group: usize) -> FilePart {
        self.made_of(group, self.own(group))
    }

    /// The same; where they lead to an `Any`, with all types of the files that the group imports, which such a value can hold.
    pub fn part_with_any(&self, group: usize) -> FilePart {
        let own: Vec<DeclId> = self.own(group).collect();
        let is_any =
            |id: &DeclId| self.model.as_struct(*id).is_some_and(|it| it.attrs.well_known == Some(WellKnown::Any));
        if !self.reached(own.iter().copied()).iter().any(is_any) {
            return self.made_of(group, own.into_iter());
        }
        let imported = self.imported(group).into_iter().filter_map(|file| self.decls.get(file)).flatten();
        self.made_of(group, own.iter().chain(imported).copied())
    }

    fn own(&self, group: usize) -> impl Iterator<Item = DeclId> {
        self.groups[group].iter().flat_map(|file| &self.decls[file]).copied()
    }

    fn made_of(&self, group: usize, roots: impl Iterator<Item = DeclId>) -> FilePart {
        let ranks: HashMap<&str, usize> = self.imported(group).into_iter().zip(1..).collect();
        let mut origins: Vec<DeclId> = self.reached(roots).into_iter().collect();
        let rank = |file: &str| ranks.get(file).copied().unwrap_or_default();
        origins.sort_by_cached_key(|id| {
            let file = &self.model.decl(*id).file;
            (rank(file), if rank(file) == 0 { file.clone() } else { String::new() }, *id)
        });
        let numbers: HashMap<DeclId, DeclId> = origins.iter().copied().zip((0..).map(DeclId)).collect();
        let decls = origins.iter().map(|id| renumbered(self.model.decl(*id).clone(), &numbers)).collect();
        let files = self.groups[group].iter().map(|file| (*file).to_owned()).collect();
        FilePart { model: Model { decls, ..Model::default() }, origins, files }
    }

    /// These declarations and all that they lead to.
    fn reached(&self, roots: impl Iterator<Item = DeclId>) -> HashSet<DeclId> {
        let (mut open, mut found): (Vec<DeclId>, HashSet<DeclId>) = (roots.collect(), HashSet::new());
        while let Some(id) = open.pop() {
            if found.insert(id) {
                open.extend(&self.held[id.0 as usize]);
            }
        }
        found
    }

    /// The files that a group imports and its own, each behind those that it imports.
    fn imported(&self, group: usize) -> Vec<&'m str> {
        let mut files = self.groups[group].clone();
        files.sort_unstable();
        let (mut seen, mut order) = (HashSet::new(), Vec::new());
        files.into_iter().for_each(|file| self.visit(file, &mut seen, &mut order));
        order
    }

    fn visit(&self, file: &'m str, seen: &mut HashSet<&'m str>, order: &mut Vec<&'m str>) {
        if seen.insert(file) {
            let imports = self.model.imports.get(file).into_iter().flatten();
            imports.for_each(|import| self.visit(import, seen, order));
            order.push(file);
        }
    }

    /// Files that lead to each other, or have the same output, together; in the order in which the model has their first.
    fn grouped(&self, files: &[&'m str], output: &dyn Fn(&str) -> String) -> Vec<Vec<&'m str>> {
        let mut nodes: HashMap<String, u32> = HashMap::new();
        let next = |nodes: &mut HashMap<String, u32>, file: &str| {
            let number = nodes.len() as u32;
            *nodes.entry(output(file)).or_insert(number)
        };
        let node_of: HashMap<&str, u32> = files.iter().map(|file| (*file, next(&mut nodes, file))).collect();
        let mut edges: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); nodes.len()];
        for (decl, held) in self.model.decls.iter().zip(&self.held) {
            let targets = held.iter().map(|id| node_of[self.model.decl(*id).file.as_str()]);
            edges[node_of[decl.file.as_str()] as usize].extend(targets);
        }
        let edges: Vec<Vec<u32>> = edges.into_iter().map(|targets| targets.into_iter().collect()).collect();
        let mut found = components(&edges);
        found.sort();
        let mut of_nodes: Vec<Vec<&str>> = vec![Vec::new(); edges.len()];
        files.iter().for_each(|file| of_nodes[node_of[file] as usize].push(file));
        found
            .into_iter()
            .map(|nodes| nodes.into_iter().flat_map(|node| of_nodes[node as usize].clone()).collect())
            .collect()
    }
}

/// The declarations of the types of its members.
fn held(decl: &Decl) -> Vec<DeclId> {
    let types: Vec<&Type> = match &decl.kind {
        DeclKind::Struct(it) => it.fields.iter().map(|field| &field.ty).collect(),
        DeclKind::Union(it) => it.cases.iter().filter_map(|case| case.ty.as_ref()).collect(),
        DeclKind::Enum(_) => Vec::new(),
    };
    types.into_iter().filter_map(named).collect()
}

fn named(ty: &Type) -> Option<DeclId> {
    match ty {
        Type::Named(id) | Type::Map(id) => Some(*id),
        Type::List(element) | Type::Array(element, _) => named(element),
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::FixedBytes(_) => None,
    }
}

fn renumbered(mut decl: Decl, numbers: &HashMap<DeclId, DeclId>) -> Decl {
    let types: Vec<&mut Type> = match &mut decl.kind {
        DeclKind::Struct(it) => it.fields.iter_mut().map(|field| &mut field.ty).collect(),
        DeclKind::Union(it) => it.cases.iter_mut().filter_map(|case| case.ty.as_mut()).collect(),
        DeclKind::Enum(_) => Vec::new(),
    };
    types.into_iter().for_each(|ty| renumber(ty, numbers));
    decl
}

fn renumber(ty: &mut Type, numbers: &HashMap<DeclId, DeclId>) {
    match ty {
        Type::Named(id) | Type::Map(id) => *id = numbers[id],
        Type::List(element) | Type::Array(element, _) => renumber(element, numbers),
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::FixedBytes(_) => {}
    }
}
