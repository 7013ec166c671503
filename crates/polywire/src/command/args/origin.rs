//! Where `convert` takes messages from.

use super::wire::Wire;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use std::ffi::OsStr;
use std::ops::Deref;

/// A format, of files or of a channel.
#[derive(Clone)]
pub struct Origin {
    wire: Wire,
    /// The name of the channel.
    pub channel: Option<String>,
}

impl Deref for Origin {
    type Target = Wire;

    fn deref(&self) -> &Wire {
        &self.wire
    }
}

/// Reads the name of a format, or `channel:NAME`.
#[derive(Clone)]
pub struct OriginParser<F>(pub F);

impl<F: TypedValueParser<Value = Wire>> TypedValueParser for OriginParser<F> {
    type Value = Origin;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Origin, clap::Error> {
        match value.to_str().and_then(|text| text.strip_prefix("channel:")) {
            Some(name) => of_channel(name).map_err(|why| {
                clap::Error::raw(clap::error::ErrorKind::InvalidValue, format!("{why}\n")).with_cmd(command)
            }),
            None => Ok(Origin { wire: self.0.parse_ref(command, arg, value)?, channel: None }),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// The channel says what format its messages have.
#[cfg(all(feature = "net", target_os = "linux"))]
fn of_channel(name: &str) -> Result<Origin, String> {
    let told = |why: &dyn std::fmt::Display| format!("channel {name}: {why}");
    let channel = polywire_channel::Channel::open_any(name).map_err(|error| told(&error))?;
    let format = &channel.contract().format;
    let unknown = || told(&format!("this version of polywire does not know the format `{format}`"));
    Ok(Origin { wire: Wire::of(format).ok_or_else(unknown)?, channel: Some(name.to_owned()) })
}

#[cfg(not(all(feature = "net", target_os = "linux")))]
fn of_channel(_name: &str) -> Result<Origin, String> {
    Err("there are channels on Linux only".to_owned())
}
