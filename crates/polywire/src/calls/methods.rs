//! The methods of a schema, by the names that users give them.

use polywire_model::{Method, Model, Service};
use polywire_source::closest;

/// A method that is called.
#[derive(Clone, Copy, Debug)]
pub struct Called<'m> {
    /// The service that is asked for it.
    pub service: &'m Service,
    /// The method.
    pub method: &'m Method,
}

impl Called<'_> {
    /// Returns the full name.
    pub fn name(&self) -> String {
        format!("{}.{}", self.service.path(), self.method.name)
    }
}

/// Returns all methods of a schema, with those that services inherit.
pub fn methods(model: &Model) -> Vec<Called<'_>> {
    let services = model.services.iter().zip(0u32..);
    let of = |(service, id)| {
        let own = model.methods(polywire_model::ServiceId(id));
        own.into_iter().map(move |(_, method)| Called { service, method })
    };
    services.flat_map(of).collect()
}

/// Returns the method that a name means: `package.Service/Method` or `package.Service.Method`, or an end of it that no other method
/// has; or what the user can do.
pub fn method<'m>(model: &'m Model, wanted: &str) -> Result<Called<'m>, String> {
    let dotted = wanted.trim_start_matches('/').replace('/', ".");
    let all = methods(model);
    let is_end = |name: &str| name.strip_suffix(dotted.as_str()).is_some_and(|rest| rest.ends_with('.'));
    if let Some(found) = all.iter().find(|it| it.name() == dotted) {
        return Ok(*found);
    }
    let found: Vec<&Called<'_>> = all.iter().filter(|it| is_end(&it.name())).collect();
    match found.as_slice() {
        [one] => Ok(**one),
        [] => Err(absent(wanted, &dotted, &all)),
        several => {
            let names: Vec<String> = several.iter().map(|it| format!("`{}`", it.name())).collect();
            Err(format!("`{wanted}` may be {}; write the full name", names.join(" or ")))
        }
    }
}

fn absent(wanted: &str, dotted: &str, all: &[Called<'_>]) -> String {
    const MOST: usize = 10;
    let names: Vec<String> = all.iter().map(Called::name).collect();
    let bare = all.iter().map(|it| it.method.name.as_str());
    let ends = names.iter().flat_map(|name| [name.as_str(), end_of(name)]).chain(bare);
    if let Some(close) = closest(dotted, ends) {
        return format!("there is no method `{wanted}`; did you mean `{close}`?");
    }
    let listed: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    match listed.len() {
        0 => format!("there is no method `{wanted}`, because the schema has no services"),
        _ => {
            let more = if names.len() > MOST { ", …" } else { "" };
            format!("there is no method `{wanted}`; there are {}{more}", listed.join(", "))
        }
    }
}

/// Returns the last two parts of a name: `Service.Method`.
fn end_of(name: &str) -> &str {
    let dot = name.rmatch_indices('.').nth(1);
    dot.map_or(name, |(at, _)| &name[at + 1..])
}
