//! Facts that a schema lacks for a wire format: Cap'n Proto ordinals for a schema with field numbers, Protobuf field
//! numbers for one with ordinals, the order of members for formats that identify members by position, and SBE template
//! ids. They are assigned once and stored in a text file, the lock, beside the schema:
//! existing assignments never change, additions append lines, and the lines of removed members stay.
//!
//! ```text
//! model + locks ──► update ──► locks' ──► apply ──► model with facts
//! ```
//!
//! Invariant: this crate knows the model and the lock's text; it does no I/O and knows no format's layout.
//!
//! Design: docs/decisions/0022-the-lock.md

mod apply;
mod assignments;
mod changes;
mod files;
mod index;
mod member;
mod parse;
mod print;
mod removed;
mod rename;
mod type_text;
mod update;

pub use apply::apply;
pub use assignments::{Entry, Lock, Section};
pub use files::{FileLock, Updated, update, update_anyway};
pub use parse::parse;

use polywire_model::attr::Fact;
use polywire_model::{DeclKind, Model};

/// Returns the facts that a model's schema language does not state.
pub fn lacking(model: &Model) -> Vec<Fact> {
    let structs = || {
        let kinds = model.decls.iter().map(|decl| &decl.kind);
        kinds.filter_map(|kind| if let DeclKind::Struct(it) = kind { Some(it) } else { None }).filter(|it| !it.is_entry)
    };
    let no_ordinals = structs().any(|it| it.attrs.capnp.is_none());
    let no_numbers = structs().flat_map(|it| &it.fields).any(|field| match model.member_union(&field.ty) {
        Some((_, union)) => union.cases.iter().any(|case| case.attrs.protobuf.is_none()),
        None => field.attrs.protobuf.is_none(),
    });
    let has_methods = model.services.iter().any(|it| !it.attrs.says_capnp_ordinals && !it.methods.is_empty());
    let no_order = structs().flat_map(|it| &it.fields).any(|field| field.attrs.order.is_none());
    let no_templates = structs().any(|it| it.attrs.sbe_message.is_none() && it.attrs.sbe.is_none());
    let lacks = [
        (Fact::CapnpOrdinal, no_ordinals || has_methods),
        (Fact::ProtobufNumber, no_numbers),
        (Fact::Order, no_order),
        (Fact::SbeTemplate, no_templates),
    ];
    lacks.into_iter().filter(|(_, lacks)| *lacks).map(|(fact, _)| fact).collect()
}
