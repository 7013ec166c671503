//! Messages from documents of JSON, in the types of `headers.capnp`. Numbers that are 0 and empty lists are left out there.

use super::super::base64::decoded;
use crate::codec::Transcoder;
use polywire_rpc::objects::{
    Call, Descriptor, Exception, Loopback, Message, Outcome, Payload, Problem, Promise, Return, Target,
};
use serde_json::Value;

/// Why a message cannot be read.
type Why = String;

pub(super) fn message(reads: &mut Transcoder, bytes: &[u8]) -> Result<Message, Why> {
    match known(reads, bytes)? {
        // What the other side does not know was sent by this one.
        Message::Unimplemented(it) => match *it {
            Message::Unknown(sent) => Ok(Message::Unimplemented(Box::new(known(reads, &sent)?))),
            it => Ok(Message::Unimplemented(Box::new(it))),
        },
        message => Ok(message),
    }
}

fn known(reads: &mut Transcoder, bytes: &[u8]) -> Result<Message, Why> {
    let mut text = Vec::new();
    reads.transcode(bytes, &mut text).map_err(|(_, refusal)| refusal.to_string())?;
    let document: Value = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
    let members = document.as_object().ok_or("there is no message")?;
    let Some((kind, it)) = members.iter().next() else { return Ok(Message::Unknown(bytes.to_vec())) };
    Ok(match kind.as_str() {
        "bootstrap" => Message::Start { question: number(it, "question")? },
        "call" => Message::Call(call(it)?),
        "return" => Message::Return(returned(it)?),
        "finish" => {
            Message::Finish { question: number(it, "question")?, releases_results: is_not_off(it, "releasesResults") }
        }
        "resolve" => {
            let to = match it.get("exception") {
                Some(it) => Err(exception(it)),
                None => Ok(it.get("reference").map_or(Ok(Descriptor::None), reference)?),
            };
            Message::Resolve { promise: number(it, "promise")?, to }
        }
        "release" => Message::Release { id: number(it, "id")?, count: number(it, "count")? },
        "disembargo" => match loopback(it)? {
            Some(loopback) => Message::Disembargo { target: target(it.get("target"))?, loopback },
            None => Message::Unknown(bytes.to_vec()),
        },
        "abort" => Message::Abort(exception(it)),
        "unimplemented" => {
            let sent = it.as_str().and_then(decoded).ok_or("there is no message")?;
            Message::Unimplemented(Box::new(Message::Unknown(sent)))
        }
        _ => Message::Unknown(bytes.to_vec()),
    })
}

fn call(it: &Value) -> Result<Call, Why> {
    let results = it.get("results").and_then(Value::as_object);
    let interface = it.get("interface").and_then(Value::as_str).unwrap_or("0");
    Ok(Call {
        question: number(it, "question")?,
        target: target(it.get("target"))?,
        interface: interface.parse().map_err(|_| "there is no interface")?,
        method: number(it, "method")?,
        params: payload(it.get("params"))?,
        is_redirected: results.is_some_and(|it| !it.contains_key("caller")),
    })
}

fn returned(it: &Value) -> Result<Return, Why> {
    let has = |name: &str| it.get(name).is_some();
    let outcome = match it.get("exception") {
        Some(failed) => Outcome::Failed(exception(failed)),
        None if has("cancelled") => Outcome::Cancelled,
        None if has("sentElsewhere") || has("takeFrom") || has("thirdParty") => Outcome::Elsewhere,
        None => Outcome::Results(payload(it.get("results"))?),
    };
    let needs_no_finish = it.get("needsNoFinish") == Some(&Value::Bool(true));
    Ok(Return {
        answer: number(it, "answer")?,
        releases_params: is_not_off(it, "releasesParams"),
        needs_no_finish,
        outcome,
    })
}

fn payload(it: Option<&Value>) -> Result<Payload, Why> {
    let Some(it) = it else { return Ok(Payload::default()) };
    let body = it.get("content").and_then(Value::as_str).map_or(Some(Vec::new()), decoded);
    let references = list(it, "references").iter().map(reference).collect::<Result<_, _>>()?;
    Ok(Payload { body: body.ok_or("there is no content")?, references })
}

fn reference(it: &Value) -> Result<Descriptor, Why> {
    let has = |name: &str| it.get(name).is_some();
    Ok(match it.get("answer") {
        Some(it) => Descriptor::Answer(promise(it)?),
        None if has("hosted") => Descriptor::Hosted(number(it, "hosted")?),
        None if has("promised") => Descriptor::Promised(number(it, "promised")?),
        None if has("yours") => Descriptor::Yours(number(it, "yours")?),
        // An object of a third side can be reached by way of the sender.
        None => match it.get("thirdParty") {
            Some(it) => Descriptor::Hosted(number(it, "vine")?),
            None => Descriptor::None,
        },
    })
}

fn target(it: Option<&Value>) -> Result<Target, Why> {
    let it = it.ok_or("there is no target")?;
    match it.get("answer") {
        Some(it) => Ok(Target::Answer(promise(it)?)),
        None => Ok(Target::Object(number(it, "import")?)),
    }
}

fn promise(it: &Value) -> Result<Promise, Why> {
    let steps = list(it, "path").iter().filter(|step| step.get("field").is_some());
    let path = steps.map(|step| number(step, "field")).collect::<Result<_, _>>()?;
    Ok(Promise { question: number(it, "question")?, path })
}

/// Returns `None` for embargoes of third sides.
fn loopback(it: &Value) -> Result<Option<Loopback>, Why> {
    let Some(context) = it.get("context") else { return Ok(Some(Loopback::Sender(0))) };
    let has = |name: &str| context.get(name).is_some();
    Ok(match () {
        () if has("senderLoopback") => Some(Loopback::Sender(number(context, "senderLoopback")?)),
        () if has("receiverLoopback") => Some(Loopback::Receiver(number(context, "receiverLoopback")?)),
        () => None,
    })
}

fn exception(it: &Value) -> Exception {
    let text = |name: &str| it.get(name).and_then(Value::as_str);
    let problem = match text("type") {
        Some("overloaded") => Problem::Overloaded,
        Some("disconnected") => Problem::Disconnected,
        Some("unimplemented") => Problem::Unimplemented,
        Some(_) | None => Problem::Failed,
    };
    Exception::new(problem, text("reason").unwrap_or_default())
}

fn number<N: TryFrom<u64> + Default>(it: &Value, name: &str) -> Result<N, Why> {
    let number = it.get(name).map_or(Some(0), Value::as_u64);
    number.and_then(|it| N::try_from(it).ok()).ok_or_else(|| format!("`{name}` is no number"))
}

fn is_not_off(it: &Value, name: &str) -> bool {
    it.get(name) != Some(&Value::Bool(false))
}

fn list<'v>(it: &'v Value, name: &str) -> &'v [Value] {
    it.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
