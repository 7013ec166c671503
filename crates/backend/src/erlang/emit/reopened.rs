//! Finds values that can be continued after they were built: their lists would be reversed each time.

use polywire_ir::types::{FieldType, StructId, Type, Types};
use polywire_ir::{Block, Function, Module, Op, Place, PlaceType, Step, VarId, ops_of};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Fields that are opened repeatedly, and structs that are continued there and contain lists.
#[derive(Clone, Debug, Default)]
pub struct Reopened {
    fields: HashSet<(StructId, u32)>,
    structs: BTreeSet<StructId>,
}

impl Reopened {
    /// Analyses a module.
    pub fn of(module: &Module) -> Self {
        let mut targets = HashMap::new();
        for function in &module.functions {
            let levels = HashMap::new();
            let mut search = Search { types: &module.types, function, levels, found: &mut targets };
            search.block(&function.body, 0);
        }
        let structs = with_lists(&module.types, &targets);
        let fields = targets.into_iter().filter(|(_, built)| !built.is_disjoint(&structs)).map(|(field, _)| field);
        Self { fields: fields.collect(), structs }
    }

    /// Returns true if a field's value can be continued and contains lists.
    pub fn is_field(&self, id: StructId, index: u32) -> bool {
        self.fields.contains(&(id, index))
    }

    /// Returns true if values of the struct can be continued and contain lists.
    pub fn is_struct(&self, id: StructId) -> bool {
        self.structs.contains(&id)
    }

    /// Returns true if values of the type can be continued and contain lists.
    pub fn is_type(&self, ty: &Type) -> bool {
        matches!(ty, Type::Struct(id) if self.is_struct(*id))
    }
}

/// For each field, the structs that are built there.
type Targets = HashMap<(StructId, u32), BTreeSet<StructId>>;

/// Returns the structs that contain lists, directly or in their parts.
fn with_lists(types: &Types, targets: &Targets) -> BTreeSet<StructId> {
    let mut candidates: BTreeSet<StructId> = targets.values().flatten().copied().collect();
    loop {
        let inside = candidates.iter().flat_map(|id| types.record(*id).fields.iter().filter_map(part));
        let all: BTreeSet<StructId> = inside.chain(candidates.iter().copied()).collect();
        if all == candidates {
            break;
        }
        candidates = all;
    }
    let mut found = BTreeSet::new();
    loop {
        let holds = |id: &&StructId| {
            types.record(**id).fields.iter().zip(0..).any(|(field, index)| {
                let reopened = || targets.get(&(**id, index)).is_some_and(|built| !built.is_disjoint(&found));
                !field.optional && matches!(field.ty, Type::List(_))
                    || part(field).is_some_and(|inner| found.contains(&inner))
                    || reopened()
            })
        };
        let all: BTreeSet<StructId> = candidates.iter().filter(holds).copied().collect();
        if all == found {
            return found;
        }
        found = all;
    }
}

/// Returns the struct that a field always contains.
fn part(field: &FieldType) -> Option<StructId> {
    match field.ty {
        Type::Struct(id) if !field.optional => Some(id),
        _ => None,
    }
}

/// The search in one function.
struct Search<'s> {
    types: &'s Types,
    function: &'s Function,
    /// The number of loops around the binding of a place.
    levels: HashMap<VarId, u32>,
    found: &'s mut Targets,
}

impl Search<'_> {
    fn block(&mut self, block: &Block, level: u32) {
        block.ops.iter().for_each(|op| self.op(op, level));
    }

    fn op(&mut self, op: &Op, level: u32) {
        match op {
            Op::Open { place, case, bind, body, .. } => {
                let outside = self.levels.get(&place.root).copied().unwrap_or(0);
                self.levels.insert(*bind, outside);
                if outside < level && !resets(body, *bind) {
                    self.opened(place, *case);
                }
            }
            Op::Push { bind, .. } => drop(self.levels.insert(*bind, level)),
            Op::Fill { bind, .. } => drop(self.levels.insert(*bind, level + 1)),
            Op::Make { var, .. } => drop(self.levels.insert(*var, level)),
            Op::Set { .. } | Op::Reset { .. } | Op::Retain { .. } | Op::ReportUnknown { .. } => {}
            ops_of!(control) | ops_of!(reading) | ops_of!(writing) => {}
        }
        let repeats = matches!(op, Op::Loop { .. } | Op::Keyed { .. } | Op::Fill { .. } | Op::Each { .. });
        op.blocks().into_iter().for_each(|block| self.block(block, level + u32::from(repeats)));
    }

    fn opened(&mut self, place: &Place, case: Option<u32>) {
        let Some((Step::Field(index), before)) = place.steps.split_last() else { return };
        let holder = Place { root: place.root, steps: before.to_vec() };
        let (holder, held) = (self.types.at(self.function, &holder), self.types.at(self.function, place));
        let (Some(PlaceType::Value(Type::Struct(id))), Some(held)) = (holder, held) else { return };
        let built = match (held, case) {
            (PlaceType::Optional(ty), None) => Some(ty),
            (PlaceType::Value(Type::Union(union)), Some(case)) => {
                self.types.union(*union).cases[case as usize].ty.as_ref()
            }
            _ => None,
        };
        if let Some(Type::Struct(built)) = built {
            self.found.entry((*id, *index)).or_default().insert(*built);
        }
    }
}

/// Returns true if a body first resets the existing value.
fn resets(body: &Block, bind: VarId) -> bool {
    body.ops.iter().any(|op| match op {
        Op::Reset { place } => place.root == bind && place.steps.is_empty(),
        op => op.blocks().into_iter().any(|block| resets(block, bind)),
    })
}
