//! JSON in layouts of other programs: with white space between tokens, and members in another order or repeated.

use polywire::random::Random;

/// Returns the message in a layout chosen by a seed.
///
/// # Panics
/// If it is not JSON.
pub fn json_layout(message: &[u8], seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut rest = message;
    let mut value = Value::parse(&mut rest);
    value.reorder(&mut random);
    let spaces = Spaces::choose(&mut random);
    let mut text = Text { bytes: spaces.around.into(), spaces, random };
    text.value(&value, 0);
    text.bytes.extend_from_slice(spaces.around.as_bytes());
    text.bytes
}

/// A value; numbers, strings and names are kept verbatim.
enum Value<'m> {
    Token(&'m [u8]),
    Array(Vec<Value<'m>>),
    Object(Vec<(&'m [u8], Value<'m>)>),
}

impl<'m> Value<'m> {
    fn parse(rest: &mut &'m [u8]) -> Self {
        match peek(rest) {
            b'[' => Self::Array(items(rest, b']', Self::parse)),
            b'{' => Self::Object(items(rest, b'}', |rest| {
                let name = token(rest);
                assert_eq!(peek(rest), b':', "a colon");
                *rest = &rest[1..];
                (name, Self::parse(rest))
            })),
            _ => Self::Token(token(rest)),
        }
    }

    /// Reverses, shuffles or repeats members; leaves half of the objects unchanged.
    fn reorder(&mut self, random: &mut Random) {
        match self {
            Self::Token(_) => {}
            Self::Array(elements) => elements.iter_mut().for_each(|element| element.reorder(random)),
            Self::Object(members) => {
                match random.below(8) {
                    0 | 1 => members.reverse(),
                    2 if !members.is_empty() => members.rotate_left(1),
                    3 => (1..members.len()).for_each(|at| members.swap(at, random.below(at + 1))),
                    _ => {}
                }
                members.iter_mut().for_each(|(_, value)| value.reorder(random));
                if random.below(20) == 0
                    && let Some((name, Self::Token(bytes))) = members.first()
                {
                    members.push((name, Self::Token(bytes)));
                }
            }
        }
    }
}

fn items<'m, T>(rest: &mut &'m [u8], close: u8, mut parse: impl FnMut(&mut &'m [u8]) -> T) -> Vec<T> {
    let mut found = Vec::new();
    *rest = &rest[1..];
    while peek(rest) != close {
        found.push(parse(rest));
        if peek(rest) == b',' {
            *rest = &rest[1..];
        }
    }
    *rest = &rest[1..];
    found
}

/// Returns the next byte after white space.
fn peek(rest: &mut &[u8]) -> u8 {
    *rest = rest.trim_ascii_start();
    *rest.first().expect("JSON")
}

fn token<'m>(rest: &mut &'m [u8]) -> &'m [u8] {
    let len = if peek(rest) == b'"' {
        let mut escaped = false;
        let is_last = |byte: &u8| {
            let is_last = *byte == b'"' && !escaped;
            escaped = *byte == b'\\' && !escaped;
            is_last
        };
        rest.iter().skip(1).position(is_last).expect("a quote") + 2
    } else {
        let ends = |byte: &u8| b",:]}".contains(byte) || byte.is_ascii_whitespace();
        rest.iter().position(ends).unwrap_or(rest.len())
    };
    let (token, behind) = rest.split_at(len);
    *rest = behind;
    token
}

/// The style of white space.
#[derive(Clone, Copy)]
struct Spaces {
    around: &'static str,
    line: &'static str,
    indentation: &'static str,
    before_colon: &'static str,
    behind_colon: &'static str,
    before_comma: &'static str,
    /// One line in this many has irregular indentation; none if 0.
    irregular: usize,
}

impl Spaces {
    fn choose(random: &mut Random) -> Self {
        let mut one_of = |choices: &[&'static str]| choices[random.below(choices.len())];
        Self {
            around: one_of(&["", "", "\n", " \t\r\n"]),
            line: one_of(&["", "\n", "\n", "\r\n", " "]),
            indentation: one_of(&["", "  ", "    ", "\t", "              "]),
            before_colon: one_of(&["", "", "", " "]),
            behind_colon: one_of(&["", " ", " ", "  ", "\t"]),
            before_comma: one_of(&["", "", "", " ", "\n"]),
            irregular: random.below(3) * 3,
        }
    }
}

struct Text {
    bytes: Vec<u8>,
    spaces: Spaces,
    random: Random,
}

impl Text {
    fn value(&mut self, value: &Value<'_>, depth: usize) {
        match value {
            Value::Token(token) => self.bytes.extend_from_slice(token),
            Value::Array(elements) => {
                self.items(b"[]", elements, depth, |text, element| text.value(element, depth + 1))
            }
            Value::Object(members) => self.items(b"{}", members, depth, |text, (name, value)| {
                text.bytes.extend_from_slice(name);
                text.add(&[text.spaces.before_colon, ":", text.spaces.behind_colon]);
                text.value(value, depth + 1);
            }),
        }
    }

    fn items<T>(&mut self, brackets: &[u8; 2], items: &[T], depth: usize, mut item: impl FnMut(&mut Self, &T)) {
        self.bytes.push(brackets[0]);
        for (index, it) in items.iter().enumerate() {
            if index > 0 {
                self.add(&[self.spaces.before_comma, ","]);
            }
            self.line(depth + 1);
            item(self, it);
        }
        if !items.is_empty() {
            self.line(depth);
        }
        self.bytes.push(brackets[1]);
    }

    fn line(&mut self, depth: usize) {
        const OTHERS: &[&str] = &["", " ", "\n", "\t\t", "               ", "                                   "];
        if self.spaces.irregular > 0 && self.random.below(self.spaces.irregular) == 0 {
            let other = OTHERS[self.random.below(OTHERS.len())];
            return self.add(&[other]);
        }
        self.add(&[self.spaces.line]);
        (0..depth).for_each(|_| self.add(&[self.spaces.indentation]));
    }

    fn add(&mut self, parts: &[&str]) {
        parts.iter().for_each(|part| self.bytes.extend_from_slice(part.as_bytes()));
    }
}

#[cfg(test)]
mod tests {
    use super::json_layout;
    use serde_json::Value;

    #[test]
    fn layouts_preserve_the_value() {
        let message = br#" {"a":[1,-2.5e3,[],{}],"b\"\\":{"c":"x y, {","d":null},"e":true} "#;
        let expected: Value = serde_json::from_slice(message).expect("JSON");
        let layouts: Vec<Vec<u8>> = (0..1000).map(|seed| json_layout(message, seed)).collect();
        for layout in &layouts {
            assert_eq!(serde_json::from_slice::<Value>(layout).expect("JSON"), expected);
        }
        assert!(layouts.iter().any(|layout| layout.starts_with(b"{\r\n    \"b")));
    }
}
