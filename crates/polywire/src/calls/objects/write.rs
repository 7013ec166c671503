//! Messages as documents of JSON, in the types of `headers.capnp`.

use super::super::base64::encoded;
use polywire_rpc::objects::{
    Call, Descriptor, Exception, Loopback, Message, Outcome, Payload, Problem, Promise, Return, Target,
};
use serde_json::{Value, json};

/// A message that is sent back, because it is not known.
pub(super) fn unimplemented(sent: &[u8]) -> Value {
    json!({"unimplemented": encoded(sent)})
}

/// Messages that hold others are written by [`super::Headers`].
pub(super) fn document(message: &Message) -> Value {
    match message {
        Message::Start { question } => json!({"bootstrap": {"question": question}}),
        Message::Call(it) => json!({"call": call(it)}),
        Message::Return(it) => json!({"return": returned(it)}),
        Message::Finish { question, releases_results } => {
            // Calls that are given up need not be delivered.
            json!({"finish": {"question": question, "releasesResults": releases_results, "cancelsEarly": false}})
        }
        Message::Resolve { promise, to } => {
            let (name, value) = match to {
                Ok(descriptor) => ("reference", reference(descriptor)),
                Err(it) => ("exception", exception(it)),
            };
            json!({"resolve": {"promise": promise, name: value}})
        }
        Message::Release { id, count } => json!({"release": {"id": id, "count": count}}),
        Message::Disembargo { target: to, loopback } => {
            let context = match loopback {
                Loopback::Sender(id) => json!({"senderLoopback": id}),
                Loopback::Receiver(id) => json!({"receiverLoopback": id}),
            };
            json!({"disembargo": {"target": target(to), "context": context}})
        }
        Message::Abort(it) => json!({"abort": exception(it)}),
        Message::Unimplemented(_) | Message::Unknown(_) => Value::Null,
    }
}

fn call(it: &Call) -> Value {
    let results = if it.is_redirected { "yourself" } else { "caller" };
    json!({
        "question": it.question,
        "target": target(&it.target),
        "interface": it.interface.to_string(),
        "method": it.method,
        "params": payload(&it.params),
        "results": {results: true},
    })
}

fn returned(it: &Return) -> Value {
    let (name, value) = match &it.outcome {
        Outcome::Results(results) => ("results", payload(results)),
        Outcome::Failed(failed) => ("exception", exception(failed)),
        Outcome::Cancelled => ("cancelled", true.into()),
        Outcome::Elsewhere => ("sentElsewhere", true.into()),
    };
    json!({"answer": it.answer, "releasesParams": it.releases_params, "needsNoFinish": it.needs_no_finish, name: value})
}

fn payload(it: &Payload) -> Value {
    json!({"content": encoded(&it.body), "references": it.references.iter().map(reference).collect::<Vec<_>>()})
}

fn reference(it: &Descriptor) -> Value {
    match it {
        Descriptor::None => json!({"none": true}),
        Descriptor::Hosted(id) => json!({"hosted": id}),
        Descriptor::Promised(id) => json!({"promised": id}),
        Descriptor::Yours(id) => json!({"yours": id}),
        Descriptor::Answer(it) => json!({"answer": promise(it)}),
    }
}

fn target(it: &Target) -> Value {
    match it {
        Target::Object(id) => json!({"import": id}),
        Target::Answer(it) => json!({"answer": promise(it)}),
    }
}

fn promise(it: &Promise) -> Value {
    json!({"question": it.question, "path": it.path.iter().map(|field| json!({"field": field})).collect::<Vec<_>>()})
}

fn exception(it: &Exception) -> Value {
    let kind = match it.problem {
        Problem::Failed => "failed",
        Problem::Overloaded => "overloaded",
        Problem::Disconnected => "disconnected",
        Problem::Unimplemented => "unimplemented",
    };
    json!({"reason": it.reason, "type": kind})
}
