//! Files to read.

use super::failure::Failure;
use super::progress::Progress;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, stdin};
use std::path::Path;

const BUFFER: usize = 1 << 16;

/// Opens a file, or the standard input for `-`.
pub fn open(path: &Path, progress: &Progress) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new("-") {
        return Ok(buffered(stdin().lock(), None, progress));
    }
    let file = File::open(path).map_err(|error| Failure::reading(path, &error))?;
    let len = file.metadata().ok().filter(|data| data.is_file()).map(|data| data.len());
    Ok(buffered(file, len, progress))
}

fn buffered(reader: impl Read + 'static, len: Option<u64>, progress: &Progress) -> Box<dyn BufRead> {
    Box::new(BufReader::with_capacity(BUFFER, progress.watch(reader, len)))
}
