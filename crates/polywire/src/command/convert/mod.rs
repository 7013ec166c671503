//! `polywire convert`.

mod avro_files;
mod avro_target;
mod by_request;
mod by_writer;
mod described;
mod each;
mod mixed;
mod target;
mod typed;
mod untyped;

use super::args::{Convert, FramingArg, Global};
use super::avro_file;
use super::described::{check_output as check_describing, is_expected};
use super::failure::Failure;
use super::files;
use super::inputs::Inputs;
use super::messages::needs_no_schema;
use super::output::{self, Output};
use super::writers::are_told;
use avro_files::AvroFiles;
use by_request::ByRequest;
use by_writer::ByWriter;
use described::Described;
use mixed::MixedTypes;
use polywire::Format;
use polywire::convert::{self, Method};
use std::path::{Path, PathBuf};
use target::Target;
use typed::Typed;
use untyped::Untyped;

/// The formats of the input and of the output.
#[derive(Clone, Copy)]
struct Formats {
    from: &'static Format,
    to: &'static Format,
}

/// Converts messages.
enum Converter<'a> {
    /// With a schema.
    Typed(Box<Typed<'a>>),
    /// With a schema, each message as the type that it names.
    Mixed(Box<MixedTypes<'a>>),
    /// Without a schema.
    Untyped(Untyped<'a>),
    /// With the schemas in the input.
    Described(Box<Described<'a>>),
    /// With the schemas of their writers.
    ByWriter(Box<ByWriter<'a>>),
    /// With a schema, replies with the types of the requests before them.
    ByRequest(Box<ByRequest<'a>>),
    /// With the schemas in Avro files.
    AvroFiles(Box<AvroFiles<'a>>),
}

pub fn run(args: &Convert, global: Global) -> Result<(), Failure> {
    #[cfg(all(feature = "net", target_os = "linux"))]
    if let Some(name) = &args.from.channel {
        return super::channel::convert(name, args, global);
    }
    let framings = framings(args)?;
    let formats = Formats { from: framings[0].format(args.from.format), to: framings[1].format(args.to.format) };
    check_framings(framings, formats)?;
    check_documents(args, formats)?;
    if args.self_describing {
        check_describing(formats.to, framings[1])?;
    }
    if args.avro.is_any() && framings[1] != FramingArg::AvroFile {
        let message = "--codec, --level, --block-bytes, --block-records, --metadata and --marker are for Avro files; write one with                        `--to avro` and a name that ends with `.avro`, or with `--to-framing avro-file`";
        return Err(Failure::Usage(message.to_owned()));
    }
    check_append(args, framings)?;
    args.messages.check_split(&framings[..1])?;
    check_registry_id(args, (framings[1], formats.to))?;
    let has_schema = args.messages.has_types(&framings, &[formats.from, formats.to]);
    let is_avro_file = framings[0] == FramingArg::AvroFile && !args.explain_loss;
    let are_told = are_told(&args.messages, formats.from) && framings[0] != FramingArg::AvroFile;
    // A registry may also be given to check the id that is written.
    let is_by_writer = args.messages.writers.are_several() && (are_told || args.to_registry_id.is_none());
    let mut converter = match Untyped::of(args, formats, framings, global).filter(|_| !has_schema) {
        _ if is_by_writer && !args.explain_loss => {
            Converter::ByWriter(Box::new(ByWriter::new(args, formats, framings, global)?))
        }
        Some(untyped) => Converter::Untyped(untyped),
        None if is_avro_file => Converter::AvroFiles(Box::new(AvroFiles::new(args, formats, framings, global))),
        None if is_expected(&args.messages, framings[0], formats.from) => {
            Converter::Described(Box::new(Described::new(args, formats, framings, global)))
        }
        None if let Some(format) = [formats.from, formats.to].into_iter().find(|format| format.is_without_schema()) => {
            return Err(needs_no_schema(format));
        }
        None if args.mixed => Converter::Mixed(Box::new(MixedTypes::new(args, formats, framings, global)?)),
        None if let Some(calls) = ByRequest::new(args, formats, framings, global)? => {
            Converter::ByRequest(Box::new(calls))
        }
        None => Converter::Typed(Box::new(Typed::new(args, formats, framings, global)?)),
    };
    if let (FramingArg::AvroFile, Converter::Described(_)) = (framings[1], &converter) {
        let message =
            "the records of an Avro file have one schema, but the input may have several; give it with --schema";
        return Err(Failure::Usage(message.to_owned()));
    }
    if args.explain_loss {
        return converter.explain_loss();
    }
    let paths = args.files.paths()?;
    let mut inputs = converter.inputs();
    inputs.extend(&paths);
    convert_all((args, framings[1]), &paths, (&mut converter, &inputs), global)
}

/// Checks that options for documents of XML are given for them.
fn check_documents(args: &Convert, formats: Formats) -> Result<(), Failure> {
    args.messages.check_entities(&[formats.from])?;
    let is_exclusive = args.canonical.is_some_and(|it| it.method().0 == Method::Exclusive);
    if !args.inclusive_prefixes.is_empty() && !is_exclusive {
        let message = "--inclusive-prefixes belongs to `--canonical exclusive`; the other forms keep all declarations where they are";
        return Err(Failure::Usage(message.to_owned()));
    }
    if args.canonical.is_none() || formats.to.states_encoding {
        return Ok(());
    }
    Err(Failure::Usage("--canonical is for documents; write `--to xml` or `--to xml_tree`".to_owned()))
}

/// Checks that the output is a file to which records can be added.
fn check_append(args: &Convert, [_, framing]: [FramingArg; 2]) -> Result<(), Failure> {
    if !args.append || (framing == FramingArg::AvroFile && !args.output.is_dir()) {
        return Ok(());
    }
    Err(Failure::Usage("--append is for an Avro file; write `--to avro`, and name the file with -o".to_owned()))
}

/// Checks that the header of a registry can be in front of the messages that are written.
fn check_registry_id(args: &Convert, (framing, format): (FramingArg, &Format)) -> Result<(), Failure> {
    if args.to_registry_id.is_none() || (format.name == avro_file::FORMAT && framing != FramingArg::AvroFile) {
        return Ok(());
    }
    let message = "--to-registry-id is for messages of `avro`, outside of Avro files";
    Err(Failure::Usage(message.to_owned()))
}

/// Returns how messages are separated in the input and in the output.
fn framings(args: &Convert) -> Result<[FramingArg; 2], Failure> {
    let first = args.files.paths.first().map_or(Path::new("-"), PathBuf::as_path);
    let wire = (args.messages.framing, args.from.format);
    let is_read = !args.explain_loss && args.files.can_read();
    Ok(args.framings(is_read && avro_file::is_file(&args.messages, wire, first)?))
}

/// Converts all files into one output, or each into its own.
fn convert_all(
    (args, framing): (&Convert, FramingArg),
    paths: &[PathBuf],
    (converter, inputs): (&mut Converter<'_>, &Inputs),
    global: Global,
) -> Result<(), Failure> {
    match Target::of(args, framing, paths)? {
        Target::Folder(outputs) => {
            outputs.iter().try_for_each(|(_, output)| inputs.check(output))?;
            files::each(paths, global, |path| {
                let output = outputs.iter().find(|(input, _)| input == path).map_or(path, |(_, output)| output);
                let mut file = Output::create(output)?;
                let converted = converter.file(path, (output, &mut file), true);
                if is_complete(&converted) {
                    file.finish()?;
                }
                converted
            })
        }
        Target::One => {
            check_output(paths, &args.output, inputs)?;
            let mut file = Output::create(&args.output)?;
            if args.append {
                avro_target::copy_continued(args, &mut file, global)?;
            }
            let is_alone = paths.len() == 1;
            let converted =
                files::each(paths, global, |path| converter.file(path, (&args.output, &mut file), is_alone));
            if is_complete(&converted) {
                file.finish()?;
            }
            converted
        }
    }
}

fn check_output(paths: &[PathBuf], output: &Path, inputs: &Inputs) -> Result<(), Failure> {
    if paths.iter().any(|path| output::would_grow(path, output)) {
        return Err(Failure::Usage(
            "standard output is a file that is also an input; choose another output".to_owned(),
        ));
    }
    inputs.check(output)
}

/// Returns true if everything was written, even if something is lost.
fn is_complete(converted: &Result<(), Failure>) -> bool {
    converted.as_ref().err().is_none_or(Failure::is_loss)
}

impl Converter<'_> {
    fn explain_loss(&self) -> Result<(), Failure> {
        match self {
            Self::Typed(typed) => typed.explain_loss(),
            Self::Mixed(_) => Err(Failure::Usage("--explain-loss: name one type, without --mixed".to_owned())),
            Self::Untyped(_) | Self::Described(_) | Self::ByWriter(_) | Self::ByRequest(_) | Self::AvroFiles(_) => {
                Err(Failure::Usage("--explain-loss needs --schema".to_owned()))
            }
        }
    }

    /// Returns the files that are read apart from those of messages.
    fn inputs(&self) -> Inputs {
        match self {
            Self::Typed(typed) => typed.schema.inputs(),
            Self::Mixed(mixed) => mixed.schema.inputs(),
            Self::ByWriter(writers) => writers.inputs(),
            Self::ByRequest(calls) => calls.inputs(),
            Self::Untyped(_) | Self::Described(_) | Self::AvroFiles(_) => Inputs::default(),
        }
    }

    /// Converts the messages of a file, into an output that may be shared.
    fn file(&mut self, path: &Path, output: (&Path, &mut Output), is_alone: bool) -> Result<(), Failure> {
        match self {
            Self::Typed(typed) => typed.file(path, output, is_alone),
            Self::Mixed(mixed) => mixed.file(path, output),
            Self::Untyped(untyped) => untyped.file(path, output),
            Self::Described(described) => described.file(path, output),
            Self::ByWriter(writers) => writers.file(path, output, is_alone),
            Self::ByRequest(calls) => calls.file(path, output),
            Self::AvroFiles(files) => files.file(path, output, is_alone),
        }
    }
}

/// Checks that the formats support the framings.
fn check_framings([read, write]: [FramingArg; 2], formats: Formats) -> Result<(), Failure> {
    if read == write {
        return read.check(&[formats.from, formats.to]);
    }
    if write == FramingArg::None {
        return Err(Failure::Usage(
            "a stream of messages cannot be written as one message; leave out `--to-framing none`".to_owned(),
        ));
    }
    read.check(&[formats.from])?;
    write.check(&[formats.to])
}

/// Ends the last line if the output is one text message, unless a line feed would be part of it.
fn end_line(args: &Convert, output: &mut Output, (framing, format): (FramingArg, &Format)) -> Result<(), Failure> {
    let is_text = format.is_text || format.is_multiline_text;
    if is_text && framing == FramingArg::None && args.canonical.is_none() { output.end_line() } else { Ok(()) }
}

/// Returns the failure for an error of a conversion, with the path that it concerns.
fn failure(path: &Path, output: &Path, error: &convert::Error) -> Failure {
    match &error.cause {
        convert::Cause::Input(stream) if let Some(io) = stream.io() => Failure::reading(path, io),
        convert::Cause::Output(stream) if let Some(io) = stream.io() => Failure::writing(output, io),
        convert::Cause::Output(_) => Failure::Input(format!("{}: {error}", output.display())),
        convert::Cause::Input(_) | convert::Cause::Message(..) | convert::Cause::Type(_) => {
            Failure::Input(format!("{}: {error}", path.display()))
        }
    }
}
