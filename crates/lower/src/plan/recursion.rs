use polywire_ir::types::{StructId, StructType, Type, Types, UnionId, UnionType};
use polywire_model::graph::on_cycles;

/// The types that can nest without bound.
pub(crate) struct Recursion {
    structs: Vec<bool>,
    unions: Vec<bool>,
}

impl Recursion {
    /// That of all types.
    pub fn of(types: &Types) -> Self {
        Self { structs: recursive_structs(types), unions: recursive_unions(types) }
    }

    /// Adds structs.
    pub fn including(mut self, also: impl Fn(StructId) -> bool) -> Self {
        for (is_included, id) in self.structs.iter_mut().zip((0..).map(StructId)) {
            *is_included |= also(id);
        }
        self
    }

    /// Returns true if a struct can hold itself.
    pub fn of_struct(&self, id: StructId) -> bool {
        self.structs[id.0 as usize]
    }

    /// Returns true if a union can hold itself without a struct in between.
    pub fn of_union(&self, id: UnionId) -> bool {
        self.unions[id.0 as usize]
    }
}

/// Returns, for each struct, true if a value of it can contain another one at any depth. Only these need a limit on the
/// nesting of data: for all other values, the schema bounds it. A map entry is not a level of its own; the struct with
/// the map is.
pub(crate) fn recursive_structs(types: &Types) -> Vec<bool> {
    let edges: Vec<Vec<u32>> = types.structs.iter().map(|record| held_structs(types, record)).collect();
    types.structs.iter().zip(on_cycles(&edges)).map(|(record, on_cycle)| !record.is_entry && on_cycle).collect()
}

/// Returns, for each union, true if a value of it can contain another one without a struct in between.
fn recursive_unions(types: &Types) -> Vec<bool> {
    on_cycles(&types.unions.iter().map(held_unions).collect::<Vec<_>>())
}

fn held_unions(union: &UnionType) -> Vec<u32> {
    let types = union.cases.iter().filter_map(|case| case.ty.as_ref());
    types
        .filter_map(|ty| match innermost(ty) {
            Type::Union(id) => Some(id.0),
            _ => None,
        })
        .collect()
}

/// Returns a type, and for lists and arrays the types of their elements, from the outermost to the innermost.
pub(crate) fn nested(ty: &Type) -> impl Iterator<Item = &Type> {
    std::iter::successors(Some(ty), |ty| match ty {
        Type::List(element) | Type::Array(element, _) => Some(element),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Union(_)
        | Type::Map(_) => None,
    })
}

/// Returns the type of the innermost elements of lists and arrays.
pub(crate) fn innermost(ty: &Type) -> &Type {
    nested(ty).last().unwrap_or(ty)
}

fn held_structs(types: &Types, record: &StructType) -> Vec<u32> {
    let mut held = Held { types, structs: Vec::new(), unions: vec![false; types.unions.len()] };
    record.fields.iter().for_each(|field| held.of_type(&field.ty));
    held.structs
}

struct Held<'t> {
    types: &'t Types,
    structs: Vec<u32>,
    /// Unions already visited.
    unions: Vec<bool>,
}

impl Held<'_> {
    fn of_type(&mut self, ty: &Type) {
        match ty {
            Type::Struct(id) | Type::Map(id) => self.structs.push(id.0),
            Type::Union(id) => {
                if !std::mem::replace(&mut self.unions[id.0 as usize], true) {
                    self.types
                        .union(*id)
                        .cases
                        .iter()
                        .filter_map(|case| case.ty.as_ref())
                        .for_each(|ty| self.of_type(ty));
                }
            }
            Type::List(element) | Type::Array(element, _) => self.of_type(element),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_) => {}
        }
    }
}
