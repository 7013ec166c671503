//! Declarations of extensions in extension ranges.

use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{ExtensionRange, FieldType, Message, Tree, Value, numbers};
use polywire_source::Diagnostic;
use std::collections::HashSet;

const UNVERIFIED: u64 = 1;

/// `ExtensionRangeOptions.Declaration`.
pub(super) struct Declaration {
    pub number: i32,
    pub full_name: Option<String>,
    pub ty: Option<String>,
    pub reserved: bool,
    pub repeated: bool,
}

/// The declarations of a range.
pub(super) fn of(range: &ExtensionRange) -> Vec<Declaration> {
    let declarations = range.options.as_ref().map_or(&[][..], |options| options.values(numbers::DECLARATION));
    declarations.iter().filter_map(declaration).collect()
}

fn declaration(value: &Value) -> Option<Declaration> {
    let Value::Message(tree) = value else { return None };
    let flag = |number| tree.varint(number).is_some_and(|value| value != 0);
    Some(Declaration {
        number: tree.varint(1).unwrap_or_default() as i32,
        full_name: tree.text(2),
        ty: tree.text(3),
        reserved: flag(5),
        repeated: flag(6),
    })
}

impl Checker<'_, '_> {
    pub(super) fn extension_declarations(&mut self, message: &Message) {
        let mut names = HashSet::new();
        for range in &message.extension_ranges {
            let declarations = of(range);
            let is_unverified = Tree::number(&range.options, numbers::VERIFICATION) == Some(UNVERIFIED);
            if is_unverified && !declarations.is_empty() {
                let problem = "a range with declared extensions cannot be `UNVERIFIED`";
                self.report_declaration(range, problem.to_owned(), "remove the option `verification`");
            }
            let mut taken = HashSet::new();
            for declaration in &declarations {
                if let Some((problem, help)) = flaw(range, declaration, &mut taken, &mut names) {
                    self.report_declaration(range, problem, help);
                }
            }
        }
    }

    fn report_declaration(&mut self, range: &ExtensionRange, problem: String, help: &str) {
        let place = self.place(range.range.node).name;
        self.report(Diagnostic::error(codes::EXTENSION, problem).at(place, "").help(help));
    }
}

/// The problem with a declaration, and the remedy.
fn flaw(
    range: &ExtensionRange,
    it: &Declaration,
    taken: &mut HashSet<i32>,
    names: &mut HashSet<String>,
) -> Option<(String, &'static str)> {
    let number = it.number;
    if !(range.range.start..range.range.end).contains(&number) {
        return Some((format!("the declared extension {number} is outside the range"), "move it to its own range"));
    }
    if !taken.insert(number) {
        return Some((format!("the extension {number} is declared twice"), "remove one of the declarations"));
    }
    let (Some(name), Some(ty)) = (&it.full_name, &it.ty) else {
        let is_bare = it.full_name.is_none() && it.ty.is_none() && it.reserved;
        let problem = format!("the declaration of extension {number} needs a `full_name` and a `type`");
        return (!is_bare).then_some((problem, "state both"));
    };
    if !names.insert(name.clone()) {
        return Some((format!("the extension `{name}` is declared twice"), "remove one of the declarations"));
    }
    let bad = [(name, true), (ty, FieldType::from_keyword(ty).is_none())];
    let bad = bad.into_iter().find(|(name, is_checked)| *is_checked && !is_absolute(name));
    bad.map(|(name, _)| (format!("`{name}` is not a full name"), "begin it with a dot, as in `.package.name`"))
}

fn is_absolute(name: &str) -> bool {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    name.strip_prefix('.').is_some_and(|rest| rest.split('.').all(is_word))
}
