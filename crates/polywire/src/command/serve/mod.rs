//! `polywire serve`.

mod mock;
mod reply;
mod request;

use super::args::{Global, Serve as Args};
use super::failure::Failure;
use super::model::Schema;
use super::terminal;
use mock::Mock;
use polywire_net::{Identity, Network, Target};
use request::Requests;
use std::sync::Arc;
use std::thread;

/// Requests that no thread has taken yet.
const QUEUE: usize = 16;

pub fn run(args: &Args, global: Global) -> Result<(), Failure> {
    let schema = Schema::load_all(&args.schema, &args.imports, global)?;
    let mock = Mock::new(args, &schema, global)?;
    let target = Target::parse(&args.listen)?;
    let identity = args.cert.clone().zip(args.key.clone());
    let identity = identity.map(|(certificate, key)| Identity { certificate, key });
    if target.is_tls != identity.is_some() {
        return Err(Failure::Usage("`https` and --cert with --key need each other".to_owned()));
    }
    let network = Network::start()?;
    let (postbox, mut mailbox) = network.mailbox(QUEUE);
    let server = network.serve(&target, identity.as_ref(), &postbox)?;
    let requests = Arc::new(Requests::new(args, mock)?);
    terminal::print_lines(&[format!("serving at {}", server.url)])?;
    while let Some(asked) = mailbox.receive(None) {
        let requests = requests.clone();
        // The network bounds the requests at a time.
        let spawned = thread::Builder::new().spawn(move || requests.answer(asked));
        spawned.map_err(|error| Failure::File(format!("cannot start a thread: {error}")))?;
    }
    Ok(())
}
