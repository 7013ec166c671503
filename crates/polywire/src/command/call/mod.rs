//! `polywire call`.

mod answer;
mod avro;
mod avro_connection;
mod avro_transport;
mod calling;
mod giop;
mod input;
mod messages;
mod msgpack_rpc;
mod objects;
mod output;
mod plain;
mod reflected;
mod running;
mod server;
mod shown;
mod stream;

use super::args::{Call as Args, CallCompression, Global, Spoken, identity};
use super::failure::Failure;
use super::model::Schema;
use super::terminal;
pub use avro::Work as AvroWork;
pub use avro_connection::{
    Connection as AvroConnection, Outcome as AvroOutcome, Returned as AvroReturned, Server as AvroServer,
};
pub use calling::Calling;
pub use giop::Calls as GiopCalls;
pub use input::Input;
pub use messages::{Messages, codec_of};
pub use msgpack_rpc::{Connection as MsgpackConnection, Work as MsgpackWork, schema as msgpack_schema};
pub use objects::Calls as CapnpCalls;
use output::Output;
use polywire::calls::{Called, Details, MetadataText, Protocol, method, methods};
use polywire::schema::signature;
use polywire_model::Effect;
use polywire_net::{Error, Trust, Version};
use polywire_rpc::{Answers, Call, End, Event, Item, Metadata, MetadataValue, Status};
pub use polywire_rpc::{GZIP, Undecompressed, compressed, decompressed, inflated};
pub use reflected::schema as reflected_schema;
pub use server::{Form, Place, Reach, Server};
use shown::Shown;
use std::path::PathBuf;
use std::time::{Duration, Instant};

pub fn run(args: &Args, global: Global) -> Result<(), Failure> {
    match args.protocol {
        Spoken::Http(protocol) => run_over_http(args, protocol, global),
        Spoken::Capnp => objects::run(args, global),
        Spoken::Giop => giop::run(args, global),
        Spoken::MsgpackRpc => msgpack_rpc::run(args, global),
        Spoken::Avro(transport) => avro::run(args, transport, global),
    }
}

fn run_over_http(args: &Args, protocol: &'static Protocol, global: Global) -> Result<(), Failure> {
    args.framing.check(&[args.from.format, args.to.format])?;
    let texts = MetadataText::new().ok_or_else(|| internal("the codecs of metadata"))?;
    let metadata = texts.read_all(&args.metadata).map_err(Failure::Usage)?;
    let told = if args.schema.is_empty() { None } else { Some(Schema::load_all(&args.schema, &args.imports, global)?) };
    check_told(protocol, &args.schema)?;
    // What is made before the call takes none of its time.
    let prepared = told.as_ref().zip(args.method.as_ref()).map(|(schema, name)| {
        let called = method(&schema.model, name).map_err(Failure::Usage)?;
        Messages::of(args, (schema, called), global)
    });
    let prepared = prepared.transpose()?;
    let version = version(args, protocol, told.as_ref())?;
    let server = Server::connect(&place(args)?, (protocol, version), Instant::now())?;
    let (schema, services) = match told {
        Some(schema) => (schema, None),
        None => {
            let (schema, services) =
                reflected::schema(&server, (args.method.as_deref(), &args.imports), &metadata, global)?;
            (schema, Some(services))
        }
    };
    let Some(name) = &args.method else { return list(&schema, services.as_deref()) };
    let called = method(&schema.model, name).map_err(Failure::Usage)?;
    let mut messages = prepared.map_or_else(|| Messages::of(args, (&schema, called), global), Ok)?;
    let form = Form::calling(protocol.form(called.method), &schema)?;
    check_plain(args, called, &form)?;
    check_get(args, called, &form)?;
    let call = call_of(args, called, (metadata, &server));
    let answers = if called.method.streams_output { Answers::Many } else { Answers::One };
    let mut output = Output::new(args, &messages)?;
    let input = Input::of(args, &mut messages, called.method.streams_input)?;
    let shown = Shown { texts: &texts, format: args.include };
    let end = server.call((&form, call), answers, input, |event| match event {
        Event::Start(_, start) => {
            shown.start(&start.metadata);
            Ok(())
        }
        Event::Item(_, item) => output.write(messages.answer(&item.body)?),
        Event::End(..) => Ok(()),
    })?;
    shown.end(&end, Details::new(&schema.model), || output.finish())
}

/// Refuses options for which a protocol without HTTP has no place, and the lack of a schema.
fn refuse(args: &Args, (protocol, servers): (&str, &str)) -> Result<(), Failure> {
    refuse_but(args, protocol, &[])?;
    match args.schema.is_empty() {
        true => Err(Failure::Usage(format!("servers of {servers} do not tell their schema; name it with --schema"))),
        false => Ok(()),
    }
}

/// Refuses options for which a protocol has no place, but for these.
fn refuse_but(args: &Args, protocol: &str, allowed: &[&str]) -> Result<(), Failure> {
    let has_other_wire = args.wire.as_ref().is_some_and(|it| it.format.name != args.protocol.messages());
    let all = [
        (!args.metadata.is_empty(), "--metadata", "no metadata"),
        (args.include.is_some(), "--include", "no metadata"),
        (args.compress.is_some(), "--compress", "no compression"),
        (args.authority.is_some(), "--authority", "no names of servers"),
        (has_other_wire, "--wire", "messages in no other format"),
        (args.get, "--get", "no HTTP"),
        (args.http2, "--http2", "no HTTP"),
    ];
    match all.into_iter().find(|(is_given, option, _)| *is_given && !allowed.contains(option)) {
        Some((_, option, why)) => Err(Failure::Usage(format!("{protocol} has {why}, so {option} cannot be used"))),
        None => Ok(()),
    }
}

