//! Names of types and their members.

use super::bound::Binding;
use super::namespaces::Namespaces;
use super::ownership::{BORROWED, Ownership};
use super::reserved::{is_own, namespace_of, scope};
use crate::outline::{NameScope, flat_path};
use polywire_ir::types::{ConstantId, EnumId, FieldType, Name, Named, StructId, Type, Types, UnionId};
use std::collections::{BTreeSet, HashMap};

/// The C++ names of all types and members.
#[derive(Debug)]
pub(super) struct TypeNames {
    pub structs: Vec<StructNames>,
    pub enums: Vec<EnumNames>,
    pub unions: Vec<UnionNames>,
    pub constants: Vec<TypeName>,
    /// Types of the keys and values of maps, by the entry.
    entries: HashMap<StructId, (Type, Type)>,
    nullable: HashMap<StructId, FieldType>,
    pub ownership: Ownership,
    /// Prefix of a schema file's internal namespaces.
    prefix: String,
}

/// The C++ name of a type.
#[derive(Clone, Debug)]
pub(super) struct TypeName {
    /// `trade::v1`, or empty.
    pub namespace: String,
    /// `Account_Kind`.
    pub local: String,
}

impl TypeName {
    /// Parses a name such as `trade::v1::Account`.
    fn of_qualified(name: &str) -> Self {
        let (namespace, local) = name.rsplit_once("::").unwrap_or(("", name));
        Self { namespace: namespace.to_owned(), local: local.to_owned() }
    }

