//! Objects of CORBA: one for each interface, whose key is the name of the interface.
//!
//! Design: docs/decisions/0158-servers-of-objects.md

use super::super::call::internal;
use super::super::failure::Failure;
use super::accepting::{Names, Place, Service, Takes};
use super::calls::Calls;
use super::listening::{Ground, without_streams};
use super::single::answered;
use super::stream::{Asks, Mail, Running, Stream, locked};
use polywire::calls::giop::{
    Arriving, Frames, Head, Request, Served as Operation, Untyped, exception_of, reference_to, system_name,
};
use polywire_model::ServiceId;
use polywire_net::{Address, Linked};
use polywire_rpc::{Call, End, Item, Status};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread::Scope;

/// What each object answers by itself, besides what no object here has (`_interface`, `_component`).
const IMPLICIT: [&str; 3] = ["_is_a", "_non_existent", "_repository_id"];
/// Whether an object has done what was asked, if it fails.
const NOT_COMPLETED: &str = "COMPLETED_NO";
const MAYBE_COMPLETED: &str = "COMPLETED_MAYBE";

/// What all connections need.
struct Served {
    ground: Arc<Ground>,
    /// By the keys of their objects.
    interfaces: BTreeMap<Vec<u8>, ServiceId>,
    untyped: Untyped,
    /// Those that were called, with strings in UTF-8 or not; or why they cannot be called.
    operations: Mutex<BTreeMap<(ServiceId, String, bool), Compiled>>,
    calls: Calls,
}

type Compiled = Arc<Result<Operation, String>>;

/// A call that has arrived.
struct Asked {
    served: Arc<Served>,
    running: Arc<Running>,
    head: Head,
    request: Request,
    is_utf8: bool,
    bytes: Vec<u8>,
}

/// Why an object does not do what was asked: the name of an exception of the ORB.
type Refusal = (&'static str, &'static str);

pub fn service(place: Place, ground: &Arc<Ground>) -> Result<Service, Failure> {
    let model = &ground.model;
    if let Address::Unix(path) = &place.0.address {
        let path = path.display();
        return Err(Failure::Usage(format!("`unix:{path}`: objects of CORBA have hosts and ports as addresses")));
    }
    without_streams(model, "GIOP")?;
    let is_remote =
        |id: &ServiceId| model.service(*id).attrs.corba.as_ref().is_some_and(|it| !it.is_local && !it.is_value);
    let remote: Vec<ServiceId> = (0..).map(ServiceId).take(model.services.len()).filter(is_remote).collect();
    if remote.is_empty() {
        return Err(Failure::Usage("servers of GIOP need a schema with interfaces in IDL".to_owned()));
    }
    let key = |id: &ServiceId| (model.service(*id).path().into_bytes(), *id);
    let names = names(ground, &remote, &place);
    let served = Arc::new(Served {
        ground: ground.clone(),
        interfaces: remote.iter().map(key).collect(),
        untyped: Untyped::new().ok_or_else(|| internal("the codecs of calls"))?,
        operations: Mutex::default(),
        calls: Calls::default(),
    });
    let serving = served.clone();
    let takes = Takes::Links(Arc::new(move |linked| serving.serve(linked)));
    Ok(Service { names, ..Service::new(place, takes, move || served.calls.stop()) })
}

/// Returns what tells the references to objects when the address is known.
fn names(ground: &Ground, remote: &[ServiceId], (target, _): &Place) -> Names {
    let named = |id: &ServiceId| {
        let service = ground.model.service(*id);
        (service.path(), service.attrs.corba.as_ref().map(|it| it.repository_id.clone()).unwrap_or_default())
    };
    let all: Vec<(String, String)> = remote.iter().map(named).collect();
    let host = if let Address::Host(host, _) = &target.address { host.clone() } else { String::new() };
    Box::new(move |url| {
        let port = url.rsplit_once(':').and_then(|(_, port)| port.parse().ok());
        let reference = |(path, id): &(String, String)| {
            let text = reference_to(id, (&host, port?), path.as_bytes())?;
            Some(format!("{path}: {text}"))
        };
        std::iter::once(url.to_owned()).chain(all.iter().filter_map(reference)).collect()
    })
}

impl Served {
    /// Serves a connection until it ends.
    fn serve(self: &Arc<Self>, linked: Linked) {
        let (mut frames, mut untyped) = (Frames::new(self.ground.max_size), self.untyped.fork());
        let (running, mut is_utf8) = (Arc::<Running>::default(), false);
        Stream::serve((&self.ground.network, &self.calls), linked, |stream, scope, bytes| {
            frames.push(bytes);
            loop {
                let message = match frames.next_message() {
                    Ok(Some(message)) => message,
                    Ok(None) => return true,
                    Err(_) => break,
                };
                let Ok((head, arriving)) = untyped.read(&message) else { break };
                match arriving {
                    Arriving::Request(request) => {
                        is_utf8 = request.is_utf8.unwrap_or(is_utf8);
                        let (served, running) = (self.clone(), running.clone());
                        let asked = Asked { served, running, head, request, is_utf8, bytes: message };
                        asked.start(stream, scope);
                    }
                    Arriving::Locate(id, key) => {
                        let is_here = key.is_some_and(|key| self.interfaces.contains_key(&key));
                        stream.send(untyped.located(head, id, is_here));
                    }
                    Arriving::Cancel(id) => running.cancel(id),
                    Arriving::Close => return false,
                    Arriving::Nothing => {}
                }
            }
            stream.send(untyped.not_understood());
            false
        });
    }

