//! Objects to bytes: one segment, with the targets of pointers in the order of the pointers.

use crate::capnp::nodes::{Elements, Object, Record};

/// Returns the message with this root.
pub(in crate::capnp) fn write_message(root: &Object) -> Vec<u8> {
    let mut segment = vec![0; 8];
    put(&mut segment, 0, root);
    let words = (segment.len() / 8) as u32;
    [&[0; 4], &words.to_le_bytes(), segment.as_slice()].concat()
}

/// Appends an object to a segment, and writes its pointer at `at`.
fn put(segment: &mut Vec<u8>, at: usize, object: &Object) {
    let distance = ((segment.len() - at) / 8 - 1) as u64;
    let pointer = match object {
        Object::Null => 0,
        Object::Capability(index) => 3 | u64::from(*index) << 32,
        // An empty struct points to its own pointer, because an all-zero pointer would be null.
        Object::Struct(it) if it.data.is_empty() && it.pointers.is_empty() => 0xffff_fffc,
        Object::Struct(it) => {
            let pointer = distance << 2 | sizes(it);
            records(segment, std::slice::from_ref(it));
            pointer
        }
        Object::List(elements) => {
            let (kind, count) = list(segment, elements);
            1 | distance << 2 | kind << 32 | (count as u64) << 35
        }
    };
    segment[at..at + 8].copy_from_slice(&pointer.to_le_bytes());
}

/// The sizes of both sections as the upper half of a pointer.
fn sizes(it: &Record) -> u64 {
    (it.data.len() as u64 / 8) << 32 | (it.pointers.len() as u64) << 48
}

/// Writes structs one after the other, followed by the targets of their pointers.
fn records(segment: &mut Vec<u8>, records: &[Record]) {
    let mut pointers = Vec::new();
    for it in records {
        segment.extend(&it.data);
        pointers.extend(it.pointers.iter().enumerate().map(|(index, object)| (segment.len() + 8 * index, object)));
        segment.resize(segment.len() + 8 * it.pointers.len(), 0);
    }
    pointers.into_iter().for_each(|(at, object)| put(segment, at, object));
}

/// Writes a list; returns the element kind and count for its pointer.
fn list(segment: &mut Vec<u8>, elements: &Elements) -> (u64, usize) {
    match elements {
        Elements::Void(count) => (0, *count as usize),
        Elements::Bits(bits) => {
            let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
            padded(segment, bits.chunks(8).map(byte));
            (1, bits.len())
        }
        Elements::Bytes { width, bytes } => {
            padded(segment, bytes.iter().copied());
            (2 + u64::from(width.ilog2()), bytes.len() / width)
        }
        Elements::Pointers(items) => {
            let record = Record { data: Vec::new(), pointers: items.clone() };
            records(segment, &[record]);
            (6, items.len())
        }
        Elements::Structs(items) => {
            let size = items.first().cloned().unwrap_or_default();
            let words = items.len() * (size.data.len() / 8 + size.pointers.len());
            segment.extend(((items.len() as u64) << 2 | sizes(&size)).to_le_bytes());
            records(segment, items);
            (7, words)
        }
    }
}

fn padded(segment: &mut Vec<u8>, bytes: impl Iterator<Item = u8>) {
    segment.extend(bytes);
    segment.resize(segment.len().next_multiple_of(8), 0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capnp::wire::read_message;

    #[test]
    fn written_values_are_read_back() {
        let inner = Record { data: vec![1, 0, 0, 0, 0, 0, 0, 2], pointers: vec![Object::text(b"text"), Object::Null] };
        let lists = [
            Elements::Void(3),
            Elements::Bits(vec![true, false, true, true, false, false, false, false, true]),
            Elements::Bytes { width: 4, bytes: vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
            Elements::Pointers(vec![Object::data(b"d"), Object::Struct(Record::default())]),
            Elements::Structs(vec![inner.clone(), inner.clone()]),
        ];
        let pointers = lists.map(Object::List).into_iter().chain([Object::Struct(inner)]).collect();
        let root = Object::Struct(Record { data: Vec::new(), pointers });
        assert_eq!(read_message(&write_message(&root)), Ok(root));
    }
}
