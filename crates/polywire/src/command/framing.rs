//! The framing of messages in files, as chosen by the user.

use super::args::FramingArg;
use super::failure::Failure;
use super::model;
use polywire::convert::{self, Size};
use polywire::{Delimiting, Format, osm};

/// Messages of this format begin with their size in four bytes.
const SIZE_PREFIXED: &str = "flatbuffers_size_prefixed";

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
            Self::OsmPbf if !all(|format| format.is_text || format.name == osm::FORMAT) => {
                "OpenStreetMap files hold `protobuf`, which can be converted to and from text formats only"
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
            | Self::Lines
            | Self::Array
            | Self::OsmPbf => return Ok(()),
        };
        Err(Failure::Usage(problem.to_owned()))
    }

    /// Returns the format of messages with this framing. FlatBuffers aligns relative to the start of a size prefix, so
    /// a size-prefixed buffer is a different format.
    pub fn format(self, format: &'static Format) -> Result<&'static Format, Failure> {
        if self == Self::U32Le && format.name == "flatbuffers" { model::format(SIZE_PREFIXED) } else { Ok(format) }
    }

    /// Returns true if the framing relies on self-delimiting messages of the format.
    pub fn is_concatenated(self, format: &Format) -> bool {
        self == Self::Concatenated || self == Self::U32Le && format.name == SIZE_PREFIXED
    }

    /// Returns the framing for the output. Streams of text formats have one message per line, whichever framing the
    /// other side has. Concatenated messages are written without separators.
    pub fn of(self, format: &Format) -> convert::Framing {
        let sized = |bytes, is_big_endian| convert::Framing::Sized(Size { bytes, is_big_endian });
        match self {
            Self::None => convert::Framing::None,
            Self::Array if is_json(format) => convert::Framing::Array,
            _ if format.is_text => convert::Framing::Lines,
            Self::Delimited | Self::Lines | Self::Array => convert::Framing::Delimited,
            Self::U32Le if format.name == SIZE_PREFIXED => convert::Framing::None,
            Self::U16Le => sized(2, false),
            Self::U16Be => sized(2, true),
            Self::U32Le => sized(4, false),
            Self::U32Be => sized(4, true),
            Self::U64Le => sized(8, false),
            Self::U64Be => sized(8, true),
            // Concatenated multi-line JSON messages are separated by a line feed.
            Self::Concatenated if is_json(format) => convert::Framing::Lines,
            Self::Concatenated => convert::Framing::None,
            Self::OsmPbf => convert::Framing::OsmPbf,
        }
    }
}

fn check_ends(formats: &[&Format]) -> Result<(), Failure> {
    let ends = |format: &Format| format.is_text || !matches!(format.delimiting, Delimiting::None);
    match formats.iter().find(|format| !ends(format)) {
        None => Ok(()),
        Some(format) if format.name == "flatbuffers" => Err(Failure::Usage(
            "flatbuffers is not self-delimiting; use `flatbuffers_size_prefixed`, or `--framing delimited`".to_owned(),
        )),
        Some(format) => {
            Err(Failure::Usage(format!("{} is not self-delimiting; use `--framing delimited`", format.name)))
        }
    }
}

fn is_json(format: &Format) -> bool {
    ["json", "json_pretty", "json_plain"].contains(&format.name)
}
