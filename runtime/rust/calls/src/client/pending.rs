//! Calls that are not made yet: what generated clients return.

use super::caller::Caller;
use super::calling::{Calling, start_of};
use super::driving::drive;
use super::streams::{Answers, Duplex, Requests, Sending};
use crate::{Around, BodyFormat, BoxFuture, Call, Error, Metadata, Method, Result, Shape};
use polywire_rpc::{End, Event, Status};
use std::fmt;
use std::future::IntoFuture;
use std::time::Duration;
use tokio::sync::mpsc;

/// A call that is made when it is awaited.
#[must_use = "a call is made when it is awaited"]
pub struct Pending<T> {
    ready: Result<(Opening, Begin<T>)>,
}

/// Makes a call.
type Begin<T> = Box<dyn FnOnce(Opening) -> BoxFuture<Result<T>> + Send>;

/// How a call starts.
pub(super) struct Opening {
    pub caller: Caller,
    pub call: Call,
    pub shape: Shape,
    pub changes_nothing: bool,
    pub within: Option<Duration>,
    pub around: Around,
    /// The only message, unless there is a stream of them.
    message: Vec<u8>,
}

impl<T> Pending<T> {
    /// Sets the time in which the call has to be over, which the server is told.
    pub fn within(self, time: Duration) -> Self {
        self.with(|opening| opening.within = Some(time))
    }

    /// Sends names and values in front of the messages.
    pub fn metadata(self, metadata: impl IntoIterator<Item = Metadata>) -> Self {
        self.with(|opening| opening.call.metadata.extend(metadata))
    }

    /// Tells what stands around the messages of the answer.
    pub fn around(self, around: &Around) -> Self {
        self.with(|opening| opening.around = around.clone())
    }

    fn with(mut self, change: impl FnOnce(&mut Opening)) -> Self {
        if let Ok((opening, _)) = &mut self.ready {
            change(opening);
        }
        self
    }
}

impl<T: Send + 'static> IntoFuture for Pending<T> {
    type Output = Result<T>;
    type IntoFuture = BoxFuture<Result<T>>;

    fn into_future(self) -> Self::IntoFuture {
        match self.ready {
            Ok((opening, begin)) => begin(opening),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }
}

impl<T> fmt::Debug for Pending<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let call = self.ready.as_ref().map(|(opening, _)| (&opening.call.service, &opening.call.method));
        f.debug_tuple("Pending").field(&call).finish()
    }
}

/// The formats of what a call sends and receives.
type Formats<Q, A> = (&'static BodyFormat<Q>, &'static BodyFormat<A>);

/// Messages of an answer that are not received yet.
const UNRECEIVED: usize = 8;

/// Calls a method without streams.
pub fn call_one_to_one<Q, A: Send>(caller: &Caller, method: &'static Method<Q, A>, request: &Q) -> Pending<A> {
    pending(caller, method, Some(request), |opening, (_, answers)| async move {
        let body = only(opening).await?;
        answers.decode(&body).map_err(|error| unreadable(&error))
    })
}

/// Calls a method that returns a stream.
pub fn call_one_to_many<Q, A: Send>(
    caller: &Caller,
    method: &'static Method<Q, A>,
    request: &Q,
) -> Pending<Answers<A>> {
    pending(caller, method, Some(request), |mut opening, (_, format)| async move {
        let (message, around) = (std::mem::take(&mut opening.message), opening.around.clone());
        let mut calling = Calling::start(opening).await?;
        calling.send(message);
        calling.finish();
        let (answers, received) = mpsc::channel(UNRECEIVED);
        tokio::spawn(drive(calling, None, answers));
        Ok(Answers::new(received, format, around))
    })
}

/// Calls a method that takes a stream.
pub fn call_many_to_one<Q: Send, A: Send>(caller: &Caller, method: &'static Method<Q, A>) -> Pending<Requests<Q, A>> {
    pending(caller, method, None, |opening, formats| async move { Ok(Requests::new(duplex(opening, formats).await?)) })
}

/// Calls a method with streams in both directions.
pub fn call_many_to_many<Q: Send, A: Send>(caller: &Caller, method: &'static Method<Q, A>) -> Pending<Duplex<Q, A>> {
    pending(caller, method, None, duplex)
}

async fn duplex<Q, A>(opening: Opening, (requests, format): Formats<Q, A>) -> Result<Duplex<Q, A>> {
    let around = opening.around.clone();
    let calling = Calling::start(opening).await?;
    let ((sending, sent), (answers, received)) = (mpsc::channel(1), mpsc::channel(UNRECEIVED));
    tokio::spawn(drive(calling, Some(sent), answers));
    Ok(Duplex { sending: Sending::new(sending, requests), answers: Answers::new(received, format, around) })
}

fn pending<Q, A, T, F>(
    caller: &Caller,
    method: &'static Method<Q, A>,
    request: Option<&Q>,
    begin: impl FnOnce(Opening, Formats<Q, A>) -> F + Send + 'static,
) -> Pending<T>
where
    F: Future<Output = Result<T>> + Send + 'static,
{
    let name = caller.settings.format.as_deref().unwrap_or_else(|| method.usual());
    let ready =
        method.formats(name).ok_or_else(|| Error::internal(format!("there are no messages in the format `{name}`")));
    let ready = ready.and_then(|formats| {
        let message = message(formats.0, request)?;
        let call = start_of(caller, (method.service, method.name), name.to_owned());
        let (shape, changes_nothing) = (method.shape, method.changes_nothing);
        let (caller, within, around) = (caller.clone(), None, Around::new());
        let opening = Opening { caller, call, shape, changes_nothing, within, around, message };
        let begin: Begin<T> = Box::new(move |opening| Box::pin(begin(opening, formats)));
        Ok((opening, begin))
    });
    Pending { ready }
}

fn message<Q>(format: &BodyFormat<Q>, request: Option<&Q>) -> Result<Vec<u8>> {
    let encoded = request.map(|request| format.encode(request)).transpose();
    let encoded = encoded.map_err(|error| Error::internal(format!("a message cannot be written: {error}")))?;
    Ok(encoded.unwrap_or_default())
}

/// Makes a call without streams; returns the message of its answer.
async fn only(mut opening: Opening) -> Result<Vec<u8>> {
    let message = std::mem::take(&mut opening.message);
    let mut calling = Calling::start(opening).await?;
    calling.send(message);
    calling.finish();
    let mut answer = Vec::new();
    loop {
        match calling.next_event() {
            None => calling.wait().await,
            Some(Event::Start(..)) => {}
            Some(Event::Item(_, item)) => answer = item.body,
            Some(Event::End(_, End { status: Status::OK, .. })) => return Ok(answer),
            Some(Event::End(_, end)) => return Err(end.into()),
        }
    }
}

pub(super) fn unreadable(error: &polywire_runtime::Error) -> Error {
    Error::internal(format!("an answer cannot be read: {error}"))
}
