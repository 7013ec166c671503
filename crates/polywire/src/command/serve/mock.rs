//! What methods return: examples, random values, and what the server tells about itself.

use super::super::args::{Global, Serve as Args};
use super::super::call::{codec_of, internal};
use super::super::failure::Failure;
use super::super::model::Schema;
use polywire::calls::{Called, HEALTH, REFLECTION_SERVICES, Served, method, methods};
use polywire::codec::{Codec, Transcoder};
use polywire::convert::{Boundary, Framing, Source};
use polywire::random::{Random, Values};
use polywire_model::Effect;
use std::collections::BTreeMap;
use std::fs;

/// How many random values a method has.
const VALUES: usize = 3;
/// The format of examples, and that of random values.
const EXAMPLES: &str = "json";
const RANDOM: &str = "json_plain";

/// The methods of a server, by service and name.
pub struct Mock {
    methods: BTreeMap<(String, String), Method>,
    pub served: Served,
}

/// A method of the server.
pub struct Method {
    /// Reads what it takes; `None` for what is not read.
    pub taken: Option<Codec>,
    pub takes_stream: bool,
    pub returns_stream: bool,
    /// The schema says so.
    pub changes_nothing: bool,
    pub returns: Returns,
}

/// What a method returns.
pub enum Returns {
    Messages(Vec<Vec<u8>>),
    /// The answer to a question about the schema.
    Reflection,
}

impl Mock {
    pub fn new(args: &Args, schema: &Schema, global: Global) -> Result<Self, Failure> {
        let examples = examples(args, schema)?;
        let mut random = Random::new(args.seed);
        let mut all = BTreeMap::new();
        for called in methods(&schema.model) {
            let example = examples.get(&called.name()).map(String::as_str);
            let it = of_schema(args, (schema, called), (example, &mut random), global)?;
            all.insert((called.service.path(), called.method.name.clone()), it);
        }
        for service in REFLECTION_SERVICES {
            let it = Method {
                taken: None,
                takes_stream: true,
                returns_stream: true,
                changes_nothing: false,
                returns: Returns::Reflection,
            };
            all.insert((service.to_owned(), "ServerReflectionInfo".to_owned()), it);
        }
        for (name, returns_stream) in [("Check", false), ("Watch", true)] {
            // The status is `SERVING`.
            let returns = Returns::Messages(vec![vec![0x08, 0x01]]);
            let it = Method { taken: None, takes_stream: false, returns_stream, changes_nothing: false, returns };
            all.insert((HEALTH.to_owned(), name.to_owned()), it);
        }
        let served =
            Served::new(&schema.model, &schema.descriptors).ok_or_else(|| internal("the schema of reflection"))?;
        Ok(Self { methods: all, served })
    }

    pub fn method(&self, service: &str, name: &str) -> Option<&Method> {
        self.methods.get(&(service.to_owned(), name.to_owned()))
    }
}

/// Returns the files of examples, by the full names of methods.
fn examples(args: &Args, schema: &Schema) -> Result<BTreeMap<String, String>, Failure> {
    let read = |it: &String| {
        let wrong = || Failure::Usage(format!("`{it}` is no example; write it as in `Method=file.json`"));
        let (name, path) = it.split_once('=').ok_or_else(wrong)?;
        let called = method(&schema.model, name).map_err(Failure::Usage)?;
        let text = fs::read_to_string(path).map_err(|error| Failure::reading(path.as_ref(), &error))?;
        Ok((called.name(), text))
    };
    args.examples.iter().map(read).collect()
}

fn of_schema(
    args: &Args,
    (schema, called): (&Schema, Called<'_>),
    (example, random): (Option<&str>, &mut Random),
    global: Global,
) -> Result<Method, Failure> {
    let name = called.name();
    let Some(returned) = called.method.output else {
        return Err(Failure::Usage(format!("`{name}` returns nothing, and the protocol has no such calls")));
    };
    let codec = |format, id| codec_of((schema, format), id, &args.limits, global);
    let (wire, text) = (args.wire.format, if example.is_some() { EXAMPLES } else { RANDOM });
    let text = polywire::format(text).ok_or_else(|| internal("a format of JSON"))?;
    let mut transcoder = Transcoder::new(codec(text, returned)?, codec(wire, returned)?);
    let messages = match example {
        Some(example) => divided(example).map_err(|error| Failure::Input(format!("example of `{name}`: {error}")))?,
        None => {
            let values = Values::of(&schema.model, returned);
            (0..VALUES).map(|_| values.next(random).to_string().into_bytes()).collect()
        }
    };
    let mut answers = Vec::new();
    for (message, number) in messages.iter().zip(1..) {
        let mut answer = Vec::new();
        transcoder.transcode(message, &mut answer).map_err(|(_, refusal)| {
            let what = if example.is_some() { "example" } else { "random value" };
            Failure::Input(format!("{what} {number} of `{name}` cannot be sent: {refusal}"))
        })?;
        answers.push(answer);
    }
    if answers.is_empty() && !called.method.streams_output {
        return Err(Failure::Input(format!("example of `{name}`: there is no message")));
    }
    Ok(Method {
        taken: Some(codec(wire, called.method.input)?),
        takes_stream: called.method.streams_input,
        returns_stream: called.method.streams_output,
        changes_nothing: called.method.effect == Effect::None,
        returns: Returns::Messages(answers),
    })
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
