//! Members identified by keys: the general loop.

use super::Printer;
use crate::go::case::unexported;
use crate::low::{Members, Prediction};
use polywire_ir::ValueType;

/// The labels of arms that are printed before the general loop.
pub(super) type Targets = Vec<Option<String>>;

impl Printer<'_, '_> {
    pub(super) fn members(&mut self, members: &Members) {
        let mut targets: Targets = vec![None; members.arms.len()];
        if members.prediction != Prediction::None {
            self.loops += 1;
            let mut label =
                |arm: usize| self.arm_labels.claim(&unexported(&format!("read_{}", members.arms[arm].name)));
            members.labelled().for_each(|arm| targets[arm] = Some(label(arm)));
        }
        match members.prediction {
            Prediction::None => self.member_loop(members, &targets),
            Prediction::InTurn { stride } => self.members_in_turn(members, &targets, stride),
            Prediction::ByLabel { space } => self.members_by_label(members, &targets, space),
        }
    }

    pub(super) fn member_loop(&mut self, members: &Members, targets: &Targets) {
        self.nested("for {", "}", |printer| {
            printer.body(&members.head);
            if members.head.ends {
                return;
            }
            let closed = printer.negation(&members.more);
            printer.when(&closed.text, "break");
            printer.body(&members.to_key);
            if members.to_key.ends {
                return;
            }
            let key = printer.text(&members.key_value);
            let name = printer.bind(members.key);
            printer.line(format!("{name} = {key}"));
            printer.dispatch(members, targets, &name);
        });
    }

    fn dispatch(&mut self, members: &Members, targets: &Targets, key: &str) {
        if members.arms.is_empty() {
            return self.block(&members.default);
        }
        let is_bytes = matches!(self.var_type(members.key), ValueType::Bytes | ValueType::Section(_));
        match is_bytes {
            true => self.line(format!("switch string({key}) {{")),
            false => self.line(format!("switch {key} {{")),
        }
        for (arm, target) in members.arms.iter().zip(targets) {
            self.case_line(&arm.keys);
            match target {
                Some(target) => self.line(format!("\tgoto {target}")),
                None => {
                    let body = self.captured(|printer| printer.block(&arm.body));
                    self.out.indented(|out| out.lines(&body));
                }
            }
        }
        self.default_case(&members.default);
        self.line("}");
    }
}
