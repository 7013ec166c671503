//! What is sent as the answer to a request.

use crate::{Form, Status, Whole};
use polywire_net::Answer;
use polywire_rpc::{End, Envelope, Item, Start};

/// The status of HTTP of answers that have a status of their own.
const HTTP_OK: u16 = 200;

/// Sends the envelopes of an answer.
pub(super) struct Reply {
    form: &'static Form,
    answer: Answer,
    has_started: bool,
    /// Where the head tells the end, what is sent with it.
    head: Vec<u8>,
    /// The lines of metadata in it.
    metadata: Vec<u8>,
    body: Vec<u8>,
}

impl Reply {
    pub fn new(form: &'static Form, answer: Answer) -> Self {
        Self { form, answer, has_started: false, head: Vec::new(), metadata: Vec::new(), body: Vec::new() }
    }

    /// Asks for the next part of the request's body.
    pub fn ask(&self) {
        self.answer.ask();
    }

    /// Sends the start, once.
    pub fn start(&mut self, start: Start) -> Result<(), End> {
        if std::mem::replace(&mut self.has_started, true) {
            return Ok(());
        }
        // Metadata is behind all other lines, and stays if the call fails.
        let bare = Start { metadata: Vec::new(), ..start.clone() };
        let has_metadata = !start.metadata.is_empty();
        let head = match self.form.encode(Envelope::Start(start)) {
            Ok(head) => head,
            Err(error) => {
                self.has_started = false;
                return Err(End::failed(Status::INTERNAL, format!("the answer cannot be sent: {error}")));
            }
        };
        if self.form.whole.is_none() {
            self.answer.start(head);
            return Ok(());
        }
        if has_metadata {
            let bare = self.form.encode(Envelope::Start(bare)).unwrap_or_default();
            self.metadata = head.strip_prefix(&*bare).map(<[u8]>::to_vec).unwrap_or_default();
        }
        self.head = head;
        Ok(())
    }

    /// Sends a message.
    pub fn item(&mut self, item: Item) -> Result<(), End> {
        if self.form.whole.is_some() {
            self.body = item.body;
            return Ok(());
        }
        let bytes = self.form.encode(Envelope::Item(item));
        let bytes = bytes.map_err(|error| End::failed(Status::INTERNAL, error.to_string()))?;
        // If nobody waits for it, that is told in another way.
        self.answer.send(bytes);
        Ok(())
    }

    /// Sends the end; `start` if there was none.
    pub fn end(mut self, start: Start, end: End) {
        let has_failed = end.status != Status::OK;
        if self.form.whole.is_some() {
            return self.end_whole(start, end);
        }
        // The head of a failure does not tell the format of messages, which the caller expects to be its own.
        let fails_in_head = self.form.fails_in_head && start.format.is_empty();
        if !self.has_started && has_failed && (fails_in_head || end.http_status.is_some()) {
            return self.refuse(end);
        }
        // Without metadata, a start can be written.
        let _ = self.start(start);
        match self.encoded(End { http_status: None, ..end }) {
            Some(bytes) if self.form.has_trailers => drop(self.answer.finish(bytes)),
            Some(bytes) => drop(self.answer.send(bytes)),
            None => {}
        }
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

    /// Returns an end, or that it cannot be written.
    fn encoded(&self, end: End) -> Option<Vec<u8>> {
        let http_status = end.http_status;
        let unwritable = End { http_status, ..End::failed(Status::INTERNAL, "the end of the call cannot be written") };
        let encode = |end| self.form.encode(Envelope::End(end)).ok();
        encode(end).or_else(|| encode(unwritable))
    }
}
