//! Documentation comments as Go wants them: about a name, and in the form that gofmt gives them.

use polywire_srcgen::Source;

/// Prints the comment of a declaration, which starts with its name.
pub(super) fn declaration(out: &mut Source, name: &str, doc: &str) {
    let text = tidy(doc);
    if !text.is_empty() {
        out.comment("//", &about(name, &text));
    }
}

/// Returns the comment of a member: any text, and a paragraph that linters know if it should no longer be used.
pub(super) fn member(doc: &str, deprecated: bool) -> String {
    let text = tidy(doc);
    match (deprecated, text.is_empty()) {
        (false, _) => text,
        (true, _) if text.lines().any(|line| line.starts_with("Deprecated: ")) => text,
        (true, true) => DEPRECATED.to_owned(),
        (true, false) => format!("{text}\n\n{DEPRECATED}"),
    }
}

const DEPRECATED: &str = "Deprecated: the schema says so.";

/// Returns the text with the name in front: "An order to buy." as "Order is an order to buy."
fn about(name: &str, text: &str) -> String {
    let behind = text.strip_prefix(name);
    if behind.is_some_and(|behind| !behind.starts_with(|ch: char| ch.is_alphanumeric() || ch == '_')) {
        return text.to_owned();
    }
    for article in ["A ", "An ", "The "] {
        if text.starts_with(article) {
            return format!("{name} is {}{}", article[..1].to_lowercase(), &text[1..]);
        }
    }
    format!("{name}: {text}")
}

/// Returns plain paragraphs. Indented lines would be code or lists, whose form gofmt changes, and so would be quotes,
/// headings and links.
fn tidy(doc: &str) -> String {
    let lines = doc.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let lines = lines.map(|line| line.replace("``", "“").replace("''", "”").replace("]:", "] :"));
    let mut paragraphs: Vec<Vec<String>> = vec![vec![]];
    for line in lines {
        match paragraphs.last_mut() {
            Some(last) if !line.is_empty() => last.push(line),
            Some(last) if !last.is_empty() => paragraphs.push(vec![]),
            _ => {}
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    for paragraph in &mut paragraphs {
        if let [line] = paragraph.as_mut_slice() {
            if line.ends_with(|ch: char| ch.is_alphanumeric()) && line.starts_with(char::is_uppercase) {
                line.push('.');
            }
            if line.starts_with('#') {
                *line = line.trim_start_matches('#').trim_start().to_owned() + ".";
            }
        }
    }
    let texts: Vec<String> = paragraphs.iter().map(|paragraph| paragraph.join("\n")).collect();
    texts.join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_start_with_the_name() {
        for (doc, comment) in [
            ("An order to buy.", "Order is an order to buy."),
            ("Order to sell.", "Order to sell."),
            ("Orders are many.", "Order: Orders are many."),
            ("Says when.", "Order: Says when."),
        ] {
            assert_eq!(about("Order", doc), comment);
        }
    }

    #[test]
    fn members_say_that_they_are_deprecated() {
        assert_eq!(member("", false), "");
        assert_eq!(member("The price.", true), format!("The price.\n\n{DEPRECATED}"));
        assert_eq!(member("Old.\nDeprecated: use it not.", true), "Old.\nDeprecated: use it not.");
    }

    #[test]
    fn texts_are_plain_paragraphs() {
        assert_eq!(
            tidy("One\n\n\nHeading\n\n  - item\n    ``code``\n# Title\n"),
            "One.\n\nHeading.\n\n- item\n“code“\n# Title"
        );
    }
}
