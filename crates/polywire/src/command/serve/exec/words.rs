//! A program and its arguments in a text.

/// Divides a text at spaces, except within single or double quotes. A backslash takes away the meaning of the next character, but not
/// within single quotes.
pub fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut all, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut characters = text.chars();
    while let Some(it) = characters.next() {
        match (it, quote) {
            ('\\', None | Some('"')) => match characters.next() {
                Some(escaped) => word.get_or_insert_default().push(escaped),
                None => return Err(format!("`{text}` ends with a backslash that nothing follows")),
            },
            (it, Some(open)) if it == open => quote = None,
            (it, Some(_)) => word.get_or_insert_default().push(it),
            ('\'' | '"', None) => {
                quote = Some(it);
                word.get_or_insert_default();
            }
            (it, None) if it.is_whitespace() => all.extend(word.take()),
            (it, None) => word.get_or_insert_default().push(it),
        }
    }
    match quote {
        Some(quote) => Err(format!("`{text}` lacks a second `{quote}`")),
        None => {
            all.extend(word);
            Ok(all)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn quotes_keep_words_together() {
        for (text, expected) in [
            ("", &[][..]),
            ("  a  b ", &["a", "b"]),
            ("sh -c 'a \"b\" $c'", &["sh", "-c", "a \"b\" $c"]),
            ("\"a b\"'c d'e ''", &["a bc de", ""]),
            ("a\\ b \"\\\"\" '\\'", &["a b", "\"", "\\"]),
        ] {
            assert_eq!(words(text).expect(text), expected);
        }
        assert!(words("a 'b").is_err() && words("a\\").is_err());
    }
}
