use polywire_model::{Case, DeclKind, Field, Model, Presence, Type, Union};
use std::ops::Deref;

/// A model, and how deep the values of its types are at least.
pub(super) struct Shapes<'m> {
    model: &'m Model,
    /// By declaration; the greatest number for a type of which no value ends.
    heights: Vec<u32>,
}

impl Deref for Shapes<'_> {
    type Target = Model;

    fn deref(&self) -> &Model {
        self.model
    }
}

impl<'m> Shapes<'m> {
    pub fn of(model: &'m Model) -> Self {
        let mut shapes = Self { model, heights: vec![u32::MAX; model.decls.len()] };
        // Each round finds the heights of types that are one level higher.
        loop {
            let heights: Vec<u32> = model.decls.iter().map(|decl| shapes.of_kind(&decl.kind)).collect();
            if heights == shapes.heights {
                return shapes;
            }
            shapes.heights = heights;
        }
    }

    /// Returns the case whose values can be the flattest.
    pub fn flattest<'u>(&self, union: &'u Union) -> Option<&'u Case> {
        union.cases.iter().min_by_key(|case| self.of_case(case))
    }

    fn of_kind(&self, kind: &DeclKind) -> u32 {
        let inside = match kind {
            DeclKind::Struct(it) => it.fields.iter().map(|field| self.of_field(field)).max(),
            DeclKind::Union(it) => it.cases.iter().map(|case| self.of_case(case)).min(),
            DeclKind::Enum(_) | DeclKind::Constant(_) => None,
        };
        inside.map_or(0, |height| height.saturating_add(1))
    }

    fn of_field(&self, field: &Field) -> u32 {
        if field.presence == Presence::Optional { 0 } else { self.of_type(&field.ty) }
    }

    fn of_case(&self, case: &Case) -> u32 {
        case.ty.as_ref().map_or(0, |ty| self.of_type(ty))
    }

    fn of_type(&self, ty: &Type) -> u32 {
        match ty {
            Type::Named(id) => self.heights.get(id.0 as usize).copied().unwrap_or_default(),
            Type::Array(element, _) => self.of_type(element),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text(_)
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::List(_)
            | Type::Map(_) => 0,
        }
    }
}
