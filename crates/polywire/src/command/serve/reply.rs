//! What is sent as the answer to a request.

use super::super::call::Form;
use polywire::calls::Whole;
use polywire_net::Answer;
use polywire_rpc::{End, Envelope, Item, Start, Status};

/// The status of HTTP of answers that have a status of their own.
const HTTP_OK: u16 = 200;

/// Sends the envelopes of an answer.
pub struct Reply<'f> {
    form: &'f Form,
    answer: Answer,
    has_started: bool,
    /// Where the head tells the end, what is sent with it.
    head: Vec<u8>,
    body: Vec<u8>,
}

impl<'f> Reply<'f> {
    pub fn new(form: &'f Form, answer: Answer) -> Self {
        Self { form, answer, has_started: false, head: Vec::new(), body: Vec::new() }
    }

    /// Sends the start, once.
    pub fn start(&mut self, start: Start) {
        if self.has_started {
            return;
        }
        self.has_started = true;
        if let Ok(head) = self.form.envelopes.encode(&Envelope::Start(start)) {
            match self.form.protocol.whole {
                Some(_) => self.head = head,
                None => drop(self.answer.start(head)),
            }
        }
    }

    /// Sends a message.
    pub fn item(&mut self, item: Item) -> Result<(), End> {
        if self.form.protocol.whole.is_some() {
            self.body = item.body;
            return Ok(());
        }
        let bytes = self.form.envelopes.encode(&Envelope::Item(item));
        let bytes = bytes.map_err(|refusal| End::failed(Status::INTERNAL, refusal.to_string()))?;
        let gone = || End::failed(Status::CANCELLED, "nobody waits for the answer");
        if self.answer.send(bytes) { Ok(()) } else { Err(gone()) }
    }

    /// Sends the end; `start` if there was none.
    pub fn end(mut self, start: Start, end: End) {
        let protocol = self.form.protocol;
        let has_failed = end.status != Status::OK;
        if protocol.whole.is_some() {
            return self.end_whole(start, &end);
        }
        if !self.has_started && has_failed && (protocol.fails_in_head || end.http_status.is_some()) {
            return self.refuse(end);
        }
        self.start(start);
        match self.form.envelopes.encode(&Envelope::End(End { http_status: None, ..end })) {
            Ok(bytes) if protocol.has_trailers => drop(self.answer.finish(bytes)),
            Ok(bytes) => drop(self.answer.send(bytes)),
            Err(_) => {}
        }
    }

    /// Answers with an end alone.
    fn refuse(self, end: End) {
        let end = End { http_status: end.http_status.or(Some(HTTP_OK)), ..end };
        if let Ok(head) = self.form.envelopes.encode(&Envelope::End(end)) {
            self.answer.refuse(head);
        }
    }

    /// Sends all at once.
    fn end_whole(mut self, start: Start, end: &End) {
        let Ok(bytes) = self.form.envelopes.encode(&Envelope::End(end.clone())) else { return };
        let (head, body) = if end.status == Status::OK {
            self.start(start);
            ([self.head, bytes].concat(), self.body)
        } else {
            let (head, body) = Whole::divided(&bytes);
            (head.to_vec(), body.to_vec())
        };
        self.answer.start(head);
        self.answer.send(body);
    }
}
