//! Source places and comments of declarations.

use super::ast::OptionSetting;
use super::descriptor::{Docs, NodeId};
use polywire_source::Span;
use std::collections::HashMap;

/// Places of declarations by [`NodeId`]. Declarations not read from text have none.
#[derive(Default)]
pub(super) struct Places {
    list: Vec<Place>,
    nowhere: Place,
    documented: HashMap<NodeId, Place>,
}

/// The spans of a declaration's parts; default spans where there is no text.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    /// The name; for a file, its package; for a range, its numbers.
    pub name: Span,
    /// The number of a field or enum value.
    pub number: Span,
    /// The type of a field, or the request type of a method.
    pub ty: Span,
    /// The extended message, or the response type of a method.
    pub extendee: Span,
    /// The label of a field.
    pub label: Span,
    /// Reserved names of a message or enum in order; imports of a file, those of options last.
    pub parts: Vec<Span>,
    /// Documentation, without comment markers.
    pub doc: String,
    /// Uninterpreted options.
    pub settings: Vec<OptionSetting>,
}

impl Places {
    pub fn add(&mut self, place: Place) -> NodeId {
        self.list.push(place);
        NodeId(self.list.len() as u32)
    }

    /// Returns the largest node id assigned.
    pub fn last(&self) -> u32 {
        self.list.len() as u32
    }

    /// Sets the documentation of a declaration that has no places.
    pub fn document(&mut self, node: NodeId, doc: String) {
        self.documented.insert(node, Place { doc, ..Place::default() });
    }

    /// Returns the documentation of all declarations.
    pub fn docs(&self) -> Docs {
        let written = (1..).map(NodeId).zip(&self.list);
        let all = written.chain(self.documented.iter().map(|(node, place)| (*node, place)));
        all.filter(|(_, place)| !place.doc.is_empty()).map(|(node, place)| (node, place.doc.clone())).collect()
    }

    pub fn of(&self, node: NodeId) -> &Place {
        let index = (node.0 as usize).checked_sub(1);
        let written = index.and_then(|index| self.list.get(index));
        written.or_else(|| self.documented.get(&node)).unwrap_or(&self.nowhere)
    }
}

impl Place {
    /// Returns the span of a part; see [`Self::parts`].
    pub fn part(&self, index: usize) -> Span {
        self.parts.get(index).copied().unwrap_or_default()
    }

    /// Returns the setting of a standard option.
    pub fn setting(&self, name: &str) -> Option<&OptionSetting> {
        self.settings.iter().find(|setting| setting.is(name))
    }

    /// Returns the span of the setting whose option has this name, or else of the declaration's name.
    pub fn option(&self, name: &str) -> Span {
        let is_named = |setting: &&OptionSetting| {
            setting.name.first().is_some_and(|part| part.name.text.rsplit('.').next() == Some(name))
        };
        self.settings.iter().find(is_named).map_or(self.name, OptionSetting::name_span)
    }

    /// Returns the span of a standard option's value, or else of the declaration's name.
    pub fn value_or_name(&self, option: &str) -> Span {
        self.setting(option).map_or(self.name, |setting| setting.value.span)
    }
}
