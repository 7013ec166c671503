//! Copies of whole files.

use super::Opened;
use crate::command::args::{AvroCopy, Global};
use crate::command::avro_file::{failure, is_same_schema, report_damage};
use crate::command::failure::Failure;
use crate::command::inputs::Inputs;
use crate::command::output::{self, Output};
use crate::command::progress::Progress;
use crate::command::terminal;
use polywire::convert::Damage;
use polywire_stream::avro_file::{Block, Header, Writer};
use std::path::Path;

/// Writes the blocks of files into one file. They are compressed anew only if the codec or its level is another one.
pub(super) fn copy(args: &AvroCopy, global: Global) -> Result<(), Failure> {
    let mut copy = Copy::begin(args, global)?;
    for path in args.files.paths()? {
        let progress = Progress::beside(&args.output, global);
        let mut opened = args.files.open(&path, &progress)?;
        copy.accept(&path, opened.blocks.header())?;
        copy.blocks(&path, &mut opened)?;
        progress.clear();
    }
    copy.finish()
}

/// A file that is made of others.
pub(super) struct Copy<'a> {
    args: &'a AvroCopy,
    global: Global,
    pub output: Output,
    first: Option<Header>,
    writer: Option<Writer>,
    lost: Vec<String>,
    block: Block,
}

impl<'a> Copy<'a> {
    pub fn begin(args: &'a AvroCopy, global: Global) -> Result<Self, Failure> {
        let paths = args.files.paths()?;
        Inputs::of(&paths).check(&args.output)?;
        if paths.iter().any(|path| output::would_grow(path, &args.output)) {
            let message = "standard output is a file that is also an input; choose another output";
            return Err(Failure::Usage(message.to_owned()));
        }
        let output = Output::create(&args.output)?;
        Ok(Self { args, global, output, first: None, writer: None, lost: Vec::new(), block: Block::default() })
    }

    /// Takes the schema and metadata of the first file; checks that those of another file are the same.
    pub fn accept(&mut self, path: &Path, header: &Header) -> Result<(), Failure> {
        let Some(first) = &self.first else {
            let schema = header.schema().map_err(|error| failure(path, &error))?;
            let written = self.args.writing.output(schema, Some(header))?;
            if self.args.writing.codec.is_none() {
                header.codec().map_err(|error| failure(path, &error))?;
            }
            self.writer = Some(written.writer().map_err(|error| failure(&self.args.output, &error))?);
            self.first = Some(header.clone());
            return Ok(());
        };
        if !is_same_schema(first, header) {
            let message = format!("{}: its schema is not that of the first file", path.display());
            return Err(Failure::Input(message));
        }
        let differing =
            || first.own_metadata().chain(header.own_metadata()).find(|(name, _)| first.get(name) != header.get(name));
        if let Some((name, _)) = differing().filter(|_| !self.args.ignore_metadata) {
            let message = format!(
                "{}: the metadata `{name}` is not that of the first file; --ignore-metadata keeps that of the first file",
                path.display()
            );
            return Err(Failure::Input(message));
        }
        Ok(())
    }

    fn blocks(&mut self, path: &Path, Opened { input, blocks }: &mut Opened) -> Result<(), Failure> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let codec = blocks.header().codec();
        let is_copied = self.args.writing.level.is_none()
            && codec.as_ref().is_ok_and(|codec| Ok(*codec) == writer.header().codec().map_err(drop));
        let mut damage = Damage::default();
        loop {
            let read = match is_copied {
                true => blocks.next_raw(input).map(|raw| raw.map(|raw| writer.copy(&mut self.output, &raw))),
                false => {
                    let read = blocks.read(input, &mut self.block);
                    read.map(|more| {
                        more.then(|| writer.write_records(&mut self.output, self.block.count, &self.block.data))
                    })
                }
            };
            match read {
                Ok(Some(written)) => written.map_err(|error| Failure::writing(&self.args.output, &error))?,
                Ok(None) => break,
                Err(error) if self.args.files.skip_damaged && error.can_skip() => {
                    let skipped = blocks.skip(input).map_err(|error| failure(path, &error))?;
                    damage.add(&error, skipped);
                }
                Err(error) => return Err(failure(path, &error)),
            }
        }
        self.add_damage(path, &damage);
        Ok(())
    }

    /// The header of the first file.
    pub fn header(&self) -> Option<&Header> {
        self.first.as_ref()
    }

    /// Adds a record.
    pub fn record(&mut self, record: &[u8]) -> Result<(), Failure> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let written = writer.write(&mut self.output, record);
        written.map_err(|error| Failure::writing(&self.args.output, &error))
    }

    /// Notes that blocks were skipped.
    pub fn add_damage(&mut self, path: &Path, damage: &Damage) {
        if damage.blocks > 0 {
            self.lost.push(report_damage(path, damage, self.global));
        }
    }

    /// Ends the file; fails if blocks were skipped.
    pub fn finish(mut self) -> Result<(), Failure> {
        if let Some(writer) = &mut self.writer {
            let written = writer.finish(&mut self.output);
            written.map_err(|error| Failure::writing(&self.args.output, &error))?;
        }
        self.output.finish()?;
        report(&self.lost, self.args, self.global)
    }

    /// Writes nothing; fails if blocks were skipped.
    pub fn give_up(self) -> Result<(), Failure> {
        report(&self.lost, self.args, self.global)
    }
}

fn report(lost: &[String], args: &AvroCopy, global: Global) -> Result<(), Failure> {
    match lost.join("\n") {
        lost if lost.is_empty() => Ok(()),
        lost if args.allow_loss => {
            if !global.quiet {
                terminal::print("warning", &lost, global);
            }
            Ok(())
        }
        lost => Err(Failure::Loss(lost)),
    }
}
