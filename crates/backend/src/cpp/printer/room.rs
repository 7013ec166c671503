//! The room that an encoder needs, as C++.

use super::Printer;
use super::literal::constant;
use crate::cpp::analysis::{Room, RoomTerm};
use polywire_ir::{Arg, Const, Expr as Ir, FuncId};

impl<'m> Printer<'m> {
    /// The room of a datum as one expression, with what it may overwrite.
    pub(super) fn room_expr(&mut self, room: &Room) -> String {
        let with_slack = Room { fixed: room.fixed + super::write::SLACK, terms: room.terms.clone() };
        self.room_sum(&with_slack)
    }

    /// The room of a datum as one expression.
    pub(super) fn room_sum(&mut self, room: &Room) -> String {
        let fixed = (room.fixed > 0).then(|| room.fixed.to_string());
        let terms: Vec<String> = room.terms.iter().filter_map(|term| self.room_term(term)).collect();
        fixed.into_iter().chain(terms).collect::<Vec<_>>().join(" + ")
    }

    fn room_term(&mut self, term: &RoomTerm) -> Option<String> {
        match term {
            RoomTerm::Bytes { factor: 1, value } => Some(self.size_of(value)),
            RoomTerm::Bytes { factor, value } => Some(format!("{factor} * {}", self.size_of(value))),
            RoomTerm::Number(value) => Some(self.expr(value).within(super::precedence::SUM)),
            RoomTerm::Each { .. } | RoomTerm::If { .. } | RoomTerm::Switch { .. } | RoomTerm::Call { .. } => None,
        }
    }

    fn size_of(&mut self, value: &Ir) -> String {
        self.expr(&Ir::BytesLen(Box::new(value.clone()))).text
    }

    /// Statements that add a room to `room`.
    pub fn add_room(&mut self, room: &Room) {
        let mut sum: Vec<String> = if room.fixed > 0 { vec![room.fixed.to_string()] } else { Vec::new() };
        for term in &room.terms {
            sum.extend(self.room_term(term));
            if let RoomTerm::Call { func, args } = term {
                sum.push(self.room_call(*func, args));
            }
        }
        if !sum.is_empty() {
            self.out.line(format!("room += {};", sum.join(" + ")));
        }
        for term in &room.terms {
            match term {
                RoomTerm::Each { place, item, body } => {
                    let list = self.place(place);
                    let name = self.bind(*item);
                    let unused = if self.unit.rooms.depends(body, *item) { "" } else { "[[maybe_unused]] " };
                    self.nested(&format!("for ({unused}const auto& {name} : {list}) {{"), "}", |printer| {
                        printer.add_room(body)
                    });
                }
                RoomTerm::If { cond, then, other } => self.add_branches(cond, then, other),
                RoomTerm::Switch { on, arms, default } => self.add_switch(on, arms, default),
                RoomTerm::Bytes { .. } | RoomTerm::Number(_) | RoomTerm::Call { .. } => {}
            }
        }
    }

    fn add_branches(&mut self, cond: &Ir, then: &Room, other: &Room) {
        let cond = self.expr(cond);
        self.nested(&format!("if ({cond}) {{"), "}", |printer| printer.add_room(then));
        if *other != Room::default() {
            self.nested("else {", "}", |printer| printer.add_room(other));
        }
    }

    fn add_switch(&mut self, on: &Ir, arms: &[(Vec<Const>, Room)], default: &Room) {
        let on = self.expr(on);
        self.nested(&format!("switch ({on}) {{"), "}", |printer| {
            for (keys, room) in arms {
                for key in &keys[..keys.len() - 1] {
                    printer.out.line(format!("case {}:", constant(key)));
                }
                let label = format!("case {}: {{", constant(&keys[keys.len() - 1]));
                printer.nested(&label, "}", |printer| {
                    printer.add_room(room);
                    printer.out.line("break;");
                });
            }
            printer.nested("default: {", "}", |printer| {
                printer.add_room(default);
                printer.out.line("break;");
            });
        });
    }

    fn room_call(&mut self, func: FuncId, args: &[Arg]) -> String {
        let used = self.unit.rooms.params(func).to_vec();
        let args: Vec<String> = used.iter().map(|index| self.argument(&args[*index]).text).collect();
        format!("room_of_{}({})", self.unit.functions[func.0 as usize], args.join(", "))
    }
}
