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

impl Item<'_> {
    /// Returns true if it has the same meaning as another item: a span with the same role and encoding, or an element of
    /// the same list whose parts have the same meaning.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Span(span), Self::Span(other)) => is_span_like(span, other),
            (Self::Node(node), Self::Node(other)) => match (node.list(), other.list()) {
                (Some(list), Some(other_list)) => list == other_list && node.has_parts_like(other),
                _ => false,
            },
            (Self::Span(_), Self::Node(_)) | (Self::Node(_), Self::Span(_)) => false,
        }
    }

    fn is_part_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Span(span), Self::Span(other)) => is_span_like(span, other),
            (Self::Node(node), Self::Node(other)) => node.label == other.label && node.has_parts_like(other),
            (Self::Span(_), Self::Node(_)) | (Self::Node(_), Self::Span(_)) => false,
        }
    }
}

fn is_span_like(span: &Span, other: &Span) -> bool {
    (span.kind, &span.element, &span.encoding) == (other.kind, &other.element, &other.encoding)
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

    /// Returns the label of the list or map that it is an element of, which is empty if that has spans of its own.
    fn list(&self) -> Option<&str> {
        self.label.split_once('[').map(|(list, _)| list)
    }

    fn has_parts_like(&self, other: &Self) -> bool {
        self.items.len() == other.items.len()
            && self.items.iter().zip(&other.items).all(|(part, other)| part.is_part_like(other))
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