/// Returns where the server is.
pub fn place(args: &Args) -> Result<Place, Failure> {
    Place::new(&args.url, args.authority.as_ref(), reach(args))
}

fn reach(args: &Args) -> Reach {
    Reach { trust: trust(args), deadline: args.deadline, max_size: args.limits.max_size }
}

/// Returns whom this side trusts, and who it is.
fn trust(args: &Args) -> Trust {
    let identity = identity(args.cert.as_ref(), args.key.as_ref());
    Trust { authorities: args.cacert.clone(), is_blind: args.insecure, identity }
}

/// Returns a time as calls have it: what is longer is as long as possible.
pub fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Returns the start of a call.
pub fn call_of(args: &Args, called: Called<'_>, (metadata, server): (Vec<Metadata>, &Server)) -> Call {
    Call {
        service: called.service.path(),
        method: called.method.name.clone(),
        timeout: server.time_left().map(nanoseconds),
        format: args
            .wire
            .as_ref()
            .map(|it| it.format.name)
            .filter(|it| *it != args.protocol.messages())
            .unwrap_or_default()
            .to_owned(),
        compression: match args.compress {
            Some(CallCompression::Gzip) => GZIP.to_owned(),
            None => String::new(),
        },
        accepts: vec![GZIP.to_owned()],
        metadata: with_agent(metadata),
        item: args.get.then(Item::default),
    }
}

/// Returns the version of HTTP for the method that is called, or for questions about the schema, which are streams in both directions.
pub fn version(args: &Args, protocol: &Protocol, schema: Option<&Schema>) -> Result<Version, Failure> {
    let called = match (schema, &args.method) {
        (Some(schema), Some(name)) => Some(method(&schema.model, name).map_err(Failure::Usage)?),
        (None, _) | (_, None) => None,
    };
    let is_duplex = called.is_none_or(|it| it.method.streams_input && it.method.streams_output);
    let is_http2 = args.http2 || protocol.is_http2 || protocol.is_http2_if_duplex && is_duplex;
    Ok(if is_http2 { Version::Http2 } else { Version::Http1 })
}

/// Refuses the lack of a schema where servers do not tell it.
pub fn check_told(protocol: &Protocol, schema: &[PathBuf]) -> Result<(), Failure> {
    match protocol.has_routes && schema.is_empty() {
        true => Err(Failure::Usage(format!("servers of `{}` do not tell their schema; name one", protocol.name))),
        false => Ok(()),
    }
}

/// Refuses what JSON over HTTP has no place for.
pub fn check_plain(args: &Args, called: Called<'_>, form: &Form) -> Result<(), Failure> {
    let why = match &form.plain {
        None => return Ok(()),
        Some(_) if called.method.streams_input => "methods that take a stream cannot be called by this protocol",
        Some(_) if args.get => "the schema tells whether a request is a GET, so --get cannot be used",
        Some(_) if args.compress.is_some() => {
            "this protocol has no compression of requests, so --compress cannot be used"
        }
        Some(_) if args.wire().is_some_and(|wire| wire.name != "json") => {
            "messages of this protocol are JSON, so --wire cannot be used"
        }
        Some(_) => return Ok(()),
    };
    Err(Failure::Usage(format!("`{}`: {why}", called.name())))
}

/// Refuses `--get` where a cache or a proxy could do harm.
pub fn check_get(args: &Args, called: Called<'_>, form: &Form) -> Result<(), Failure> {
    if !args.get {
        return Ok(());
    }
    let name = called.name();
    if form.protocol.whole.is_none() {
        return Err(Failure::Usage(format!("--get is for Connect and methods without streams, not for `{name}`")));
    }
    if called.method.effect != Effect::None {
        let advice = "in `.proto`, that is `option idempotency_level = NO_SIDE_EFFECTS`";
        return Err(Failure::Usage(format!(
            "--get is for methods of which the schema says that they change nothing, not for `{name}`; {advice}"
        )));
    }
    Ok(())
}

/// Adds the name of this program, if the user gives no other one.
fn with_agent(mut metadata: Vec<Metadata>) -> Vec<Metadata> {
    const AGENT: &str = "user-agent";
    if metadata.iter().all(|it| it.name != AGENT) {
        let value = MetadataValue::Text(format!("polywire/{}", env!("CARGO_PKG_VERSION")));
        metadata.push(Metadata { name: AGENT.to_owned(), value });
    }
    metadata
}

/// Returns the failure of a call that did not succeed.
fn outcome(end: &End, details: Option<Details>) -> Result<(), Failure> {
    if end.status == Status::OK {
        return Ok(());
    }
    let mut message = match end.message.as_str() {
        "" => end.status.to_string(),
        text => format!("{}: {text}", end.status),
    };
    for line in details.map(|mut it| it.lines(&end.details)).unwrap_or_default() {
        message.push_str(&format!("\n  = details: {line}"));
    }
    Err(Failure::Call(message))
}

/// Lists the methods of a schema: of all services, or of those that the server has.
fn list(schema: &Schema, services: Option<&[String]>) -> Result<(), Failure> {
    let is_there = |it: &Called<'_>| services.is_none_or(|all| all.contains(&it.service.path()));
    let line =
        |it: &Called<'_>| format!("{}/{}: {}", it.service.path(), it.method.name, signature(&schema.model, it.method));
    terminal::print_lines(&methods(&schema.model).iter().filter(|it| is_there(it)).map(line).collect::<Vec<_>>())
}

pub fn internal(what: &str) -> Failure {
    Failure::Input(format!("{what} cannot be made; this is a mistake in Polywire"))
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Target(_) | Error::Head(_) => Self::Usage(error.to_string()),
            Error::File(..) | Error::Unreachable { .. } | Error::Listen(..) | Error::System(_) => {
                Self::File(error.to_string())
            }
        }
    }
}
