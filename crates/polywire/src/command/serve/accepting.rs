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

/// What the server waits for.
enum Arrived<T> {
    One(T),
    Stop,
}

/// Answers requests over HTTP, which come with the number of the place at which they arrived; `stop` ends what runs at the end.
pub fn requests(
    places: &[Place],
    (network, global): (&Network, Global),
    answer: impl Fn(Asked, usize) + Send + Sync + 'static,
    stop: impl FnOnce(),
) -> Result<(), Failure> {
    let listen = |postbox: &Postbox<Arrived<(Asked, usize)>>| {
        let at = |(number, (target, tls)): (usize, &Place)| {
            network.serve(target, tls.as_ref(), postbox, move |asked| Arrived::One((asked, number)))
        };
        places.iter().enumerate().map(at).collect()
    };
    let take = move |(asked, number)| answer(asked, number);
    accept((network, global), listen, take, ("a request is not answered", stop))
}

/// Serves connections without HTTP; `stop` ends what runs at the end.
pub fn links(
    (target, tls): &Place,
    (network, global): (&Network, Global),
    serve: impl Fn(Linked) + Send + Sync + 'static,
    stop: impl FnOnce(),
) -> Result<(), Failure> {
    let listen = |postbox: &Postbox<Arrived<Linked>>| {
        network.serve_links(target, tls.as_ref(), postbox, Arrived::One).map(|server| vec![server])
    };
    accept((network, global), listen, serve, ("a connection is not served", stop))
}

fn accept<T: Send + 'static>(
    (network, global): (&Network, Global),
    listen: impl FnOnce(&Postbox<Arrived<T>>) -> Result<Vec<Server>, Error>,
    take: impl Fn(T) + Send + Sync + 'static,
    (refusal, stop): (&str, impl FnOnce()),
) -> Result<(), Failure> {
    let (postbox, mut mailbox) = network.mailbox(QUEUE);
    let servers = listen(&postbox)?;
    interrupt::tell(move || postbox.post(Arrived::Stop));
    terminal::print_lines(&servers.iter().map(|server| format!("serving at {}", server.url)).collect::<Vec<_>>())?;
    let take = Arc::new(take);
    while let Some(Arrived::One(arrived)) = mailbox.receive(None) {
        let take = take.clone();
        // The network bounds what arrives at a time.
        if let Err(error) = thread::Builder::new().spawn(move || take(arrived)) {
            terminal::print("error", &format!("{refusal}, because no thread can start: {error}"), global);
        }
    }
    // Whoever asks now gets no answer.
    drop(mailbox);
    stop();
    servers.into_iter().for_each(|server| network.stop(server, LAST));
    Ok(())
}
