//! An encoder's size bound in C++.

use super::Printer;
use super::literal::constant;
use crate::plan::{SizeBound, SizeBoundTerm};
use polywire_ir::{Arg, Const, Expr as Ir, FuncId};

impl<'m> Printer<'m> {
    /// The size bound of a datum as one expression.
    pub(super) fn size_bound_sum(&mut self, size_bound: &SizeBound) -> String {
        let fixed = (size_bound.fixed > 0).then(|| size_bound.fixed.to_string());
        let terms: Vec<String> = size_bound.terms.iter().filter_map(|term| self.size_bound_term(term)).collect();
        fixed.into_iter().chain(terms).collect::<Vec<_>>().join(" + ")
    }

    fn size_bound_term(&mut self, term: &SizeBoundTerm) -> Option<String> {
        match term {
            SizeBoundTerm::Bytes { factor: 1, value } => Some(self.size_of(value)),
            SizeBoundTerm::Bytes { factor, value } => Some(format!("{factor} * {}", self.size_of(value))),
            SizeBoundTerm::Number(value) => Some(self.expr(value).within(super::precedence::SUM)),
            SizeBoundTerm::Each { .. }
            | SizeBoundTerm::If { .. }
            | SizeBoundTerm::Switch { .. }
            | SizeBoundTerm::Call { .. } => None,
        }
    }

    fn size_of(&mut self, value: &Ir) -> String {
        self.expr(&Ir::BytesLen(Box::new(value.clone()))).text
    }

    /// Prints statements that add a size bound to the variable `size_bound`.
    pub fn add_size_bound(&mut self, size_bound: &SizeBound) {
        let mut sum: Vec<String> = if size_bound.fixed > 0 { vec![size_bound.fixed.to_string()] } else { Vec::new() };
        for term in &size_bound.terms {
            sum.extend(self.size_bound_term(term));
            if let SizeBoundTerm::Call { func, args } = term {
                sum.push(self.size_bound_call(*func, args));
            }
        }
        if !sum.is_empty() {
            self.out.line(format!("size_bound += {};", sum.join(" + ")));
        }
        for term in &size_bound.terms {
            match term {
                SizeBoundTerm::Each { place, item, body } => {
                    let list = self.place(place);
                    let name = self.bind(*item);
                    let unused = if self.unit.cx.size_bounds.depends(body, *item) { "" } else { "[[maybe_unused]] " };
                    let head = match self.set_of(*item) {
                        Some(entry) => self.set_loop(&name, &list, entry),
                        None => format!("for ({unused}const auto& {name} : {list}) {{"),
                    };
                    self.nested(&head, "}", |printer| printer.add_size_bound(body));
                }
                SizeBoundTerm::If { cond, then, other } => self.add_branches(cond, then, other),
                SizeBoundTerm::Switch { on, arms, default } => self.add_switch(on, arms, default),
                SizeBoundTerm::Bytes { .. } | SizeBoundTerm::Number(_) | SizeBoundTerm::Call { .. } => {}
            }
        }
    }

    fn add_branches(&mut self, cond: &Ir, then: &SizeBound, other: &SizeBound) {
        let cond = self.expr(cond);
        self.nested(&format!("if ({cond}) {{"), "}", |printer| printer.add_size_bound(then));
        if *other != SizeBound::default() {
            self.nested("else {", "}", |printer| printer.add_size_bound(other));
        }
    }

    fn add_switch(&mut self, on: &Ir, arms: &[(Vec<Const>, SizeBound)], default: &SizeBound) {
        let on = self.expr(on);
        self.nested(&format!("switch ({on}) {{"), "}", |printer| {
            for (keys, size_bound) in arms {
                for key in &keys[..keys.len() - 1] {
                    printer.out.line(format!("case {}:", constant(key)));
                }
                let label = format!("case {}: {{", constant(&keys[keys.len() - 1]));
                printer.nested(&label, "}", |printer| {
                    printer.add_size_bound(size_bound);
                    printer.out.line("break;");
                });
            }
            printer.nested("default: {", "}", |printer| {
                printer.add_size_bound(default);
                printer.out.line("break;");
            });
        });
    }

    fn size_bound_call(&mut self, func: FuncId, args: &[Arg]) -> String {
        let used = self.unit.cx.size_bounds.params(func).to_vec();
        let args: Vec<String> = used.iter().map(|index| self.argument(&args[*index]).text).collect();
        format!("size_bound_of_{}({})", self.unit.functions[func.0 as usize], args.join(", "))
    }
}
