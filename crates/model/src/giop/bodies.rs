//! What is in the bodies of requests and replies.
//!
//! Design: docs/decisions/0134-bodies-of-giop.md

use super::called::Operation;
use super::declare::{Module, field, unsigned};
use super::implicit;
use crate::attr::{CaseAttrs, CorbaMethod};
use crate::corba::{case, narrow};
use crate::{Called, Case, DeclId, Method, Model, Text, Type, pascal_case, snake_case};
use std::collections::BTreeSet;

/// The types of what is in bodies.
pub(super) struct Bodies {
    /// The parameters of requests.
    pub arguments: Type,
    /// The members of exceptions.
    pub members: Type,
    /// The results of replies, if the operation is known.
    pub results: Option<Type>,
}

impl Bodies {
    /// Without a schema.
    pub const OCTETS: Self = Self { arguments: Type::Bytes, members: Type::Bytes, results: None };
}

/// Declares the types of what operations take, raise and return.
pub(super) fn declare(module: &mut Module<'_>, operations: &[Operation<'_>], called: &Called) -> Bodies {
    let implicit = implicit::declare(module);
    let results = match called {
        Called::Method(_, wanted) => match operations.iter().find(|(_, it)| it.name == *wanted) {
            Some((_, method)) => method.output.map(Type::Named),
            None => implicit.iter().find(|it| it.name == wanted).and_then(|it| it.output.clone()),
        },
        Called::Any | Called::Service(_) => None,
    };
    let mut arguments = Selected::default();
    for (_, method) in operations {
        let taken = taken(module, method);
        arguments.add(&method.name, method.name.clone(), taken);
    }
    for it in implicit {
        arguments.add(it.name, it.name.to_owned(), it.input);
    }
    let doc = "What an operation takes, as its name tells; octets if it is another one, or if fragments follow.";
    let arguments = arguments.declare(module, ("Arguments", doc));
    Bodies { arguments, members: declare_members(module, operations), results }
}

/// Returns what a request of an operation holds.
fn taken(module: &mut Module<'_>, method: &Method) -> Type {
    let input = Type::Named(method.input);
    if !matches!(method.attrs.corba, CorbaMethod::WithContext(_)) {
        return input;
    }
    let context = narrow("context", Type::list(Type::Text(Text::default())));
    let doc = format!("What `{}` takes, and behind it its context: names and values in turn.", method.name);
    let name = format!("{}InContext", pascal_case(&method.name));
    module.parameters(&name, &doc, vec![field("parameters", input), context])
}

/// Declares the members of all exceptions that operations raise.
fn declare_members(module: &mut Module<'_>, operations: &[Operation<'_>]) -> Type {
    let raised: BTreeSet<DeclId> = operations.iter().flat_map(|(_, method)| method.raises.iter().copied()).collect();
    let mut members = Selected::default();
    for id in raised {
        if let Some((name, repository_id)) = exception(module.model, id) {
            members.add(&name, repository_id, Type::Named(id));
        }
    }
    let doc = "The members of an exception, as its repository id tells; octets if it is another one.";
    members.declare(module, ("ExceptionMembers", doc))
}

fn exception(model: &Model, id: DeclId) -> Option<(String, String)> {
    let decl = model.decl(id);
    Some((decl.name.last()?.clone(), decl.corba()?.repository_id.clone()))
}

/// The cases of a union that texts select; the first one is for all other texts.
struct Selected {
    cases: Vec<Case>,
}

impl Default for Selected {
    fn default() -> Self {
        Self { cases: vec![case("other", Type::Bytes)] }
    }
}

impl Selected {
    fn declare(self, module: &mut Module<'_>, named: (&str, &str)) -> Type {
        module.union(named, unsigned(32), (0..).zip(self.cases).collect())
    }

    /// Adds the case that a text selects, with a name of its own in the form that is usual for members.
    fn add(&mut self, name: &str, selector: String, ty: Type) {
        let stem = snake_case(name);
        let is_new = |name: &String| self.cases.iter().all(|it| it.name != *name);
        let numbered = (2..).map(|number| format!("{stem}_{number}"));
        let Some(name) = std::iter::once(stem.clone()).chain(numbered).find(is_new) else { return };
        let case = case(&name, ty);
        self.cases.push(Case { attrs: CaseAttrs { giop_selector: Some(selector), ..case.attrs }, ..case });
    }
}
