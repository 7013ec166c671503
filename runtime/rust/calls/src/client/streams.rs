//! Messages of calls with streams.

use super::pending::unreadable;
use crate::{Around, BodyFormat, Error, Metadata, Result};
use polywire_rpc::{End, Event, Status};
use tokio::sync::mpsc;

/// The messages of an answer. A call whose answer is dropped before its end is given up.
#[derive(Debug)]
pub struct Answers<A: 'static> {
    received: mpsc::Receiver<Event>,
    format: &'static BodyFormat<A>,
    around: Around,
    end: Option<Result<()>>,
}

impl<A> Answers<A> {
    pub(super) fn new(received: mpsc::Receiver<Event>, format: &'static BodyFormat<A>, around: Around) -> Self {
        Self { received, format, around, end: None }
    }

    /// Receives the next message; `None` if the call succeeded and there are no more.
    ///
    /// # Errors
    /// If the call failed, or a message is not of its type. All that is received afterwards is the same error.
    pub async fn next(&mut self) -> Result<Option<A>> {
        loop {
            if let Some(end) = &self.end {
                return end.clone().map(|()| None);
            }
            match self.received.recv().await {
                Some(Event::Start(..)) => {}
                Some(Event::Item(_, item)) => match self.format.decode(&item.body) {
                    Ok(answer) => return Ok(Some(answer)),
                    Err(error) => self.over(Err(unreadable(&error))),
                },
                Some(Event::End(_, End { status: Status::OK, .. })) => self.over(Ok(())),
                Some(Event::End(_, end)) => self.over(Err(end.into())),
                None => self.over(Err(Error::new(Status::CANCELLED, "the runtime has ended the call"))),
            }
        }
    }

    /// Returns what stands in front of the messages, as soon as one of them is received or the call is over.
    pub fn header(&self) -> Vec<Metadata> {
        self.around.header()
    }

    /// Returns what stands behind the messages, as soon as the call is over.
    pub fn trailer(&self) -> Vec<Metadata> {
        self.around.trailer()
    }

    fn over(&mut self, end: Result<()>) {
        self.end = Some(end);
        // A call whose answer cannot be read is given up.
        self.received.close();
    }
}

/// Where the messages of a request are sent. Its end, or [`Self::finish`], is that of the request.
#[derive(Debug)]
pub struct Sending<Q: 'static> {
    to: Option<mpsc::Sender<Vec<u8>>>,
    format: &'static BodyFormat<Q>,
}

impl<Q> Sending<Q> {
    pub(super) fn new(to: mpsc::Sender<Vec<u8>>, format: &'static BodyFormat<Q>) -> Self {
        Self { to: Some(to), format }
    }

    /// Sends a message. It waits while the other side takes no more.
    ///
    /// # Errors
    /// If the message cannot be written, or if the call is over, which is told with the status `CANCELLED`: receiving tells why.
    pub async fn send(&mut self, message: &Q) -> Result<()> {
        match self.put(message).await? {
            true => Ok(()),
            false => Err(Error::new(Status::CANCELLED, "the call is over; receiving tells why")),
        }
    }

    /// Ends the request; the answer may go on.
    pub fn finish(&mut self) {
        self.to = None;
    }

    /// Sends a message; returns false if the call is over.
    async fn put(&mut self, message: &Q) -> Result<bool> {
        let body = self.format.encode(message);
        let body = body.map_err(|error| Error::internal(format!("a message cannot be written: {error}")))?;
        match &self.to {
            Some(to) => Ok(to.send(body).await.is_ok()),
            None => Ok(false),
        }
    }
}

/// A call with streams in both directions, whose parts different tasks can have.
#[derive(Debug)]
pub struct Duplex<Q: 'static, A: 'static> {
    /// Where messages are sent.
    pub sending: Sending<Q>,
    /// What is received.
    pub answers: Answers<A>,
}

impl<Q, A> Duplex<Q, A> {
    /// Sends a message: [`Sending::send`].
    ///
    /// # Errors
    /// See there.
    pub async fn send(&mut self, message: &Q) -> Result<()> {
        self.sending.send(message).await
    }

    /// Ends the request; the answer may go on.
    pub fn finish(&mut self) {
        self.sending.finish();
    }

    /// Receives the next message: [`Answers::next`].
    ///
    /// # Errors
    /// See there.
    pub async fn next(&mut self) -> Result<Option<A>> {
        self.answers.next().await
    }
}

/// The messages of a request that is answered with one message.
#[derive(Debug)]
pub struct Requests<Q: 'static, A: 'static> {
    duplex: Duplex<Q, A>,
    /// The answer, if it came before the request was complete.
    early: Option<Result<A>>,
}

impl<Q, A> Requests<Q, A> {
    pub(super) fn new(duplex: Duplex<Q, A>) -> Self {
        Self { duplex, early: None }
    }

    /// Sends a message. It waits while the other side takes no more. A call that has succeeded already takes no more messages.
    ///
    /// # Errors
    /// If the message cannot be written, or the call has failed.
    pub async fn send(&mut self, message: &Q) -> Result<()> {
        if self.duplex.sending.put(message).await? {
            return Ok(());
        }
        if self.early.is_none() {
            self.early = Some(self.receive().await);
        }
        match &self.early {
            Some(Err(error)) => Err(error.clone()),
            Some(Ok(_)) | None => Ok(()),
        }
    }

    /// Ends the request and returns its answer.
    ///
    /// # Errors
    /// If the call failed.
    pub async fn finish(mut self) -> Result<A> {
        self.duplex.finish();
        match self.early.take() {
            Some(early) => early,
            None => self.receive().await,
        }
    }

    /// Returns what stands around the answer, as far as it is known.
    pub fn around(&self) -> &Around {
        &self.duplex.answers.around
    }

    async fn receive(&mut self) -> Result<A> {
        let answer = self.duplex.next().await?;
        // Behind the message is the end.
        let behind = self.duplex.next().await?;
        answer.filter(|_| behind.is_none()).ok_or_else(|| Error::internal("the answer has no message"))
    }
}
