//! The rules of a schema, which its descriptors hold.

use super::template::Template;
use crate::codec::{Codecs, Transcoder};
use crate::schema::{DescriptorSet, Language, compile};
use polywire_front::LoadedFile;
use polywire_front::proto::{SourceOptions, write_descriptor_set};
use serde_json::Value;

const FILE: &str = "rules.proto";
const SCHEMA: &str = include_str!("rules.proto");
const SET: &str = "polywire.http_json.Set";
/// Methods of HTTP with members of their own in a rule.
const VERBS: [&str; 5] = ["get", "put", "post", "delete", "patch"];

/// How a method is called.
#[derive(Clone, Debug)]
pub struct Rule {
    pub service: String,
    pub method: String,
    /// The method of HTTP.
    pub verb: String,
    pub template: Template,
    /// What the body is: `*` for the whole message, the name of a field, or empty for nothing.
    pub body: String,
    /// The field that the body of the answer is, or empty for the whole message.
    pub answer: String,
    /// Its place among all rules of the schema.
    pub number: usize,
}

/// Returns the rules of a schema, and what is wrong with them.
pub fn rules(descriptors: &DescriptorSet) -> (Vec<Rule>, Vec<String>) {
    let (mut rules, mut errors) = (Vec::new(), Vec::new());
    let document = document(descriptors).unwrap_or_default();
    for file in list(&document, "file") {
        let package = text(file, "package");
        for service in list(file, "service") {
            let name = text(service, "name");
            let path = if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") };
            for method in list(service, "method") {
                let rule = method.get("options").and_then(|it| it.get("http"));
                let named = (path.as_str(), text(method, "name"));
                rule.into_iter().for_each(|it| add(it, named, (&mut rules, &mut errors)));
            }
        }
    }
    (rules, errors)
}

fn add(rule: &Value, (service, method): (&str, &str), (rules, errors): (&mut Vec<Rule>, &mut Vec<String>)) {
    match pattern(rule).map(|(verb, path)| (verb, Template::parse(path))) {
        Some((verb, Ok(template))) => rules.push(Rule {
            service: service.to_owned(),
            method: method.to_owned(),
            verb,
            template,
            body: text(rule, "body").to_owned(),
            answer: text(rule, "responseBody").to_owned(),
            number: rules.len(),
        }),
        Some((_, Err(error))) => errors.push(format!("`{service}.{method}`: {error}")),
        None => errors.push(format!("`{service}.{method}`: its rule has no path")),
    }
    list(rule, "additionalBindings").for_each(|it| add(it, (service, method), (rules, errors)));
}

/// Returns the method of HTTP and the path of a rule.
fn pattern(rule: &Value) -> Option<(String, &str)> {
    let usual = VERBS.iter().find_map(|verb| Some((verb.to_uppercase(), rule.get(verb)?.as_str()?)));
    let custom = || {
        let custom = rule.get("custom")?;
        Some((text(custom, "kind").to_owned(), text(custom, "path")))
    };
    usual.or_else(custom)
}

fn document(descriptors: &DescriptorSet) -> Option<Value> {
    let load = |_: &str| Ok(LoadedFile { name: FILE.to_owned(), bytes: SCHEMA.as_bytes().to_vec() });
    let model = compile(Language::Proto, FILE, &load).model?;
    let codec = |format| Codecs::new(&model, crate::format(format)?).ok()?.codec(&model, SET);
    let set = write_descriptor_set(descriptors, SourceOptions::Strip);
    let mut json = Vec::new();
    Transcoder::new(codec("protobuf")?, codec("json")?).transcode(&set, &mut json).ok()?;
    serde_json::from_slice(&json).ok()
}

fn list<'v>(value: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}
