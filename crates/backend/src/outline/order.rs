use polywire_ir::types::{Name, Named, StructId, Type, Types, UnionId};
use std::collections::HashSet;

/// Returns all structs and unions that are declared, each after those that it contains by value (neither behind a
/// pointer nor in a list or map), otherwise in schema order; enums come first, constants last. For languages in which a type must be
/// complete before it is used as a member.
pub fn declaration_order(types: &Types) -> Vec<Named> {
    let mut order = Order { types, seen: HashSet::new(), done: vec![] };
    for named in &types.of_decl {
        if matches!(named, Named::Enum(_)) {
            order.done.push(*named);
        }
    }
    for named in types.of_decl.iter().filter(|named| is_declared(types, **named)) {
        order.visit(*named);
    }
    order.done.extend(types.of_decl.iter().filter(|named| matches!(named, Named::Constant(_))));
    order.done
}

/// Returns the name of a declared type in the schema.
pub fn name_of(types: &Types, named: Named) -> &Name {
    match named {
        Named::Struct(id) => &types.record(id).name,
        Named::Enum(id) => &types.enumeration(id).name,
        Named::Union(id) => &types.union(id).name,
        Named::Constant(id) => &types.constant(id).name,
    }
}

struct Order<'t> {
    types: &'t Types,
    seen: HashSet<Named>,
    done: Vec<Named>,
}

impl Order<'_> {
    fn visit(&mut self, named: Named) {
        if !self.seen.insert(named) {
            return;
        }
        match named {
            Named::Struct(id) => self.visit_struct(id),
            Named::Union(id) => self.visit_union(id),
            Named::Enum(_) | Named::Constant(_) => return,
        }
        if is_declared(self.types, named) {
            self.done.push(named);
        }
    }

    fn visit_struct(&mut self, id: StructId) {
        let types = self.types;
        types.record(id).fields.iter().filter(|field| !field.boxed).for_each(|field| self.visit_type(&field.ty));
    }

    fn visit_union(&mut self, id: UnionId) {
        let types = self.types;
        let held = types.union(id).cases.iter().filter(|case| !case.boxed).filter_map(|case| case.ty.as_ref());
        held.for_each(|ty| self.visit_type(ty));
    }

    fn visit_type(&mut self, ty: &Type) {
        match ty {
            Type::Struct(id) => self.visit(Named::Struct(*id)),
            Type::Union(id) => self.visit(Named::Union(*id)),
            Type::Array(element, _) => self.visit_type(element),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_)
            | Type::List(_)
            | Type::Map(_) => {}
        }
    }
}

/// Returns false for a struct that is not a type of its own: the entry of a map, or a value that may be null.
pub fn is_declared(types: &Types, named: Named) -> bool {
    match named {
        Named::Struct(id) => types.record(id).is_declared(),
        Named::Enum(_) | Named::Constant(_) | Named::Union(_) => true,
    }
}
