//! Objects of Cap'n Proto whose methods are answered elsewhere, each call on a thread of its own. Their results have no references.

use super::super::super::args::Global;
use super::super::super::failure::Failure;
use super::super::super::terminal;
use super::super::accepting::{Place, Service, Takes};
use super::super::calls::Calls;
use super::super::listening::Ground;
use super::super::single::answered;
use super::super::stream::{Asks, Mail, Running, Stream, locked};
use super::session::Session;
use super::{Key, first, only, operations, unknown};
use polywire::calls::{CAPNP_WIRE, has_references};
use polywire_net::Linked;
use polywire_rpc::objects::{Event, Exception, Method, ObjectId, Problem, Results};
use polywire_rpc::{Call, End, Item, Status};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread::Scope;

/// What all connections need.
struct Served {
    ground: Arc<Ground>,
    first: ObjectId,
    /// The names of the interfaces and methods.
    methods: BTreeMap<Key, (String, String)>,
    calls: Calls,
}

/// A connection, as its calls have it.
struct Connection {
    session: Mutex<Session>,
    running: Running,
}

/// A call that has arrived.
struct Asked {
    served: Arc<Served>,
    connection: Arc<Connection>,
    answer: u32,
    key: Key,
    params: Vec<u8>,
}

pub fn service(place: Place, ground: &Arc<Ground>, global: Global) -> Result<Service, Failure> {
    let mut methods = BTreeMap::new();
    for (key, called) in operations(&ground.model)? {
        let types = [Some(called.method.input), called.method.output];
        if types.into_iter().flatten().any(|id| has_references(&ground.model, id)) {
            let why = "it takes or returns references, which only objects with --mock have";
            terminal::print("warning", &format!("`{}` is left out: {why}", called.name()), global);
            continue;
        }
        methods.insert(key, (called.service.path(), called.method.name.clone()));
    }
    let first = first(ground.bootstrap.as_ref(), &ground.model)?;
    let served = Arc::new(Served { ground: ground.clone(), first, methods, calls: Calls::default() });
    let serving = served.clone();
    let takes = Takes::Links(Arc::new(move |linked| serving.serve(linked)));
    Ok(Service::new(place, takes, move || served.calls.stop()))
}

impl Served {
    /// Serves a connection until it ends.
    fn serve(self: &Arc<Self>, linked: Linked) {
        let Some(session) = Session::new(self.ground.max_size) else { return };
        let connection = Arc::new(Connection { session: Mutex::new(session), running: Running::default() });
        Stream::serve((&self.ground.network, &self.calls), linked, |stream, scope, bytes| {
            let messages = locked(&connection.session).read(bytes);
            for message in messages {
                let events = {
                    let mut session = locked(&connection.session);
                    session.peer.receive(message);
                    std::iter::from_fn(|| session.peer.next_event()).collect::<Vec<_>>()
                };
                events.into_iter().for_each(|event| self.handle((stream, scope), &connection, event));
            }
            let mut session = locked(&connection.session);
            let mut sent = Vec::new();
            let is_written = session.write(&mut sent);
            stream.send(Some(sent).filter(|sent| !sent.is_empty()));
            is_written && !session.peer.is_over()
        });
    }

    fn handle<'c>(
        self: &Arc<Self>,
        (stream, scope): (&'c Stream<'_>, &'c Scope<'c, '_>),
        connection: &Arc<Connection>,
        event: Event,
    ) {
        match event {
            Event::Started { answer } => connection.answer(answer, Ok(only(self.first))),
            Event::Called { answer, object, method: Method { interface, number }, params } => {
                let (served, connection) = (self.clone(), connection.clone());
                let mail = stream.mail();
                connection.running.begin(answer, &mail);
                let key = (object, interface, number);
                stream.start(scope, Asked { served, connection, answer, key, params: params.body }, mail);
            }
            Event::Cancelled { answer } => connection.running.cancel(answer),
            Event::Returned(..) | Event::Dropped(_) | Event::Over(_) => {}
        }
    }
}

impl Connection {
    fn answer(&self, answer: u32, result: Result<Results, Exception>) {
        // Whoever is no caller any more gets no answer.
        let _ = locked(&self.session).peer.answer(answer, result);
    }

    /// Answers a call, and returns what is sent. Nothing waits for the results, as they have no references.
    fn answered(&self, answer: u32, result: Result<Results, Exception>) -> Option<Vec<u8>> {
        self.running.end(answer);
        let mut session = locked(&self.session);
        let _ = session.peer.answer(answer, result);
        let mut sent = Vec::new();
        session.write(&mut sent);
        Some(sent).filter(|sent| !sent.is_empty())
    }
}

impl Asked {
    fn end(&self, mail: Mail) -> Result<End, Exception> {
        let (_, interface, number) = self.key;
        let named = self.served.methods.get(&self.key).cloned();
        let (service, method) = named.ok_or_else(|| unknown(Method { interface, number }))?;
        let item = Some(Item { compressed: false, body: self.params.clone() });
        let call = Call { service, method, format: CAPNP_WIRE.to_owned(), item, ..Call::default() };
        Ok(answered(&self.served.ground.methods, &call, mail))
    }
}

impl Asks for Asked {
    fn answer(&self, mail: Mail) -> Option<Vec<u8>> {
        let result = self.end(mail).and_then(|end| match end.status {
            Status::OK => {
                let body = end.item.map_or_else(Vec::new, |item| item.body);
                Ok(Results { body, references: Vec::new() })
            }
            _ => Err(exception(&end)),
        });
        self.connection.answered(self.answer, result)
    }

    fn refuse(&self, end: End) -> Option<Vec<u8>> {
        self.connection.answered(self.answer, Err(exception(&end)))
    }
}

/// Returns the exception that an end stands for.
fn exception(end: &End) -> Exception {
    let problem = match end.status {
        Status::UNIMPLEMENTED => Problem::Unimplemented,
        Status::RESOURCE_EXHAUSTED => Problem::Overloaded,
        Status::UNAVAILABLE => Problem::Disconnected,
        _ => Problem::Failed,
    };
    Exception::new(problem, format!("{}: {}", end.status, end.message))
}
