//! The methods of a server.

use super::super::failure::Failure;
use super::bodies::{Bodies, Conversion, Types};
use super::handler::Handler;
use super::plain::Routed;
use super::request::Post;
use polywire::calls::{Called, Protocol, is_usual, methods};
use polywire_model::{Effect, Model};
use polywire_net::Postbox;
use polywire_rpc::{Call, Count, End, Shape};
use std::collections::BTreeMap;

/// The methods, by service and name.
pub struct Methods {
    all: BTreeMap<(String, String), Method>,
    bodies: Bodies,
    /// Set if a protocol needs it.
    pub routed: Option<Routed>,
}

/// A method of the server.
pub struct Method {
    pub shape: Shape,
    /// The schema says so.
    pub changes_nothing: bool,
    answers: Box<dyn Answers>,
    /// What it takes and returns; without it, its messages have one format only.
    types: Option<Types>,
}

/// What answers the calls of a method.
pub trait Answers: Send + Sync {
    /// Returns what answers a call.
    fn handler<'m>(&'m self, arrival: Arrival<'_>) -> Result<Box<dyn Handler + 'm>, End>;
}

/// A call that arrived.
pub struct Arrival<'c> {
    pub call: &'c Call,
    pub shape: Shape,
    /// That of the call, if it is one over HTTP.
    pub protocol: Option<&'static Protocol>,
    /// Where its handler's news are posted.
    pub to: &'c Postbox<Post>,
}

/// Methods by service and name.
pub type Named = ((String, String), Method);

impl Method {
    /// Returns a method of the server itself.
    pub fn own(shape: Shape, answers: Box<dyn Answers>) -> Self {
        Self { shape, changes_nothing: false, answers, types: None }
    }

    /// Returns what answers a call.
    pub fn handler<'m>(
        &'m self,
        (protocol, call): (Option<&'static Protocol>, &Call),
        to: &Postbox<Post>,
    ) -> Result<Box<dyn Handler + 'm>, End> {
        self.answers.handler(Arrival { call, shape: self.shape, protocol, to })
    }
}

impl Methods {
    /// Returns the methods of the server itself, and those of a schema unless they have the same names.
    pub fn new(
        of_schema: Vec<Named>,
        own: impl IntoIterator<Item = Named>,
        bodies: Bodies,
        routed: Option<Routed>,
    ) -> Self {
        let mut all: BTreeMap<_, _> = of_schema.into_iter().collect();
        all.extend(own);
        Self { all, bodies, routed }
    }

    pub fn get(&self, service: &str, name: &str) -> Option<&Method> {
        self.all.get(&(service.to_owned(), name.to_owned()))
    }

    /// Returns what converts the messages of a call; `None` if they can stay as they are. An error tells why they cannot be converted.
    pub fn conversion(&self, method: &Method, format: &str) -> Result<Option<Conversion>, String> {
        match method.types {
            Some(types) => self.bodies.conversion(types, format),
            None if is_usual(format) => Ok(None),
            None => Err(format!("messages of this method cannot be in `{format}`")),
        }
    }
}

/// Returns the methods of a schema, each with what answers it, but for those that are left out.
pub fn of_schema(
    model: &Model,
    is_left_out: impl Fn(&Called<'_>) -> bool,
    mut answers: impl FnMut(Called<'_>) -> Result<Box<dyn Answers>, Failure>,
) -> Result<Vec<Named>, Failure> {
    let method = |called: Called<'_>| {
        let method = Method {
            shape: shape(called),
            changes_nothing: called.method.effect == Effect::None,
            answers: answers(called)?,
            types: Some((called.method.input, called.method.output)),
        };
        Ok(((called.service.path(), called.method.name.clone()), method))
    };
    methods(model).into_iter().filter(|called| !is_left_out(called)).map(method).collect()
}

/// Refuses a method that returns nothing.
pub fn check_returns(called: Called<'_>) -> Result<(), Failure> {
    match called.method.output {
        Some(_) => Ok(()),
        None => {
            let name = called.name();
            Err(Failure::Usage(format!("`{name}` returns nothing, and the protocol has no such calls")))
        }
    }
}

fn shape(called: Called<'_>) -> Shape {
    let count = |is_stream| if is_stream { Count::Many } else { Count::One };
    // A method that returns nothing has an answer without messages.
    let returns = count(called.method.streams_output || called.method.output.is_none());
    Shape { takes: count(called.method.streams_input), returns }
}
