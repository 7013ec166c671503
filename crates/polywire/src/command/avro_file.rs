//! Avro's object container files: which inputs are such files, and what they and the options say about records.
//!
//! Design: docs/decisions/0125-avro-files.md

use super::args::{AvroWriting, Compression, FramingArg, Global, Imports, Messages};
use super::failure::Failure;
use super::input;
use super::model::{Schema, format};
use super::terminal;
use polywire::Format;
use polywire::codec::Codec;
use polywire::convert::{AvroInput, AvroOutput, Damage, Framing};
use polywire::schema::{
    AvroType, AvroTypeKind, avro_root, avsc, canonical_form, declaration, print_avsc, read_avro_text,
};
use polywire::schema_files::FileSystem;
use polywire::untyped::Converter;
use polywire_source::Span;
use polywire_stream::avro_file::{self, Header, Limits, MAGIC, Marker, Options, Problem, Reader, Split};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The format of the records.
pub const FORMAT: &str = "avro";

/// Returns true if a file that is read like this is an Avro file: because the user says so, or because it begins like one.
pub fn is_file(messages: &Messages, (framing, format): (FramingArg, &Format), path: &Path) -> Result<bool, Failure> {
    match framing {
        FramingArg::AvroFile => Ok(true),
        FramingArg::None if format.name == FORMAT && can_look(path) => is_one(path, messages.decompress),
        FramingArg::None if format.name == FORMAT && messages.schema.is_none() => match fs::metadata(path) {
            Ok(_) => Ok(false),
            Err(error) => Err(Failure::reading(path, &error)),
        },
        _ => Ok(false),
    }
}

/// Pipes other than the standard input cannot be read twice.
fn can_look(path: &Path) -> bool {
    path == Path::new("-") || fs::metadata(path).is_ok_and(|data| data.is_file())
}

/// Returns true if a file begins like an Avro file.
pub fn is_one(path: &Path, decompress: Compression) -> Result<bool, Failure> {
    if can_look(path) { input::look(path, decompress, |reader| begins_with_magic(reader)) } else { Ok(false) }
}

/// An error occurs again when the file is read.
fn begins_with_magic(reader: &mut dyn BufRead) -> bool {
    let mut head = [0; MAGIC.len()];
    // Of the last byte, which is the version, the reader says more.
    reader.read_exact(&mut head).is_ok() && head[..3] == MAGIC[..3] && head[3] <= MAGIC[3]
}

/// Reads the header of a file, which can still be opened afterwards.
pub fn header(path: &Path, decompress: Compression) -> Result<Header, Failure> {
    if !can_look(path) && fs::metadata(path).is_ok() {
        let message = format!("{}: a pipe cannot be read twice; use the standard input instead", path.display());
        return Err(Failure::Usage(message));
    }
    let opened = input::look(path, decompress, |mut reader| Reader::open(&mut reader, Limits::default()))?;
    opened.map(|reader| reader.header().clone()).map_err(|error| failure(path, &error))
}

/// Returns the failure for an error in an Avro file.
pub fn failure(path: &Path, error: &avro_file::Error) -> Failure {
    match &error.problem {
        Problem::Io(io) => Failure::reading(path, io),
        _ => Failure::Input(format!("{}: {error}", path.display())),
    }
}

/// Compiles the schema in a header, and returns it with the name of the type of the records.
pub fn schema_in(header: &Header, path: &Path, imports: &Imports, global: Global) -> Result<(Schema, String), Failure> {
    let text = header.schema().and_then(|text| header.codec().map(|_| text));
    let text = text.map_err(|error| failure(path, &error))?;
    let path = PathBuf::from(format!("{}.avsc", path.display()));
    let system = FileSystem {
        read: &|wanted| {
            if wanted == path { Ok(text.to_vec()) } else { Err(io::Error::from(io::ErrorKind::NotFound)) }
        },
        canonicalize: &|path| Ok(path.to_owned()),
    };
    let schema = Schema::load_from(std::slice::from_ref(&path), &imports.into(), system, global)?;
    let name = schema.type_name(None)?;
    Ok((schema, name))
}

/// Returns how the records of a type are found in a file.
pub fn reading(messages: &Messages, (schema, name): (&Schema, &str), global: Global) -> Result<Framing, Failure> {
    let codec = boundary((schema, name), global)?.with_limits(messages.limits()).with_engine(messages.engine());
    let limits = Limits { block: messages.limits.max_block, ..Limits::default() };
    Ok(Framing::AvroInput(Box::new(AvroInput {
        limits,
        skips_damage: messages.skip_damaged,
        ..AvroInput::whole(codec)
    })))
}

/// Returns the framing of a file of which only a split is read.
pub fn of_split(framing: Framing, (path, split): (&Path, Split)) -> Framing {
    match framing {
        Framing::AvroInput(input) => {
            Framing::AvroInput(Box::new(AvroInput { split, left_out: left_out(path, split), ..*input }))
        }
        other => other,
    }
}

/// Returns the bytes behind the header of a file that need not be read for a split. Those of compressed files and pipes are read and
/// dropped.
pub fn left_out(path: &Path, split: Split) -> Range<u64> {
    if split == Split::ALL || path == Path::new("-") || !can_look(path) {
        return 0..0;
    }
    let reader = File::open(path).ok().and_then(|file| Reader::open(&mut BufReader::new(file), Limits::default()).ok());
    reader.map_or(0..0, |reader| reader.offset()..split.start.max(reader.offset()))
}

