use crate::codec::Transcoder;
use polywire_vm::Pipe;
use std::io::{self, Read, Write};

/// Bytes of the message held at a time.
const SIZE: usize = 1 << 20;

/// Converts one message while it is read; `len` is its size if known. Returns the output that is still to be written at
/// its end. If the output can be discarded, little more than one element is held in memory; otherwise all the output
/// is.
///
/// Returns `None` if the message must be read again and converted as a whole ([`super::run`]), which also reports the
/// error, if any.
pub fn through(
    transcoder: &mut Transcoder,
    (mut input, len): (impl Read, Option<usize>),
    max_size: u64,
    output: Option<&mut dyn Write>,
) -> Option<Vec<Vec<u8>>> {
    let mut left = max_size;
    let mut is_broken = false;
    let mut read = |buffer: &mut [u8]| {
        let read = read_some(&mut input, buffer).ok().filter(|&read| read as u64 <= left);
        left -= read.unwrap_or(0) as u64;
        is_broken |= read.is_none();
        read.unwrap_or(0)
    };
    let mut write = output.map(|output| |bytes: &[u8]| output.write_all(bytes).is_ok());
    let write = write.as_mut().map(|write| write as &mut dyn FnMut(&[u8]) -> bool);
    let pieces = transcoder.pipe(Pipe { read: &mut read, write, size: SIZE, len })?;
    (!is_broken).then_some(pieces)
}

/// Reads some bytes; 0 at the end.
fn read_some(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            outcome => return outcome,
        }
    }
}
