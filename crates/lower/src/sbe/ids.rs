//! Ids of members in the XML schema of a message, which are made of places and have 16 bits.

use super::layout::Body;
use crate::Unsupported;
use polywire_model::Decl;
use std::collections::BTreeMap;

/// Members of a message, or of one of its entries, that have the id of another member beside them. Messages do not contain
/// ids, but other implementations tell members apart by them.
pub(super) fn coinciding(body: &Body, message: &Decl) -> Vec<Unsupported> {
    let fields = body.fields.iter().map(|it| (it.id, it.name.as_str()));
    let groups = body.groups.iter().map(|it| (it.id, it.name.as_str()));
    let data = body.data.iter().map(|it| (it.id, it.name.as_str()));
    let mut names: BTreeMap<u16, &str> = BTreeMap::new();
    let mut problems = Vec::new();
    for (id, name) in fields.chain(groups).chain(data) {
        match names.get(&id) {
            Some(first) => problems.push(same_id(message, id, [first, name])),
            None => drop(names.insert(id, name)),
        }
    }
    problems.extend(body.groups.iter().flat_map(|group| coinciding(&group.entry, message)));
    problems
}

fn same_id(message: &Decl, id: u16, [first, second]: [&str; 2]) -> Unsupported {
    Unsupported {
        span: message.span,
        path: message.path(),
        message: format!("`{first}` and `{second}` would both have the id {id} in its schema"),
        help: "the id of a list, text or bytes in a struct is made of the place of the struct, times 100, and its own; hold the \
               struct in a list, or in another message"
            .to_owned(),
    }
}
