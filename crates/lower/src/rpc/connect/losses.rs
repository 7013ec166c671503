//! What envelopes of Connect do not keep.

use crate::Loss;
use polywire_model::Model;

/// Fields of the types of envelopes, and what happens to their values.
const LOSSES: [(&str, &str, &str); 3] = [
    ("Rpc.Call", "timeout", "parts of milliseconds are rounded up"),
    ("Rpc.End", "details", "the code and the message in them are left out: those of the end are sent"),
    ("Rpc.End", "metadata", "values of the same name stand together, where the first one is"),
];

pub(crate) fn losses(model: &Model) -> Vec<Loss> {
    let of = |(name, field, message): (&str, &str, &'static str)| {
        Some(Loss { owner: model.find(name)?, path: format!("{name}.{field}"), message })
    };
    LOSSES.into_iter().filter_map(of).collect()
}
