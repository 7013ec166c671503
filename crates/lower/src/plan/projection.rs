use polywire_ir::types::{StructId, Type, Types};
use polywire_ir::{Place, PlaceType, Step};
use polywire_model::{DeclId, Selection};
use std::collections::BTreeSet;

/// The projection of decoders: the selected fields, by the ids of the IR's types.
pub(crate) struct Projection {
    /// For each struct its selected fields; `None` for all.
    structs: Vec<Option<BTreeSet<u32>>>,
}

impl Projection {
    /// The fields of a selection.
    pub fn of(selection: &Selection, types: &Types) -> Self {
        let mut structs = vec![None; types.structs.len()];
        for decl in (0..types.of_decl.len() as u32).map(DeclId) {
            if let Some((id, fields)) = types.struct_of(decl).zip(selection.of(decl)) {
                structs[id.0 as usize] = Some(fields.iter().map(|field| field.0).collect());
            }
        }
        Self { structs }
    }

    /// All fields.
    pub fn all(types: &Types) -> Self {
        Self::of(&Selection::default(), types)
    }

    /// Returns true if a struct's field with this index is selected.
    pub fn field(&self, owner: StructId, index: u32) -> bool {
        self.structs[owner.0 as usize].as_ref().is_none_or(|fields| fields.contains(&index))
    }

    /// Returns true if a struct is selected only in part, so that it keeps no unknown fields either.
    pub fn is_partial(&self, owner: StructId) -> bool {
        self.structs[owner.0 as usize].is_some()
    }

    /// Returns true if a place, relative to a value of type `root`, is a selected field, or has only selected fields on
    /// its path.
    pub fn place(&self, types: &Types, root: &Type, place: &Place) -> bool {
        let mut at = Some(PlaceType::Value(root));
        place.steps.iter().all(|step| {
            let selected = match (at, step) {
                (Some(PlaceType::Value(Type::Struct(id))), Step::Field(index)) => self.field(*id, *index),
                _ => true,
            };
            at = at.and_then(|at| at.step(types, step));
            selected
        })
    }
}
