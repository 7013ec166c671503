//! Calls over HTTP.

use super::super::args::{Global, Load as Args};
use super::super::call::{
    Form, Input, Messages, Server, call_of, check_get, check_plain, check_told, internal, nanoseconds, place,
    reflected_schema, version,
};
use super::super::failure::Failure;
use super::super::model::Schema;
use super::{Calls, wanted};
use polywire::calls::{MetadataText, Protocol, method};
use polywire_net::Version;
use polywire_rpc::{Answers, Call, End, Item};
use std::time::Instant;

/// Calls of a method.
pub struct Http {
    form: Form,
    /// A connection, or one for each worker if calls cannot share it.
    servers: Vec<Server>,
    call: Call,
    answers: Answers,
    messages: Vec<Item>,
}

impl Http {
    pub fn new(args: &Args, protocol: &'static Protocol, global: Global) -> Result<Self, Failure> {
        let (called, started) = (&args.call, Instant::now());
        let name = wanted(args)?;
        called.framing.check(&[called.from.format])?;
        let texts = MetadataText::new().ok_or_else(|| internal("the codecs of metadata"))?;
        let metadata = texts.read_all(&called.metadata).map_err(Failure::Usage)?;
        let told = match called.schema.is_empty() {
            false => Some(Schema::load_all(&called.schema, &called.imports, global)?),
            true => None,
        };
        let version = version(called, protocol, told.as_ref())?;
        check_told(protocol, &called.schema)?;
        let place = place(called)?;
        let server = Server::connect(&place, (protocol, version), started)?;
        let schema = match told {
            Some(schema) => schema,
            None => reflected_schema(&server, (called.method.as_deref(), &called.imports), &metadata, global)?.0,
        };
        let found = method(&schema.model, name).map_err(Failure::Usage)?;
        let mut messages = Messages::of(called, (&schema, found), global)?;
        let form = Form::calling(protocol.form(found.method), &schema)?;
        check_plain(called, found, &form)?;
        check_get(called, found, &form)?;
        let messages = Input::of(called, &mut messages, found.method.streams_input)?.all()?;
        let answers = if found.method.streams_output { Answers::Many } else { Answers::One };
        let timeout = called.deadline.map(nanoseconds);
        let call = Call { timeout, ..call_of(called, found, (metadata, &server)) };
        let mut servers = vec![server];
        let others = if version == Version::Http2 { 0 } else { args.concurrency - 1 };
        for _ in 0..others {
            servers.push(Server::connect(&place, (protocol, version), Instant::now())?);
        }
        Ok(Self { servers, form, call, answers, messages })
    }
}

impl Calls for Http {
    fn call(&self, worker: usize) -> Result<End, Failure> {
        let server = &self.servers[worker % self.servers.len()];
        server.call((&self.form, self.call.clone()), self.answers, Input::Ready(self.messages.clone()), |_| Ok(()))
    }
}
