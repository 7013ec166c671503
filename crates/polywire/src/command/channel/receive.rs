use super::ends;
use super::kind::Kind;
use super::{failure, wait};
use crate::command::args::{ChannelReceive, Convert, FramingArg, Global, Messages};
use crate::command::failure::Failure;
use crate::command::output::Output;
use crate::command::{losses, terminal};
use polywire::codec::{Refusal, Stage, Transcoder};
use polywire::convert::Summary;
use polywire::{Format, Limits};
use polywire_channel::{Channel, Error, Wait};
use polywire_stream::{delimited, lines};
use std::io::Write;
use std::path::Path;

/// What is received, and what becomes of it.
struct Receiving<'a> {
    name: &'a str,
    messages: &'a Messages,
    limits: Limits,
    to: &'static Format,
    count: Option<u64>,
    wait: Wait,
    allow_loss: bool,
    output: &'a Path,
}

pub(super) fn run(args: &ChannelReceive, global: Global) -> Result<(), Failure> {
    let receiving = Receiving {
        name: &args.name,
        messages: &args.messages,
        limits: args.messages.limits(),
        to: args.to.format,
        count: args.count,
        wait: wait(args.timeout),
        allow_loss: args.allow_loss,
        output: &args.output,
    };
    receiving.run(global)
}

/// Converts what a channel carries.
pub(super) fn converted(name: &str, args: &Convert, global: Global) -> Result<(), Failure> {
    let own = if args.to.format.is_text { FramingArg::Lines } else { FramingArg::Delimited };
    if !args.files.paths.is_empty() {
        return Err(Failure::Usage("messages come from the channel; name no files".to_owned()));
    }
    if args.to_framing.is_some_and(|framing| framing != own) {
        let own = if args.to.format.is_text { "lines" } else { "delimited" };
        return Err(Failure::Usage(format!("messages of a channel are written with `--to-framing {own}`")));
    }
    let receiving = Receiving {
        name,
        messages: &args.messages,
        limits: args.limits(),
        to: args.to.format,
        count: None,
        wait: Wait::Forever,
        allow_loss: args.allow_loss,
        output: &args.output,
    };
    receiving.run(global)
}

impl Receiving<'_> {
    fn run(&self, global: Global) -> Result<(), Failure> {
        let channel = Channel::open_any(self.name).map_err(|error| self.failure(&error))?;
        let kind = Kind::of_channel(&channel, self.messages, global)?;
        let channel = Channel::open(self.name, kind.contract()).map_err(|error| self.failure(&error))?;
        let (reader, writer) = (kind.codec(&self.limits)?, kind.codec_of(self.to, &self.limits, global)?);
        let mut transcoder = Transcoder::new(reader.with_engine(self.messages.engine()), writer);
        let mut output = Output::create(self.output)?;
        let mut receiver = ends::Receiving::attach(&channel).map_err(|error| self.failure(&error))?;
        let mut summary = Summary::default();
        let received = self.receive(&mut receiver, &mut transcoder, &mut output, &mut summary);
        // What was received before an error is in no other place any more.
        output.finish()?;
        received?;
        self.report(&losses_of(&summary, receiver.overwritten()), global)
    }

    fn receive(
        &self,
        receiver: &mut ends::Receiving,
        transcoder: &mut Transcoder,
        output: &mut Output,
        summary: &mut Summary,
    ) -> Result<(), Failure> {
        let (mut message, mut text) = (Vec::new(), Vec::new());
        while self.count.is_none_or(|count| summary.messages < count) {
            if !self.is_received(receiver, &mut message, output)? {
                break;
            }
            let number = summary.messages + 1;
            let refused = |(_, refusal): (Stage, Refusal)| {
                Failure::Input(format!("channel {}: message {number}: {refusal}", self.name))
            };
            let lost = transcoder.transcode(&message, &mut text).map_err(refused)?;
            self.write(output, &text)?;
            summary.add(lost, false, &message, transcoder);
        }
        Ok(())
    }

    /// Receives a message; false at the end. What was written before is not held back while there is none.
    fn is_received(
        &self,
        receiver: &mut ends::Receiving,
        message: &mut Vec<u8>,
        output: &mut Output,
    ) -> Result<bool, Failure> {
        let result = match receiver.receive(message, Wait::Never) {
            Err(Error::TimedOut) => {
                output.flush().map_err(|error| Failure::writing(self.output, &error))?;
                receiver.receive(message, self.wait)
            }
            result => result,
        };
        match result {
            Ok(()) => Ok(true),
            Err(Error::Closed) => Ok(false),
            Err(error) => Err(self.failure(&error)),
        }
    }

    fn write(&self, output: &mut Output, message: &[u8]) -> Result<(), Failure> {
        let written = if self.to.is_text {
            lines::write_record(output, message)
        } else {
            delimited::write_record(output, message)
        };
        written.map_err(|error| Failure::File(format!("{}: {error}", self.output.display())))
    }

    /// Reports what the output lacks.
    fn report(&self, losses: &[String], global: Global) -> Result<(), Failure> {
        let message = losses.join("\n");
        match self.allow_loss {
            _ if losses.is_empty() => Ok(()),
            false => Err(Failure::Loss(message)),
            true => {
                if !global.quiet {
                    terminal::print("warning", &message, global);
                }
                Ok(())
            }
        }
    }

    fn failure(&self, error: &Error) -> Failure {
        failure(self.name, error)
    }
}

/// Returns what the output lacks: messages that were overwritten, and fields that the schema does not have.
fn losses_of(summary: &Summary, overwritten: u64) -> Vec<String> {
    let mut lost = Vec::new();
    if overwritten > 0 {
        lost.push(format!("{overwritten} messages were overwritten before they were received"));
    }
    if summary.with_losses > 0 {
        let (some, all) = (summary.with_losses, summary.messages);
        let lines = losses::lines(&summary.losses);
        lost.push(format!("{some} of {all} messages have fields that the schema does not have{lines}"));
    }
    lost
}
