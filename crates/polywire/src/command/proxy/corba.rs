//! An object of CORBA behind the proxy.

use super::super::call::{GiopCalls, Reach};
use super::super::serve::{Answered, locked};
use super::elsewhere::{Answer, Question, Remote, end_of};
use polywire::calls::giop::{Address, Found, found};
use polywire::calls::method;
use polywire_model::Model;
use polywire_net::Network;
use polywire_rpc::{End, Status};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

/// An object of CORBA behind the proxy, and others of its server.
pub struct Objects {
    network: Arc<Network>,
    reach: Reach,
    model: Model,
    found: Found,
    /// Where the object is, if it has only a name and the naming service was asked.
    resolved: Mutex<Option<Vec<Address>>>,
}

impl Objects {
    pub fn new(network: Arc<Network>, reach: Reach, (model, found): (Model, Found)) -> Self {
        Self { network, reach, model, found, resolved: Mutex::default() }
    }

    /// Returns where the object is.
    fn addresses(&self, calls: &GiopCalls<'_>) -> Result<Vec<Address>, End> {
        if let Some(addresses) = self.resolved().clone() {
            return Ok(addresses);
        }
        let addresses = calls.object(self.found.clone()).map_err(|failure| end_of(&failure))??;
        *self.resolved() = Some(addresses.clone());
        Ok(addresses)
    }

    fn resolved(&self) -> MutexGuard<'_, Option<Vec<Address>>> {
        locked(&self.resolved)
    }
}

impl Remote for Objects {
    fn call(&self, question: &Question) -> Answer {
        let Question { name, object, params, time, .. } = question;
        let reach = Reach { deadline: Some(*time), ..self.reach.clone() };
        let calls = GiopCalls { network: &self.network, reach: &reach, started: Instant::now() };
        let called = method(&self.model, name).map_err(|why| End::failed(Status::UNIMPLEMENTED, why))?;
        let own = self.addresses(&calls)?;
        let addresses = match object.as_deref() {
            Some(object) => of_same_server(object, &own)?,
            None => own,
        };
        let answer = calls.call(&self.model, called, addresses, params).map_err(|failure| end_of(&failure));
        let answer = answer.and_then(|answer| answer).map(Answered::from);
        if answer.as_ref().is_err_and(|end| end.status == Status::UNAVAILABLE) {
            // The name may stand for another object by now.
            *self.resolved() = None;
        }
        answer
    }
}

/// Returns the addresses of an object that a caller names: those at which the server of the proxy is, so that callers cannot reach others.
fn of_same_server(object: &str, own: &[Address]) -> Result<Vec<Address>, End> {
    let wrong = |why: &str| End::failed(Status::INVALID_ARGUMENT, format!("the object is not known: {why}"));
    let Found::Object(mut addresses) = found(object).map_err(|why| wrong(&why))? else {
        return Err(wrong("it is only named"));
    };
    addresses.retain(|it| own.iter().any(|own| (&own.host, own.port) == (&it.host, it.port)));
    if addresses.is_empty() {
        return Err(End::failed(Status::PERMISSION_DENIED, "the object is of another server"));
    }
    Ok(addresses)
}
