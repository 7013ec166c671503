//! Names of types as they are written at a place in a generated file.

use super::additions::Additions;
use super::names::TypeNames;
use crate::outline::{Unit, Units, is_declared};
use polywire_ir::types::{Named, Types};
use polywire_srcgen::Requests;
use std::cell::RefCell;
use std::collections::HashSet;

/// The module that is printed: a schema file, or `borrowed` in it.
pub(super) struct Scope<'t> {
    pub types: &'t Types,
    pub names: &'t TypeNames,
    /// What is added to declarations.
    pub additions: &'t Additions,
    units: &'t Units,
    /// The schema file; none for codecs, which are beside all of them.
    unit: Option<Unit>,
    /// The types are those of the runtime.
    is_outside: bool,
    /// True in the module `borrowed`, and in codecs of its types.
    pub is_borrowed: bool,
    /// The names of the file's own types.
    own: HashSet<&'t str>,
    imports: RefCell<Requests<&'static str>>,
}

/// A name of Rust that is not always in scope, or that a type of the schema may have too.
#[derive(Clone, Copy)]
pub(super) enum Std {
    BTreeMap,
    BTreeSet,
    Box,
    IntoOwned,
    String,
    UnknownFields,
    Vec,
    Default,
    None,
    Option,
    Some,
}

impl Std {
    fn name(self) -> &'static str {
        match self {
            Self::BTreeMap => "BTreeMap",
            Self::BTreeSet => "BTreeSet",
            Self::Box => "Box",
            Self::IntoOwned => "IntoOwned",
            Self::String => "String",
            Self::UnknownFields => "UnknownFields",
            Self::Vec => "Vec",
            Self::Default => "Default",
            Self::None => "None",
            Self::Option => "Option",
            Self::Some => "Some",
        }
    }

    /// The module that it is imported from; those of the prelude are not imported.
    fn module(self) -> (&'static str, bool) {
        match self {
            Self::BTreeMap
            | Self::BTreeSet
            | Self::Box
            | Self::IntoOwned
            | Self::String
            | Self::UnknownFields
            | Self::Vec => (NATIVE, true),
            Self::Default => ("::core::default", false),
            Self::None | Self::Some => ("::core::option::Option", false),
            Self::Option => ("::core::option", false),
        }
    }
}

const NATIVE: &str = "::polywire_runtime::native";

/// The module of borrowed types.
pub(super) const BORROWED: &str = "borrowed";

impl<'t> Scope<'t> {
    /// A schema file, or the module `borrowed` in it.
    pub fn new(
        types: &'t Types,
        names: &'t TypeNames,
        (units, unit): (&'t Units, Unit),
        (additions, is_borrowed): (&'t Additions, bool),
    ) -> Self {
        let own = types.of_decl.iter().filter(|named| units.has(unit, **named) && is_declared(types, **named));
        let own = own.map(|named| names.name(*named).declared.as_str()).collect();
        let imports = RefCell::default();
        Self { types, names, additions, units, unit: Some(unit), is_outside: false, is_borrowed, own, imports }
    }

    /// A module beside those of all schema files, for their types or the borrowed variants of these.
    pub fn beside(types: &'t Types, names: &'t TypeNames, units: &'t Units, is_borrowed: bool) -> Self {
        let ((own, imports), additions) = (Default::default(), Additions::NONE);
        Self { types, names, additions, units, unit: None, is_outside: false, is_borrowed, own, imports }
    }

    /// A module that uses the runtime's types.
    pub fn outside(types: &'t Types, names: &'t TypeNames, units: &'t Units) -> Self {
        Self { is_outside: true, ..Self::beside(types, names, units, false) }
    }

    fn has(&self, named: Named) -> bool {
        self.unit.is_some_and(|unit| self.units.has(unit, named))
    }

    /// Returns the declarations of the file that are types, in the schema's order.
    pub fn declared(&self) -> impl Iterator<Item = Named> {
        let own = self.types.of_decl.iter().copied().filter(|named| self.has(*named));
        own.filter(|named| is_declared(self.types, *named))
    }

    /// Returns a name of Rust, which is imported if it has to be.
    pub fn std(&self, wanted: Std) -> String {
        let (name, (module, is_imported)) = (wanted.name(), wanted.module());
        if self.own.contains(name) {
            return format!("{module}::{name}");
        }
        if is_imported {
            self.imports.borrow_mut().ask(name);
        }
        name.to_owned()
    }

    /// Returns the path of a type, in its variant for this module, without a lifetime.
    pub fn path(&self, named: Named) -> String {
        self.path_of(named, self.is_borrowed && self.names.name(named).borrows)
    }

    /// Returns the path of a type's owned variant.
    pub fn owned_path(&self, named: Named) -> String {
        self.path_of(named, false)
    }

    fn path_of(&self, named: Named, to_borrowed: bool) -> String {
        let name = self.names.name(named);
        if self.is_outside {
            return format!("::polywire_runtime::{}", name.local);
        }
        let up = if self.is_borrowed && self.unit.is_some() { "super::" } else { "" };
        if self.has(named) {
            let outwards = if self.is_borrowed == to_borrowed { "" } else { up };
            return format!("{outwards}{}", name.declared);
        }
        let module = name.module.iter().map(|part| format!("{part}::")).collect::<String>();
        let variant = if to_borrowed { format!("{BORROWED}::") } else { String::new() };
        format!("{up}super::{module}{variant}{}", name.local)
    }

    /// Returns the declaration that imports the requested names, if there are any.
    pub fn imports(&self) -> Option<String> {
        let imports = self.imports.borrow();
        let names: Vec<&str> = imports.iter().copied().collect();
        match names.as_slice() {
            [] => None,
            [name] => Some(format!("use {NATIVE}::{name};")),
            names => Some(format!("use {NATIVE}::{{{}}};", names.join(", "))),
        }
    }
}
