//! The operations that messages call.

use super::implicit;
use crate::attr::CorbaMethod;
use crate::{Called, DeclId, Method, Model, ServiceId};

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

/// Returns true if requests of two operations have the same parameters.
fn have_same_parameters(model: &Model, one: &Method, other: &Method) -> bool {
    let fields = |id: DeclId| {
        let fields = model.as_struct(id).map_or(&[][..], |it| it.fields.as_slice());
        fields.iter().map(|field| (&field.name, &field.ty, field.presence, &field.attrs.corba)).collect::<Vec<_>>()
    };
    let has_context = |it: &Method| matches!(it.attrs.corba, CorbaMethod::WithContext(_));
    fields(one.input) == fields(other.input) && has_context(one) == has_context(other)
}

fn clash(model: &Model, (one, method): Operation<'_>, (other, _): Operation<'_>) -> String {
    let [one, other] = [one, other].map(|id| model.service(id).path());
    format!(
        "`{one}` and `{other}` have an operation `{}` with different parameters, and requests do not name the interface; choose one with `--type {one}`, or leave one out of the schema",
        method.name
    )
}
