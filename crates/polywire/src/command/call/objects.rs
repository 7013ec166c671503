//! Calls to objects: a chain of them is sent at once, and each goes to a reference in the result of the one before.

use super::super::args::{Call as Args, Global};
use super::super::failure::Failure;
use super::super::model::Schema;
use super::input::Input;
use super::messages::{Messages, codec_of};
use super::output::Output;
use super::server::Place;
use super::stream::Stream;
use super::{internal, list, outcome, place, refuse};
use polywire::calls::{Chain, Headers, Step, chain};
use polywire::codec::{Stage, Transcoder};
use polywire_net::{Arrived, Network};
use polywire_rpc::objects::{Event, Exception, Limits, Method, Peer, Problem, QuestionId, Reference, Results};
use polywire_rpc::{End, Status};
use std::sync::Arc;
use std::time::Instant;

pub fn run(args: &Args, global: Global) -> Result<(), Failure> {
    let started = Instant::now();
    refuse(args, ("Cap'n Proto's protocol", "Cap'n Proto"))?;
    args.framing.check(&[args.from.format, args.to.format])?;
    let schema = Schema::load_all(&args.schema, &args.imports, global)?;
    let Some(text) = &args.method else { return list(&schema, None) };
    let steps = chain(&schema.model, text).map_err(Failure::Usage)?;
    let Some(last) = steps.last() else { return Err(internal("a call")) };
    let mut messages = Messages::of(args, (&schema, last.called), global)?;
    let params = params(args, &steps, &mut messages, (&schema, global))?;
    let mut output = Output::new(args, &messages)?;
    let mut calls = Calls::connect(&Arc::new(Network::start()?), &place(args)?, started)?;
    let result = calls.run(&steps, params);
    calls.close();
    match result? {
        Ok(body) => {
            let answer = if body.is_empty() { Vec::new() } else { messages.answer(&body)? };
            output.write(answer)?;
            output.finish()
        }
        Err(end) => outcome(&end, None),
    }
}

/// Returns what each call of a chain takes.
fn params(
    args: &Args,
    steps: &Chain<'_>,
    messages: &mut Messages,
    (schema, global): (&Schema, Global),
) -> Result<Vec<Vec<u8>>, Failure> {
    let Some((last, others)) = steps.split_last() else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for step in others {
        all.push(written(args, step, step.params.unwrap_or_default(), (schema, global))?);
    }
    all.push(match last.params {
        None => Input::of(args, messages, false)?.only()?,
        Some(_) if args.data.is_some() || args.input.is_some() => {
            let text = "what the last method takes stands in parentheses, so there is no other input";
            return Err(Failure::Usage(text.to_owned()));
        }
        Some(params) => written(args, last, params, (schema, global))?,
    });
    Ok(all)
}

/// Returns what a method takes, as it was written behind its name.
fn written(args: &Args, step: &Step<'_>, text: &str, (schema, global): (&Schema, Global)) -> Result<Vec<u8>, Failure> {
    let wire = args.wire().ok_or_else(|| internal("a format"))?;
    let codec = |format| codec_of((schema, format), step.called.method.input, &args.limits, global);
    let writer = codec(wire)?;
    if text.trim().is_empty() {
        return writer.encode(&writer.new_value()).map_err(|refusal| Failure::Input(refusal.to_string()));
    }
    let mut body = Vec::new();
    let written = Transcoder::new(codec(args.from.format)?, writer).transcode(text.as_bytes(), &mut body);
    let name = step.called.name();
    written.map(|_| body).map_err(|(stage, refusal)| match stage {
        Stage::Decode => Failure::Input(format!("what `{name}` takes cannot be read: {refusal}")),
        Stage::Encode => Failure::Input(format!("what `{name}` takes cannot be sent: {refusal}")),
    })
}

/// A connection, and the calls on it.
pub struct Calls {
    stream: Stream,
    headers: Headers,
    peer: Peer,
}

