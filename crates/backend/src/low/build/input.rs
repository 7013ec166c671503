//! Reading at the cursor.

use super::Builder;
use crate::low::{LeafTarget, Stmt};
use polywire_ir::types::Meaning;
use polywire_ir::types::Type;
use polywire_ir::{Const, Expr, Miss, Op, ReadLeaf, ReadWhat, SiteId, ValueType, VarId};

/// Constant lengths below this are joined with others.
const LARGE: u64 = 1 << 20;

impl<'m> Builder<'m> {
    /// Appends a sequence of constant-length reads, with the ops between them, under one bounds check; returns the number
    /// of ops. Nothing else in the sequence can fail, so the error is the same as with separate checks.
    pub(super) fn fixed_run(&mut self, ops: &'m [Op], first: usize) -> Option<usize> {
        let (total, len) = self.run_length(&ops[first..]);
        let Some(Op::Read { site, .. }) = ops.get(first).filter(|_| len > 0) else { return None };
        if !self.assured.contains(&self.cx.numbering.op(&ops[first])) {
            self.ensure(total.into(), *site);
        }
        let mut offset = 0;
        for index in first..first + len {
            match fixed_width(&ops[index]) {
                Some(width) => {
                    self.read_ahead(&ops[index], offset);
                    offset += width;
                }
                None => drop(self.op(ops, index)),
            }
        }
        self.emit(Stmt::Advance { len: total.into() });
        Some(len)
    }

    /// Fails unless this many bytes are left in the window.
    pub(super) fn ensure(&mut self, len: Expr, site: SiteId) {
        if !self.function.trusting {
            self.emit(Stmt::Ensure { len, site });
        }
    }

    /// Returns the bytes and ops of a sequence of constant-length reads.
    fn run_length(&self, ops: &[Op]) -> (u64, usize) {
        let (mut total, mut len) = (0, 0);
        for (index, op) in ops.iter().enumerate() {
            if let Some(width) = fixed_width(op) {
                (total, len) = (total + width, index + 1);
                // Each one fails separately.
                if self.cx.target.explains {
                    break;
                }
            } else if index == 0 || !self.is_quiet(op) {
                break;
            }
        }
        (total, len)
    }

    /// Returns the bytes and the site of the constant-length reads at the start of the ops.
    pub(super) fn fixed_run_ahead(&self, ops: &[Op]) -> Option<(u64, SiteId)> {
        let (total, len) = self.run_length(ops);
        match ops.first() {
            Some(Op::Read { site, .. }) if len > 0 && !self.cx.target.explains => Some((total, *site)),
            _ => None,
        }
    }

    /// Returns true if an op neither fails nor uses the cursor.
    fn is_quiet(&self, op: &Op) -> bool {
        let mut quiet = match op {
            Op::Let { .. } => true,
            Op::Set { place, .. } => !matches!(self.place_type(place), None | Some(Type::Text { .. })),
            _ => false,
        };
        op.visit_exprs(&mut |expr| quiet &= !expr.uses_input());
        quiet
    }

    fn read_ahead(&mut self, op: &'m Op, offset: u64) {
        let Op::Read { what, results, .. } = op else { return };
        let Some(var) = results.first().copied().filter(|result| self.uses.of(*result) > 0) else { return };
        match what {
            ReadWhat::Int { width, order } => self.emit(Stmt::Load { var, offset, width: *width, order: *order }),
            ReadWhat::Span(len) => self.emit(Stmt::Span { var, offset, len: len.clone() }),
            _ => {}
        }
    }

    /// Appends a read, possibly with the following op; returns their number. Constant-length reads are
    /// [`Self::fixed_run`]'s.
    pub(super) fn read(&mut self, what: &ReadWhat, results: &[VarId], site: SiteId, following: &'m [Op]) -> usize {
        match what {
            ReadWhat::Int { .. } => {}
            ReadWhat::Span(len) => self.read_span(len, results[0], site),
            ReadWhat::Peek => self.emit(Stmt::Peek(results[0])),
            ReadWhat::Skip(len) => {
                let len = self.simple(len, "length");
                self.skip(len, site);
            }
            ReadWhat::SkipWhile(set) => self.emit(Stmt::SkipWhile(*set)),
            ReadWhat::Align { to, from } => {
                let var = self.variable("gap", crate::low::VarType::Value(ValueType::U64));
                self.emit(Stmt::Padding { var, to: to.clone(), from: from.clone() });
                self.skip_with_run_ahead(var, site, following);
            }
            ReadWhat::Leaf(leaf) => return self.read_leaf(*leaf, results, site, following),
        }
        1
    }

