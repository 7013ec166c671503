use crate::{Format, Outcome, Protocol, Request};
use polywire_cross_engine::{Answer, Engine};
use std::io::Result;

/// Has an engine answer the runner's requests.
pub struct Testee {
    protocol: Protocol,
    engine: Box<dyn Engine>,
}

/// The type in which the runner asks for the names of tests that are known to fail. None are.
const FAILURES: &str = "conformance.FailureSet";

impl Testee {
    /// An engine of [`crate::ENGINES`].
    pub fn new(engine: Box<dyn Engine>) -> Self {
        Self { protocol: Protocol::new(), engine }
    }

    /// The response to a request.
    pub fn answer(&mut self, request: &[u8]) -> Result<Vec<u8>> {
        let request = self.protocol.request(request)?;
        let outcome = self.outcome(&request);
        self.protocol.response(&outcome)
    }

    fn outcome(&mut self, request: &Request) -> Outcome {
        if request.ty == FAILURES {
            return Outcome::Payload(Format::Protobuf, Vec::new());
        }
        let (Some(from), Some(to)) = (name(request.payload.0), name(request.output)) else {
            return Outcome::Skipped("this format is not supported".to_owned());
        };
        match self.ask(request, from, to) {
            Answer::Bytes(bytes) => Outcome::Payload(request.output, bytes),
            Answer::Error(code) => self.failure(request, from, code),
        }
    }

    /// Every value that was read can be written as Protobuf, so an error of the reader comes again.
    fn failure(&mut self, request: &Request, from: &str, code: String) -> Outcome {
        match self.ask(request, from, "protobuf") {
            Answer::Bytes(_) => Outcome::SerializeError(code),
            Answer::Error(code) => Outcome::ParseError(code),
        }
    }

    fn ask(&mut self, request: &Request, from: &str, to: &str) -> Answer {
        let request = polywire_cross_engine::Request {
            ty: request.ty.clone(),
            from: from.to_owned(),
            to: to.to_owned(),
            input: request.payload.1.clone(),
            schema: None,
            settings: request.settings.clone(),
        };
        self.engine.run(&[request]).remove(0)
    }
}

/// Polywire's name of a format.
fn name(format: Format) -> Option<&'static str> {
    match format {
        Format::Protobuf => Some("protobuf"),
        Format::Json => Some("json"),
        Format::Text => Some("protobuf_text"),
        Format::Jspb => None,
    }
}
