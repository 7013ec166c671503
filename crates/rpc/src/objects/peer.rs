//! A side of a session.

use super::answers::Answers;
use super::exports::Exports;
use super::message::{Call, Descriptor, Exception, Message, Outcome, Payload, Problem, Promise, Return, Target};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// A call that this side made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QuestionId(pub u32);

/// An object of this side, by a number that its program chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u64);

/// What is called: the numbers of an interface and of a method in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// The interface.
    pub interface: u64,
    /// The method.
    pub number: u16,
}

/// A reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// None.
    None,
    /// To an object of this side.
    Own(ObjectId),
    /// To an object of the other side.
    Theirs(u32),
    /// To what a call returns, at a path of numbers of fields.
    Result(QuestionId, Vec<u16>),
}

/// A value, and the references in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// The value; it holds positions in the table.
    pub body: Vec<u8>,
    /// The table of references.
    pub references: Vec<Reference>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The other side asks for the object with which a session starts: [`Peer::answer`] it.
    Started {
        /// Names the question.
        answer: u32,
    },
    /// The other side calls: [`Peer::answer`] it.
    Called {
        /// Names the call.
        answer: u32,
        /// The object that is called.
        object: ObjectId,
        /// What is called.
        method: Method,
        /// What it takes.
        params: Results,
    },
    /// The other side does not need an answer any more; it has got one.
    Cancelled {
        /// Names the call.
        answer: u32,
    },
    /// A call of this side is answered.
    Returned(QuestionId, Result<Results, Exception>),
    /// The other side has no references to an object any more.
    Dropped(ObjectId),
    /// The session is over; calls that were not answered have failed.
    Over(Exception),
}

/// Bounds of a session.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Calls of each side at the same time.
    pub calls: usize,
    /// References that each side has of the other, and objects.
    pub references: usize,
    /// Bytes of calls to results that are not there yet.
    pub waiting_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { calls: 1 << 12, references: 1 << 16, waiting_bytes: 64 << 20 }
    }
}

/// Why a session does not do what it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There are as many calls or references as allowed.
    TooMany,
    /// There is no such call, reference or question.
    Unknown,
    /// The session is over.
    Over,
}

/// Finds the position in the table of references of what stands at a path in a value.
pub type FindReference = fn(&[u8], &[u16]) -> Option<u32>;

/// Returns the lowest number that is not among these, which ascend.
pub(super) fn lowest_free(taken: impl Iterator<Item = u32>) -> Option<u32> {
    let mut free = Some(0u32);
    for taken in taken {
        match free {
            Some(number) if number == taken => free = number.checked_add(1),
            Some(_) | None => break,
        }
    }
    free
}

/// A side of a session.
#[derive(Debug)]
pub struct Peer {
    pub(super) limits: Limits,
    pub(super) find: FindReference,
    pub(super) questions: BTreeMap<QuestionId, Question>,
    pub(super) answers: Answers,
    /// How often each was received and not given back.
    pub(super) imports: BTreeMap<u32, u32>,
    pub(super) exports: Exports,
    pub(super) actions: VecDeque<Message>,
    pub(super) events: VecDeque<Event>,
    pub(super) is_over: bool,
}

/// A call that this side made, until both sides are done with it.
#[derive(Debug, Default)]
pub(super) struct Question {
    /// The result is there, with these references.
    pub returned: Option<Vec<u32>>,
    /// Nothing more is wanted of it.
    pub is_finished: bool,
    /// The references that were sent with it.
    pub params: Vec<Descriptor>,
    /// The call of the other side that gets the result, because it was to an object of the other side.
    pub relays: Option<u32>,
}

impl Peer {
    /// Begins a session.
    pub fn new(limits: Limits, find: FindReference) -> Self {
        Self {
            limits,
            find,
            questions: BTreeMap::new(),
            answers: Answers::default(),
            imports: BTreeMap::new(),
            exports: Exports::default(),
            actions: VecDeque::new(),
            events: VecDeque::new(),
            is_over: false,
        }
    }

    /// Asks the other side for the object with which a session starts: [`Reference::Result`] with an empty path.
    pub fn start(&mut self) -> Result<QuestionId, Refused> {
        let id = self.question(None)?;
        self.actions.push_back(Message::Start { question: id.0 });
        Ok(id)
    }

    /// Calls a method of an object of the other side.
    pub fn call(&mut self, target: &Reference, method: Method, params: Results) -> Result<QuestionId, Refused> {
        self.put_call(target, method, params, None)
    }

