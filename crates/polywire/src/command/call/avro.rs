//! Calls by Avro's protocol.

use super::super::args::{AvroTransport, Call as Args, Global};
use super::super::failure::Failure;
use super::super::model::Schema;
use super::avro_connection::{Connection, Outcome, Returned, Server};
use super::input::Input;
use super::messages::Messages;
use super::output::Output;
use super::shown::Shown;
use super::{internal, list, place, refuse_but};
use polywire::calls::avro_ipc::{Meta, Protocol, meta_of, metadata};
use polywire::calls::{MetadataText, method};
use polywire_net::Network;
use polywire_rpc::{End, Status};
use serde_json::json;
use std::sync::Arc;
use std::time::Instant;

/// Options that have a meaning here.
const ALLOWED: [&str; 3] = ["--metadata", "--include", "--authority"];

pub fn run(args: &Args, transport: AvroTransport, global: Global) -> Result<(), Failure> {
    let started = Instant::now();
    refuse_but(args, "Avro's protocol", &ALLOWED)?;
    args.framing.check(&[args.from.format, args.to.format])?;
    let texts = MetadataText::new().ok_or_else(|| internal("the codecs of metadata"))?;
    if args.method.is_none() && !args.schema.is_empty() {
        return list(&Schema::load_all(&args.schema, &args.imports, global)?, None);
    }
    let mut told = told(args, global)?;
    let to = server(args, transport)?;
    let mut connection = None;
    if told.is_none() {
        let mut question = Connection::open(&to, Protocol::question().map_err(|_| internal("a protocol"))?, started)?;
        let server = match question.ask()? {
            Ok(server) => server,
            Err(end) => return super::outcome(&end, None),
        };
        told = Some((Schema::built_in(server.model.clone()), None));
        connection = Some(question.knowing((&to, started), server)?);
    }
    let Some((schema, own)) = told else { return Err(internal("a schema")) };
    let Some(name) = &args.method else { return list(&schema, None) };
    let called = method(&schema.model, name).map_err(Failure::Usage)?;
    let mut messages = Messages::of(args, (&schema, called), global)?;
    let params = Input::of(args, &mut messages, false)?.only()?;
    let mut output = Output::new(args, &messages)?;
    let mut connection = match (connection, own) {
        (Some(connection), _) => connection,
        (None, Some(own)) => Connection::open(&to, own, started)?,
        (None, None) => return Err(internal("a protocol")),
    };
    let Returned { meta, outcome } = connection.call(&meta(args, &texts)?, &called.method.name, &params)?;
    Shown { texts: &texts, format: args.include }.start(&metadata(meta));
    match outcome {
        Outcome::Value(_) if called.method.output.is_none() => Ok(()),
        Outcome::Value(value) => {
            output.write(messages.answer(&value)?)?;
            output.finish()
        }
        Outcome::Failed(end) => super::outcome(&end, None),
        Outcome::Declared(name, members) => {
            let mut detail = json!({"@type": name});
            if let (Some(detail), Some(members)) = (detail.as_object_mut(), members.as_object()) {
                detail.extend(members.clone());
            }
            Err(Failure::Call(format!("{}: error {name}\n  = details: {detail}", Status::UNKNOWN)))
        }
    }
}

/// Returns the schema and the protocol that the user names.
fn told(args: &Args, global: Global) -> Result<Option<(Schema, Option<Protocol>)>, Failure> {
    if args.schema.is_empty() {
        return Ok(None);
    }
    let schema = Schema::load_all(&args.schema, &args.imports, global)?;
    let called = method(&schema.model, args.method.as_deref().unwrap_or_default()).map_err(Failure::Usage)?;
    let own = schema.avro.as_ref().and_then(|it| Protocol::of(it, called.service));
    let own = own.ok_or_else(|| {
        Failure::Usage("calls of Avro need a protocol in one of Avro's languages: `.avdl` or `.avpr`".to_owned())
    })?;
    Ok(Some((schema, Some(own))))
}

fn server(args: &Args, transport: AvroTransport) -> Result<Server, Failure> {
    Ok(Server { network: Arc::new(Network::start()?), place: place(args)?, transport })
}

fn meta(args: &Args, texts: &MetadataText) -> Result<Meta, Failure> {
    Ok(meta_of(&texts.read_all(&args.metadata).map_err(Failure::Usage)?))
}

/// A call that can be made any number of times.
pub struct Work {
    server: Server,
    own: Protocol,
    meta: Meta,
    message: String,
    params: Vec<u8>,
}

impl Work {
    pub fn new(args: &Args, transport: AvroTransport, global: Global) -> Result<Self, Failure> {
        refuse_but(args, "Avro's protocol", &ALLOWED)?;
        args.framing.check(&[args.from.format])?;
        let texts = MetadataText::new().ok_or_else(|| internal("the codecs of metadata"))?;
        let Some((schema, Some(own))) = told(args, global)? else {
            return Err(Failure::Usage("name the protocol with --schema".to_owned()));
        };
        let called = method(&schema.model, args.method.as_deref().unwrap_or_default()).map_err(Failure::Usage)?;
        let mut messages = Messages::of(args, (&schema, called), global)?;
        let params = Input::of(args, &mut messages, false)?.only()?;
        Ok(Self {
            server: server(args, transport)?,
            own,
            meta: meta(args, &texts)?,
            message: called.method.name.clone(),
            params,
        })
    }

    pub fn connect(&self) -> Result<Connection, Failure> {
        Connection::open(&self.server, self.own.clone(), Instant::now())
    }

    /// Calls once, with a deadline that counts from now.
    pub fn call(&self, connection: &mut Connection) -> Result<End, Failure> {
        connection.begin(self.server.place.reach.deadline);
        Ok(match connection.call(&self.meta, &self.message, &self.params)?.outcome {
            Outcome::Value(_) => End::default(),
            Outcome::Failed(end) => end,
            Outcome::Declared(name, _) => End::failed(Status::UNKNOWN, format!("error {name}")),
        })
    }
}
