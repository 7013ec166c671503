use polywire_ir::types::{Type, Types};
use polywire_ir::{Arg, Block, Calls, Expr, FuncId, Function, Module, Op, Place, Step, ValueType, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The parts of a parameter that a function touches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// Fields of a struct.
    pub fields: BTreeSet<u32>,
    /// The unknown fields of a message.
    pub unknown: bool,
}

/// The touched parts of all parameters that are native values.
pub struct TouchedParts {
    parts: BTreeMap<(FuncId, usize), Touched>,
}

impl TouchedParts {
    pub fn of(module: &Module, calls: &Calls) -> Self {
        let mut known = Self { parts: BTreeMap::new() };
        calls.solve(|id| {
            let function = module.function(id);
            (0..function.params.len()).filter(|param| known.add(module, (id, function), *param)).count() > 0
        });
        known
    }

    /// Notes what a function has to do with a parameter; returns whether that is new.
    fn add(&mut self, module: &Module, (id, function): (FuncId, &Function), param: usize) -> bool {
        let (types, root) = (&module.types, function.params[param].var);
        let mut walk = Walk { known: self, types, function, root, found: Touched::default() };
        walk.block(&function.body);
        let found = walk.found;
        if self.parts.get(&(id, param)) == Some(&found) {
            return false;
        }
        self.parts.insert((id, param), found);
        true
    }

    pub fn get(&self, func: FuncId, param: usize) -> Touched {
        self.parts.get(&(func, param)).cloned().unwrap_or_default()
    }
}

struct Walk<'a> {
    known: &'a TouchedParts,
    types: &'a Types,
    function: &'a Function,
    root: VarId,
    found: Touched,
}

impl Walk<'_> {
    fn block(&mut self, block: &Block) {
        block.ops.iter().for_each(|op| self.op(op));
        block.yields.iter().for_each(|value| self.expr(value));
    }

    fn op(&mut self, op: &Op) {
        op.visit_exprs(&mut |expr| self.expr(expr));
        match op {
            Op::Retain { place, .. } if place.root == self.root && place.steps.is_empty() => self.found.unknown = true,
            _ => op.place().into_iter().for_each(|place| self.place(place)),
        }
        if let Op::Call { func, args, .. } = op {
            args.iter().enumerate().for_each(|(position, arg)| self.arg(*func, position, arg));
        }
        op.blocks().into_iter().for_each(|block| self.block(block));
    }

    fn arg(&mut self, func: FuncId, position: usize, arg: &Arg) {
        let Arg::Place(place) = arg else { return };
        if place.root == self.root && place.steps.is_empty() {
            let callee = self.known.get(func, position);
            self.found.fields.extend(callee.fields);
            self.found.unknown |= callee.unknown;
        } else {
            self.place(place);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        let mut places: Vec<&Place> = Vec::new();
        expr.visit(&mut |expr| match expr {
            Expr::Unknown { place, .. } if place.root == self.root && place.steps.is_empty() => {
                self.found.unknown = true
            }
            _ => places.extend(expr.place()),
        });
        places.into_iter().for_each(|place| self.place(place));
    }

    fn place(&mut self, place: &Place) {
        if place.root != self.root {
            return;
        }
        match place.steps.first() {
            Some(Step::Field(field)) => drop(self.found.fields.insert(*field)),
            Some(Step::Some | Step::Case(_) | Step::At(_)) | None => self.all(),
        }
    }

    fn all(&mut self) {
        if let ValueType::Ref(Type::Struct(id)) = &self.function.var(self.root).ty {
            self.found.fields.extend(0..self.types.record(*id).fields.len() as u32);
        }
        self.found.unknown = true;
    }
}