    pub(super) fn put_call(
        &mut self,
        target: &Reference,
        method: Method,
        params: Results,
        relays: Option<u32>,
    ) -> Result<QuestionId, Refused> {
        let target = match target {
            Reference::Theirs(id) if self.imports.contains_key(id) => Target::Object(*id),
            Reference::Result(question, path) => Target::Answer(self.promise(*question, path)?),
            Reference::Theirs(_) | Reference::None | Reference::Own(_) => return Err(Refused::Unknown),
        };
        let id = self.question(relays)?;
        match self.payload(params) {
            Ok(params) => {
                if let Some(question) = self.questions.get_mut(&id) {
                    question.params.clone_from(&params.references);
                }
                let Method { interface, number: method } = method;
                let call = Call { question: id.0, target, interface, method, params, is_redirected: false };
                self.actions.push_back(Message::Call(call));
                Ok(id)
            }
            Err(refused) => {
                self.questions.remove(&id);
                Err(refused)
            }
        }
    }

    fn question(&mut self, relays: Option<u32>) -> Result<QuestionId, Refused> {
        if self.is_over {
            return Err(Refused::Over);
        }
        if self.questions.len() >= self.limits.calls {
            return Err(Refused::TooMany);
        }
        let id = QuestionId(lowest_free(self.questions.keys().map(|id| id.0)).ok_or(Refused::TooMany)?);
        self.questions.insert(id, Question { relays, ..Question::default() });
        Ok(id)
    }

    fn promise(&self, question: QuestionId, path: &[u16]) -> Result<Promise, Refused> {
        match self.questions.get(&question) {
            Some(known) if !known.is_finished => Ok(Promise { question: question.0, path: path.to_vec() }),
            Some(_) | None => Err(Refused::Unknown),
        }
    }

    /// Returns a value as it is sent, and counts its references; on failure none is counted.
    pub(super) fn payload(&mut self, value: Results) -> Result<Payload, Refused> {
        let mut references = Vec::with_capacity(value.references.len());
        for reference in &value.references {
            match self.descriptor(reference) {
                Ok(descriptor) => references.push(descriptor),
                Err(refused) => {
                    self.take_back(&references);
                    return Err(refused);
                }
            }
        }
        Ok(Payload { body: value.body, references })
    }

    fn descriptor(&mut self, reference: &Reference) -> Result<Descriptor, Refused> {
        Ok(match reference {
            Reference::None => Descriptor::None,
            Reference::Own(object) => {
                Descriptor::Hosted(self.exports.add(*object, self.limits.references).ok_or(Refused::TooMany)?)
            }
            Reference::Theirs(id) if self.imports.contains_key(id) => Descriptor::Yours(*id),
            Reference::Theirs(_) => return Err(Refused::Unknown),
            Reference::Result(question, path) => Descriptor::Answer(self.promise(*question, path)?),
        })
    }

    /// References that were counted are not with the other side any more.
    pub(super) fn take_back(&mut self, references: &[Descriptor]) {
        for reference in references {
            let Descriptor::Hosted(id) = reference else { continue };
            if let Ok(Some(object)) = self.exports.release(*id, 1) {
                self.events.push_back(Event::Dropped(object));
            }
        }
    }

    /// The result of a call is not needed any more: no further calls go to it. Its references are given back, unless they are `kept`.
    pub fn finish(&mut self, id: QuestionId, is_kept: bool) {
        let Some(question) = self.questions.get_mut(&id).filter(|it| !it.is_finished) else { return };
        question.is_finished = true;
        let returned = question.returned.take();
        let is_done = returned.is_some();
        if !is_kept {
            returned.into_iter().flatten().for_each(|import| self.forget(import));
        }
        if is_done {
            self.questions.remove(&id);
        }
        // References of a result that is still to come are given back, too: nobody could use them.
        let releases_results = !is_kept || !is_done;
        self.actions.push_back(Message::Finish { question: id.0, releases_results });
    }

    /// Gives a reference back, as often as it was received.
    pub fn release(&mut self, id: u32) {
        if let Some(count) = self.imports.remove(&id) {
            self.actions.push_back(Message::Release { id, count });
        }
    }

    /// The other side does not count a reference any more.
    pub(super) fn forget(&mut self, id: u32) {
        if let Some(count) = self.imports.get_mut(&id) {
            *count -= 1;
            if *count == 0 {
                self.imports.remove(&id);
            }
        }
    }

