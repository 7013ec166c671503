//! Sessions of protocols over HTTP: whatever the other side sends, each call ends once, and what is sent can be read.

use polywire::calls::http_json::Routes;
use polywire::calls::{Envelopes, PROTOCOLS, Protocol};
use polywire::schema::{Language, compile};
use polywire_front::{LoadError, LoadedFile};
use polywire_rpc::{Action, Call, Client, Count, Envelope, Event, Item, Limits, Server, ServerEvent, Shape, Start};
use std::cell::RefCell;
use std::time::Duration;

const LIMITS: Limits = Limits { calls: 4, unsent: 2, untaken: 2 };
/// Schemas with rules for JSON over HTTP: in the path, the query, and the body.
const SCHEMA: &str = "syntax = \"proto2\"; package google.api; import \"google/protobuf/descriptor.proto\";
    extend google.protobuf.MethodOptions { optional Rule http = 72295728; }
    message Rule { optional string get = 2; optional string post = 4; optional string body = 7; optional string response_body = 12; }
    service S {
      rpc A(M) returns (M) { option (http) = {get: \"/v1/{text=a/*/b/**}:c\" response_body: \"more\"}; }
      rpc B(M) returns (M) { option (http) = {post: \"/v1/{inner.text}\" body: \"inner\"}; }
      rpc C(M) returns (M) { option (http) = {post: \"/v2/{number}\" body: \"*\"}; }
    }
    message M { optional string text = 1; optional M inner = 2; repeated int32 more = 3; optional bool flag = 4; optional double number = 5; }";

thread_local! {
    static ENVELOPES: RefCell<Vec<(&'static Protocol, Envelopes)>> = RefCell::new(forms());
    static ROUTES: Routes = routes();
}

/// The forms of all protocols.
fn forms() -> Vec<(&'static Protocol, Envelopes)> {
    let all = PROTOCOLS.iter().flat_map(|protocol| protocol.forms());
    all.map(|form| (form, Envelopes::new(form, polywire::Limits::default()).expect("codecs"))).collect()
}

fn routes() -> Routes {
    const FILE: &str = "rules.proto";
    let load = |name: &str| match name {
        FILE => Ok(LoadedFile { name: FILE.to_owned(), bytes: SCHEMA.as_bytes().to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    let compiled = compile(Language::Proto, FILE, &load);
    Routes::new(&compiled.model.expect("a model"), &compiled.descriptors.expect("descriptors")).expect("rules")
}

/// A byte chooses the form of a protocol, the side and the shape of the method. Envelopes follow, each behind its size in two bytes. The last choice
/// is a request of JSON over HTTP instead: its method, its path and its body, with line feeds between them.
pub fn calls_http(data: &[u8]) {
    let Some((choice, rest)) = data.split_first() else { return };
    ENVELOPES.with_borrow(|forms| match forms.get(usize::from(choice / 8)) {
        Some((_, envelopes)) => session(*choice, envelopes, rest),
        None => request(rest),
    });
}

/// Returns the choice of a form, by the name of its format; or that of requests.
pub fn choice_of_form(format: &str) -> u8 {
    ENVELOPES.with_borrow(|forms| {
        let found = forms.iter().position(|(protocol, _)| protocol.format == format);
        u8::try_from(found.unwrap_or(forms.len()) * 8).expect("few forms")
    })
}

fn session(choice: u8, envelopes: &Envelopes, mut rest: &[u8]) {
    let count = |bit: u8| if choice & bit == 0 { Count::One } else { Count::Many };
    let shape = Shape { takes: count(1), returns: count(2) };
    let mut side = Side::new(choice & 4 == 0, shape);
    while let Some((size, behind)) = rest.split_first_chunk::<2>() {
        let (bytes, behind) = behind.split_at(behind.len().min(u16::from_be_bytes(*size).into()));
        side.receive(envelopes.decode(bytes).ok().flatten());
        side.react(envelopes);
        rest = behind;
    }
    side.end(envelopes);
}

/// One side of a call.
enum Side {
    Calls(Client, polywire_rpc::CallId),
    Answers(Server, Shape),
}

impl Side {
    fn new(is_client: bool, shape: Shape) -> Self {
        if !is_client {
            return Self::Answers(Server::new(LIMITS), shape);
        }
        let mut client = Client::new(LIMITS);
        let call = Call { timeout: Some(1000), ..Call::default() };
        let id = client.open(call, shape.returns, Duration::ZERO).expect("a call");
        client.send(id, Item::default()).expect("a message");
        Self::Calls(client, id)
    }

    fn receive(&mut self, envelope: Option<Envelope>) {
        match (self, envelope) {
            (Self::Calls(client, id), Some(envelope)) => client.receive(*id, envelope),
            (Self::Calls(client, id), None) => client.broken(*id, "no envelope"),
            (Self::Answers(server, shape), Some(Envelope::Call(call))) => {
                let _ = server.accept(&call, *shape, Duration::ZERO);
            }
            (Self::Answers(server, _), Some(envelope)) => server.receive(polywire_rpc::CallId(1), envelope),
            (Self::Answers(server, _), None) => server.broken(polywire_rpc::CallId(1), "no envelope"),
        }
    }

    fn react(&mut self, envelopes: &Envelopes) {
        match self {
            Self::Calls(client, _) => {
                while client.next_event().is_some() {}
                while let Some(action) = client.next_action() {
                    written(envelopes, action);
                }
            }
            Self::Answers(server, _) => {
                while let Some(event) = server.next_event() {
                    if let ServerEvent::Item(id, item) = event {
                        server.taken(id);
                        let _ = server.start(id, Start::default());
                        let _ = server.send(id, item);
                        server.sent(id);
                    }
                }
                while let Some(action) = server.next_action() {
                    written(envelopes, action);
                }
            }
        }
    }

    fn end(mut self, envelopes: &Envelopes) {
        let late = Duration::from_secs(1 << 40);
        match &mut self {
            Self::Calls(client, id) => {
                client.advance(late);
                let is_end = |event: &Event| matches!(event, Event::End(..));
                // It was told before if the answer ended.
                let ends = std::iter::from_fn(|| client.next_event()).filter(is_end).count();
                assert!(ends <= 1 && !client.can_send(*id), "a call goes on behind its deadline");
            }
            Self::Answers(server, _) => {
                server.lost_all(&polywire_rpc::End::default());
                assert_eq!(server.calls(), 0);
            }
        }
        self.react(envelopes);
    }
}

/// What is sent can be read. Values that the protocol cannot hold are refused.
fn written(envelopes: &Envelopes, action: Action) {
    let Action::Send(_, envelope) = action else { return };
    if let Ok(bytes) = envelopes.encode(&envelope) {
        assert!(envelopes.decode(&bytes).is_ok(), "{envelope:?} is written as {bytes:?}");
    }
}

fn request(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.splitn(3, '\n');
    let mut line = || lines.next().unwrap_or_default();
    let (verb, path, body) = (line(), line(), line());
    ROUTES.with(|routes| {
        let found = routes.find(verb, path).or_else(|_| routes.find_named(verb, path));
        let Ok(request) = found else { return };
        let Ok(message) = request.bound.message(body.as_bytes()) else { return };
        request.bound.answer(message.clone());
        // A message that comes from a path leads to a path of the same method.
        if let Ok(outgoing) = routes.outgoing(&request.service, &request.method, &message) {
            let again = routes.find(&outgoing.verb, &outgoing.path).expect("a path of the method");
            assert_eq!(again.method, request.method);
        }
    });
}
