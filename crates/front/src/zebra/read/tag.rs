//! Tags of fields: `zid:"0" msg:"name,omitempty"`.

use super::Reader;
use crate::zebra::codes;
use crate::zebra::tree::Tag;
use polywire_source::{Diagnostic, Span};
use tree_sitter::Node;

/// The zid with which fields say that they are left out.
const SKIPPED_ZID: &str = "-1";

impl<'a> Reader<'a, '_> {
    pub(super) fn tag(&mut self, field: Node<'a>) -> Tag {
        let Some(node) = field.child_by_field_name("tag") else {
            let end = field.end_byte();
            return Tag { span: self.range(end, end), ..Tag::default() };
        };
        let mut tag = Tag { span: self.span(node), ..Tag::default() };
        let (content, offset) = self.content(node);
        let (pairs, rest) = pairs(&content);
        if let Some(rest) = rest {
            let problem = Diagnostic::error(codes::TAG, "this is not a tag");
            let problem = problem.at(self.range(offset + rest, node.end_byte()), "");
            self.diagnostics.push(problem.help("a tag has pairs such as `zid:\"0\"`, with spaces between them"));
        }
        let has_msg = pairs.iter().any(|it| it.key == "msg");
        for pair in pairs {
            let span = self.range(offset + pair.at, offset + pair.at + pair.value.len());
            match pair.key {
                "zid" => self.set_zid(&mut tag, pair.value, span),
                "msg" => self.set_options(&mut tag, pair.value),
                "zebra" if !has_msg => self.set_options(&mut tag, pair.value),
                "deprecated" => tag.is_deprecated |= pair.value == "true",
                _ => {}
            }
        }
        tag
    }

    /// Returns what is between the quotes, and where that begins.
    fn content(&self, node: Node<'a>) -> (String, usize) {
        let source = self.source(node);
        let inside = source.get(1..source.len().saturating_sub(1)).unwrap_or_default();
        // Escapes of other characters would move the places of problems; tags have none.
        let text = if source.starts_with('"') { inside.replace("\\\"", "\"") } else { inside.to_owned() };
        (text, node.start_byte() + 1)
    }

    fn set_zid(&mut self, tag: &mut Tag, value: &str, span: Span) {
        match value.parse() {
            Ok(zid) => tag.zid = Some((zid, span)),
            Err(_) => {
                let is_skipped = value == SKIPPED_ZID;
                let message = format!("`{value}` is not a zid");
                let help =
                    if is_skipped { "to leave the field out, write `msg:\"-\"`" } else { "zids are 0, 1, 2 and so on" };
                self.diagnostics.push(Diagnostic::error(codes::ZID, message).at(span, "").help(help));
            }
        }
    }

    fn set_options(&mut self, tag: &mut Tag, value: &str) {
        let mut parts = value.split(',');
        match parts.next().unwrap_or_default() {
            "" => {}
            "-" => tag.is_skipped = true,
            name => tag.name = Some(name.to_owned()),
        }
        for option in parts {
            match option.trim() {
                "omitempty" => tag.omits_empty = true,
                "showzero" => tag.shows_zero = true,
                "deprecated" => tag.is_deprecated = true,
                "iface" => tag.is_interface = true,
                "" | "extension" | "allownil" | "zerocopy" => {}
                other => {
                    let problem = Diagnostic::warning(codes::TAG, format!("`{other}` is not an option that is known"));
                    let help = "known are omitempty, showzero, deprecated and iface";
                    self.diagnostics.push(problem.at(tag.span, "").help(help));
                }
            }
        }
    }
}

struct Pair<'t> {
    key: &'t str,
    value: &'t str,
    /// Where the value begins.
    at: usize,
}

/// Returns the pairs of a tag, and where something else begins (Go's package `reflect`, `StructTag`).
fn pairs(text: &str) -> (Vec<Pair<'_>>, Option<usize>) {
    let mut pairs = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let at = text.len() - rest.len();
        let Some((key, after)) = rest.split_once(":\"") else {
            return (pairs, (!rest.is_empty()).then_some(at));
        };
        let Some((value, end)) = after.split_once('"') else { return (pairs, Some(at)) };
        if key.is_empty() || key.contains(|ch: char| ch.is_whitespace() || matches!(ch, '"' | ':')) {
            return (pairs, Some(at));
        }
        pairs.push(Pair { key, value, at: at + key.len() + 2 });
        rest = end;
    }
}
