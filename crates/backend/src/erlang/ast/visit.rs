use super::{Callee, Clause, Ex, Failure, Function, Var};
use std::collections::BTreeSet;

impl Ex {
    /// Calls `f` with each direct part, including patterns.
    pub fn parts<'a>(&'a self, f: &mut dyn FnMut(&'a Ex)) {
        match self {
            Self::Var(_) | Self::Any | Self::Int(_) | Self::Atom(_) | Self::Bytes(_) | Self::Literal(_) | Self::Nil => {
            }
            Self::Tuple(items) | Self::Call(_, items) => items.iter().for_each(f),
            Self::Cons(left, right) | Self::Binary(_, left, right) | Self::Match(left, right) => {
                f(left);
                f(right);
            }
            Self::Record(_, fields) => fields.iter().for_each(|(_, value)| f(value)),
            Self::Unary(_, operand) => f(operand),
            Self::Bits(segments) => segments.iter().for_each(|segment| {
                f(&segment.value);
                segment.size.iter().for_each(&mut *f);
            }),
            Self::Case(subject, clauses) => {
                f(subject);
                clauses.iter().for_each(|clause| clause.parts(f));
            }
            Self::If(branches) => branches.iter().for_each(|(guard, body)| {
                f(guard);
                body.iter().for_each(&mut *f);
            }),
            Self::Fail(Failure::Call(call), _) => f(call),
            Self::Fail(Failure::Code(..), _) => {}
        }
    }

    /// Calls `f` with this expression and everything in it, outermost first.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Ex)) {
        f(self);
        self.parts(&mut |part| part.walk(f));
    }

    /// The variables that this expression, as a pattern, binds.
    pub fn pattern_vars(&self, into: &mut BTreeSet<Var>) {
        match self {
            Self::Var(var) => {
                into.insert(*var);
            }
            Self::Bits(segments) => segments.iter().for_each(|segment| segment.value.pattern_vars(into)),
            Self::Tuple(_) | Self::Cons(..) | Self::Record(..) | Self::Match(..) => {
                self.parts(&mut |part| part.pattern_vars(into));
            }
            _ => {}
        }
    }

    /// The variables that are bound anywhere in this expression.
    pub fn bound_vars(&self, into: &mut BTreeSet<Var>) {
        self.walk(&mut |ex| match ex {
            Self::Match(pattern, _) => pattern.pattern_vars(into),
            Self::Case(_, clauses) => clauses.iter().for_each(|clause| clause.patterns[0].pattern_vars(into)),
            Self::Fail(_, vars) => into.extend(vars),
            _ => {}
        });
    }

    /// Every variable that occurs.
    pub fn all_vars(&self, into: &mut BTreeSet<Var>) {
        self.walk(&mut |ex| {
            if let Self::Var(var) = ex {
                into.insert(*var);
            }
        });
    }

    /// Returns true if it can be dropped when its value is unused.
    pub fn is_pure(&self) -> bool {
        let mut pure = true;
        self.walk(&mut |ex| match ex {
            Self::Fail(..) => pure = false,
            Self::Call(callee, _) => pure &= callee.is_pure(),
            _ => {}
        });
        pure
    }

    /// Returns an expression that is evaluated only for its effects. The compiler warns about unused constructed terms,
    /// but not about those bound to `_`.
    pub fn for_effect(self) -> Self {
        if self.ends_in_term() { Self::Match(Box::new(Self::Any), Box::new(self)) } else { self }
    }

    /// Returns true if its value in some branch is a term constructed there.
    fn ends_in_term(&self) -> bool {
        let ends = |body: &[Self]| body.last().is_some_and(Self::ends_in_term);
        match self {
            Self::Tuple(_) | Self::Cons(..) | Self::Record(..) | Self::Bits(_) => true,
            Self::Case(_, clauses) => clauses.iter().any(|clause| ends(&clause.body)),
            Self::If(branches) => branches.iter().any(|(_, body)| ends(body)),
            _ => false,
        }
    }
}

impl Callee {
    fn is_pure(&self) -> bool {
        match self {
            Self::Remote { pure, .. } => *pure,
            Self::Guard(_) => true,
            Self::Helper(helper) => helper.is_pure(),
            Self::Enum { to_number, .. } => !to_number,
            Self::Merge(_) => true,
            Self::Function(_) | Self::Member { .. } | Self::Chooser(_) | Self::Local(_) => false,
        }
    }
}

impl Function {
    /// Its clauses and those of its helpers.
    pub fn all_clauses(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().chain(self.locals.iter().flat_map(|local| &local.clauses))
    }
}

impl Clause {
    /// Calls `f` with its patterns, guard and body.
    pub fn parts<'a>(&'a self, f: &mut dyn FnMut(&'a Ex)) {
        self.patterns.iter().for_each(&mut *f);
        self.guard.iter().for_each(&mut *f);
        self.body.iter().for_each(f);
    }
}

impl Ex {
    /// Calls `f` with each direct part, mutably.
    pub fn parts_mut(&mut self, f: &mut dyn FnMut(&mut Ex)) {
        match self {
            Self::Var(_) | Self::Any | Self::Int(_) | Self::Atom(_) | Self::Bytes(_) | Self::Literal(_) | Self::Nil => {
            }
            Self::Tuple(items) | Self::Call(_, items) => items.iter_mut().for_each(f),
            Self::Cons(left, right) | Self::Binary(_, left, right) | Self::Match(left, right) => {
                f(left);
                f(right);
            }
            Self::Record(_, fields) => fields.iter_mut().for_each(|(_, value)| f(value)),
            Self::Unary(_, operand) => f(operand),
            Self::Bits(segments) => segments.iter_mut().for_each(|segment| {
                f(&mut segment.value);
                segment.size.iter_mut().for_each(&mut *f);
            }),
            Self::Case(subject, clauses) => {
                f(subject);
                for clause in clauses {
                    clause.patterns.iter_mut().chain(&mut clause.guard).chain(&mut clause.body).for_each(&mut *f);
                }
            }
            Self::If(branches) => branches.iter_mut().for_each(|(guard, body)| {
                f(guard);
                body.iter_mut().for_each(&mut *f);
            }),
            Self::Fail(Failure::Call(call), _) => f(call),
            Self::Fail(Failure::Code(..), _) => {}
        }
    }
}
