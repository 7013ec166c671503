//! What is served at places, by protocols of all kinds.

use super::super::args::{Global, Listening, Spoken};
use super::super::failure::Failure;
use super::super::model::Schema;
use super::accepting::{Place, Service, accept};
use super::cors::Cors;
use super::methods::Methods;
use super::{avro, giop, msgpack_rpc, objects, request};
use polywire::calls::avro_ipc::Protocol as AvroProtocol;
use polywire::calls::msgpack_rpc::adapt;
use polywire::calls::{Protocol, methods};
use polywire_model::{Model, Service as Declared};
use polywire_net::{Network, Target};
use std::sync::Arc;

/// A place to listen at for some protocols: those over HTTP share one, others have one each.
pub struct Door {
    pub place: Place,
    pub protocols: Vec<Spoken>,
}

/// What all services need.
pub struct Ground {
    pub model: Model,
    /// Those of a schema in one of Avro's languages, by the names of their services.
    pub avro: Vec<(String, AvroProtocol)>,
    pub methods: Methods,
    pub cors: Cors,
    pub network: Arc<Network>,
    pub max_size: u64,
    /// The interface of the object with which connections of Cap'n Proto start, if the user names it.
    pub bootstrap: Option<String>,
}

impl Door {
    pub fn new(url: &str, protocols: Vec<Spoken>, listening: &Listening) -> Result<Self, Failure> {
        let target = Target::parse(url)?;
        let tls = if target.is_tls { listening.tls() } else { None };
        if target.is_tls && tls.is_none() {
            return Err(Failure::Usage(format!("`{url}` needs --cert and --key")));
        }
        Ok(Self { place: (target, tls), protocols })
    }

    /// Returns its protocols, if they are over HTTP.
    pub fn over_http(&self) -> Result<Vec<&'static Protocol>, Failure> {
        let over_http = |it: &Spoken| match it {
            Spoken::Http(protocol) => Ok(*protocol),
            Spoken::Capnp | Spoken::Giop | Spoken::Avro(_) | Spoken::MsgpackRpc => {
                let message = "only grpc, grpc-web, connect and json-http can be served at the same place";
                Err(Failure::Usage(message.to_owned()))
            }
        };
        match self.protocols.as_slice() {
            [Spoken::Capnp | Spoken::Giop | Spoken::Avro(_) | Spoken::MsgpackRpc] => Ok(Vec::new()),
            protocols => protocols.iter().map(over_http).collect(),
        }
    }

    fn service(self, ground: &Arc<Ground>, global: Global) -> Result<Service, Failure> {
        match self.protocols.as_slice() {
            [Spoken::MsgpackRpc] => msgpack_rpc::service(self.place, ground),
            [Spoken::Avro(transport)] => avro::service(self.place, *transport, ground),
            [Spoken::Giop] => giop::service(self.place, ground),
            [Spoken::Capnp] => objects::service(self.place, ground, global),
            _ => request::service(self.over_http()?, self.place, ground),
        }
    }
}

/// Returns a schema as the protocols want it.
pub fn adapted(schema: Schema, protocols: impl IntoIterator<Item = Spoken>) -> Schema {
    match protocols.into_iter().any(|it| matches!(it, Spoken::MsgpackRpc)) {
        true => schema.adapted(adapt),
        false => schema,
    }
}

/// Returns the protocols of Avro that a schema has.
pub fn avro_protocols(schema: &Schema) -> Vec<(String, AvroProtocol)> {
    let of = |service: &Declared| Some((service.path(), AvroProtocol::of(schema.avro.as_ref()?, service)?));
    schema.model.services.iter().filter_map(of).collect()
}

/// Refuses a schema with streams where a protocol has none.
pub fn without_streams(model: &Model, protocol: &str) -> Result<(), Failure> {
    match methods(model).iter().find(|it| it.method.streams_input || it.method.streams_output) {
        Some(called) => {
            let name = called.name();
            Err(Failure::Usage(format!("`{name}` has a stream, and {protocol} has none")))
        }
        None => Ok(()),
    }
}

/// Answers calls until a signal ends the server.
pub fn listen(doors: Vec<Door>, ground: Ground, global: Global) -> Result<(), Failure> {
    let ground = Arc::new(ground);
    let services = doors.into_iter().map(|door| door.service(&ground, global)).collect::<Result<Vec<_>, _>>()?;
    accept(services, (&ground.network, global))
}
