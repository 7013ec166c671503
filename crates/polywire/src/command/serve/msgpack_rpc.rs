//! A server of MessagePack-RPC.

use super::super::call::internal;
use super::super::failure::Failure;
use super::accepting::{Place, Service, Takes};
use super::calls::Calls;
use super::listening::{Ground, without_streams};
use super::single::answered;
use super::stream::{Asks, Mail, Stream};
use polywire::Limits;
use polywire::calls::msgpack_rpc::{FORMAT, Frames, WIRE, results};
use polywire::calls::{Envelopes, method};
use polywire_net::Linked;
use polywire_rpc::{Call, End, Envelope, Item, Status};
use std::sync::Arc;
use std::thread::Scope;

/// What all connections need.
struct Served {
    ground: Arc<Ground>,
    envelopes: Envelopes,
    calls: Calls,
}

/// A call that has arrived.
struct Asked {
    served: Arc<Served>,
    call: Call,
    /// A notification has none, and no response.
    number: Option<u32>,
}

pub fn service(place: Place, ground: &Arc<Ground>) -> Result<Service, Failure> {
    without_streams(&ground.model, "MessagePack-RPC")?;
    let envelopes = Envelopes::of(FORMAT, Limits::default()).ok_or_else(|| internal("the codecs of calls"))?;
    let served = Arc::new(Served { ground: ground.clone(), envelopes, calls: Calls::default() });
    let serving = served.clone();
    let takes = Takes::Links(Arc::new(move |linked| serving.serve(linked)));
    Ok(Service::new(place, takes, move || served.calls.stop()))
}

impl Served {
    /// Serves a connection until it ends.
    fn serve(self: &Arc<Self>, linked: Linked) {
        let mut frames = Frames::new(self.ground.max_size);
        Stream::serve((&self.ground.network, &self.calls), linked, |stream, scope, bytes| {
            frames.push(bytes);
            self.read((stream, scope), &mut frames)
        });
    }

    /// Starts the calls that have arrived; returns false if something else has.
    fn read<'c>(self: &Arc<Self>, (stream, scope): (&'c Stream<'_>, &'c Scope<'c, '_>), frames: &mut Frames) -> bool {
        loop {
            let frame = match frames.next_frame() {
                Ok(Some(frame)) => frame,
                Ok(None) => return true,
                Err(_) => return false,
            };
            match self.envelopes.decode_numbered(frame) {
                Ok(Some((Envelope::Call(call), number))) => {
                    stream.start(scope, Asked { served: self.clone(), call, number }, stream.mail());
                }
                // Nobody was asked something.
                Ok(_) => {}
                Err(_) => return false,
            }
        }
    }
}

impl Asks for Asked {
    fn answer(&self, mail: Mail) -> Option<Vec<u8>> {
        self.response(self.end(mail))
    }

    fn refuse(&self, end: End) -> Option<Vec<u8>> {
        self.response(end)
    }
}

impl Asked {
    /// Returns the end of the call, with the result.
    fn end(&self, mail: Mail) -> End {
        let (Ground { model, methods, .. }, call) = (&*self.served.ground, &self.call);
        let name = match call.service.as_str() {
            "" => call.method.clone(),
            service => format!("{service}.{}", call.method),
        };
        let found = match method(model, &name) {
            Ok(found) => found,
            Err(why) => return End::failed(Status::UNIMPLEMENTED, why),
        };
        let call = Call {
            service: found.service.path(),
            method: found.method.name.clone(),
            format: WIRE.to_owned(),
            item: call.item.clone(),
            ..Call::default()
        };
        let end = answered(methods, &call, mail);
        let message = end.item.as_ref().map_or(&[][..], |item| item.body.as_slice());
        let result = results(model, found.method.output).of_message(message);
        let item = (end.status == Status::OK).then_some(Item { compressed: false, body: result });
        End { item, ..end }
    }

    /// Returns the response. The protocol has no metadata.
    fn response(&self, end: End) -> Option<Vec<u8>> {
        let number = self.number?;
        let encode = |end| self.served.envelopes.encode_numbered(&Envelope::End(end), Some(number));
        let written = encode(End { http_status: None, metadata: Vec::new(), ..end });
        let unwritable = |why| End::failed(Status::INTERNAL, format!("the end of the call cannot be written: {why}"));
        written.or_else(|refusal| encode(unwritable(refusal))).ok()
    }
}
