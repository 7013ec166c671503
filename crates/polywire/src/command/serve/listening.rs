//! Places for protocols over HTTP.

use super::super::args::Global;
use super::super::call::Form;
use super::super::failure::Failure;
use super::accepting::{Place, requests};
use super::cors::Cors;
use super::methods::Methods;
use super::request::Requests;
use polywire::calls::Protocol;
use polywire_net::Network;
use std::sync::Arc;

/// A place to listen at for some protocols.
pub struct Door {
    pub place: Place,
    pub protocols: Vec<&'static Protocol>,
}

/// Answers requests until a signal ends the server.
pub fn listen(
    doors: Vec<Door>,
    methods: (Methods, Cors),
    (network, max_size): (Arc<Network>, u64),
    global: Global,
) -> Result<(), Failure> {
    let forms = doors.iter().map(|door| {
        let forms = door.protocols.iter().flat_map(|protocol| protocol.forms());
        forms.map(Form::of).collect::<Result<Vec<_>, _>>()
    });
    let forms = forms.collect::<Result<Vec<_>, _>>()?;
    let places: Vec<Place> = doors.into_iter().map(|door| door.place).collect();
    let answering = Arc::new(Requests::new(methods, max_size, network.clone()));
    let shared = answering.clone();
    let answer = move |asked, door: usize| shared.answer(asked, &forms[door]);
    requests(&places, (&network, global), answer, || answering.stop())
}
