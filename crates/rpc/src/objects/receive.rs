//! What arrives at a side.

use super::answers::{Finished, Waiting};
use super::message::{
    Call, Descriptor, Exception, Loopback, Message, Outcome, Payload, Problem, Promise, Return, Target,
};
use super::{Event, Method, Peer, QuestionId, Reference, Results};

impl Peer {
    /// A message arrived.
    pub fn receive(&mut self, message: Message) {
        if self.is_over {
            return;
        }
        match message {
            Message::Start { question } => {
                if self.begin(question, Vec::new()) {
                    self.events.push_back(Event::Started { answer: question });
                }
            }
            Message::Call(call) => self.called(call),
            Message::Return(it) => self.returned(it),
            Message::Finish { question, releases_results } => self.finished(question, releases_results),
            Message::Resolve { promise: _, to } => self.resolved(to),
            Message::Release { id, count } => match self.exports.release(id, count) {
                Ok(Some(object)) => self.events.push_back(Event::Dropped(object)),
                Ok(None) => {}
                Err(()) => self.broken("more references are given back than there were"),
            },
            Message::Disembargo { target, loopback } => self.disembargo(&target, loopback),
            Message::Abort(exception) => self.end(exception),
            Message::Unimplemented(message) => self.unimplemented(*message),
            unknown @ Message::Unknown(_) => self.actions.push_back(Message::Unimplemented(Box::new(unknown))),
        }
    }

    fn broken(&mut self, reason: &str) {
        self.abort(Problem::Failed, reason);
    }

    /// Begins a call of the other side; returns false if that is not possible.
    fn begin(&mut self, question: u32, params: Vec<u32>) -> bool {
        if self.answers.is_known(question) {
            self.broken("the number of a question is used twice");
            return false;
        }
        if self.answers.len() >= self.limits.calls {
            self.abort(Problem::Overloaded, "there are as many calls at the same time as allowed");
            return false;
        }
        self.answers.begin(question, params);
        true
    }

    fn called(&mut self, call: Call) {
        let Some((params, imports)) = self.value(call.params) else { return };
        if !self.begin(call.question, imports) {
            return;
        }
        let method = Method { interface: call.interface, number: call.method };
        if call.is_redirected {
            let problem = Exception::new(Problem::Unimplemented, "results can only be sent to the caller");
            return self.put_return(call.question, Outcome::Failed(problem), None);
        }
        match call.target {
            Target::Object(id) => match self.exports.object(id) {
                Some(object) => self.events.push_back(Event::Called { answer: call.question, object, method, params }),
                None => self.broken("an object is called that does not exist"),
            },
            Target::Answer(Promise { question, path }) => {
                let waiting = Waiting { answer: call.question, path, method, params };
                match self.answers.result(question) {
                    None => self.broken("a call is for the result of a question that is over"),
                    Some(Some(result)) => {
                        let result = result.clone();
                        if let Some((id, exception)) = self.deliver(waiting, &result) {
                            self.put_return(id, Outcome::Failed(exception), None);
                        }
                    }
                    Some(None) => {
                        if let Err(call) = self.answers.wait(question, waiting, self.limits.waiting_bytes) {
                            let reason = "calls to results that are not there yet have more bytes than allowed";
                            let problem = Exception::new(Problem::Overloaded, reason);
                            self.put_return(call.answer, Outcome::Failed(problem), None);
                        }
                    }
                }
            }
        }
    }

    /// Hands a call to the object that a result has; returns the call and why it fails if there is none.
    pub(super) fn deliver(&mut self, call: Waiting, result: &Result<Results, Exception>) -> Option<(u32, Exception)> {
        let Waiting { answer, path, method, params } = call;
        let failed = |problem, reason: &str| Some((answer, Exception::new(problem, reason)));
        let results = match result {
            Ok(results) => results,
            Err(exception) => return Some((answer, exception.clone())),
        };
        let position = (self.find)(&results.body, &path);
        match position.and_then(|at| results.references.get(at as usize)) {
            Some(Reference::Own(object)) => {
                self.events.push_back(Event::Called { answer, object: *object, method, params });
                None
            }
            Some(it @ (Reference::Theirs(_) | Reference::Result(..))) => {
                match self.put_call(it, method, params, Some(answer)) {
                    Ok(_) => {
                        self.answers.relayed(answer);
                        None
                    }
                    Err(_) => failed(Problem::Disconnected, "the reference is not there any more"),
                }
            }
            Some(Reference::None) | None => failed(Problem::Failed, "the result has no reference there"),
        }
    }

