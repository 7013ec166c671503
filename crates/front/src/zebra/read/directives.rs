//! Directives in comments: `//msgp:ignore`, `//msgp:tuple` and `//msgp:shim`.

use super::{Reader, read_type};
use crate::zebra::codes;
use crate::zebra::tree::{File, Shim, TypeExpr, Word};
use polywire_source::{Diagnostic, Span};
use tree_sitter::Node;

const PREFIX: &str = "//msgp:";

/// Returns true for comments that tools read, and that people do not.
pub(super) fn is_directive(comment: &str) -> bool {
    comment.starts_with(PREFIX) || comment.starts_with("//go:")
}

impl<'a> Reader<'a, '_> {
    pub(super) fn directive(&mut self, comment: Node<'a>, file: &mut File) {
        let text = self.source(comment);
        let Some(directive) = text.strip_prefix(PREFIX) else { return };
        let mut words = directive.split_whitespace().map(|word| {
            let start = comment.start_byte() + (word.as_ptr() as usize - text.as_ptr() as usize);
            Word { text: word.to_owned(), span: self.range(start, start + word.len()) }
        });
        let Some(name) = words.next() else { return };
        match name.text.as_str() {
            "ignore" => file.ignored.extend(words),
            "tuple" => file.tuples.extend(words),
            "shim" => {
                let words = words.collect::<Vec<_>>();
                match shim(&words) {
                    Ok(shim) => file.shims.push(shim),
                    Err(message) => self.bad_directive(message, self.span(comment)),
                }
            }
            _ => self.bad_directive("known are `ignore`, `tuple` and `shim`", name.span),
        }
    }

    fn bad_directive(&mut self, help: &str, span: Span) {
        let problem = Diagnostic::error(codes::DIRECTIVE, "this directive is not known").at(span, "");
        self.diagnostics.push(problem.help(help));
    }
}

/// Reads `T as:base using:to/from mode:cast`. How a Go program converts values matters only to code for its own structs.
fn shim(words: &[Word]) -> Result<Shim, &'static str> {
    let [name, options @ ..] = words else { return Err("write `//msgp:shim Type as:base using:to/from`") };
    let option = |prefix| options.iter().find_map(|it| it.text.strip_prefix(prefix).map(|text| (text, it.span)));
    let (text, span) = option("as:").ok_or("say what the type is in messages, as in `as:string`")?;
    let base = read_type(text).ok_or("what stands behind `as:` is not a type")?;
    let using = option("using:").and_then(|(text, _)| text.split_once('/'));
    let using = using.map(|(to, from)| (to.to_owned(), from.to_owned()));
    let returns_errors = option("mode:").is_some_and(|(mode, _)| mode == "convert");
    Ok(Shim { name: name.clone(), base: TypeExpr { span, ..base }, using, returns_errors })
}
