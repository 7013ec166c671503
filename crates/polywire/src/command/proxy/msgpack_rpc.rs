//! A server of MessagePack-RPC behind the proxy.

use super::super::call::{MsgpackConnection as Connection, MsgpackWork as Work, Place};
use super::super::serve::Answered;
use super::elsewhere::{Answer, Question, Remote, answered, end_of, unnamed};
use super::spare::Spare;
use polywire::calls::method;
use polywire_model::Model;
use polywire_net::Network;
use polywire_rpc::{End, Status};
use std::sync::Arc;
use std::time::Instant;

/// The server; a connection has one call at a time.
pub struct Server {
    network: Arc<Network>,
    place: Place,
    model: Model,
    spare: Spare<Connection>,
}

impl Server {
    pub fn new(network: Arc<Network>, place: Place, model: Model) -> Self {
        Self { network, place, model, spare: Spare::default() }
    }
}

impl Remote for Server {
    fn call(&self, question: &Question) -> Answer {
        unnamed(question)?;
        let called = method(&self.model, &question.name).map_err(|why| End::failed(Status::UNIMPLEMENTED, why))?;
        let work = Work::of((&self.model, called), &called.method.name, question.params.clone());
        let open = || Connection::open(&self.network, &self.place, Instant::now());
        let connection = self.spare.take_or(Connection::is_open, open);
        let mut connection = connection.map_err(|failure| end_of(&failure))?;
        connection.begin(Some(question.time));
        let end = connection.call(&work).map_err(|failure| end_of(&failure))?;
        if answered(&end) {
            self.spare.put(connection);
        }
        if end.status != Status::OK {
            return Err(End { item: None, ..end });
        }
        Ok(Answered::from(work.results.message(&end.item.unwrap_or_default().body)))
    }
}
