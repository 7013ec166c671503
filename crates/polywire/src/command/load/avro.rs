//! Calls by Avro's protocol.

use super::super::args::{AvroTransport, Global, Load as Args};
use super::super::call::{AvroConnection as Connection, AvroWork as Call};
use super::super::failure::Failure;
use super::{Calls, wanted};
use polywire_rpc::End;
use std::sync::{Mutex, PoisonError};

/// Calls of a message. Each worker has a connection.
pub struct Avro {
    call: Call,
    connections: Vec<Mutex<Connection>>,
}

impl Avro {
    pub fn new(args: &Args, transport: AvroTransport, global: Global) -> Result<Self, Failure> {
        wanted(args)?;
        let call = Call::new(&args.call, transport, global)?;
        let connect = |_| call.connect().map(Mutex::new);
        let connections = (0..args.concurrency).map(connect).collect::<Result<_, _>>()?;
        Ok(Self { call, connections })
    }
}

impl Calls for Avro {
    fn call(&self, worker: usize) -> Result<End, Failure> {
        let connection = &self.connections[worker % self.connections.len()];
        self.call.call(&mut connection.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