    fn returned(&mut self, it: Return) {
        let id = QuestionId(it.answer);
        let Some(question) = self.questions.get_mut(&id) else {
            return self.broken("a question is answered that was not asked");
        };
        if question.returned.is_some() {
            return self.broken("a question is answered twice");
        }
        let (params, is_finished, relays) =
            (std::mem::take(&mut question.params), question.is_finished, question.relays);
        let params = if it.releases_params { params } else { Vec::new() };
        // References of results that nobody needs were given back when the other side was told so.
        if is_finished {
            self.questions.remove(&id);
            return self.take_back(&params);
        }
        let (result, imports) = match it.outcome {
            Outcome::Results(payload) => match self.value(payload) {
                Some((results, imports)) => (Ok(results), imports),
                None => return,
            },
            Outcome::Failed(exception) => (Err(exception), Vec::new()),
            Outcome::Cancelled => (Err(Exception::new(Problem::Failed, "the call was cancelled")), Vec::new()),
            Outcome::Elsewhere => return self.broken("the results of a call are elsewhere"),
        };
        self.take_back(&params);
        match self.questions.get_mut(&id) {
            Some(_) if it.needs_no_finish => {
                self.questions.remove(&id);
                imports.into_iter().for_each(|import| self.forget(import));
            }
            Some(question) => question.returned = Some(imports),
            None => {}
        }
        match relays {
            // Whoever is no caller any more gets no answer.
            Some(answer) => {
                let _ = self.answer(answer, result);
                self.finish(id, false);
            }
            None => self.events.push_back(Event::Returned(id, result)),
        }
    }

    /// Returns a value with its references as this side knows them, and the numbers of those that are counted; `None` if the session ends
    /// because of them.
    fn value(&mut self, payload: Payload) -> Option<(Results, Vec<u32>)> {
        let mut imports = Vec::new();
        let mut references = Vec::with_capacity(payload.references.len());
        for descriptor in payload.references {
            let reference = match descriptor {
                Descriptor::None => Some(Reference::None),
                Descriptor::Hosted(id) | Descriptor::Promised(id) => {
                    let known = self.imports.len();
                    match self.imports.get_mut(&id) {
                        Some(count) => *count = count.saturating_add(1),
                        None if known < self.limits.references => drop(self.imports.insert(id, 1)),
                        None => {
                            self.abort(Problem::Overloaded, "there are as many references as allowed");
                            return None;
                        }
                    }
                    imports.push(id);
                    Some(Reference::Theirs(id))
                }
                Descriptor::Yours(id) => self.exports.object(id).map(Reference::Own),
                Descriptor::Answer(promise) => self.of_answer(&promise),
            };
            let Some(reference) = reference else {
                self.broken("a value has a reference to an object that does not exist");
                return None;
            };
            references.push(reference);
        }
        Some((Results { body: payload.body, references }, imports))
    }

    /// Returns the reference in a result of this side, or none if the result is not there yet or has none.
    fn of_answer(&self, promise: &Promise) -> Option<Reference> {
        let result = self.answers.result(promise.question)?;
        let found = result.and_then(|it| it.as_ref().as_ref().ok()).and_then(|results| {
            let at = (self.find)(&results.body, &promise.path)?;
            results.references.get(at as usize).cloned()
        });
        Some(found.unwrap_or(Reference::None))
    }

    fn finished(&mut self, question: u32, releases_results: bool) {
        match self.answers.finished(question) {
            Finished::Unknown => self.broken("a question is over that was not asked"),
            Finished::Needed => {}
            Finished::Cancelled => {
                self.put_return(question, Outcome::Cancelled, None);
                self.events.push_back(Event::Cancelled { answer: question });
            }
            Finished::Over { sent, params } => {
                if releases_results {
                    self.take_back(&sent);
                }
                self.give_back(&params);
            }
        }
    }

    /// What a reference is does not matter, because calls go on to the reference itself: so they stay in their order. What is told is
    /// given back.
    fn resolved(&mut self, to: Result<Descriptor, Exception>) {
        if let Ok(Descriptor::Hosted(id) | Descriptor::Promised(id)) = to {
            self.actions.push_back(Message::Release { id, count: 1 });
        }
    }

    /// Sends back what arrives behind calls that this side sent back.
    fn disembargo(&mut self, target: &Target, loopback: Loopback) {
        let Loopback::Sender(id) = loopback else {
            return self.broken("there is no embargo");
        };
        let reference = match target {
            Target::Object(_) => None,
            Target::Answer(promise) => self.of_answer(promise),
        };
        match reference {
            Some(Reference::Theirs(object)) => self
                .actions
                .push_back(Message::Disembargo { target: Target::Object(object), loopback: Loopback::Receiver(id) }),
            Some(Reference::None | Reference::Own(_) | Reference::Result(..)) | None => {
                self.broken("an embargo is for a reference that does not lead back");
            }
        }
    }

    fn unimplemented(&mut self, message: Message) {
        let id = match message {
            Message::Start { question } => question,
            Message::Call(call) => call.question,
            Message::Return(_)
            | Message::Finish { .. }
            | Message::Resolve { .. }
            | Message::Release { .. }
            | Message::Disembargo { .. }
            | Message::Abort(_)
            | Message::Unimplemented(_)
            | Message::Unknown(_) => return,
        };
        let problem = Exception::new(Problem::Unimplemented, "the other side does not know this kind of message");
        let outcome = Outcome::Failed(problem);
        self.returned(Return { answer: id, releases_params: true, needs_no_finish: true, outcome });
    }
}
