//! The sample messages of measurements.

use super::formats::IMAGES;
use super::records::Records;
use crate::command::args::{Bench, Compression, FramingArg, Global};
use crate::command::avro_file;
use crate::command::failure::Failure;
use crate::command::input;
use crate::command::messages::osm_failure;
use crate::command::model::{self, Schema};
use crate::command::progress::Progress;
use polywire::codec::Codec;
use polywire::convert::Source;
use polywire::convert::{self, Boundary};
use polywire::{Delimiting, Format, Options};

/// Formats by file extension.
const ENDS: [(&str, &str); 12] = [
    (".json", "json"),
    (".jsonl", "json"),
    (".ndjson", "json"),
    (".pb", "protobuf"),
    (".binpb", "protobuf"),
    (".txtpb", "protobuf_text"),
    (".textproto", "protobuf_text"),
    (".textpb", "protobuf_text"),
    (".pbtxt", "protobuf_text"),
    (".msgpack", "msgpack"),
    (".capnp", "capnp"),
    (".capnp.bin", "capnp"),
];

/// Returns the images of the messages.
pub(super) fn images(
    args: &Bench,
    records: Option<&Records>,
    (schema, name): (&Schema, &str),
    global: Global,
) -> Result<Vec<Vec<u8>>, Failure> {
    let format = if records.is_some() { model::format(avro_file::FORMAT)? } else { format_of(args)? };
    let codec = |format: &'static Format, options: &Options| -> Result<Codec, Failure> {
        let codecs = schema.codecs_of(name, format, options, global)?;
        let codec = codecs.codec(&schema.model, name).filter(Codec::can_decode);
        codec.ok_or_else(|| Failure::Usage(format!("{} cannot be read by bench", format.name)))
    };
    let of_other = records.filter(|_| args.schema.is_some());
    let written = Options { writer: of_other.map(Records::writer).transpose()?, ..Options::default() };
    let (from, to) = (codec(format, &written)?, codec(model::format(IMAGES)?, &Options::default())?);
    let framing = match records {
        Some(records) => records.framing(global)?,
        None => framing(args, format, (schema, name), global)?,
    };
    let path = &args.data;
    let input = input::open(path, Compression::Auto, &Progress::hidden())?;
    let mut source = Source::new(input.reader, framing).map_err(osm_failure)?;
    let (mut images, mut message) = (Vec::new(), Vec::new());
    loop {
        let wrong =
            |error: String| Failure::Input(format!("{}: message {}: {error}", path.display(), images.len() + 1));
        match source.read(&mut message) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                return Err(match error.io() {
                    Some(io) => Failure::reading(path, io),
                    None => wrong(error.to_string()),
                });
            }
        }
        let value = from.decode(&message).map_err(|refusal| wrong(refusal.to_string()))?;
        let image = to.encode(&value).map_err(|refusal| wrong(refusal.to_string()))?;
        images.push(image);
    }
    if images.is_empty() {
        return Err(Failure::Input(format!("{}: the file contains no message", path.display())));
    }
    Ok(images)
}

fn format_of(args: &Bench) -> Result<&'static Format, Failure> {
    if let Some(wire) = args.from {
        return Ok(args.framing.format(wire.format));
    }
    let path = args.data.to_string_lossy().to_lowercase();
    let path = [".gz", ".zst"].iter().find_map(|end| path.strip_suffix(end)).unwrap_or(&path);
    let known = ENDS.iter().find(|(end, _)| path.ends_with(end));
    let (_, name) = known.ok_or_else(|| {
        let ends: Vec<&str> = ENDS.iter().map(|(end, _)| *end).collect();
        let (path, ends) = (args.data.display(), ends.join(", "));
        Failure::Usage(format!(
            "{path}: the file extension does not identify the format (known: {ends}, and Avro files); state it with --from"
        ))
    })?;
    model::format(name)
}

/// Returns the framing of the sample. A JSON sample may always hold several messages.
fn framing(
    args: &Bench,
    format: &'static Format,
    (schema, name): (&Schema, &str),
    global: Global,
) -> Result<convert::Framing, Failure> {
    let is_json = format.name == "json";
    let framing = if args.framing == FramingArg::None && is_json { FramingArg::Concatenated } else { args.framing };
    framing.check(&[format])?;
    if framing == FramingArg::OsmPbf {
        return Err(Failure::Usage("osm-pbf has its own schema; convert the file to another framing first".to_owned()));
    }
    if !framing.is_concatenated(format) {
        return Ok(framing.of(format, None));
    }
    let boundary = match format.delimiting {
        Delimiting::SelfDelimiting => {
            let codecs =
                schema.validators_of(name, format, &Options { trailing_bytes: true, ..Options::default() }, global)?;
            let missing = || Failure::Input(format!("{} has no codec for `{name}`", format.name));
            Some(Boundary::Read(Box::new(codecs.codec(&schema.model, name).ok_or_else(missing)?)))
        }
        Delimiting::Framed(_) | Delimiting::None => Boundary::framed(format),
    };
    Ok(boundary.map_or_else(|| framing.of(format, None), convert::Framing::Concatenated))
}
