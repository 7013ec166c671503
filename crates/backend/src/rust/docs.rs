//! Documentation comments: texts of schemas as Markdown in which rustdoc sees neither links nor code to be tested.

use polywire_srcgen::Source;

/// Prints a documentation comment, unless the text is empty.
pub(super) fn print(out: &mut Source, doc: &str) {
    if doc.trim().is_empty() {
        return;
    }
    let mut fence: Option<&str> = None;
    for line in doc.trim_end().lines() {
        let line = line.replace('\t', "    ").replace(is_invisible, " ");
        let text = line.trim();
        let marker = ["```", "~~~"].into_iter().find(|marker| text.starts_with(marker));
        let printed = match (fence, marker) {
            (None, Some(marker)) => {
                fence = Some(marker);
                format!("{marker}text")
            }
            (None, None) => indented(&line) + &escaped(text),
            (Some(open), Some(marker)) if open == marker => {
                fence = None;
                marker.to_owned()
            }
            (Some(_), _) => line.trim_end().to_owned(),
        };
        out.line(format!("/// {printed}").trim_end());
    }
    if let Some(open) = fence {
        out.line(format!("/// {open}"));
    }
}

/// Characters that compilers reject in comments: carriage returns, and those that change the direction of text.
fn is_invisible(ch: char) -> bool {
    ch == '\r' || ('\u{202a}'..='\u{202e}').contains(&ch) || ('\u{2066}'..='\u{2069}').contains(&ch)
}

/// Returns the spaces at the start of a line, fewer than those that make it code.
fn indented(line: &str) -> String {
    let spaces = line.len() - line.trim_start().len();
    " ".repeat(spaces.min(3))
}

fn escaped(text: &str) -> String {
    let (mut escaped, mut rest, mut is_code) = (String::new(), text, false);
    while let Some(ch) = rest.chars().next() {
        let whole = if is_code { None } else { link(rest).or_else(|| address(rest)) };
        match (ch, whole) {
            (_, Some((printed, len))) => {
                escaped += &printed;
                rest = &rest[len..];
                continue;
            }
            ('`', None) => {
                is_code = !is_code && rest[1..].contains('`');
                escaped.push(ch);
            }
            ('[' | ']' | '<' | '>', None) if !is_code => escaped.extend(['\\', ch]),
            (_, None) => escaped.push(ch),
        }
        rest = &rest[ch.len_utf8()..];
    }
    escaped
}

/// Returns a link to the web at the start of a text, and its length.
fn link(text: &str) -> Option<(String, usize)> {
    let inside = text.strip_prefix('[')?;
    let (name, target) = inside.split_once("](")?;
    let address = target.split(')').next().filter(|it| is_address(it) && !it.contains(' '))?;
    let len = 1 + name.len() + 2 + address.len() + 1;
    (!name.contains(['[', ']', '<', '`']) && text.len() >= len).then(|| (text[..len].to_owned(), len))
}

/// Returns an address at the start of a text as a link, and its length.
fn address(text: &str) -> Option<(String, usize)> {
    if !is_address(text) {
        return None;
    }
    let end = text.find(|ch: char| ch.is_whitespace() || "()[]<>\"'`".contains(ch)).unwrap_or(text.len());
    let address = text[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', '*', '_']);
    Some((format!("<{address}>"), address.len()))
}

fn is_address(text: &str) -> bool {
    ["http://", "https://"].into_iter().any(|scheme| text.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_of_schemas_has_no_links_nor_tests() {
        let mut out = Source::new("    ");
        print(
            &mut out,
            "See [Foo][a.Foo], List<T> and `x[0]`: https://a.b/c_d.\n\n        code();\n\n```\nf()\n```\n[a](https://b)\r",
        );
        let expected = "/// See \\[Foo\\]\\[a.Foo\\], List\\<T\\> and `x[0]`: <https://a.b/c_d>.\n///\n///    code();\n///\n\
                        /// ```text\n/// f()\n/// ```\n/// [a](https://b)\n";
        assert_eq!(out.finish(), expected);
        let mut out = Source::new("    ");
        print(&mut out, " \n ");
        print(&mut out, "~~~proto\nmessage");
        assert_eq!(out.finish(), "/// ~~~text\n/// message\n/// ~~~\n");
    }
}
