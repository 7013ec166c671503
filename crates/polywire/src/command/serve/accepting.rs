//! What arrives at a server, each taken by a thread of its own until a signal ends the server.

use super::super::args::Global;
use super::super::failure::Failure;
use super::super::{interrupt, terminal};
use polywire_net::{Asked, Error, Linked, Network, Postbox, Server, ServerTls, Target};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// What no thread has taken yet.
const QUEUE: usize = 16;
/// How long clients have to read their answers when the server ends.
pub const LAST: Duration = Duration::from_secs(5);

/// A place to listen at.
pub type Place = (Target, Option<ServerTls>);

/// What is served at a place.
pub struct Service {
    pub place: Place,
    pub takes: Takes,
    pub names: Names,
    /// Ends what runs when the server ends.
    pub stop: Stop,
}

/// Returns what users name, from the address of the server.
pub type Names = Box<dyn Fn(&str) -> Vec<String>>;
type Stop = Box<dyn FnOnce()>;

/// What answers whatever arrives.
#[derive(Clone)]
pub enum Takes {
    /// Requests over HTTP.
    Requests(Arc<dyn Fn(Asked) + Send + Sync>),
    /// Connections without HTTP.
    Links(Arc<dyn Fn(Linked) + Send + Sync>),
}

/// What the server waits for: something with the number of the service at which it arrived, or the end.
enum Arrived {
    Request(Asked, usize),
    Link(Linked, usize),
    Stop,
}

impl Service {
    /// Returns a service whose users name its address.
    pub fn new(place: Place, takes: Takes, stop: impl FnOnce() + 'static) -> Self {
        Self { place, takes, names: Box::new(|url| vec![url.to_owned()]), stop: Box::new(stop) }
    }
}

/// Serves until a signal ends the server.
pub fn accept(services: Vec<Service>, (network, global): (&Network, Global)) -> Result<(), Failure> {
    let (postbox, mut mailbox) = network.mailbox(QUEUE);
    let listening = services.iter().enumerate().map(|it| listen(network, &postbox, it));
    let servers = listening.collect::<Result<Vec<_>, _>>()?;
    interrupt::tell(move || postbox.post(Arrived::Stop));
    let names = services.iter().zip(&servers).flat_map(|(service, server)| (service.names)(&server.url));
    terminal::print_lines(&names.map(|name| format!("serving at {name}")).collect::<Vec<_>>())?;
    let (takes, stops): (Vec<Takes>, Vec<Stop>) = services.into_iter().map(|it| (it.takes, it.stop)).unzip();
    while let Some(arrived) = mailbox.receive(None) {
        let (what, taken) = match arrived {
            Arrived::Request(asked, number) => ("a request is not answered", on_thread(&takes[number], asked, request)),
            Arrived::Link(linked, number) => ("a connection is not served", on_thread(&takes[number], linked, link)),
            Arrived::Stop => break,
        };
        if let Err(error) = taken {
            terminal::print("error", &format!("{what}, because no thread can start: {error}"), global);
        }
    }
    // Whoever asks now gets no answer.
    drop(mailbox);
    stops.into_iter().for_each(|stop| stop());
    servers.into_iter().for_each(|server| network.stop(server, LAST));
    Ok(())
}

fn listen(
    network: &Network,
    postbox: &Postbox<Arrived>,
    (number, service): (usize, &Service),
) -> Result<Server, Error> {
    let (target, tls) = &service.place;
    match service.takes {
        Takes::Requests(_) => {
            network.serve(target, tls.as_ref(), postbox, move |asked| Arrived::Request(asked, number))
        }
        Takes::Links(_) => {
            network.serve_links(target, tls.as_ref(), postbox, move |linked| Arrived::Link(linked, number))
        }
    }
}

/// Takes what arrived on a thread of its own. The network bounds what arrives at a time.
fn on_thread<T: Send + 'static>(takes: &Takes, arrived: T, take: fn(&Takes, T)) -> std::io::Result<()> {
    let takes = takes.clone();
    thread::Builder::new().spawn(move || take(&takes, arrived)).map(drop)
}

fn request(takes: &Takes, asked: Asked) {
    if let Takes::Requests(answer) = takes {
        answer(asked);
    }
}

fn link(takes: &Takes, linked: Linked) {
    if let Takes::Links(serve) = takes {
        serve(linked);
    }
}
