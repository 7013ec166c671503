//! One record on each line, as in JSON Lines. Records must not contain line feeds. Empty lines are ignored.

use crate::Error;
use std::io::{BufRead, Read, Write};

/// Reads the next line that is not empty, without its line break, into `record`; returns false at the end of the
/// stream.
pub fn read_record(reader: &mut impl BufRead, limit: u64, record: &mut Vec<u8>) -> Result<bool, Error> {
    loop {
        record.clear();
        // One more byte shows that the line exceeds the limit, unless that byte is the line break.
        let found = reader.take(limit.saturating_add(1)).read_until(b'\n', record)? as u64;
        let is_whole = record.pop_if(|last| *last == b'\n').is_some();
        if found > limit && !is_whole {
            return Err(Error::TooLong { len: found, limit });
        }
        record.pop_if(|last| *last == b'\r');
        if found == 0 || !record.is_empty() {
            return Ok(found > 0);
        }
    }
}

/// Writes a record and a line feed.
pub fn write_record(writer: &mut impl Write, record: &[u8]) -> Result<(), Error> {
    writer.write_all(record)?;
    Ok(writer.write_all(b"\n")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(mut stream: &[u8], limit: u64) -> Result<Vec<String>, Error> {
        let mut records = Vec::new();
        let mut record = Vec::new();
        while read_record(&mut stream, limit, &mut record)? {
            records.push(String::from_utf8_lossy(&record).into_owned());
        }
        Ok(records)
    }

    #[test]
    fn lines_of_any_ending() {
        assert_eq!(records(b"a\n\n bc\r\n\r\nd", 100).unwrap(), ["a", " bc", "d"]);
        assert_eq!(records(b"", 100).unwrap(), [""; 0]);
    }

    #[test]
    fn a_long_line_is_an_error() {
        assert_eq!(records(b"abc\nabc", 3).unwrap(), ["abc", "abc"]);
        assert!(matches!(records(b"abcd\n", 3), Err(Error::TooLong { limit: 3, .. })));
    }
}
