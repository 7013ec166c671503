//! Servers of Cap'n Proto. There is one object for each interface.
//!
//! Design: docs/decisions/0148-objects.md

mod called;
mod mock;
mod session;

use super::super::args::{Global, Serve as Args};
use super::super::failure::Failure;
use super::super::model::Schema;
use super::accepting::{Place, Service, Takes, accept};
pub use called::service;
use mock::Objects;
use polywire::calls::Called;
use polywire_model::attr::CapnpOpaque;
use polywire_model::{DeclKind, Model, ServiceId};
use polywire_net::Network;
use polywire_rpc::objects::{Exception, Method, ObjectId, Problem, Reference, Results};
use std::sync::Arc;

/// A method of an object: the object, the interface that declares the method, and its number there.
type Key = (ObjectId, u64, u16);

/// Serves objects that answer with examples or random values.
pub fn mock(args: &Args, schema: &Schema, place: Place, global: Global) -> Result<(), Failure> {
    let (objects, network) = (Objects::new(args, schema, global)?, Network::start()?);
    let takes = Takes::Links(Arc::new(move |linked| objects.serve(linked)));
    accept(vec![Service::new(place, takes, || {})], (&network, global))
}

/// Returns the methods of all objects.
fn operations(model: &Model) -> Result<Vec<(Key, Called<'_>)>, Failure> {
    let mut all = Vec::new();
    for (service, id) in model.services.iter().zip((0..).map(ServiceId)) {
        for (declaring, method) in model.methods(id) {
            let ids = model.service(declaring).attrs.capnp_id.zip(method.attrs.capnp_ordinal);
            let (interface, number) = ids.ok_or_else(|| {
                let why = "has no ids of Cap'n Proto, because its schema is not in that language";
                Failure::Usage(format!("`{}` {why}", service.path()))
            })?;
            all.push(((object(id), interface, number), Called { service, method }));
        }
    }
    Ok(all)
}

fn unknown(Method { interface, number }: Method) -> Exception {
    let reason = format!("there is no method {number} of the interface {interface:#018x}");
    Exception::new(Problem::Unimplemented, reason)
}

pub const fn object(ServiceId(number): ServiceId) -> ObjectId {
    ObjectId(number as u64)
}

/// A message whose root is the first reference of its table.
fn only(object: ObjectId) -> Results {
    let body = [&[0, 0, 0, 0, 1, 0, 0, 0][..], &[3, 0, 0, 0, 0, 0, 0, 0]].concat();
    Results { body, references: vec![Reference::Own(object)] }
}

/// Returns the object with which connections start: of the interface that the user names, or the only one that no method returns.
fn first(wanted: Option<&String>, model: &Model) -> Result<ObjectId, Failure> {
    let all = || model.services.iter().zip((0..).map(ServiceId));
    let names = |ids: &[ServiceId]| {
        ids.iter().map(|id| format!("`{}`", model.service(*id).path())).collect::<Vec<_>>().join(", ")
    };
    let found: Vec<ServiceId> = match wanted {
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
