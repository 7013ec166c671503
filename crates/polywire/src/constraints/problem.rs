//! What is wrong with the keys of a message, or in the place of its wildcards.

use super::key::{Wrong, compared};
use super::locate;
use super::node::{Address, Node};
use polywire_ir::ErrorCode;
use polywire_model::attr::XmlName;
use polywire_model::{Constraint, ConstraintKind, KeyField, Model};
use polywire_vm::{Path, Value};

/// The most characters of a value that are shown.
const MOST_SHOWN: usize = 60;

/// A constraint that a message breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What kind of problem it is, for programs.
    pub code: &'static str,
    /// The path of the part that is wrong.
    pub path: Path,
    /// What is wrong with it.
    pub text: String,
}

/// A value of the key of a part.
pub(super) struct Subject<'a> {
    pub it: &'a Constraint,
    pub field: &'a KeyField,
    pub part: Node<'a>,
}

/// The problems of a message.
pub(super) struct Problems<'a> {
    model: &'a Model,
    root: Node<'a>,
    most: usize,
    pub found: Vec<Problem>,
}

impl<'a> Problems<'a> {
    pub const fn new(model: &'a Model, root: Node<'a>, most: usize) -> Self {
        Self { model, root, most, found: Vec::new() }
    }

    /// Returns true if no more are wanted.
    pub fn are_enough(&self) -> bool {
        self.found.len() >= self.most
    }

    pub fn duplicate(&mut self, it: &Constraint, part: Node<'a>, values: &[Node<'a>], first: Address) {
        self.report("duplicate_key", part.address(), |all| {
            format!("{}: {} repeats that of {}", named(it), all.shown(it, values), all.place(first))
        });
    }

    pub fn no_key(&mut self, it: &Constraint, key: &str, part: Node<'a>, values: &[Node<'a>]) {
        self.report("unknown_key", part.address(), |all| {
            format!("{}: `{key}` has no part with {}", named(it), all.shown(it, values))
        });
    }

    pub fn wrong(&mut self, Subject { it, field, part }: Subject<'a>, wrong: Wrong) {
        let (code, text) = match wrong {
            Wrong::Missing => ("missing_key", "is missing"),
            Wrong::Several => ("ambiguous_key", "is there more than once"),
            Wrong::NotAValue => ("invalid_key", "has members, so it cannot be compared"),
            Wrong::Nullable => ("invalid_key", "may be null, which keys must not be"),
        };
        self.report(code, part.address(), |_| format!("{}: `{}` {text}", named(it), field.text));
    }

    pub fn same_name(&mut self, place: Address, name: &[u8], first: Address) {
        self.report("duplicate_id", place, |all| {
            format!("the identifier {} repeats that of {}", text(name), all.place(first))
        });
    }

    pub fn no_name(&mut self, place: Address, name: &[u8]) {
        self.report("unknown_id", place, |_| format!("nothing has the identifier {}", text(name)));
    }

    /// How many more are wanted.
    pub fn room(&self) -> usize {
        self.most.saturating_sub(self.found.len())
    }

    pub fn undeclared(&mut self, what: &str, name: &XmlName, place: Address) {
        let code = ErrorCode::UnknownMember.name();
        self.in_wildcard(
            code,
            (what, name),
            place,
            "the schema does not declare it, but the wildcard demands that it does",
        );
    }

    /// Something is wrong with an element or an attribute in the place of a wildcard.
    pub fn in_wildcard(&mut self, code: &'static str, (what, name): (&str, &XmlName), place: Address, text: &str) {
        let XmlName { namespace, local } = name;
        self.report(code, place, |_| match namespace.as_str() {
            "" => format!("{what} `{local}`: {text}"),
            _ => format!("{what} `{local}` of `{namespace}`: {text}"),
        });
    }

    pub fn too_large(&mut self) {
        self.report("budget", self.root.address(), |_| "the message is too large to check its keys".to_owned());
    }

    fn report(&mut self, code: &'static str, place: Address, text: impl FnOnce(&Self) -> String) {
        if !self.are_enough() {
            let path = locate::path(self.model, self.root, place);
            let text = text(self);
            self.found.push(Problem { code, path, text });
        }
    }

    fn place(&self, address: Address) -> String {
        locate::path(self.model, self.root, address).to_string()
    }

    /// Returns the values of a key with how the schema names them.
    fn shown(&self, it: &Constraint, values: &[Node<'a>]) -> String {
        let parts = it.fields.iter().zip(values).map(|(field, value)| {
            let shown = match value.value {
                Value::Text(it) => text(it),
                _ => compared(self.model, *value).1,
            };
            format!("`{}` = {shown}", field.text)
        });
        parts.collect::<Vec<_>>().join(", ")
    }
}

fn named(it: &Constraint) -> String {
    let kind = match it.kind {
        ConstraintKind::Key => "key",
        ConstraintKind::Unique => "unique",
        ConstraintKind::Reference(_) => "reference",
    };
    format!("{kind} `{}`", it.name)
}

/// Returns a text in quotes, shortened if it is long.
fn text(bytes: &[u8]) -> String {
    let whole = String::from_utf8_lossy(bytes);
    match whole.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{:?} …", &whole[..end]),
        None => format!("{whole:?}"),
    }
}
