//! Keyed members: `keyed`. Literals and prediction are an optimisation that this engine does not need.

use super::control::is_key;
use super::item::Item;
use super::machine::{Frame, Machine, Outcome};
use polywire_ir::{Op, first_subject};

impl<'m> Machine<'m> {
    pub(super) fn run_keyed(&mut self, frame: &mut Frame<'m>, op: &'m Op) -> Outcome<()> {
        let Op::Keyed { index, head, key, arms, default, carried, results, predict: _ } = op else {
            return Err(self.internal(frame));
        };
        self.bind_first(frame, carried)?;
        for read in 0.. {
            self.bind(frame, *index, Item::U64(read))?;
            let found = match <[Item; 2]>::try_from(self.run(frame, head)?) {
                Ok([Item::Bool(true), found]) => found,
                Ok([Item::Bool(false), _]) => break,
                Ok(_) | Err(_) => return Err(self.internal(frame)),
            };
            let arm = arms.iter().find(|arm| arm.keys.iter().any(|key| is_key(&found, key)));
            self.bind(frame, *key, found)?;
            let body = arm.map_or(default, |arm| &arm.body);
            self.run_next(frame, body, carried).inspect_err(|_| self.blame(frame, first_subject(body)))?;
        }
        self.bind_last(frame, carried, results)
    }
}
