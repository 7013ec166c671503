//! `polywire validate`.

use super::args::{Global, ReportFormat, Validate};
use super::failure::Failure;
use super::messages::stream_failure;
use super::model::Schema;
use super::progress::Progress;
use super::terminal;
use polywire::codec::{Codec, Refusal};
use polywire::{Format, Options};
use serde_json::json;
use std::io::{Write, stdout};
use std::path::Path;

pub fn run(args: &Validate, global: Global) -> Result<(), Failure> {
    let format = args.messages.framing.format(&args.wire)?;
    args.messages.framing.check(&[format])?;
    let (schema, name) = args.messages.message_type(global)?;
    let codec = codec(args, format, (&schema, &name), global)?;
    let framing = args.messages.framing_to_read(format, (&schema, &name), global)?;
    let progress = Progress::new(global);
    let mut source = args.messages.open(framing, &progress)?;
    let (mut messages, mut refused) = (0u64, 0u64);
    let mut message = Vec::new();
    while source.read(&mut message).map_err(|error| stream_failure(&args.messages, messages + 1, &error))? {
        messages += 1;
        if let Err(refusal) = codec.validate(&message) {
            refused += 1;
            progress.suspend(|| report(args, messages, &refusal, global))?;
            if !args.all {
                return Err(Failure::Reported);
            }
        }
    }
    progress.clear();
    if !global.quiet && args.format == ReportFormat::Text {
        terminal::line(&format!("{refused} of {messages} messages refused"));
    }
    if refused == 0 { Ok(()) } else { Err(Failure::Reported) }
}

fn codec(
    args: &Validate,
    format: &'static Format,
    (schema, name): (&Schema, &str),
    global: Global,
) -> Result<Codec, Failure> {
    let codecs = schema.validators(format, &Options::default(), global)?;
    let missing = || Failure::Input(format!("{} has no codec for `{name}`", format.name));
    let codec = codecs.codec(&schema.model, name).ok_or_else(missing)?;
    if !codec.can_decode() {
        let message = format!("{} is read with its writer's schema, which validate does not take", format.name);
        return Err(Failure::Usage(message));
    }
    Ok(codec.with_limits(args.messages.limits()).with_engine(args.messages.engine()))
}

fn report(args: &Validate, number: u64, refusal: &Refusal, global: Global) -> Result<(), Failure> {
    let line = match args.format {
        ReportFormat::Text => {
            let message = format!("{}: message {number}: {refusal}", args.messages.input.display());
            terminal::print("error", &message, global);
            return Ok(());
        }
        ReportFormat::Json => json!({
            "message": number,
            "code": refusal.failure.code.name(),
            "offset": refusal.failure.offset,
            "path": refusal.path.to_string(),
            "text": refusal.to_string(),
        }),
    };
    writeln!(stdout(), "{line}").map_err(|error| Failure::writing(Path::new("-"), &error))
}
