//! Drops bindings and parameters that are not live.

use crate::erlang::ast::{Callee, Clause, Ex, Failure, Function, Segment, Var, merge_skips};
use std::collections::BTreeSet;

pub(super) fn prune(function: &mut Function, live: &BTreeSet<Var>) {
    let kept: Vec<Vec<bool>> =
        function.locals.iter().map(|local| local.params.iter().map(|param| live.contains(param)).collect()).collect();
    let prune = Prune { live, kept };
    function.clauses = prune.clauses(std::mem::take(&mut function.clauses));
    for (local, kept) in function.locals.iter_mut().zip(&prune.kept) {
        local.params = keep(std::mem::take(&mut local.params), kept);
        for clause in &mut local.clauses {
            clause.patterns = keep(std::mem::take(&mut clause.patterns), kept);
        }
        local.clauses = prune.clauses(std::mem::take(&mut local.clauses));
    }
}

fn keep<T>(items: Vec<T>, kept: &[bool]) -> Vec<T> {
    items.into_iter().zip(kept).filter_map(|(item, kept)| kept.then_some(item)).collect()
}

struct Prune<'l> {
    live: &'l BTreeSet<Var>,
    kept: Vec<Vec<bool>>,
}

impl Prune<'_> {
    fn clauses(&self, clauses: Vec<Clause>) -> Vec<Clause> {
        let clauses = clauses.into_iter().map(|clause| Clause {
            patterns: clause.patterns.into_iter().map(|pattern| self.pattern(pattern)).collect(),
            guard: clause.guard.map(|guard| self.value(guard)),
            body: self.body(clause.body),
        });
        clauses.collect()
    }

    fn body(&self, mut body: Vec<Ex>) -> Vec<Ex> {
        let last = body.pop();
        let mut kept: Vec<Ex> = body.into_iter().filter_map(|ex| self.statement(ex)).collect();
        match last {
            Some(ex @ Ex::Match(..)) => kept.extend(self.statement(ex)),
            Some(ex) => kept.push(self.value(ex)),
            None => {}
        }
        kept
    }

    fn statement(&self, ex: Ex) -> Option<Ex> {
        let mut bound = BTreeSet::new();
        ex.bound_vars(&mut bound);
        if ex.is_pure() && bound.is_disjoint(self.live) {
            return None;
        }
        Some(match ex {
            Ex::Match(pattern, value) => match self.pattern(*pattern) {
                Ex::Any => self.value(*value).for_effect(),
                pattern => Ex::bind(pattern, self.value(*value)),
            },
            ex => self.value(ex),
        })
    }

    fn value(&self, ex: Ex) -> Ex {
        match ex {
            Ex::Call(Callee::Local(id), args) => {
                let args = keep(args, &self.kept[id.0 as usize]);
                Ex::Call(Callee::Local(id), self.values(args))
            }
            Ex::Call(callee, args) => Ex::Call(callee, self.values(args)),
            Ex::Tuple(items) => Ex::Tuple(self.values(items)),
            Ex::Cons(head, tail) => Ex::Cons(Box::new(self.value(*head)), Box::new(self.value(*tail))),
            Ex::Record(name, fields) => {
                Ex::Record(name, fields.into_iter().map(|(field, value)| (field, self.value(value))).collect())
            }
            Ex::Binary(operator, left, right) => Ex::binary(operator, self.value(*left), self.value(*right)),
            Ex::Unary(operator, operand) => Ex::Unary(operator, Box::new(self.value(*operand))),
            Ex::Bits(segments) => Ex::Bits(segments.into_iter().map(|segment| self.segment(segment)).collect()),
            Ex::Case(subject, clauses) => Ex::case(self.value(*subject), self.clauses(clauses)),
            Ex::If(branches) => {
                Ex::If(branches.into_iter().map(|(guard, body)| (self.value(guard), self.body(body))).collect())
            }
            Ex::Match(pattern, value) => Ex::bind(self.pattern(*pattern), self.value(*value)),
            Ex::Fail(failure, vars) => self.fail(failure, vars),
            Ex::Var(_) | Ex::Any | Ex::Int(_) | Ex::Atom(_) | Ex::Bytes(_) | Ex::Literal(_) | Ex::Nil => ex,
        }
    }

    fn values(&self, items: Vec<Ex>) -> Vec<Ex> {
        items.into_iter().map(|item| self.value(item)).collect()
    }

    fn segment(&self, segment: Segment) -> Segment {
        Segment { value: self.value(segment.value), size: segment.size.map(|size| self.value(size)), ..segment }
    }

    fn fail(&self, failure: Failure, vars: Vec<Var>) -> Ex {
        let vars = vars.into_iter().filter(|var| self.live.contains(var)).collect();
        let failure = match failure {
            Failure::Call(call) => Failure::Call(Box::new(self.value(*call))),
            failure @ Failure::Code(..) => failure,
        };
        Ex::Fail(failure, vars)
    }

    fn pattern(&self, pattern: Ex) -> Ex {
        match pattern {
            Ex::Var(var) if !self.live.contains(&var) => Ex::Any,
            Ex::Tuple(items) => self.tuple_pattern(items),
            Ex::Cons(head, tail) => Ex::Cons(Box::new(self.pattern(*head)), Box::new(self.pattern(*tail))),
            Ex::Record(name, fields) => {
                let fields = fields.into_iter().map(|(field, value)| (field, self.pattern(value)));
                Ex::Record(name, fields.filter(|(_, value)| *value != Ex::Any).collect())
            }
            Ex::Bits(segments) => {
                let segments = segments
                    .into_iter()
                    .map(|segment| Segment { value: self.pattern(segment.value), ..segment })
                    .collect();
                Ex::Bits(merge_skips(segments))
            }
            Ex::Match(left, right) => Ex::bind(self.pattern(*left), self.pattern(*right)),
            pattern => pattern,
        }
    }

    fn tuple_pattern(&self, items: Vec<Ex>) -> Ex {
        let items: Vec<Ex> = items.into_iter().map(|item| self.pattern(item)).collect();
        if items.iter().all(|item| *item == Ex::Any) { Ex::Any } else { Ex::Tuple(items) }
    }
}
