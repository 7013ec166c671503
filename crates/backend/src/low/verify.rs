//! The rules of the low form: variables are declared before they are used, and used; only those that change are assigned; bytes
//! of the input are accessed only where they are known to be there.

use super::{Body, Function, LeafTarget, PositionCheck, Prediction, Stmt};
use polywire_ir::{BinaryOp, Const, Expr, Function as Ir, Module, VarId};
use std::collections::BTreeSet;

/// Checks a function; returns the violations.
pub fn verify(module: &Module, low: &Function) -> Vec<String> {
    let function = module.function(low.id);
    let params = function.params.iter().map(|param| param.var);
    let known: BTreeSet<VarId> = params.chain(low.is_new.iter().flatten().copied()).collect();
    let mut checker = Checker {
        low,
        function,
        known,
        changing: BTreeSet::new(),
        ensured: None,
        in_window: false,
        violations: Vec::new(),
    };
    checker.body(&low.body);
    let unused = low.uses.unused(&low.body).into_iter().map(|var| format!("{} is not used", checker.name(var)));
    let unused: Vec<String> = unused.collect();
    unused.into_iter().for_each(|text| checker.violation(text));
    checker.violations
}

struct Checker<'a> {
    low: &'a Function,
    function: &'a Ir,
    /// Variables in scope.
    known: BTreeSet<VarId>,
    /// Those that can be assigned.
    changing: BTreeSet<VarId>,
    /// The bytes known to be left at the cursor.
    ensured: Option<Expr>,
    /// Inside a window.
    in_window: bool,
    violations: Vec<String>,
}

