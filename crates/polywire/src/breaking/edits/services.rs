//! Edits of services. Their messages are compared as those of any struct; what remains is which calls there are.

use super::{Edit, Subject};
use crate::breaking::pair::Pairs;
use crate::breaking::rule::Rule;
use polywire_model::{DeclId, Method, Model, ServiceId};

pub(super) fn edits(pairs: &Pairs<'_>, found: &mut Vec<Edit>) {
    for (old, id) in pairs.old.model.services.iter().zip((0..).map(ServiceId)) {
        let path = old.path();
        match pairs.new.model.services.iter().position(|new| new.path() == path) {
            Some(new) => methods(pairs, (id, ServiceId(new as u32)), &path, found),
            None => {
                let message = format!("the service `{path}` is removed");
                found.push(Edit::new(Rule::ServiceNoDelete, path, Subject::Other, message).at(Some(old.span), None));
            }
        }
    }
}

/// Callers of a service can call the methods of all that it extends.
fn methods(pairs: &Pairs<'_>, (old, new): (ServiceId, ServiceId), path: &str, found: &mut Vec<Edit>) {
    let (old, span) = (pairs.old.model.methods(old), pairs.new.model.service(new).span);
    let new = pairs.new.model.methods(new);
    for (_, was) in old {
        let edit = |rule, what: &str, span| {
            let message = format!("the method `{path}.{}` {what}", was.name);
            let edit = Edit::new(rule, path.to_owned(), Subject::Other, message);
            edit.of_member(&was.name).at(Some(was.span), Some(span))
        };
        match new.iter().find(|(_, is)| is.name == was.name) {
            None => found.push(edit(Rule::RpcNoDelete, "is removed", span)),
            Some((_, is)) => {
                let rules = differing(pairs, was, is);
                found.extend(rules.into_iter().map(|(rule, what)| edit(rule, &what, is.span)));
            }
        }
    }
}

fn differing(pairs: &Pairs<'_>, was: &Method, is: &Method) -> Vec<(Rule, String)> {
    let types = |one, other| (pairs.old.model.decl(one).path(), pairs.new.model.decl(other).path());
    let mut rules = Vec::new();
    if pairs.decls.get(&was.input) != Some(&is.input) {
        let (was, is) = types(was.input, is.input);
        rules.push((Rule::RpcSameRequestType, format!("took `{was}` and takes `{is}`")));
    }
    if was.output.and_then(|output| pairs.decls.get(&output)) != is.output.as_ref() {
        let name = |model: &Model, id: Option<DeclId>| {
            id.map_or_else(|| "no answer".to_owned(), |id| format!("`{}`", model.decl(id).path()))
        };
        let (was, is) = (name(pairs.old.model, was.output), name(pairs.new.model, is.output));
        rules.push((Rule::RpcSameResponseType, format!("returned {was} and returns {is}")));
    }
    let stream = |streams: bool| if streams { "a stream" } else { "one message" };
    if was.streams_input != is.streams_input {
        let what = format!("took {} and takes {}", stream(was.streams_input), stream(is.streams_input));
        rules.push((Rule::RpcSameClientStreaming, what));
    }
    if was.streams_output != is.streams_output {
        let what = format!("returned {} and returns {}", stream(was.streams_output), stream(is.streams_output));
        rules.push((Rule::RpcSameServerStreaming, what));
    }
    rules
}
