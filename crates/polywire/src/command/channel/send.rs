use super::ends;
use super::kind::Kind;
use super::{failure, wait};
use crate::command::args::{ChannelSend, Global};
use crate::command::failure::Failure;
use crate::command::files;
use crate::command::messages::{Next, next};
use crate::command::progress::Progress;
use polywire::codec::{Refusal, Stage, Transcoder};
use polywire_channel::Channel;
use std::path::Path;

/// Sends the messages of files.
pub(super) fn run(args: &ChannelSend, global: Global) -> Result<(), Failure> {
    let paths = args.files.paths()?;
    let failed = |error| failure(&args.name, &error);
    let channel = Channel::open_any(&args.name).map_err(failed)?;
    let kind = Kind::of_channel(&channel, &args.messages, global)?;
    let channel = Channel::open(&args.name, kind.contract()).map_err(failed)?;
    let framing = args.messages.framing_of(&[args.from]);
    framing.check(&[args.from.format])?;
    let limits = args.messages.limits();
    let (reader, writer) = (kind.codec_of(args.from.format, &limits, global)?, kind.codec(&limits)?);
    let transcoder = Transcoder::new(reader.with_engine(args.messages.engine()), writer);
    let mut sending = Sending { args, transcoder, sender: ends::Sending::attach(&channel).map_err(failed)? };
    files::each(&paths, global, |path| sending.file(path, global))
}

struct Sending<'a> {
    args: &'a ChannelSend,
    transcoder: Transcoder,
    sender: ends::Sending,
}

impl Sending<'_> {
    fn file(&mut self, path: &Path, global: Global) -> Result<(), Failure> {
        let framing = self.args.messages.framing_of(&[self.args.from]).to_read(self.args.from.format);
        let progress = Progress::new(global);
        let mut source = self.args.messages.open(path, framing, &progress)?;
        let (mut message, mut encoded, mut number) = (Vec::new(), Vec::new(), 1);
        while let Next::Message(_) = next(&mut source, &mut message, (path, number))? {
            let converted = self.transcoder.transcode(&message, &mut encoded);
            let refused = |(stage, refusal): (Stage, Refusal)| {
                let refusal = match stage {
                    Stage::Decode => source.locate(self.args.from.format, &message, refusal),
                    Stage::Encode => refusal,
                };
                Failure::Input(format!("{}: message {number}: {refusal}", path.display()))
            };
            converted.map_err(refused)?;
            let sent = self.sender.send(&encoded, wait(self.args.timeout));
            sent.map_err(|error| failure(&self.args.name, &error))?;
            number += 1;
        }
        progress.clear();
        Ok(())
    }
}
