//! `polywire proxy`.
//!
//! Design: docs/decisions/0155-bridges.md

mod backend;
mod forwarding;
mod pool;

use super::args::{Ends, Global, Proxy as Args};
use super::call::{Place, Server, internal, reflected_schema};
use super::failure::Failure;
use super::model::Schema;
use super::serve::{Bodies, Door, Methods, Named, Routed, listen, of_schema, reflection, server_tls};
use backend::{Backend, Forwarded, health};
use polywire::Format;
use polywire::calls::Protocol;
use polywire_net::{Identity, Network, Target, Trust, Version};
use std::sync::Arc;
use std::time::Instant;

pub fn run(args: &Args, global: Global) -> Result<(), Failure> {
    let wire = args.wire.as_ref().map_or_else(|| polywire::format("protobuf"), |it| Some(it.format));
    let wire = wire.ok_or_else(|| internal("a format"))?;
    let doors = args.listen.iter().map(|ends| door(args, ends)).collect::<Result<Vec<_>, _>>()?;
    let place = place(args)?;
    let schema = match args.schema.is_empty() {
        false => Schema::load_all(&args.schema, &args.imports, global)?,
        true => {
            let server = Server::connect(&place, (args.to.protocol()?, Version::Http2), Instant::now())?;
            reflected_schema(&server, (None, &args.imports), &[], global)?.0
        }
    };
    let protocols: Vec<&Protocol> = doors.iter().flat_map(|door| door.protocols.iter().copied()).collect();
    let routed = Routed::new(&schema, &protocols)?;
    let network = Arc::new(Network::start()?);
    let methods = methods(args, place, (schema, routed, wire), (&network, global))?;
    listen(&doors, methods, (network, args.limits.max_size), global)
}

/// Returns the methods of the server behind the proxy, and those that the proxy has itself.
fn methods(
    args: &Args,
    place: Place,
    (schema, routed, wire): (Schema, Option<Routed>, &'static Format),
    (network, global): (&Arc<Network>, Global),
) -> Result<Methods, Failure> {
    let backend = Arc::new(Backend::new(args, place, wire, network.clone())?);
    let of_schema = of_schema(&schema.model, |called, _| {
        Ok(Box::new(Forwarded::new(backend.clone(), called.service.path(), &called.method.name)))
    })?;
    let own: Vec<Named> = reflection(&schema)?.chain(health(&backend)).collect();
    Ok(Methods::new(of_schema, own, Bodies::new(schema, wire, args.limits.clone(), global), routed))
}

fn door(args: &Args, ends: &Ends) -> Result<Door, Failure> {
    let target = Target::parse(&ends.url)?;
    let tls = if target.is_tls { server_tls((&args.cert, &args.key), &args.client_ca) } else { None };
    if target.is_tls && tls.is_none() {
        return Err(Failure::Usage(format!("`{}` needs --cert and --key", ends.url)));
    }
    Ok(Door { target, tls, protocols: ends.protocols()? })
}

fn place(args: &Args) -> Result<Place, Failure> {
    let mut target = Target::parse(&args.to.url)?;
    if let Some(authority) = &args.authority {
        target.authority.clone_from(authority);
    }
    let identity = args.to_cert.clone().zip(args.to_key.clone());
    let identity = identity.map(|(certificate, key)| Identity { certificate, key });
    let trust = Trust { authorities: args.cacert.clone(), is_blind: args.insecure, identity };
    Ok(Place { target, trust, deadline: Some(args.connect_timeout), max_size: args.limits.max_size })
}