impl Checker<'_> {
    fn violation(&mut self, text: String) {
        self.violations.push(format!("{}: {text}", self.function.name));
    }

    fn name(&self, var: VarId) -> String {
        self.low.vars.get(var.0 as usize).map_or_else(|| format!("variable {}", var.0), |var| format!("`{}`", var.name))
    }

    /// Checks a body in the scope around it, to which its variables are added.
    fn body(&mut self, body: &Body) {
        for (index, stmt) in body.stmts.iter().enumerate() {
            self.stmt(stmt);
            if matches!(stmt, Stmt::Fail { .. } | Stmt::Return(_)) && index + 1 < body.stmts.len() {
                self.violation("statements follow one that leaves the function".into());
            }
        }
    }

    /// Checks a body with a scope of its own.
    fn scope(&mut self, body: &Body) {
        let (known, changing) = (self.known.clone(), self.changing.clone());
        self.body(body);
        (self.known, self.changing) = (known, changing);
    }

    fn declare(&mut self, var: VarId, changes: bool) {
        if var.0 as usize >= self.low.vars.len() {
            return self.violation(format!("{} does not exist", self.name(var)));
        }
        if !self.known.insert(var) {
            self.violation(format!("{} is declared again", self.name(var)));
        }
        if changes {
            self.changing.insert(var);
        }
    }

    fn uses(&mut self, stmt: &Stmt) {
        let mut unknown = Vec::new();
        stmt.visit_uses(&mut |var| {
            if !self.known.contains(&var) {
                unknown.push(var);
            }
        });
        unknown
            .into_iter()
            .for_each(|var| self.violation(format!("{} is used before its declaration", self.name(var))));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        // Members use variables of their head.
        if !matches!(stmt, Stmt::Members(_) | Stmt::SetDefault { .. }) {
            self.uses(stmt);
        }
        if !matches!(stmt, Stmt::Let { .. } | Stmt::SetScalar { .. } | Stmt::SetBytes { .. }) {
            self.reads(stmt);
        }
        match stmt {
            Stmt::Let { var, .. } | Stmt::Alias { var, .. } => self.declare(*var, false),
            Stmt::Declare(var) | Stmt::Var { var, .. } => self.declare(*var, true),
            Stmt::Assign(values) => values.iter().for_each(|(var, _)| self.assigned(*var)),
            Stmt::Count(var) => self.assigned(*var),
            Stmt::Load { var, .. } | Stmt::Span { var, .. } | Stmt::Padding { var, .. } => self.declare(*var, false),
            Stmt::Peek(var) | Stmt::MatchIf { var, .. } | Stmt::Section { var, .. } => self.declare(*var, false),
            Stmt::ReadLeaf { into: LeafTarget::Var(var), .. } => self.declare(*var, false),
            Stmt::Track { tracks, .. } => tracks.iter().for_each(|it| self.declare(it.var, true)),
            Stmt::Present { bind, .. } | Stmt::Hold { bind, .. } => self.declare(*bind, false),
            Stmt::Call(call) => call.results.iter().for_each(|var| self.declare(*var, false)),
            Stmt::Make { var, .. } | Stmt::Memo { var, .. } => self.declare(*var, true),
            _ => {}
        }
        self.inside(stmt);
        if let Stmt::Scratch { var, .. } = stmt {
            self.declare(*var, false);
        }
    }

    fn assigned(&mut self, var: VarId) {
        if !self.changing.contains(&var) {
            self.violation(format!("{} is assigned, but does not change", self.name(var)));
        }
    }

    /// Checks the bodies of a statement.
    fn inside(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Members(members) => {
                let known = self.known.clone();
                self.body(&members.head);
                self.body(&members.to_key);
                self.uses(stmt);
                self.declare(members.key, false);
                for arm in &members.arms {
                    self.ensured = None;
                    self.scope(&arm.body);
                }
                self.scope(&members.default);
                self.known = known;
                if members.prediction != Prediction::None && members.labelled().next().is_none() {
                    self.violation("members are predicted without labels".into());
                }
            }
            Stmt::Part(part) => {
                let passed: BTreeSet<VarId> = part.takes.iter().chain(&part.changes).copied().collect();
                let known = std::mem::replace(&mut self.known, passed.clone());
                let changes = part.changes.iter().copied().filter(|var| self.changing.contains(var)).collect();
                let changing = std::mem::replace(&mut self.changing, changes);
                self.scope(&part.body);
                (self.known, self.changing) = (known, changing);
                let unknown = passed.difference(&self.known).copied().collect::<Vec<_>>();
                unknown.into_iter().for_each(|var| {
                    self.violation(format!("{} is passed to a part before its declaration", self.name(var)))
                });
            }
            Stmt::Window { body, .. } => {
                self.ensured = None;
                let is_inside = std::mem::replace(&mut self.in_window, true);
                self.body(body);
                self.in_window = is_inside;
            }
            Stmt::At { check, body, .. } => {
                self.ensured = match check {
                    PositionCheck::Ahead { len, .. } => Some((*len).into()),
                    PositionCheck::None | PositionCheck::Position(_) => None,
                };
                self.body(body);
            }
            Stmt::Measured { body, .. }
            | Stmt::Block { body, .. }
            | Stmt::Sub { body, .. }
            | Stmt::About { body, .. }
            | Stmt::Scratch { body, .. } => self.body(body),
            Stmt::Push { bind, size, ahead: Some(ahead), body, .. } => {
                if size.is_none() || ahead.label.is_empty() {
                    self.violation("elements are counted ahead without a label, or where no size is known".into());
                }
                if ahead.behind_window && !self.in_window {
                    self.violation("elements are counted behind a window, but there is none".into());
                }
                self.with(&[*bind], body);
            }
            Stmt::Push { bind, body, .. } | Stmt::Entry { bind, body, .. } => self.with(&[*bind], body),
            Stmt::Fill { bind, index, body, .. } | Stmt::Entries { bind, index, body, .. } => {
                self.with(&[*bind, *index], body);
            }
            Stmt::Each { item, body, .. } => self.with(&[*item], body),
            _ => stmt.bodies().into_iter().for_each(|body| {
                let ensured = self.ensured.clone();
                self.scope(body);
                self.ensured = ensured;
            }),
        }
        if !stmt.bodies().is_empty() && !matches!(stmt, Stmt::About { .. } | Stmt::Part(_)) {
            self.ensured = None;
        }
    }

    /// Checks a body that has these variables.
    fn with(&mut self, vars: &[VarId], body: &Body) {
        let known = self.known.clone();
        vars.iter().for_each(|var| self.declare(*var, false));
        self.scope(body);
        self.known = known;
    }

    /// Checks that accesses of the input are within ensured bytes.
    fn reads(&mut self, stmt: &Stmt) {
        // Trusted input has all bytes that are read.
        if self.function.trusting {
            return;
        }
        match stmt {
            Stmt::Ensure { len, .. } => self.ensured = Some(len.clone()),
            Stmt::Load { offset, width, .. } => self.within(&(offset + u64::from(*width)).into()),
            Stmt::Span { offset: 0, len, .. } => self.within(len),
            Stmt::Span { offset, len, .. } => match constant(len) {
                Some(len) => self.within(&(offset + len).into()),
                None => self.violation("a span of variable length is not at the cursor".into()),
            },
            Stmt::Window { len, .. } => self.within(len),
            Stmt::Advance { len } => {
                self.within(len);
                self.ensured = self.ensured.as_ref().and_then(|ensured| behind(ensured, len));
            }
            Stmt::Declare(_) | Stmt::Assign(_) | Stmt::Part(_) => {}
            _ => self.ensured = None,
        }
    }

    fn within(&mut self, len: &Expr) {
        let fits = match (&self.ensured, constant(len)) {
            (_, Some(0)) => true,
            (Some(ensured), _) if ensured == len || behind(ensured, len).is_some() => true,
            (Some(ensured), Some(len)) => constant(ensured).is_some_and(|ensured| len <= ensured),
            (Some(_) | None, _) => false,
        };
        if !fits {
            self.violation("bytes are read that are not known to be there".into());
        }
    }
}

/// Returns what is left of ensured bytes behind the first ones, if those were added to it.
fn behind(ensured: &Expr, len: &Expr) -> Option<Expr> {
    match ensured {
        Expr::Binary(BinaryOp::Add, first, rest) if **first == *len => Some((**rest).clone()),
        _ => None,
    }
}

fn constant(expr: &Expr) -> Option<u64> {
    match expr {
        Expr::Const(Const::U64(value)) => Some(*value),
        _ => None,
    }
}
