//! Names of types, enumerators and members. Two names in a scope differ by more than their case.

use super::order::boxed;
use super::{Decl, DeclId, DeclKind, Model};
use crate::idl::VALUE;
use crate::idl::token::KEYWORDS;
use std::collections::{HashMap, HashSet};

/// The words of IDL beside those that are keywords for this front end: of components, and of IDL 4.2.
const OTHER_WORDS: &[&str] = &[
    "alias",
    "bitfield",
    "bitmask",
    "bitset",
    "component",
    "connector",
    "consumes",
    "emits",
    "eventtype",
    "finder",
    "getraises",
    "getter",
    "home",
    "import",
    "int16",
    "int32",
    "int64",
    "int8",
    "manages",
    "map",
    "mirrorport",
    "multiple",
    "port",
    "porttype",
    "primarykey",
    "provides",
    "publishes",
    "setraises",
    "setter",
    "typeid",
    "typename",
    "typeprefix",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uses",
];

/// Names that are in use in each scope, in lower case.
#[derive(Default)]
pub(super) struct Taken(HashSet<(Vec<String>, String)>);

impl Taken {
    /// Returns a name that no other one in the scope has.
    pub fn claim(&mut self, scope: &[String], name: &str) -> String {
        let mut name = plain(name);
        while !self.0.insert((lower(scope), name.to_lowercase())) {
            name.push('_');
        }
        name
    }
}

/// The names of all declarations.
pub(super) struct Names {
    own: HashMap<DeclId, String>,
    scopes: HashMap<DeclId, Vec<String>>,
    enumerators: HashMap<(DeclId, usize), String>,
    services: Vec<String>,
    pub taken: Taken,
    /// The absolute names of the exceptions made of structs that methods raise.
    pub exceptions: HashMap<DeclId, String>,
}

impl Names {
    pub fn of(model: &Model) -> Self {
        let mut names = Self {
            own: HashMap::new(),
            scopes: HashMap::new(),
            enumerators: HashMap::new(),
            services: Vec::new(),
            taken: Taken::default(),
            exceptions: HashMap::new(),
        };
        names.claim_modules(model);
        for service in &model.services {
            // The operations of a valuetype are not printed.
            if service.attrs.corba.as_ref().is_some_and(|it| it.is_value) {
                names.services.push(String::new());
                continue;
            }
            let name = names.taken.claim(&service.module, &service.name.replace('.', "_"));
            names.services.push(name);
        }
        for (decl, id) in model.decls.iter().zip((0..).map(DeclId)) {
            let scope = scope(decl);
            let name = decl.name.join("_");
            // The union of a boxed valuetype is printed as this type.
            let of_type = boxed(decl).and_then(|_| name.strip_suffix(VALUE)).unwrap_or(&name);
            let name = names.taken.claim(&scope, of_type);
            names.own.insert(id, name);
            names.scopes.insert(id, scope);
        }
        for (decl, id) in model.decls.iter().zip((0..).map(DeclId)) {
            names.claim_enumerators(decl, id);
        }
        names
    }

    fn claim_modules(&mut self, model: &Model) {
        let all = model.decls.iter().map(|it| &it.module).chain(model.services.iter().map(|it| &it.module));
        let modules: HashSet<&[String]> = all.flat_map(|it| (1..=it.len()).map(|len| &it[..len])).collect();
        for module in modules {
            if let [outer @ .., name] = module {
                self.taken.0.insert((lower(outer), plain(name).to_lowercase()));
                self.taken.0.insert((lower(module), plain(name).to_lowercase()));
            }
        }
    }

    fn claim_enumerators(&mut self, decl: &Decl, id: DeclId) {
        let DeclKind::Enum(it) = &decl.kind else { return };
        let scope = scope(decl);
        for (index, member) in it.members.iter().enumerate() {
            let short = plain(&member.name);
            let is_free = !self.taken.0.contains(&(lower(&scope), short.to_lowercase()));
            let wanted = if is_free { short } else { format!("{}_{}", self.own[&id], member.name) };
            let name = self.taken.claim(&scope, &wanted);
            self.enumerators.insert((id, index), name);
        }
    }

    /// Returns the name of a declaration in its scope.
    pub fn own(&self, id: DeclId) -> &str {
        self.own.get(&id).map_or("", String::as_str)
    }

    /// Returns the modules of a declaration and its name.
    pub fn path(&self, id: DeclId) -> Vec<String> {
        let scope = self.scopes.get(&id).into_iter().flatten();
        scope.map(|it| plain(it)).chain([self.own(id).to_owned()]).collect()
    }

    /// Returns the name that means a declaration everywhere.
    pub fn absolute(&self, id: DeclId) -> String {
        absolute(&self.path(id))
    }

    pub fn enumerator(&self, id: DeclId, index: usize) -> &str {
        self.enumerators.get(&(id, index)).map_or("", String::as_str)
    }

    /// Returns the name that means an enumerator everywhere.
    pub fn absolute_enumerator(&self, id: DeclId, index: usize) -> String {
        let scope = self.scopes.get(&id).cloned().unwrap_or_default();
        absolute(&[scope, vec![self.enumerator(id, index).to_owned()]].concat())
    }

    pub fn service(&self, index: usize) -> &str {
        self.services.get(index).map_or("", String::as_str)
    }
}

/// Returns the name that means something everywhere.
pub(super) fn absolute(path: &[String]) -> String {
    path.iter().map(|part| format!("::{}", escaped(part))).collect()
}

/// Returns the modules that a declaration is printed in.
pub(super) fn scope(decl: &Decl) -> Vec<String> {
    decl.module.clone()
}

/// Returns a name as it is written: a word of the language behind an underscore.
pub(super) fn escaped(name: &str) -> String {
    let name = plain(name);
    let is_word = KEYWORDS.iter().chain(OTHER_WORDS).any(|word| word.eq_ignore_ascii_case(&name));
    if is_word { format!("_{name}") } else { name }
}

/// Returns a name of letters, digits and underscores that begins with a letter.
pub(super) fn plain(name: &str) -> String {
    let name: String = name.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect();
    let name = name.trim_start_matches('_');
    if name.starts_with(|it: char| it.is_ascii_alphabetic()) { name.to_owned() } else { format!("x{name}") }
}

fn lower(scope: &[String]) -> Vec<String> {
    scope.iter().map(|it| plain(it).to_lowercase()).collect()
}
