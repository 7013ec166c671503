//! A request, as what its rule makes of it.

use super::fields;
use super::rules::Rule;
use super::template::{Values, unescaped};
use polywire_model::{DeclId, Model};
use serde_json::{Map, Value};

/// The members of a message that are not in the body of a request, and what this body is.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Of the path and the query.
    members: Map<String, Value>,
    body: Body,
    /// The field that the body of the answer is, and its value if it is left out.
    answer: Option<(String, Value)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Body {
    Nothing,
    Message,
    /// A field, and its value if there is no body.
    Field(String, Option<Value>),
}

impl Bound {
    /// Returns the request of a method without a rule.
    pub fn whole() -> Self {
        Self { members: Map::new(), body: Body::Message, answer: None }
    }

    /// Returns the request of a rule with these values of its path; an error tells what is wrong with the query.
    pub fn new(
        (model, rule): (&Model, &Rule),
        (taken, returned): (DeclId, DeclId),
        (values, query): (Values, &str),
    ) -> Result<Self, String> {
        let mut members = Map::new();
        let mut set = |name: &str, text: &str| fields::set(model, taken, &mut members, (name, text));
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let text = |it: &str| unescaped(&it.replace('+', " ")).ok_or_else(|| format!("`{it}` is not escaped well"));
            if rule.body == "*" {
                return Err(format!("the query has `{name}`, but the body is the whole message"));
            }
            set(&text(name)?, &text(value)?)?;
        }
        for (name, text) in &values {
            set(name, text)?;
        }
        let body = match rule.body.as_str() {
            "" => Body::Nothing,
            "*" => Body::Message,
            field => Body::Field(field.to_owned(), fields::empty(model, taken, field)),
        };
        let usual = || fields::usual(model, returned, &rule.answer).unwrap_or_default();
        let answer = (!rule.answer.is_empty()).then(|| (rule.answer.clone(), usual()));
        Ok(Self { members, body, answer })
    }

    /// Returns the message of a request with this body, as JSON.
    pub fn message(&self, body: &[u8]) -> Result<Vec<u8>, String> {
        let read = |body: &[u8]| {
            serde_json::from_slice::<Value>(body).map_err(|error| format!("the body is no JSON: {error}"))
        };
        let mut message = match &self.body {
            Body::Message if self.members.is_empty() && !body.is_empty() => return Ok(body.to_vec()),
            Body::Message if body.is_empty() => Map::new(),
            Body::Message => match read(body)? {
                Value::Object(members) => members,
                _ => return Err("the body is no object of JSON".to_owned()),
            },
            Body::Nothing if !body.is_empty() => {
                return Err("the request has a body, but the method takes none".to_owned());
            }
            Body::Nothing => Map::new(),
            Body::Field(name, value) if body.is_empty() => value.iter().map(|it| (name.clone(), it.clone())).collect(),
            Body::Field(name, _) => Map::from_iter([(name.clone(), read(body)?)]),
        };
        merge(&mut message, self.members.clone());
        Ok(Value::Object(message).to_string().into_bytes())
    }

    /// Returns the body of an answer.
    pub fn answer(&self, message: Vec<u8>) -> Vec<u8> {
        let Some((name, usual)) = &self.answer else { return message };
        let document: Value = serde_json::from_slice(&message).unwrap_or_default();
        document.get(name).unwrap_or(usual).to_string().into_bytes()
    }
}

/// Adds members; those of the path and the query win.
fn merge(into: &mut Map<String, Value>, members: Map<String, Value>) {
    for (name, value) in members {
        match (into.get_mut(&name), value) {
            (Some(Value::Object(inside)), Value::Object(members)) => merge(inside, members),
            (_, value) => drop(into.insert(name, value)),
        }
    }
}
