use polywire_ir::types::{Type, Types};

/// For each struct, whether a value of it can hold another one of it, at whatever depth. Only these need a limit on the
/// depth of data: that of all other values is bounded by the schema.
pub(crate) fn recursive_structs(types: &Types) -> Vec<bool> {
    let edges: Vec<Vec<usize>> = types.structs.iter().map(|record| held_structs(types, record)).collect();
    (0..edges.len()).map(|start| reaches(&edges, start, start)).collect()
}

fn held_structs(types: &Types, record: &polywire_ir::types::StructType) -> Vec<usize> {
    let mut held = Held { types, structs: Vec::new(), unions: vec![false; types.unions.len()] };
    record.fields.iter().for_each(|field| held.of_type(&field.ty));
    held.structs
}

struct Held<'t> {
    types: &'t Types,
    structs: Vec<usize>,
    /// Those seen already.
    unions: Vec<bool>,
}

impl Held<'_> {
    fn of_type(&mut self, ty: &Type) {
        match ty {
            Type::Struct(id) => self.structs.push(id.0 as usize),
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
            | Type::FixedBytes(_)
            | Type::Enum(_) => {}
        }
    }
}

fn reaches(edges: &[Vec<usize>], start: usize, goal: usize) -> bool {
    let mut seen = vec![false; edges.len()];
    let mut open = edges[start].clone();
    while let Some(index) = open.pop() {
        if index == goal {
            return true;
        }
        if !std::mem::replace(&mut seen[index], true) {
            open.extend(&edges[index]);
        }
    }
    false
}
