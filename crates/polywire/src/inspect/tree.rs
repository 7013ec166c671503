//! Groups spans by member.

use super::Span;
use polywire_vm::PathStep;
use std::collections::HashMap;

/// A member of a message, or the message itself.
#[derive(Debug)]
pub struct Node<'a> {
    /// The path from the enclosing member: one step, or a list and an element if the list has no spans of its own.
    pub label: String,
    /// Its items, in the order of their first bytes.
    pub items: Vec<Item<'a>>,
}

/// An item of a member.
#[derive(Debug)]
pub enum Item<'a> {
    /// Bytes of its own.
    Span(&'a Span),
    /// A nested member.
    Node(Node<'a>),
}

impl<'a> Item<'a> {
    /// Returns the shape by which items are similar: the meaning of a span, or of the only span of an element.
    pub fn shape(&self) -> Option<(bool, &'a str, &'a str)> {
        let of_span = |span: &'a Span, is_element| (is_element, span.element.as_str(), span.encoding.as_str());
        match self {
            Self::Span(span) => Some(of_span(span, false)),
            Self::Node(node) if node.label.ends_with(']') => match node.items.as_slice() {
                [Self::Span(span)] => Some(of_span(span, true)),
                _ => None,
            },
            Self::Node(_) => None,
        }
    }
}

impl<'a> Node<'a> {
    /// The tree of a section's spans.
    pub fn of(spans: &'a [Span]) -> Self {
        let spans: Vec<(&[PathStep], &Span)> = spans.iter().map(|span| (span.path.steps.as_slice(), span)).collect();
        Self::with(String::new(), &spans)
    }

    /// Returns the path of a member, given the path of its parent.
    pub fn path_in(&self, around: &str) -> String {
        let joint = if around.is_empty() || self.label.starts_with('[') { "" } else { "." };
        format!("{around}{joint}{}", self.label)
    }

    fn with(label: String, spans: &[(&'a [PathStep], &'a Span)]) -> Self {
        let mut parts: Vec<TreePart<'a>> = Vec::new();
        let mut places: HashMap<&PathStep, usize> = HashMap::new();
        for (path, span) in spans {
            let Some((step, rest)) = path.split_first() else {
                parts.push(TreePart::Own(span));
                continue;
            };
            let place = *places.entry(step).or_insert(parts.len());
            match parts.get_mut(place) {
                Some(TreePart::Member(_, spans)) => spans.push((rest, span)),
                Some(TreePart::Own(_)) | None => parts.push(TreePart::Member(step, vec![(rest, span)])),
            }
        }
        Self { label, items: parts.into_iter().flat_map(TreePart::items).collect() }
    }

    /// Returns the node itself; for a list without spans of its own, its elements with the list's name.
    fn merged(self) -> Vec<Item<'a>> {
        let is_list = self.items.iter().all(|item| matches!(item, Item::Node(node) if node.label.starts_with('[')));
        if !is_list {
            return vec![Item::Node(self)];
        }
        let label = self.label;
        let named = |item| match item {
            Item::Node(node) => Item::Node(Node { label: format!("{label}{}", node.label), ..node }),
            Item::Span(span) => Item::Span(span),
        };
        self.items.into_iter().map(named).collect()
    }
}

/// A span of a node, or a member and its spans.
enum TreePart<'a> {
    Own(&'a Span),
    Member(&'a PathStep, Vec<(&'a [PathStep], &'a Span)>),
}

impl<'a> TreePart<'a> {
    fn items(self) -> Vec<Item<'a>> {
        match self {
            Self::Own(span) => vec![Item::Span(span)],
            Self::Member(step, spans) => Node::with(step_text(step), &spans).merged(),
        }
    }
}

fn step_text(step: &PathStep) -> String {
    match step {
        PathStep::Name(name) => name.clone(),
        PathStep::Index(index) => format!("[{index}]"),
        PathStep::Key(key) => format!("[{key}]"),
    }
}
