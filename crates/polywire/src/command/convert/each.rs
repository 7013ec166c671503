//! Conversion of messages each of which may have another codec.

use super::failure;
use crate::command::args::{Convert, Global};
use crate::command::failure::Failure;
use crate::command::messages::sink_failure;
use crate::command::output::Output;
use crate::command::progress::Progress;
use polywire::codec::Transcoder;
use polywire::convert::{Cause, Error, Framing, Sink, Summary};
use std::path::Path;

/// What is done with an object of the input.
pub(super) enum Step<'t> {
    Convert(&'t mut Transcoder),
    /// It is no message, and is written as it is.
    Copy,
    /// It is no message, and is left out.
    LeaveOut,
    /// It is a message that cannot be read: why.
    Refuse(String),
}

/// Says what is done with each object.
pub(super) trait Steps {
    fn step(&mut self, object: &[u8]) -> Result<Step<'_>, Failure>;
}

/// A file, and how its messages are separated in the input and in the output.
pub(super) struct File<'f> {
    pub path: &'f Path,
    pub framings: [Framing; 2],
    /// True if the output can only be one message.
    pub is_single: bool,
}

impl File<'_> {
    /// Converts each message as it is said.
    pub fn convert(
        self,
        args: &Convert,
        (name, output): (&Path, &mut Output),
        steps: &mut impl Steps,
        global: Global,
    ) -> Result<Summary, Failure> {
        let progress = Progress::beside(name, global);
        let [read, write] = self.framings;
        let mut source = args.messages.open(self.path, read, &progress)?;
        let mut sink = Sink::new(&mut *output, write).map_err(sink_failure)?.with_canonical(args.canonical());
        let (mut object, mut converted, mut summary) = (Vec::new(), Vec::new(), Summary::default());
        let failed = |number: u64, cause| failure(self.path, name, &Error { message: number, cause });
        while source.read(&mut object).map_err(|error| failed(summary.messages + 1, Cause::Input(error)))? {
            let number = summary.messages + 1;
            let written = |error| failed(number, Cause::Output(error));
            match steps.step(&object)? {
                Step::Convert(_) if number > 1 && self.is_single => return Err(Failure::Usage(several())),
                Step::Convert(transcoder) => {
                    let lost = transcoder.transcode(&object, &mut converted);
                    let lost = lost.map_err(|(stage, refusal)| failed(number, Cause::Message(stage, refusal)))?;
                    sink.write(&converted).map_err(written)?;
                    summary.add(lost, false, &object, transcoder);
                }
                Step::Copy => sink.write(&object).map_err(written)?,
                Step::LeaveOut => {}
                Step::Refuse(why) => return Err(failed(number, Cause::Type(why))),
            }
        }
        sink.finish().map_err(|error| failed(summary.messages, Cause::Output(error)))?;
        progress.clear();
        Ok(summary)
    }
}

fn several() -> String {
    "the input has several messages, which cannot be written as one; choose how they are separated, as in `--to-framing delimited`"
        .to_owned()
}
