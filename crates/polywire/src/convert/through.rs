use crate::codec::Transcoder;
use polywire_vm::Pipe;
use std::io::{Read, Write};

/// Bytes of the message that are held at a time.
const SIZE: usize = 1 << 20;

/// Converts one message while it is read; gives what is left to be written at its end. With an output that can be taken back,
/// memory is needed for little more than an element; without, for what is written.
///
/// None if the message has to be read again and converted as a whole ([`super::run`]), which tells what was wrong, if something
/// was.
pub fn through(
    transcoder: &mut Transcoder,
    mut input: impl Read,
    max_size: u64,
    output: Option<&mut dyn Write>,
) -> Option<Vec<Vec<u8>>> {
    let mut left = max_size;
    let mut is_broken = false;
    let mut read = |buffer: &mut Vec<u8>| {
        let room = SIZE.saturating_sub(buffer.len()).max(1) as u64;
        let read = input.by_ref().take(room).read_to_end(buffer).ok().and_then(|read| {
            left = left.checked_sub(read as u64)?;
            Some(read)
        });
        is_broken |= read.is_none();
        read.is_some_and(|read| read > 0)
    };
    let mut write = output.map(|output| |bytes: &[u8]| output.write_all(bytes).is_ok());
    let write = write.as_mut().map(|write| write as &mut dyn FnMut(&[u8]) -> bool);
    let pieces = transcoder.pipe(Pipe { read: &mut read, write, size: SIZE })?;
    (!is_broken).then_some(pieces)
}
