//! Requests over HTTP, each answered on a thread of its own.

use super::super::args::{Global, Serve as Args};
use super::super::failure::Failure;
use super::super::{interrupt, terminal};
use super::links::LAST;
use super::place;
use polywire_net::{Asked, Network};
use std::sync::Arc;
use std::thread;

/// Requests that no thread has taken yet.
const QUEUE: usize = 16;

/// What the server waits for.
enum Arrived {
    Request(Asked),
    Stop,
}

/// Answers requests until a signal ends the server; `stop` ends what runs then.
pub fn run(
    args: &Args,
    (network, global): (&Network, Global),
    answer: impl Fn(Asked) + Send + Sync + 'static,
    stop: impl FnOnce(),
) -> Result<(), Failure> {
    let (target, tls) = place(args)?;
    let (postbox, mut mailbox) = network.mailbox(QUEUE);
    let server = network.serve(&target, tls.as_ref(), &postbox, Arrived::Request)?;
    interrupt::tell(move || postbox.post(Arrived::Stop));
    terminal::print_lines(&[format!("serving at {}", server.url)])?;
    let answer = Arc::new(answer);
    while let Some(Arrived::Request(asked)) = mailbox.receive(None) {
        let answer = answer.clone();
        // The network bounds the requests at a time.
        if let Err(error) = thread::Builder::new().spawn(move || answer(asked)) {
            let message = format!("a request is not answered, because no thread can start: {error}");
            terminal::print("error", &message, global);
        }
    }
    // Whoever asks now gets no answer.
    drop(mailbox);
    stop();
    network.stop(server, LAST);
    Ok(())
}
