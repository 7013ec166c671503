//! Members identified by keys: arms that are predicted are labelled blocks, which the general loop enters.

use super::control::{bytes_literal, pattern};
use super::{Form, Printer};
use crate::low::{MemberArm, Members, Prediction};
use polywire_ir::ValueType;
use std::ops::Range;

/// The number of arms in a nest of blocks.
const NEST: usize = 16;

impl<'m> Printer<'m> {
    pub(super) fn members(&mut self, members: &'m Members) {
        match members.prediction {
            Prediction::InTurn { stride } => self.in_turn(members, stride),
            // A prediction by labels only saves time.
            Prediction::None | Prediction::ByLabel { .. } => {
                self.nested("loop {", "}", |printer| printer.general(members, None));
            }
        }
    }

    /// `entry` is the number of the arm, from 1 on, whose label has been read; 0 where the labels are tried from the
    /// first one on, and one more than the number of arms where none is.
    fn in_turn(&mut self, members: &'m Members, stride: usize) {
        self.labels += 1;
        let (number, entry) = (self.labels, self.name("entry"));
        let none = members.arms.len() + 1;
        let input = self.cursor.input.clone();
        if members.separation.separator.is_empty() {
            self.line(format!("let mut {entry} = 0;"));
        } else {
            let first = members.labelled().next().unwrap_or_default();
            let label = bytes_literal(&members.arms[first].label);
            self.line(format!(
                "let mut {entry} = if read::skip(&mut {input}, {label}) {{ {} }} else {{ {none} }};",
                first + 1
            ));
        }
        self.nested("loop {", "}", |printer| {
            printer.nested(&format!("'general{number}: {{"), "}", |printer| {
                for start in (0..members.arms.len()).step_by(NEST) {
                    let range = start..members.arms.len().min(start + NEST);
                    printer.nest(members, (number, &entry), range, stride);
                }
            });
            printer.general(members, Some((&entry, none)));
        });
    }

    fn nest(&mut self, members: &'m Members, (number, entry): (usize, &str), range: Range<usize>, stride: usize) {
        let labelled: Vec<usize> = members.labelled().filter(|arm| range.contains(arm)).collect();
        if labelled.is_empty() {
            return;
        }
        let input = self.cursor.input.clone();
        let mut inner = self.captured(|printer| {
            printer.nested(&format!("match {entry} {{"), "}", |printer| {
                for arm in &labelled {
                    printer.line(format!("{} => break 'arm{number}_{arm},", arm + 1));
                }
                printer.line("0 => {}");
                printer.line(format!("_ => break 'nest{number}_{},", range.start));
            });
            printer.line("");
        });
        for &position in &labelled {
            let arm = &members.arms[position];
            let label = bytes_literal(&members.separation.before(&arm.label));
            let outer = inner;
            inner = self.captured(|printer| {
                printer.nested(&format!("'next{number}_{position}: {{"), "}", |printer| {
                    printer.nested(&format!("'arm{number}_{position}: {{"), "}", |printer| {
                        printer.out.lines(&outer);
                        if stride > 0 && position % stride == 0 && position != 0 {
                            printer.nested(&format!("if {input}.is_empty() {{"), "}", |printer| {
                                printer.line(format!("break 'general{number};"));
                            });
                        }
                        let missed = printer.missed(members, &label);
                        printer.nested(&format!("if {missed} {{"), "}", |printer| {
                            printer.line(format!("break 'next{number}_{position};"));
                        });
                    });
                    printer.arm(members, arm, &label);
                });
            });
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
        let value = match self.var_type(members.key) {
            ValueType::Bytes | ValueType::Section(_) => self.bytes(&members.key_value).text,
            _ => self.expr(&members.key_value).text,
        };
        let ty = super::block::rust_type(self.var_type(members.key), "");
        let key = self.bind(members.key, Form::Place);
        self.line(format!("let {key}: {ty} = {value};"));
        let on = match self.var_type(members.key) {
            ValueType::Section(_) => format!("{key}.as_slice()"),
            _ => key,
        };
        let labelled: Vec<usize> = if entry.is_some() { members.labelled().collect() } else { Vec::new() };
        self.nested(&format!("match {on} {{"), "}", |printer| {
            for (position, arm) in members.arms.iter().enumerate() {
                let open = format!("{} => {{", pattern(&arm.keys));
                match entry.filter(|_| labelled.contains(&position)) {
                    Some((entry, _)) => {
                        let line = format!("{} => {entry} = {},", pattern(&arm.keys), position + 1);
                        printer.line(line);
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
