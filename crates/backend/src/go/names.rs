//! Names of types and their members.
//!
//! Types of a package have unique names: the words of their path joined (`Outer.Inner` is `OuterInner`). Functions and
//! constants, whose names are made of those of types, come after them. Names that are taken get a number (`Order_2`).

use super::Options;
use super::bound::{Bound, BoundPresence, BoundStruct, BoundType};
use super::case::{exported, exported_behind, unexported};
use super::defaults::Defaults;
use super::images::Image;
use super::interfaces::Interfaces;
use super::packages::{Package, Packages};
use super::reserved::KEYWORDS;
use crate::outline::{NameScope, is_declared};
use polywire_ir::types::{ConstantId, EnumId, EnumType, Name, Named, StructId, StructType, Types, UnionId, UnionType};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The Go names of all types and members.
#[derive(Debug)]
pub(super) struct TypeNames {
    structs: Vec<StructNames>,
    enums: Vec<EnumNames>,
    unions: Vec<UnionNames>,
    constants: Vec<TypeName>,
    /// The import path of the runtime.
    pub runtime: String,
    pub problems: Vec<String>,
    /// The formats whose methods implement interfaces of the standard library.
    pub interfaces: Interfaces,
    /// The schema file is the source of existing types.
    pub is_source: bool,
}

/// The Go name of a type.
#[derive(Clone, Debug)]
pub(super) struct TypeName {
    pub package: Arc<Package>,
    pub local: String,
    /// The package of its codec.
    pub codec: Arc<Package>,
    /// True for an existing type.
    pub is_bound: bool,
}

impl TypeName {
    /// Returns the name if the type's package is another one than that of its codec.
    pub fn foreign(&self) -> Option<&str> {
        (self.package.path != self.codec.path).then_some(&self.local)
    }
}

#[derive(Clone, Debug)]
pub(super) struct StructNames {
    pub name: TypeName,
    pub fields: Vec<String>,
    /// For optional fields with a default, its constant.
    pub defaults: Vec<Option<String>>,
    /// The member that keeps unknown fields.
    pub unknown: String,
    /// The function that makes a new value, if that is not Go's zero value.
    pub make: Option<String>,
    /// For an existing struct, how its members hold optional values.
    pub presence: Vec<BoundPresence>,
    /// The existing struct that this one is the image of.
    pub image: Option<Image>,
    /// The variable for images whose memory is used again; none if no member has memory that can be.
    pub spares: Option<String>,
}

#[derive(Clone, Debug)]
pub(super) struct EnumNames {
    pub name: TypeName,
    pub members: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) struct UnionNames {
    pub name: TypeName,
    /// The type of the cases.
    pub case: String,
    /// The constant for no case.
    pub none: String,
    pub cases: Vec<CaseNames>,
}

#[derive(Clone, Debug)]
pub(super) struct CaseNames {
    pub constant: String,
    pub get: String,
    pub set: String,
    /// The member of the union that holds values of a type of their own.
    pub place: String,
    /// The method that returns a pointer to it.
    pub pointer: String,
}

impl TypeNames {
    pub fn of(types: &Types, options: &Options) -> Self {
        let Options { packages, interfaces, bound, .. } = options;
        let methods = [&options.methods[..], &interfaces.methods()].concat();
        let (of_modules, problems) = packages.of(types);
        let mut scopes = Scopes { of_modules, by_package: HashMap::new(), names: HashMap::new() };
        scopes.claim_bound(types, bound);
        scopes.claim_images(types, bound);
        scopes.claim_types(types, packages);
        let defaults = Defaults::of(types);
        let structs = types.structs.iter().zip((0..).map(StructId));
        let structs = structs.map(|(it, id)| match bound.structs.get(&id) {
            Some(bound) => scopes.bound(id, bound),
            None => {
                let image = bound.images.get(&id).cloned();
                let names = scopes.record(it, id, (&defaults, &methods));
                let spares = image.as_ref().filter(|image| image.has_lists(&it.fields));
                let spares = spares.map(|image| scopes.claim_spares(id, image));
                StructNames { image, spares, ..names }
            }
        });
        let structs = structs.collect();
        let enums = types.enums.iter().zip((0..).map(EnumId)).map(|(it, id)| scopes.enumeration(it, id)).collect();
        let unions = types.unions.iter().zip((0..).map(UnionId)).map(|(it, id)| scopes.union(it, id)).collect();
        let ids = (0..types.constants.len() as u32).map(|id| Named::Constant(ConstantId(id)));
        let constants = ids.map(|named| scopes.names[&named].clone()).collect();
        let (runtime, interfaces) = (packages.runtime().to_owned(), interfaces.clone());
        Self { structs, enums, unions, constants, runtime, problems, interfaces, is_source: bound.is_source }
    }

