//! Copies of some records.

use super::copy::Copy;
use crate::command::args::{AvroCopy, Global};
use crate::command::avro_file::{boundary, failure, header, schema_in};
use crate::command::failure::Failure;
use crate::command::progress::Progress;
use polywire::convert::{AvroInput, Framing, MAX_SIZE, Source};
use std::path::Path;

/// Which records are copied.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// The number of those that are left out first.
    pub offset: u64,
    /// The most that are copied.
    pub limit: Option<u64>,
    /// The share of those behind the offset.
    pub rate: f64,
}

impl Wanted {
    /// All records.
    pub const ALL: Self = Self { offset: 0, limit: None, rate: 1.0 };

    /// Returns true if the record of this number, from 0, is copied. Of each part of the records, the share is copied, too.
    fn has(self, number: u64) -> bool {
        let Some(behind) = number.checked_sub(self.offset) else { return false };
        // The product passes a whole number at each record that is copied; the first one is.
        let before = |count: u64| (count as f64 * self.rate).ceil();
        before(behind + 1) > before(behind)
    }
}

/// Copies the wanted records of all files, which are counted together.
pub(super) fn copy(args: &AvroCopy, wanted: Wanted, global: Global) -> Result<(), Failure> {
    let mut copy = Copy::begin(args, global)?;
    each((args, global), wanted, &mut copy, |copy, record| copy.record(record))?;
    copy.finish()
}

/// Calls a function for the wanted records of all files.
pub(super) fn each(
    (args, global): (&AvroCopy, Global),
    wanted: Wanted,
    copy: &mut Copy<'_>,
    mut take: impl FnMut(&mut Copy<'_>, &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (mut number, mut taken) = (0, 0);
    for path in args.files.paths()? {
        let progress = Progress::beside(&args.output, global);
        let mut source = open(args, copy, (&path, &progress), global)?;
        let mut record = Vec::new();
        while wanted.limit.is_none_or(|limit| taken < limit) {
            let read = source.read(&mut record);
            let read = read.map_err(|error| match error.io() {
                Some(io) => Failure::reading(&path, io),
                None => Failure::Input(format!("{}: {error}", path.display())),
            })?;
            if !read {
                break;
            }
            if wanted.has(number) {
                take(copy, &record)?;
                taken += 1;
            }
            number += 1;
        }
        if let Some(damage) = source.damage() {
            copy.add_damage(&path, damage);
        }
        progress.clear();
    }
    Ok(())
}

/// Opens a file for its records.
fn open(
    args: &AvroCopy,
    copy: &mut Copy<'_>,
    (path, progress): (&Path, &Progress),
    global: Global,
) -> Result<Source<Box<dyn std::io::BufRead>>, Failure> {
    let header = header(path, args.files.decompress)?;
    copy.accept(path, &header)?;
    header.codec().map_err(|error| failure(path, &error))?;
    let (schema, name) = schema_in(&header, path, &args.imports, global)?;
    let codec = boundary((&schema, &name), global)?;
    let (split, left_out) = args.files.split_of(path);
    let (limits, skips_damage) = (args.files.limits(), args.files.skip_damaged);
    let reader = args.files.reader(path, left_out.clone(), progress)?;
    let input = AvroInput { codec, limits, skips_damage, split, left_out };
    let source = Source::with_max_size(reader, Framing::AvroInput(Box::new(input)), MAX_SIZE);
    source.map_err(|error| Failure::Input(error.to_string()))
}