impl Calls {
    pub fn connect(network: &Arc<Network>, place: &Place, started: Instant) -> Result<Self, Failure> {
        let headers = Headers::new(place.reach.max_size).ok_or_else(|| internal("the codecs of calls"))?;
        let stream = Stream::connect((network, &place.reach), &place.target, started)?;
        // The other side gets no objects of this one, so nothing is ever looked for in their results.
        Ok(Self { stream, headers, peer: Peer::new(Limits::default(), |_, _| None) })
    }

    /// Makes the calls, and returns what the last one returns.
    pub fn run(&mut self, steps: &Chain<'_>, params: Vec<Vec<u8>>) -> Result<Result<Vec<u8>, End>, Failure> {
        let refused = |_| internal("a call");
        let mut last = self.peer.start().map_err(refused)?;
        let mut questions = vec![last];
        for (step, body) in steps.iter().zip(params) {
            let target = Reference::Result(last, step.path.clone());
            let method = Method { interface: step.interface, number: step.ordinal };
            last = self.peer.call(&target, method, Results { body, references: Vec::new() }).map_err(refused)?;
            questions.push(last);
        }
        self.send()?;
        let returned = self.wait(&questions)?;
        questions.into_iter().for_each(|id| self.peer.finish(id, false));
        Ok(returned.map_err(|(number, exception)| ended(steps, number, exception)))
    }

    /// Returns the result of the last call, or the number of the first that failed.
    fn wait(&mut self, questions: &[QuestionId]) -> Result<Result<Vec<u8>, (usize, Exception)>, Failure> {
        let last = questions.last();
        let mut failed: Option<(usize, Exception)> = None;
        loop {
            while let Some(event) = self.peer.next_event() {
                let Event::Returned(id, result) = event else { continue };
                let number = questions.iter().position(|it| *it == id).unwrap_or_default();
                match result {
                    Err(exception) if failed.as_ref().is_none_or(|(first, _)| number < *first) => {
                        failed = Some((number, exception));
                    }
                    Ok(results) if Some(&id) == last => return Ok(Ok(results.body)),
                    Ok(_) | Err(_) => {}
                }
                if let Some(failed) = failed.take_if(|_| Some(&id) == last) {
                    return Ok(Err(failed));
                }
            }
            let arrived = self.stream.receive()?;
            self.receive(arrived);
            self.send()?;
        }
    }

    fn receive(&mut self, arrived: Arrived) {
        let lost = |reason: &str| Exception::new(Problem::Disconnected, reason);
        match arrived {
            Arrived::Data(bytes) => match self.headers.read(&bytes) {
                Ok(messages) => messages.into_iter().for_each(|message| self.peer.receive(message)),
                Err(wrong) => self.peer.abort(Problem::Failed, wrong.to_string()),
            },
            Arrived::Done if self.headers.is_inside() => self.peer.end(lost("the answer ends inside a message")),
            Arrived::Done => self.peer.end(lost("the server ended the connection")),
            Arrived::Lost(cause) => self.peer.end(lost(&cause)),
        }
    }

    /// Sends what there is to be sent, in one piece.
    fn send(&mut self) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        while let Some(message) = self.peer.next_action() {
            let message = self.headers.write(&message);
            bytes.extend(message.map_err(|wrong| Failure::Input(wrong.to_string()))?);
        }
        if !bytes.is_empty() {
            self.stream.send(bytes);
        }
        Ok(())
    }

    pub fn close(mut self) {
        // Whatever went wrong, the other side is told that the calls are over.
        let _ = self.send();
        self.stream.close();
    }
}

/// Returns the end of a chain: the status by the kind of failure.
fn ended(steps: &Chain<'_>, number: usize, exception: Exception) -> End {
    let status = match exception.problem {
        Problem::Failed => Status::UNKNOWN,
        Problem::Overloaded => Status::RESOURCE_EXHAUSTED,
        Problem::Disconnected => Status::UNAVAILABLE,
        Problem::Unimplemented => Status::UNIMPLEMENTED,
    };
    let name = number.checked_sub(1).and_then(|at| steps.get(at)).map(|step| step.called.name());
    let message = match name {
        Some(name) if steps.len() > 1 => format!("`{name}`: {}", exception.reason),
        Some(_) | None => exception.reason,
    };
    End::failed(status, message)
}
