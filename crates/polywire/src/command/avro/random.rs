//! Files of random records.

use crate::command::args::{AvroRandom, Global};
use crate::command::avro_file::{FORMAT, failure, schema_text};
use crate::command::failure::Failure;
use crate::command::messages::no_codec;
use crate::command::model::{Schema, format};
use crate::command::output::Output;
use crate::command::progress::Progress;
use polywire::Options;
use polywire::codec::{Codec, Transcoder};
use polywire::random::{Random, Values};
use polywire::schema::declaration;
use polywire_stream::avro_file::Marker;

/// The format of the values that are made.
const MADE: &str = "json_plain";

/// Values of a schema that Avro cannot hold, such as numbers of 64 bits without a sign, are made again; but not for ever.
const MOST_ATTEMPTS: usize = 1000;

/// Writes random records.
pub(super) fn write(args: &AvroRandom, global: Global) -> Result<(), Failure> {
    let schema = Schema::load(&args.schema, &args.imports, global)?.with_message(args.type_name.as_deref());
    let name = schema.type_name(args.type_name.as_deref())?;
    schema.inputs().check(&args.output)?;
    let mut random = Random::new(args.seed);
    let mut header = args.writing.output(&schema_text((&schema, &name), global)?, None)?;
    if args.writing.marker.is_none() {
        header.header.marker = Marker(std::array::from_fn(|_| random.bits() as u8));
    }
    let mut writer = header.writer().map_err(|error| failure(&args.output, &error))?;
    let mut records = Records::of((&schema, &name), random, global)?;
    let mut output = Output::create(&args.output)?;
    let progress = Progress::beside(&args.output, global);
    for _ in 0..args.count {
        let written = writer.write(&mut output, records.next()?);
        written.map_err(|error| Failure::writing(&args.output, &error))?;
    }
    progress.clear();
    let written = writer.finish(&mut output);
    written.map_err(|error| Failure::writing(&args.output, &error))?;
    output.finish()
}

/// Makes records.
struct Records<'s> {
    values: Values<'s>,
    random: Random,
    transcoder: Transcoder,
    record: Vec<u8>,
}

impl<'s> Records<'s> {
    fn of((schema, name): (&'s Schema, &str), random: Random, global: Global) -> Result<Self, Failure> {
        let codec = |wanted: &str| -> Result<Codec, Failure> {
            let format = format(wanted)?;
            let codecs = schema.codecs_of(name, format, &Options::default(), global)?;
            codecs.codec(&schema.model, name).ok_or_else(|| no_codec(format, name))
        };
        let transcoder = Transcoder::new(codec(MADE)?, codec(FORMAT)?);
        let id = declaration(&schema.model, name).map_err(Failure::Usage)?;
        Ok(Self { values: Values::of(&schema.model, id), random, transcoder, record: Vec::new() })
    }

    fn next(&mut self) -> Result<&[u8], Failure> {
        let mut why = String::new();
        for _ in 0..MOST_ATTEMPTS {
            let value = self.values.next(&mut self.random).to_string();
            match self.transcoder.transcode(value.as_bytes(), &mut self.record) {
                Ok(_) => return Ok(&self.record),
                Err((_, refusal)) => why = refusal.to_string(),
            }
        }
        Err(Failure::Input(format!("of {MOST_ATTEMPTS} random values, none can be written; of the last one: {why}")))
    }
}
