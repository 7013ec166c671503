//! Calls to objects, which a thread of their own waits for.

use super::super::call::{GiopCalls, Reach};
use super::super::failure::Failure;
use super::super::serve::{Answers, Arrival, Handler, Output, Post};
use polywire::calls::giop::{Address, Found, found};
use polywire::calls::method;
use polywire_model::Model;
use polywire_net::{Network, Postbox};
use polywire_rpc::{Call, End, Item, MetadataValue, Status};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The name of metadata that names another object of the same server: a reference, as text or as JSON.
const OBJECT: &str = "polywire-object";
/// Calls that threads wait for, at most; also those whose callers are gone.
const CALLS: usize = 512;

/// For calls without a deadline: nobody is told of a thread that waits for ever.
const DEADLINE: Duration = Duration::from_secs(60);

/// An object of CORBA behind the proxy, and others of its server.
pub struct Objects {
    network: Arc<Network>,
    reach: Reach,
    model: Model,
    found: Found,
    /// For calls without a deadline.
    deadline: Duration,
    /// Where the object is, if it has only a name and the naming service was asked.
    resolved: Mutex<Option<Vec<Address>>>,
    running: AtomicUsize,
}

/// A method of objects.
pub struct Operation {
    objects: Arc<Objects>,
    /// With the service.
    name: String,
}

/// What a call returned, or how it ended.
pub type Answer = Result<Vec<u8>, End>;

/// A call that a thread waits for.
struct Elsewhere {
    objects: Arc<Objects>,
    name: String,
    object: Option<String>,
    time: Duration,
    to: Postbox<Post>,
    params: Option<Vec<u8>>,
    output: VecDeque<Output>,
}

impl Operation {
    pub fn new(objects: Arc<Objects>, name: String) -> Self {
        Self { objects, name }
    }
}

impl Answers for Operation {
    fn handler<'m>(&'m self, arrival: Arrival<'_>) -> Result<Box<dyn Handler + 'm>, End> {
        let Arrival { call, to, .. } = arrival;
        Ok(Box::new(Elsewhere {
            objects: self.objects.clone(),
            name: self.name.clone(),
            object: object(call)?,
            time: call.timeout.map_or(self.objects.deadline, Duration::from_nanos),
            to: to.clone(),
            params: None,
            output: VecDeque::new(),
        }))
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
        self.params = Some(item.body);
        self.output.push_back(Output::Taken);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), End> {
        let objects = self.objects.clone();
        if objects.running.fetch_add(1, Ordering::Relaxed) >= CALLS {
            objects.running.fetch_sub(1, Ordering::Relaxed);
            return Err(End::failed(Status::RESOURCE_EXHAUSTED, "too many calls are not answered yet"));
        }
        let (name, object, time) = (self.name.clone(), self.object.take(), self.time);
        let (params, to) = (self.params.take().unwrap_or_default(), self.to.clone());
        let run = move || {
            let answer = objects.call((&name, object.as_deref()), &params, time);
            objects.running.fetch_sub(1, Ordering::Relaxed);
            to.post(Post::Answered(answer));
        };
        let started = thread::Builder::new().spawn(run);
        started.map(drop).map_err(|error| {
            self.objects.running.fetch_sub(1, Ordering::Relaxed);
            End::failed(Status::UNAVAILABLE, format!("no thread can start: {error}"))
        })
    }

    fn next(&mut self, _: bool) -> Option<Output> {
        self.output.pop_front()
    }

    fn answered(&mut self, answer: Answer) -> Result<(), End> {
        self.output.extend([Output::Message(answer?), Output::End(End::default())]);
        Ok(())
    }
}

impl Objects {
    pub fn new(
        network: Arc<Network>,
        reach: Reach,
        (model, found): (Model, Found),
        deadline: Option<Duration>,
    ) -> Self {
        let deadline = deadline.unwrap_or(DEADLINE);
        Self { network, reach, model, found, deadline, resolved: Mutex::default(), running: AtomicUsize::new(0) }
    }

    fn call(&self, (name, object): (&str, Option<&str>), params: &[u8], time: Duration) -> Answer {
        let reach = Reach { deadline: Some(time), ..self.reach.clone() };
        let calls = GiopCalls { network: &self.network, reach: &reach, started: Instant::now() };
        let called = method(&self.model, name).map_err(|why| End::failed(Status::UNIMPLEMENTED, why))?;
        let own = self.addresses(&calls)?;
        let addresses = match object {
            Some(object) => of_same_server(object, &own)?,
            None => own,
        };
        let answer = calls.call(&self.model, called, addresses, params).map_err(|failure| end_of(&failure));
        let answer = answer.and_then(|answer| answer);
        if answer.as_ref().is_err_and(|end| end.status == Status::UNAVAILABLE) {
            // The name may stand for another object by now.
            *self.resolved() = None;
        }
        answer
    }

    /// Returns where the object is.
    fn addresses(&self, calls: &GiopCalls<'_>) -> Result<Vec<Address>, End> {
        if let Some(addresses) = self.resolved().clone() {
            return Ok(addresses);
        }
        let addresses = calls.object(self.found.clone()).map_err(|failure| end_of(&failure))??;
        *self.resolved() = Some(addresses.clone());
        Ok(addresses)
    }

    fn resolved(&self) -> MutexGuard<'_, Option<Vec<Address>>> {
        self.resolved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the addresses of an object that a caller names: those at which the server of the proxy is, so that callers cannot reach others.
fn of_same_server(object: &str, own: &[Address]) -> Result<Vec<Address>, End> {
    let wrong = |why: &str| End::failed(Status::INVALID_ARGUMENT, format!("the object is not known: {why}"));
    let Found::Object(mut addresses) = found(object).map_err(|why| wrong(&why))? else {
        return Err(wrong("it is only named"));
    };
    addresses.retain(|it| own.iter().any(|own| (&own.host, own.port) == (&it.host, it.port)));
    if addresses.is_empty() {
        return Err(End::failed(Status::PERMISSION_DENIED, "the object is of another server"));
    }
    Ok(addresses)
}

/// Returns the end that a failure of this side stands for.
fn end_of(failure: &Failure) -> End {
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
