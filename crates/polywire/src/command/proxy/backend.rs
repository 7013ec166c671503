//! The server behind the proxy, and its methods.

use super::super::args::{CallCompression, Proxy as Args};
use super::super::call::{Form, GZIP, Place, nanoseconds};
use super::super::failure::Failure;
use super::super::model::Schema;
use super::super::serve::{Answers, Arrival, Handler};
use super::forwarding::Forwarding;
use super::pool::Pool;
use polywire::Format;
use polywire::calls::{HEALTH, Protocol, USUAL_FORMAT, passes};
use polywire_net::{Network, Version};
use polywire_rpc::{Call, Count, End, Metadata, Shape, Status};
use std::sync::Arc;
use std::time::Duration;

/// The server behind the proxy.
pub struct Backend {
    pub pool: Pool,
    pub protocol: &'static Protocol,
    forms: Vec<Form>,
    /// That of messages of the schema's types; empty for that of the protocol.
    format: String,
    pub is_compressed: bool,
    /// HTTP/2 is used even if nothing needs it.
    is_http2: bool,
    /// For calls without a deadline.
    deadline: Option<Duration>,
}

/// A method of it.
pub struct Forwarded {
    backend: Arc<Backend>,
    service: String,
    method: String,
    /// The name of the format of its messages; empty for that of the protocol.
    format: String,
}

impl Backend {
    pub fn new(
        (args, protocol): (&Args, &'static Protocol),
        place: Place,
        (schema, wire): (&Schema, &'static Format),
        network: Arc<Network>,
    ) -> Result<Self, Failure> {
        if protocol.has_routes && (wire.name != "json" || args.compress.is_some()) {
            let message = format!("messages of `{}` are JSON and not compressed", protocol.name);
            return Err(Failure::Usage(message));
        }
        let forms = protocol.forms().map(|form| Form::calling(form, schema)).collect::<Result<_, _>>()?;
        let format = if wire.name == USUAL_FORMAT { String::new() } else { wire.name.to_owned() };
        let is_compressed = matches!(args.compress, Some(CallCompression::Gzip));
        let pool = Pool::new(network, place);
        let (is_http2, deadline) = (args.http2 || protocol.is_http2, args.deadline);
        Ok(Self { pool, protocol, forms, format, is_compressed, is_http2, deadline })
    }

    /// Returns the form of the protocol for a method.
    pub fn form(&self, shape: Shape) -> &Form {
        let is_unary = shape == Shape { takes: Count::One, returns: Count::One };
        let fits = |form: &&Form| form.protocol.whole.is_some() == is_unary;
        self.forms.iter().find(fits).unwrap_or(&self.forms[0])
    }

    /// Returns the version of HTTP for a method.
    pub fn version(&self, shape: Shape) -> Version {
        let is_duplex = shape == Shape { takes: Count::Many, returns: Count::Many };
        let is_http2 = self.is_http2 || self.protocol.is_http2_if_duplex && is_duplex;
        if is_http2 { Version::Http2 } else { Version::Http1 }
    }

    /// Returns the call of the backend that answers a call.
    fn call(&self, (from, call): (Option<&Protocol>, &Call), method: &Forwarded) -> Call {
        let limit = self.deadline.map(nanoseconds);
        Call {
            service: method.service.clone(),
            method: method.method.clone(),
            timeout: call.timeout.or(limit),
            format: method.format.clone(),
            compression: if self.is_compressed { GZIP.to_owned() } else { String::new() },
            accepts: vec![GZIP.to_owned()],
            metadata: passing(call.metadata.clone(), from, Some(self.protocol)),
            item: None,
        }
    }
}

impl Forwarded {
    /// Returns a method of the schema.
    pub fn new(backend: Arc<Backend>, service: String, method: &str) -> Self {
        Self { format: backend.format.clone(), backend, service, method: method.to_owned() }
    }

    /// Returns a method that tells whether the server is ready; its messages are Protocol Buffers.
    pub fn of_health(backend: Arc<Backend>, method: &str) -> Self {
        Self { format: String::new(), backend, service: HEALTH.to_owned(), method: method.to_owned() }
    }
}

impl Answers for Forwarded {
    fn handler<'m>(&'m self, arrival: Arrival<'_>) -> Result<Box<dyn Handler + 'm>, End> {
        let Arrival { call, shape, protocol, to } = arrival;
        if self.backend.protocol.has_routes && shape.takes == Count::Many {
            let message = "methods that take a stream cannot be called by the protocol of the server";
            return Err(End::failed(Status::UNIMPLEMENTED, message));
        }
        let call = self.backend.call((protocol, call), self);
        Ok(Box::new(Forwarding::new((&self.backend, protocol), call, shape, to)?))
    }
}

/// Returns the metadata that means the same on both sides; protocols are those over HTTP.
pub fn passing(metadata: Vec<Metadata>, from: Option<&Protocol>, to: Option<&Protocol>) -> Vec<Metadata> {
    metadata.into_iter().filter(|it| passes(&it.name, from, to)).collect()
}