/// Returns the codec that finds the ends of records.
pub fn boundary((schema, name): (&Schema, &str), global: Global) -> Result<Codec, Failure> {
    let avro = format(FORMAT)?;
    let options = polywire::Options { trailing_bytes: true, ..polywire::Options::default() };
    let codecs = schema.validators_of(name, avro, &options, global)?;
    codecs.codec(&schema.model, name).ok_or_else(|| super::messages::no_codec(avro, name))
}

/// Returns the schema of a type as Avro's JSON.
pub fn schema_text((schema, name): (&Schema, &str), global: Global) -> Result<Vec<u8>, Failure> {
    let id = declaration(&schema.model, name).map_err(Failure::Usage)?;
    if let Some(avro) = &schema.avro {
        let root = schema.root.filter(|root| *root == id).and_then(|_| avro_root(avro));
        let ty = root.cloned().unwrap_or_else(|| AvroType::new(AvroTypeKind::Named(name.to_owned()), Span::default()));
        return compact(print_avsc(avro, &ty).as_bytes());
    }
    let text = avsc(&*schema.model_for(&[format(FORMAT)?], global)?, id);
    let text =
        text.ok_or_else(|| Failure::Usage(format!("{name} is not a struct, so it cannot be in an Avro file")))?;
    compact(text.as_bytes())
}

/// Returns JSON on one line.
fn compact(json: &[u8]) -> Result<Vec<u8>, Failure> {
    let (mut text, json_format) = (Vec::new(), format("json")?);
    let converter = Converter::between(json_format, json_format);
    let converted = converter.map(|it| it.convert(json, &mut text));
    match converted {
        Some(Ok(_)) => Ok(text),
        Some(Err(why)) => Err(Failure::Input(format!("the schema of the Avro file: {why}"))),
        None => Ok(json.to_vec()),
    }
}

impl AvroWriting {
    /// Returns the header of a new file, and how its blocks are written. The codec and metadata are those of the file that it is
    /// made of, unless the options say otherwise.
    pub fn output(&self, schema: &[u8], from: Option<&Header>) -> Result<AvroOutput, Failure> {
        let of_input = || from.and_then(|header| header.codec().ok());
        let codec = self.codec.map(Into::into).or_else(of_input).unwrap_or_default();
        let given = self.metadata.iter().map(|(name, value)| (name.clone(), value.as_bytes().to_vec()));
        let is_given = |name: &str| self.metadata.iter().any(|(it, _)| it == name);
        let kept = from.into_iter().flat_map(Header::own_metadata).filter(|(name, _)| !is_given(name)).cloned();
        let marker = self.marker.unwrap_or_else(Marker::random);
        let header = Header::new(schema, codec, kept.chain(given).collect(), marker);
        Ok(AvroOutput { header, options: self.options(codec)?, is_begun: false })
    }

    fn options(&self, codec: avro_file::Codec) -> Result<Options, Failure> {
        let levels = codec.levels();
        if let Some(level) = self.level.filter(|level| !levels.as_ref().is_some_and(|it| it.contains(level))) {
            let choice =
                levels.map_or("no levels".to_owned(), |it| format!("the levels {} to {}", it.start(), it.end()));
            return Err(Failure::Usage(format!("--level {level}: {} has {choice}", codec.name())));
        }
        let Options { block_bytes, block_records, .. } = Options::default();
        Ok(Options {
            level: self.level,
            block_bytes: self.block_bytes.unwrap_or(block_bytes),
            block_records: self.block_records.unwrap_or(block_records),
        })
    }
}

/// Prints the damaged blocks that were skipped; returns what to say of all of them.
pub fn report_damage(path: &Path, damage: &Damage, global: Global) -> String {
    let path = path.display();
    for (why, skipped) in damage.first.iter().filter(|_| !global.quiet) {
        let message = format!("{path}: {why}; {} bytes are skipped, from byte {}", skipped.bytes, skipped.offset);
        terminal::print("warning", &message, global);
    }
    let blocks = if damage.blocks == 1 { "damaged block was" } else { "damaged blocks were" };
    format!("{path}: {} {blocks} skipped, with {} bytes", damage.blocks, damage.bytes)
}

/// Describes a header for people.
pub fn described(header: &Header) -> String {
    let marker: String = header.marker.0.iter().map(|byte| format!("{byte:02x}")).collect();
    let entries = header.metadata.iter().map(|(name, value)| format!("  {name}  {}\n", shown(value)));
    format!("header: metadata, and the marker {marker}\n{}", entries.collect::<String>())
}

/// Returns a value of metadata as text, or if it is none, as hexadecimal digits.
pub fn shown(value: &[u8]) -> String {
    match std::str::from_utf8(value) {
        Ok(text) if !text.contains(|it: char| it.is_control() && it != '\n' && it != '\t') => text.to_owned(),
        Ok(_) | Err(_) => value.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}

/// Returns true if records of two files have the same form: their schemas are the same, or their canonical forms are.
pub fn has_same_form(one: &Header, other: &Header) -> bool {
    let form = |header: &Header| {
        let schema = read_avro_text(std::str::from_utf8(header.schema().ok()?).ok()?)?;
        Some(canonical_form(&schema, avro_root(&schema)?))
    };
    is_same_schema(one, other) || form(one).is_some_and(|it| form(other) == Some(it))
}

/// Returns true if two files have the same schema, however it is spaced.
pub fn is_same_schema(one: &Header, other: &Header) -> bool {
    let json = |header: &Header| serde_json::from_slice::<serde_json::Value>(header.schema().ok()?).ok();
    one.schema().ok() == other.schema().ok() || json(one).is_some_and(|it| json(other) == Some(it))
}
