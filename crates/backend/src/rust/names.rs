//! Names of types and their members.

use super::reserved::{identifier, scope, type_scope};
use crate::outline::{NameScope, Unit, Units, flat_path, is_declared};
use polywire_ir::types::{
    ConstantId, EnumId, EnumType, Name, Named, StructId, StructType, Type, Types, UnionId, UnionType, pascal_case,
    screaming_snake_case, snake_case,
};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The Rust names of all types and members.
#[derive(Clone, Debug)]
pub(super) struct TypeNames {
    structs: Vec<StructNames>,
    enums: Vec<EnumNames>,
    unions: Vec<UnionNames>,
    constants: Vec<TypeName>,
    /// The module of the types that identify formats.
    pub formats: String,
}

/// The Rust name of a type.
#[derive(Clone, Debug)]
pub(super) struct TypeName {
    /// The modules of its package.
    pub module: Vec<String>,
    /// `AccountKind`: its name in the module of its package.
    pub local: String,
    /// Its name in the module of its file, which differs where types of several packages have the same one there.
    pub declared: String,
    /// The type has texts or bytes, so that its borrowed variant has a lifetime.
    pub borrows: bool,
}

#[derive(Clone, Debug)]
pub(super) struct StructNames {
    pub name: TypeName,
    pub fields: Vec<String>,
    /// The name of the default's constant, for optional fields with a default.
    pub defaults: Vec<Option<String>>,
    /// The field that keeps unknown fields.
    pub unknown: String,
}

#[derive(Clone, Debug)]
pub(super) struct EnumNames {
    pub name: TypeName,
    /// Constants, or variants and, for numbers that have one, constants.
    pub members: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) struct UnionNames {
    pub name: TypeName,
    pub cases: Vec<String>,
}

impl TypeNames {
    pub fn of(types: &Types, units: &Units) -> Self {
        let mut scopes = Scopes { by_module: HashMap::new(), borrowing: borrowing(types) };
        let mut names = Self::empty(String::new());
        names.enums.extend(types.enums.iter().map(|it| scopes.enumeration(it)));
        names.structs.extend(types.structs.iter().zip(0..).map(|(it, id)| scopes.record(it, StructId(id))));
        names.unions.extend(types.unions.iter().zip(0..).map(|(it, id)| scopes.union(it, UnionId(id))));
        names.constants.extend(types.constants.iter().map(|it| scopes.constant(&it.name)));
        let mut modules = scope();
        scopes.by_module.keys().filter_map(|path| path.first()).for_each(|module| modules.reserve(module));
        names.formats = modules.claim("formats");
        names.tell_apart(types, units);
        names
    }

    /// Gives types of one file different names in its module.
    fn tell_apart(&mut self, types: &Types, units: &Units) {
        let mut files: BTreeMap<Option<Unit>, Vec<Named>> = BTreeMap::new();
        for named in types.of_decl.iter().copied().filter(|named| is_declared(types, *named)) {
            files.entry(units.declares(named)).or_default().push(named);
        }
        for declared in files.into_values() {
            let mut taken = type_scope();
            let mut known = HashSet::new();
            let (first, others): (Vec<Named>, Vec<Named>) =
                declared.into_iter().partition(|named| known.insert(self.name(*named).local.clone()));
            first.iter().for_each(|named| taken.reserve(&self.name(*named).local));
            for named in others {
                let name = self.name_mut(named);
                let (package, local) = (name.module.join("_"), &name.local);
                let wanted = match named {
                    Named::Constant(_) => format!("{}_{local}", screaming_snake_case(&package)),
                    _ => pascal_case(&package) + local,
                };
                name.declared = taken.claim(&wanted);
            }
        }
    }

    /// Those of a part of the types, given what each of its declarations is in the whole.
    pub fn part(&self, origins: &[Named]) -> Self {
        let mut part = Self::empty(self.formats.clone());
        for origin in origins {
            match origin {
                Named::Struct(id) => part.structs.push(self.record(*id).clone()),
                Named::Enum(id) => part.enums.push(self.enumeration(*id).clone()),
                Named::Union(id) => part.unions.push(self.union(*id).clone()),
                Named::Constant(id) => part.constants.push(self.constant(*id).clone()),
            }
        }
        part
    }

