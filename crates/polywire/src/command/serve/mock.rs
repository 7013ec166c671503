//! Methods that return examples or random values.

use super::super::args::{Global, Serve as Args};
use super::super::call::{codec_of, internal};
use super::super::failure::Failure;
use super::super::model::Schema;
use super::handler::{Handler, Output};
use super::methods::{Answers, Arrival};
use polywire::calls::{Called, method};
use polywire::codec::{Codec, Transcoder};
use polywire::convert::{Boundary, Framing, Source};
use polywire::random::{Random, Values};
use polywire_model::DeclId;
use polywire_rpc::{Count, End, Item, Shape, Status};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

/// How many random values a method has.
const VALUES: usize = 3;
/// The format of examples, and that of random values.
const EXAMPLES: &str = "json";
const RANDOM: &str = "json_plain";

/// A method that is answered with known messages, after a look at what it is given.
pub struct Mock {
    pub taken: Codec,
    pub messages: Vec<Vec<u8>>,
}

impl Answers for Mock {
    fn handler<'m>(&'m self, arrival: Arrival<'_>) -> Result<Box<dyn Handler + 'm>, End> {
        let (taken, messages, shape) = (&self.taken, self.messages.as_slice(), arrival.shape);
        Ok(Box::new(Mocked { shape, taken, messages, sent: 0, received: 0, answered: 0, is_finished: false }))
    }
}

/// A call that is answered with known messages.
struct Mocked<'m> {
    shape: Shape,
    /// Reads what the method takes.
    taken: &'m Codec,
    messages: &'m [Vec<u8>],
    sent: usize,
    /// Messages that were received, and of those the ones that were answered.
    received: usize,
    answered: usize,
    is_finished: bool,
}

impl Mocked<'_> {
    /// Returns true if each message gets an answer.
    fn answers_each(&self) -> bool {
        self.shape == Shape { takes: Count::Many, returns: Count::Many } && !self.messages.is_empty()
    }

    /// Returns true if the next message of the answer has its turn.
    fn is_due(&self) -> bool {
        match self.shape {
            Shape { takes: Count::Many, returns: Count::Many } => self.answers_each() && self.sent < self.received,
            Shape { returns: Count::Many, .. } => self.is_finished && self.sent < self.messages.len(),
            Shape { returns: Count::One, .. } => self.is_finished && self.sent == 0,
        }
    }
}

impl Handler for Mocked<'_> {
    fn take(&mut self, item: Item) -> Result<(), End> {
        let read = self.taken.decode(&item.body);
        read.map_err(|refusal| End::failed(Status::INVALID_ARGUMENT, format!("a message cannot be read: {refusal}")))?;
        self.received += 1;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), End> {
        self.is_finished = true;
        Ok(())
    }

    fn next(&mut self, has_room: bool) -> Option<Output> {
        let answered = if self.answers_each() { self.sent } else { self.received };
        if self.answered < answered {
            self.answered += 1;
            return Some(Output::Taken);
        }
        if self.is_due() {
            let message = self.messages.get(self.sent % self.messages.len().max(1)).filter(|_| has_room)?;
            self.sent += 1;
            return Some(Output::Message(message.clone()));
        }
        self.is_finished.then(|| Output::End(End::default()))
    }
}

/// Makes the messages that methods return.
pub struct Examples {
    /// Texts, by the full names of methods.
    texts: BTreeMap<String, String>,
    random: Random,
}

impl Examples {
    pub fn new(args: &Args, schema: &Schema) -> Result<Self, Failure> {
        let read = |it: &String| {
            let wrong = || Failure::Usage(format!("`{it}` is no example; write it as in `Method=file.json`"));
            let (name, path) = it.split_once('=').ok_or_else(wrong)?;
            let called = method(&schema.model, name).map_err(Failure::Usage)?;
            let text = fs::read_to_string(path).map_err(|error| Failure::reading(path.as_ref(), &error))?;
            Ok((called.name(), text))
        };
        let texts = args.examples.iter().map(read).collect::<Result<_, Failure>>()?;
        Ok(Self { texts, random: Random::new(args.seed) })
    }

