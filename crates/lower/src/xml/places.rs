//! Where members are in documents, for people.

use crate::place::of_members;
use polywire_model::attr::{XmlKind, XmlMember};
use polywire_model::{DeclId, Model};

/// Returns the elements of members, and the attributes behind `@`.
pub(crate) fn places(model: &Model, id: DeclId) -> Vec<Option<String>> {
    let place = |facts: &XmlMember, name: &str| {
        let name = facts.name.as_ref().map_or(name, |it| it.local.as_str());
        match facts.kind {
            XmlKind::Element => Some(format!("<{name}>")),
            XmlKind::Attribute => Some(format!("@{name}")),
            XmlKind::Text | XmlKind::Content | XmlKind::Typed | XmlKind::AnyElement | XmlKind::AnyAttributes => None,
        }
    };
    of_members(model, id, |it| place(&it.attrs.xml, &it.name), |it| place(&it.attrs.xml, &it.name))
}