    fn empty(formats: String) -> Self {
        let (structs, enums, unions, constants) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { structs, enums, unions, constants, formats }
    }

    pub fn record(&self, id: StructId) -> &StructNames {
        &self.structs[id.0 as usize]
    }

    pub fn enumeration(&self, id: EnumId) -> &EnumNames {
        &self.enums[id.0 as usize]
    }

    pub fn union(&self, id: UnionId) -> &UnionNames {
        &self.unions[id.0 as usize]
    }

    pub fn name(&self, named: Named) -> &TypeName {
        match named {
            Named::Struct(id) => &self.record(id).name,
            Named::Enum(id) => &self.enumeration(id).name,
            Named::Union(id) => &self.union(id).name,
            Named::Constant(id) => self.constant(id),
        }
    }

    fn name_mut(&mut self, named: Named) -> &mut TypeName {
        match named {
            Named::Struct(id) => &mut self.structs[id.0 as usize].name,
            Named::Enum(id) => &mut self.enums[id.0 as usize].name,
            Named::Union(id) => &mut self.unions[id.0 as usize].name,
            Named::Constant(id) => &mut self.constants[id.0 as usize],
        }
    }

    pub fn constant(&self, id: ConstantId) -> &TypeName {
        &self.constants[id.0 as usize]
    }
}

impl TypeName {
    fn new(module: Vec<String>, local: String, borrows: bool) -> Self {
        Self { module, declared: local.clone(), local, borrows }
    }
}

/// Returns the first of an enum's members with the number of another one: that number's variant.
pub(super) fn variant_of(it: &EnumType, member: usize) -> usize {
    let number = it.members[member].number;
    it.members.iter().position(|other| other.number == number).unwrap_or(member)
}

/// Returns true if an enum is printed as a struct of a number; an enum cannot hold a number without a name, nor be
/// without any.
pub(super) fn is_number(it: &EnumType) -> bool {
    it.open || it.members.is_empty()
}

/// One scope of type names per module.
struct Scopes {
    by_module: HashMap<Vec<String>, NameScope>,
    borrowing: HashSet<Named>,
}

impl Scopes {
    fn type_name(&mut self, name: &Name, named: Option<Named>) -> TypeName {
        let module = module_path(&name.module);
        let scope = self.by_module.entry(module.clone()).or_insert_with(type_scope);
        let local = scope.claim(&spoken(pascal_case(&flat_path(name)), "Type"));
        TypeName::new(module, local, named.is_some_and(|named| self.borrowing.contains(&named)))
    }

    fn constant(&mut self, name: &Name) -> TypeName {
        let module = module_path(&name.module);
        let scope = self.by_module.entry(module.clone()).or_insert_with(type_scope);
        let local = scope.claim(&constant(&flat_path(name)));
        TypeName::new(module, local, false)
    }

    fn record(&mut self, it: &StructType, id: StructId) -> StructNames {
        if it.is_entry {
            // An entry has no type of its own; it is a pair.
            let name = TypeName::new(Vec::new(), String::new(), false);
            return StructNames {
                name,
                fields: vec!["0".into(), "1".into()],
                defaults: vec![],
                unknown: String::new(),
            };
        }
        let (mut fields, mut constants) = (scope(), scope());
        StructNames {
            name: self.type_name(&it.name, Some(Named::Struct(id))),
            fields: it.fields.iter().map(|field| member(&mut fields, &field.name)).collect(),
            unknown: fields.claim("unknown_fields"),
            defaults: it
                .fields
                .iter()
                .map(|field| {
                    let has_constant = field.optional && field.default.is_some();
                    has_constant.then(|| constants.claim(&constant(&format!("default_{}", field.name))))
                })
                .collect(),
        }
    }

