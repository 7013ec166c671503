//! The first start of each subject: it writes its messages, reads them back and introduces itself.

use crate::error::Error;
use crate::measured::{Absent, Measured};
use crate::process::{Introduction, Running};
use crate::subject::Subject;
use crate::work::unframed;
use std::fs;
use std::path::{Path, PathBuf};

/// zstd's default level.
pub(crate) const ZSTD_LEVEL: i32 = 3;

/// Starts subjects for the first time.
pub(crate) struct Introductions<'a> {
    folder: &'a Path,
    images: &'a Path,
    /// The checksum of the images.
    expected: String,
    /// The subjects that refused a message, even one that they wrote.
    pub absent: Vec<Absent>,
}

impl<'a> Introductions<'a> {
    pub fn new(folder: &'a Path, path: &'a Path, images: &[Vec<u8>]) -> Self {
        let expected = format!("{:08x}", crc32(&images.concat()));
        Self { folder, images: path, expected, absent: Vec::new() }
    }

    /// Introduces subjects; the number of the first one is in the name of the file with its messages.
    pub fn of(&mut self, subjects: Vec<Subject>, first: usize) -> Result<Vec<Measured>, Error> {
        let mut introduced = Vec::new();
        for (subject, number) in subjects.into_iter().zip(first..) {
            let messages = self.folder.join(format!("messages-{number}"));
            let introduction = Running::start(&subject, self.images, Some(&messages));
            match introduction.and_then(|mut it| it.introduction()) {
                Ok(introduction) => introduced.push(self.measured(subject, introduction, messages)?),
                Err(Error::Subject { name, message }) => {
                    self.absent.push(Absent { name, reason: message.trim().to_owned() });
                }
                Err(error) => return Err(error),
            }
        }
        Ok(introduced)
    }

    fn measured(&self, subject: Subject, introduction: Introduction, messages: PathBuf) -> Result<Measured, Error> {
        let bytes = unframed(&fs::read(&messages).map_err(Error::file(&messages))?).concat();
        let compressed = zstd::bulk::compress(&bytes, ZSTD_LEVEL).map_err(Error::file(&messages))?.len() as u64;
        let is_faithful = introduction.changed == 0 && introduction.checksum == self.expected;
        let (bytes, series) = (bytes.len() as u64, Vec::new());
        Ok(Measured { subject, introduction, messages, is_faithful, bytes, compressed, series })
    }
}

/// Returns subjects that read the messages of other implementations, for each generated codec that can do so and each
/// other writer of its format whose messages differ from its own.
pub(crate) fn readers(measured: &[Measured]) -> Result<Vec<Subject>, Error> {
    let bytes = |it: &Measured| fs::read(&it.messages).map_err(Error::file(&it.messages));
    let mut readers = Vec::new();
    for reader in measured.iter().filter(|it| it.introduction.reads_others && is_generated(it)) {
        for writer in measured.iter().filter(|it| it.subject.format == reader.subject.format && !is_generated(it)) {
            if !writer.is_faithful || bytes(writer)? == bytes(reader)? {
                continue;
            }
            let Subject { format, implementation, mut command, build } = reader.subject.clone();
            command.extend(["--messages".into(), writer.messages.clone().into_os_string()]);
            let implementation = format!("{implementation}, messages of {}", writer.subject.implementation);
            readers.push(Subject { format, implementation, command, build });
        }
    }
    Ok(readers)
}

fn is_generated(it: &Measured) -> bool {
    it.subject.implementation == "Polywire"
}

/// The checksum that subjects compute of the images they read back: CRC-32 as in zlib.
pub fn crc32(bytes: &[u8]) -> u32 {
    let of_bit = |rest: u32, _| (rest >> 1) ^ (0xedb8_8320 & 0_u32.wrapping_sub(rest & 1));
    !bytes.iter().fold(!0, |rest, byte| (0..8).fold(rest ^ u32::from(*byte), of_bit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_equal_those_of_zlib() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
