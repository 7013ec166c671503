//! Listening for requests, each of which is answered on a thread of its own.

use super::super::args::Global;
use super::super::call::Form;
use super::super::failure::Failure;
use super::super::{interrupt, terminal};
use super::cors::Cors;
use super::methods::Methods;
use super::request::Requests;
use polywire::calls::Protocol;
use polywire_net::{Asked, Network, ServerTls, Target};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Requests that no thread has taken yet.
const QUEUE: usize = 16;
/// How long clients have to read their answers when the server ends.
const LAST: Duration = Duration::from_secs(5);

/// A place to listen at.
pub struct Door {
    pub target: Target,
    pub tls: Option<ServerTls>,
    pub protocols: Vec<&'static Protocol>,
}

/// What the server waits for.
enum Arrived {
    Request(Asked, Arc<[Form]>),
    Stop,
}

/// Answers requests until a signal ends the server.
pub fn listen(
    doors: &[Door],
    methods: (Methods, Cors),
    (network, max_size): (Arc<Network>, u64),
    global: Global,
) -> Result<(), Failure> {
    let (postbox, mut mailbox) = network.mailbox(QUEUE);
    let (mut servers, mut lines) = (Vec::new(), Vec::new());
    for door in doors {
        let forms = door.protocols.iter().flat_map(|protocol| protocol.forms()).map(Form::of);
        let forms: Arc<[Form]> = forms.collect::<Result<Vec<_>, _>>()?.into();
        let server = network
            .serve(&door.target, door.tls.as_ref(), &postbox, move |asked| Arrived::Request(asked, forms.clone()))?;
        lines.push(format!("serving at {}", server.url));
        servers.push(server);
    }
    interrupt::tell(move || postbox.post(Arrived::Stop));
    let requests = Arc::new(Requests::new(methods, max_size, network.clone()));
    terminal::print_lines(&lines)?;
    while let Some(Arrived::Request(asked, forms)) = mailbox.receive(None) {
        let requests = requests.clone();
        // The network bounds the requests at a time.
        if let Err(error) = thread::Builder::new().spawn(move || requests.answer(asked, &forms)) {
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
    servers.into_iter().for_each(|server| network.stop(server, LAST));
    Ok(())
}
