//! Objects of Cap'n Proto that answer with examples or random values. There is one object for each interface, and all references of an
//! interface are to it.

use super::super::args::{Global, Serve as Args};
use super::super::call::{codec_of, internal};
use super::super::failure::Failure;
use super::super::model::Schema;
use super::accepting::{LAST, links};
use super::mock::Examples;
use super::place;
use polywire::calls::{Called, Headers};
use polywire::codec::Codec;
use polywire_front::capnp::capability_at;
use polywire_model::attr::CapnpOpaque;
use polywire_model::{DeclId, DeclKind, Model, ServiceId, Type};
use polywire_net::{Arrived, Linked, Network};
use polywire_rpc::objects::{Event, Exception, Limits, Method, ObjectId, Peer, Problem, Reference, Results};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Bytes that are sent at a time, if one answer has no more.
const PIECE: usize = 1 << 16;

/// The objects of a server, by the positions of their interfaces.
struct Objects {
    /// The object with which connections start.
    first: ObjectId,
    methods: BTreeMap<(ObjectId, u64, u16), Answer>,
    max_size: u64,
}

/// What a method returns.
struct Answer {
    /// Reads what it takes.
    taken: Codec,
    results: Results,
}

pub fn run(args: &Args, schema: &Schema, global: Global) -> Result<(), Failure> {
    if args.exec.is_some() {
        return Err(Failure::Usage("objects of Cap'n Proto are answered with --mock only".to_owned()));
    }
    let (objects, place, network) = (Objects::new(args, schema, global)?, place(args)?, Network::start()?);
    links(&place, (&network, global), move |linked| objects.serve(linked), || {})
}

impl Objects {
    fn new(args: &Args, schema: &Schema, global: Global) -> Result<Self, Failure> {
        let model = &schema.model;
        let mut examples = Examples::new(args, schema)?;
        let mut methods = BTreeMap::new();
        for (service, id) in model.services.iter().zip((0..).map(ServiceId)) {
            for (declaring, method) in model.methods(id) {
                let interface = model.service(declaring).attrs.capnp_id;
                let (Some(interface), Some(number), Some(returned)) =
                    (interface, method.attrs.capnp_ordinal, method.output)
                else {
                    let why = "has no ids of Cap'n Proto, because its schema is not in that language";
                    return Err(Failure::Usage(format!("`{}` {why}", service.path())));
                };
                let called = Called { service, method };
                let wire = args.wire().ok_or_else(|| internal("a format"))?;
                let taken = codec_of((schema, wire), method.input, &args.limits, global)?;
                let mut filling = Filling { model, is_random: !examples.has_example(called), references: Vec::new() };
                let refer = |document: &mut Value| filling.fill(returned, document);
                let body = examples.referring(args, (schema, called), (returned, refer), global)?;
                let answer = Answer { taken, results: Results { body, references: filling.references } };
                methods.insert((object(id), interface, number), answer);
            }
        }
        Ok(Self { first: first(args, model)?, methods, max_size: args.limits.max_size })
    }

    /// Serves a connection until it ends.
    fn serve(&self, Linked { link, mut arrived, .. }: Linked) {
        let Some(mut headers) = Headers::new(self.max_size) else { return };
        let mut peer = Peer::new(Limits::default(), capability_at);
        while let Some(Arrived::Data(bytes)) = arrived.receive(None) {
            let messages = match headers.read(&bytes) {
                Ok(messages) => messages,
                Err(wrong) => {
                    peer.abort(Problem::Failed, wrong.to_string());
                    Vec::new()
                }
            };
            let mut sent = Vec::new();
            for message in messages {
                peer.receive(message);
                self.answer(&mut peer);
                if !write(&mut peer, &mut headers, &mut sent) {
                    return;
                }
                // A client that sends many calls and reads no answers is waited for.
                if sent.len() > PIECE && !link.send(std::mem::take(&mut sent)) {
                    return;
                }
            }
            let is_written = write(&mut peer, &mut headers, &mut sent);
            if !is_written || !sent.is_empty() && !link.send(sent) || peer.is_over() {
                break;
            }
        }
        link.close(LAST);
    }

    fn answer(&self, peer: &mut Peer) {
        while let Some(event) = peer.next_event() {
            let (answer, result) = match event {
                Event::Started { answer } => (answer, Ok(only(self.first))),
                Event::Called { answer, object, method, params } => (answer, self.called(object, method, &params)),
                Event::Cancelled { .. } | Event::Returned(..) | Event::Dropped(_) | Event::Over(_) => continue,
            };
            // Whoever is no caller any more gets no answer.
            let _ = peer.answer(answer, result);
        }
    }

    fn called(&self, object: ObjectId, method: Method, params: &Results) -> Result<Results, Exception> {
        let Method { interface, number } = method;
        let Some(answer) = self.methods.get(&(object, interface, number)) else {
            let reason = format!("there is no method {number} of the interface {interface:#018x}");
            return Err(Exception::new(Problem::Unimplemented, reason));
        };
        // An empty value is a null pointer: a struct of defaults.
        if let Some(refusal) = answer.taken.decode(&params.body).err().filter(|_| !params.body.is_empty()) {
            return Err(Exception::new(Problem::Failed, format!("the parameters cannot be read: {refusal}")));
        }
        Ok(answer.results.clone())
    }
}

