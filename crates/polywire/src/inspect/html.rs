//! A self-contained HTML page.

use super::tree::{Item, Node};
use super::{Placed, Section, json};
use serde_json::{Value, json};

const PAGE: &str = include_str!("page.html");
const DATA: &str = "\"DATA\"";

/// A page that shows messages.
pub fn page(title: &str, messages: &[Placed]) -> String {
    let messages: Vec<Value> = messages.iter().map(message).collect();
    let data = json!({ "title": title, "messages": messages }).to_string();
    // A script must not contain an end tag, not even in a string.
    PAGE.replace(DATA, &data.replace('<', "\\u003c"))
}

fn message(placed: &Placed) -> Value {
    let mut report = json::report(placed);
    let trees: Vec<Value> = placed.inspection.sections.iter().map(tree).collect();
    if let Some(members) = report.as_object_mut() {
        members.insert("trees".to_owned(), trees.into());
    }
    report
}

/// Returns the tree with its spans by number.
fn tree(section: &Section) -> Value {
    let number = |offset: usize| section.spans.partition_point(|span| span.offset < offset);
    node(&Node::of(&section.spans), &number)
}

fn node(of: &Node<'_>, number: &dyn Fn(usize) -> usize) -> Value {
    let items = of.items.iter().map(|item| match item {
        Item::Span(span) => number(span.offset).into(),
        Item::Node(inner) => node(inner, number),
    });
    json!({ "label": of.label, "items": items.collect::<Vec<Value>>() })
}
