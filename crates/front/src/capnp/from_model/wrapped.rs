//! Unions that cannot be members of the struct that contains them: optional ones, elements, cases, and values of a map.
//! They are the union `value` of a struct of their own, which has a first case for absence.

use polywire_model::attr::{CapnpRemoved, StructAttrs};
use polywire_model::{Decl, DeclId, DeclKind, Field, Model, Presence, Struct, Type, Union, pascal_case};
use std::collections::HashMap;

/// Returns a model in which structs contain them, after its own declarations.
pub(super) fn with_structs(model: &Model) -> Model {
    let mut wrapper = Wrapper { model: model.clone(), structs: HashMap::new() };
    let mut next = 0;
    while let Some(decl) = wrapper.model.decls.get(next) {
        let kind = wrapper.within(decl.kind.clone());
        wrapper.model.decls[next].kind = kind;
        next += 1;
    }
    wrapper.model
}

struct Wrapper {
    model: Model,
    /// By union.
    structs: HashMap<DeclId, DeclId>,
}

impl Wrapper {
    fn within(&mut self, mut kind: DeclKind) -> DeclKind {
        match &mut kind {
            DeclKind::Struct(it) => {
                let is_entry = it.is_entry;
                for field in &mut it.fields {
                    let is_member = field.presence != Presence::Optional && !is_entry && !self.is_shared(&field.ty);
                    field.ty = if is_member { self.inside(&field.ty) } else { self.value(&field.ty) };
                }
            }
            DeclKind::Union(it) => {
                it.cases.iter_mut().filter_map(|case| case.ty.as_mut()).for_each(|ty| *ty = self.value(ty));
            }
            DeclKind::Enum(_) | DeclKind::Constant(_) => {}
        }
        kind
    }

    /// Replaces a union, or one in a list.
    fn value(&mut self, ty: &Type) -> Type {
        match ty {
            Type::Named(id) => match self.model.as_union(*id).cloned() {
                Some(union) => Type::Named(self.struct_of(*id, union)),
                None => ty.clone(),
            },
            other => self.inside(other),
        }
    }

    fn inside(&mut self, ty: &Type) -> Type {
        match ty {
            Type::List(element) => Type::list(self.value(element)),
            Type::Array(element, len) => Type::Array(Box::new(self.value(element)), *len),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text(_)
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Named(_)
            | Type::Map(_) => ty.clone(),
        }
    }

    fn struct_of(&mut self, id: DeclId, union: Union) -> DeclId {
        if let Some(known) = self.structs.get(&id) {
            return *known;
        }
        let decl = self.model.decl(id).clone();
        let (inner, outer) = (DeclId(self.model.decls.len() as u32), DeclId(self.model.decls.len() as u32 + 1));
        let mut field = Field::new("value", Type::Named(inner));
        field.attrs.capnp_absence = Some(0);
        let name = decl.name.iter().map(|part| pascal_case(part)).collect::<String>() + "Value";
        let of_field = |it: &CapnpRemoved| CapnpRemoved { union: Some(field.name.clone()), ..it.clone() };
        let capnp_removed = union.attrs.capnp_removed.iter().map(of_field).collect();
        let attrs = StructAttrs { capnp_removed, ..StructAttrs::default() };
        let kind = DeclKind::Struct(Struct { fields: vec![field], attrs, ..Struct::default() });
        let holder = Decl { name: vec![name], kind, ..decl.clone() };
        // In its struct, it is a union as any other.
        let numbered = DeclKind::Union(Union { discriminator: None, ..self.numbered(union) });
        self.model.decls.extend([Decl { kind: numbered, ..decl }, holder]);
        self.structs.insert(id, outer);
        outer
    }

    /// Returns true for a union that has ordinals of its own.
    fn is_shared(&self, ty: &Type) -> bool {
        matches!(ty, Type::Named(id) if self.model.as_union(*id).is_some_and(Union::is_shared))
    }

    /// Numbers the cases after the one for absence, in the order of their numbers, if they have no ordinals of their own.
    fn numbered(&self, mut union: Union) -> Union {
        if union.is_shared() && union.cases.iter().all(|case| case.attrs.capnp_ordinal.is_some()) {
            return union;
        }
        let mut order: Vec<usize> = (0..union.cases.len()).collect();
        order.sort_by_key(|case| self.model.number_of_case(&union.cases[*case]));
        for (case, ordinal) in order.into_iter().zip(1..) {
            union.cases[case].attrs.capnp_ordinal = Some(ordinal);
        }
        union
    }
}
