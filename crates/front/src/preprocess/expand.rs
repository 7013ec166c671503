//! Expands macros. A name that was made by a macro of the same name is not expanded again, which the lexeme's hidden
//! names say (the algorithm by Prosser, on which the C standard is based).

use super::Preprocessor;
use super::arguments::{arguments, join, text_of};
use super::codes;
use super::lexeme::{Lexeme, LexemeKind};
use super::macros::Macro;
use polywire_source::Diagnostic;
use std::rc::Rc;

/// Limit on what all macros together make, with the hidden names, against macros that double each other.
const MAX_MADE: usize = 1_000_000;
/// Limit on uses of macros in the arguments of others, which bounds the recursion.
const MAX_DEPTH: usize = 100;

pub(super) type Names = Rc<[Rc<[u8]>]>;

/// A lexeme of the text or of a macro.
#[derive(Clone)]
pub(super) struct Item {
    pub lexeme: Lexeme,
    /// The macros that made it.
    pub hidden: Names,
}

impl Preprocessor<'_> {
    pub(super) fn expand(&mut self, text: &[Lexeme]) -> Vec<Lexeme> {
        let none: Names = Rc::from(Vec::new());
        let items = text.iter().map(|lexeme| Item { lexeme: lexeme.clone(), hidden: Rc::clone(&none) }).collect();
        self.expanded(items, 0).into_iter().map(|item| item.lexeme).collect()
    }

    fn expanded(&mut self, mut input: Vec<Item>, depth: usize) -> Vec<Item> {
        // The next one is at the end.
        input.reverse();
        let mut output = Vec::new();
        while let Some(item) = input.pop() {
            match self.macro_of(&item) {
                Some(found) if depth < MAX_DEPTH && self.macros.made < MAX_MADE => {
                    if !self.replace(&item, &found, &mut input, depth) {
                        output.push(item);
                    }
                }
                Some(_) => {
                    self.too_much(&item);
                    output.push(item);
                }
                None => {
                    let lexeme = self.predefined(&item.lexeme).unwrap_or(item.lexeme);
                    output.push(Item { lexeme, hidden: item.hidden });
                }
            }
        }
        output
    }

    fn macro_of(&self, item: &Item) -> Option<Rc<Macro>> {
        let can_be = item.lexeme.kind == LexemeKind::Word && !item.hidden.contains(&item.lexeme.text);
        self.macros.by_name.get(&item.lexeme.text).filter(|_| can_be).map(Rc::clone)
    }

    /// Puts what a macro stands for in front of the input; returns false if it is not used.
    fn replace(&mut self, item: &Item, found: &Macro, input: &mut Vec<Item>, depth: usize) -> bool {
        let arguments = match &found.parameters {
            None => Vec::new(),
            Some(parameters) => {
                if !input.last().is_some_and(|next| next.lexeme.is_symbol("(")) {
                    return false;
                }
                let Some(arguments) = arguments(input, parameters.len(), found.takes_list) else {
                    let help = format!("write {} of them in parentheses", parameters.len());
                    self.bad_macro(item.lexeme.span, "the macro has another number of arguments", &help);
                    return true;
                };
                arguments
            }
        };
        let hidden: Names = item.hidden.iter().cloned().chain([Rc::clone(&item.lexeme.text)]).collect();
        let mut made = self.substituted(item, found, &arguments, &hidden, depth);
        if let Some(first) = made.first_mut() {
            first.lexeme.doc = Rc::clone(&item.lexeme.doc);
        }
        if let Some(last) = made.last_mut() {
            last.lexeme.after.clone_from(&item.lexeme.after);
        }
        self.macros.made += 1 + made.len() + hidden.len();
        input.extend(made.into_iter().rev());
        true
    }

    fn substituted(
        &mut self,
        item: &Item,
        found: &Macro,
        arguments: &[Vec<Item>],
        hidden: &Names,
        depth: usize,
    ) -> Vec<Item> {
        let parameter = |lexeme: &Lexeme| {
            let names = found.parameters.as_ref()?;
            names.iter().position(|name| lexeme.kind == LexemeKind::Word && *name == lexeme.text)
        };
        let mut expanded: Vec<Option<Vec<Item>>> = vec![None; arguments.len()];
        let (mut made, mut at, mut joins): (Vec<Item>, usize, bool) = (Vec::new(), 0, false);
        // An argument without text joins nothing.
        let mut is_empty = false;
        while let Some(lexeme) = found.body.get(at) {
            at += 1;
            let is_joined = joins || found.body.get(at).is_some_and(|next| next.is_symbol("##"));
            let own = |lexeme: &Lexeme| Item {
                lexeme: Lexeme {
                    span: item.lexeme.span,
                    doc: "".into(),
                    after: None,
                    starts_line: false,
                    ..lexeme.clone()
                },
                hidden: Rc::clone(hidden),
            };
            let quoted = found.body.get(at).and_then(parameter).filter(|_| lexeme.is_symbol("#"));
            let part: Vec<Item> = match (quoted, parameter(lexeme)) {
                (Some(index), _) if found.parameters.is_some() => {
                    at += 1;
                    vec![own(&text_of(lexeme, &arguments[index]))]
                }
                (_, Some(index)) if is_joined => arguments[index].iter().map(|it| own(&it.lexeme)).collect(),
                (_, Some(index)) => {
                    if expanded[index].is_none() {
                        expanded[index] = Some(self.expanded(arguments[index].clone(), depth + 1));
                    }
                    let items = expanded[index].iter().flatten();
                    let mut last: Option<(&Names, Names)> = None;
                    let mut items_with_names = Vec::new();
                    for it in items {
                        let names = match &last {
                            Some((before, names)) if Rc::ptr_eq(before, &it.hidden) => Rc::clone(names),
                            _ => union(&it.hidden, hidden),
                        };
                        last = Some((&it.hidden, Rc::clone(&names)));
                        items_with_names.push(Item { hidden: names, ..own(&it.lexeme) });
                    }
                    items_with_names
                }
                _ => vec![own(lexeme)],
            };
            self.macros.made += part.len();
            if self.macros.made > MAX_MADE {
                self.too_much(item);
                return Vec::new();
            }
            let left_is_empty = part.is_empty() && (is_empty || !joins);
            let mut part = part.into_iter();
            if let Some(last) = made.last_mut().filter(|_| joins && !is_empty)
                && let Some(first) = part.next()
            {
                join(self.dialect, &mut last.lexeme, &first.lexeme);
            }
            made.extend(part);
            is_empty = left_is_empty;
            joins = found.body.get(at).is_some_and(|next| next.is_symbol("##"));
            at += usize::from(joins);
        }
        made
    }

    fn too_much(&mut self, item: &Item) {
        let limit = if self.macros.made < MAX_MADE {
            format!("macros are used in arguments of others deeper than {MAX_DEPTH} times")
        } else {
            format!("macros make more than {MAX_MADE} words")
        };
        let name = item.lexeme.to_text();
        let error =
            Diagnostic::error(codes::TOO_DEEP, limit).at(item.lexeme.span, format!("`{name}` is left as it is"));
        if !std::mem::replace(&mut self.macros.is_reported, true) {
            self.diagnostics.push(error.help("write the text without macros"));
        }
    }
}

fn union(one: &Names, other: &Names) -> Names {
    if one.is_empty() {
        return Rc::clone(other);
    }
    let new = other.iter().filter(|name| !one.contains(name)).cloned();
    one.iter().cloned().chain(new).collect()
}
