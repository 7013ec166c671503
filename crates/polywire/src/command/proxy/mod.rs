//! `polywire proxy`.
//!
//! Design: docs/decisions/0155-bridges.md

mod avro;
mod backend;
mod capnp;
mod corba;
mod elsewhere;
mod forwarding;
mod msgpack_rpc;
mod pool;
mod spare;

use super::args::{Global, Proxy as Args, Spoken, identity};
use super::call::{AvroServer, Place, Reach, Server, check_told, internal, reflected_schema};
use super::failure::Failure;
use super::model::Schema;
use super::serve::{
    Answers, Bodies, Cors, Door, Ground, Methods, Named, Routed, adapted, avro_protocols, health, listen, of_schema,
    reflection,
};
use super::terminal;
use backend::{Backend, Forwarded};
use capnp::Bootstrap;
use corba::Objects;
use elsewhere::{Calls, Operation, Remote};
use polywire::calls::avro_ipc::Protocol as AvroProtocol;
use polywire::calls::giop::found;
use polywire::calls::{Called, Protocol, has_references, methods};
use polywire_model::Model;
use polywire_net::{Network, Trust, Version};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// Why a method is left out.
const ONE_WAY: &str = "it is one-way, and callers wait for an answer";

pub fn run(args: &Args, global: Global) -> Result<(), Failure> {
    let doors = args.listen.iter().map(|ends| Door::new(&ends.url, ends.protocols(), &args.listening));
    let doors = doors.collect::<Result<Vec<_>, _>>()?;
    let network = Arc::new(Network::start()?);
    let to = args.to.spoken()?;
    let schema = schema(args, to, global)?;
    let protocols = doors.iter().map(Door::over_http).collect::<Result<Vec<_>, _>>()?.concat();
    let routed = Routed::new(&schema, &protocols)?;
    let spoken = doors.iter().flat_map(|door| door.protocols.iter().copied());
    let schema = adapted(schema, spoken.chain([to]));
    let (model, avro) = (schema.model.clone(), avro_protocols(&schema));
    let (of_schema, own) = match to {
        Spoken::Http(protocol) => to_http(args, protocol, (&schema, network.clone()), global)?,
        Spoken::Capnp | Spoken::Giop | Spoken::MsgpackRpc | Spoken::Avro(_) => {
            let remote = remote(args, to, (&schema, &avro), &network)?;
            (elsewhere(args, remote, &model, global)?, Vec::new())
        }
    };
    let own: Vec<Named> = reflection(&schema)?.chain(own).collect();
    let wire = args.wire(to).ok_or_else(|| internal("a format"))?;
    let methods = Methods::new(of_schema, own, Bodies::new(schema, wire, args.limits.clone(), global), routed);
    let (cors, max_size) = (Cors::new(&args.listening.cors), args.limits.max_size);
    let bootstrap = args.bootstrap.clone();
    listen(doors, Ground { model, avro, methods, cors, network, max_size, bootstrap }, global)
}

/// Returns the schema that the user names, or that the server tells.
fn schema(args: &Args, to: Spoken, global: Global) -> Result<Schema, Failure> {
    match to {
        Spoken::Http(protocol) => check_told(protocol, &args.schema)?,
        Spoken::Capnp | Spoken::Giop | Spoken::MsgpackRpc | Spoken::Avro(_) => refuse_http_options(args)?,
    }
    if !args.schema.is_empty() {
        return Schema::load_all(&args.schema, &args.imports, global);
    }
    let Spoken::Http(protocol) = to else { return Err(internal("a schema")) };
    let server = Server::connect(&place(args)?, (protocol, Version::Http2), Instant::now())?;
    Ok(reflected_schema(&server, (None, &args.imports), &[], global)?.0)
}

