//! Calls of one message that a thread of their own waits for: those to objects, and of protocols without streams.

use super::super::failure::Failure;
use super::super::serve::{Answered, Answers, Arrival, Handler, Output, Post};
use super::backend::passing;
use polywire::calls::Protocol;
use polywire_net::Postbox;
use polywire_rpc::{Call, End, Item, Metadata, MetadataValue, Status};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// The name of metadata that names another object of the same server: a reference, as text or as JSON.
const OBJECT: &str = "polywire-object";
/// Calls that threads wait for, at most; also those whose callers are gone.
const CALLS: usize = 512;

/// For calls without a deadline: nobody is told of a thread that waits for ever.
const DEADLINE: Duration = Duration::from_secs(60);

/// What answers calls, each with one message, and is waited for.
pub trait Remote: Send + Sync {
    fn call(&self, question: &Question) -> Answer;
}

/// A call.
pub struct Question {
    /// That of the method, with its service.
    pub name: String,
    /// The object that the caller names, in the place of that of the proxy.
    pub object: Option<String>,
    /// What passes of that of the caller.
    pub metadata: Vec<Metadata>,
    pub params: Vec<u8>,
    /// The time until its deadline.
    pub time: Duration,
}

/// What calls of the same server share.
pub struct Calls {
    remote: Box<dyn Remote>,
    /// For calls without a deadline.
    deadline: Duration,
    running: AtomicUsize,
}

/// A method of objects.
pub struct Operation {
    calls: Arc<Calls>,
    /// With the service.
    name: String,
}

/// What a call returned, or how it ended.
pub type Answer = Result<Answered, End>;

/// A call that a thread waits for.
struct Elsewhere {
    calls: Arc<Calls>,
    to: Postbox<Post>,
    /// That of whoever calls.
    protocol: Option<&'static Protocol>,
    /// `None` when it was asked.
    question: Option<Question>,
    output: VecDeque<Output>,
}

impl Operation {
    pub fn new(calls: Arc<Calls>, name: String) -> Self {
        Self { calls, name }
    }
}

impl Answers for Operation {
    fn handler<'m>(&'m self, arrival: Arrival<'_>) -> Result<Box<dyn Handler + 'm>, End> {
        let Arrival { call, to, protocol, .. } = arrival;
        let time = call.timeout.map_or(self.calls.deadline, Duration::from_nanos);
        let mut metadata = passing(call.metadata.clone(), protocol, None);
        metadata.retain(|it| it.name != OBJECT);
        let (name, object) = (self.name.clone(), object(call)?);
        let question = Some(Question { name, object, metadata, params: Vec::new(), time });
        let (calls, to) = (self.calls.clone(), to.clone());
        Ok(Box::new(Elsewhere { calls, to, protocol, question, output: VecDeque::new() }))
    }
}

impl Calls {
    pub fn new(remote: Box<dyn Remote>, deadline: Option<Duration>) -> Self {
        Self { remote, deadline: deadline.unwrap_or(DEADLINE), running: AtomicUsize::new(0) }
    }
}

/// One of the calls that threads wait for, until the end of this value.
struct Running(Arc<Calls>);

impl Running {
    fn new(calls: Arc<Calls>) -> Result<Self, End> {
        let before = calls.running.fetch_add(1, Ordering::Relaxed);
        let running = Self(calls);
        match before < CALLS {
            true => Ok(running),
            false => Err(End::failed(Status::RESOURCE_EXHAUSTED, "too many calls are not answered yet")),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns the object that a caller names.
fn object(call: &Call) -> Result<Option<String>, End> {
    let Some(named) = call.metadata.iter().find(|it| it.name == OBJECT) else { return Ok(None) };
    match &named.value {
        MetadataValue::Text(text) => Ok(Some(text.clone())),
        MetadataValue::Binary(_) => Err(End::failed(Status::INVALID_ARGUMENT, "an object is named by a text")),
    }
}

impl Handler for Elsewhere {
    fn take(&mut self, item: Item) -> Result<(), End> {
        if let Some(question) = &mut self.question {
            question.params = item.body;
        }
        self.output.push_back(Output::Taken);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), End> {
        let Some(question) = self.question.take() else { return Ok(()) };
        let (running, to) = (Running::new(self.calls.clone())?, self.to.clone());
        let run = move || {
            let answer = running.0.remote.call(&question);
            drop(running);
            to.post(Post::Answered(answer));
        };
        let no_thread = |error| End::failed(Status::UNAVAILABLE, format!("no thread can start: {error}"));
        thread::Builder::new().spawn(run).map(drop).map_err(no_thread)
    }

    fn next(&mut self, _: bool) -> Option<Output> {
        self.output.pop_front()
    }

    fn answered(&mut self, answer: Answer) -> Result<(), End> {
        let Answered { metadata, body } = answer?;
        let metadata = passing(metadata, None, self.protocol);
        self.output.extend([Output::Start(metadata), Output::Message(body), Output::End(End::default())]);
        Ok(())
    }
}

/// Refuses the name of an object where there are none.
pub fn unnamed(question: &Question) -> Result<(), End> {
    match question.object {
        Some(_) => Err(End::failed(Status::INVALID_ARGUMENT, "servers of this protocol have no objects")),
        None => Ok(()),
    }
}

/// Returns true if the server itself ended a call, so that the connection is free for others.
pub fn answered(end: &End) -> bool {
    ![Status::UNAVAILABLE, Status::INTERNAL, Status::DEADLINE_EXCEEDED].contains(&end.status)
}

/// Returns the end that a failure of this side stands for.
pub fn end_of(failure: &Failure) -> End {
    let late = Status::DEADLINE_EXCEEDED.to_string();
    let status = match failure {
        Failure::File(_) => Status::UNAVAILABLE,
        Failure::Input(_) => Status::INVALID_ARGUMENT,
        Failure::Call(text) if text.starts_with(&late) => Status::DEADLINE_EXCEEDED,
        Failure::Call(_) => Status::UNAVAILABLE,
        _ => Status::UNIMPLEMENTED,
    };
    End::failed(status, failure.message())
}
