//! Messages of GIOP, each in one piece: fragments are put together (CORBA 3.3 part 2, clauses 9.4.1 and 9.4.9).

use crate::Error;
use std::collections::HashMap;
use std::io::{BufRead, Read};

const MAGIC: &[u8] = b"GIOP";
/// Bytes of the header.
pub const HEADER: usize = 12;
/// Places in the header; behind it is the number of the request.
const MINOR: usize = 5;
const FLAGS: usize = 6;
const KIND: usize = 7;
const SIZE: usize = 8;

const LITTLE_ENDIAN: u8 = 1;
const MORE_FRAGMENTS: u8 = 2;
const FRAGMENT: u8 = 7;
/// Types of messages that may go on in fragments: requests and replies, also about locations.
const IN_FRAGMENTS: [u8; 4] = [0, 1, 3, 4];

/// Messages whose fragments have not all been read.
#[derive(Debug, Default)]
pub struct Fragments {
    open: HashMap<Id, Open>,
    /// Messages behind which another one with the same number began.
    unfinished: Vec<Open>,
    begun: u64,
    /// Bytes of all these messages.
    held: u64,
    is_ended: bool,
}

#[derive(Debug)]
struct Open {
    /// Its place among those that began.
    number: u64,
    bytes: Vec<u8>,
}

/// What tells to which message a fragment belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Id {
    /// GIOP 1.1: the last message that goes on.
    Last,
    /// From GIOP 1.2 on.
    Request(u32),
}

impl Fragments {
    /// Reads the next message that is complete into `message`; returns false at the end of the stream. Messages whose last
    /// fragment is not there come at the end, as far as they were read. A fragment that belongs to no message is one of its own.
    /// Bytes that are no message are returned up to where that shows, so that decoders tell why, and nothing behind them is found.
    ///
    /// # Errors
    ///
    /// Fails if a message, or all that are not complete, have more bytes than the limit.
    pub fn read_message(
        &mut self,
        reader: &mut impl BufRead,
        limit: u64,
        message: &mut Vec<u8>,
    ) -> Result<bool, Error> {
        while !self.is_ended {
            match read_piece(reader, limit, message)? {
                Piece::Message if self.completes(message, limit)? => return Ok(true),
                Piece::Message => {}
                Piece::Other => {
                    self.end();
                    return Ok(true);
                }
                Piece::None => self.end(),
            }
        }
        message.clear();
        Ok(self.unfinished.pop().is_some_and(|mut open| {
            message.append(&mut open.bytes);
            true
        }))
    }

    /// Takes a piece as [`size_of`] tells its bytes; returns the message that it completes.
    ///
    /// # Errors
    ///
    /// Fails if all messages that are not complete have more bytes than the limit.
    pub fn add(&mut self, mut piece: Vec<u8>, limit: u64) -> Result<Option<Vec<u8>>, Error> {
        Ok(self.completes(&mut piece, limit)?.then_some(piece))
    }

    /// Takes what can no longer be completed, so that the first one is at the end.
    fn end(&mut self) {
        self.is_ended = true;
        self.unfinished.extend(self.open.drain().map(|(_, open)| open));
        self.unfinished.sort_by_key(|open| std::cmp::Reverse(open.number));
    }

    /// Keeps a piece if more has to come; else replaces it by the whole message.
    fn completes(&mut self, piece: &mut Vec<u8>, limit: u64) -> Result<bool, Error> {
        let goes_on = piece[FLAGS] & MORE_FRAGMENTS != 0;
        let Some(id) = id(piece) else { return Ok(true) };
        if piece[KIND] != FRAGMENT {
            if goes_on && IN_FRAGMENTS.contains(&piece[KIND]) {
                self.hold(piece.len(), limit)?;
                self.begin(id, std::mem::take(piece));
                return Ok(false);
            }
            return Ok(true);
        }
        let is_same_order = |open: &&mut Open| (open.bytes[FLAGS] ^ piece[FLAGS]) & LITTLE_ENDIAN == 0;
        let Some(open) = self.open.get_mut(&id).filter(is_same_order) else { return Ok(true) };
        let start = match id {
            Id::Last => HEADER,
            Id::Request(_) => HEADER + 4,
        };
        open.bytes.extend_from_slice(&piece[start..]);
        self.hold(piece.len() - start, limit)?;
        if !goes_on && let Some(open) = self.open.remove(&id) {
            self.held -= open.bytes.len() as u64;
            *piece = whole(open.bytes)?;
        }
        Ok(!goes_on)
    }

    fn hold(&mut self, len: usize, limit: u64) -> Result<(), Error> {
        self.held += len as u64;
        if self.held > limit { Err(Error::TooLong { len: self.held, limit }) } else { Ok(()) }
    }

    fn begin(&mut self, id: Id, bytes: Vec<u8>) {
        let open = Open { number: self.begun, bytes };
        self.begun += 1;
        self.unfinished.extend(self.open.insert(id, open));
    }
}

/// Returns the bytes of a message or fragment with this header, which is included; `None` if it is another one.
pub fn size_of(header: &[u8; HEADER]) -> Option<u64> {
    header.starts_with(MAGIC).then(|| u64::from(number(header, SIZE)) + HEADER as u64)
}

enum Piece {
    Message,
    /// Not a message, or only the first part of one.
    Other,
    None,
}

fn read_piece(reader: &mut impl BufRead, limit: u64, piece: &mut Vec<u8>) -> Result<Piece, Error> {
    piece.clear();
    reader.take(HEADER as u64).read_to_end(piece)?;
    if piece.is_empty() {
        return Ok(Piece::None);
    }
    let Some(len) = piece.first_chunk().and_then(size_of) else { return Ok(Piece::Other) };
    if len > limit {
        return Err(Error::TooLong { len, limit });
    }
    reader.take(len - HEADER as u64).read_to_end(piece)?;
    Ok(if piece.len() as u64 == len { Piece::Message } else { Piece::Other })
}

