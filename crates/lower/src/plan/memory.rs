use polywire_ir::types::{CaseType, FieldType, Literal, StructId, Type, Types, UnionId};

/// Returns the approximate memory of a new value of a type, which is charged if its bytes do not pay for it: at least 64
/// bytes for a composite value.
pub(crate) fn memory(types: &Types, ty: &Type) -> u64 {
    let mut sizes = Sizes { types, structs: vec![None; types.structs.len()], unions: vec![None; types.unions.len()] };
    let memory = sizes.held(ty, None);
    match ty {
        Type::Struct(_) | Type::Union(_) | Type::Array(..) | Type::FixedBytes(..) => memory.max(64),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::Enum(_)
        | Type::List(_)
        | Type::Map(_) => memory,
    }
}

/// Memory of values, and what is known of the types in them: each is looked at once.
struct Sizes<'t> {
    types: &'t Types,
    structs: Vec<Option<u64>>,
    unions: Vec<Option<u64>>,
}

impl Sizes<'_> {
    fn held(&mut self, ty: &Type, default: Option<&Literal>) -> u64 {
        match ty {
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => 8,
            Type::Text { .. } | Type::Bytes => 32 + default.map_or(0, literal),
            Type::List(_) | Type::Map(_) => 48,
            Type::FixedBytes(len, _) => u64::from(*len).next_multiple_of(8),
            Type::Struct(id) => self.record(*id),
            Type::Union(id) => self.union(*id),
            Type::Array(element, len) => self.held(element, None).saturating_mul(u64::from(*len)),
        }
    }

    fn record(&mut self, id: StructId) -> u64 {
        if let Some(known) = self.structs[id.0 as usize] {
            return known;
        }
        let fields = &self.types.record(id).fields;
        let memory = fields.iter().map(|it| self.field(it)).fold(16, u64::saturating_add);
        *self.structs[id.0 as usize].insert(memory)
    }

    fn union(&mut self, id: UnionId) -> u64 {
        if let Some(known) = self.unions[id.0 as usize] {
            return known;
        }
        let cases = &self.types.union(id).cases;
        let memory = cases.iter().map(|it| self.case(it)).fold(0, u64::max).saturating_add(8);
        *self.unions[id.0 as usize].insert(memory)
    }

    /// Memory for an optional is reserved even while it is absent.
    fn field(&mut self, field: &FieldType) -> u64 {
        if field.boxed {
            return 8;
        }
        self.held(&field.ty, field.default.as_ref()).saturating_add(if field.optional { 8 } else { 0 })
    }

    fn case(&mut self, case: &CaseType) -> u64 {
        match &case.ty {
            Some(ty) if !case.boxed => self.held(ty, case.default.as_ref()),
            Some(_) | None => 8,
        }
    }
}

fn literal(literal: &Literal) -> u64 {
    match literal {
        Literal::Text(text) => text.len() as u64,
        Literal::Bytes(bytes) => bytes.len() as u64,
        Literal::Bool(_) | Literal::Int(_) | Literal::Float(_) => 0,
    }
}
