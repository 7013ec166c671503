//! Asking for room, in functions that write up to a fence.

use super::Printer;
use crate::cpp::analysis::{address, datum_room, op_address};
use polywire_ir::{Block, Datum, Expr as Ir, Op, Place};

/// The parameter's name.
pub(super) const FENCE: &str = "fence";

impl Printer<'_> {
    pub(super) fn ask_at_start(&mut self) {
        let Some(fence) = self.fence else { return };
        let room = self.room_sum(&fence.entry);
        if !room.is_empty() {
            self.give_up_unless(&room);
        }
    }

    pub(super) fn ask_before_write(&mut self, op: &Op, what: &Datum) {
        let Some(behind) = self.fence.and_then(|fence| fence.writes.get(&op_address(op))) else { return };
        let mut room = datum_room(what);
        room.fixed += behind;
        let room = self.room_sum(&room);
        self.give_up_unless(&room);
    }

    /// Elements of the same room. An empty list asks for nothing.
    pub(super) fn ask_before_visit(&mut self, op: &Op, place: &Place) {
        let Some((of_one, behind)) = self.fence.and_then(|fence| fence.visits.get(&op_address(op))) else { return };
        let count = Ir::Len(place.clone());
        let room = self.expr(&count.clone().times(*of_one).plus(*behind));
        let lacks = self.lacks(&room.text);
        let count = self.expr(&count);
        self.unlikely(&format!("{count} != 0 && {lacks}"), "return nullptr;");
    }

    /// At the start of a loop's body.
    pub(super) fn ask_for_turn(&mut self, body: &Block) {
        if let Some(room) = self.fence.and_then(|fence| fence.turns.get(&address(body))) {
            self.give_up_unless(&room.to_string());
        }
    }

    /// The fence for a callee, which leaves what the caller needs behind it.
    pub(super) fn fence_of_call(&self, op: &Op) -> String {
        match self.fence.and_then(|fence| fence.calls.get(&op_address(op))) {
            Some(0) | None => FENCE.into(),
            Some(behind) => format!("{FENCE} - {behind}"),
        }
    }

    fn give_up_unless(&mut self, room: &str) {
        let lacks = self.lacks(room);
        self.unlikely(&lacks, "return nullptr;");
    }

    fn lacks(&self, room: &str) -> String {
        format!("lacks({}, {FENCE}, {room})", self.stream.out)
    }
}
