use polywire_ir::types::{StructId, Type, Types};

/// Minimum sizes of values in a format, which bound counts of elements.
pub(crate) struct MinSize<'t> {
    /// Native types.
    pub types: &'t Types,
    /// Bytes of a value that is neither a struct nor an array; 0 for these.
    pub plain: fn(&Type) -> u64,
    /// Bytes of an absent optional.
    pub absent: u64,
    /// Bytes of a struct besides its fields.
    pub of_struct: fn(&Types, StructId) -> u64,
}

impl MinSize<'_> {
    /// Returns the minimum size of a type; 0 also for a struct that directly contains itself, which has no finite
    /// value.
    pub fn of(&self, ty: &Type) -> u64 {
        self.of_type(ty, &mut vec![None; self.types.structs.len()])
    }

    fn of_type(&self, ty: &Type, known: &mut [Option<u64>]) -> u64 {
        match ty {
            Type::Struct(id) => self.of_record(*id, known),
            Type::Array(element, len) => self.of_type(element, known).saturating_mul(u64::from(*len)),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_)
            | Type::Union(_)
            | Type::List(_)
            | Type::Map(_) => (self.plain)(ty),
        }
    }

    fn of_record(&self, id: StructId, known: &mut [Option<u64>]) -> u64 {
        let index = id.0 as usize;
        if let Some(known) = known[index] {
            return known;
        }
        // What it has inside of itself.
        known[index] = Some(0);
        let fields = self.types.record(id).fields.iter().map(|field| {
            let value = self.of_type(&field.ty, known);
            if field.optional { value.min(self.absent) } else { value }
        });
        let min_size = fields.fold((self.of_struct)(self.types, id), u64::saturating_add);
        known[index] = Some(min_size);
        min_size
    }
}
