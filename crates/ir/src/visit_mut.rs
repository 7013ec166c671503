//! Rewrites functions: mutable counterparts of `visit`.

use crate::parts::PartMut;
use crate::{Block, Expr, Function, Op, Order, Place, Step, VarId};

impl Function {
    /// Calls `f` with every block, inner ones first.
    pub fn visit_blocks_mut(&mut self, f: &mut dyn FnMut(&mut Block)) {
        self.body.visit_blocks_mut(f);
    }

    /// Calls `f` with every variable at every binding and use.
    pub fn visit_vars_mut(&mut self, f: &mut dyn FnMut(&mut VarId)) {
        self.params.iter_mut().for_each(|param| f(&mut param.var));
        self.body.visit_bindings_mut(f);
        self.body.visit_uses_mut(f);
    }

    /// Calls `f` with every place, after those in its indices.
    pub fn visit_places_mut(&mut self, f: &mut dyn FnMut(&mut Place)) {
        self.body.visit_places_mut(f);
    }
}

impl Block {
    /// Calls `f` with this block and all nested ones, inner ones first.
    pub fn visit_blocks_mut(&mut self, f: &mut dyn FnMut(&mut Block)) {
        for op in &mut self.ops {
            op.blocks_mut().into_iter().for_each(|block| block.visit_blocks_mut(f));
        }
        f(self);
    }

    /// Calls `f` with the outermost expressions of the ops, including those of inner blocks, and of the yields.
    pub fn visit_exprs_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        for op in &mut self.ops {
            op.visit_exprs_mut(f);
            op.blocks_mut().into_iter().for_each(|block| block.visit_exprs_mut(f));
        }
        self.yields.iter_mut().for_each(f);
    }

    /// Calls `f` with every variable at every binding.
    pub fn visit_bindings_mut(&mut self, f: &mut dyn FnMut(&mut VarId)) {
        for op in &mut self.ops {
            op.visit_bindings_mut(f);
            op.blocks_mut().into_iter().for_each(|block| block.visit_bindings_mut(f));
        }
    }

    /// Calls `f` with every variable at every use.
    pub fn visit_uses_mut(&mut self, f: &mut dyn FnMut(&mut VarId)) {
        for op in &mut self.ops {
            op.parts_mut(&mut |part| part.uses(f));
            op.blocks_mut().into_iter().for_each(|block| block.visit_uses_mut(f));
        }
        self.yields.iter_mut().for_each(|expr| expr.visit_vars_mut(f));
    }

    fn visit_places_mut(&mut self, f: &mut dyn FnMut(&mut Place)) {
        for op in &mut self.ops {
            op.parts_mut(&mut |part| match part {
                PartMut::Block(block) => block.visit_places_mut(f),
                PartMut::Value(value) => value.visit_places_mut(f),
                PartMut::Place(place) => place.visit_mut(f),
                PartMut::Order(_) | PartMut::Binding(_) | PartMut::Use(_) => {}
            });
        }
        self.yields.iter_mut().for_each(|expr| expr.visit_places_mut(f));
    }
}

impl Op {
    /// Returns the op's blocks.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        let mut blocks = Vec::new();
        self.parts_mut(&mut |part| {
            if let PartMut::Block(block) = part {
                blocks.push(block);
            }
        });
        blocks
    }

    /// Calls `f` with each outermost expression of the op itself, excluding its blocks; for a place, with its indices.
    pub fn visit_exprs_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        self.parts_mut(&mut |part| part.exprs(f));
    }

    /// Calls `f` with each variable that the op binds.
    fn visit_bindings_mut(&mut self, f: &mut dyn FnMut(&mut VarId)) {
        self.parts_mut(&mut |part| {
            if let PartMut::Binding(var) = part {
                f(var);
            }
        });
    }
}

impl PartMut<'_> {
    fn exprs(self, f: &mut dyn FnMut(&mut Expr)) {
        match self {
            Self::Value(value) => f(value),
            Self::Place(place) => place.visit_indices_mut(f),
            Self::Block(_) | Self::Order(_) | Self::Binding(_) | Self::Use(_) => {}
        }
    }

    fn uses(self, f: &mut dyn FnMut(&mut VarId)) {
        match self {
            Self::Value(value) => value.visit_vars_mut(f),
            Self::Place(place) => {
                f(&mut place.root);
                place.visit_indices_mut(&mut |index| index.visit_vars_mut(f));
            }
            Self::Order(Order::LittleIf(var)) | Self::Use(var) => f(var),
            Self::Order(Order::Little | Order::Big) | Self::Block(_) | Self::Binding(_) => {}
        }
    }
}

impl Place {
    fn visit_mut(&mut self, f: &mut dyn FnMut(&mut Place)) {
        self.visit_indices_mut(&mut |index| index.visit_places_mut(f));
        f(self);
    }

    /// Calls `f` with each index along the path.
    pub(crate) fn visit_indices_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        for step in &mut self.steps {
            if let Step::At(index) = step {
                f(index);
            }
        }
    }
}

impl Expr {
    /// Calls `f` with all subexpressions and then with this expression.
    pub fn visit_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        self.visit_children_mut(&mut |child| child.visit_mut(f));
        f(self);
    }

    fn visit_places_mut(&mut self, f: &mut dyn FnMut(&mut Place)) {
        self.parts_mut(&mut |part| match part {
            PartMut::Value(value) => value.visit_places_mut(f),
            PartMut::Place(place) => place.visit_mut(f),
            PartMut::Block(_) | PartMut::Order(_) | PartMut::Binding(_) | PartMut::Use(_) => {}
        });
    }

    /// Calls `f` with each operand.
    pub fn visit_children_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        self.parts_mut(&mut |part| part.exprs(f));
    }

    /// Calls `f` with each variable used in this expression.
    pub fn visit_vars_mut(&mut self, f: &mut dyn FnMut(&mut VarId)) {
        self.parts_mut(&mut |part| part.uses(f));
    }
}
