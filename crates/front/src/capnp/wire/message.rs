//! Bytes to objects: segments and pointers (Cap'n Proto Encoding Specification).

use super::ReadError;
use crate::capnp::nodes::{Elements, Object, Record};

type Read<T> = Result<T, ReadError>;

/// The root of a message that starts with its segment table.
pub(in crate::capnp) fn read_message(bytes: &[u8]) -> Read<Object> {
    let segments = segments(bytes)?;
    // An object counts once for each pointer to it.
    let budget = 8 * bytes.len() + 1024;
    let mut reader = Reader { segments, budget, depth: 0 };
    let root = reader.word(Place { segment: 0, word: 0 })?;
    reader.object(root, Place { segment: 0, word: 1 })
}

/// Returns the capability to which a path of pointers leads from the root of a message, by its position in the table; `None` if there is
/// none.
pub fn capability_at(message: &[u8], path: &[u16]) -> Option<u32> {
    let mut object = read_message(message).ok()?;
    for number in path {
        let Object::Struct(record) = object else { return None };
        object = record.pointers.into_iter().nth(usize::from(*number))?;
    }
    if let Object::Capability(position) = object { Some(position) } else { None }
}

/// Limit on the nesting of objects, which bounds the recursion.
const MAX_DEPTH: u32 = 64;

struct Reader<'b> {
    segments: Vec<&'b [u8]>,
    /// The number of bytes that may still be read.
    budget: usize,
    depth: u32,
}

/// The address of a word in a message.
#[derive(Clone, Copy)]
struct Place {
    segment: usize,
    word: i64,
}

fn segments(bytes: &[u8]) -> Read<Vec<&[u8]>> {
    const SHORT: ReadError = ReadError("it ends inside its segment table");
    let int = |at: usize| bytes.get(at..at + 4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]) as usize);
    let count = int(0).ok_or(SHORT)?.checked_add(1).ok_or(SHORT)?;
    if count > bytes.len() / 4 {
        return Err(SHORT);
    }
    let mut rest = bytes.get((4 * (count + 1)).next_multiple_of(8)..).ok_or(SHORT)?;
    let mut segments = Vec::with_capacity(count);
    for index in 0..count {
        let size = 8 * int(4 + 4 * index).ok_or(SHORT)?;
        let segment = rest.get(..size).ok_or(ReadError("it ends inside a segment"))?;
        segments.push(segment);
        rest = &rest[size..];
    }
    Ok(segments)
}

