//! The framing of messages in files, as chosen by the user.

use super::args::FramingArg;
use super::avro_file::FORMAT as AVRO;
use super::failure::Failure;
#[cfg(feature = "net")]
use super::messages::framing_to_guess;
use polywire::convert::{self, Size};
use polywire::{Delimiting, Format, Model, osm, size_prefixed};

/// The format whose messages may be in fragments.
const GIOP: &str = "giop";

impl FramingArg {
    /// Checks that messages of all these formats can have the framing.
    pub fn check(self, formats: &[&Format]) -> Result<(), Failure> {
        let all = |is_so: fn(&Format) -> bool| formats.iter().all(|format| is_so(format));
        let problem = match self {
            Self::Lines if !all(|format| format.is_text) => {
                "binary messages can contain line feeds; use `--framing delimited`"
            }
            Self::Array if !formats.iter().any(|format| is_json(format)) => {
                "only JSON has arrays; use `--framing delimited`"
            }
            Self::Elements if !formats.iter().any(|format| is_xml(format)) => {
                "only XML has elements; use `--framing lines` or `--framing delimited`"
            }
            Self::OsmPbf if !all(|format| format.is_text || format.name == osm::FORMAT) => {
                "OpenStreetMap files contain `protobuf`, which can be converted only to and from text formats"
            }
            Self::Sofh if !all(|format| format.encoding_type.is_some() || can_be_lines(format)) => {
                "only `sbe` has a type of encoding for the Simple Open Framing Header; use `--framing u32-be`"
            }
            Self::AvroFile if !all(|format| format.is_text || format.name == AVRO) => {
                "Avro files contain `avro`, which can be converted to any format; use `--to-framing delimited`"
            }
            Self::Giop if !all(|format| format.is_text || format.name == GIOP) => {
                "only `giop` has messages in fragments; use `--framing concatenated`"
            }
            Self::Concatenated => return check_ends(formats),
            Self::None
            | Self::Delimited
            | Self::U16Le
            | Self::U16Be
            | Self::U32Le
            | Self::U32Be
            | Self::U64Le
            | Self::U64Be
            | Self::Sofh
            | Self::Giop
            | Self::Lines
            | Self::Array
            | Self::Elements
            | Self::OsmPbf
            | Self::AvroFile => return Ok(()),
        };
        Err(Failure::Usage(problem.to_owned()))
    }

    /// Returns the format that messages framed like this have: where alignment counts from the size in front of a message, it is
    /// another format.
    pub fn format(self, format: &'static Format) -> &'static Format {
        size_prefixed(format).map_or(format, |(other, _)| if self.is_size_of(other) { other } else { format })
    }

    /// Returns true if the framing relies on self-delimiting messages of the format.
    pub fn is_concatenated(self, format: &Format) -> bool {
        self == Self::Concatenated || self.is_size_of(format)
    }

    /// Returns the framing for messages of a format; the model tells what it says about them. Streams of text formats have
    /// one message per line, whichever framing the other side has. Concatenated messages are written without separators.
    pub fn of(self, format: &Format, model: Option<&Model>) -> convert::Framing {
        match self {
            Self::None if is_xml(format) => convert::Framing::Document(convert::Entities::Kept),
            Self::None => convert::Framing::None,
            Self::Array if is_json(format) => convert::Framing::Array,
            Self::Elements if is_xml(format) => convert::Framing::Elements,
            _ if format.is_text => convert::Framing::Lines,
            Self::Delimited | Self::Lines | Self::Array | Self::Elements => convert::Framing::Delimited,
            Self::U16Le | Self::U16Be | Self::U32Le | Self::U32Be | Self::U64Le | Self::U64Be => match self.size() {
                Some(size) if !self.is_size_of(format) => convert::Framing::Sized(size),
                _ => convert::Framing::None,
            },
            Self::Sofh => match format.encoding_type {
                Some(of) => convert::Framing::Sofh(model.map_or(0, of)),
                None => convert::Framing::Lines,
            },
            // Concatenated multi-line JSON messages are separated by a line feed.
            Self::Concatenated if is_json(format) => convert::Framing::Lines,
            Self::Concatenated => convert::Framing::None,
            Self::Giop => convert::Framing::Giop,
            Self::OsmPbf => convert::Framing::OsmPbf,
            // Both sides of an Avro file need more than this.
            Self::AvroFile => convert::Framing::None,
        }
    }

    /// Returns how the messages of a stream of a format are found. Messages of a text may simply follow each other.
    #[cfg(feature = "net")]
    pub fn to_read(self, format: &Format) -> convert::Framing {
        let is_by_itself = self == Self::None && format.is_text;
        framing_to_guess(if is_by_itself { Self::Concatenated } else { self }, format)
    }

    /// Returns how the messages of a stream of a format are separated. Messages of a text are on lines.
    #[cfg(feature = "net")]
    pub fn to_write(self, format: &Format) -> convert::Framing {
        let framing = if format.is_text && self == Self::None { Self::Lines } else { self };
        framing.of(format, None)
    }

    /// The size in front of each message.
    fn size(self) -> Option<Size> {
        let size = |bytes, is_big_endian| Some(Size { bytes, is_big_endian });
        match self {
            Self::U16Le => size(2, false),
            Self::U16Be => size(2, true),
            Self::U32Le => size(4, false),
            Self::U32Be => size(4, true),
            Self::U64Le => size(8, false),
            Self::U64Be => size(8, true),
            Self::None
            | Self::Delimited
            | Self::Sofh
            | Self::Concatenated
            | Self::Giop
            | Self::Lines
            | Self::Array
            | Self::Elements
            | Self::OsmPbf
            | Self::AvroFile => None,
        }
    }

    /// Returns true if messages of the format begin with this size themselves.
    fn is_size_of(self, format: &Format) -> bool {
        let own = format.size_prefix.map(|it| Size { bytes: it.bytes, is_big_endian: it.is_big_endian });
        own.is_some() && own == self.size()
    }
}

fn check_ends(formats: &[&Format]) -> Result<(), Failure> {
    let ends = |format: &Format| format.is_text || !matches!(format.delimiting, Delimiting::None);
    let Some(format) = formats.iter().find(|format| !ends(format)) else { return Ok(()) };
    let sized = size_prefixed(format).map(|(other, _)| format!("`{}`, or ", other.name)).unwrap_or_default();
    Err(Failure::Usage(format!("{} is not self-delimiting; use {sized}`--framing delimited`", format.name)))
}

/// Returns true if the messages of a stream can be on lines of their own, whatever the framing of the other side.
fn can_be_lines(format: &Format) -> bool {
    format.is_text || is_json(format)
}

pub fn is_json(format: &Format) -> bool {
    ["json", "json_pretty", "json_plain", "json_fbe", "json_sbe", "json_avro"].contains(&format.name)
}

fn is_xml(format: &Format) -> bool {
    format.states_encoding
}
