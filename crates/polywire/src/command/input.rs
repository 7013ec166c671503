//! Files to read.

use super::failure::Failure;
use super::progress::Progress;
use std::fs::File;
use std::io::{BufRead, BufReader, stdin};
use std::path::Path;

const BUFFER: usize = 1 << 16;

/// Opens a file, or the standard input for `-`.
pub fn open(path: &Path, progress: &Progress) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(stdin().lock()));
    }
    let file = File::open(path).map_err(|error| Failure::file(path, &error))?;
    let len = file.metadata().map(|data| data.len()).unwrap_or_default();
    Ok(Box::new(BufReader::with_capacity(BUFFER, progress.watch(file, len))))
}
