//! `polywire serve`.
//!
//! Design: docs/decisions/0144-servers.md

mod answering;
mod avro;
mod builtin;
mod calls;
mod exchanges;
mod exec;
mod handler;
mod links;
mod methods;
mod mock;
mod msgpack_rpc;
mod objects;
mod reply;
mod request;
mod single;

use super::args::{Global, Serve as Args, Spoken};
use super::failure::Failure;
use super::model::Schema;
use methods::Methods;
use polywire::calls::Protocol;
use polywire_net::{Identity, Network, ServerTls, Target};
use request::Requests;
use std::sync::Arc;

pub fn run(args: &Args, global: Global) -> Result<(), Failure> {
    let schema = Schema::load_all(&args.schema, &args.imports, global)?;
    if args.bootstrap.is_some() && !matches!(args.protocol, Spoken::Capnp) {
        return Err(Failure::Usage("--bootstrap is for --protocol capnp".to_owned()));
    }
    match args.protocol {
        Spoken::Http(protocol) => over_http(args, protocol, &schema, global),
        Spoken::Capnp => objects::run(args, &schema, global),
        Spoken::Avro(transport) => avro::run(args, transport, &schema, global),
        Spoken::MsgpackRpc => msgpack_rpc::run(args, schema, global),
        Spoken::Giop => Err(Failure::Usage("there are no servers of GIOP yet; `polywire call` speaks it".to_owned())),
    }
}

fn over_http(args: &Args, protocol: &'static Protocol, schema: &Schema, global: Global) -> Result<(), Failure> {
    let network = Network::start()?;
    let methods = Methods::new(args, schema, &network, global)?;
    let requests = Arc::new(Requests::new(args, protocol, (methods, network))?);
    let answering = requests.clone();
    let answer = move |asked| answering.answer(asked);
    exchanges::run(args, (requests.network(), global), answer, || requests.calls.stop())
}

/// Returns where to listen.
fn place(args: &Args) -> Result<(Target, Option<ServerTls>), Failure> {
    let target = Target::parse(&args.listen)?;
    let identity = args.cert.clone().zip(args.key.clone());
    let identity = identity.map(|(certificate, key)| Identity { certificate, key });
    let tls = identity.map(|identity| ServerTls { identity, clients: args.client_ca.clone() });
    match target.is_tls == tls.is_some() {
        true => Ok((target, tls)),
        false => Err(Failure::Usage("`https` and --cert with --key need each other".to_owned())),
    }
}
