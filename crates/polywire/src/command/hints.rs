//! Hints for messages that are refused.

use super::args::{FramingArg, Messages};
use super::input;
use super::messages::framing_to_guess;
use super::model::Schema;
use super::progress::Progress;
use clap::ValueEnum;
use polywire::codec::{Codec, Codecs, Refusal};
use polywire::convert::{self, Source};
use polywire::{Delimiting, Format, Mistake, Options};
use polywire_ir::ErrorCode;
use std::path::Path;

/// What messages are read by: their format, and what tells whether a message is valid.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    pub format: &'static Format,
    pub is_valid: &'a dyn Fn(&[u8]) -> bool,
}

/// Returns hints about a refused message of a file, one per line; empty if there are none.
pub fn of_refusal(messages: &Messages, path: &Path, judge: Judge<'_>, refusal: &Refusal) -> String {
    let help = match refusal.failure.code {
        ErrorCode::UnknownMember => Some("`--ignore-unknown` skips unknown members".to_owned()),
        ErrorCode::Unsupported if judge.format.states_encoding && !messages.xml_entities => {
            Some("if the document type has declarations, `--xml-entities` reads them".to_owned())
        }
        _ => None,
    };
    let help =
        help.or_else(|| (messages.framing == FramingArg::None).then(|| of_framing(messages, path, judge, refusal))?);
    help.map(|help| format!("\n  = help: {help}")).unwrap_or_default()
}

/// The mistakes that writers of a type are known to make, with codecs of the messages that follow from them.
pub struct Mistakes(Vec<(&'static Mistake, Codec)>);

impl Mistakes {
    pub fn of(format: &Format, (schema, name): (&Schema, &str)) -> Self {
        let codec = |mistake: &'static Mistake| {
            let codecs = Codecs::validating(&schema.model, &mistake.format, &Options::default()).ok()?;
            Some((mistake, codecs.codec(&schema.model, name)?))
        };
        Self(format.mistakes.iter().filter_map(codec).collect())
    }

    /// Tells the mistake that explains a refused message, if one does.
    pub fn help(&self, message: &[u8]) -> String {
        let made = self.0.iter().find(|(_, codec)| codec.validate(message).is_ok());
        made.map(|(mistake, _)| format!("\n  = help: {}", mistake.told)).unwrap_or_default()
    }
}

/// Tells the mistake of the writer that explains a refused file that is one message.
pub fn of_mistake_in((messages, path): (&Messages, &Path), format: &'static Format, ty: (&Schema, &str)) -> String {
    if format.mistakes.is_empty() || messages.framing != FramingArg::None || path == Path::new("-") {
        return String::new();
    }
    let mut message = Vec::new();
    let is_read = input::open(path, messages.decompress, &Progress::hidden()).is_ok_and(|input| {
        let source = Source::with_max_size(input.reader, convert::Framing::None, MOST_BYTES);
        source.is_ok_and(|mut source| source.read(&mut message).is_ok())
    });
    if is_read { Mistakes::of(format, ty).help(&message) } else { String::new() }
}

/// Suggests a missing framing option, if the file can be read as a stream.
fn of_framing(messages: &Messages, path: &Path, judge: Judge<'_>, refusal: &Refusal) -> Option<String> {
    if path == Path::new("-") {
        // Requires a regular file, because the input must be read again.
        let is_likely = matches!(refusal.failure.code, ErrorCode::InvalidKey | ErrorCode::TrailingBytes);
        let help = "if the input is a stream of messages, state how they are separated with `--framing`";
        return is_likely.then(|| help.to_owned());
    }
    let mut framings: Vec<FramingArg> = FramingArg::value_variants().to_vec();
    framings.retain(|framing| is_candidate(*framing, judge.format));
    // Lines can also be read as concatenated messages, so prefer `lines`.
    framings.sort_by_key(|framing| *framing == FramingArg::Concatenated);
    let found = framings.into_iter().find(|framing| fits(*framing, messages, path, judge))?;
    let name = found.to_possible_value()?;
    Some(format!("the file is a valid stream of messages with `--framing {}`", name.get_name()))
}

fn is_candidate(framing: FramingArg, format: &'static Format) -> bool {
    // Text formats have a line for each message in binary framings, so only `lines` is tried.
    let is_of_binary = |framing| !matches!(framing, FramingArg::Lines | FramingArg::Array | FramingArg::Concatenated);
    // Other formats need a decoder to find the end, and the decoder has failed.
    let is_told = matches!(format.delimiting, Delimiting::Framed(_));
    let has_its_own = matches!(framing, FramingArg::None | FramingArg::OsmPbf | FramingArg::AvroFile);
    !has_its_own
        && framing.check(&[format]).is_ok()
        && (is_told || framing != FramingArg::Concatenated)
        && !(format.is_text && is_of_binary(framing))
}

/// The number of messages that are examined.
const MOST_MESSAGES: usize = 3;
/// Longer messages are not examined.
const MOST_BYTES: u64 = 16 << 20;

/// Returns true if the first messages of the file fit a framing.
fn fits(framing: FramingArg, messages: &Messages, path: &Path, judge: Judge<'_>) -> bool {
    let Ok(input) = input::open(path, messages.decompress, &Progress::hidden()) else { return false };
    let framing = framing_to_guess(framing, judge.format);
    let Ok(mut source) = Source::with_max_size(input.reader, framing, MOST_BYTES.min(messages.limits.max_size)) else {
        return false;
    };
    let (mut message, mut total) = (Vec::new(), 0);
    for _ in 0..MOST_MESSAGES {
        message.clear();
        match source.read(&mut message) {
            // Zero bytes of a longer length prefix would look like empty messages.
            Ok(true) if !(total == 0 && message.is_empty()) && (judge.is_valid)(&message) => total += message.len(),
            Ok(true) | Err(_) => return false,
            Ok(false) => break,
        }
    }
    total > 0
}
