//! Calls by MessagePack-RPC.

use super::super::args::{Global, Load as Args};
use super::super::call::{Messages, MsgpackConnection as Connection, MsgpackWork as Call, msgpack_schema, place};
use super::super::failure::Failure;
use super::{Calls, wanted};
use polywire::calls::method;
use polywire::calls::msgpack_rpc::adapt;
use polywire_net::Network;
use polywire_rpc::End;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Calls of a method. Each worker has a connection.
pub struct MsgpackRpc {
    call: Call,
    deadline: Option<Duration>,
    connections: Vec<Mutex<Connection>>,
}

impl MsgpackRpc {
    pub fn new(args: &Args, global: Global) -> Result<Self, Failure> {
        let name = wanted(args)?;
        let schema = msgpack_schema(&args.call, global)?.adapted(adapt);
        let called = method(&schema.model, name).map_err(Failure::Usage)?;
        let mut messages = Messages::of(&args.call, (&schema, called), global)?;
        let call = Call::new(&args.call, (&schema, called), &mut messages)?;
        let (network, place) = (Arc::new(Network::start()?), place(&args.call)?);
        let connect = |_| Connection::open(&network, &place, Instant::now()).map(Mutex::new);
        let connections = (0..args.concurrency).map(connect).collect::<Result<_, _>>()?;
        Ok(Self { call, deadline: args.call.deadline, connections })
    }
}

impl Calls for MsgpackRpc {
    fn call(&self, worker: usize) -> Result<End, Failure> {
        let connection = &self.connections[worker % self.connections.len()];
        let mut connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
        connection.begin(self.deadline);
        connection.call(&self.call)
    }
}
