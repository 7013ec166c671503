use super::passing::{is_passing, may_refer};
use polywire_ir::types::{Type, Types};
use polywire_ir::{Block, Calls, Datum, Effects, Expr, Function, Module, Op, ReadWhat, effects};

/// The calling convention of a function in generated code: its implicit parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallingConvention {
    /// The effects in the IR.
    pub effects: Effects,
    /// The end of the region, up to which texts can be loaded in whole blocks.
    pub readable_end: bool,
    /// The start of the region, for positions.
    pub begin: bool,
    /// The message's context: errors and memory.
    pub message: bool,
}

/// The result of a function in generated code, apart from its results in the IR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The read position, null on failure.
    Reads,
    /// The write position, null on failure.
    Writes,
    /// True on success.
    Fails,
    /// Void.
    Plain,
}

impl CallingConvention {
    pub fn shape(&self) -> Shape {
        match self.effects {
            Effects { reads: true, .. } => Shape::Reads,
            Effects { writes: true, .. } => Shape::Writes,
            Effects { fails: true, .. } => Shape::Fails,
            _ => Shape::Plain,
        }
    }

    fn union(self, other: Self) -> Self {
        Self {
            effects: self.effects.union(other.effects),
            readable_end: self.readable_end | other.readable_end,
            begin: self.begin | other.begin,
            message: self.message | other.message,
        }
    }

    /// In another region, nothing of the outer one is needed.
    fn elsewhere(self) -> Self {
        Self { readable_end: false, begin: false, ..self }
    }
}

/// Returns the calling convention of each function; `borrows` if values refer to bytes of the message.
pub fn calling_conventions(module: &Module, calls: &Calls, borrows: bool) -> Vec<CallingConvention> {
    let effects = effects(module);
    let mut known: Vec<CallingConvention> = effects
        .iter()
        .map(|effects| CallingConvention { effects: *effects, message: effects.fails, ..CallingConvention::default() })
        .collect();
    calls.solve(|id| {
        let function = module.function(id);
        let copies = borrows && may_refer(function);
        let inside = Analysis { module, function, known: &known, copies }.block(&function.body);
        let found = known[id.0 as usize].union(inside);
        std::mem::replace(&mut known[id.0 as usize], found) != found
    });
    known
}

struct Analysis<'m> {
    module: &'m Module,
    function: &'m Function,
    known: &'m [CallingConvention],
    /// The values that it builds refer to copies of temporary bytes.
    copies: bool,
}

impl Analysis<'_> {
    fn block(&self, block: &Block) -> CallingConvention {
        let yields = block.yields.iter().map(|value| self.expr(value));
        block
            .ops
            .iter()
            .map(|op| self.op(op))
            .chain(yields)
            .fold(CallingConvention::default(), CallingConvention::union)
    }

    fn op(&self, op: &Op) -> CallingConvention {
        let inside = op
            .blocks()
            .into_iter()
            .map(|block| self.block(block))
            .fold(CallingConvention::default(), CallingConvention::union);
        let inside = if matches!(op, Op::At { .. }) { inside.elsewhere() } else { inside };
        let mut found = inside.union(self.own(op));
        op.visit_exprs(&mut |it| found = found.union(self.expr(it)));
        found
    }

    fn own(&self, op: &Op) -> CallingConvention {
        let none = CallingConvention::default();
        match op {
            Op::Call { func, .. } => CallingConvention { effects: Effects::default(), ..self.known[func.0 as usize] },
            Op::Set { .. } => CallingConvention { readable_end: self.sets_text(op), ..none },
            Op::Scratch { .. } => CallingConvention { message: true, ..none },
            Op::Read { what: ReadWhat::Align { .. }, .. } => CallingConvention { begin: true, ..none },
            Op::Read { what: ReadWhat::Leaf(_), .. } => CallingConvention { message: true, ..none },
            Op::Write { what: Datum::Align { .. } } => none,
            _ => none,
        }
    }

    fn sets_text(&self, op: &Op) -> bool {
        let types: &Types = &self.module.types;
        let place = op.place().and_then(|place| types.at(self.function, place));
        matches!(place.and_then(|place| place.value()), Some(Type::Text { .. }))
    }

    fn expr(&self, expr: &Expr) -> CallingConvention {
        let mut found = CallingConvention::default();
        expr.visit(&mut |expr| {
            found.begin |= matches!(expr, Expr::Pos | Expr::Since(_) | Expr::Input);
            found.readable_end |= matches!(expr, Expr::Input);
            found.message |= matches!(expr, Expr::Setting(_));
            found.message |= self.copies && is_passing(&self.module.types, self.function, expr);
        });
        found
    }
}
