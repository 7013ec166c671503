//! The calls of the other side.

use super::message::{Descriptor, Exception};
use super::{Method, Results};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Calls by the numbers of the other side.
#[derive(Debug, Default)]
pub(super) struct Answers {
    all: BTreeMap<u32, Answer>,
    waiting_bytes: usize,
}

/// The result of a call, which later calls look into.
pub(super) type Known = Arc<Result<Results, Exception>>;

/// A call, until both sides are done with it.
#[derive(Debug, Default)]
struct Answer {
    /// References that its parameters brought, as long as they are needed.
    params: Vec<u32>,
    /// Calls to its result.
    waiting: Vec<Waiting>,
    /// The call to whose result it goes, if that is not there yet.
    waits_for: Option<u32>,
    /// The result, and its references as they were sent.
    result: Option<(Known, Vec<Descriptor>)>,
    /// The other side does not need the result, except for the calls that wait for it.
    is_finished: bool,
    /// It runs at the other side, as this question: its object is there.
    is_relayed: bool,
}

/// A call whose object is not known yet.
#[derive(Debug)]
pub(super) struct Waiting {
    pub answer: u32,
    pub path: Vec<u16>,
    pub method: Method,
    pub params: Results,
}

/// What is to be done when a call has been answered.
#[derive(Default)]
pub(super) struct Answered {
    pub waiting: Vec<Waiting>,
    /// The call is over: references that were sent but that nobody gives back, and those of its parameters.
    pub over: Option<(Vec<Descriptor>, Vec<u32>)>,
}

/// What the end of the other side's interest means.
pub(super) enum Finished {
    /// There is no such call.
    Unknown,
    /// The call is still running, and nobody needs its result.
    Cancelled,
    /// It is still running, because calls wait for its result.
    Needed,
    /// It is over.
    Over {
        /// The references that were sent.
        sent: Vec<Descriptor>,
        /// Those of its parameters that are to be given back.
        params: Vec<u32>,
    },
}

impl Answers {
    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn is_known(&self, id: u32) -> bool {
        self.all.contains_key(&id)
    }

    pub fn is_running(&self, id: u32) -> bool {
        self.all.get(&id).is_some_and(|it| it.result.is_none())
    }

    pub fn begin(&mut self, id: u32, params: Vec<u32>) {
        self.all.insert(id, Answer { params, ..Answer::default() });
    }

    pub fn relayed(&mut self, id: u32) {
        if let Some(answer) = self.all.get_mut(&id) {
            answer.is_relayed = true;
        }
    }

    /// Returns the result of a call; `None` in `Some` if it is not there yet.
    pub fn result(&self, id: u32) -> Option<Option<&Known>> {
        let answer = self.all.get(&id).filter(|it| !it.is_finished)?;
        Some(answer.result.as_ref().map(|(result, _)| result))
    }

    /// Keeps a call until the result of another one is there; gives it back if too many bytes wait.
    pub fn wait(&mut self, of: u32, call: Waiting, limit: usize) -> Result<(), Waiting> {
        let bytes = self.waiting_bytes.saturating_add(size(&call));
        let id = call.answer;
        match self.all.get_mut(&of) {
            Some(answer) if bytes <= limit => {
                self.waiting_bytes = bytes;
                answer.waiting.push(call);
                if let Some(waiting) = self.all.get_mut(&id) {
                    waiting.waits_for = Some(of);
                }
                Ok(())
            }
            Some(_) | None => Err(call),
        }
    }

    pub fn returned(&mut self, id: u32, result: Known, sent: Vec<Descriptor>) -> Answered {
        let waiting = self.all.get_mut(&id).map(|it| std::mem::take(&mut it.waiting)).unwrap_or_default();
        self.waiting_bytes -= waiting.iter().map(size).sum::<usize>();
        for call in &waiting {
            if let Some(answer) = self.all.get_mut(&call.answer) {
                answer.waits_for = None;
            }
        }
        let Some(answer) = self.all.get_mut(&id) else { return Answered::default() };
        let over = match answer.is_finished {
            true => self.all.remove(&id).map(|answer| (sent, answer.params)),
            false => {
                answer.result = Some((result, sent));
                None
            }
        };
        Answered { waiting, over }
    }

    /// Takes the references that the parameters of a call brought.
    pub fn take_params(&mut self, id: u32) -> Vec<u32> {
        self.all.get_mut(&id).map(|it| std::mem::take(&mut it.params)).unwrap_or_default()
    }

    pub fn finished(&mut self, id: u32) -> Finished {
        let Some(answer) = self.all.get_mut(&id).filter(|it| !it.is_finished) else { return Finished::Unknown };
        answer.is_finished = true;
        if let Some((_, sent)) = answer.result.take() {
            let params = std::mem::take(&mut answer.params);
            self.all.remove(&id);
            return Finished::Over { sent, params };
        }
        if answer.is_relayed || !answer.waiting.is_empty() {
            return Finished::Needed;
        }
        if let Some(of) = answer.waits_for.take() {
            self.stop_waiting(id, of);
        }
        Finished::Cancelled
    }

    fn stop_waiting(&mut self, id: u32, of: u32) {
        let Some(answer) = self.all.get_mut(&of) else { return };
        if let Some(at) = answer.waiting.iter().position(|call| call.answer == id) {
            self.waiting_bytes -= size(&answer.waiting.remove(at));
        }
    }

    /// Forgets all calls; returns those that were running.
    pub fn end(&mut self) -> Vec<u32> {
        self.waiting_bytes = 0;
        let running = |(id, answer): (u32, Answer)| (answer.result.is_none() && !answer.is_relayed).then_some(id);
        std::mem::take(&mut self.all).into_iter().filter_map(running).collect()
    }
}

fn size(call: &Waiting) -> usize {
    /// Beside the value.
    const OVERHEAD: usize = 256;
    OVERHEAD + call.params.body.len() + call.params.references.len() * size_of::<super::Reference>()
}
