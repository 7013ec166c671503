//! Connections without HTTP, each served on a thread of its own.

use super::super::args::{Global, Serve as Args};
use super::super::failure::Failure;
use super::super::{interrupt, terminal};
use super::place;
use polywire_net::{Linked, Network};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Connections that no thread has taken yet.
const QUEUE: usize = 16;
/// How long clients have to read their answers when the server ends.
pub const LAST: Duration = Duration::from_secs(5);

/// What the server waits for.
enum Post {
    Linked(Linked),
    Stop,
}

/// Serves connections until a signal ends the server; `stop` ends what runs then.
pub fn run(
    args: &Args,
    (network, global): (&Network, Global),
    serve: impl Fn(Linked) + Send + Sync + 'static,
    stop: impl FnOnce(),
) -> Result<(), Failure> {
    let (target, tls) = place(args)?;
    let (postbox, mut mailbox) = network.mailbox(QUEUE);
    let server = network.serve_links(&target, tls.as_ref(), &postbox, Post::Linked)?;
    interrupt::tell(move || postbox.post(Post::Stop));
    terminal::print_lines(&[format!("serving at {}", server.url)])?;
    let serve = Arc::new(serve);
    while let Some(Post::Linked(linked)) = mailbox.receive(None) {
        let serve = serve.clone();
        if let Err(error) = thread::Builder::new().spawn(move || serve(linked)) {
            let message = format!("a connection is not served, because no thread can start: {error}");
            terminal::print("error", &message, global);
        }
    }
    stop();
    network.stop(server, LAST);
    Ok(())
}