/// Appends what a side has to send; returns false if that is not possible.
fn write(peer: &mut Peer, headers: &mut Headers, sent: &mut Vec<u8>) -> bool {
    while let Some(message) = peer.next_action() {
        match headers.write(&message) {
            Ok(bytes) => sent.extend(bytes),
            Err(_) => return false,
        }
    }
    true
}

const fn object(ServiceId(number): ServiceId) -> ObjectId {
    ObjectId(number as u64)
}

/// A message whose root is the first reference of its table.
fn only(object: ObjectId) -> Results {
    let body = [&[0, 0, 0, 0, 1, 0, 0, 0][..], &[3, 0, 0, 0, 0, 0, 0, 0]].concat();
    Results { body, references: vec![Reference::Own(object)] }
}

/// Returns the object with which connections start: of the interface that the user names, or the only one that no method returns.
fn first(args: &Args, model: &Model) -> Result<ObjectId, Failure> {
    let all = || model.services.iter().zip((0..).map(ServiceId));
    let names = |ids: &[ServiceId]| {
        ids.iter().map(|id| format!("`{}`", model.service(*id).path())).collect::<Vec<_>>().join(", ")
    };
    let found: Vec<ServiceId> = match &args.bootstrap {
        Some(wanted) => {
            let is_meant = |name: &str| name == wanted || name.ends_with(&format!(".{wanted}"));
            all().filter(|(service, _)| is_meant(&service.path())).map(|(_, id)| id).collect()
        }
        None => {
            let returned = returned(model);
            all()
                .filter(|(it, _)| it.attrs.capnp_id.is_none_or(|id| !returned.contains(&id)))
                .map(|(_, id)| id)
                .collect()
        }
    };
    match found.as_slice() {
        [one] => Ok(object(*one)),
        [] => {
            let every: Vec<ServiceId> = all().map(|(_, id)| id).collect();
            Err(Failure::Usage(format!("--bootstrap has to name an interface of the schema: {}", names(&every))))
        }
        several => Err(Failure::Usage(format!(
            "connections may start with an object of {}; choose the interface with --bootstrap",
            names(several)
        ))),
    }
}

/// Returns the ids of the interfaces of which there are references, and of those that others extend.
fn returned(model: &Model) -> Vec<u64> {
    let fields = model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Struct(it) => Some(it.fields.iter()),
        _ => None,
    });
    let opaque = fields.flatten().filter_map(|field| match field.attrs.capnp_opaque {
        Some(CapnpOpaque::Capability(id)) => id,
        _ => None,
    });
    let bases = model.services.iter().flat_map(|it| &it.extends).filter_map(|id| model.service(*id).attrs.capnp_id);
    opaque.chain(bases).collect()
}

/// Makes the numbers in a document that stand for references positions in a table, of references to the objects of their interfaces.
/// References of any interface become null.
struct Filling<'m> {
    model: &'m Model,
    /// All references are to objects; in an example, 0 is none.
    is_random: bool,
    references: Vec<Reference>,
}

impl Filling<'_> {
    fn fill(&mut self, id: DeclId, document: &mut Value) {
        match &self.model.decl(id).kind {
            DeclKind::Struct(it) => it.fields.iter().for_each(|field| {
                let is_union = matches!(&field.ty, Type::Named(id) if self.model.as_union(*id).is_some());
                match (&field.ty, is_union) {
                    // The cases of a union are members of the struct.
                    (Type::Named(union), true) => self.fill(*union, document),
                    _ => self.member((&field.name, &field.ty, field.attrs.capnp_opaque), document),
                }
            }),
            DeclKind::Union(it) => it.cases.iter().for_each(|case| {
                // Only one case is there.
                if let Some(ty) = case.ty.as_ref().filter(|_| document.get(&case.name).is_some()) {
                    self.member((&case.name, ty, case.attrs.capnp_opaque), document);
                }
            }),
            DeclKind::Enum(_) | DeclKind::Constant(_) => {}
        }
    }

    fn member(&mut self, (name, ty, opaque): (&str, &Type, Option<CapnpOpaque>), document: &mut Value) {
        let is_reference = matches!(opaque, Some(CapnpOpaque::Capability(_))) && !matches!(ty, Type::List(_));
        if is_reference
            && self.is_random
            && let Some(members) = document.as_object_mut()
        {
            // JSON leaves out 0.
            members.entry(name).or_insert(json!(0));
        }
        if let Some(value) = document.get_mut(name) {
            self.value((ty, opaque), value);
        }
    }

    fn value(&mut self, (ty, opaque): (&Type, Option<CapnpOpaque>), value: &mut Value) {
        match (ty, opaque) {
            (Type::List(element), _) => {
                value.as_array_mut().into_iter().flatten().for_each(|it| self.value((element, opaque), it));
            }
            (_, Some(CapnpOpaque::Capability(id))) => *value = self.reference(id, *value != json!(0)),
            (Type::Named(id), _) => self.fill(*id, value),
            _ => {}
        }
    }

    fn reference(&mut self, id: Option<u64>, is_wanted: bool) -> Value {
        let services = (0..).map(ServiceId).zip(&self.model.services);
        let mut found = services.filter(|(_, it)| id.is_some() && it.attrs.capnp_id == id).map(|(id, _)| id);
        match found.next().filter(|_| is_wanted || self.is_random) {
            Some(service) => {
                self.references.push(Reference::Own(object(service)));
                json!(self.references.len())
            }
            None => json!(0),
        }
    }
}