    fn skip(&mut self, len: Expr, site: SiteId) {
        self.ensure(len.clone(), site);
        self.emit(Stmt::Advance { len });
    }

    /// Skips padding; one bounds check includes the constant-length reads behind it.
    fn skip_with_run_ahead(&mut self, padding: VarId, site: SiteId, following: &'m [Op]) {
        let mut needed = Expr::Var(padding);
        if let Some((total, _)) = self.fixed_run_ahead(following) {
            self.assured.insert(self.cx.numbering.op(&following[0]));
            needed = needed + total;
        }
        self.ensure(needed, site);
        self.emit(Stmt::Advance { len: Expr::Var(padding) });
    }

    fn read_span(&mut self, len: &Expr, result: VarId, site: SiteId) {
        let len = self.simple(len, "length");
        self.ensure(len.clone(), site);
        if self.uses.of(result) > 0 {
            self.emit(Stmt::Span { var: result, offset: 0, len: len.clone() });
        }
        self.emit(Stmt::Advance { len });
    }

    fn read_leaf(&mut self, leaf: ReadLeaf, results: &[VarId], site: SiteId, following: &'m [Op]) -> usize {
        if leaf == ReadLeaf::JsonString && self.read_name(results, site, following) {
            return 2;
        }
        let (into, ops) = match results.first().copied() {
            None => (LeafTarget::Nothing, 1),
            Some(result) => match self.joined_target(leaf, result, following) {
                Some(target) => (target, 2),
                None if leaf == ReadLeaf::JsonString && self.uses.of(result) == 0 => (LeafTarget::Nothing, 1),
                None => {
                    self.copies.insert(result);
                    (LeafTarget::Var(result), 1)
                }
            },
        };
        self.emit(Stmt::ReadLeaf { leaf, into, site });
        ops
    }

    /// Returns the native value that is set to a leaf's result and nothing else, if the leaf can be read into it.
    fn joined_target(&mut self, leaf: ReadLeaf, result: VarId, following: &'m [Op]) -> Option<LeafTarget> {
        let Some(Op::Set { place, value: Expr::Var(var), .. }) = following.first() else { return None };
        if *var != result || self.uses.of(result) != 1 || self.is_property(place) || self.cx.target.explains {
            return None;
        }
        let ty = self.place_type(place)?;
        let fits = matches!(
            (leaf, ty),
            (ReadLeaf::JsonString, Type::Text { .. })
                | (ReadLeaf::JsonBase64, Type::Bytes)
                | (ReadLeaf::JsonBool, Type::Bool)
                | (ReadLeaf::JsonInt, Type::Int { bits: 64, signed: true, meaning: Meaning::Number })
                | (ReadLeaf::JsonUint, Type::Int { bits: 64, signed: false, meaning: Meaning::Number })
                | (ReadLeaf::JsonFloat64, Type::Float { bits: 64 })
                | (ReadLeaf::JsonFloat32, Type::Float { bits: 32 })
        );
        // A list of conditions may be packed, so that its elements have no addresses.
        if !fits || place.steps.is_empty() && *ty == Type::Bool {
            return None;
        }
        self.begin_set(place);
        Some(LeafTarget::Place(place.clone()))
    }

    pub(super) fn match_(&mut self, bytes: &[u8], miss: &Miss, is_left: bool) {
        let bytes = bytes.to_vec();
        self.emit(match miss {
            Miss::Fail { code, site } => Stmt::Match { bytes, is_left, code: *code, site: *site },
            Miss::Yield(var) => Stmt::MatchIf { var: *var, bytes },
        });
    }
}

/// Returns the number of bytes of a constant-length read.
pub(super) fn fixed_width(op: &Op) -> Option<u64> {
    match op {
        Op::Read { what: ReadWhat::Int { width, .. }, .. } => Some(u64::from(*width)),
        Op::Read {
            what: ReadWhat::Skip(Expr::Const(Const::U64(len))) | ReadWhat::Span(Expr::Const(Const::U64(len))),
            ..
        } if *len < LARGE => Some(*len),
        _ => None,
    }
}
