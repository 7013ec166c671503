//! Calls of CORBA's objects.

use super::super::args::{Call as Args, Global};
use super::super::failure::Failure;
use super::super::model::Schema;
use super::input::Input;
use super::messages::Messages;
use super::output::Output;
use super::server::Reach;
use super::stream::Stream;
use super::{internal, list, outcome, reach, refuse};
use polywire::calls::giop::{Address, Found, Frames, Operation, Reply, exception_end, found, naming, system_end};
use polywire::calls::{Called, method};
use polywire_model::Model;
use polywire_net::{Arrived, Network, Target};
use polywire_rpc::{End, Status};
use serde_json::Value;
use std::sync::Arc;
use std::time::Instant;

/// How often a server may send a request to another one.
const FORWARDS: usize = 8;
const REQUEST: u32 = 1;

pub fn run(args: &Args, global: Global) -> Result<(), Failure> {
    let started = Instant::now();
    refuse(args, ("GIOP", "CORBA"))?;
    args.framing.check(&[args.from.format, args.to.format])?;
    let schema = Schema::load_all(&args.schema, &args.imports, global)?;
    let Some(name) = &args.method else { return list(&schema, None) };
    let called = method(&schema.model, name).map_err(Failure::Usage)?;
    let found = found(&args.url).map_err(Failure::Usage)?;
    let mut messages = Messages::of(args, (&schema, called), global)?;
    let params = Input::of(args, &mut messages, false)?.only()?;
    let mut output = Output::new(args, &messages)?;
    let (network, reach) = (Arc::new(Network::start()?), reach(args));
    let calls = Calls { network: &network, reach: &reach, started };
    let addresses = match calls.object(found)? {
        Ok(addresses) => addresses,
        Err(end) => return outcome(&end, None),
    };
    if called.method.output.is_none() {
        return calls.one_way(&schema.model, called, &addresses, &params);
    }
    match calls.call(&schema.model, called, addresses, &params)? {
        Ok(results) => {
            output.write(messages.answer(&results)?)?;
            output.finish()
        }
        Err(end) => outcome(&end, None),
    }
}

/// Calls until a deadline.
pub struct Calls<'a> {
    pub network: &'a Arc<Network>,
    pub reach: &'a Reach,
    pub started: Instant,
}

/// What a call returns, as JSON, or how it failed.
pub type Answer = Result<Vec<u8>, End>;

impl Calls<'_> {
    /// Returns the addresses of an object; asks the naming service if it has only a name.
    pub fn object(&self, found: Found) -> Result<Result<Vec<Address>, End>, Failure> {
        let (addresses, name) = match found {
            Found::Object(addresses) => return Ok(Ok(addresses)),
            Found::Named(addresses, name) => (addresses, name),
        };
        let (model, resolve) = naming().ok_or_else(|| internal("the schema of the naming service"))?;
        let called = method(&model, resolve).map_err(Failure::Usage)?;
        let params = serde_json::json!({"n": name.get("components")}).to_string();
        let answer = match self.call(&model, called, addresses, params.as_bytes())? {
            Ok(answer) => answer,
            Err(end) => {
                let message = format!("the naming service does not tell where the object is: {}", end.message);
                return Ok(Err(End { message, ..end }));
            }
        };
        let document: Value = serde_json::from_slice(&answer).unwrap_or_default();
        let reference = document.get("result").cloned().unwrap_or_default();
        let addresses = polywire::calls::giop::addresses(&reference, "the reference of the naming service");
        addresses.map(Ok).map_err(|why| Failure::Call(format!("{}: {why}", Status::UNAVAILABLE)))
    }

    /// Sends a request that nobody answers.
    fn one_way(&self, model: &Model, called: Called<'_>, all: &[Address], params: &[u8]) -> Result<(), Failure> {
        self.send(model, called, all, params).map(|(stream, _)| stream.close())
    }

    pub fn call(
        &self,
        model: &Model,
        called: Called<'_>,
        mut all: Vec<Address>,
        params: &[u8],
    ) -> Result<Answer, Failure> {
        for _ in 0..=FORWARDS {
            let (mut stream, mut operation) = self.send(model, called, &all, params)?;
            let reply = self.reply(&mut stream, &mut operation);
            stream.close();
            match reply? {
                Ok(Reply::Forward(addresses)) => all = addresses,
                Ok(reply) => return Ok(answer(reply)),
                Err(end) => return Ok(Err(end)),
            }
        }
        Ok(Err(End::failed(Status::UNAVAILABLE, "the servers send the request from one to the other")))
    }

    fn send(
        &self,
        model: &Model,
        called: Called<'_>,
        all: &[Address],
        params: &[u8],
    ) -> Result<(Stream, Operation), Failure> {
        let (address, stream) = self.connect(all)?;
        let mut operation = Operation::new(model, called, address.sets).map_err(Failure::Usage)?;
        let request = operation.request(REQUEST, address, params);
        stream.send(request.map_err(|why| Failure::Input(format!("the request cannot be sent: {why}")))?);
        Ok((stream, operation))
    }

    /// Connects to the first address that can be reached.
    fn connect<'l>(&self, all: &'l [Address]) -> Result<(&'l Address, Stream), Failure> {
        let mut last = None;
        for address in all {
            let host = if address.host.contains(':') { format!("[{}]", address.host) } else { address.host.clone() };
            let target = Target::parse(&format!("{host}:{}", address.port))?;
            match Stream::connect((self.network, self.reach), &target, self.started) {
                Ok(stream) => return Ok((address, stream)),
                Err(failure) => last = Some(failure),
            }
        }
        Err(last.unwrap_or_else(|| internal("an address")))
    }

    fn reply(&self, stream: &mut Stream, operation: &mut Operation) -> Result<Result<Reply, End>, Failure> {
        let mut frames = Frames::new(self.reach.max_size);
        let failed = |status, why: &str| Ok(Err(End::failed(status, why)));
        loop {
            match stream.receive()? {
                Arrived::Data(bytes) => frames.push(&bytes),
                Arrived::Done if frames.is_inside() => {
                    return failed(Status::UNAVAILABLE, "the reply ends inside a message");
                }
                Arrived::Done => return failed(Status::UNAVAILABLE, "the server ended the connection"),
                Arrived::Lost(cause) => return failed(Status::UNAVAILABLE, &cause),
            }
            loop {
                match frames.next_message() {
                    Err(wrong) => return failed(Status::INTERNAL, &wrong.to_string()),
                    Ok(None) => break,
                    Ok(Some(message)) => match operation.reply(REQUEST, &message) {
                        Err(why) => {
                            return failed(Status::INTERNAL, &format!("the reply does not fit the schema: {why}"));
                        }
                        Ok(Some(reply)) => return Ok(Ok(reply)),
                        Ok(None) => {}
                    },
                }
            }
        }
    }
}

/// Returns the results of a reply, or the end that it stands for.
fn answer(reply: Reply) -> Answer {
    Err(match reply {
        Reply::Results(results) => return Ok(results),
        Reply::User(id, members) => exception_end(&id, members.as_deref()),
        Reply::System(system) => system_end(&system),
        Reply::Close => End::failed(Status::UNAVAILABLE, "the server ended the connection"),
        Reply::NotUnderstood => End::failed(Status::INTERNAL, "the server did not understand the request"),
        Reply::Addressing => {
            End::failed(Status::UNIMPLEMENTED, "the server wants its object named by a reference, not by a key")
        }
        Reply::Forward(_) => End::failed(Status::UNAVAILABLE, "the object is elsewhere"),
    })
}