    /// Answers a call, or [`Event::Started`].
    pub fn answer(&mut self, id: u32, outcome: Result<Results, Exception>) -> Result<(), Refused> {
        if !self.answers.is_running(id) {
            return Err(Refused::Unknown);
        }
        let kept = outcome.as_ref().ok().cloned();
        let sent = match outcome {
            Ok(results) => self.payload(results).map(Outcome::Results),
            Err(exception) => Ok(Outcome::Failed(exception)),
        };
        let outcome = sent.unwrap_or_else(|refused| {
            let reason = match refused {
                Refused::TooMany => "there are as many references as allowed",
                Refused::Unknown | Refused::Over => "the result has a reference that does not exist",
            };
            Outcome::Failed(Exception::new(Problem::Failed, reason))
        });
        self.put_return(id, outcome, kept);
        Ok(())
    }

    /// Sends a result. What is sent may lead back to the other side, so `kept` has its references as this side knows them.
    pub(super) fn put_return(&mut self, id: u32, outcome: Outcome, kept: Option<Results>) {
        // Calls that waited for a result that failed fail as well, and those that waited for theirs: in a loop, as they may be many.
        let mut failed = VecDeque::from(self.put_one_return(id, outcome, kept));
        while let Some((id, exception)) = failed.pop_front() {
            failed.extend(self.put_one_return(id, Outcome::Failed(exception), None));
        }
    }

    /// Sends a result, and hands the calls that waited for it to their objects. Returns those that fail.
    fn put_one_return(&mut self, id: u32, outcome: Outcome, kept: Option<Results>) -> Vec<(u32, Exception)> {
        let result = Arc::new(match (&outcome, kept) {
            (Outcome::Results(_), Some(kept)) => Ok(kept),
            (Outcome::Failed(exception), _) => Err(exception.clone()),
            (Outcome::Results(_) | Outcome::Cancelled | Outcome::Elsewhere, _) => {
                Err(Exception::new(Problem::Failed, "the call was cancelled"))
            }
        });
        let sent = match &outcome {
            Outcome::Results(payload) => payload.references.clone(),
            Outcome::Failed(_) | Outcome::Cancelled | Outcome::Elsewhere => Vec::new(),
        };
        // Calls to the result may go to an object that the parameters brought.
        let leads_back = |it: &Descriptor| matches!(it, Descriptor::Yours(_) | Descriptor::Answer(_));
        let releases_params = !sent.iter().any(leads_back);
        let done = Return { answer: id, releases_params, needs_no_finish: false, outcome };
        self.actions.push_back(Message::Return(done));
        if releases_params {
            self.answers.take_params(id).into_iter().for_each(|import| self.forget(import));
        }
        let answered = self.answers.returned(id, result.clone(), sent);
        // Calls that waited for the result go to it before any other.
        let failed = answered.waiting.into_iter().filter_map(|call| self.deliver(call, &result)).collect();
        if let Some((sent, params)) = answered.over {
            self.take_back(&sent);
            self.give_back(&params);
        }
        failed
    }

    pub(super) fn give_back(&mut self, imports: &[u32]) {
        for id in imports {
            self.forget(*id);
            self.actions.push_back(Message::Release { id: *id, count: 1 });
        }
    }

    /// The connection is lost, or this side gives up.
    pub fn end(&mut self, exception: Exception) {
        if self.is_over {
            return;
        }
        self.is_over = true;
        for (id, question) in std::mem::take(&mut self.questions) {
            if question.returned.is_none() && !question.is_finished && question.relays.is_none() {
                self.events.push_back(Event::Returned(id, Err(exception.clone())));
            }
        }
        for answer in self.answers.end() {
            self.events.push_back(Event::Cancelled { answer });
        }
        self.imports.clear();
        self.exports = Exports::default();
        self.events.push_back(Event::Over(exception));
    }

    /// Ends the session and tells the other side why.
    pub fn abort(&mut self, problem: Problem, reason: impl Into<String>) {
        if !self.is_over {
            let exception = Exception::new(problem, reason);
            self.actions.push_back(Message::Abort(exception.clone()));
            self.end(exception);
        }
    }

    /// Returns what is to be sent next.
    pub fn next_action(&mut self) -> Option<Message> {
        self.actions.pop_front()
    }

    /// Returns what happened next.
    pub fn next_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// Returns true if the session is over.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns true if neither side has calls or references of the other.
    pub fn is_idle(&self) -> bool {
        self.questions.is_empty() && self.answers.is_empty() && self.imports.is_empty() && self.exports.is_empty()
    }
}
