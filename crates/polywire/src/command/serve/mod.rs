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
mod giop;
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
mod stream;

use super::args::{Global, Serve as Args, Spoken};
use super::call::{codec_of, internal};
use super::failure::Failure;
use super::model::Schema;
pub use bodies::Bodies;
pub use builtin::{health, reflection};
pub use cors::Cors;
use exec::{Exec, Program};
pub use handler::{Handler, Output};
pub use listening::{Door, Ground, adapted, avro_protocols, listen};
use methods::check_returns;
pub use methods::{Answers, Arrival, Methods, Named, of_schema};
use mock::{Examples, Mock};
pub use plain::Routed;
use polywire::calls::Called;
use polywire_net::Network;
pub use request::{Answered, Post};
use std::sync::Arc;
pub use stream::locked;

pub fn run(args: &Args, global: Global) -> Result<(), Failure> {
    let schema = Schema::load_all(&args.schema, &args.imports, global)?;
    if args.bootstrap.is_some() && !matches!(args.protocol.as_slice(), [Spoken::Capnp]) {
        return Err(Failure::Usage("--bootstrap is for --protocol capnp".to_owned()));
    }
    let is_over_http = args.protocol.iter().all(|it| matches!(it, Spoken::Http(_)));
    if !is_over_http && !args.listening.cors.is_empty() {
        return Err(Failure::Usage("--cors is for gRPC-Web, Connect and JSON over HTTP".to_owned()));
    }
    let has_tls = args.listening.tls().is_some();
    let door = Door::new(&args.listen, args.protocol.clone(), &args.listening)?;
    if has_tls && !door.place.0.is_tls {
        return Err(Failure::Usage("--cert and --key are for `https`".to_owned()));
    }
    match args.protocol.as_slice() {
        // References in their results lead to other objects.
        [Spoken::Capnp] if args.mock => objects::mock(args, &schema, door.place, global),
        _ => serve(args, door, schema, global),
    }
}

fn serve(args: &Args, door: Door, schema: Schema, global: Global) -> Result<(), Failure> {
    let routed = Routed::new(&schema, &door.over_http()?)?;
    let schema = adapted(schema, args.protocol.iter().copied());
    let (network, model, avro) = (Arc::new(Network::start()?), schema.model.clone(), avro_protocols(&schema));
    let methods = methods_of(args, (schema, routed), &network, global)?;
    let (cors, max_size) = (Cors::new(&args.listening.cors), args.limits.max_size);
    let bootstrap = args.bootstrap.clone();
    listen(vec![door], Ground { model, avro, methods, cors, network, max_size, bootstrap }, global)
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
