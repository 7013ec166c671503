//! The bindings of type parameters where a name is used.

use super::{ScopeId, Scopes};
use crate::capnp::nodes::{Bindings, Brand, BrandScope, Type};

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(in crate::capnp) struct Named {
    pub target: Target,
    /// The type parameters of the target and of the declarations around it, from the target outwards.
    pub levels: Vec<Level>,
}

#[derive(Clone, Debug)]
pub(in crate::capnp) enum Target {
    Scope(ScopeId),
    /// A type that is not declared: built in, or a type parameter.
    Type(Type),
    /// `List` without its type parameter.
    List,
}

/// The type parameters of one declaration.
#[derive(Clone, Debug)]
pub(in crate::capnp) struct Level {
    pub scope: ScopeId,
    pub bindings: LevelBindings,
}

#[derive(Clone, Debug)]
pub(in crate::capnp) enum LevelBindings {
    /// Not bound: any type is allowed.
    Unbound,
    /// Each parameter is bound to itself, inside the declaration.
    Inherit,
    Bound(Vec<Type>),
}

impl Named {
    pub fn ty(ty: Type) -> Self {
        Self { target: Target::Type(ty), levels: Vec::new() }
    }

    /// Returns the same meaning as seen from outside, with the enclosing declarations bound by `levels`.
    pub fn within(mut self, levels: &[Level], scopes: &Scopes<'_>) -> Self {
        let brand = brand_with_unbound(levels, scopes);
        for level in &mut self.levels {
            match &mut level.bindings {
                LevelBindings::Unbound => {}
                LevelBindings::Inherit => {
                    if let Some(outer) = levels.iter().find(|outer| outer.scope == level.scope) {
                        level.bindings = outer.bindings.clone();
                    }
                }
                LevelBindings::Bound(types) => {
                    types.iter_mut().for_each(|ty| *ty = substituted(ty, &brand));
                }
            }
        }
        if let Target::Type(ty) = &mut self.target {
            *ty = substituted(ty, &brand);
        }
        self
    }
}

/// Returns the brand of some levels. Unbound parameters are left out.
pub(in crate::capnp) fn brand_of(levels: &[Level], scopes: &Scopes<'_>) -> Brand {
    let scope = |level: &Level| {
        let it = scopes.get(level.scope);
        let bindings = match &level.bindings {
            LevelBindings::Unbound => return None,
            LevelBindings::Inherit => Bindings::Inherit,
            LevelBindings::Bound(types) => Bindings::Bind(types.iter().cloned().map(Some).collect()),
        };
        (!it.params().is_empty()).then_some(BrandScope { id: it.id, bindings })
    };
    Brand { scopes: levels.iter().filter_map(scope).collect() }
}

fn brand_with_unbound(levels: &[Level], scopes: &Scopes<'_>) -> Brand {
    let mut brand = brand_of(levels, scopes);
    let unbound = levels.iter().filter(|level| matches!(level.bindings, LevelBindings::Unbound));
    let any = |level: &Level| {
        let it = scopes.get(level.scope);
        BrandScope { id: it.id, bindings: Bindings::Bind(vec![None; it.params().len()]) }
    };
    brand.scopes.extend(unbound.map(any));
    brand
}

/// Returns a type with the parameters that a brand binds replaced.
pub(in crate::capnp) fn substituted(ty: &Type, brand: &Brand) -> Type {
    let inside = |inner: &Brand| Brand { scopes: inner.scopes.iter().map(|it| substituted_scope(it, brand)).collect() };
    match ty {
        Type::Parameter(id, index) => match brand.scopes.iter().find(|scope| scope.id == *id) {
            Some(BrandScope { bindings: Bindings::Bind(types), .. }) => {
                types.get(usize::from(*index)).cloned().flatten().unwrap_or(Type::AnyPointer)
            }
            Some(BrandScope { bindings: Bindings::Inherit, .. }) | None => ty.clone(),
        },
        Type::List(element) => Type::List(Box::new(substituted(element, brand))),
        Type::Enum(id, inner) => Type::Enum(*id, inside(inner)),
        Type::Struct(id, inner) => Type::Struct(*id, inside(inner)),
        Type::Interface(id, inner) => Type::Interface(*id, inside(inner)),
        other => other.clone(),
    }
}

fn substituted_scope(scope: &BrandScope, brand: &Brand) -> BrandScope {
    match &scope.bindings {
        Bindings::Inherit => brand.scopes.iter().find(|outer| outer.id == scope.id).unwrap_or(scope).clone(),
        Bindings::Bind(types) => {
            let types = types.iter().map(|ty| ty.as_ref().map(|ty| substituted(ty, brand))).collect();
            BrandScope { id: scope.id, bindings: Bindings::Bind(types) }
        }
    }
}
