//! The object with which connections of Cap'n Proto start, behind the proxy.

use super::super::call::{CapnpCalls, Place, Reach};
use super::super::serve::Answered;
use super::elsewhere::{Answer, Question, Remote, end_of};
use polywire::calls::chain;
use polywire_model::Model;
use polywire_net::{Network, Target};
use polywire_rpc::{End, Status};
use std::sync::Arc;
use std::time::Instant;

/// The object; each call has a connection of its own.
pub struct Bootstrap {
    network: Arc<Network>,
    target: Target,
    reach: Reach,
    model: Model,
}

impl Bootstrap {
    pub fn new(network: Arc<Network>, Place { target, reach }: Place, model: Model) -> Self {
        Self { network, target, reach, model }
    }
}

impl Remote for Bootstrap {
    fn call(&self, question: &Question) -> Answer {
        if question.object.is_some() {
            return Err(End::failed(Status::INVALID_ARGUMENT, "references of Cap'n Proto have no names"));
        }
        let steps = chain(&self.model, &question.name).map_err(|why| End::failed(Status::UNIMPLEMENTED, why))?;
        let reach = Reach { deadline: Some(question.time), ..self.reach.clone() };
        let place = Place { target: self.target.clone(), reach };
        let connected = CapnpCalls::connect(&self.network, &place, Instant::now());
        let mut calls = connected.map_err(|failure| end_of(&failure))?;
        let answer = calls.run(&steps, vec![question.params.clone()]);
        calls.close();
        answer.map_err(|failure| end_of(&failure))?.map(Answered::from)
    }
}