    /// Returns the messages of a method, in the format of the wire.
    pub fn of(
        &mut self,
        args: &Args,
        (schema, called): (&Schema, Called<'_>),
        returned: DeclId,
        global: Global,
    ) -> Result<Vec<Vec<u8>>, Failure> {
        let (mut transcoder, messages) = self.texts_of(args, (schema, called), returned, global)?;
        let is_stream = called.method.streams_output;
        converted(&messages, &mut transcoder, (&called.name(), self.has_example(called), is_stream))
    }

    /// Returns the first message of a method, in which `refer` has replaced what stands for references.
    pub fn referring(
        &mut self,
        args: &Args,
        (schema, called): (&Schema, Called<'_>),
        (returned, mut refer): (DeclId, impl FnMut(&mut Value)),
        global: Global,
    ) -> Result<Vec<u8>, Failure> {
        let (mut transcoder, messages) = self.texts_of(args, (schema, called), returned, global)?;
        let name = called.name();
        let referred = messages.first().map(|message| {
            let read = serde_json::from_slice(message);
            let mut document: Value =
                read.map_err(|error| Failure::Input(format!("example of `{name}` cannot be read: {error}")))?;
            refer(&mut document);
            Ok(document.to_string().into_bytes())
        });
        let messages: Vec<Vec<u8>> = referred.into_iter().collect::<Result<_, Failure>>()?;
        let all = converted(&messages, &mut transcoder, (&name, self.has_example(called), false))?;
        Ok(all.into_iter().next().unwrap_or_default())
    }

    /// Returns true if there is an example of a method.
    pub fn has_example(&self, called: Called<'_>) -> bool {
        self.texts.contains_key(&called.name())
    }

    /// Returns the messages of a method as texts, and what converts them.
    fn texts_of(
        &mut self,
        args: &Args,
        (schema, called): (&Schema, Called<'_>),
        returned: DeclId,
        global: Global,
    ) -> Result<(Transcoder, Vec<Vec<u8>>), Failure> {
        let name = called.name();
        let example = self.texts.get(&name).map(String::as_str);
        let codec = |format, id| codec_of((schema, format), id, &args.limits, global);
        let text = polywire::format(if example.is_some() { EXAMPLES } else { RANDOM });
        let text = text.ok_or_else(|| internal("a format of JSON"))?;
        let wire = args.wire().ok_or_else(|| internal("a format"))?;
        let transcoder = Transcoder::new(codec(text, returned)?, codec(wire, returned)?);
        let messages = match example {
            Some(example) => {
                divided(example).map_err(|error| Failure::Input(format!("example of `{name}`: {error}")))?
            }
            None => {
                let values = Values::of(&schema.model, returned);
                (0..VALUES).map(|_| values.next(&mut self.random).to_string().into_bytes()).collect()
            }
        };
        Ok((transcoder, messages))
    }
}

fn converted(
    messages: &[Vec<u8>],
    transcoder: &mut Transcoder,
    (name, is_example, is_stream): (&str, bool, bool),
) -> Result<Vec<Vec<u8>>, Failure> {
    let mut answers = Vec::new();
    for (message, number) in messages.iter().zip(1..) {
        let mut answer = Vec::new();
        transcoder.transcode(message, &mut answer).map_err(|(_, refusal)| {
            let what = if is_example { "example" } else { "random value" };
            Failure::Input(format!("{what} {number} of `{name}` cannot be sent: {refusal}"))
        })?;
        answers.push(answer);
    }
    if answers.is_empty() && !is_stream {
        return Err(Failure::Input(format!("example of `{name}`: there is no message")));
    }
    Ok(answers)
}

/// Returns the messages of JSON in a text.
fn divided(text: &str) -> Result<Vec<Vec<u8>>, String> {
    let boundary = polywire::format(EXAMPLES).and_then(Boundary::framed).ok_or("there is no such format")?;
    let mut source =
        Source::new(text.as_bytes(), Framing::Concatenated(boundary)).map_err(|error| error.to_string())?;
    let (mut all, mut message) = (Vec::new(), Vec::new());
    while source.read(&mut message).map_err(|error| error.to_string())? {
        all.push(std::mem::take(&mut message));
    }
    Ok(all)
}
