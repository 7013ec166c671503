//! Arguments of macros, and what `#` and `##` make of them.

use super::Dialect;
use super::expand::Item;
use super::lexeme::{Lexeme, LexemeKind};
use super::scan::scan;
use polywire_source::Diagnostics;

/// Takes `( … )` from the end of the input; `None` if it has no end, or the number of arguments is another one. All that is too much belongs to
/// the last argument if it takes a list.
pub(super) fn arguments(input: &mut Vec<Item>, count: usize, takes_list: bool) -> Option<Vec<Vec<Item>>> {
    let end = closing(input)?;
    let mut list: Vec<Item> = input.split_off(end);
    list.reverse();
    let inside = &list[1..list.len() - 1];
    let (mut arguments, mut depth) = (vec![Vec::new()], 0_usize);
    for item in inside {
        match &item.lexeme {
            lexeme if lexeme.is_symbol(",") && depth == 0 && !(takes_list && arguments.len() == count) => {
                arguments.push(Vec::new());
                continue;
            }
            lexeme if lexeme.is_symbol("(") => depth += 1,
            lexeme if lexeme.is_symbol(")") => depth = depth.saturating_sub(1),
            _ => {}
        }
        if let Some(last) = arguments.last_mut() {
            last.push(item.clone());
        }
    }
    if count == 0 && inside.is_empty() {
        arguments.clear();
    }
    if takes_list && arguments.len() + 1 == count {
        arguments.push(Vec::new());
    }
    (arguments.len() == count).then_some(arguments)
}

/// The index of the `)` that belongs to the `(` at the end.
fn closing(input: &[Item]) -> Option<usize> {
    let mut depth = 0_usize;
    for (index, item) in input.iter().enumerate().rev() {
        if item.lexeme.is_symbol("(") {
            depth += 1;
        } else if item.lexeme.is_symbol(")") {
            depth -= 1;
            if depth == 0 {
                return Some(index);
            }
        }
    }
    None
}

/// `#parameter`: the text of an argument in quotes.
pub(super) fn text_of(mark: &Lexeme, argument: &[Item]) -> Lexeme {
    let mut text = vec![b'"'];
    for (index, Item { lexeme, .. }) in argument.iter().enumerate() {
        if index > 0 && (lexeme.is_spaced || lexeme.starts_line) {
            text.push(b' ');
        }
        let is_quoted = matches!(lexeme.kind, LexemeKind::Text | LexemeKind::Char);
        for byte in lexeme.text.iter() {
            if is_quoted && matches!(byte, b'"' | b'\\') {
                text.push(b'\\');
            }
            text.push(*byte);
        }
    }
    text.push(b'"');
    Lexeme { kind: LexemeKind::Text, text: text.into(), ..mark.clone() }
}

/// `##`: both texts as one. What is not one lexeme then is stray.
pub(super) fn join(dialect: &Dialect, left: &mut Lexeme, right: &Lexeme) {
    let text = [&*left.text, &*right.text].concat();
    let scanned = scan(dialect, left.span.file, &text, &mut Diagnostics::default());
    left.kind = match &scanned[..] {
        [one] => one.kind,
        _ => LexemeKind::Stray,
    };
    left.text = text.into();
}
