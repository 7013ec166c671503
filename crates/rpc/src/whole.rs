//! Bodies of HTTP that are one message as it is, and the envelopes that they and their heads are.

use crate::head::{header, lines};

/// How heads tell what frames and trailers tell elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Whole {
    /// The header with the compression of the body.
    pub compression: &'static str,
    /// In front of the names of headers of an answer that are about its end.
    pub trailers: &'static str,
}

/// The empty line between a head and its body, with which the envelope of a message begins.
const EMPTY_LINE: &[u8] = b"\r\n";

impl Whole {
    /// Returns the compression of the body behind a head; empty if it is not compressed.
    pub fn compression(&self, head: &[u8]) -> String {
        let value = header(head, self.compression);
        let value = value.map(|it| String::from_utf8_lossy(it).into_owned()).unwrap_or_default();
        if value == "identity" { String::new() } else { value }
    }

    /// Returns the envelope of the end of an answer that succeeded: some lines of its head.
    pub fn end(&self, head: &[u8]) -> Vec<u8> {
        let prefix = self.trailers.as_bytes();
        lines(head).filter(|line| line.starts_with(prefix)).flatten().copied().collect()
    }

    /// Returns the envelope of a message.
    pub fn item(body: &[u8]) -> Vec<u8> {
        [EMPTY_LINE, body].concat()
    }

    /// Returns the body that the envelope of a message is.
    pub fn body(envelope: &[u8]) -> &[u8] {
        envelope.strip_prefix(EMPTY_LINE).unwrap_or(envelope)
    }

    /// Returns the envelope of the end of an answer that failed.
    pub fn failure(head: &[u8], body: &[u8]) -> Vec<u8> {
        if body.is_empty() { head.to_vec() } else { [head, EMPTY_LINE, body].concat() }
    }

    /// Returns the head and the body that such an envelope is.
    pub fn divided(envelope: &[u8]) -> (&[u8], &[u8]) {
        let mut at = 0;
        for line in lines(envelope) {
            if line == EMPTY_LINE {
                return (&envelope[..at], &envelope[at + line.len()..]);
            }
            at += line.len();
        }
        (envelope, &[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_tell_what_trailers_tell_elsewhere() {
        let whole = Whole { compression: "content-encoding", trailers: "trailer-" };
        let head = b":status: 200\r\ncontent-encoding: gzip\r\ntrailer-a: 1\r\nx: 2\r\ntrailer-a: 3\r\n";
        assert_eq!(whole.compression(head), "gzip");
        assert_eq!(whole.end(head), b"trailer-a: 1\r\ntrailer-a: 3\r\n");
        assert_eq!(whole.compression(b"content-encoding: identity\r\n"), "");
    }

    #[test]
    fn failures_are_divided_at_the_first_empty_line() {
        let envelope = Whole::failure(b":status: 500\r\na: b\r\n", b"{}\r\n\r\n");
        assert_eq!(Whole::divided(&envelope), (&b":status: 500\r\na: b\r\n"[..], &b"{}\r\n\r\n"[..]));
        assert_eq!(Whole::divided(b"a: b\r\n"), (&b"a: b\r\n"[..], &b""[..]));
        assert_eq!(Whole::body(&Whole::item(b"\r\n")), b"\r\n");
    }
}
