//! Traverses functions: the blocks, expressions, places and bound variables of an op.

use crate::parts::Part;
use crate::{Block, Expr, Op, Order, Place, Step, VarId};

impl Op {
    /// Returns the op's blocks in execution order.
    pub fn blocks(&self) -> Vec<&Block> {
        let mut blocks = Vec::new();
        self.parts(&mut |part| {
            if let Part::Block(block) = part {
                blocks.push(block);
            }
        });
        blocks
    }

    /// Calls `f` with each outermost expression of the op itself, excluding its blocks; for a place, with its indices.
    pub fn visit_exprs<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        self.parts(&mut |part| part.exprs(f));
    }

    /// Calls `f` with each place of the op itself, including the arguments of a call, except those in expressions.
    pub fn visit_places<'a>(&'a self, f: &mut dyn FnMut(&'a Place)) {
        self.parts(&mut |part| {
            if let Part::Place(place) = part {
                f(place);
            }
        });
    }

    /// Calls `f` with each variable that the op itself uses, excluding its blocks.
    pub fn visit_uses(&self, f: &mut dyn FnMut(VarId)) {
        self.parts(&mut |part| part.uses(f));
    }

    /// Returns the place that the op sets, builds or visits.
    pub fn place(&self) -> Option<&Place> {
        let mut found = None;
        if !matches!(self, Self::Call { .. }) {
            self.visit_places(&mut |place| found = Some(place));
        }
        found
    }

    /// Returns the variables that the op binds for its blocks or for later ops.
    pub fn binds(&self) -> Vec<VarId> {
        let mut vars = Vec::new();
        self.parts(&mut |part| {
            if let Part::Binding(var) = part {
                vars.push(*var);
            }
        });
        vars
    }
}

impl<'a> Part<'a> {
    fn exprs(self, f: &mut dyn FnMut(&'a Expr)) {
        match self {
            Self::Value(value) => f(value),
            Self::Place(place) => place.visit_indices(f),
            Self::Block(_) | Self::Order(_) | Self::Binding(_) | Self::Use(_) => {}
        }
    }

    fn uses(self, f: &mut dyn FnMut(VarId)) {
        match self {
            Self::Value(value) => value.visit_uses(f),
            Self::Place(place) => place.visit_uses(f),
            Self::Order(Order::LittleIf(var)) | Self::Use(var) => f(*var),
            Self::Order(Order::Little | Order::Big) | Self::Block(_) | Self::Binding(_) => {}
        }
    }
}

impl Place {
    /// Calls `f` with each index along the path.
    pub fn visit_indices<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        for step in &self.steps {
            if let Step::At(index) = step {
                f(index);
            }
        }
    }

    /// Calls `f` with each variable used in this place.
    pub fn visit_uses(&self, f: &mut dyn FnMut(VarId)) {
        f(self.root);
        self.visit_indices(&mut |index| index.visit_uses(f));
    }
}

impl Expr {
    /// Calls `f` with this expression and all its subexpressions, outermost first.
    pub fn visit<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        f(self);
        self.visit_children(&mut |child| child.visit(f));
    }

    /// Returns true if the expression or one of its subexpressions satisfies a predicate.
    pub fn any(&self, holds: impl Fn(&Self) -> bool) -> bool {
        let mut found = false;
        self.visit(&mut |expr| found |= holds(expr));
        found
    }

    /// Returns true if the expression depends on the position of the read cursor.
    pub fn uses_cursor(&self) -> bool {
        self.any(|expr| matches!(expr, Self::Pos | Self::Left | Self::Since(_)))
    }

    /// Returns true if the expression depends on the read cursor or its region.
    pub fn uses_input(&self) -> bool {
        self.uses_cursor() || self.any(|expr| matches!(expr, Self::Input))
    }

    /// Returns the place that the expression itself reads.
    pub fn place(&self) -> Option<&Place> {
        let mut found = None;
        self.parts(&mut |part| {
            if let Part::Place(place) = part {
                found = Some(place);
            }
        });
        found
    }

    /// Calls `f` with each operand.
    pub fn visit_children<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        self.parts(&mut |part| part.exprs(f));
    }

    /// Calls `f` with each variable used in this expression.
    pub fn visit_uses(&self, f: &mut dyn FnMut(VarId)) {
        self.parts(&mut |part| part.uses(f));
    }
}
