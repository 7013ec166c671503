//! The methods of an implementation.

use super::incoming::Incoming;
use crate::{BodyFormat, BoxFuture, Error, Method, Result, Shape};
use polywire_rpc::Status;
use std::fmt;
use std::sync::Arc;
use tokio::sync::mpsc;

/// The methods of an implementation, which servers mount.
#[derive(Debug, Default)]
pub struct Service {
    pub(super) methods: Vec<Served>,
}

/// A method of an implementation.
pub(super) struct Served {
    pub service: &'static str,
    pub name: &'static str,
    pub shape: Shape,
    pub changes_nothing: bool,
    knows: Box<dyn Fn(&str) -> bool + Send + Sync>,
    run: Run,
}

/// Runs an implementation.
type Run = Box<dyn Fn(&Incoming, Queues) -> BoxFuture<Outcome> + Send + Sync>;

/// What an implementation receives and sends.
pub(super) struct Queues {
    pub requests: mpsc::Receiver<Vec<u8>>,
    pub answers: mpsc::Sender<Vec<u8>>,
}

/// What is left to send when an implementation is done: its only message, or none behind a stream.
pub(super) type Outcome = Result<Option<Vec<u8>>>;

impl Served {
    /// Returns true if the method has messages in a format.
    pub fn knows(&self, format: &str) -> bool {
        (self.knows)(format)
    }

    /// Runs the implementation.
    pub fn run(&self, incoming: &Incoming, queues: Queues) -> BoxFuture<Outcome> {
        (self.run)(incoming, queues)
    }
}

impl fmt::Debug for Served {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.service, self.name)
    }
}

/// Receives the messages of a request.
#[derive(Debug)]
pub struct Receiver<Q: 'static> {
    from: mpsc::Receiver<Vec<u8>>,
    format: &'static BodyFormat<Q>,
}

impl<Q> Receiver<Q> {
    /// Returns the next message; `None` if there are no more.
    ///
    /// # Errors
    /// If the message is not of its type.
    pub async fn next(&mut self) -> Result<Option<Q>> {
        let Some(body) = self.from.recv().await else { return Ok(None) };
        let message = self.format.decode(&body);
        let unreadable = |error| Error::new(Status::INVALID_ARGUMENT, format!("a message cannot be read: {error}"));
        message.map(Some).map_err(unreadable)
    }

    /// Returns the only message. The session has told what is wrong if there is none.
    async fn only(mut self) -> Result<Q> {
        self.next().await?.ok_or_else(|| Error::internal("the request has no message"))
    }
}

/// Sends the messages of an answer.
#[derive(Debug)]
pub struct Sender<A: 'static> {
    to: mpsc::Sender<Vec<u8>>,
    format: &'static BodyFormat<A>,
}

impl<A> Sender<A> {
    /// Sends a message. It waits while the caller takes no more.
    ///
    /// # Errors
    /// If the message cannot be written, or the call is over.
    pub async fn send(&mut self, message: &A) -> Result<()> {
        let body = written(self.format, message)?;
        self.to.send(body).await.map_err(|_| Error::new(Status::CANCELLED, "the call is over"))
    }
}

fn written<A>(format: &BodyFormat<A>, message: &A) -> Result<Vec<u8>> {
    format.encode(message).map_err(|error| Error::internal(format!("an answer cannot be written: {error}")))
}

impl Service {
    /// Returns a service without methods.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a method without streams.
    #[must_use]
    pub fn one_to_one<S, Q, A, R>(
        self,
        method: &'static Method<Q, A>,
        of: &Arc<S>,
        run: impl Fn(Arc<S>, Incoming, Q) -> R + Copy + Send + Sync + 'static,
    ) -> Self
    where
        S: Send + Sync + 'static,
        Q: Send,
        A: Send,
        R: Future<Output = Result<A>> + Send + 'static,
    {
        self.add(method, of, move |it, incoming, requests, answers| async move {
            let answer = run(it, incoming, requests.only().await?).await?;
            written(answers.format, &answer).map(Some)
        })
    }

    /// Adds a method that returns a stream.
    #[must_use]
    pub fn one_to_many<S, Q, A, R>(
        self,
        method: &'static Method<Q, A>,
        of: &Arc<S>,
        run: impl Fn(Arc<S>, Incoming, Q, Sender<A>) -> R + Copy + Send + Sync + 'static,
    ) -> Self
    where
        S: Send + Sync + 'static,
        Q: Send,
        A: Send,
        R: Future<Output = Result<()>> + Send + 'static,
    {
        self.add(method, of, move |it, incoming, requests, answers| async move {
            run(it, incoming, requests.only().await?, answers).await.map(|()| None)
        })
    }

    /// Adds a method that takes a stream.
    #[must_use]
    pub fn many_to_one<S, Q, A, R>(
        self,
        method: &'static Method<Q, A>,
        of: &Arc<S>,
        run: impl Fn(Arc<S>, Incoming, Receiver<Q>) -> R + Copy + Send + Sync + 'static,
    ) -> Self
    where
        S: Send + Sync + 'static,
        Q: Send,
        A: Send,
        R: Future<Output = Result<A>> + Send + 'static,
    {
        self.add(method, of, move |it, incoming, requests, answers| async move {
            let answer = run(it, incoming, requests).await?;
            written(answers.format, &answer).map(Some)
        })
    }

    /// Adds a method with streams in both directions.
    #[must_use]
    pub fn many_to_many<S, Q, A, R>(
        self,
        method: &'static Method<Q, A>,
        of: &Arc<S>,
        run: impl Fn(Arc<S>, Incoming, Receiver<Q>, Sender<A>) -> R + Copy + Send + Sync + 'static,
    ) -> Self
    where
        S: Send + Sync + 'static,
        Q: Send,
        A: Send,
        R: Future<Output = Result<()>> + Send + 'static,
    {
        self.add(method, of, move |it, incoming, requests, answers| async move {
            run(it, incoming, requests, answers).await.map(|()| None)
        })
    }

    fn add<S, Q, A, R>(
        mut self,
        method: &'static Method<Q, A>,
        of: &Arc<S>,
        run: impl Fn(Arc<S>, Incoming, Receiver<Q>, Sender<A>) -> R + Send + Sync + 'static,
    ) -> Self
    where
        S: Send + Sync + 'static,
        R: Future<Output = Outcome> + Send + 'static,
    {
        let of = of.clone();
        let run = move |incoming: &Incoming, Queues { requests, answers }: Queues| -> BoxFuture<Outcome> {
            match method.formats(&incoming.call().format) {
                Some((format, of_answers)) => {
                    let requests = Receiver { from: requests, format };
                    let answers = Sender { to: answers, format: of_answers };
                    Box::pin(run(of.clone(), incoming.clone(), requests, answers))
                }
                None => Box::pin(std::future::ready(Err(Error::internal("there is no such format of messages")))),
            }
        };
        let Method { service, name, shape, changes_nothing, .. } = *method;
        let knows = Box::new(|format: &str| method.formats(format).is_some());
        self.methods.push(Served { service, name, shape, changes_nothing, knows, run: Box::new(run) });
        self
    }
}
