//! The size bound of one function, op by op.

use super::safe::{guarded, is_safe_expr, tested_presence, unconditional};
use super::term::{SizeBound, SizeBoundTerm, datum_size_bound, each_size_bound};
use polywire_ir::types::{Type, Types};
use polywire_ir::{
    Arg, Arm, Block, Calls, Const, Datum, Expr, FuncId, Function, Module, Op, ParamKind, Place, Prefix, VarId,
};
use std::collections::{BTreeSet, HashMap};

/// Represents an argument that is unknown before the encoder runs.
pub(super) const UNKNOWN: Arg = Arg::Value(Expr::Tail);

/// Limit on the parts of an expression that replaces a variable. Useful size bounds need few.
const MOST_PARTS: usize = 256;

/// For each function whether it writes, itself or through one that it calls.
pub(super) fn writers(module: &Module, calls: &Calls) -> Vec<bool> {
    let mut known = vec![false; module.functions.len()];
    calls.solve(|id| {
        let writes = block_writes(&module.function(id).body, &known);
        std::mem::replace(&mut known[id.0 as usize], writes) != writes
    });
    known
}

fn block_writes(block: &Block, known: &[bool]) -> bool {
    block.ops.iter().any(|op| match op {
        Op::Write { .. } | Op::Measured { .. } | Op::Block { .. } => true,
        Op::Call { func, .. } => known[func.0 as usize],
        _ => op.blocks().into_iter().any(|block| block_writes(block, known)),
    })
}

/// Derives the size bound of one function.
pub(super) struct Derive<'m> {
    types: &'m Types,
    function: &'m Function,
    /// For each function whether it writes.
    writers: &'m [bool],
    /// The values of variables, in terms of parameters and elements.
    pub(super) known: HashMap<VarId, Expr>,
    /// Values made by the encoder.
    pub(super) made: BTreeSet<VarId>,
    /// The size bounds of scratch streams.
    scratch: HashMap<VarId, SizeBound>,
    /// Optionals that were checked to be present. The size bound is computed before the encoder fails at the check.
    checked: Vec<Place>,
}

impl<'m> Derive<'m> {
    pub(super) fn new(types: &'m Types, function: &'m Function, writers: &'m [bool]) -> Self {
        let params = function.params.iter().filter(|param| param.kind == ParamKind::Value);
        let known = params.map(|param| (param.var, Expr::Var(param.var))).collect();
        Self { types, function, writers, known, made: BTreeSet::new(), scratch: HashMap::new(), checked: Vec::new() }
    }

    pub(super) fn body(&mut self) -> Option<SizeBound> {
        self.block(&self.function.body)
    }

    fn block(&mut self, block: &Block) -> Option<SizeBound> {
        let mut size_bound = SizeBound::default();
        let before = self.checked.len();
        for op in &block.ops {
            if let Op::Check { cond, .. } = op {
                self.checked.extend(self.express(cond).iter().flat_map(tested_presence));
            }
            let written = self.op(op)?;
            size_bound.add(guarded(written, &self.checked));
        }
        self.checked.truncate(before);
        Some(size_bound)
    }

    fn op(&mut self, op: &Op) -> Option<SizeBound> {
        match op {
            Op::Let { var, value } => self.let_(*var, value),
            Op::Write { what } => self.datum(what),
            Op::If { cond, then, other, results } => self.if_(cond, then, other, results),
            Op::Switch { on, arms, default, .. } => self.switch(on, arms, default),
            Op::Call { func, args, .. } => self.call(*func, args),
            Op::Measured { prefix, body, .. } => self.measured(*prefix, body),
            Op::Block { size, body, .. } => self.section(size, body),
            Op::Sub { body, .. } | Op::Tail { body, .. } | Op::Memo { body, .. } => self.block(body),
            Op::Each { place, item, body, .. } => self.each(place, *item, body),
            Op::Scratch { var, body } => self.scratch(*var, body),
            Op::Make { var, body, .. } => self.make(*var, body),
            // Repeated, or depending on what is read, so bounded only if nothing is written.
            Op::Loop { .. }
            | Op::Keyed { .. }
            | Op::Fill { .. }
            | Op::Push { .. }
            | Op::Open { .. }
            | Op::Window { .. }
            | Op::At { .. } => {
                let blocks: Option<Vec<SizeBound>> = op.blocks().into_iter().map(|block| self.block(block)).collect();
                blocks?.iter().all(|size_bound| *size_bound == SizeBound::default()).then(SizeBound::default)
            }
            Op::Check { .. }
            | Op::Charge { .. }
            | Op::Credit { .. }
            | Op::Read { .. }
            | Op::Match { .. }
            | Op::Section { .. }
            | Op::Set { .. }
            | Op::Reset { .. }
            | Op::Retain { .. }
            | Op::ReportUnknown { .. }
            | Op::Put { .. } => Some(SizeBound::default()),
        }
    }

    fn let_(&mut self, var: VarId, value: &Expr) -> Option<SizeBound> {
        if let Some(value) = self.express(value) {
            self.learn(var, value);
        }
        Some(SizeBound::default())
    }

