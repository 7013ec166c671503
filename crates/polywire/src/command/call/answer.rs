//! The envelopes of an answer in what arrives.

use super::plain::Plain;
use super::server::Form;
use polywire::calls::http_json::Outgoing;
use polywire::calls::{USUAL_FORMAT, Whole, is_usual};
use polywire_rpc::{Answers, End, Envelope, Found, Frames, Heads, Item, Start, Status};
use polywire_rpc::{Undecompressed, decompressed, inflated};

/// Finds the envelopes of an answer.
pub struct Answer<'f> {
    form: &'f Form,
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
    /// For calls whose requests a schema tells: that of the call.
    outgoing: Option<Outgoing>,
    /// The lines of the body are the messages of a stream.
    has_lines: bool,
}

impl<'f> Answer<'f> {
    /// `format` is that of the call's messages.
    pub fn new(form: &'f Form, (answers, format): (Answers, &str), limit: u64) -> Self {
        let frames = Frames::new(form.protocol.frames, limit);
        let has_lines = form.plain.is_some() && answers == Answers::Many;
        let format = named(format).to_owned();
        Self {
            form,
            limit,
            format,
            heads: Heads::default(),
            compression: String::new(),
            frames,
            head: Vec::new(),
            body: Vec::new(),
            outgoing: None,
            has_lines,
        }
    }

    /// The answer is that to a request which the schema tells.
    pub fn expect(&mut self, outgoing: Outgoing) {
        self.outgoing = Some(outgoing);
    }

    /// A head arrived, or trailers.
    pub fn block(&mut self, block: Vec<u8>) -> Vec<Found> {
        let is_head = self.heads.is_head();
        if self.form.protocol.whole.is_none() {
            return if is_head {
                let head = self.first_envelope(&block);
                self.heads.head(head)
            } else {
                let trailers = self.envelope(&block);
                self.heads.trailers(trailers, self.frames.is_inside())
            };
        }
        // Trailers of HTTP have no meaning where the head tells the end.
        if !is_head {
            return Vec::new();
        }
        self.head = block;
        self.start_of_lines().into_iter().collect()
    }

    /// Returns the start of a stream of lines; if the call has failed, its end comes with the body.
    fn start_of_lines(&mut self) -> Option<Found> {
        if !self.has_lines {
            return None;
        }
        match self.form.envelopes.decode(&self.head) {
            Ok(Some(Envelope::Start(start))) => Some(Ok(Envelope::Start(start))),
            _ => {
                self.has_lines = false;
                None
            }
        }
    }

    /// Returns what the next line of a stream is.
    fn next_line(&mut self, plain: &Plain) -> Option<Found> {
        loop {
            let end = self.body.iter().position(|byte| *byte == b'\n')?;
            let line: Vec<u8> = self.body.drain(..=end).collect();
            if !line.trim_ascii().is_empty() {
                return Some(plain.line(&line).map_err(broken));
            }
        }
    }

    /// Bytes arrived. [`Self::next_found`] tells what they complete.
    pub fn data(&mut self, bytes: &[u8]) -> Result<(), End> {
        if self.form.protocol.whole.is_none() {
            self.frames.push(bytes);
            return Ok(());
        }
        let size = (self.body.len() as u64).saturating_add(bytes.len() as u64);
        if size > self.limit {
            let limit = self.limit;
            return Err(too_large(format!("a message has more than the limit of {limit} bytes")));
        }
        self.body.extend_from_slice(bytes);
        Ok(())
    }

    /// Returns the next envelopes among the bytes.
    pub fn next_found(&mut self) -> Vec<Found> {
        if let Some(plain) = self.form.plain.as_ref() {
            return if self.has_lines { self.next_line(plain).into_iter().collect() } else { Vec::new() };
        }
        let compression = (self.compression.as_str(), self.limit);
        let frame = match self.frames.next_frame() {
            Ok(None) => return Vec::new(),
            Ok(Some(frame)) => decompressed(frame, self.form.protocol.frames, compression).map_err(undecompressed),
            Err(error) => Err(too_large(error.to_string())),
        };
        let found = frame.and_then(|frame| self.envelope(&frame));
        self.heads.behind(found)
    }

    /// Everything has arrived: returns the envelopes that are complete only now.
    pub fn finish(&mut self) -> Vec<Found> {
        let Some(whole) = self.form.protocol.whole else {
            return self.heads.end(self.frames.is_inside()).into_iter().collect();
        };
        if let Some(plain) = self.form.plain.as_ref() {
            return self.finish_plain(plain, &whole);
        }
        let (head, packed) = (std::mem::take(&mut self.head), std::mem::take(&mut self.body));
        let body = match whole.compression(&head).as_str() {
            "" => Ok(packed),
            _ if packed.is_empty() => Ok(packed),
            compression => inflated(&packed, (compression, self.limit)).map_err(undecompressed),
        };
        match (self.first_envelope(&head), body) {
            (Ok(Envelope::Start(start)), Ok(body)) => {
                let item = self.envelope(&Whole::item(&body));
                vec![Ok(Envelope::Start(start)), item, self.envelope(&whole.end(&head))]
            }
            (Ok(Envelope::Start(start)), Err(message)) => vec![Ok(Envelope::Start(start)), Err(message)],
            // A body that is no error of the protocol may be that of a proxy; the head is enough then.
            (Ok(Envelope::End(end)), Ok(body)) => {
                vec![self.envelope(&Whole::failure(&head, &body)).or(Ok(Envelope::End(end)))]
            }
            (other, _) => vec![other],
        }
    }

    fn finish_plain(&mut self, plain: &Plain, whole: &Whole) -> Vec<Found> {
        let (head, body) = (std::mem::take(&mut self.head), std::mem::take(&mut self.body));
        if self.has_lines {
            let last =
                Some(body).filter(|line| !line.trim_ascii().is_empty()).map(|line| plain.line(&line).map_err(broken));
            return last.into_iter().chain([Ok(Envelope::End(End::default()))]).collect();
        }
        match (self.envelope(&head), &self.outgoing) {
            (Ok(Envelope::Start(start)), Some(outgoing)) => {
                let item = Item { compressed: false, body: outgoing.message(&body) };
                vec![Ok(Envelope::Start(start)), Ok(Envelope::Item(item)), self.envelope(&whole.end(&head))]
            }
            (Ok(Envelope::End(told)), _) => vec![Ok(Envelope::End(plain.failure(told, &body)))],
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
            if self.form.plain.is_none() && format != self.format {
                return Err(broken(format!("the answer is in `{format}`, not in `{}`", self.format)));
            }
        }
        Ok(envelope)
    }

    fn envelope(&self, bytes: &[u8]) -> Found {
        match self.form.envelopes.decode(bytes) {
            Ok(Some(envelope)) => Ok(envelope),
            Ok(None) => Err(broken("the answer is not of this protocol".to_owned())),
            Err(refusal) => Err(broken(format!("the answer is not of this protocol: {refusal}"))),
        }
    }
}

/// Returns the name of a format.
fn named(format: &str) -> &str {
    if is_usual(format) { USUAL_FORMAT } else { format }
}

fn broken(message: String) -> End {
    End::failed(Status::INTERNAL, message)
}

fn too_large(message: String) -> End {
    End::failed(Status::RESOURCE_EXHAUSTED, message + "; --max-size sets the limit")
}

/// A compression that was not asked for is a mistake of the server.
fn undecompressed(Undecompressed(status, message): Undecompressed) -> End {
    match status {
        Status::RESOURCE_EXHAUSTED => too_large(message),
        _ => broken(message),
    }
}
