use crate::{Format, Outcome, Protocol, Request};
use polywire_cross_engine::{Answer, Engine};
use std::io::Result;

/// Answers the runner's requests with an engine.
pub struct Testee {
    protocol: Protocol,
    engine: Box<dyn Engine>,
}

/// The type of the runner's request for the names of tests known to fail. There are none.
const FAILURES: &str = "conformance.FailureSet";

impl Testee {
    /// Takes an engine of [`crate::ENGINES`].
    pub fn new(engine: Box<dyn Engine>) -> Self {
        Self { protocol: Protocol::new(), engine }
    }

    /// Makes the engine do its one-time work, such as starting its program or compiling machine code.
    pub fn warm_up(&mut self, types: &[&str]) {
        let formats = [("protobuf", ""), ("json", "{}"), ("protobuf_text", "")];
        for ((from, empty), (to, _)) in formats.iter().flat_map(|from| formats.iter().map(move |to| (*from, *to))) {
            let requests = types.iter().map(|ty| polywire_cross_engine::Request {
                ty: (*ty).to_owned(),
                from: from.to_owned(),
                to: to.to_owned(),
                input: empty.as_bytes().to_vec(),
                schema: None,
                settings: vec![],
            });
            self.engine.run(&requests.collect::<Vec<_>>());
        }
    }

    /// Returns the response to a request.
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

    /// Every value that was decoded can be written as Protobuf, so writing Protobuf fails again only if the decoder
    /// does.
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

/// Returns Polywire's name for a format.
fn name(format: Format) -> Option<&'static str> {
    match format {
        Format::Protobuf => Some("protobuf"),
        Format::Json => Some("json"),
        Format::Text => Some("protobuf_text"),
        Format::Jspb => None,
    }
}
