//! The methods of a server.

use super::super::args::{Global, Serve as Args};
use super::super::call::{codec_of, internal};
use super::super::failure::Failure;
use super::super::model::Schema;
use super::builtin::{Asking, Fixed};
use super::exec::{Exec, Program};
use super::handler::Handler;
use super::mock::{Examples, Mocked};
use super::request::Post;
use polywire::calls::{Called, HEALTH, REFLECTION_SERVICES, Reflection, Served, methods};
use polywire::codec::Codec;
use polywire_model::Effect;
use polywire_net::{Network, Postbox};
use polywire_rpc::{Call, Count, End, Shape, Status};
use std::collections::BTreeMap;

/// The methods, by service and name.
pub struct Methods {
    all: BTreeMap<(String, String), Method>,
    served: Served,
    exec: Option<Exec>,
}

/// A method of the server.
pub struct Method {
    pub shape: Shape,
    /// The schema says so.
    pub changes_nothing: bool,
    answers: Answers,
}

/// What answers its calls.
enum Answers {
    /// Examples or random values, after a look at what the method is given.
    Mock {
        taken: Codec,
        messages: Vec<Vec<u8>>,
    },
    /// Always the same.
    Fixed(Vec<u8>),
    /// What the server tells about its schema.
    Reflection,
    Program(Box<Program>),
}

impl Methods {
    pub fn new(args: &Args, schema: &Schema, network: &Network, global: Global) -> Result<Self, Failure> {
        let exec = args.exec.as_ref().map(|line| Exec::new(line, args, (schema, network), global)).transpose()?;
        let mut examples = Examples::new(args, schema)?;
        let wire = args.wire().ok_or_else(|| internal("a format"))?;
        let mut all = BTreeMap::new();
        for called in methods(&schema.model) {
            if called.method.output.is_none() && !args.protocol.has_one_way() {
                let name = called.name();
                return Err(Failure::Usage(format!("`{name}` returns nothing, and the protocol has no such calls")));
            }
            let answers = if exec.is_some() {
                Answers::Program(Box::new(Program::new(args, (schema, called), global)?))
            } else {
                let taken = codec_of((schema, wire), called.method.input, &args.limits, global)?;
                let messages = called.method.output.map(|id| examples.of(args, (schema, called), id, global));
                Answers::Mock { taken, messages: messages.transpose()?.unwrap_or_default() }
            };
            let changes_nothing = called.method.effect == Effect::None;
            let method = Method { shape: shape(called), changes_nothing, answers };
            all.insert((called.service.path(), called.method.name.clone()), method);
        }
        let served =
            Served::new(&schema.model, &schema.descriptors).ok_or_else(|| internal("the schema of reflection"))?;
        all.extend(built_in());
        Ok(Self { all, served, exec })
    }

    pub fn get(&self, service: &str, name: &str) -> Option<&Method> {
        self.all.get(&(service.to_owned(), name.to_owned()))
    }

    /// Returns what answers a call; what it waits for is posted.
    pub fn handler<'m>(
        &'m self,
        method: &'m Method,
        call: &Call,
        to: &Postbox<Post>,
    ) -> Result<Box<dyn Handler + 'm>, End> {
        let internal = |message: &str| End::failed(Status::INTERNAL, message);
        Ok(match (&method.answers, &self.exec) {
            (Answers::Mock { taken, messages }, _) => Box::new(Mocked::new(method.shape, taken, messages)),
            (Answers::Fixed(body), _) => Box::new(Fixed::new(body)),
            (Answers::Reflection, _) => {
                let reflection = Reflection::new().ok_or_else(|| internal("there is no reflection"))?;
                Box::new(Asking::new(reflection, &self.served))
            }
            (Answers::Program(program), Some(exec)) => Box::new(exec.handler(program, method.shape, (call, to))),
            (Answers::Program(_), None) => return Err(internal("there is no program")),
        })
    }
}

fn shape(called: Called<'_>) -> Shape {
    let count = |is_stream| if is_stream { Count::Many } else { Count::One };
    // A method that returns nothing has an answer without messages.
    let returns = count(called.method.streams_output || called.method.output.is_none());
    Shape { takes: count(called.method.streams_input), returns }
}

/// Returns the methods of all servers: reflection and health.
fn built_in() -> impl Iterator<Item = ((String, String), Method)> {
    /// The status is `SERVING`.
    const SERVING: [u8; 2] = [0x08, 0x01];
    let reflection = REFLECTION_SERVICES.map(|service| {
        let shape = Shape { takes: Count::Many, returns: Count::Many };
        (
            (service.to_owned(), "ServerReflectionInfo".to_owned()),
            Method { shape, changes_nothing: false, answers: Answers::Reflection },
        )
    });
    let health = [("Check", Count::One), ("Watch", Count::Many)].map(|(name, returns)| {
        let shape = Shape { takes: Count::One, returns };
        (
            (HEALTH.to_owned(), name.to_owned()),
            Method { shape, changes_nothing: false, answers: Answers::Fixed(SERVING.to_vec()) },
        )
    });
    reflection.into_iter().chain(health)
}