    /// `::trade::v1::Account_Kind`: fully qualified, because formats are namespaces too.
    pub fn qualified(&self) -> String {
        if self.namespace.is_empty() {
            format!("::{}", self.local)
        } else {
            format!("::{}::{}", self.namespace, self.local)
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct StructNames {
    pub name: TypeName,
    pub fields: Vec<String>,
    /// The name of the default's constant, for optional fields with a default.
    pub defaults: Vec<Option<String>>,
    /// The member that keeps unknown fields.
    pub unknown: String,
}

#[derive(Clone, Debug)]
pub(super) struct EnumNames {
    pub name: TypeName,
    pub members: Vec<String>,
    /// The function that checks for a member's number. A codec can contain enums of several namespaces, so its name
    /// contains the whole path.
    pub test: String,
    /// True if the enumerators' numbers differ from those in the schema.
    pub is_mapped: bool,
}

#[derive(Clone, Debug)]
pub(super) struct UnionNames {
    pub name: TypeName,
    pub cases: Vec<String>,
}

impl TypeNames {
    pub fn of(types: &Types, namespaces: &Namespaces) -> Self {
        let mut scopes = Scopes { namespaces, by_namespace: HashMap::new(), enum_tests: scope() };
        Self {
            enums: types.enums.iter().map(|it| scopes.enumeration(it)).collect(),
            structs: types.structs.iter().map(|it| scopes.record(it)).collect(),
            unions: types.unions.iter().map(|it| scopes.union(it)).collect(),
            constants: types.constants.iter().map(|it| scopes.type_name(&it.name)).collect(),
            entries: entries(types),
            nullable: nullable(types),
            ownership: Ownership::Owned,
            prefix: namespaces.prefix(),
        }
    }

    /// Those of a part of the types, given what each of its declarations is in the whole.
    pub fn part(&self, types: &Types, origins: &[Named]) -> Self {
        let (mut structs, mut enums, mut unions, mut constants) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for origin in origins {
            match origin {
                Named::Struct(id) => structs.push(self.record(*id).clone()),
                Named::Enum(id) => enums.push(self.enumeration(*id).clone()),
                Named::Union(id) => unions.push(self.union(*id).clone()),
                Named::Constant(id) => constants.push(self.constant(*id).clone()),
            }
        }
        let mut tests = scope();
        types.enums.iter().zip(&mut enums).for_each(|(it, names)| names.test = tests.claim(&test_name(it)));
        let prefix = self.prefix.clone();
        let (entries, nullable) = (entries(types), nullable(types));
        Self { structs, enums, unions, constants, entries, nullable, ownership: self.ownership, prefix }
    }

    /// Returns the names of a variant; existing classes keep their own.
    pub fn into_variant(self, (binding, ownership): (&Binding, Ownership)) -> Self {
        let mut names = Self { ownership, ..self };
        names.type_names().for_each(|name| name.namespace = ownership.namespace(&name.namespace));
        for (id, bound) in &binding.structs {
            names.structs[id.0 as usize].name = TypeName::of_qualified(&bound.class);
        }
        for (id, bound) in &binding.enums {
            let it = &mut names.enums[id.0 as usize];
            it.name = TypeName::of_qualified(&bound.name);
            if let Some(enumerators) = &bound.enumerators {
                it.members = enumerators.clone();
                it.is_mapped = true;
            }
        }
        names
    }

    /// Returns the names of types with variants.
    fn type_names(&mut self) -> impl Iterator<Item = &mut TypeName> {
        let structs = self.structs.iter_mut().map(|it| &mut it.name);
        structs.chain(self.unions.iter_mut().map(|it| &mut it.name))
    }

    /// Returns the names of the types in a namespace.
    pub fn in_namespace<'n>(&'n self, namespace: &'n str) -> impl Iterator<Item = &'n str> {
        let structs = self.structs.iter().map(|it| &it.name);
        let others = self.enums.iter().map(|it| &it.name).chain(self.unions.iter().map(|it| &it.name));
        let all = structs.chain(others).chain(&self.constants);
        all.filter(move |name| name.namespace == namespace).map(|name| name.local.as_str())
    }

    /// Returns the namespace of a kind of internal functions for a schema file.
    pub fn detail(&self, file: &str, kind: &str) -> String {
        self.ownership.namespace(&format!("{}{}_{kind}", self.prefix, namespace_of(file)))
    }

    pub fn record(&self, id: StructId) -> &StructNames {
        &self.structs[id.0 as usize]
    }

    pub fn is_entry(&self, id: StructId) -> bool {
        self.entries.contains_key(&id)
    }

    /// Returns the field of a struct that is only a value that may be null.
    pub fn nullable(&self, id: StructId) -> Option<&FieldType> {
        self.nullable.get(&id)
    }

    /// Types of an entry's key and value.
    pub fn entry(&self, id: StructId) -> &(Type, Type) {
        &self.entries[&id]
    }

    pub fn enumeration(&self, id: EnumId) -> &EnumNames {
        &self.enums[id.0 as usize]
    }

    pub fn constant(&self, id: ConstantId) -> &TypeName {
        &self.constants[id.0 as usize]
    }

    pub fn union(&self, id: UnionId) -> &UnionNames {
        &self.unions[id.0 as usize]
    }
}

/// Returns descriptions of name clashes that prevent a namespace for borrowed types.
pub(super) fn clashes(types: &Types) -> Vec<String> {
    let structs = types.structs.iter().filter(|it| it.is_declared()).map(|it| &it.name);
    let varied: Vec<&Name> = structs.chain(types.unions.iter().map(|it| &it.name)).collect();
    let wanted: BTreeSet<Vec<&str>> =
        varied.iter().map(|name| name.module.iter().map(String::as_str).chain([BORROWED]).collect()).collect();
    let named = varied.iter().copied().chain(types.enums.iter().map(|it| &it.name));
    let taken = named.filter(|name| {
        let module: Vec<&str> = name.module.iter().map(String::as_str).collect();
        wanted.contains(&[&module[..], &[&flat_path(name)]].concat()) || wanted.contains(&module)
    });
    taken
        .map(|name| format!("`{}`: the name `{BORROWED}` is reserved for borrowed types; rename it", name.dotted()))
        .collect()
}

/// The function that tests for a number of an enumerator, if no other one has this name.
fn test_name(it: &polywire_ir::types::EnumType) -> String {
    let path: Vec<&str> = it.name.module.iter().chain(&it.name.path).map(String::as_str).collect();
    format!("is_{}", path.join("_"))
}

fn entries(types: &Types) -> HashMap<StructId, (Type, Type)> {
    let ids = (0..types.structs.len() as u32).map(StructId).filter(|id| types.record(*id).is_entry);
    let entry = |id| {
        let (key, value) = types.entry(id);
        (id, (key.clone(), value.clone()))
    };
    ids.map(entry).collect()
}

fn nullable(types: &Types) -> HashMap<StructId, FieldType> {
    let ids = (0..types.structs.len() as u32).map(StructId);
    ids.filter_map(|id| Some((id, types.nullable(&Type::Struct(id))?.clone()))).collect()
}

/// An entry has no type of its own; its members are those of `std::pair`.
fn entry_names() -> StructNames {
    let name = TypeName { namespace: String::new(), local: String::new() };
    StructNames { name, fields: vec!["first".into(), "second".into()], unknown: String::new(), defaults: vec![] }
}

/// One scope of type names per namespace.
struct Scopes<'n> {
    namespaces: &'n Namespaces,
    by_namespace: HashMap<String, NameScope>,
    enum_tests: NameScope,
}

impl Scopes<'_> {
    fn type_name(&mut self, name: &Name) -> TypeName {
        let namespace = self.namespaces.of(&name.module);
        let scope = self.by_namespace.entry(namespace.clone()).or_insert_with(scope);
        let wanted = flat_path(name);
        let wanted = if is_own(&wanted) { wanted + "_" } else { wanted };
        TypeName { local: scope.claim(&wanted), namespace }
    }

    fn record(&mut self, it: &polywire_ir::types::StructType) -> StructNames {
        if it.is_entry {
            return entry_names();
        }
        let name = self.type_name(&it.name);
        let mut scope = scope();
        scope.reserve(&name.local);
        let fields = it.fields.iter().map(|field| scope.claim(&field.name)).collect();
        let unknown = scope.claim("unknown_fields");
        let has_constant = |field: &FieldType| field.optional && field.default.is_some();
        let constant = |field| has_constant(field).then(|| scope.claim(&format!("default_{}", field.name)));
        StructNames { name, fields, unknown, defaults: it.fields.iter().map(constant).collect() }
    }

    fn enumeration(&mut self, it: &polywire_ir::types::EnumType) -> EnumNames {
        let mut scope = scope();
        let members = it.members.iter().map(|member| scope.claim(&member.name)).collect();
        let test = self.enum_tests.claim(&test_name(it));
        EnumNames { name: self.type_name(&it.name), members, test, is_mapped: false }
    }

    fn union(&mut self, it: &polywire_ir::types::UnionType) -> UnionNames {
        let mut scope = scope();
        scope.reserve("none");
        let cases = it.cases.iter().map(|case| scope.claim(&case.name)).collect();
        UnionNames { name: self.type_name(&it.name), cases }
    }
}