    /// Returns an operation that is there; compiles it for its first call.
    fn operation(&self, service: ServiceId, name: &str, is_utf8: bool) -> Compiled {
        let key = (service, name.to_owned(), is_utf8);
        if let Some(found) = locked(&self.operations).get(&key) {
            return found.clone();
        }
        let made = Arc::new(Operation::new(&self.ground.model, (service, name), is_utf8));
        locked(&self.operations).insert(key, made.clone());
        made
    }
}

impl Asked {
    fn start<'c>(self, stream: &'c Stream<'_>, scope: &'c Scope<'c, '_>) {
        let mail = stream.mail();
        self.running.begin(self.request.id, &mail);
        stream.start(scope, self, mail);
    }

    /// Returns the results as a message, or the end of the call that failed.
    fn replied(&self, mail: Mail) -> Result<Vec<u8>, Refusal> {
        let service = self.request.key.as_ref().and_then(|key| self.served.interfaces.get(key));
        let service = *service.ok_or(("OBJECT_NOT_EXIST", NOT_COMPLETED))?;
        let (ground, name) = (&self.served.ground, &self.request.operation);
        let path = ground.model.service(service).path();
        let implicit = IMPLICIT.contains(&name.as_str());
        if !implicit && ground.methods.get(&path, name).is_none() {
            return Err(("BAD_OPERATION", NOT_COMPLETED));
        }
        let compiled = self.served.operation(service, name, self.is_utf8);
        let mut operation = compiled.as_ref().as_ref().map_err(|_| ("NO_IMPLEMENT", NOT_COMPLETED))?.fork();
        let params = operation.parameters(&self.bytes).map_err(|_| ("MARSHAL", NOT_COMPLETED))?;
        let (head, id) = (self.head, self.request.id);
        let marshalled = |it: Result<Vec<u8>, String>| it.map_err(|_| ("MARSHAL", MAYBE_COMPLETED));
        if implicit {
            return marshalled(operation.results(head, id, self.implicit(service, &params).to_string().as_bytes()));
        }
        let end = self.end((path, name.clone()), params, mail);
        if end.status != Status::OK {
            let raised = exception_of(&end).and_then(|raised| operation.raised(head, id, raised));
            return raised.ok_or((system_name(end.status), MAYBE_COMPLETED));
        }
        let results = end.item.map_or_else(|| b"{}".to_vec(), |item| item.body);
        marshalled(operation.results(head, id, &results))
    }

    fn end(&self, (service, method): (String, String), params: Vec<u8>, mail: Mail) -> End {
        let item = Some(Item { compressed: false, body: params });
        let call = Call { service, method, format: "json".to_owned(), item, ..Call::default() };
        answered(&self.served.ground.methods, &call, mail)
    }

    /// Returns what each object answers by itself.
    fn implicit(&self, service: ServiceId, params: &[u8]) -> Value {
        let model = &self.served.ground.model;
        let id = |service: ServiceId| model.service(service).attrs.corba.as_ref().map(|it| it.repository_id.as_str());
        let result = match self.request.operation.as_str() {
            "_is_a" => {
                let params: Value = serde_json::from_slice(params).unwrap_or_default();
                let wanted = params.get("logicalTypeId").and_then(Value::as_str);
                let is_own = model.with_bases(service).into_iter().any(|it| id(it) == wanted);
                json!(is_own || wanted == Some("IDL:omg.org/CORBA/Object:1.0"))
            }
            "_repository_id" => json!(id(service)),
            _ => json!(false),
        };
        json!({"result": result})
    }
}

impl Asks for Asked {
    fn answer(&self, mail: Mail) -> Option<Vec<u8>> {
        let untyped = || self.served.untyped.fork();
        let (head, id) = (self.head, self.request.id);
        let reply = match self.replied(mail) {
            _ if !self.request.has_reply => None,
            Ok(reply) => Some(reply),
            Err(_) if self.request.key.is_none() => untyped().wants_key(head, id),
            Err(refusal) => untyped().failed(head, id, refusal),
        };
        if self.running.end(id) { reply } else { None }
    }

    fn refuse(&self, end: End) -> Option<Vec<u8>> {
        self.running.end(self.request.id);
        let refusal = (system_name(end.status), NOT_COMPLETED);
        self.served.untyped.fork().failed(self.head, self.request.id, refusal).filter(|_| self.request.has_reply)
    }
}
