use crate::command::args::Diff;
use crate::command::failure::Failure;
use crate::command::progress::Progress;
use polywire::Value;
use polywire::codec::Codec;
use polywire::convert::{Framing, Source};
use std::io::BufRead;
use std::path::Path;

/// The messages of one file.
pub(super) struct Side<'a> {
    path: &'a Path,
    source: Source<Box<dyn BufRead>>,
    codec: Codec,
    bytes: Vec<u8>,
    /// So many were read.
    pub messages: u64,
}

impl<'a> Side<'a> {
    pub fn open(
        args: &Diff,
        path: &'a Path,
        (codec, framing): (Codec, Framing),
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let source = args.messages.open_file(path, framing, progress)?;
        Ok(Self { path, source, codec, bytes: Vec::new(), messages: 0 })
    }

    /// The next message, if there is one.
    pub fn next(&mut self) -> Result<Option<Value>, Failure> {
        let number = self.messages + 1;
        let wrong = |error: String| Failure::Input(format!("{}: message {number}: {error}", self.path.display()));
        match self.source.read(&mut self.bytes) {
            Ok(false) => Ok(None),
            Ok(true) => {
                self.messages = number;
                self.codec.decode(&self.bytes).map(Some).map_err(|refusal| wrong(refusal.to_string()))
            }
            Err(error) => Err(match error.io() {
                Some(io) => Failure::reading(self.path, io),
                None => wrong(error.to_string()),
            }),
        }
    }
}
