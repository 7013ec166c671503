//! The envelopes of an answer in what arrives.

use crate::{Form, Status, Whole};
use polywire_rpc::{End, Envelope, Found, Frames, Heads, Item, Start, Undecompressed, decompressed, inflated};

/// Finds the envelopes of an answer.
pub(super) struct Answer {
    form: &'static Form,
    limit: u64,
    /// The format of the call's messages.
    format: String,
    heads: Heads,
    /// That of messages, as the start of the answer tells.
    compression: String,
    frames: Frames,
    /// Where bodies are not divided, what has arrived.
    head: Vec<u8>,
    body: Vec<u8>,
}

impl Answer {
    /// `format` is that of the call's messages.
    pub fn new(form: &'static Form, format: &str, limit: u64) -> Self {
        let (compression, frames) = (String::new(), Frames::new(form.frames, limit));
        let (format, heads) = (named(format).to_owned(), Heads::default());
        Self { form, limit, format, heads, compression, frames, head: Vec::new(), body: Vec::new() }
    }

    /// A head arrived, or trailers.
    pub fn block(&mut self, block: Vec<u8>) -> Vec<Found> {
        match (self.heads.is_head(), self.form.whole) {
            (true, None) => {
                let head = self.first_envelope(&block);
                self.heads.head(head)
            }
            (false, None) => {
                let trailers = self.envelope(&block);
                self.heads.trailers(trailers, self.is_inside())
            }
            (true, Some(_)) => {
                self.head = block;
                Vec::new()
            }
            // Trailers of HTTP have no meaning where the head tells the end.
            (false, Some(_)) => Vec::new(),
        }
    }

    /// Bytes arrived. [`Self::next_found`] tells what they complete.
    pub fn data(&mut self, bytes: &[u8]) -> Result<(), End> {
        if self.form.whole.is_none() {
            self.frames.push(bytes);
            return Ok(());
        }
        let (size, limit) = ((self.body.len() as u64).saturating_add(bytes.len() as u64), self.limit);
        if size > limit {
            return Err(too_large(format!("a message has more than the limit of {limit} bytes")));
        }
        self.body.extend_from_slice(bytes);
        Ok(())
    }

    /// Returns the next envelopes among the bytes.
    pub fn next_found(&mut self) -> Vec<Found> {
        let frame = match self.frames.next_frame() {
            Ok(None) => return Vec::new(),
            Ok(Some(frame)) => {
                decompressed(frame, self.form.frames, (&self.compression, self.limit)).map_err(undecompressed)
            }
            Err(error) => Err(too_large(error.to_string())),
        };
        let found = frame.and_then(|frame| self.envelope(&frame));
        self.heads.behind(found)
    }

    /// Everything has arrived: returns the envelopes that are complete only now.
    pub fn finish(&mut self) -> Vec<Found> {
        let Some(whole) = self.form.whole else {
            return self.heads.end(self.is_inside()).into_iter().collect();
        };
        let (head, packed) = (std::mem::take(&mut self.head), std::mem::take(&mut self.body));
        let body = match whole.compression(&head).as_str() {
            compression if !compression.is_empty() && !packed.is_empty() => {
                inflated(&packed, (compression, self.limit)).map_err(undecompressed)
            }
            _ => Ok(packed),
        };
        match (self.first_envelope(&head), body) {
            (Ok(Envelope::Start(start)), Ok(body)) => {
                let item = Envelope::Item(Item { compressed: false, body });
                vec![Ok(Envelope::Start(start)), Ok(item), self.envelope(&whole.end(&head))]
            }
            (Ok(Envelope::Start(start)), Err(end)) => vec![Ok(Envelope::Start(start)), Err(end)],
            // A body that is no error of the protocol may be that of a proxy; the head is enough then.
            (Ok(Envelope::End(end)), Ok(body)) => {
                vec![self.envelope(&Whole::failure(&head, &body)).or(Ok(Envelope::End(end)))]
            }
            (other, _) => vec![other],
        }
    }

    /// Returns true if bytes are left that are no complete message.
    pub fn is_inside(&self) -> bool {
        self.frames.is_inside()
    }

    /// Returns what a head is. It may be that of a server that does not know the protocol.
    fn first_envelope(&mut self, head: &[u8]) -> Found {
        let envelope = self.envelope(head).map_err(|end| End { status: Status::UNKNOWN, ..end })?;
        if let Envelope::Start(Start { compression, format, .. }) = &envelope {
            self.compression.clone_from(compression);
            let format = named(format);
            if format != self.format {
                let message = format!("the answer is in `{format}`, not in `{}`", self.format);
                return Err(End::failed(Status::INTERNAL, message));
            }
        }
        Ok(envelope)
    }

    fn envelope(&self, bytes: &[u8]) -> Found {
        let wrong = |why| End::failed(Status::INTERNAL, format!("the answer is not of this protocol: {why}"));
        self.form.decode(bytes).map_err(wrong)
    }
}

/// Returns the name of a format. Types of content may leave it out.
fn named(format: &str) -> &str {
    if format.is_empty() { "proto" } else { format }
}

fn too_large(message: String) -> End {
    End::failed(Status::RESOURCE_EXHAUSTED, message)
}

/// A compression that was not asked for is a mistake of the server.
fn undecompressed(Undecompressed(status, message): Undecompressed) -> End {
    let is_large = status == Status::RESOURCE_EXHAUSTED;
    End::failed(if is_large { status } else { Status::INTERNAL }, message)
}
