//! Types.

use super::Resolver;
use super::facts::{State, What};
use super::lookup::Failure;
use super::scope::Target;
use crate::idl::ast::{Declarator, Expr, Item, ItemKind, ScopedName, TypeKind, TypeRef};
use crate::idl::codes;
use crate::idl::tree::{Declared, DefId, Kind, Type};
use polywire_source::Diagnostic;

/// What a type is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Usage {
    /// The type of a value: all that is inside of it must be known.
    Value,
    /// Another name: sequences may be of types that are only declared yet.
    Alias,
    Constant,
}

/// The names of integers that IDL 4.2 adds (clause 7.4.13.4.4). A definition of the schema with such a name goes before.
const INTEGERS: &[(&str, u8, bool)] = &[
    ("int8", 8, true),
    ("uint8", 8, false),
    ("int16", 16, true),
    ("uint16", 16, false),
    ("int32", 32, true),
    ("uint32", 32, false),
    ("int64", 64, true),
    ("uint64", 64, false),
];

impl Resolver<'_> {
    pub fn typedef(&mut self, ty: &TypeRef, declarators: &[Declarator], item: &Item) {
        let resolved = self.type_of(ty, Usage::Alias);
        for declarator in declarators {
            let array = self.array_of(resolved.clone(), declarator);
            let head = self.head(item);
            let Some(array) = array else {
                self.declare(&declarator.name, Target::Broken);
                continue;
            };
            let id = self.define(&declarator.name, head, What::Typedef, State::Complete);
            self.facts[id.0].is_local = self.is_local(&array);
            self.facts[id.0].awaits = self.awaits(&array);
            self.specification.definitions[id.0].kind = Kind::Typedef(array);
        }
    }

    /// The type of a declarator: an array if it has dimensions.
    pub fn array_of(&mut self, ty: Option<Type>, declarator: &Declarator) -> Option<Type> {
        let sizes: Vec<Option<u32>> = declarator.dimensions.iter().map(|size| self.size(size)).collect();
        sizes.into_iter().rev().try_fold(ty?, |ty, size| Some(Type::Array(Box::new(ty), size?)))
    }

    pub fn type_of(&mut self, ty: &TypeRef, usage: Usage) -> Option<Type> {
        let resolved = self.type_part(ty, usage)?;
        match self.awaits(&resolved) {
            Some(id) if usage != Usage::Alias && self.facts(id).state == State::Forward => {
                self.report_incomplete(ty.span, id);
                None
            }
            _ => Some(resolved),
        }
    }

    fn type_part(&mut self, ty: &TypeRef, usage: Usage) -> Option<Type> {
        Some(match &ty.kind {
            TypeKind::Basic(basic) => basic.clone(),
            TypeKind::Named(name) => {
                let named = self.named(name)?;
                self.check_complete(&named, ty.span)?;
                named
            }
            TypeKind::String { is_wide, bound } => {
                Type::String { is_wide: *is_wide, bound: self.optional_size(bound.as_deref())? }
            }
            TypeKind::AnyFixed if usage == Usage::Constant => Type::AnyFixed,
            TypeKind::AnyFixed => {
                let error = Diagnostic::error(codes::TYPE, "`fixed` needs the number of digits").at(ty.span, "");
                self.diagnostics.push(error.help("write for example `fixed<10,2>`"));
                return None;
            }
            TypeKind::Fixed(sizes) => self.fixed_type(&sizes.0, &sizes.1)?,
            TypeKind::Sequence(element, bound) => {
                let element = self.element(element, usage);
                let bound = self.optional_size(bound.as_deref());
                Type::Sequence(Box::new(element?), bound?)
            }
            TypeKind::Map(types, bound) => {
                let (key, value) = (self.element(&types.0, usage), self.element(&types.1, usage));
                let bound = self.optional_size(bound.as_deref());
                Type::Map(Box::new(key?), Box::new(value?), bound?)
            }
            TypeKind::Defined(item) => Type::Named(self.aggregate(item)?),
        })
    }

    /// The type of elements may be incomplete.
    fn element(&mut self, ty: &TypeRef, usage: Usage) -> Option<Type> {
        match &ty.kind {
            TypeKind::Named(name) => self.named(name),
            _ => self.type_part(ty, usage),
        }
    }

    fn named(&mut self, name: &ScopedName) -> Option<Type> {
        let entry = match self.lookup(name) {
            Ok(entry) => entry,
            Err(Failure::Unknown(word, None)) if !name.is_absolute && name.parts.len() == 1 => {
                match INTEGERS.iter().find(|(integer, ..)| *integer == word.text) {
                    Some((_, bits, signed)) => return Some(Type::Int { bits: *bits, signed: *signed }),
                    None => {
                        self.report_failure(Failure::Unknown(word, None));
                        return None;
                    }
                }
            }
            Err(failure) => {
                self.report_failure(failure);
                return None;
            }
        };
        match entry.target {
            Target::TypeCode => return Some(Type::TypeCode),
            Target::Definition(id) => match self.facts(id).what {
                What::Constant | What::Exception => {}
                What::Declared(declared) if is_interface(declared) && self.has_name_of_type_code(id) => {
                    return Some(Type::TypeCode);
                }
                What::Declared(_)
                | What::Enum
                | What::Bitmask
                | What::Bitset
                | What::Typedef
                | What::ValueBox
                | What::Native => return Some(Type::Named(id)),
            },
            Target::Module(_)
            | Target::Enumerator(..)
            | Target::Operation
            | Target::Attribute
            | Target::Factory
            | Target::StateMember
            | Target::Member
            | Target::Parameter
            | Target::Broken => {}
        }
        let error = Diagnostic::error(codes::WRONG_KIND, format!("`{}` is not a type", entry.name.text));
        let error = error.at(name.span, "").related(entry.name.span, "declared here");
        self.diagnostics.push(error.help("write the name of a type"));
        None
    }

    fn has_name_of_type_code(&self, id: DefId) -> bool {
        let definition = &self.specification.definitions[id.0];
        definition.name == "TypeCode" && definition.outer.is_empty() && definition.modules == ["CORBA"]
    }

    fn fixed_type(&mut self, digits: &Expr, scale: &Expr) -> Option<Type> {
        let count = self.size(digits);
        let behind = self.integer(scale, false)?;
        let count = count?;
        if count > 31 {
            let error = Diagnostic::error(codes::TYPE, "a decimal number has at most 31 digits").at(digits.span, "");
            self.diagnostics.push(error.help("write a number from 1 to 31"));
            return None;
        }
        if !(0..=i128::from(count)).contains(&behind) {
            let message = "more digits are behind the point than there are digits";
            let error = Diagnostic::error(codes::TYPE, message).at(scale.span, "").related(digits.span, "digits");
            self.diagnostics
                .push(error.help("the second number is part of the first one: `fixed<10,2>` is 12345678.90"));
            return None;
        }
        Some(Type::Fixed { digits: count as u8, scale: behind as u8 })
    }

    fn optional_size(&mut self, size: Option<&Expr>) -> Option<Option<u32>> {
        match size {
            Some(size) => self.size(size).map(Some),
            None => Some(None),
        }
    }

    /// A length: at least 1.
    pub fn size(&mut self, size: &Expr) -> Option<u32> {
        let value = self.integer(size, false)?;
        match u32::try_from(value) {
            Ok(value) if value > 0 => Some(value),
            _ => {
                let error = Diagnostic::error(codes::VALUE, format!("{value} is not a size")).at(size.span, "");
                self.diagnostics.push(error.help("write a number from 1 to 4294967295"));
                None
            }
        }
    }

    /// Structs, exceptions, unions, enums, bitmasks and bitsets.
    pub fn aggregate(&mut self, item: &Item) -> Option<DefId> {
        let head = self.head(item);
        Some(match &item.kind {
            ItemKind::Struct(decl) => self.structure(decl, head),
            ItemKind::Exception(name, members) => self.exception(name, members, head),
            ItemKind::Union(decl) => self.union(decl, head),
            ItemKind::Enum(name, enumerators) => self.enumeration(name, enumerators, head),
            ItemKind::Bitmask(name, flags) => self.bitmask(name, flags, head),
            ItemKind::Bitset(decl) => self.bitset(decl, head),
            _ => return None,
        })
    }
}

pub(super) const fn is_interface(declared: Declared) -> bool {
    matches!(declared, Declared::Interface | Declared::AbstractInterface | Declared::LocalInterface)
}