    /// Those of a part of the types, given what each of its declarations is in the whole.
    pub fn part(&self, origins: &[Named]) -> Self {
        let (mut structs, mut enums, mut unions, mut constants) = (vec![], vec![], vec![], vec![]);
        for origin in origins {
            match origin {
                Named::Struct(id) => structs.push(self.record(*id).clone()),
                Named::Enum(id) => enums.push(self.enumeration(*id).clone()),
                Named::Union(id) => unions.push(self.union(*id).clone()),
                Named::Constant(id) => constants.push(self.constant(*id).clone()),
            }
        }
        let (runtime, problems) = (self.runtime.clone(), self.problems.clone());
        let interfaces = self.interfaces.clone();
        Self { structs, enums, unions, constants, runtime, problems, interfaces, is_source: self.is_source }
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

    /// Returns the names of the types, functions and constants of a package.
    pub fn in_package(&self, package: &Package) -> HashSet<&str> {
        let structs = self.structs.iter().filter(|it| it.name.package.path == package.path);
        let enums = self.enums.iter().filter(|it| it.name.package.path == package.path);
        let unions = self.unions.iter().filter(|it| it.name.package.path == package.path);
        let structs =
            structs.flat_map(|it| [&it.name.local].into_iter().chain(&it.make).chain(it.defaults.iter().flatten()));
        let enums = enums.flat_map(|it| [&it.name.local].into_iter().chain(&it.members));
        let unions = unions.flat_map(|it| {
            [&it.name.local, &it.case, &it.none].into_iter().chain(it.cases.iter().map(|case| &case.constant))
        });
        structs.chain(enums).chain(unions).map(String::as_str).collect()
    }

    pub fn named(&self, named: Named) -> &TypeName {
        match named {
            Named::Struct(id) => &self.record(id).name,
            Named::Enum(id) => &self.enumeration(id).name,
            Named::Union(id) => &self.union(id).name,
            Named::Constant(id) => self.constant(id),
        }
    }

    pub fn constant(&self, id: ConstantId) -> &TypeName {
        &self.constants[id.0 as usize]
    }
}

struct Scopes {
    of_modules: HashMap<Vec<String>, Arc<Package>>,
    by_package: HashMap<String, NameScope>,
    names: HashMap<Named, TypeName>,
}

impl Scopes {
    /// Names the existing types.
    fn claim_bound(&mut self, types: &Types, bound: &Bound) {
        let structs = bound.structs.iter().map(|(id, it)| (Named::Struct(*id), &it.ty));
        let enums = bound.enums.iter().map(|(id, it)| (Named::Enum(*id), it));
        for (named, BoundType { name, .. }, package, codec) in structs.chain(enums).map(|(named, ty)| {
            let codec = &self.of_modules[&crate::outline::name_of(types, named).module];
            (named, ty, Arc::new(ty.home(codec)), codec.clone())
        }) {
            self.by_package.entry(package.path.clone()).or_insert_with(|| NameScope::new(&[])).reserve(name);
            self.names.insert(named, TypeName { package, local: name.clone(), codec, is_bound: true });
        }
    }

    /// Names the images of existing structs, which are not exported, behind the existing structs.
    fn claim_images(&mut self, types: &Types, bound: &Bound) {
        for (id, image) in &bound.images {
            let codec = self.of_modules[&types.record(*id).name.module].clone();
            self.by_package.entry(codec.path.clone()).or_insert_with(|| NameScope::new(&[])).reserve(&image.of);
        }
        for (id, image) in &bound.images {
            let codec = self.of_modules[&types.record(*id).name.module].clone();
            let local = self.claim(&codec, &unexported(&format!("{}_image", image.of)));
            let name = TypeName { package: codec.clone(), local, codec, is_bound: false };
            self.names.insert(Named::Struct(*id), name);
        }
    }

    /// Names the variable for images of an existing struct that can be used again.
    fn claim_spares(&mut self, id: StructId, image: &Image) -> String {
        let codec = self.names[&Named::Struct(id)].codec.clone();
        self.claim(&codec, &unexported(&format!("{}_images", image.of)))
    }

