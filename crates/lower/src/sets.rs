//! Sets. A format lowers a model in which they are lists; in the functions that it lowers, the lists that are sets become sets
//! again, so that no format has to know them. Elements of a set are visited in ascending order, and one that comes twice is
//! one.
//!
//! Design: docs/decisions/0087-sets-and-keys.md

use polywire_ir::types::{Type, Types};
use polywire_ir::{Arg, Block, FuncId, Function, Module, Op, Param, Place, PlaceType, Step, ValueType, VarId, ops_of};
use polywire_model::Model;
use std::collections::HashSet;
use std::sync::Arc;

/// Makes sets of the lists that are sets in the model.
pub(crate) fn restore(mut module: Module, model: &Model) -> Module {
    module.types = Arc::new(Types::of_model(model));
    let types = module.types.clone();
    let mut restorer = Restorer { types: &types, functions: &module.functions, variants: Vec::new() };
    let mut restored: Vec<Function> =
        (0..module.functions.len() as u32).map(|id| restorer.function(FuncId(id), &[])).collect();
    for index in 0.. {
        let Some((id, given)) = restorer.variants.get(index).cloned() else { break };
        let variant = restorer.function(id, &given);
        restored.push(Function { name: format!("{}_of_set{}", variant.name, index + 1), ..variant });
    }
    module.functions = restored;
    module
}

/// The types of parameters that differ from the declared ones.
type Given = Vec<(VarId, Type)>;

struct Restorer<'m> {
    types: &'m Types,
    functions: &'m [Function],
    /// Functions for lists that are also called for sets, or for values that contain such. They follow the others.
    variants: Vec<(FuncId, Given)>,
}

impl Restorer<'_> {
    fn function(&mut self, id: FuncId, given: &[(VarId, Type)]) -> Function {
        let mut function = self.functions[id.0 as usize].clone();
        for (var, ty) in given {
            function.vars[var.0 as usize].ty = ValueType::Ref(ty.clone());
        }
        let mut scope = Scope { types: self.types, function: &mut function, elements: HashSet::new() };
        let body = std::mem::take(&mut scope.function.body);
        scope.block(&body);
        let elements = scope.elements;
        function.body = body;
        function.visit_places_mut(&mut |place| {
            if elements.contains(&place.root) {
                place.steps.insert(0, Step::Field(0));
            }
        });
        let mut body = std::mem::take(&mut function.body);
        body.visit_blocks_mut(&mut |block| block.ops.iter_mut().for_each(|op| self.call(&function, op)));
        Function { body, ..function }
    }

    /// Calls the variant for the types of the arguments.
    fn call(&mut self, caller: &Function, op: &mut Op) {
        let Op::Call { func, args, .. } = op else { return };
        let callee = &self.functions[func.0 as usize];
        let differs = |(param, arg): (&Param, &Arg)| {
            let Arg::Place(place) = arg else { return None };
            let ty = self.types.at(caller, place)?.value()?;
            (ValueType::Ref(ty.clone()) != callee.var(param.var).ty).then(|| (param.var, ty.clone()))
        };
        let given: Given = callee.params.iter().zip(&*args).filter_map(differs).collect();
        if given.is_empty() {
            return;
        }
        let wanted = (*func, given);
        let known = self.variants.iter().position(|variant| *variant == wanted);
        let index = known.unwrap_or(self.variants.len());
        if known.is_none() {
            self.variants.push(wanted);
        }
        *func = FuncId((self.functions.len() + index) as u32);
    }
}

/// A function whose variables get the types of the places that they are bound to.
struct Scope<'f> {
    types: &'f Types,
    function: &'f mut Function,
    /// Variables for entries of sets, which their lists had as keys alone.
    elements: HashSet<VarId>,
}

impl Scope<'_> {
    fn block(&mut self, block: &Block) {
        for op in &block.ops {
            match op {
                Op::Push { place, bind, .. } | Op::Fill { place, bind, .. } => self.bind_item(place, *bind),
                Op::Each { place, item, .. } => self.bind_item(place, *item),
                Op::Open { place, case, bind, .. } => self.bind_inner(place, *case, *bind),
                Op::Set { .. } | Op::Reset { .. } | Op::Make { .. } | Op::Retain { .. } | Op::ReportUnknown { .. } => {}
                Op::Write { .. }
                | Op::Measured { .. }
                | Op::Block { .. }
                | Op::Put { .. }
                | Op::Sub { .. }
                | Op::Tail { .. }
                | Op::Memo { .. }
                | Op::Scratch { .. } => {}
                ops_of!(control | reading) => {}
            }
            op.blocks().into_iter().for_each(|block| self.block(block));
        }
    }

    fn bind_item(&mut self, place: &Place, bind: VarId) {
        let Some(ty) = self.at(place).and_then(|at| at.value().cloned()) else { return };
        if matches!(&ty, Type::Map(entry) if self.types.record(*entry).is_set_entry()) {
            self.elements.insert(bind);
        }
        ty.element().into_iter().for_each(|element| self.bind(bind, element));
    }

    fn bind_inner(&mut self, place: &Place, case: Option<u32>, bind: VarId) {
        let inner = match (self.at(place), case) {
            (Some(PlaceType::Optional(ty)), None) => Some(ty.clone()),
            (Some(PlaceType::Value(Type::Union(id))), Some(case)) => {
                self.types.union(*id).cases.get(case as usize).map(|case| case.value_type())
            }
            (Some(PlaceType::Value(_) | PlaceType::Optional(_) | PlaceType::Mark) | None, _) => None,
        };
        inner.into_iter().for_each(|ty| self.bind(bind, ty));
    }

    fn bind(&mut self, var: VarId, ty: Type) {
        self.function.vars[var.0 as usize].ty = ValueType::Ref(ty);
    }

    /// Returns the type of a place of the function for lists.
    fn at(&self, place: &Place) -> Option<PlaceType<'_>> {
        let ValueType::Ref(root) = &self.function.var(place.root).ty else { return None };
        let key = self.elements.contains(&place.root).then_some(Step::Field(0));
        let steps: Vec<Step> = key.into_iter().chain(place.steps.iter().cloned()).collect();
        self.types.walk(root, &steps)
    }
}
