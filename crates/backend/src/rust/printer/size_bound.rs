//! Bounds of the sizes of values, computed before they are written.

use super::control::{head, pattern};
use super::function::Lifetimes;
use super::precedence as prec;
use super::tidy::tidy;
use super::{Form, Printed, Printer, Unit};
use crate::low;
use crate::plan::{SizeBound, SizeBoundTerm};
use polywire_ir::types::Type;
use polywire_ir::{Arg, FuncId};
use polywire_srcgen::Source;

/// Prints the function that computes the bound of an encoder's output.
pub(in crate::rust) fn size_bound(unit: &Unit<'_>, func: FuncId, bound: &SizeBound) -> Printed {
    let (low, function) = (low::Function::signature(unit.module, func), unit.module.function(func));
    let mut printer = Printer::new(unit, &low);
    let used = unit.cx.size_bounds.params(func).iter().map(|index| &function.params[*index]);
    let params: Vec<String> = used.map(|param| printer.param(param.kind, param.var, Lifetimes::default())).collect();
    let generics = if unit.scope.is_borrowed { "<'a>" } else { "" };
    let head = format!("fn {}{generics}({}) -> usize {{", unit.size_bound_name(func), params.join(", "));
    printer.nested(&head, "}", |printer| {
        printer.line("let mut bound = 0;");
        printer.add_size_bound(bound);
        printer.line("bound");
    });
    let text = tidy(&std::mem::replace(&mut printer.out, Source::new("    ")).finish());
    Printed { text, called: printer.called, bounds: printer.bounds, problems: printer.problems }
}

impl<'m> Printer<'m> {
    /// Returns a bound of one datum as a native number.
    pub(super) fn size_bound(&mut self, bound: &SizeBound) -> String {
        let fixed = (bound.fixed > 0).then(|| bound.fixed.to_string());
        let terms: Vec<String> = bound.terms.iter().filter_map(|term| self.size_bound_term(term)).collect();
        let sum = fixed.into_iter().chain(terms).collect::<Vec<_>>().join(" + ");
        if sum.is_empty() { "0".to_owned() } else { sum }
    }

    fn size_bound_term(&mut self, term: &SizeBoundTerm) -> Option<String> {
        match term {
            SizeBoundTerm::Bytes { factor, value } => {
                let len = format!("{}.len()", self.bytes(value).within(prec::POSTFIX));
                Some(if *factor == 1 { len } else { format!("{factor} * {len}") })
            }
            SizeBoundTerm::Number(value) => Some(self.size(value).within(prec::PRODUCT)),
            SizeBoundTerm::Call { func, args } => {
                let used = self.unit.cx.size_bounds.params(*func);
                let args: Vec<String> = used.iter().map(|index| self.argument(&args[*index])).collect();
                self.bounds.insert(*func);
                Some(format!("{}({})", self.unit.size_bound_name(*func), args.join(", ")))
            }
            SizeBoundTerm::Each { .. } | SizeBoundTerm::If { .. } | SizeBoundTerm::Switch { .. } => None,
        }
    }

    fn argument(&mut self, arg: &Arg) -> String {
        match arg {
            Arg::Value(value) => self.value(value).text,
            Arg::Place(place) => self.path(place).shared().text,
        }
    }

    /// Prints statements that add a bound to the variable `bound`.
    fn add_size_bound(&mut self, bound: &SizeBound) {
        let sum = self.size_bound(bound);
        if sum != "0" {
            self.line(format!("bound += {sum};"));
        }
        for term in &bound.terms {
            match term {
                SizeBoundTerm::Each { place, item, body } => {
                    let list = self.path(place).shared();
                    let is_map = matches!(self.place_type(place), Some(Type::Map(_)));
                    let name = self.bind(*item, if is_map { Form::Pair } else { Form::Reference });
                    self.nested(&format!("for {name} in {list} {{"), "}", |printer| printer.add_size_bound(body));
                }
                SizeBoundTerm::If { cond, then, other } => {
                    let cond = self.expr(cond);
                    self.nested(&format!("if {cond} {{"), "}", |printer| printer.add_size_bound(then));
                    if *other != SizeBound::default() {
                        self.nested("else {", "}", |printer| printer.add_size_bound(other));
                    }
                }
                SizeBoundTerm::Switch { on, arms, default } => {
                    let (on, is_bytes) = self.switched(on);
                    self.nested(&head(&on, is_bytes), "}", |printer| {
                        for (keys, bound) in arms {
                            let open = format!("{} => {{", pattern(keys, is_bytes.then_some(&on)));
                            printer.nested(&open, "}", |printer| printer.add_size_bound(bound));
                        }
                        printer.nested("_ => {", "}", |printer| printer.add_size_bound(default));
                    });
                }
                SizeBoundTerm::Bytes { .. } | SizeBoundTerm::Number(_) | SizeBoundTerm::Call { .. } => {}
            }
        }
    }
}
