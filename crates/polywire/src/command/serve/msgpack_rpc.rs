//! A server of MessagePack-RPC: the calls of a connection are answered at the same time, each on a thread of its own.

use super::super::args::{Global, Serve as Args};
use super::super::call::internal;
use super::super::failure::Failure;
use super::super::model::Schema;
use super::accepting::{LAST, links};
use super::calls::{CALLS, CALLS_OF_CONNECTION, Calls};
use super::methods::Methods;
use super::request::{Post, stopping};
use super::single::Single;
use super::{methods_of, place};
use polywire::calls::msgpack_rpc::{FORMAT, Frames, adapt, results};
use polywire::calls::{Envelopes, method, methods};
use polywire::{Limits, Model};
use polywire_net::{Link, Linked, Mailbox, Network, Postbox};
use polywire_rpc::{Call, End, Envelope, Item, Status};
use std::sync::Arc;
use std::thread::{self, Scope};

/// Posts that a call has not read yet.
const QUEUE: usize = 16;

/// What all connections need.
struct Served {
    model: Model,
    methods: Methods,
    envelopes: Envelopes,
    max_size: u64,
    network: Network,
    calls: Calls,
}

/// A connection, and its calls.
struct Connection<'s> {
    served: &'s Served,
    link: Link,
    calls: Calls,
}

pub fn run(args: &Args, schema: Schema, global: Global) -> Result<(), Failure> {
    if let Some(called) = methods(&schema.model).iter().find(|it| it.method.streams_input || it.method.streams_output) {
        let name = called.name();
        return Err(Failure::Usage(format!("`{name}` has a stream, and MessagePack-RPC has none")));
    }
    let (schema, network) = (schema.adapted(adapt), Network::start()?);
    let envelopes = Envelopes::of(FORMAT, Limits::default()).ok_or_else(|| internal("the codecs of calls"))?;
    let (model, max_size) = (schema.model.clone(), args.limits.max_size);
    let methods = methods_of(args, (schema, None), &network, global)?;
    let served = Arc::new(Served { model, methods, envelopes, max_size, network, calls: Calls::default() });
    let serving = served.clone();
    let serve = move |linked| serving.serve(linked);
    links(&place(args)?, (&served.network, global), serve, || served.calls.stop())
}

impl Served {
    /// Serves a connection until it ends.
    fn serve(&self, Linked { link, mut arrived, .. }: Linked) {
        let (connection, mut frames) =
            (Connection { served: self, link, calls: Calls::default() }, Frames::new(self.max_size));
        thread::scope(|scope| {
            connection.calls.feed(&mut arrived, |bytes| {
                frames.push(bytes);
                connection.read(scope, &mut frames)
            });
        });
        connection.link.close(LAST);
    }

    /// Returns the end of a call, with the result.
    fn end(&self, call: Call, (postbox, mailbox): (&Postbox<Post>, Mailbox<Post>)) -> End {
        let name = if call.service.is_empty() { call.method } else { format!("{}.{}", call.service, call.method) };
        let found = match method(&self.model, &name) {
            Ok(found) => found,
            Err(why) => return End::failed(Status::UNIMPLEMENTED, why),
        };
        let call = Call {
            service: found.service.path(),
            method: found.method.name.clone(),
            item: call.item,
            ..Call::default()
        };
        let Some(method) = self.methods.get(&call.service, &call.method) else {
            return End::failed(Status::UNIMPLEMENTED, format!("there is no method `{name}`"));
        };
        let end = match method.handler((None, &call), postbox) {
            Ok(handler) => {
                let params = call.item.clone().unwrap_or_default().body;
                Single::new((&call, method.shape), handler).run(params, mailbox)
            }
            Err(end) => end,
        };
        let message = end.item.as_ref().map_or(&[][..], |item| item.body.as_slice());
        let result = results(&self.model, found.method.output).of_message(message);
        let item = (end.status == Status::OK).then_some(Item { compressed: false, body: result });
        End { item, ..end }
    }

    /// Returns a response. The protocol has no metadata.
    fn response(&self, end: End, number: u32) -> Option<Vec<u8>> {
        let encode = |end| self.envelopes.encode_numbered(&Envelope::End(end), Some(number));
        let written = encode(End { http_status: None, metadata: Vec::new(), ..end });
        let unwritable = |why| End::failed(Status::INTERNAL, format!("the end of the call cannot be written: {why}"));
        written.or_else(|refusal| encode(unwritable(refusal))).ok()
    }
}

impl Connection<'_> {
    /// Starts the calls that have arrived; returns false if something else has.
    fn read<'c>(&'c self, scope: &'c Scope<'c, '_>, frames: &mut Frames) -> bool {
        loop {
            let frame = match frames.next_frame() {
                Ok(Some(frame)) => frame,
                Ok(None) => return true,
                Err(_) => return false,
            };
            match self.served.envelopes.decode_numbered(frame) {
                Ok(Some((Envelope::Call(call), number))) => self.start(scope, call, number),
                // Nobody was asked something.
                Ok(_) => {}
                Err(_) => return false,
            }
        }
    }

    fn start<'c>(&'c self, scope: &'c Scope<'c, '_>, call: Call, number: Option<u32>) {
        let (postbox, mailbox) = self.served.network.mailbox(QUEUE);
        let Some(own) = self.calls.list_among(&postbox, CALLS_OF_CONNECTION) else { return };
        let Some(listed) = self.served.calls.list_among(&postbox, CALLS) else {
            return self.respond(stopping(), number);
        };
        let answer = move || {
            let end = self.served.end(call, (&postbox, mailbox));
            // The end of the server does not wait for a client that does not read.
            drop(listed);
            self.respond(end, number);
            drop(own);
        };
        if let Err(error) = thread::Builder::new().spawn_scoped(scope, answer) {
            let why = format!("no thread can start: {error}");
            self.respond(End::failed(Status::RESOURCE_EXHAUSTED, why), number);
        }
    }

    fn respond(&self, end: End, number: Option<u32>) {
        // A notification has no response.
        if let Some(response) = number.and_then(|number| self.served.response(end, number)) {
            self.link.send(response);
        }
    }
}
