//! Names of types and of the elements that are documents.

use crate::xsd::names::is_ncname;
use polywire_model::{DeclId, DeclKind, Model};
use std::collections::{HashMap, HashSet};

/// The names of all types.
pub(super) struct Names(Vec<String>);

impl Names {
    /// Types have the full names of declarations.
    pub fn of(model: &Model) -> Self {
        let mut taken = HashSet::new();
        let claim = |path: String| {
            let mut name = plain(&path);
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            name
        };
        Self(model.decls.iter().map(|decl| decl.path()).map(claim).collect())
    }

    /// Returns the name of a declaration's type.
    pub fn of_type(&self, id: DeclId) -> &str {
        &self.0[id.0 as usize]
    }

    /// Returns the structs that are documents, with the names of their elements. Of several with one name, the first of those that are
    /// the least nested has the element.
    pub fn documents(&self, model: &Model, lost: &mut Vec<String>) -> Vec<(DeclId, String)> {
        let all = (0..model.decls.len() as u32).map(DeclId);
        let mut structs: Vec<DeclId> = all.filter(|id| is_document(model, *id)).collect();
        structs.sort_by_key(|id| model.decl(*id).name.len());
        let mut holders: HashMap<&str, DeclId> = HashMap::new();
        for id in structs {
            let decl = model.decl(id);
            let name = decl.name.last().map_or("", String::as_str);
            if !is_ncname(name) {
                lost.push(format!("documents of {}: this is no name in XML", decl.path()));
                continue;
            }
            let holder = *holders.entry(name).or_insert(id);
            if holder != id {
                let holder = model.decl(holder).path();
                lost.push(format!("documents of {}: those of {holder} have the same element", decl.path()));
            }
        }
        let mut documents: Vec<_> = holders.into_iter().map(|(name, id)| (id, name.to_owned())).collect();
        documents.sort();
        documents
    }
}

fn is_document(model: &Model, id: DeclId) -> bool {
    matches!(&model.decl(id).kind, DeclKind::Struct(it) if it.is_declared())
}

/// Returns a name without characters that names do not have.
fn plain(path: &str) -> String {
    let is_inside = |it: char| is_ncname(&format!("_{it}"));
    let name: String = path.chars().map(|it| if is_inside(it) { it } else { '_' }).collect();
    if is_ncname(&name) { name } else { format!("_{name}") }
}
