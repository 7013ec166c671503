//! Which method a request calls.

use super::bound::Bound;
use super::fields;
use super::outgoing::Outgoing;
use super::rules::{Rule, rules};
use crate::calls::methods;
use crate::schema::DescriptorSet;
use polywire_model::{DeclId, Model};
use std::collections::BTreeMap;

/// The methods of a schema, by the requests that call them.
#[derive(Debug)]
pub struct Routes {
    model: Model,
    /// The more special ones first.
    rules: Vec<Rule>,
    /// What methods take and return, by service and name.
    types: BTreeMap<(String, String), (DeclId, DeclId)>,
}

/// A request that calls a method.
#[derive(Clone, Debug)]
pub struct Request {
    /// The full name of the service.
    pub service: String,
    /// The method.
    pub method: String,
    /// How its message is made.
    pub bound: Bound,
}

/// Why a request calls no method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRoute {
    /// There is no such path.
    Path,
    /// The path has other methods of HTTP.
    Verb,
    /// The path or the query does not fit the method.
    Wrong(String),
}

impl Routes {
    /// Reads the rules of a schema.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn new(model: &Model, descriptors: &DescriptorSet) -> Result<Self, Vec<String>> {
        let (mut rules, mut errors) = rules(descriptors);
        rules.sort_by(|left, right| left.template.compare(&right.template));
        let typed = |it: crate::calls::Called<'_>| {
            let key = (it.service.path(), it.method.name.clone());
            it.method.output.map(|returned| (key, (it.method.input, returned)))
        };
        let types = methods(model).into_iter().filter_map(typed).collect();
        let routes = Self { model: model.clone(), rules, types };
        errors.extend(routes.rules.iter().flat_map(|rule| routes.wrong_fields(rule)));
        if errors.is_empty() { Ok(routes) } else { Err(errors) }
    }

    /// Returns a message for each field of a rule that the types of its method do not have.
    fn wrong_fields(&self, rule: &Rule) -> Vec<String> {
        let Some((taken, returned)) = self.types_of(&rule.service, &rule.method) else { return Vec::new() };
        let body = Some(rule.body.as_str()).filter(|it| !["", "*"].contains(it));
        let answer = Some(rule.answer.as_str()).filter(|it| !it.is_empty());
        let taken_fields = rule.template.fields().chain(body).map(|field| (taken, field));
        let all = taken_fields.chain(answer.map(|field| (returned, field)));
        let is_wrong = |(of, field): &(DeclId, &str)| !fields::has(&self.model, *of, field);
        let message = |(of, field): (DeclId, &str)| {
            let (service, method, of) = (&rule.service, &rule.method, self.model.decl(of).path());
            format!("`{service}.{method}`: its rule names the field `{field}`, but `{of}` has no such field")
        };
        all.filter(is_wrong).map(message).collect()
    }

    /// Returns what a request calls by a rule.
    pub fn find(&self, verb: &str, path: &str) -> Result<Request, NoRoute> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let mut other = NoRoute::Path;
        for rule in &self.rules {
            let Some(values) = rule.template.matched(path) else { continue };
            if rule.verb != verb {
                other = NoRoute::Verb;
                continue;
            }
            let types = self.types_of(&rule.service, &rule.method).ok_or(NoRoute::Path)?;
            let bound = Bound::new((&self.model, rule), types, (values, query)).map_err(NoRoute::Wrong)?;
            return Ok(Request { service: rule.service.clone(), method: rule.method.clone(), bound });
        }
        Err(other)
    }

    /// Returns what a request calls by the names of a service and a method, as methods without rules are called.
    pub fn find_named(&self, verb: &str, path: &str) -> Result<Request, NoRoute> {
        let named = path.strip_prefix('/').and_then(|it| it.split_once('/'));
        let (service, method) =
            named.filter(|(service, name)| self.types_of(service, name).is_some()).ok_or(NoRoute::Path)?;
        match verb {
            "POST" => {
                let (service, method) = (service.to_owned(), method.to_owned());
                Ok(Request { service, method, bound: Bound::whole() })
            }
            _ => Err(NoRoute::Verb),
        }
    }

    /// Returns the request that calls a method with a message, given as JSON: by the first rule that fits it. An error tells why none does.
    pub fn outgoing(&self, service: &str, method: &str, message: &[u8]) -> Result<Outgoing, String> {
        let is_own = |rule: &&Rule| rule.service == service && rule.method == method;
        let mut rules: Vec<&Rule> = self.rules.iter().filter(is_own).collect();
        rules.sort_by_key(|rule| rule.number);
        let (taken, _) = self.types_of(service, method).ok_or("the schema lacks the method")?;
        let mut first = None;
        for rule in rules {
            match Outgoing::by_rule(&self.model, rule, taken, message) {
                Ok(outgoing) => return Ok(outgoing),
                Err(why) => first = first.or(Some(why)),
            }
        }
        first.map_or_else(|| Ok(Outgoing::named(service, method, message)), Err)
    }

    fn types_of(&self, service: &str, method: &str) -> Option<(DeclId, DeclId)> {
        self.types.get(&(service.to_owned(), method.to_owned())).copied()
    }
}
