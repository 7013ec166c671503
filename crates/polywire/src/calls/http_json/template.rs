//! Paths with variables, as in `/v1/{name=shelves/*/books/*}:read`.

use std::cmp::Ordering;

/// A path with variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    segments: Vec<Segment>,
    /// What stands behind the last colon.
    verb: Option<String>,
    variables: Vec<Variable>,
}

/// A part of a path between slashes. The order is from the most to the least special one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    Literal(String),
    /// Any one.
    One,
    /// Any number, at the end.
    Any,
}

/// A field of the message, and the segments that hold its value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Variable {
    field: String,
    from: usize,
    to: usize,
    /// Its value is one part, with any characters.
    is_part: bool,
}

/// The fields that a path sets, with their texts.
pub type Values = Vec<(String, String)>;

impl Template {
    /// Reads a template; an error tells what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = |why: &str| format!("`{text}` is no template of a path: {why}");
        let rest = text.strip_prefix('/').ok_or_else(|| wrong("it does not begin with `/`"))?;
        // A colon in a variable does not start the verb.
        let end = rest.rfind('}').map_or(0, |at| at + 1);
        let (path, verb) = match rest[end..].rfind(':') {
            Some(at) => (&rest[..end + at], Some(rest[end + at + 1..].to_owned())),
            None => (rest, None),
        };
        let mut template = Self { segments: Vec::new(), verb, variables: Vec::new() };
        for part in parts(path).ok_or_else(|| wrong("its braces do not match"))? {
            template.add(part).map_err(|why| wrong(&why))?;
        }
        let before_last = template.segments.len().saturating_sub(1);
        if template.segments[..before_last].contains(&Segment::Any) {
            return Err(wrong("`**` has to be the last part"));
        }
        Ok(template)
    }

    fn add(&mut self, part: &str) -> Result<(), String> {
        let Some(variable) = part.strip_prefix('{').and_then(|it| it.strip_suffix('}')) else {
            self.segments.push(Segment::of(part)?);
            return Ok(());
        };
        let (field, pattern) = variable.split_once('=').unwrap_or((variable, "*"));
        let is_name = |it: &str| !it.is_empty() && it.chars().all(|it| it == '_' || it.is_ascii_alphanumeric());
        if !field.split('.').all(is_name) {
            return Err(format!("`{field}` is no name of a field"));
        }
        let from = self.segments.len();
        for part in pattern.split('/') {
            self.segments.push(Segment::of(part)?);
        }
        let (field, is_part) = (field.to_owned(), self.segments[from..] == [Segment::One]);
        self.variables.push(Variable { field, from, to: self.segments.len(), is_part });
        Ok(())
    }

    /// Returns the names of the fields that the path sets.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.variables.iter().map(|variable| variable.field.as_str())
    }

    /// Returns the fields that a path sets; `None` if it is another path.
    pub fn matched(&self, path: &str) -> Option<Values> {
        let rest = path.strip_prefix('/')?;
        let rest = match &self.verb {
            Some(verb) => rest.strip_suffix(verb.as_str())?.strip_suffix(':')?,
            None => rest,
        };
        let found: Vec<&str> = rest.split('/').collect();
        let is_open = self.segments.last() == Some(&Segment::Any);
        let least = self.segments.len() - usize::from(is_open);
        let has_length = if is_open { found.len() >= least } else { found.len() == least };
        if !has_length || !self.segments.iter().zip(&found).all(|(segment, part)| segment.takes(part)) {
            return None;
        }
        let value = |variable: &Variable| {
            let to = if is_open && variable.to == self.segments.len() { found.len() } else { variable.to };
            let parts = found.get(variable.from..to).unwrap_or_default();
            let text = if variable.is_part { unescaped(parts.first()?)? } else { unescaped_parts(parts)? };
            Some((variable.field.clone(), text))
        };
        self.variables.iter().map(value).collect()
    }

    /// Returns the path with the texts of its fields; an error tells which text does not fit.
    pub fn expanded(&self, mut text: impl FnMut(&str) -> Result<String, String>) -> Result<String, String> {
        let mut parts: Vec<String> = Vec::new();
        let mut at = 0;
        while let Some(segment) = self.segments.get(at) {
            match (self.variables.iter().find(|it| it.from == at), segment) {
                (Some(variable), _) => {
                    parts.push(self.value(variable, &text(&variable.field)?)?);
                    at = variable.to;
                }
                (None, Segment::Literal(literal)) => {
                    parts.push(escaped(literal));
                    at += 1;
                }
                (None, Segment::One | Segment::Any) => return Err("the path has a part that no field sets".to_owned()),
            }
        }
        let verb = self.verb.as_ref().map(|verb| format!(":{verb}")).unwrap_or_default();
        Ok(format!("/{}{verb}", parts.join("/")))
    }

    /// Returns the text of a field as parts of a path.
    fn value(&self, variable: &Variable, text: &str) -> Result<String, String> {
        let segments = &self.segments[variable.from..variable.to];
        let parts: Vec<String> = match variable.is_part {
            true => vec![escaped(text)],
            false => text.split('/').map(|part| escaped(part).replace("%252F", "%2F")).collect(),
        };
        let is_open = segments.last() == Some(&Segment::Any);
        let has_length = if is_open { parts.len() + 1 >= segments.len() } else { parts.len() == segments.len() };
        let fits = has_length && segments.iter().zip(&parts).all(|(segment, part)| segment.takes(part));
        if fits { Ok(parts.join("/")) } else { Err(format!("`{}` cannot be `{text}` in the path", variable.field)) }
    }

    /// Orders templates so that the more special one is first.
    pub fn compare(&self, other: &Self) -> Ordering {
        let key = |it: &Self| (it.segments.clone(), it.verb.is_none());
        key(self).cmp(&key(other))
    }
}

