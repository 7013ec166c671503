//! Calls by MessagePack-RPC.

use super::super::args::{Call as Args, Global};
use super::super::failure::Failure;
use super::super::model::Schema;
use super::input::Input;
use super::messages::Messages;
use super::output::Output;
use super::stream::Stream;
use super::{Place, internal, list, outcome, place, refuse};
use polywire::Limits;
use polywire::calls::msgpack_rpc::{FORMAT, Frames, Results, adapt, called_as, results};
use polywire::calls::{Called, Details, Envelopes, method};
use polywire_model::Model;
use polywire_net::Network;
use polywire_rpc::{Call, End, Envelope, Item, Status};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub fn run(args: &Args, global: Global) -> Result<(), Failure> {
    let started = Instant::now();
    let schema = schema(args, global)?;
    let Some(name) = &args.method else { return list(&schema, None) };
    let schema = schema.adapted(adapt);
    let called = method(&schema.model, name).map_err(Failure::Usage)?;
    let mut messages = Messages::of(args, (&schema, called), global)?;
    let work = Work::new(args, (&schema, called), &mut messages)?;
    let mut output = Output::new(args, &messages)?;
    let network = Arc::new(Network::start()?);
    let mut connection = Connection::open(&network, &place(args)?, started)?;
    let end = connection.call(&work)?;
    connection.close();
    if let Some(item) = &end.item
        && called.method.output.is_some()
    {
        output.write(messages.answer(&work.results.message(&item.body))?)?;
        output.finish()?;
    }
    outcome(&end, Details::new(&schema.model))
}

/// Returns the schema, if the arguments are possible.
pub fn schema(args: &Args, global: Global) -> Result<Schema, Failure> {
    refuse(args, ("MessagePack-RPC", "MessagePack-RPC"))?;
    args.framing.check(&[args.from.format, args.to.format])?;
    Schema::load_all(&args.schema, &args.imports, global)
}

/// A call that can be made any number of times.
pub struct Work {
    call: Call,
    has_answer: bool,
    pub results: Results,
}

impl Work {
    pub fn new(args: &Args, (schema, called): (&Schema, Called<'_>), messages: &mut Messages) -> Result<Self, Failure> {
        if called.method.streams_input || called.method.streams_output {
            let name = called.name();
            return Err(Failure::Usage(format!("`{name}` has a stream, and MessagePack-RPC has none")));
        }
        let params = Input::of(args, messages, false)?.only()?;
        let named = args.method.as_deref().unwrap_or_default();
        Ok(Self::of((&schema.model, called), named, params))
    }

    /// Returns a call of a method, which its user names in this way.
    pub fn of((model, called): (&Model, Called<'_>), named: &str, body: Vec<u8>) -> Self {
        let (service, method) = called_as(named);
        let item = Some(Item { compressed: false, body });
        Self {
            call: Call { service, method, item, ..Call::default() },
            has_answer: called.method.output.is_some(),
            results: results(model, called.method.output),
        }
    }
}

/// A connection, and the calls on it, one after the other.
pub struct Connection {
    stream: Stream,
    envelopes: Envelopes,
    frames: Frames,
    last: u32,
}

impl Connection {
    pub fn open(network: &Arc<Network>, Place { target, reach }: &Place, started: Instant) -> Result<Self, Failure> {
        let envelopes = Envelopes::of(FORMAT, Limits::default()).ok_or_else(|| internal("the codecs of calls"))?;
        let stream = Stream::connect((network, reach), target, started)?;
        Ok(Self { stream, envelopes, frames: Frames::new(reach.max_size), last: 0 })
    }

    /// The deadline of the next call counts from now.
    pub fn begin(&mut self, deadline: Option<Duration>) {
        self.stream.begin(deadline);
    }

    /// Returns true unless the server has ended the connection.
    pub fn is_open(&self) -> bool {
        self.stream.is_open()
    }

    /// Calls a method, and waits for the end if there is one.
    pub fn call(&mut self, work: &Work) -> Result<End, Failure> {
        self.last = self.last.wrapping_add(1);
        let number = work.has_answer.then_some(self.last);
        let sent = self.envelopes.encode_numbered(&Envelope::Call(work.call.clone()), number);
        self.stream.send(sent.map_err(|refusal| Failure::Usage(format!("the call cannot be sent: {refusal}")))?);
        Ok(number.map_or_else(End::default, |number| self.end_of(number)))
    }

    fn end_of(&mut self, number: u32) -> End {
        let failed = |status, why: &str| End::failed(status, why);
        loop {
            loop {
                let message = match self.frames.next_frame() {
                    Ok(Some(message)) => message,
                    Ok(None) => break,
                    Err(error) => {
                        let why = format!("{error}; --max-size sets the limit");
                        return failed(Status::INTERNAL, &why);
                    }
                };
                match self.envelopes.decode_numbered(message) {
                    Ok(Some((Envelope::End(end), Some(found)))) if found == number => return end,
                    // What is about another call, or a call of the server, which has nothing to call here.
                    Ok(_) => {}
                    Err(refusal) => {
                        let why = format!("the answer is not of MessagePack-RPC: {refusal}");
                        return failed(Status::INTERNAL, &why);
                    }
                }
            }
            match self.stream.next_bytes(self.frames.is_inside()) {
                Ok(bytes) => self.frames.push(&bytes),
                Err(end) => return end,
            }
        }
    }

    pub fn close(self) {
        self.stream.close();
    }
}
