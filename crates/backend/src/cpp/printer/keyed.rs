//! Keyed members: the general loop.
//!
//! Design: docs/decisions/0006-keyed-loops-carry-labels.md

use super::Printer;
use super::literal::constant;
use polywire_ir::{Block, Const, Expr, KeyedArm, Op, Separation, ValueType, VarId, first_subject};
use std::collections::BTreeMap;

/// A keyed op being printed.
pub(super) struct Keyed<'m> {
    pub head: &'m Block,
    pub key: VarId,
    pub arms: &'m [KeyedArm],
    pub default: &'m Block,
    pub separation: &'m Separation,
    /// The member counter, if it is used.
    pub index: Option<String>,
    /// Carried variables.
    pub carried: Vec<String>,
    /// The labels of arms that are printed before the loop.
    pub labels: Vec<Option<String>>,
}

impl<'m> Printer<'m> {
    pub(super) fn keyed(&mut self, op: &'m Op) {
        let Op::Keyed { index, head, key, arms, default, carried, results, separation, predict } = op else { return };
        let carried = self.declare_carried(carried);
        let index_name = self.bind(*index);
        let counted = self.uses.of(*index) > 0;
        if counted {
            self.out.line(format!("::std::uint64_t {index_name} = 0;"));
        }
        let keyed = Keyed {
            head,
            key: *key,
            arms,
            default,
            separation,
            index: counted.then_some(index_name),
            carried,
            labels: vec![None; arms.len()],
        };
        if *predict && !self.unit.traced && arms.iter().any(|arm| !arm.label.is_empty()) {
            self.predicted(keyed, results);
        } else {
            self.member_loop(&keyed, None);
            self.know_results(results, &keyed.carried);
        }
    }

    /// Prints the general loop, with its label, if any, at the start.
    pub(super) fn member_loop(&mut self, keyed: &Keyed<'m>, label: Option<&str>) {
        if let Some(label) = label {
            self.out.line(crate::cpp::wrap::label(label));
        }
        self.nested("for (;;) {", "}", |printer| match exit(keyed.head).filter(|exit| printer.is_idle(exit.end)) {
            Some(exit) => printer.ops(exit.before, &mut |printer| {
                let closed = if exit.ends_if { printer.expr(exit.cond) } else { printer.negation(exit.cond) };
                printer.out.line(format!("if ({closed}) break;"));
                printer.ops(&exit.member.ops, &mut |printer| printer.known_key(keyed, exit.member, exit.key));
            }),
            None => printer.ops(&keyed.head.ops, &mut |printer| {
                if super::block::ends(&keyed.head.ops) {
                    return;
                }
                let closed = printer.negation(&keyed.head.yields[0]);
                printer.out.line(format!("if ({closed}) break;"));
                printer.known_key(keyed, keyed.head, 1);
            }),
        });
    }

    /// Prints the arm of the key that a block yields at an index.
    fn known_key(&mut self, keyed: &Keyed<'m>, block: &'m Block, index: usize) {
        if !super::block::ends(&block.ops) {
            self.bind_value(keyed.key, &block.yields[index]);
            self.dispatch(keyed);
        }
    }

    fn dispatch(&mut self, keyed: &Keyed<'m>) {
        match self.var_type(keyed.key) {
            ValueType::Bytes | ValueType::Section(_) => self.dispatch_bytes(keyed),
            _ => self.dispatch_number(keyed),
        }
    }

    fn dispatch_number(&mut self, keyed: &Keyed<'m>) {
        if keyed.arms.is_empty() {
            return self.braced(|printer| printer.member(keyed, keyed.default));
        }
        let key = self.info(keyed.key).text;
        // Apart from the predicted arms, all others are for uncommon writers.
        let is_predicted = keyed.labels.iter().any(Option::is_some);
        self.nested(&format!("switch ({key}) {{"), "}", |printer| {
            for (position, arm) in keyed.arms.iter().enumerate() {
                for key in &arm.keys[..arm.keys.len() - 1] {
                    printer.out.line(format!("case {}:", constant(key)));
                }
                let label = format!("case {}:", constant(&arm.keys[arm.keys.len() - 1]));
                match &keyed.labels[position] {
                    Some(target) => printer.out.line(format!("{label} goto {target};")),
                    None if is_predicted => printer.arm_of(&format!("{label} [[unlikely]]"), keyed, &arm.body),
                    None => printer.arm_of(&label, keyed, &arm.body),
                }
            }
            printer.arm_of("default:", keyed, keyed.default);
        });
    }

