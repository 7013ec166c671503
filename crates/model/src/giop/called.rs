//! The operations that messages call.

use super::implicit;
use crate::attr::{CorbaForm, CorbaMethod};
use crate::{Called, DeclId, Method, Model, Presence, ServiceId, Type};

/// An operation: its method, and the service that declares it.
pub(super) type Operation<'m> = (ServiceId, &'m Method);

/// Returns what a name can mean in a schema.
pub fn named(model: &Model) -> Vec<(String, Called)> {
    let all = interfaces(model);
    let operations = all.iter().flat_map(|id| {
        let (path, id) = (model.service(*id).path(), *id);
        let own = model.methods(id).into_iter().map(|(_, method)| method.name.clone());
        let all = own.chain(implicit::names().map(str::to_owned));
        all.map(move |name| (format!("{path}.{name}"), Called::Method(id, name)))
    });
    all.iter().map(|id| (model.service(*id).path(), Called::Service(*id))).chain(operations).collect()
}

impl Called {
    fn interfaces(&self, model: &Model) -> Vec<ServiceId> {
        match self {
            Self::Any => interfaces(model),
            Self::Service(id) | Self::Method(id, _) => model.with_bases(*id),
        }
    }

    fn includes(&self, method: &Method) -> bool {
        match self {
            Self::Any | Self::Service(_) => true,
            Self::Method(_, name) => method.name == *name,
        }
    }
}

/// Returns the interfaces whose objects can be in another process.
fn interfaces(model: &Model) -> Vec<ServiceId> {
    let is_remote =
        |id: &ServiceId| model.service(*id).attrs.corba.as_ref().is_some_and(|it| !it.is_local && !it.is_value);
    (0..model.services.len() as u32).map(ServiceId).filter(is_remote).collect()
}

pub(super) fn has_interfaces(model: &Model) -> bool {
    !interfaces(model).is_empty()
}

/// Returns the operations, each once.
pub(super) fn operations<'m>(model: &'m Model, called: &Called) -> Result<Vec<Operation<'m>>, String> {
    if !has_interfaces(model) {
        return Err(
            "the schema has no interfaces of IDL; leave it out, and the bodies of messages are octets".to_owned()
        );
    }
    let mut found: Vec<Operation<'m>> = Vec::new();
    for id in called.interfaces(model) {
        for method in model.service(id).methods.iter().filter(|it| called.includes(it)) {
            match found.iter().find(|(_, other)| other.name == method.name) {
                Some(other) if !have_same_parameters(model, other.1, method) => {
                    return Err(clash(model, *other, (id, method)));
                }
                Some(_) => {}
                None => found.push((id, method)),
            }
        }
    }
    Ok(found)
}

/// Returns the operation with a name, if all operations of this name return the same.
pub fn replying(model: &Model, called: &Called, name: &str) -> Option<Called> {
    let all = called.interfaces(model);
    if implicit::names().any(|it| it == name) {
        return Some(Called::Method(*all.first()?, name.to_owned()));
    }
    let of = |id: &ServiceId| model.service(*id).methods.iter().find(|it| it.name == name).map(|it| (*id, it));
    let found: Vec<Operation<'_>> = all.iter().filter_map(of).collect();
    let (id, first) = found.first()?;
    let returned = |it: &Method| it.output.map(|id| fields(model, id));
    let is_same = found.iter().all(|(_, it)| returned(it) == returned(first) && it.raises == first.raises);
    is_same.then(|| Called::Method(*id, name.to_owned()))
}

/// Returns true if requests of two operations have the same parameters.
fn have_same_parameters(model: &Model, one: &Method, other: &Method) -> bool {
    let has_context = |it: &Method| matches!(it.attrs.corba, CorbaMethod::WithContext(_));
    fields(model, one.input) == fields(model, other.input) && has_context(one) == has_context(other)
}

/// Returns what decides how the fields of a struct are written.
fn fields(model: &Model, id: DeclId) -> Vec<(&str, &Type, Presence, &CorbaForm)> {
    let fields = model.as_struct(id).map_or(&[][..], |it| it.fields.as_slice());
    fields.iter().map(|field| (field.name.as_str(), &field.ty, field.presence, &field.attrs.corba)).collect()
}

fn clash(model: &Model, (one, method): Operation<'_>, (other, _): Operation<'_>) -> String {
    let [one, other] = [one, other].map(|id| model.service(id).path());
    format!(
        "`{one}` and `{other}` have an operation `{}` with different parameters, and requests do not name the interface; choose one with `--type {one}`, or leave one out of the schema",
        method.name
    )
}