/// Returns what calls a server of a protocol without HTTP or streams.
fn remote(
    args: &Args,
    to: Spoken,
    (schema, avro): (&Schema, &[(String, AvroProtocol)]),
    network: &Arc<Network>,
) -> Result<Box<dyn Remote>, Failure> {
    let (network, model) = (network.clone(), schema.model.clone());
    Ok(match to {
        Spoken::Giop => {
            let found = found(&args.to.url).map_err(Failure::Usage)?;
            Box::new(Objects::new(network, reach(args), (model, found)))
        }
        Spoken::MsgpackRpc => Box::new(msgpack_rpc::Server::new(network, place(args)?, model)),
        Spoken::Avro(transport) => {
            let [(_, own)] = avro else {
                let message = "servers of Avro need a schema with one protocol: an `.avdl` or `.avpr`";
                return Err(Failure::Usage(message.to_owned()));
            };
            Box::new(avro::Server::new(AvroServer { network, place: place(args)?, transport }, own.clone()))
        }
        Spoken::Capnp => Box::new(Bootstrap::new(network, place(args)?, model)),
        Spoken::Http(_) => return Err(internal("a server without HTTP")),
    })
}

/// Returns the methods of a server of a protocol over HTTP, and those besides that are not of the schema.
fn to_http(
    args: &Args,
    to: &'static Protocol,
    (schema, network): (&Schema, Arc<Network>),
    global: Global,
) -> Result<(Vec<Named>, Vec<Named>), Failure> {
    let wire = args.wire(Spoken::Http(to)).ok_or_else(|| internal("a format"))?;
    let backend = Arc::new(Backend::new((args, to), place(args)?, (schema, wire), network)?);
    let one_way = |called: Called<'_>| called.method.output.is_none().then_some((called.name(), ONE_WAY));
    let left_out = methods(&schema.model).into_iter().filter_map(one_way).collect();
    let of_schema = without(&schema.model, left_out, global, |called| {
        Ok(Box::new(Forwarded::new(backend.clone(), called.service.path(), &called.method.name)))
    })?;
    let is_ready = |name: &str| -> Box<dyn Answers> { Box::new(Forwarded::of_health(backend.clone(), name)) };
    Ok((of_schema, health(is_ready).collect()))
}

/// Returns the methods that a thread waits for, but for those that cannot be called through a bridge.
fn elsewhere(args: &Args, remote: Box<dyn Remote>, model: &Model, global: Global) -> Result<Vec<Named>, Failure> {
    let calls = Arc::new(Calls::new(remote, args.deadline));
    without(model, left_out(model), global, |called| Ok(Box::new(Operation::new(calls.clone(), called.name()))))
}

/// Returns the methods of a schema but for some, of which the user is told.
fn without(
    model: &Model,
    left_out: BTreeMap<String, &'static str>,
    global: Global,
    answers: impl FnMut(Called<'_>) -> Result<Box<dyn Answers>, Failure>,
) -> Result<Vec<Named>, Failure> {
    for (name, why) in &left_out {
        terminal::print("warning", &format!("`{name}` is left out: {why}"), global);
    }
    of_schema(model, |called| left_out.contains_key(&called.name()), answers)
}

/// Returns the methods that cannot be called through a bridge, and why.
fn left_out(model: &Model) -> BTreeMap<String, &'static str> {
    let why = |called: Called<'_>| {
        if called.method.streams_input || called.method.streams_output {
            return Some("it has a stream, and the protocol of the server has none");
        }
        let Some(returned) = called.method.output else { return Some(ONE_WAY) };
        let has_references = [called.method.input, returned].into_iter().any(|id| has_references(model, id));
        has_references.then_some("it takes or returns references to objects, which live as long as a connection")
    };
    methods(model).into_iter().filter_map(|called| Some((called.name(), why(called)?))).collect()
}

/// Refuses options for which protocols of objects have no place, and the lack of a schema.
fn refuse_http_options(args: &Args) -> Result<(), Failure> {
    let all = [
        (args.wire.is_some(), "--wire"),
        (args.compress.is_some(), "--compress"),
        (args.http2, "--http2"),
        (args.authority.is_some(), "--authority"),
    ];
    match all.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(Failure::Usage(format!("{option} is for servers over HTTP"))),
        None if args.schema.is_empty() => {
            Err(Failure::Usage("servers of this protocol do not tell their schema; name it".to_owned()))
        }
        None => Ok(()),
    }
}

fn place(args: &Args) -> Result<Place, Failure> {
    Place::new(&args.to.url, args.authority.as_ref(), reach(args))
}

fn reach(args: &Args) -> Reach {
    let identity = identity(args.to_cert.as_ref(), args.to_key.as_ref());
    let trust = Trust { authorities: args.cacert.clone(), is_blind: args.insecure, identity };
    Reach { trust, deadline: Some(args.connect_timeout), max_size: args.limits.max_size }
}
