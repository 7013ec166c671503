//! Requests over HTTP, each answered on a thread of its own.

use super::super::args::Global;
use super::super::failure::Failure;
use super::super::{interrupt, terminal};
use super::links::LAST;
use polywire_net::{Asked, Network, ServerTls, Target};
use std::sync::Arc;
use std::thread;

/// Requests that no thread has taken yet.
const QUEUE: usize = 16;

/// A place to listen at.
pub type Place = (Target, Option<ServerTls>);

/// What the server waits for.
enum Arrived {
    /// A request, and the number of the place at which it arrived.
    Request(Asked, usize),
    Stop,
}

/// Answers requests until a signal ends the server; `stop` ends what runs then.
pub fn run(
    places: &[Place],
    (network, global): (&Network, Global),
    answer: impl Fn(Asked, usize) + Send + Sync + 'static,
    stop: impl FnOnce(),
) -> Result<(), Failure> {
    let (postbox, mut mailbox) = network.mailbox(QUEUE);
    let listen = |(number, (target, tls)): (usize, &Place)| {
        network.serve(target, tls.as_ref(), &postbox, move |asked| Arrived::Request(asked, number))
    };
    let servers = places.iter().enumerate().map(listen).collect::<Result<Vec<_>, _>>()?;
    interrupt::tell(move || postbox.post(Arrived::Stop));
    terminal::print_lines(&servers.iter().map(|server| format!("serving at {}", server.url)).collect::<Vec<_>>())?;
    let answer = Arc::new(answer);
    while let Some(Arrived::Request(asked, number)) = mailbox.receive(None) {
        let answer = answer.clone();
        // The network bounds the requests at a time.
        if let Err(error) = thread::Builder::new().spawn(move || answer(asked, number)) {
            let message = format!("a request is not answered, because no thread can start: {error}");
            terminal::print("error", &message, global);
        }
    }
    // Whoever asks now gets no answer.
    drop(mailbox);
    stop();
    servers.into_iter().for_each(|server| network.stop(server, LAST));
    Ok(())
}
