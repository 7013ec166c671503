//! Avro files that are written: new ones, and those to which records are added.

use crate::command::args::{Compression, Convert, Global};
use crate::command::avro_file::{self, has_same_form};
use crate::command::failure::Failure;
use crate::command::input;
use crate::command::output::Output;
use crate::command::progress::Progress;
use polywire::convert::{AvroOutput, Framing};
use polywire_stream::avro_file::{Header, Limits, Options, Reader, Writer};
use std::path::Path;

/// The Avro file that is written.
pub(super) struct AvroTarget {
    written: Option<AvroOutput>,
    /// The header of the file to which records are added.
    pub continued: Option<Header>,
}

impl AvroTarget {
    pub fn of(args: &Convert) -> Result<Self, Failure> {
        let continued = args.append.then(|| header(&args.output)).transpose()?;
        Ok(Self { written: None, continued })
    }

    /// Returns the framing of an output for records of a schema. Of several inputs that become one file, the first begins it. The codec
    /// and the metadata are those of the file that it is made of, unless the options say otherwise.
    pub fn framing(
        &mut self,
        (args, is_alone): (&Convert, bool),
        from: Option<&Header>,
        schema: impl FnOnce() -> Result<Vec<u8>, Failure>,
    ) -> Result<Framing, Failure> {
        let written = match (self.written.take().filter(|_| !is_alone), &self.continued) {
            (Some(begun), _) => AvroOutput { is_begun: true, ..begun },
            (None, None) => args.avro.output(&schema()?, from)?,
            (None, Some(header)) => {
                let new = args.avro.output(&schema()?, Some(header))?;
                check_schema(args, (header, &new.header))?;
                AvroOutput { header: header.clone(), is_begun: true, ..new }
            }
        };
        self.written = Some(written.clone());
        Ok(Framing::AvroOutput(Box::new(written)))
    }
}

/// Copies the file to which records are added.
pub(super) fn copy_continued(args: &Convert, output: &mut Output, global: Global) -> Result<(), Failure> {
    let path = &args.output;
    let progress = Progress::new(global);
    let mut input = input::open(path, Compression::Never, &progress)?.reader;
    let limits = Limits { block: args.messages.limits.max_block, ..Limits::default() };
    let failure = |error| avro_file::failure(path, &error);
    let mut blocks = Reader::open(&mut input, limits).map_err(failure)?;
    let mut writer = Writer::new(blocks.header().clone(), Options::default()).map_err(failure)?;
    let written = |done: std::io::Result<()>| done.map_err(|error| Failure::writing(path, &error));
    while let Some(block) = blocks.next_raw(&mut input).map_err(failure)? {
        written(writer.copy(output, &block))?;
    }
    progress.clear();
    written(writer.finish(output))
}

/// Returns the header of the file to which records are added.
pub(super) fn header(path: &Path) -> Result<Header, Failure> {
    if path == Path::new("-") {
        return Err(Failure::Usage("--append: name the file with -o".to_owned()));
    }
    avro_file::header(path, Compression::Never)
}

fn check_schema(args: &Convert, (header, new): (&Header, &Header)) -> Result<(), Failure> {
    if has_same_form(header, new) {
        return Ok(());
    }
    let path = args.output.display();
    let message = format!(
        "{path}: its schema is not that of the records, so they cannot be added to it; `polywire avro getschema {path}` prints a schema \
         for --schema, as which other data can be read"
    );
    Err(Failure::Input(message))
}
