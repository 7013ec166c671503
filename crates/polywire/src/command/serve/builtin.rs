//! What every server answers: health, and questions about its schema.

use super::exec::News;
use super::handler::{Handler, Output};
use polywire::calls::{Reflection, Served};
use polywire_rpc::{End, Item, Status};
use std::collections::VecDeque;

/// An answer that is always the same.
pub struct Fixed {
    output: VecDeque<Output>,
    body: Vec<u8>,
}

impl Fixed {
    pub fn new(body: &[u8]) -> Self {
        Self { output: VecDeque::new(), body: body.to_vec() }
    }
}

impl Handler for Fixed {
    fn take(&mut self, _: Item) -> Result<(), End> {
        self.output.push_back(Output::Taken);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), End> {
        self.output.push_back(Output::Message(std::mem::take(&mut self.body)));
        self.output.push_back(Output::End(End::default()));
        Ok(())
    }

    fn next(&mut self, _: bool) -> Option<Output> {
        self.output.pop_front()
    }

    fn hear(&mut self, _: News) -> Result<(), End> {
        Ok(())
    }
}

/// Answers questions about the schema.
pub struct Asking<'m> {
    reflection: Reflection,
    served: &'m Served,
    answers: VecDeque<Vec<u8>>,
    /// Messages whose answer was given.
    taken: usize,
    is_finished: bool,
}

impl<'m> Asking<'m> {
    pub fn new(reflection: Reflection, served: &'m Served) -> Self {
        Self { reflection, served, answers: VecDeque::new(), taken: 0, is_finished: false }
    }
}

impl Handler for Asking<'_> {
    fn take(&mut self, item: Item) -> Result<(), End> {
        let found = self.reflection.query(&item.body).map(|query| self.served.find(&query));
        let answer = found.and_then(|found| self.reflection.answer(&item.body, &found));
        let unread = || End::failed(Status::INVALID_ARGUMENT, "the question cannot be read");
        self.answers.push_back(answer.ok_or_else(unread)?);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), End> {
        self.is_finished = true;
        Ok(())
    }

    fn next(&mut self, has_room: bool) -> Option<Output> {
        if self.taken > 0 {
            self.taken -= 1;
            return Some(Output::Taken);
        }
        if self.answers.is_empty() {
            return self.is_finished.then(|| Output::End(End::default()));
        }
        let answer = if has_room { self.answers.pop_front()? } else { return None };
        self.taken += 1;
        Some(Output::Message(answer))
    }

    fn hear(&mut self, _: News) -> Result<(), End> {
        Ok(())
    }
}
