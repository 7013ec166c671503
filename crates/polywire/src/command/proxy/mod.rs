//! `polywire proxy`.
//!
//! Design: docs/decisions/0155-bridges.md

mod backend;
mod capnp;
mod corba;
mod elsewhere;
mod forwarding;
mod pool;

use super::args::{Ends, Global, Proxy as Args, Spoken, identity};
use super::call::{Place, Reach, Server, check_told, internal, reflected_schema};
use super::failure::Failure;
use super::model::Schema;
use super::serve::{
    Answers, Bodies, Cors, Door, Methods, Named, Routed, check_returns, health, listen, of_schema, reflection,
};
use super::terminal;
use backend::{Backend, Forwarded};
use capnp::Bootstrap;
use corba::Objects;
use elsewhere::{Calls, Operation, Remote};
use polywire::calls::giop::found;
use polywire::calls::{CAPNP_WIRE, Called, Protocol, has_references, methods};
use polywire_model::Model;
use polywire_net::{Network, Target, Trust, Version};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

pub fn run(args: &Args, global: Global) -> Result<(), Failure> {
    let doors = args.listen.iter().map(|ends| door(args, ends)).collect::<Result<Vec<_>, _>>()?;
    let protocols: Vec<&'static Protocol> = doors.iter().flat_map(|door| door.protocols.iter().copied()).collect();
    let network = Arc::new(Network::start()?);
    let methods = match args.to.spoken()? {
        Spoken::Http(protocol) => to_http(args, (&protocols, protocol), (&network, global))?,
        Spoken::Capnp => {
            let place = place(args)?;
            to_objects(args, &protocols, CAPNP_WIRE, global, |model| {
                Box::new(Bootstrap::new(network.clone(), place, model))
            })?
        }
        Spoken::Avro(_) | Spoken::MsgpackRpc => {
            return Err(Failure::Usage("there are no bridges to this protocol yet".to_owned()));
        }
        Spoken::Giop => {
            let found = found(&args.to.url).map_err(Failure::Usage)?;
            to_objects(args, &protocols, "json", global, |model| {
                Box::new(Objects::new(network.clone(), reach(args), (model, found)))
            })?
        }
    };
    listen(doors, (methods, Cors::new(&args.listening.cors)), (network, args.limits.max_size), global)
}

/// Returns the methods of a server of a protocol over HTTP, and those that the proxy has itself.
fn to_http(
    args: &Args,
    (protocols, to): (&[&'static Protocol], &'static Protocol),
    (network, global): (&Arc<Network>, Global),
) -> Result<Methods, Failure> {
    let wire = args.wire(Spoken::Http(to)).ok_or_else(|| internal("a format"))?;
    check_told(to, &args.schema)?;
    let place = place(args)?;
    let schema = match args.schema.is_empty() {
        false => Schema::load_all(&args.schema, &args.imports, global)?,
        true => {
            let server = Server::connect(&place, (to, Version::Http2), Instant::now())?;
            reflected_schema(&server, (None, &args.imports), &[], global)?.0
        }
    };
    let routed = Routed::new(&schema, protocols)?;
    let backend = Arc::new(Backend::new((args, to), place, (&schema, wire), network.clone())?);
    let of_schema = of_schema(
        &schema.model,
        |_| false,
        |called| {
            check_returns(called)?;
            Ok(Box::new(Forwarded::new(backend.clone(), called.service.path(), &called.method.name)))
        },
    )?;
    let is_ready = |name: &str| -> Box<dyn Answers> { Box::new(Forwarded::of_health(backend.clone(), name)) };
    let own: Vec<Named> = reflection(&schema)?.chain(health(is_ready)).collect();
    Ok(Methods::new(of_schema, own, Bodies::new(schema, wire, args.limits.clone(), global), routed))
}

/// Returns the methods of an object, whose messages are in this format.
fn to_objects(
    args: &Args,
    protocols: &[&'static Protocol],
    wire: &str,
    global: Global,
    remote: impl FnOnce(Model) -> Box<dyn Remote>,
) -> Result<Methods, Failure> {
    refuse_http_options(args)?;
    let schema = Schema::load_all(&args.schema, &args.imports, global)?;
    let routed = Routed::new(&schema, protocols)?;
    let calls = Arc::new(Calls::new(remote(schema.model.clone()), args.deadline));
    let left_out = left_out(&schema.model);
    for (name, why) in &left_out {
        terminal::print("warning", &format!("`{name}` is left out: {why}"), global);
    }
    let is_left_out = |called: &Called<'_>| left_out.contains_key(&called.name());
    let of_schema =
        of_schema(&schema.model, is_left_out, |called| Ok(Box::new(Operation::new(calls.clone(), called.name()))))?;
    let wire = polywire::format(wire).ok_or_else(|| internal("a format"))?;
    let own: Vec<Named> = reflection(&schema)?.collect();
    Ok(Methods::new(of_schema, own, Bodies::new(schema, wire, args.limits.clone(), global), routed))
}

/// Returns the methods that callers of HTTP cannot have, and why.
fn left_out(model: &Model) -> BTreeMap<String, &'static str> {
    let why = |called: Called<'_>| {
        let Some(returned) = called.method.output else { return Some("it is one-way, and callers wait for an answer") };
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

fn door(args: &Args, ends: &Ends) -> Result<Door, Failure> {
    let target = Target::parse(&ends.url)?;
    let tls = if target.is_tls { args.listening.tls() } else { None };
    if target.is_tls && tls.is_none() {
        return Err(Failure::Usage(format!("`{}` needs --cert and --key", ends.url)));
    }
    Ok(Door { place: (target, tls), protocols: ends.protocols()? })
}

fn place(args: &Args) -> Result<Place, Failure> {
    Place::new(&args.to.url, args.authority.as_ref(), reach(args))
}

fn reach(args: &Args) -> Reach {
    let identity = identity(args.to_cert.as_ref(), args.to_key.as_ref());
    let trust = Trust { authorities: args.cacert.clone(), is_blind: args.insecure, identity };
    Reach { trust, deadline: Some(args.connect_timeout), max_size: args.limits.max_size }
}