impl<'b> Reader<'b> {
    /// Returns `count` words at a place.
    fn words(&mut self, place: Place, count: usize) -> Read<&'b [u8]> {
        const OUTSIDE: ReadError = ReadError("a pointer leads outside of the message");
        let start = usize::try_from(place.word).map_err(|_| OUTSIDE)?;
        let segment = self.segments.get(place.segment).copied().ok_or(OUTSIDE)?;
        let bytes = segment.get(8 * start..8 * (start + count)).ok_or(OUTSIDE)?;
        self.spend(bytes.len() + 8)?;
        Ok(bytes)
    }

    fn spend(&mut self, bytes: usize) -> Read<()> {
        self.budget =
            self.budget.checked_sub(bytes).ok_or(ReadError("its objects have more bytes than the message"))?;
        Ok(())
    }

    fn word(&mut self, place: Place) -> Read<u64> {
        self.words(place, 1).map(little)
    }

    /// Reads the target of a pointer; `behind` is the place after the pointer.
    fn object(&mut self, pointer: u64, behind: Place) -> Read<Object> {
        if pointer == 0 {
            return Ok(Object::Null);
        }
        if self.depth == MAX_DEPTH {
            return Err(ReadError("its objects are nested too deeply"));
        }
        self.depth += 1;
        let (pointer, target) = self.target(pointer, behind)?;
        let object = match pointer & 3 {
            0 => Object::Struct(self.record(target, sizes(pointer))?),
            1 => Object::List(self.list(target, pointer)?),
            3 if pointer & 0xffff_ffff == 3 => Object::Capability((pointer >> 32) as u32),
            _ => return Err(ReadError("a pointer is of an unknown kind")),
        };
        self.depth -= 1;
        Ok(object)
    }

    /// Follows far pointers; returns the pointer that describes the object, and the object's place.
    fn target(&mut self, pointer: u64, behind: Place) -> Read<(u64, Place)> {
        if pointer & 3 != 2 {
            return Ok((pointer, Place { word: behind.word + offset(pointer), ..behind }));
        }
        let pad = Place { segment: (pointer >> 32) as usize, word: (pointer as u32 >> 3).into() };
        let first = self.word(pad)?;
        let next = Place { word: pad.word + 1, ..pad };
        if pointer & 4 == 0 {
            return match first & 3 {
                2 => Err(ReadError("a far pointer leads to another one")),
                _ => Ok((first, Place { word: next.word + offset(first), ..next })),
            };
        }
        if first & 7 != 2 {
            return Err(ReadError("a far pointer of two words lacks the second one"));
        }
        let tag = self.word(next)?;
        Ok((tag, Place { segment: (first >> 32) as usize, word: (first as u32 >> 3).into() }))
    }

    fn record(&mut self, place: Place, (data, pointers): (usize, usize)) -> Read<Record> {
        let bytes = self.words(place, data)?;
        let first = Place { word: place.word + data as i64, ..place };
        Ok(Record { data: bytes.to_vec(), pointers: self.pointers(first, pointers)? })
    }

    fn pointers(&mut self, first: Place, count: usize) -> Read<Vec<Object>> {
        let words = self.words(first, count)?;
        let mut objects = Vec::with_capacity(count);
        for (index, word) in words.chunks_exact(8).enumerate() {
            objects.push(self.object(little(word), Place { word: first.word + index as i64 + 1, ..first })?);
        }
        Ok(objects)
    }

    fn list(&mut self, place: Place, pointer: u64) -> Read<Elements> {
        let count = (pointer >> 35) as usize;
        let width = match pointer >> 32 & 7 {
            0 => return Ok(Elements::Void(count as u32)),
            1 => {
                let bytes = self.words(place, count.div_ceil(64))?;
                return Ok(Elements::Bits((0..count).map(|bit| bytes[bit / 8] >> (bit % 8) & 1 == 1).collect()));
            }
            6 => return Ok(Elements::Pointers(self.pointers(place, count)?)),
            7 => return self.structs(place, count),
            kind => 1 << (kind - 2),
        };
        let bytes = self.words(place, (count * width).div_ceil(8))?;
        Ok(Elements::Bytes { width, bytes: bytes[..count * width].to_vec() })
    }

    /// Reads a composite list: a tag with the number and size of the structs, followed by `words` words of them.
    fn structs(&mut self, place: Place, words: usize) -> Read<Elements> {
        let tag = self.word(place)?;
        let (data, pointers) = sizes(tag);
        let count = (tag as u32 >> 2) as usize;
        if tag & 3 != 0 || count * (data + pointers) > words {
            return Err(ReadError("a list of structs is longer than its pointer says"));
        }
        let mut records = Vec::new();
        for index in 0..count {
            let word = place.word + 1 + (index * (data + pointers)) as i64;
            records.push(self.record(Place { word, ..place }, (data, pointers))?);
        }
        Ok(Elements::Structs(records))
    }
}

fn little(word: &[u8]) -> u64 {
    word.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// Returns the words of the data and pointer sections.
fn sizes(pointer: u64) -> (usize, usize) {
    ((pointer >> 32 & 0xffff) as usize, (pointer >> 48) as usize)
}

/// Returns the signed distance in words from the end of the pointer.
fn offset(pointer: u64) -> i64 {
    i64::from(pointer as i32 >> 2)
}
