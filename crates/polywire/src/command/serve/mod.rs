//! `polywire serve`.
//!
//! Design: docs/decisions/0144-servers.md

mod accepting;
mod answering;
mod avro;
mod bodies;
mod builtin;
mod calls;
mod cors;
mod exec;
mod handler;
mod listening;
mod methods;
mod mock;
mod msgpack_rpc;
mod objects;
mod plain;
mod reply;
mod request;
mod single;

use super::args::{Global, Serve as Args, Spoken};
use super::call::{codec_of, internal};
use super::failure::Failure;
use super::model::Schema;
use accepting::Place;
pub use bodies::Bodies;
pub use builtin::{health, reflection};
pub use cors::Cors;
use exec::{Exec, Program};
pub use handler::{Handler, Output};
pub use listening::{Door, listen};
pub use methods::{Answers, Arrival, Methods, Named, check_returns, of_schema};
use mock::{Examples, Mock};
pub use plain::Routed;
use polywire::calls::{Called, Protocol};
use polywire_net::{Network, Target};
pub use request::Post;
use std::sync::Arc;

pub fn run(args: &Args, global: Global) -> Result<(), Failure> {
    let schema = Schema::load_all(&args.schema, &args.imports, global)?;
    if args.bootstrap.is_some() && !matches!(args.protocol.as_slice(), [Spoken::Capnp]) {
        return Err(Failure::Usage("--bootstrap is for --protocol capnp".to_owned()));
    }
    let is_over_http = args.protocol.iter().all(|it| matches!(it, Spoken::Http(_)));
    if !is_over_http && !args.listening.cors.is_empty() {
        return Err(Failure::Usage("--cors is for gRPC-Web, Connect and JSON over HTTP".to_owned()));
    }
    match args.protocol.as_slice() {
        [Spoken::Capnp] => objects::run(args, &schema, global),
        [Spoken::Avro(transport)] => avro::run(args, *transport, schema, global),
        [Spoken::MsgpackRpc] => msgpack_rpc::run(args, schema, global),
        protocols => over_http(args, protocols, schema, global),
    }
}

fn over_http(args: &Args, protocols: &[Spoken], schema: Schema, global: Global) -> Result<(), Failure> {
    let protocols = protocols.iter().map(|it| over_same_place(*it)).collect::<Result<Vec<_>, _>>()?;
    let place = place(args)?;
    let network = Arc::new(Network::start()?);
    let routed = Routed::new(&schema, &protocols)?;
    let methods = methods_of(args, (schema, routed), &network, global)?;
    let bounds = (network, args.limits.max_size);
    listen(vec![Door { place, protocols }], (methods, Cors::new(&args.listening.cors)), bounds, global)
}

/// Returns a protocol that can share a place with others.
fn over_same_place(protocol: Spoken) -> Result<&'static Protocol, Failure> {
    match protocol {
        Spoken::Http(protocol) => Ok(protocol),
        Spoken::Giop => Err(Failure::Usage("there are no servers of GIOP yet; `polywire call` speaks it".to_owned())),
        Spoken::Capnp | Spoken::Avro(_) | Spoken::MsgpackRpc => {
            let message = "only grpc, grpc-web, connect and json-http can be served at the same place";
            Err(Failure::Usage(message.to_owned()))
        }
    }
}

/// Returns the methods with what answers them.
fn methods_of(
    args: &Args,
    (schema, routed): (Schema, Option<Routed>),
    network: &Network,
    global: Global,
) -> Result<Methods, Failure> {
    let wire = args.wire().ok_or_else(|| internal("a format"))?;
    let exec = args.exec.as_ref().map(|line| Exec::new(line, args, (&schema, network), global).map(Arc::new));
    let exec = exec.transpose()?;
    let has_one_way = args.protocol.iter().all(|it| it.has_one_way());
    let mut examples = Examples::new(args, &schema)?;
    let answers = |called: Called<'_>| -> Result<Box<dyn Answers>, Failure> {
        if !has_one_way {
            check_returns(called)?;
        }
        if let Some(exec) = &exec {
            return Ok(Box::new(Program::new((exec.clone(), args), (&schema, called), global)?));
        }
        let taken = codec_of((&schema, wire), called.method.input, &args.limits, global)?;
        let messages = called.method.output.map(|id| examples.of(args, (&schema, called), id, global));
        Ok(Box::new(Mock { taken, messages: messages.transpose()?.unwrap_or_default() }))
    };
    let of_schema = of_schema(&schema.model, |_| false, answers)?;
    let own: Vec<Named> = reflection(&schema)?.chain(health(|_| builtin::ready())).collect();
    Ok(Methods::new(of_schema, own, Bodies::new(schema, wire, args.limits.clone(), global), routed))
}

/// Returns where to listen.
fn place(args: &Args) -> Result<Place, Failure> {
    let target = Target::parse(&args.listen)?;
    let tls = args.listening.tls();
    match target.is_tls == tls.is_some() {
        true => Ok((target, tls)),
        false => Err(Failure::Usage("`https` and --cert with --key need each other".to_owned())),
    }
}
