use super::read::is_bare;
use crate::untyped::Bounds;
use crate::untyped::json::{Container, Token, Tokens};
use crate::untyped::json_text::JsonText;
use polywire_vm::Failure;

/// Floats that JSON has as an object, and their names.
const SPECIAL: [(&[u8], &[u8]); 3] = [
    (b"{\"$float\":\"NaN\"}", b"nan"),
    (b"{\"$float\":\"Infinity\"}", b"inf"),
    (b"{\"$float\":\"-Infinity\"}", b"-inf"),
];

/// Writes compact JSON in the dialect, indented: names that need no quotes have none.
pub(crate) fn write(json: &[u8], limits: Bounds, output: &mut Vec<u8>) -> Result<(), Failure> {
    let mut tokens = Tokens::new(json, limits);
    let mut text = JsonText::new(output, true, limits);
    while let Some((offset, token)) = tokens.next()? {
        match token {
            Token::Begin(container) => match special(&json[offset..]).filter(|_| container == Container::Object) {
                Some((object, word)) => {
                    tokens.leave(offset + object.len());
                    text.value(word);
                }
                None => text.begin(container),
            },
            Token::End(container) => text.end(container),
            Token::Key(raw) => text.key(raw.get(1..raw.len() - 1).filter(|name| is_bare(name)).unwrap_or(raw)),
            Token::Text(raw) | Token::Number(raw) => text.value(raw),
            Token::Bool(true) => text.value(b"true"),
            Token::Bool(false) => text.value(b"false"),
            Token::Null => text.value(b"null"),
        }
        text.check(offset)?;
    }
    Ok(())
}

fn special(json: &[u8]) -> Option<(&'static [u8], &'static [u8])> {
    SPECIAL.into_iter().find(|(object, _)| json.starts_with(object))
}
