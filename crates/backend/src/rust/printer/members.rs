//! Members identified by keys: arms that are predicted are labelled blocks, which the general loop enters.

use super::control::{bytes_literal, head, pattern};
use super::{Form, Printer};
use crate::low::{MemberArm, Members, Prediction};
use polywire_ir::Expr as Ir;
use std::ops::Range;

/// The number of arms in a nest of blocks.
const NEST: usize = 16;

/// Names in the code of one loop.
pub(super) struct Turns<'n> {
    pub number: usize,
    /// For each arm, the second part of its labels.
    pub labels: Vec<String>,
    /// The variable for the arm that is entered next: its number from 1 on; 0 where labels are tried from here on.
    pub entry: &'n str,
    /// Its value for the general loop.
    pub none: usize,
    /// Arms before which the end of the window is tested.
    pub stride: usize,
    /// A miss leads to the search for the label; otherwise, to the next arm.
    pub searches: bool,
}

impl<'m> Printer<'m> {
    pub(super) fn members(&mut self, members: &'m Members) {
        let (stride, space) = match members.prediction {
            Prediction::None => {
                return self.nested("loop {", "}", |printer| printer.general(members, None));
            }
            Prediction::InTurn { stride } => (stride, None),
            Prediction::ByLabel { space } => (0, Some(space)),
        };
        self.loops += 1;
        let (number, entry, none) = (self.loops, self.name("entry"), members.arms.len() + 1);
        let labels = members.arms.iter().map(|arm| self.arm_labels.claim(&arm.name)).collect();
        let turns = Turns { number, labels, entry: &entry, none, stride, searches: space.is_some() };
        let input = self.cursor.input.clone();
        if members.separation.separator.is_empty() {
            self.line(format!("let mut {entry} = 0;"));
        } else {
            let (first, other) = (members.labelled().next().unwrap_or_default(), none + usize::from(space.is_some()));
            let label = bytes_literal(&members.arms[first].label);
            let value = format!("if read::skip(&mut {input}, {label}) {{ {} }} else {{ {other} }}", first + 1);
            self.line(format!("let mut {entry} = {value};"));
        }
        self.nested(&format!("'members{number}: loop {{"), "}", |printer| {
            printer.nested(&format!("'general{number}: {{"), "}", |printer| {
                if space.is_some() {
                    printer.break_if(&format!("{entry} == {none}"), &format!("'general{number}"));
                    printer.nested(&format!("'search{number}: {{"), "}", |printer| {
                        printer.break_if(&format!("{entry} > {none}"), &format!("'search{number}"));
                        printer.nests(members, &turns);
                    });
                } else {
                    printer.nests(members, &turns);
                }
                if let Some(space) = space {
                    printer.search(members, &turns, space);
                }
            });
            printer.general(members, Some((&entry, none)));
        });
    }

    fn break_if(&mut self, condition: &str, label: &str) {
        self.nested(&format!("if {condition} {{"), "}", |printer| printer.line(format!("break {label};")));
    }

    fn nests(&mut self, members: &'m Members, turns: &Turns<'_>) {
        for start in (0..members.arms.len()).step_by(NEST) {
            self.nest(members, turns, start..members.arms.len().min(start + NEST));
        }
    }

    fn nest(&mut self, members: &'m Members, turns: &Turns<'_>, range: Range<usize>) {
        let &Turns { number, ref labels, entry, stride, .. } = turns;
        let labelled: Vec<usize> = members.labelled().filter(|arm| range.contains(arm)).collect();
        if labelled.is_empty() {
            return;
        }
        let input = self.cursor.input.clone();
        let mut inner = self.captured(|printer| {
            printer.nested(&format!("match {entry} {{"), "}", |printer| {
                for arm in &labelled {
                    printer.line(format!("{} => break 'read_{},", arm + 1, labels[*arm]));
                }
                printer.line("0 => {}");
                printer.line(format!("_ => break 'nest{number}_{},", range.start));
            });
        });
        for &position in &labelled {
            let arm = &members.arms[position];
            let label = bytes_literal(&members.separation.before(&arm.label));
            let next = if turns.searches { format!("'search{number}") } else { format!("'not_{}", labels[position]) };
            let entered = self.captured(|printer| {
                printer.nested(&format!("'read_{}: {{", labels[position]), "}", |printer| {
                    printer.out.lines(&inner);
                    if stride > 0 && position % stride == 0 && position != 0 {
                        printer.break_if(&format!("{input}.is_empty()"), &format!("'general{number}"));
                    }
                    let missed = printer.missed(members, &label);
                    printer.break_if(&missed, &next);
                });
                printer.arm(members, arm, &label);
            });
            inner = match turns.searches {
                true => entered,
                false => self.captured(|it| it.nested(&format!("{next}: {{"), "}", |it| it.out.lines(&entered))),
            };
        }
        self.nested(&format!("'nest{number}_{}: {{", range.start), "}", |printer| {
            printer.out.lines(&inner);
            // What follows an arm is tried from the next nest on.
            printer.line(format!("{entry} = 0;"));
        });
    }

    /// Returns the condition that a label is not ahead, which is skipped otherwise.
    fn missed(&mut self, members: &'m Members, label: &str) -> String {
        let missing = format!("!read::skip(&mut {}, {label})", self.cursor.input);
        match &members.expected {
            Some(expected) => format!("{} || {missing}", self.negation(expected).text),
            None => missing,
        }
    }

    fn arm(&mut self, members: &'m Members, arm: &'m MemberArm, label: &str) {
        if !arm.repeats {
            return self.nested("{", "}", |printer| printer.body(&arm.body));
        }
        self.nested("loop {", "}", |printer| {
            printer.body(&arm.body);
            let missed = printer.missed(members, label);
            printer.nested(&format!("if {missed} {{"), "}", |printer| printer.line("break;"));
        });
    }

    /// Prints an iteration of the general loop; with the variable for the arm that is entered next.
    fn general(&mut self, members: &'m Members, entry: Option<(&str, usize)>) {
        self.body(&members.head);
        if members.head.ends {
            return;
        }
        let closed = self.negation(&members.more).text;
        self.nested(&format!("if {closed} {{"), "}", |printer| printer.line("break;"));
        self.body(&members.to_key);
        if members.to_key.ends {
            return;
        }
        let value = self.value(&members.key_value).text;
        let ty = super::block::rust_type(self.var_type(members.key), "");
        let key = self.bind(members.key, Form::Place);
        self.line(format!("let {key}: {ty} = {value};"));
        let (on, is_bytes) = self.switched(&Ir::Var(members.key));
        let labelled: Vec<usize> = if entry.is_some() { members.labelled().collect() } else { Vec::new() };
        self.nested(&head(&on, is_bytes), "}", |printer| {
            for (position, arm) in members.arms.iter().enumerate() {
                let pattern = pattern(&arm.keys, is_bytes.then_some(&on));
                let open = format!("{pattern} => {{");
                match entry.filter(|_| labelled.contains(&position)) {
                    Some((entry, _)) => {
                        printer.line(format!("{pattern} => {entry} = {},", position + 1));
                    }
                    None => printer.nested(&open, "}", |printer| printer.general_arm(&arm.body, entry)),
                }
            }
            printer.nested("_ => {", "}", |printer| printer.general_arm(&members.default, entry));
        });
    }

    fn general_arm(&mut self, body: &'m crate::low::Body, entry: Option<(&str, usize)>) {
        self.body(body);
        if let Some((entry, none)) = entry.filter(|_| !body.ends) {
            self.line(format!("{entry} = {none};"));
        }
    }
}
