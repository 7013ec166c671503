//! `polywire serve`.
//!
//! Design: docs/decisions/0144-servers.md

mod answering;
mod builtin;
mod exec;
mod handler;
mod methods;
mod mock;
mod objects;
mod reply;
mod request;

use super::args::{Global, Serve as Args, Spoken};
use super::failure::Failure;
use super::interrupt;
use super::model::Schema;
use super::terminal;
use methods::Methods;
use polywire::calls::Protocol;
use polywire_net::{Asked, Identity, Network, ServerTls, Target};
use request::Requests;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Requests that no thread has taken yet.
const QUEUE: usize = 16;
/// How long clients have to read their answers when the server ends.
const LAST: Duration = Duration::from_secs(5);

/// What the server waits for.
enum Arrived {
    Request(Asked),
    Stop,
}

pub fn run(args: &Args, global: Global) -> Result<(), Failure> {
    let schema = Schema::load_all(&args.schema, &args.imports, global)?;
    match args.protocol {
        Spoken::Http(protocol) => over_http(args, protocol, &schema, global),
        Spoken::Capnp => objects::run(args, &schema, global),
        Spoken::Giop => Err(Failure::Usage("there are no servers of GIOP yet; `polywire call` speaks it".to_owned())),
    }
}

fn over_http(args: &Args, protocol: &'static Protocol, schema: &Schema, global: Global) -> Result<(), Failure> {
    if args.bootstrap.is_some() {
        return Err(Failure::Usage("--bootstrap is for --protocol capnp".to_owned()));
    }
    let (target, tls) = place(args)?;
    let network = Network::start()?;
    let methods = Methods::new(args, schema, &network, global)?;
    let (postbox, mut mailbox) = network.mailbox(QUEUE);
    let server = network.serve(&target, tls.as_ref(), &postbox, Arrived::Request)?;
    interrupt::tell(move || postbox.post(Arrived::Stop));
    let requests = Arc::new(Requests::new(args, protocol, (methods, network))?);
    terminal::print_lines(&[format!("serving at {}", server.url)])?;
    while let Some(Arrived::Request(asked)) = mailbox.receive(None) {
        let requests = requests.clone();
        // The network bounds the requests at a time.
        if let Err(error) = thread::Builder::new().spawn(move || requests.answer(asked)) {
            terminal::print(
                "error",
                &format!("a request is not answered, because no thread can start: {error}"),
                global,
            );
        }
    }
    // Whoever asks now gets no answer.
    drop(mailbox);
    requests.stop();
    requests.network().stop(server, LAST);
    Ok(())
}

/// Returns where to listen.
fn place(args: &Args) -> Result<(Target, Option<ServerTls>), Failure> {
    let target = Target::parse(&args.listen)?;
    let identity = args.cert.clone().zip(args.key.clone());
    let identity = identity.map(|(certificate, key)| Identity { certificate, key });
    let tls = identity.map(|identity| ServerTls { identity, clients: args.client_ca.clone() });
    match target.is_tls == tls.is_some() {
        true => Ok((target, tls)),
        false => Err(Failure::Usage("`https` and --cert with --key need each other".to_owned())),
    }
}
