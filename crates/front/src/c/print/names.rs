//! Names in C, which has one scope for tags.

use crate::c::parse::KEYWORDS;
use polywire_model::{DeclId, DeclKind, Model};
use std::collections::{HashMap, HashSet};

/// The names of declarations.
pub(super) struct Names {
    by_id: HashMap<DeclId, String>,
}

impl Names {
    pub fn of(model: &Model) -> Self {
        let (mut by_id, mut taken) = (HashMap::new(), HashSet::new());
        for (id, decl) in (0..).map(DeclId).zip(&model.decls) {
            let record = match &decl.kind {
                DeclKind::Struct(it) => it.attrs.c.as_ref(),
                DeclKind::Union(it) => it.attrs.c.as_ref(),
                DeclKind::Enum(_) => None,
                DeclKind::Constant(_) => continue,
            };
            let (keyword, name) = match record.map(|it| it.name.as_str()) {
                Some(name) => name.split_once(' ').unwrap_or(("", name)),
                None => ("", ""),
            };
            let name =
                if name.is_empty() && record.is_none() { decl.path().replace('.', "_") } else { name.to_owned() };
            let mut name = escaped(&name);
            while !taken.insert((keyword.is_empty(), name.clone())) && !name.is_empty() {
                name.push('_');
            }
            by_id.insert(id, if keyword.is_empty() { name } else { format!("{keyword} {name}") });
        }
        Self { by_id }
    }

    /// Returns the name of a struct or union, with its keyword if it is a tag.
    pub fn record(&self, id: DeclId) -> String {
        self.by_id.get(&id).cloned().unwrap_or_default()
    }

    /// Returns the tag of an enum.
    pub fn enumeration(&self, id: DeclId) -> String {
        self.by_id.get(&id).cloned().unwrap_or_default()
    }
}

/// Returns a name that is one in C.
pub(super) fn escaped(name: &str) -> String {
    let mut name: String =
        name.chars().map(|it| if it.is_ascii_alphanumeric() || it == '_' || it == ' ' { it } else { '_' }).collect();
    if name.starts_with(|it: char| it.is_ascii_digit()) {
        name.insert(0, '_');
    }
    if KEYWORDS.contains(&name.as_str()) || ["bool", "true", "false", "NULL", "asm", "typeof"].contains(&name.as_str())
    {
        name.push('_');
    }
    name
}