    fn bound(&self, id: StructId, bound: &BoundStruct) -> StructNames {
        StructNames {
            name: self.names[&Named::Struct(id)].clone(),
            fields: bound.fields.iter().map(|field| field.name.clone()).collect(),
            defaults: vec![None; bound.fields.len()],
            unknown: String::new(),
            make: None,
            presence: bound.fields.iter().map(|field| field.presence).collect(),
            image: None,
            spares: None,
        }
    }

    /// Names the types, outer ones first.
    fn claim_types(&mut self, types: &Types, packages: &Packages) {
        let mut order: Vec<(Named, &Name)> =
            types.of_decl.iter().map(|named| (*named, crate::outline::name_of(types, *named))).collect();
        order.retain(|(named, _)| !self.names.contains_key(named));
        order.sort_by_key(|(_, name)| name.path.len());
        for (named, name) in order {
            let codec = self.of_modules[&name.module].clone();
            let package = packages.declaring(&name.module).map_or_else(|| codec.clone(), Arc::new);
            let wanted: String = name.path.iter().map(|part| exported(part)).collect();
            let local = if !is_declared(types, named) { wanted } else { self.claim(&package, &wanted) };
            self.names.insert(named, TypeName { codec, package, local, is_bound: false });
        }
    }

    fn claim(&mut self, package: &Package, wanted: &str) -> String {
        self.by_package.entry(package.path.clone()).or_insert_with(|| NameScope::new(&[])).claim(wanted)
    }

    fn record(&mut self, it: &StructType, id: StructId, (defaults, methods): (&Defaults, &[String])) -> StructNames {
        let name = self.names[&Named::Struct(id)].clone();
        let mut scope = NameScope::new(&[]);
        methods.iter().for_each(|method| scope.reserve(method));
        let fields: Vec<String> = it.fields.iter().map(|field| scope.claim(&exported(&field.name))).collect();
        let unknown = scope.claim("UnknownFields");
        let make = defaults.has(id) && it.is_declared();
        let is_exported = name.local.starts_with(|ch: char| ch.is_ascii_uppercase());
        let make = make.then(|| match is_exported {
            true => self.claim(&name.package, &format!("New{}", name.local)),
            false => self.claim(&name.package, &format!("new{}", exported(&name.local))),
        });
        let mut constant = |(field, public): (&polywire_ir::types::FieldType, &String)| {
            let has_constant = field.optional && field.default.is_some();
            has_constant.then(|| self.claim(&name.package, &format!("{}Default{public}", name.local)))
        };
        let defaults = it.fields.iter().zip(&fields).map(&mut constant).collect();
        StructNames { name, fields, defaults, unknown, make, presence: Vec::new(), image: None, spares: None }
    }

    fn enumeration(&mut self, it: &EnumType, id: EnumId) -> EnumNames {
        let name = self.names[&Named::Enum(id)].clone();
        let own = it.name.path.last().map_or("", String::as_str);
        let member = |member: &polywire_ir::types::EnumMember| {
            self.claim(&name.package, &format!("{}{}", name.local, exported_behind(&member.name, own)))
        };
        // The constants of an existing type need not be known.
        let members = it.members.iter().filter(|_| !name.is_bound).map(member).collect();
        EnumNames { members, name }
    }

    fn union(&mut self, it: &UnionType, id: UnionId) -> UnionNames {
        let name = self.names[&Named::Union(id)].clone();
        let case = self.claim(&name.package, &format!("{}Case", name.local));
        let none = self.claim(&name.package, &format!("{case}None"));
        let (mut methods, mut places) = (NameScope::new(&[]), NameScope::new(KEYWORDS));
        methods.reserve("Which");
        ["which", "bits", "text", "data", "held"].iter().for_each(|name| places.reserve(name));
        // The names of getters first: they are used more.
        let gets: Vec<String> = it.cases.iter().map(|case| methods.claim(&exported(&case.name))).collect();
        let cases = it.cases.iter().zip(gets).map(|(of_schema, get)| CaseNames {
            constant: self.claim(&name.package, &format!("{case}{}", exported(&of_schema.name))),
            set: methods.claim(&format!("Set{get}")),
            place: places.claim(&unexported(&of_schema.name)),
            pointer: methods.claim(&format!("{get}Place")),
            get,
        });
        let cases = cases.collect();
        UnionNames { cases, case, none, name }
    }
}