/// Returns the number at a place of a message, in its byte order.
fn number(message: &[u8], at: usize) -> u32 {
    let bytes = std::array::from_fn(|index| message[at + index]);
    if message[FLAGS] & LITTLE_ENDIAN == 0 { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
}

/// Returns what tells to which message a piece belongs; none if it cannot have fragments.
fn id(piece: &[u8]) -> Option<Id> {
    match piece[MINOR] {
        0 => None,
        1 => Some(Id::Last),
        _ => (piece.len() >= HEADER + 4).then(|| Id::Request(number(piece, HEADER))),
    }
}

/// Returns a message whose fragments have been appended with the header of one that is whole.
fn whole(mut message: Vec<u8>) -> Result<Vec<u8>, Error> {
    let len = (message.len() - HEADER) as u64;
    let size = u32::try_from(len).map_err(|_| Error::TooLong { len, limit: u32::MAX.into() })?;
    message[FLAGS] &= !MORE_FRAGMENTS;
    let is_little = message[FLAGS] & LITTLE_ENDIAN != 0;
    let size = if is_little { size.to_le_bytes() } else { size.to_be_bytes() };
    message[SIZE..HEADER].copy_from_slice(&size);
    Ok(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A piece of GIOP 1.`minor`, big-endian.
    fn piece(minor: u8, flags: u8, kind: u8, body: &[u8]) -> Vec<u8> {
        let order = |size: u32| if flags & LITTLE_ENDIAN == 0 { size.to_be_bytes() } else { size.to_le_bytes() };
        [MAGIC, &[1, minor, flags, kind], &order(body.len() as u32), body].concat()
    }

    fn messages(stream: &[u8], limit: u64) -> Result<Vec<Vec<u8>>, Error> {
        let (mut fragments, mut reader, mut found, mut message) =
            (Fragments::default(), stream, Vec::new(), Vec::new());
        while fragments.read_message(&mut reader, limit, &mut message)? {
            found.push(message.clone());
        }
        Ok(found)
    }

    #[test]
    fn fragments_are_put_together_by_their_requests() {
        let stream = [
            piece(2, 2, 0, b"\0\0\0\x05abcd"),
            piece(2, 3, 1, b"\x06\0\0\0AB"),
            piece(2, 2, FRAGMENT, b"\0\0\0\x05efgh"),
            piece(2, 0, 3, b"\0\0\0\x09"),
            piece(2, 1, FRAGMENT, b"\x06\0\0\0CD"),
            piece(2, 0, FRAGMENT, b"\0\0\0\x05i"),
        ];
        let expected =
            [piece(2, 0, 3, b"\0\0\0\x09"), piece(2, 1, 1, b"\x06\0\0\0ABCD"), piece(2, 0, 0, b"\0\0\0\x05abcdefghi")];
        assert_eq!(messages(&stream.concat(), 1000).unwrap(), expected);
    }

    #[test]
    fn fragments_of_old_versions_belong_to_the_last_message() {
        let stream =
            [piece(1, 2, 0, b"ab"), piece(1, 0, 5, b""), piece(1, 2, FRAGMENT, b"cd"), piece(1, 0, FRAGMENT, b"e")];
        assert_eq!(messages(&stream.concat(), 1000).unwrap(), [piece(1, 0, 5, b""), piece(1, 0, 0, b"abcde")]);
        // Version 1.0 has no fragments: this is another flag.
        assert_eq!(messages(&piece(0, 2, 0, b"ab"), 1000).unwrap(), [piece(0, 2, 0, b"ab")]);
    }

    #[test]
    fn nothing_is_left_out() {
        let alone = piece(2, 0, FRAGMENT, b"\0\0\0\x05efgh");
        let other_order = piece(2, 1, FRAGMENT, b"\x05\0\0\0xy");
        let short = piece(2, 2, 0, b"\0\0");
        let [first, second] = [b"\0\0\0\x05ab", b"\0\0\0\x05cd"].map(|body| piece(2, 2, 0, body));
        let stream = [&alone, &short, &first, &other_order, &second].map(Vec::as_slice).concat();
        let found = messages(&stream, 1000).unwrap();
        assert_eq!(found.iter().collect::<Vec<_>>(), [&alone, &short, &other_order, &first, &second]);
        // What is no message is shown as far as the header, and a message that ends early as far as it is there.
        for (rest, shown) in [(&b"GIOP\x01"[..], 5), (b"HTTP/1.1 200 OK", 12), (&first[..14], 14)] {
            let found = messages(&[&alone, &second, rest].concat(), 1000).unwrap();
            assert_eq!(found.iter().map(Vec::as_slice).collect::<Vec<_>>(), [&alone, &rest[..shown], &second]);
        }
    }

    #[test]
    fn memory_is_bounded() {
        let stream = [piece(2, 2, 0, b"\0\0\0\x05abcd"), piece(2, 2, 0, b"\0\0\0\x06abcd")].concat();
        assert!(messages(&stream, 40).is_ok());
        assert!(matches!(messages(&stream, 39), Err(Error::TooLong { len: 40, limit: 39 })));
        assert!(matches!(messages(&stream, 19), Err(Error::TooLong { len: 20, limit: 19 })));
        let endless = b"GIOP\x01\x02\x00\x00\xff\xff\xff\xff";
        assert!(matches!(messages(endless, 1000), Err(Error::TooLong { .. })));
    }
}
