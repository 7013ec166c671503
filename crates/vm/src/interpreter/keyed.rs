//! Keyed members: `keyed`. Labels and predictions are optimisations that this engine ignores.

use super::control::is_key;
use super::item::{Item, Tracked};
use super::machine::{Frame, Machine, Outcome};
use polywire_ir::{Op, first_subject};

impl<'m> Machine<'m> {
    pub(super) fn run_keyed(&mut self, frame: &mut Frame<'m>, op: &'m Op) -> Outcome<()> {
        let Op::Keyed { index, count: _, head, key, arms, default, carried, results, separation: _, predict: _ } = op
        else {
            return Err(self.internal(frame));
        };
        self.bind_first(frame, carried)?;
        let around = self.iteration();
        for read in 0.. {
            self.bind(frame, *index, Item::U64(read))?;
            self.trace_iteration();
            let [more, found] = <[Tracked; 2]>::try_from(self.run(frame, head)?).map_err(|_| self.internal(frame))?;
            match more.item {
                Item::Bool(true) => {}
                Item::Bool(false) => {
                    self.trace_key(&found.origin);
                    break;
                }
                Item::U64(_) | Item::I64(_) | Item::Bytes(_) | Item::Ref(_) => return Err(self.internal(frame)),
            }
            let arm = arms.iter().find(|arm| arm.keys.iter().any(|key| is_key(&found.item, key)));
            let body = arm.map_or(default, |arm| &arm.body);
            self.trace_member(frame, first_subject(body), &found.origin);
            self.bind(frame, *key, found)?;
            self.run_next(frame, body, carried).inspect_err(|_| self.blame(frame, first_subject(body)))?;
            self.trace_back();
        }
        self.go_on_in(around);
        self.bind_last(frame, carried, results)
    }
}
