use super::input::Input;
use super::{Error, Marker, Problem, Reader};
use std::io::{Read, Seek, SeekFrom};

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

    /// Goes to the first block that begins behind the first marker at or after an offset, as readers of a part of a file do; its
    /// number is not known, and counts from 1 again. Returns the offset of the block, or of the end of the file.
    pub fn seek(&mut self, reader: &mut (impl Read + Seek), offset: u64) -> Result<u64, Error> {
        // In the metadata, the marker would be no marker.
        let from = offset.max(self.first.saturating_sub(self.header().marker.0.len() as u64));
        let sought = reader.seek(SeekFrom::Start(from));
        sought.map_err(|error| Problem::Io(error).at(1, from))?;
        (self.input, self.number, self.found) = (Input::at(from), 0, 0);
        self.find_marker(reader)?;
        Ok(self.input.offset())
    }

    /// Goes behind the next marker, or to the end of the file.
    fn find_marker(&mut self, reader: &mut impl Read) -> Result<(), Error> {
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
