//! What is sent as the answer to a request.

use super::super::call::Form;
use polywire::calls::{Whole, is_usual};
use polywire_net::Answer;
use polywire_rpc::{End, Envelope, Item, Start, Status};

/// The status of HTTP of answers that have a status of their own.
const HTTP_OK: u16 = 200;

/// Sends an answer.
pub trait Replying {
    /// Asks for the next part of the request's body.
    fn ask(&self);

    /// Sends the start, once.
    fn start(&mut self, start: Start) -> Result<(), End>;

    /// Sends a message.
    fn item(&mut self, item: Item) -> Result<(), End>;

    /// Sends the end; `start`, which has no metadata, if there was none.
    fn end(self: Box<Self>, start: Start, end: End);
}

/// Sends the envelopes of an answer.
pub struct Reply<'f> {
    form: &'f Form,
    answer: Answer,
    has_started: bool,
    /// Where the head tells the end, what is sent with it.
    head: Vec<u8>,
    /// The lines of metadata in it.
    metadata: Vec<u8>,
    body: Vec<u8>,
}

impl<'f> Reply<'f> {
    pub fn new(form: &'f Form, answer: Answer) -> Self {
        Self { form, answer, has_started: false, head: Vec::new(), metadata: Vec::new(), body: Vec::new() }
    }

    /// Returns an end, or that it cannot be written.
    fn encoded(&self, end: End) -> Option<Vec<u8>> {
        let http_status = end.http_status;
        let unwritable = End { http_status, ..End::failed(Status::INTERNAL, "the end of the call cannot be written") };
        let encode = |end| self.form.envelopes.encode(&Envelope::End(end)).ok();
        encode(end).or_else(|| encode(unwritable))
    }

    /// Answers with an end alone.
    fn refuse(self, end: End) {
        let end = End { http_status: end.http_status.or(Some(HTTP_OK)), ..end };
        if let Some(head) = self.encoded(end) {
            self.answer.refuse(head);
        }
    }

    /// Sends all at once.
    fn end_whole(mut self, start: Start, end: End) {
        let has_succeeded = end.status == Status::OK;
        let Some(bytes) = self.encoded(end) else { return };
        let (head, body) = if has_succeeded {
            let _ = self.start(start);
            ([self.head, bytes].concat(), self.body)
        } else {
            let (head, body) = Whole::divided(&bytes);
            ([head, &self.metadata].concat(), body.to_vec())
        };
        self.answer.start(head);
        self.answer.send(body);
    }
}

impl Replying for Reply<'_> {
    fn ask(&self) {
        self.answer.ask();
    }

    fn start(&mut self, start: Start) -> Result<(), End> {
        if self.has_started {
            return Ok(());
        }
        let has_metadata = !start.metadata.is_empty();
        let mut envelope = Envelope::Start(start);
        let head = self.form.envelopes.encode(&envelope).map_err(|refusal| {
            End::failed(Status::INTERNAL, format!("the start of the answer cannot be written: {refusal}"))
        })?;
        self.has_started = true;
        if self.form.protocol.whole.is_none() {
            self.answer.start(head);
            return Ok(());
        }
        if has_metadata && let Envelope::Start(start) = &mut envelope {
            // Metadata is behind all other lines, and stays if the call fails.
            start.metadata.clear();
            let bare = self.form.envelopes.encode(&envelope).unwrap_or_default();
            self.metadata = head.strip_prefix(&*bare).map(<[u8]>::to_vec).unwrap_or_default();
        }
        self.head = head;
        Ok(())
    }

    fn item(&mut self, item: Item) -> Result<(), End> {
        if self.form.protocol.whole.is_some() {
            self.body = item.body;
            return Ok(());
        }
        let bytes = self.form.envelopes.encode(&Envelope::Item(item));
        let bytes = bytes.map_err(|refusal| End::failed(Status::INTERNAL, refusal.to_string()))?;
        // If nobody waits for it, that is told in another way.
        self.answer.send(bytes);
        Ok(())
    }

    fn end(mut self: Box<Self>, start: Start, end: End) {
        let protocol = self.form.protocol;
        let has_failed = end.status != Status::OK;
        if protocol.whole.is_some() {
            return self.end_whole(start, end);
        }
        // The head of a failure does not tell the format of messages, which the caller expects to be its own.
        let fails_in_head = protocol.fails_in_head && is_usual(&start.format);
        if !self.has_started && has_failed && (fails_in_head || end.http_status.is_some()) {
            return self.refuse(end);
        }
        // Without metadata, a start can be written.
        let _ = self.start(start);
        match self.encoded(End { http_status: None, ..end }) {
            Some(bytes) if protocol.has_trailers => drop(self.answer.finish(bytes)),
            Some(bytes) => drop(self.answer.send(bytes)),
            None => {}
        }
    }
}