    fn arm_of(&mut self, label: &str, keyed: &Keyed<'m>, body: &'m Block) {
        self.nested(&format!("{label} {{"), "}", |printer| {
            printer.member(keyed, body);
            if !super::block::ends(&body.ops) {
                printer.out.line("break;");
            }
        });
    }

    /// Reads a member and counts it.
    pub(super) fn member(&mut self, keyed: &Keyed<'m>, body: &'m Block) {
        let place = first_subject(body).cloned();
        self.tracing(place, |printer| {
            printer.ops(&body.ops, &mut |printer| {
                if super::block::ends(&body.ops) {
                    return;
                }
                printer.assign_yields(body, &keyed.carried);
                if let Some(index) = &keyed.index {
                    printer.out.line(format!("++{index};"));
                }
            });
        });
    }

    /// Switches on keys of bytes: by length, then by comparison.
    fn dispatch_bytes(&mut self, keyed: &Keyed<'m>) {
        let key = self.info(keyed.key).text.text;
        let mut by_len: BTreeMap<usize, Vec<(usize, &[u8])>> = BTreeMap::new();
        for (position, arm) in keyed.arms.iter().enumerate() {
            for test in &arm.keys {
                if let Const::Bytes(bytes) = test {
                    by_len.entry(bytes.len()).or_default().push((position, bytes));
                }
            }
        }
        let which = self.name("arm");
        self.out.line(format!("int {which} = -1;"));
        self.nested(&format!("switch ({key}.size()) {{"), "}", |printer| {
            for (len, tests) in &by_len {
                printer.nested(&format!("case {len}:"), "  break;", |printer| {
                    for (position, test) in tests {
                        let test = constant(&Const::Bytes(test.to_vec()));
                        printer.out.line(format!("if (same({key}, {test})) {which} = {position};"));
                    }
                });
            }
            printer.out.line("default:");
            printer.out.line("  break;");
        });
        self.nested(&format!("switch ({which}) {{"), "}", |printer| {
            for (position, arm) in keyed.arms.iter().enumerate() {
                let label = format!("case {position}:");
                match &keyed.labels[position] {
                    Some(target) => printer.out.line(format!("{label} goto {target};")),
                    None => printer.arm_of(&label, keyed, &arm.body),
                }
            }
            printer.arm_of("default:", keyed, keyed.default);
        });
    }
}

/// A head whose last op decides between the end of the loop and another member.
struct Exit<'m> {
    before: &'m [Op],
    cond: &'m Expr,
    /// True if the loop ends where the condition holds.
    ends_if: bool,
    end: &'m Block,
    member: &'m Block,
    /// The index of the key among the member's yields.
    key: usize,
}

fn exit(head: &Block) -> Option<Exit<'_>> {
    let (Op::If { cond, then, other, results }, before) = head.ops.split_last()? else { return None };
    let result = |value: &Expr| results.iter().position(|var| *value == Expr::Var(*var));
    let (more, key) = (head.yields.first()?, result(head.yields.get(1)?)?);
    let goes_on = |block: &Block, holds: bool| match result(more) {
        Some(index) => constant_flag(block.yields.get(index)?),
        None if *more == *cond && !moves(cond) => Some(holds),
        None if *more == !cond.clone() && !moves(cond) => Some(!holds),
        None => None,
    };
    match (goes_on(then, true)?, goes_on(other, false)?) {
        (false, true) => Some(Exit { before, cond, ends_if: true, end: then, member: other, key }),
        (true, false) => Some(Exit { before, cond, ends_if: false, end: other, member: then, key }),
        _ => None,
    }
}

fn constant_flag(value: &Expr) -> Option<bool> {
    if let Expr::Const(Const::Bool(value)) = value { Some(*value) } else { None }
}

/// Returns true if the value of an expression changes with the cursor.
fn moves(expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |expr| found |= matches!(expr, Expr::Pos | Expr::Left | Expr::Since(_)));
    found
}
