//! `polywire avro`.

mod copy;
mod print;
mod random;
mod records;
mod sort;

use super::args::{Avro, AvroCommand, AvroFiles, Files, Global};
use super::avro_file;
use super::failure::Failure;
use super::input;
use super::progress::Progress;
use polywire_stream::avro_file::{Limits, Reader, Split};
use std::io::BufRead;
use std::ops::Range;
use std::path::{Path, PathBuf};

pub fn run(args: &Avro, global: Global) -> Result<(), Failure> {
    match &args.command {
        AvroCommand::Getmeta { key, format, files } => print::metadata(files, (key.as_deref(), *format), global),
        AvroCommand::Getschema { raw, files } => print::schemas(files, *raw, global),
        AvroCommand::Count { format, files } => print::counts(files, *format, global),
        AvroCommand::Cat { offset, limit, sample, copy } => {
            let wanted = records::Wanted { offset: *offset, limit: *limit, rate: *sample };
            records::copy(copy, wanted, global)
        }
        AvroCommand::Sort { check: true, copy } => sort::check(copy, global),
        AvroCommand::Sort { check: false, copy } => sort::sort(copy, global),
        AvroCommand::Random(args) => random::write(args, global),
        AvroCommand::Concat { copy } | AvroCommand::Recodec { copy } => copy::copy(copy, global),
    }
}

/// An open file.
struct Opened {
    input: Box<dyn BufRead>,
    blocks: Reader,
}

impl AvroFiles {
    fn paths(&self) -> Result<Vec<PathBuf>, Failure> {
        Files { paths: self.paths.clone() }.paths()
    }

    fn limits(&self) -> Limits {
        Limits { block: self.max_block, ..Limits::default() }
    }

    fn open(&self, path: &Path, progress: &Progress) -> Result<Opened, Failure> {
        let (split, left_out) = self.split_of(path);
        let mut input = self.reader(path, left_out.clone(), progress)?;
        let blocks = Reader::open(&mut input, self.limits()).and_then(|mut blocks| {
            blocks.begin_split(&mut input, split, left_out.end - left_out.start)?;
            Ok(blocks)
        });
        let blocks = blocks.map_err(|error| avro_file::failure(path, &error))?;
        Ok(Opened { input, blocks })
    }

    /// Returns the split of a file to read, and the bytes that are left out for it.
    fn split_of(&self, path: &Path) -> (Split, Range<u64>) {
        let split = Split::from(self.split);
        (split, avro_file::left_out(path, split))
    }

    fn reader(&self, path: &Path, left_out: Range<u64>, progress: &Progress) -> Result<Box<dyn BufRead>, Failure> {
        let input = match left_out.is_empty() {
            true => input::open(path, self.decompress, progress)?,
            false => input::open_without(path, left_out, progress)?,
        };
        Ok(input.reader)
    }
}
