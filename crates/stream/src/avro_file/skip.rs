use super::{Error, Marker, Problem, Reader};
use std::io::Read;

/// A part of a file that was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its offset.
    pub offset: u64,
    /// Its length.
    pub bytes: u64,
}

impl Reader {
    /// After an error of a block, goes behind the block, or if its end is not known, behind the next marker; without one, to
    /// the end of the file.
    pub fn skip(&mut self, reader: &mut impl Read) -> Result<Skipped, Error> {
        let offset = self.input.offset();
        match std::mem::take(&mut self.found) {
            0 => self.find_marker(reader)?,
            found => self.input.consume(found),
        }
        Ok(Skipped { offset, bytes: self.input.offset() - offset })
    }

    /// Goes behind the next marker, or to the end of the file.
    pub(super) fn find_marker(&mut self, reader: &mut impl Read) -> Result<(), Error> {
        let Marker(marker) = self.header().marker;
        loop {
            let (number, offset) = (self.number, self.input.offset());
            let ahead = self.input.ahead(reader, marker.len());
            let ahead = ahead.map_err(|error| Problem::Io(error).at(number, offset))?;
            if ahead.len() < marker.len() {
                let len = ahead.len();
                self.input.consume(len);
                return Ok(());
            }
            match ahead.windows(marker.len()).position(|window| window == marker) {
                Some(place) => {
                    self.input.consume(place + marker.len());
                    return Ok(());
                }
                // The beginning of a marker may be at the end.
                None => {
                    let len = ahead.len() - marker.len() + 1;
                    self.input.consume(len);
                }
            }
        }
    }
}
