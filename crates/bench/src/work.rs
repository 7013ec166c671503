//! Files of a build.

use crate::error::Error;
use std::fs;
use std::path::Path;

/// Writes a file, and its folder.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Error::file(folder))?;
    }
    fs::write(path, contents).map_err(Error::file(path))
}

/// Writes files into a folder.
pub(crate) fn write_all(folder: &Path, files: &[(impl AsRef<Path>, impl AsRef<[u8]>)]) -> Result<(), Error> {
    files.iter().try_for_each(|(name, contents)| write(&folder.join(name), contents))
}

/// Messages one behind the other, each behind its length in 32 bits, the lowest byte first.
pub(crate) fn framed(messages: &[Vec<u8>]) -> Vec<u8> {
    messages.iter().flat_map(|message| [&(message.len() as u32).to_le_bytes()[..], message].concat()).collect()
}

/// The messages of such a file without their lengths.
pub(crate) fn unframed(bytes: &[u8]) -> Vec<u8> {
    let (mut rest, mut all) = (bytes, Vec::new());
    while let Some((length, behind)) = rest.split_first_chunk() {
        let (message, next) = behind.split_at((u32::from_le_bytes(*length) as usize).min(behind.len()));
        all.extend_from_slice(message);
        rest = next;
    }
    all
}