impl Segment {
    fn of(part: &str) -> Result<Self, String> {
        match part {
            "*" => Ok(Self::One),
            "**" => Ok(Self::Any),
            _ if part.is_empty() || part.contains(['{', '}', '*', '?', '#']) => {
                Err(format!("`{part}` is no part of a path"))
            }
            _ => Ok(Self::Literal(part.to_owned())),
        }
    }

    fn takes(&self, part: &str) -> bool {
        match self {
            Self::Literal(text) => unescaped(part).as_ref() == Some(text),
            Self::One => !part.is_empty(),
            Self::Any => true,
        }
    }
}

/// Divides a template at slashes outside of braces; `None` if the braces do not match.
fn parts(path: &str) -> Option<Vec<&str>> {
    let (mut all, mut from, mut is_inside) = (Vec::new(), 0, false);
    for (at, byte) in path.bytes().enumerate() {
        match byte {
            b'{' | b'}' if is_inside == (byte == b'{') => return None,
            b'{' | b'}' => is_inside = !is_inside,
            b'/' if !is_inside => {
                all.push(&path[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    all.push(&path[from..]);
    (!is_inside).then_some(all)
}

/// Returns several parts of a path without escapes, but for those of slashes, which divide no parts (google/api/http.proto).
fn unescaped_parts(parts: &[&str]) -> Option<String> {
    const SLASH: &str = "%2F";
    let inside = |part: &str| -> Option<String> {
        let part = part.replace("%2f", SLASH);
        Some(part.split(SLASH).map(unescaped).collect::<Option<Vec<_>>>()?.join(SLASH))
    };
    Some(parts.iter().map(|part| inside(part)).collect::<Option<Vec<_>>>()?.join("/"))
}

/// Returns a text with the escapes of URLs for all but unreserved characters (RFC 3986, section 2.3).
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'-' | b'.' | b'_' | b'~' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => escaped.push(char::from(byte)),
            byte => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

/// Returns a text without the escapes of URLs (RFC 3986, section 2.1); `None` if they are wrong.
pub fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                u8::try_from(digit()? * 16 + digit()?).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(template: &str, path: &str) -> Option<Vec<(String, String)>> {
        Template::parse(template).expect("a template").matched(path)
    }

    #[test]
    fn paths_set_fields() {
        let one = |field: &str, text: &str| Some(vec![(field.to_owned(), text.to_owned())]);
        assert_eq!(matched("/v1/orders", "/v1/orders"), Some(vec![]));
        assert_eq!(matched("/v1/orders/{id}", "/v1/orders/5"), one("id", "5"));
        assert_eq!(matched("/v1/orders/{id}", "/v1/orders/a%2Fb%20c"), one("id", "a/b c"));
        assert_eq!(matched("/v1/{name=shelves/*/books/*}", "/v1/shelves/a/books/b"), one("name", "shelves/a/books/b"));
        assert_eq!(matched("/v1/{name=files/**}", "/v1/files/a%2fb/c%20d"), one("name", "files/a%2Fb/c d"));
        assert_eq!(matched("/v1/{name=files/**}:get", "/v1/files/a/b:get"), one("name", "files/a/b"));
        assert_eq!(matched("/v1/{name=files/**}", "/v1/files"), one("name", "files"));
        assert_eq!(matched("/v1/{a.b}:undo", "/v1/x:undo"), one("a.b", "x"));
        for (template, path) in [
            ("/v1/orders", "/v1/orders/"),
            ("/v1/orders/{id}", "/v1/orders/"),
            ("/v1/orders/{id}", "/v1/orders/a/b"),
            ("/v1/orders/{id}", "/v1/orders/%F"),
            ("/v1/{name=shelves/*}", "/v1/books/a"),
            ("/v1/x:undo", "/v1/x"),
        ] {
            assert_eq!(matched(template, path), None, "{template} {path}");
        }
    }

    #[test]
    fn fields_make_paths() {
        let expanded = |template: &str, text: &str| {
            let path = Template::parse(template).expect("a template").expanded(|_| Ok(text.to_owned()));
            path.ok().inspect(|path| {
                let back = matched(template, path).expect("the same template");
                assert_eq!(back[0].1, text, "{path}");
            })
        };
        assert_eq!(expanded("/v1/{id}:undo", "a/b é"), Some("/v1/a%2Fb%20%C3%A9:undo".to_owned()));
        assert_eq!(expanded("/v1/{name=shelves/*}", "shelves/a b"), Some("/v1/shelves/a%20b".to_owned()));
        assert_eq!(expanded("/v1/{name=files/**}", "files/a%2Fb/c"), Some("/v1/files/a%2Fb/c".to_owned()));
        for (template, text) in [("/{name=shelves/*}", "books/a"), ("/{name=shelves/*}", "shelves/a/b"), ("/{id}", "")]
        {
            assert_eq!(expanded(template, text), None, "{template} {text}");
        }
    }

    #[test]
    fn wrong_templates_are_told() {
        for text in ["v1", "/v1//x", "/{", "/{a", "/a}", "/{{a}}", "/**/a", "/{a-b}", "/a*", "/{}", "/{a=b{c}}"] {
            assert!(Template::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_most_special_one_is_first() {
        let mut all = ["/v1/**", "/v1/*", "/v1/a:b", "/v1/a", "/v1/{x}/y"].map(|it| Template::parse(it).expect(it));
        all.sort_by(Template::compare);
        let first = all.iter().position(|it| it.matched("/v1/a").is_some());
        assert_eq!(first.map(|at| all[at].clone()), Template::parse("/v1/a").ok());
        assert_eq!(all.last(), Template::parse("/v1/**").ok().as_ref());
    }
}
