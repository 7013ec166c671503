//! Enumerated texts as enums.

use super::names::{folded, is_identifier};
use super::{DeclId, DeclKind, Maker, TypeId};
use crate::xsd::Primitive;
use crate::xsd::simple::SimpleType;
use polywire_model::attr::EnumAttrs;
use polywire_model::{Enum, Enumerator};
use std::collections::HashSet;

impl Maker<'_> {
    /// Returns the enum of a type, if it enumerates texts that are all identifiers. One without a name is declared inside of the
    /// struct that uses it first, by this name.
    pub(super) fn enumeration(&mut self, id: TypeId, place: &[(DeclId, &str)]) -> Option<DeclId> {
        if let Some(known) = self.enums.get(&id) {
            return Some(*known);
        }
        let ty = self.types.simple(id)?;
        let members = enumerators(&ty)?;
        let attrs = EnumAttrs::default();
        let kind = DeclKind::Enum(Enum { bits: 32, signed: true, open: false, flags: false, members, attrs });
        let head = &self.schema.ty(id).head;
        let decl = match (head.name.local.as_str(), place) {
            ("", [(owner, name), ..]) => {
                let name = super::element::type_name(name, name);
                self.add_nested(*owner, &name, head.span, kind)
            }
            ("", []) => return None,
            (name, _) => self.add(head, name, kind),
        };
        self.enums.insert(id, decl);
        Some(decl)
    }
}

/// Returns the enumerators of a type of texts, numbered in their order.
fn enumerators(ty: &SimpleType) -> Option<Vec<Enumerator>> {
    let is_text = matches!(ty.primitive(), Some(Primitive::String | Primitive::AnyUri));
    let matches = |text: &str| ty.patterns.iter().all(|group| group.iter().any(|(_, pattern)| pattern.matches(text)));
    let values = ty.values.as_ref().filter(|_| is_text)?.iter().filter(|(text, ..)| matches(text));
    let values: Vec<_> = values.collect();
    if values.is_empty() {
        return None;
    }
    let mut taken = HashSet::new();
    let distinct = values.iter().all(|(text, ..)| is_identifier(text) && taken.insert(folded(text)));
    let members = values.iter().zip(0..).map(|((name, _, span), number)| Enumerator {
        name: name.clone(),
        number,
        doc: String::new(),
        deprecated: false,
        span: *span,
    });
    distinct.then(|| members.collect())
}
