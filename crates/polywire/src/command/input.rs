//! Input files.

use super::args::Compression;
use super::failure::Failure;
use super::progress::Progress;
use flate2::bufread::MultiGzDecoder;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom, stdin};
use std::mem;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};
use zstd::stream::read::Decoder;

const BUFFER: usize = 1 << 16;

const GZIP: [u8; 3] = [0x1f, 0x8b, 8];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The largest zstd window, as a power of two: the default limit of the zstd command.
const ZSTD_WINDOW: u32 = 27;

/// Bytes of the standard input that were read to look at its beginning.
static SEEN: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// An open file.
pub struct Input {
    pub reader: Box<dyn BufRead>,
    /// The number of bytes to read, if known.
    pub len: Option<u64>,
}

/// Opens a file, or the standard input for `-`.
pub fn open(path: &Path, compression: Compression, progress: &Progress) -> Result<Input, Failure> {
    let input = if path == Path::new("-") {
        buffered(Cursor::new(take_seen()).chain(stdin().lock()), None, progress)
    } else {
        let file = File::open(path).map_err(|error| Failure::reading(path, &error))?;
        let len = file.metadata().ok().filter(|data| data.is_file()).map(|data| data.len());
        buffered(file, len, progress)
    };
    match compression {
        Compression::Auto => unpacked(input).map_err(|error| Failure::reading(path, &error)),
        Compression::Never => Ok(input),
    }
}

/// Opens a file that is not compressed, without a part of its bytes.
pub fn open_without(path: &Path, left_out: Range<u64>, progress: &Progress) -> Result<Input, Failure> {
    let open = || -> io::Result<Input> {
        let (before, mut behind) = (File::open(path)?, File::open(path)?);
        let len = behind.metadata()?.len().saturating_sub(left_out.end - left_out.start);
        behind.seek(SeekFrom::Start(left_out.end))?;
        Ok(buffered(before.take(left_out.start).chain(behind), Some(len), progress))
    };
    open().map_err(|error| Failure::reading(path, &error))
}

/// Looks at the beginning of a file, or of the standard input, which can still be opened afterwards.
pub fn look<T>(path: &Path, compression: Compression, look: impl FnOnce(&mut dyn BufRead) -> T) -> Result<T, Failure> {
    if path != Path::new("-") {
        return Ok(look(&mut open(path, compression, &Progress::hidden())?.reader));
    }
    let seen = Rc::new(RefCell::new(take_seen()));
    let before = Cursor::new(seen.borrow().clone());
    let input = buffered(before.chain(Recorded { seen: seen.clone() }), None, &Progress::hidden());
    let input = match compression {
        Compression::Auto => unpacked(input).map_err(|error| Failure::reading(path, &error)),
        Compression::Never => Ok(input),
    };
    let looked = input.map(|mut input| look(&mut input.reader));
    *SEEN.lock().unwrap_or_else(PoisonError::into_inner) = seen.take();
    looked
}

fn take_seen() -> Vec<u8> {
    mem::take(&mut *SEEN.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The standard input, whose bytes are kept.
struct Recorded {
    seen: Rc<RefCell<Vec<u8>>>,
}

impl Read for Recorded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = stdin().lock().read(buffer)?;
        self.seen.borrow_mut().extend_from_slice(buffer.get(..len).unwrap_or_default());
        Ok(len)
    }
}

fn buffered(reader: impl Read + 'static, len: Option<u64>, progress: &Progress) -> Input {
    Input { reader: Box::new(BufReader::with_capacity(BUFFER, progress.watch(reader, len))), len }
}

/// Returns the contents of a compressed file, which is recognised by its first bytes.
fn unpacked(input: Input) -> io::Result<Input> {
    let (head, reader) = head(input.reader)?;
    let packed = if head.starts_with(&GZIP) {
        boxed(MultiGzDecoder::new(reader))
    } else if head.starts_with(&ZSTD) {
        let mut decoder = Decoder::with_buffer(reader)?;
        decoder.window_log_max(ZSTD_WINDOW)?;
        boxed(decoder)
    } else {
        return Ok(Input { reader, ..input });
    };
    Ok(Input { reader: packed, len: None })
}

fn boxed(reader: impl Read + 'static) -> Box<dyn BufRead> {
    Box::new(BufReader::with_capacity(BUFFER, reader))
}

/// Returns the first bytes of a reader, and a reader that still yields them.
fn head(mut reader: Box<dyn BufRead>) -> io::Result<([u8; 4], Box<dyn BufRead>)> {
    let mut head = [0; 4];
    let ahead = reader.fill_buf()?;
    if let Some(first) = ahead.first_chunk() {
        return Ok((*first, reader));
    }
    // A pipe may return fewer bytes at first.
    let mut first = Vec::new();
    reader.by_ref().take(head.len() as u64).read_to_end(&mut first)?;
    head[..first.len()].copy_from_slice(&first);
    Ok((head, Box::new(Cursor::new(first).chain(reader))))
}
