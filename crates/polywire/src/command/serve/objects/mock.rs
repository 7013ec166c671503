//! Objects of Cap'n Proto that answer with examples or random values. There is one object for each interface, and all references of an
//! interface are to it.

use super::super::super::args::{Global, Serve as Args};
use super::super::super::call::{codec_of, internal};
use super::super::super::failure::Failure;
use super::super::super::model::Schema;
use super::super::accepting::LAST;
use super::super::mock::Examples;
use super::session::Session;
use super::{Key, first, object, only, operations, unknown};
use polywire::codec::Codec;
use polywire_model::attr::CapnpOpaque;
use polywire_model::{DeclId, DeclKind, Model, ServiceId, Type};
use polywire_net::{Arrived, Linked};
use polywire_rpc::objects::{Event, Exception, ObjectId, Peer, Problem, Reference, Results};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Bytes that are sent at a time, if one answer has no more.
const PIECE: usize = 1 << 16;

/// The objects of a server.
pub struct Objects {
    first: ObjectId,
    methods: BTreeMap<Key, Answer>,
    max_size: u64,
}

/// What a method returns.
struct Answer {
    /// Reads what it takes.
    taken: Codec,
    results: Results,
}

impl Objects {
    pub fn new(args: &Args, schema: &Schema, global: Global) -> Result<Self, Failure> {
        let model = &schema.model;
        let mut examples = Examples::new(args, schema)?;
        let mut methods = BTreeMap::new();
        for (key, called) in operations(model)? {
            let Some(returned) = called.method.output else { continue };
            let wire = args.wire().ok_or_else(|| internal("a format"))?;
            let taken = codec_of((schema, wire), called.method.input, &args.limits, global)?;
            let mut filling = Filling { model, is_random: !examples.has_example(called), references: Vec::new() };
            let refer = |document: &mut Value| filling.fill(returned, document);
            let body = examples.referring(args, (schema, called), (returned, refer), global)?;
            methods.insert(key, Answer { taken, results: Results { body, references: filling.references } });
        }
        Ok(Self { first: first(args.bootstrap.as_ref(), model)?, methods, max_size: args.limits.max_size })
    }

    /// Serves a connection until it ends.
    pub fn serve(&self, Linked { link, mut arrived, .. }: Linked) {
        let Some(mut session) = Session::new(self.max_size) else { return };
        while let Some(Arrived::Data(bytes)) = arrived.receive(None) {
            let mut sent = Vec::new();
            for message in session.read(&bytes) {
                session.peer.receive(message);
                self.answer(&mut session.peer);
                if !session.write(&mut sent) {
                    return;
                }
                // A client that sends many calls and reads no answers is waited for.
                if sent.len() > PIECE && !link.send(std::mem::take(&mut sent)) {
                    return;
                }
            }
            let is_written = session.write(&mut sent);
            if !is_written || !sent.is_empty() && !link.send(sent) || session.peer.is_over() {
                break;
            }
        }
        link.close(LAST);
    }

    fn answer(&self, peer: &mut Peer) {
        while let Some(event) = peer.next_event() {
            let (answer, result) = match event {
                Event::Started { answer } => (answer, Ok(only(self.first))),
                Event::Called { answer, object, method, params } => {
                    let known = self.methods.get(&(object, method.interface, method.number));
                    (answer, known.ok_or_else(|| unknown(method)).and_then(|it| it.results(&params)))
                }
                Event::Cancelled { .. } | Event::Returned(..) | Event::Dropped(_) | Event::Over(_) => continue,
            };
            // Whoever is no caller any more gets no answer.
            let _ = peer.answer(answer, result);
        }
    }
}

impl Answer {
    fn results(&self, params: &Results) -> Result<Results, Exception> {
        // An empty value is a null pointer: a struct of defaults.
        if let Some(refusal) = self.taken.decode(&params.body).err().filter(|_| !params.body.is_empty()) {
            return Err(Exception::new(Problem::Failed, format!("the parameters cannot be read: {refusal}")));
        }
        Ok(self.results.clone())
    }
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
