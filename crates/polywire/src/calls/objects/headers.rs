//! Messages in a stream of bytes.

use super::{read, write};
use crate::codec::{Codec, Codecs, Transcoder};
use crate::elements::{Elements, Error, Piecewise};
use crate::schema::{Language, compile};
use polywire_front::LoadedFile;
use polywire_lower::Delimiting;
use polywire_rpc::objects::Message;
use std::fmt;

/// The format of the messages, and of what is in them.
pub const CAPNP_WIRE: &str = "capnp";
const FILE: &str = "headers.capnp";
const SCHEMA: &str = include_str!("headers.capnp");
const MESSAGE: &str = "Message";

/// Reads and writes the messages of a connection.
pub struct Headers {
    reads: Transcoder,
    writes: Transcoder,
    frames: Piecewise,
}

/// What arrived is no message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong(String);

impl Headers {
    /// Compiles the codecs. Messages may have `limit` bytes.
    pub fn new(limit: u64) -> Option<Self> {
        let load = |_: &str| Ok(LoadedFile { name: FILE.to_owned(), bytes: SCHEMA.as_bytes().to_vec() });
        let model = compile(Language::Capnp, FILE, &load).model?;
        let codec =
            |format| -> Option<Codec> { Codecs::new(&model, crate::format(format)?).ok()?.codec(&model, MESSAGE) };
        let (wire, text) = (codec(CAPNP_WIRE)?, codec("json")?);
        let Delimiting::Framed(framing) = crate::format(CAPNP_WIRE)?.delimiting else { return None };
        let frames = Elements::new(framing, limit).piecewise();
        Some(Self { reads: Transcoder::new(wire.clone(), text.clone()), writes: Transcoder::new(text, wire), frames })
    }

    /// Returns the bytes of a message.
    pub fn write(&mut self, message: &Message) -> Result<Vec<u8>, Wrong> {
        let mut bytes = Vec::new();
        let document = match message {
            Message::Unimplemented(it) => match &**it {
                Message::Unknown(sent) => write::unimplemented(sent),
                known => write::unimplemented(&self.write(known)?),
            },
            Message::Unknown(sent) => return Ok(sent.clone()),
            known => write::document(known),
        };
        let document = document.to_string();
        match self.writes.transcode(document.as_bytes(), &mut bytes) {
            Ok(_) => Ok(bytes),
            Err((_, refusal)) => Err(Wrong(format!("a message cannot be sent: {refusal}"))),
        }
    }

    /// Returns the messages that bytes complete.
    pub fn read(&mut self, bytes: &[u8]) -> Result<Vec<Message>, Wrong> {
        let mut all = Vec::new();
        let mut rest = bytes;
        while let Some(message) = self.frames.next(&mut rest).map_err(|error| Wrong(told(&error)))? {
            let read = read::message(&mut self.reads, &message);
            all.push(read.map_err(|why| Wrong(format!("a message cannot be read: {why}")))?);
        }
        Ok(all)
    }

    /// Returns true if a message has begun that is not complete.
    pub fn is_inside(&self) -> bool {
        self.frames.is_inside()
    }
}

fn told(error: &Error) -> String {
    format!("what arrives is no message: {error}")
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polywire_rpc::objects::{
        Call, Descriptor, Exception, Loopback, Outcome, Payload, Problem, Promise, Return, Target,
    };

    fn all() -> Vec<Message> {
        let promise = |path| Promise { question: 3, path };
        let body = [&[0, 0, 0, 0, 1, 0, 0, 0][..], &[3, 0, 0, 0, 0, 0, 0, 0]].concat();
        let references = vec![
            Descriptor::None,
            Descriptor::Hosted(1),
            Descriptor::Promised(2),
            Descriptor::Yours(0),
            Descriptor::Answer(promise(vec![4, 0])),
        ];
        let call = |target| Call {
            question: 7,
            target,
            interface: u64::MAX,
            method: 9,
            params: Payload { body: body.clone(), references: references.clone() },
            is_redirected: false,
        };
        let exception = |problem| Exception::new(problem, "why");
        let outcomes = [
            Outcome::Results(Payload { body: body.clone(), references: references.clone() }),
            Outcome::Results(Payload::default()),
            Outcome::Failed(exception(Problem::Overloaded)),
            Outcome::Cancelled,
            Outcome::Elsewhere,
        ];
        let returns = outcomes.into_iter().zip(0..).map(|(outcome, answer)| {
            Message::Return(Return { answer, releases_params: answer % 2 == 0, needs_no_finish: answer == 3, outcome })
        });
        let others = [
            Message::Start { question: 0 },
            Message::Call(call(Target::Object(0))),
            Message::Call(Call { is_redirected: true, ..call(Target::Answer(promise(vec![]))) }),
            Message::Finish { question: 0, releases_results: true },
            Message::Finish { question: 5, releases_results: false },
            Message::Resolve { promise: 1, to: Ok(Descriptor::Hosted(0)) },
            Message::Resolve { promise: 1, to: Err(exception(Problem::Disconnected)) },
            Message::Release { id: 0, count: 2 },
            Message::Disembargo { target: Target::Object(3), loopback: Loopback::Sender(0) },
            Message::Disembargo { target: Target::Answer(promise(vec![1])), loopback: Loopback::Receiver(8) },
            Message::Abort(exception(Problem::Unimplemented)),
            Message::Unimplemented(Box::new(Message::Start { question: 4 })),
        ];
        others.into_iter().chain(returns).collect()
    }

    #[test]
    fn messages_are_read_as_they_were_written() {
        let mut headers = Headers::new(1 << 20).expect("codecs");
        let mut stream = Vec::new();
        for message in all() {
            stream.extend(headers.write(&message).expect("a message"));
        }
        for size in [1, 7, 64, stream.len()] {
            let read: Vec<Message> =
                stream.chunks(size).flat_map(|piece| headers.read(piece).expect("messages")).collect();
            assert_eq!(read, all(), "pieces of {size} bytes");
            assert!(!headers.is_inside());
        }
    }

    #[test]
    fn what_is_no_message_is_an_error() {
        // More than the limit, in one segment and in the table of segments, and a root that is a list.
        let large = [&[0, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f][..], &[0; 2048]].concat();
        let list = [[0, 0, 0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0]].concat();
        for wrong in [large, vec![0xff; 2048], list] {
            let mut headers = Headers::new(1 << 10).expect("codecs");
            assert!(headers.read(&wrong).is_err(), "{wrong:?}");
        }
    }
}
