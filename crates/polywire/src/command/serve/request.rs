//! Requests, each answered on a thread of its own.

use super::super::args::Serve as Args;
use super::super::call::internal;
use super::super::failure::Failure;
use super::answering::Answering;
use super::exec::News;
use super::methods::Methods;
use polywire::Limits;
use polywire::calls::{Envelopes, Protocol};
use polywire_net::{Asked, Network, Part, Postbox};
use polywire_rpc::{Call, End, Envelope, Status};
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The status of HTTP of all answers.
pub const HTTP_OK: u16 = 200;
/// Posts that a request has not read yet.
const QUEUE: usize = 16;

/// What a request waits for.
pub enum Post {
    Network(Part),
    Handler(News),
    /// The server ends.
    Stop,
}

/// What all requests need.
pub struct Requests {
    pub protocol: &'static Protocol,
    pub envelopes: Envelopes,
    pub methods: Methods,
    pub max_size: u64,
    network: Network,
    running: Mutex<Running>,
    ended: Condvar,
}

/// The requests that are answered.
#[derive(Default)]
struct Running {
    last: u64,
    postboxes: BTreeMap<u64, Postbox<Post>>,
    is_stopping: bool,
}

impl Requests {
    pub fn new(
        args: &Args,
        protocol: &'static Protocol,
        (methods, network): (Methods, Network),
    ) -> Result<Self, Failure> {
        let envelopes = Envelopes::new(protocol, Limits::default()).ok_or_else(|| internal("the codecs of calls"))?;
        Ok(Self {
            protocol,
            envelopes,
            methods,
            max_size: args.limits.max_size,
            network,
            running: Mutex::default(),
            ended: Condvar::new(),
        })
    }

    pub fn network(&self) -> &Network {
        &self.network
    }

    pub fn answer(&self, asked: Asked) {
        let call = match self.call(&asked) {
            Ok(call) => call,
            Err(end) => return self.refuse(asked, end),
        };
        let Some(method) = self.methods.get(&call.service, &call.method) else {
            let message = format!("there is no method `{}/{}`", call.service, call.method);
            return self.refuse(asked, End::failed(Status::UNIMPLEMENTED, message));
        };
        let (postbox, mailbox) = self.network.mailbox(QUEUE);
        let Some(_listed) = self.list(&postbox) else { return self.refuse(asked, stopping()) };
        match self.methods.handler(method, &call, &postbox) {
            Ok(handler) => {
                let answer = asked.answer(&postbox, Post::Network);
                Answering::new(self, (&call, method.shape), handler, answer).run(mailbox);
            }
            Err(end) => self.refuse(asked, end),
        }
    }

    fn call(&self, asked: &Asked) -> Result<Call, End> {
        match self.envelopes.decode(&asked.head) {
            Ok(Some(Envelope::Call(call))) => Ok(call),
            Ok(_) => Err(End::failed(Status::INTERNAL, "this is no call")),
            Err(refusal) => {
                let message = format!("this is no call of {}: {refusal}", self.protocol.name);
                Err(End::failed(Status::INTERNAL, message))
            }
        }
    }

    /// Answers with an end alone.
    fn refuse(&self, asked: Asked, end: End) {
        if let Some(head) = self.only_end(end) {
            asked.refuse(head);
        }
    }

    /// Returns the head of an answer that is an end alone.
    pub fn only_end(&self, end: End) -> Option<Vec<u8>> {
        self.envelopes.encode(&Envelope::End(End { http_status: Some(HTTP_OK), ..end })).ok()
    }

    /// Ends all calls, and waits until all is done.
    pub fn stop(&self) {
        let mut running = self.running();
        running.is_stopping = true;
        let all: Vec<Postbox<Post>> = running.postboxes.values().cloned().collect();
        drop(running);
        for postbox in all {
            postbox.post(Post::Stop);
        }
        let is_running = |running: &mut Running| !running.postboxes.is_empty();
        drop(self.ended.wait_while(self.running(), is_running));
    }

    /// Makes a request one that is told when the server ends; `None` if it ends already.
    fn list(&self, postbox: &Postbox<Post>) -> Option<Listed<'_>> {
        let mut running = self.running();
        if running.is_stopping {
            return None;
        }
        running.last += 1;
        let number = running.last;
        running.postboxes.insert(number, postbox.clone());
        Some(Listed { requests: self, number })
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that is answered, until the end of this value.
struct Listed<'r> {
    requests: &'r Requests,
    number: u64,
}

impl Drop for Listed<'_> {
    fn drop(&mut self) {
        self.requests.running().postboxes.remove(&self.number);
        self.requests.ended.notify_all();
    }
}

/// Returns the end of calls when the server ends.
pub fn stopping() -> End {
    End::failed(Status::UNAVAILABLE, "the server ends")
}
