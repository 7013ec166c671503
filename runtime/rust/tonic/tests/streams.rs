//! Messages as tonic sends and receives them.

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use polywire_runtime::{Decode, Encode, Error, ErrorCode, Limits};
use polywire_tonic::Codec;
use std::future::Future;
use tonic::codec::{Codec as _, EncodeBody};
use tonic::{Code, Status, Streaming};

/// A format whose messages are the bytes of a text.
struct Plain;

/// A text, and what its encoder says about the length.
#[derive(Clone, Debug, Default, PartialEq)]
struct Text {
    text: String,
    room: usize,
}

const REFUSED: Error = Error { code: ErrorCode::InvalidUtf8, site: 0, offset: 3 };

impl Encode<Plain> for Text {
    fn write(&self, out: &mut [u8], _limits: &Limits) -> Result<Option<usize>, Error> {
        if self.text == "refused" {
            return Err(REFUSED);
        }
        // Without an estimate, the memory is that of the message before.
        assert!(self.room == 0 || out.iter().all(|byte| *byte == 0));
        Ok(out.get_mut(..self.text.len()).map(|out| {
            out.copy_from_slice(self.text.as_bytes());
            out.len()
        }))
    }

    fn room(&self) -> usize {
        self.room
    }
}

impl Decode<Plain> for Text {
    fn read(&mut self, input: &[u8], _limits: &Limits) -> Result<(), Error> {
        self.text = std::str::from_utf8(input).map_err(|_| REFUSED)?.to_owned();
        Ok(())
    }
}

fn codec() -> Codec<Plain, Text, Text> {
    Codec::new(Limits::default())
}

fn run<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(future)
}

fn sent(messages: &[Text]) -> Result<Bytes, Status> {
    let messages = tokio_stream::iter(messages.iter().cloned().map(Ok));
    let body = EncodeBody::new_client(codec().encoder(), messages, None, None);
    run(body.collect()).map(|collected| collected.to_bytes())
}

fn received(bytes: Bytes) -> Result<Vec<String>, Status> {
    let mut stream = Streaming::new_request(codec().decoder(), Full::new(bytes), None, None);
    run(async {
        let mut texts = Vec::new();
        while let Some(message) = stream.message().await? {
            texts.push(message.text);
        }
        Ok(texts)
    })
}

#[test]
fn messages_of_a_stream_survive_whatever_their_estimated_length() {
    let lengths = [0, 1, 63, 64, 1000, 40_000, 100_000];
    let texts: Vec<String> = lengths.iter().map(|len| "é".repeat(*len)).collect();
    for room in [0, 1, 500, 300_000] {
        let messages: Vec<Text> = texts.iter().map(|text| Text { text: text.clone(), room }).collect();
        let bytes = sent(&messages).expect("a stream");
        let headers = 5 * lengths.len();
        assert_eq!(bytes.len(), headers + texts.iter().map(String::len).sum::<usize>());
        assert_eq!(received(bytes).expect("texts"), texts);
    }
}

#[test]
fn errors_are_statuses() {
    for room in [0, 64] {
        let status = sent(&[Text { text: "refused".to_owned(), room }]).expect_err("an error");
        assert_eq!(status.code(), Code::Internal);
        assert!(status.message().contains(&REFUSED.to_string()), "{status}");
    }
    let status = received(Bytes::from_static(b"\0\0\0\0\x01\xff")).expect_err("an error");
    assert_eq!((status.code(), status.message()), (Code::Internal, REFUSED.to_string().as_str()));
}
