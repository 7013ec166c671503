//! A server of Avro behind the proxy.

use super::super::call::{AvroConnection as Connection, AvroOutcome as Outcome, AvroReturned as Returned, AvroServer};
use super::super::serve::Answered;
use super::elsewhere::{Answer, Question, Remote, answered, end_of, unnamed};
use super::spare::Spare;
use polywire::calls::avro_ipc::{Protocol, meta_of, metadata};
use polywire_rpc::{End, Status};
use std::time::Instant;

/// The server; a connection has one call at a time.
pub struct Server {
    at: AvroServer,
    own: Protocol,
    spare: Spare<Connection>,
}

impl Server {
    pub fn new(at: AvroServer, own: Protocol) -> Self {
        Self { at, own, spare: Spare::default() }
    }
}

impl Remote for Server {
    fn call(&self, question: &Question) -> Answer {
        unnamed(question)?;
        let message = question.name.rsplit('.').next().unwrap_or_default();
        let open = || Connection::open(&self.at, self.own.clone(), Instant::now());
        let connection = self.spare.take_or(Connection::is_open, open);
        let mut connection = connection.map_err(|failure| end_of(&failure))?;
        connection.begin(Some(question.time));
        let returned = connection.call(&meta_of(&question.metadata), message, &question.params);
        let Returned { meta, outcome } = returned.map_err(|failure| end_of(&failure))?;
        let metadata = metadata(meta);
        let end = match outcome {
            Outcome::Value(body) => {
                self.spare.put(connection);
                return Ok(Answered { metadata, body });
            }
            Outcome::Failed(end) => end,
            Outcome::Declared(name, members) => End::failed(Status::UNKNOWN, format!("error {name} {members}")),
        };
        if answered(&end) {
            self.spare.put(connection);
        }
        Err(End { metadata, ..end })
    }
}
