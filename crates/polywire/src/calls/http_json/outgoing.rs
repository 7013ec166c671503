//! The request of a call.

use super::fields;
use super::rules::Rule;
use super::template::escaped;
use polywire_model::{DeclId, Model};
use serde_json::{Map, Value};

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// The method of HTTP.
    pub verb: String,
    /// The path, with the query.
    pub path: String,
    /// The body, which is JSON.
    pub body: Option<Vec<u8>>,
    /// The field that the body of the answer is.
    pub answer: Option<String>,
}

impl Outgoing {
    /// Returns the request that calls a method without a rule.
    pub(super) fn named(service: &str, method: &str, message: &[u8]) -> Self {
        let (path, body) = (format!("/{service}/{method}"), Some(message.to_vec()));
        Self { verb: "POST".to_owned(), path, body, answer: None }
    }

    /// Returns the request that calls a method by a rule; an error tells why the message cannot be sent so.
    pub(super) fn by_rule(model: &Model, rule: &Rule, taken: DeclId, message: &[u8]) -> Result<Self, String> {
        let read = serde_json::from_slice(message).map_err(|error| format!("the message is no JSON: {error}"))?;
        let Value::Object(mut members) = read else { return Err("the message is no object of JSON".to_owned()) };
        let mut path = rule.template.expanded(|field| match fields::take(model, taken, &mut members, field) {
            Some(Value::String(text)) => Ok(text),
            Some(value @ (Value::Number(_) | Value::Bool(_))) => Ok(value.to_string()),
            Some(_) | None => Err(format!("the path needs the field `{field}`")),
        })?;
        let body = match rule.body.as_str() {
            "" => None,
            "*" => Some(Value::Object(std::mem::take(&mut members))),
            field => Some(fields::take(model, taken, &mut members, field).unwrap_or_else(|| Value::Object(Map::new()))),
        };
        let mut pairs = Vec::new();
        flatten("", Value::Object(members), &mut pairs)?;
        if !pairs.is_empty() {
            path.push('?');
            path.push_str(&pairs.join("&"));
        }
        let body = body.map(|body| body.to_string().into_bytes());
        let answer = Some(rule.answer.clone()).filter(|it| !it.is_empty());
        Ok(Self { verb: rule.verb.clone(), path, body, answer })
    }

    /// Returns the message that the body of an answer is.
    pub fn message(&self, body: &[u8]) -> Vec<u8> {
        match &self.answer {
            Some(name) => [format!("{{{}:", Value::from(name.as_str())).as_bytes(), body, b"}"].concat(),
            None => body.to_vec(),
        }
    }
}

/// Adds the pairs of a query that say what a value is.
fn flatten(name: &str, value: Value, pairs: &mut Vec<String>) -> Result<(), String> {
    let text = match value {
        Value::Null => return Ok(()),
        Value::Object(members) => {
            for (member, value) in members {
                let name = if name.is_empty() { member } else { format!("{name}.{member}") };
                flatten(&name, value, pairs)?;
            }
            return Ok(());
        }
        Value::Array(elements) => {
            for element in elements {
                match element {
                    Value::Object(_) | Value::Array(_) | Value::Null => {
                        return Err(format!("`{name}` is a list of messages, which a query cannot hold"));
                    }
                    element => flatten(name, element, pairs)?,
                }
            }
            return Ok(());
        }
        Value::String(text) => text,
        value @ (Value::Bool(_) | Value::Number(_)) => value.to_string(),
    };
    pairs.push(format!("{}={}", escaped(name), escaped(&text)));
    Ok(())
}