    /// Records the value of a variable, unless it is long: sums with a condition for each field would otherwise double
    /// with each of them.
    fn learn(&mut self, var: VarId, value: Expr) {
        let mut parts = 0;
        value.visit(&mut |_| parts += 1);
        if parts <= MOST_PARTS {
            self.known.insert(var, value);
        }
    }

    fn measured(&mut self, prefix: Prefix, body: &Block) -> Option<SizeBound> {
        let mut size_bound = self.block(body)?;
        size_bound.fixed += match prefix {
            Prefix::Varint => 10,
            Prefix::Int { width, .. } => u64::from(width),
        };
        Some(size_bound)
    }

    fn section(&mut self, size: &Expr, body: &Block) -> Option<SizeBound> {
        let mut size_bound = self.number(size)?;
        size_bound.add(self.block(body)?);
        Some(size_bound)
    }

    fn scratch(&mut self, var: VarId, body: &Block) -> Option<SizeBound> {
        let size_bound = self.block(body)?;
        self.scratch.insert(var, size_bound);
        Some(SizeBound::default())
    }

    /// A value made by the encoder is unknown before it runs, and so are the sizes of its parts.
    fn make(&mut self, var: VarId, body: &Block) -> Option<SizeBound> {
        self.made.insert(var);
        self.block(body).filter(|size_bound| *size_bound == SizeBound::default())
    }

    fn datum(&mut self, what: &Datum) -> Option<SizeBound> {
        if let Datum::Span(Expr::Var(var)) = what
            && let Some(size_bound) = self.scratch.get(var)
        {
            return Some(size_bound.clone());
        }
        let mut size_bound = datum_size_bound(what);
        for term in &mut size_bound.terms {
            if let SizeBoundTerm::Bytes { value, .. } | SizeBoundTerm::Number(value) = term {
                *value = self.express(value)?;
            }
        }
        Some(size_bound)
    }

    fn number(&self, value: &Expr) -> Option<SizeBound> {
        match self.express(value)? {
            Expr::Const(Const::U64(fixed)) => Some(SizeBound { fixed, terms: Vec::new() }),
            value => Some(SizeBound { fixed: 0, terms: vec![SizeBoundTerm::Number(value)] }),
        }
    }

    fn if_(&mut self, cond: &Expr, then: &Block, other: &Block, results: &[VarId]) -> Option<SizeBound> {
        let cond = self.express(cond);
        let (then_bound, other_bound) = (self.block(then)?, self.block(other)?);
        for (result, (yes, no)) in results.iter().zip(then.yields.iter().zip(&other.yields)) {
            if let (Some(cond), Some(yes), Some(no)) = (&cond, self.express(yes), self.express(no))
                && is_safe_expr(&yes)
                && is_safe_expr(&no)
            {
                self.learn(*result, cond.clone().choose(yes, no));
            }
        }
        if let Some(size_bound) = unconditional(&then_bound, &other_bound) {
            return Some(size_bound);
        }
        Some(SizeBound {
            fixed: 0,
            terms: vec![SizeBoundTerm::If { cond: cond?, then: then_bound, other: other_bound }],
        })
    }

    fn switch(&mut self, on: &Expr, arms: &[Arm], default: &Block) -> Option<SizeBound> {
        let on = self.express(on);
        let arms = arms.iter().map(|arm| Some((arm.keys.clone(), self.block(&arm.body)?)));
        let (arms, default) = (arms.collect::<Option<Vec<_>>>()?, self.block(default)?);
        if arms.iter().map(|(_, size_bound)| size_bound).chain([&default]).all(|size_bound| size_bound.terms.is_empty())
        {
            let fixed =
                arms.iter().map(|(_, size_bound)| size_bound.fixed).chain([default.fixed]).max().unwrap_or_default();
            return Some(SizeBound { fixed, terms: Vec::new() });
        }
        Some(SizeBound { fixed: 0, terms: vec![SizeBoundTerm::Switch { on: on?, arms, default }] })
    }

    fn call(&self, func: FuncId, args: &[Arg]) -> Option<SizeBound> {
        if !self.writers[func.0 as usize] {
            return Some(SizeBound::default());
        }
        let args: Option<Vec<Arg>> = args.iter().map(|arg| self.arg(arg)).collect();
        Some(SizeBound { fixed: 0, terms: vec![SizeBoundTerm::Call { func, args: args? }] })
    }

    fn arg(&self, arg: &Arg) -> Option<Arg> {
        match arg {
            Arg::Value(value) => Some(self.express(value).map_or(UNKNOWN, Arg::Value)),
            Arg::Place(place) => Some(Arg::Place(self.place(place)?)),
        }
    }

    fn each(&mut self, place: &Place, item: VarId, body: &Block) -> Option<SizeBound> {
        let size_bound = self.block(body)?;
        if size_bound == SizeBound::default() {
            return Some(size_bound);
        }
        if let (Some(Type::Array(_, len)), []) =
            (self.types.at(self.function, place)?.value(), size_bound.terms.as_slice())
        {
            return Some(SizeBound { fixed: size_bound.fixed * u64::from(*len), terms: Vec::new() });
        }
        Some(SizeBound { fixed: 0, terms: vec![each_size_bound(self.place(place)?, item, size_bound)] })
    }
}