    fn enumeration(&mut self, it: &EnumType) -> EnumNames {
        let mut members = if is_number(it) { scope() } else { type_scope() };
        let claimed = it.members.iter().enumerate().map(|(index, member)| {
            let is_constant = is_number(it) || variant_of(it, index) != index;
            let wanted = if is_constant { constant(&member.name) } else { variant(&member.name) };
            members.claim(&wanted)
        });
        let members = claimed.collect();
        EnumNames { name: self.type_name(&it.name, None), members }
    }

    fn union(&mut self, it: &UnionType, id: UnionId) -> UnionNames {
        let mut scope = type_scope();
        scope.reserve("None");
        let cases = it.cases.iter().map(|case| scope.claim(&variant(&case.name))).collect();
        UnionNames { name: self.type_name(&it.name, Some(Named::Union(id))), cases }
    }
}

/// Returns the modules of a package.
pub(super) fn module_path(package: &[String]) -> Vec<String> {
    let names = scope();
    package.iter().map(|part| identifier(names.escape(&spoken(snake_case(part), "module")))).collect()
}

fn member(scope: &mut NameScope, name: &str) -> String {
    identifier(scope.claim(&spoken(snake_case(name), "field")))
}

/// Returns the name of a type, before it is claimed.
pub(super) fn type_name(name: &str) -> String {
    spoken(pascal_case(name), "Type")
}

/// Returns the name of a function, before it is claimed.
pub(super) fn function(name: &str) -> String {
    spoken(snake_case(name), "function")
}

/// Returns the name of a constant, before it is claimed.
pub(super) fn constant(name: &str) -> String {
    spoken(screaming_snake_case(name), "CONSTANT")
}

fn variant(name: &str) -> String {
    spoken(pascal_case(name), "Variant")
}

/// Returns a name, or another one if it consisted of underscores only.
fn spoken(name: String, other: &str) -> String {
    if name.is_empty() { other.to_owned() } else { name }
}

/// Returns the structs and unions that contain texts or bytes.
fn borrowing(types: &Types) -> HashSet<Named> {
    let structs = types.structs.iter().zip(0..).map(|(it, id)| {
        let held: Vec<&Type> = it.fields.iter().map(|field| &field.ty).collect();
        (Named::Struct(StructId(id)), held)
    });
    let unions = types.unions.iter().zip(0..).map(|(it, id)| {
        let held: Vec<&Type> = it.cases.iter().filter_map(|case| case.ty.as_ref()).collect();
        (Named::Union(UnionId(id)), held)
    });
    let all: Vec<(Named, Vec<&Type>)> = structs.chain(unions).collect();
    let mut found = HashSet::new();
    loop {
        let known = found.len();
        let next: Vec<Named> =
            all.iter().filter(|(_, held)| held.iter().any(|ty| borrows(ty, &found))).map(|(named, _)| *named).collect();
        found.extend(next);
        if found.len() == known {
            return found;
        }
    }
}

fn borrows(ty: &Type, borrowing: &HashSet<Named>) -> bool {
    match ty {
        Type::Text { .. } | Type::Bytes => true,
        Type::Struct(id) | Type::Map(id) => borrowing.contains(&Named::Struct(*id)),
        Type::Union(id) => borrowing.contains(&Named::Union(*id)),
        Type::List(element) | Type::Array(element, _) => borrows(element, borrowing),
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::FixedBytes(..) | Type::Enum(_) => false,
    }
}

/// Returns true if a borrowed value of this type has texts or bytes.
pub(super) fn type_borrows(ty: &Type, names: &TypeNames, types: &Types) -> bool {
    match ty {
        Type::Map(id) => {
            let (key, value) = types.entry(*id);
            type_borrows(key, names, types) || type_borrows(value, names, types)
        }
        Type::Struct(id) => names.record(*id).name.borrows,
        Type::Union(id) => names.union(*id).name.borrows,
        Type::List(element) | Type::Array(element, _) => type_borrows(element, names, types),
        Type::Text { .. } | Type::Bytes => true,
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::FixedBytes(..) | Type::Enum(_) => false,
    }
}
