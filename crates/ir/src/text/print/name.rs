use crate::text::syntax::{BUILTIN_TYPES, ident, quoted};
use crate::types::{EnumId, Name, StructId, Types, UnionId};
use crate::{FuncId, Function, Module, PlaceType, Step, VarId};
use std::collections::HashMap;

/// Names of items outside a function; numbers for unknown ones.
pub(super) struct Names<'a> {
    types: Option<&'a Types>,
    functions: Vec<&'a str>,
}

impl<'a> Names<'a> {
    pub(super) fn of_module(module: &'a Module) -> Self {
        let functions = module.functions.iter().map(|function| function.name.as_str()).collect();
        Self { types: Some(&module.types), functions }
    }

    pub(super) fn unknown() -> Self {
        Self { types: None, functions: Vec::new() }
    }

    pub(super) fn types(&self) -> Option<&'a Types> {
        self.types
    }

    pub(super) fn function(&self, id: FuncId) -> String {
        self.functions.get(id.0 as usize).map_or_else(|| format!("%{}", id.0), |name| ident(name))
    }

    pub(super) fn record(&self, id: StructId) -> String {
        let found = self.types.and_then(|types| types.structs.get(id.0 as usize));
        found.map_or_else(|| format!("struct%{}", id.0), |it| type_name(&it.name))
    }

    pub(super) fn enumeration(&self, id: EnumId) -> String {
        let found = self.types.and_then(|types| types.enums.get(id.0 as usize));
        found.map_or_else(|| format!("enum%{}", id.0), |it| type_name(&it.name))
    }

    pub(super) fn union(&self, id: UnionId) -> String {
        let found = self.types.and_then(|types| types.unions.get(id.0 as usize));
        found.map_or_else(|| format!("union%{}", id.0), |it| type_name(&it.name))
    }

    /// Returns the name of the field or case that a step selects.
    pub(super) fn member(&self, at: Option<PlaceType<'a>>, step: &Step) -> Option<&'a str> {
        let types = self.types?;
        match (at?.value()?, step) {
            (crate::types::Type::Struct(id), Step::Field(index)) => {
                let fields = &types.structs.get(id.0 as usize)?.fields;
                unique(fields.iter().map(|field| field.name.as_str()), *index)
            }
            (crate::types::Type::Union(id), Step::Case(index)) => {
                let cases = &types.unions.get(id.0 as usize)?.cases;
                unique(cases.iter().map(|case| case.name.as_str()), *index)
            }
            _ => None,
        }
    }
}

/// Returns the name at an index, unless it is ambiguous.
fn unique<'a>(names: impl Iterator<Item = &'a str> + Clone, index: u32) -> Option<&'a str> {
    let name = names.clone().nth(index as usize)?;
    (names.filter(|other| *other == name).count() == 1).then_some(name)
}

/// Returns a declared type's name: `module.module::Outer.Inner`.
pub(super) fn type_name(name: &Name) -> String {
    let join = |parts: &[String]| parts.iter().map(|part| ident(part)).collect::<Vec<_>>().join(".");
    match (name.module.as_slice(), name.path.as_slice()) {
        ([], [single]) if BUILTIN_TYPES.contains(&single.as_str()) => quoted(single),
        ([], path) => join(path),
        (module, path) => format!("{}::{}", join(module), join(path)),
    }
}

/// The spelling of a function's variables: variables with the same name get `%2`, `%3`, …
#[derive(Clone)]
pub(super) struct Spellings(Vec<String>);

impl Spellings {
    pub(super) fn of(function: &Function) -> Self {
        let mut seen: HashMap<&str, u32> = HashMap::new();
        let spell = |name: &'_ str, count: u32| match count {
            1 => ident(name),
            _ => format!("{}%{count}", ident(name)),
        };
        let spellings = function.vars.iter().map(|var| {
            let count = seen.entry(&var.name).or_default();
            *count += 1;
            spell(&var.name, *count)
        });
        Self(spellings.collect())
    }

    pub(super) fn get(&self, var: VarId) -> String {
        self.0.get(var.0 as usize).cloned().unwrap_or_else(|| format!("%{}", var.0))
    }
}
