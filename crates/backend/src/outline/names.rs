use polywire_ir::types::Name;
use std::collections::HashMap;
use std::rc::Rc;

/// Allocates identifiers that are unique in one scope of generated code and not keywords of its language.
///
/// The escapes are stable: a keyword gets a trailing underscore (`class_`), a name that is taken the smallest free
/// number from 2 on (`item_2`).
#[derive(Clone, Debug)]
pub struct NameScope {
    keywords: &'static [&'static str],
    /// Other reserved names.
    is_reserved: fn(&str) -> bool,
    taken: HashMap<String, u32>,
    /// Names that were taken, oldest first, with what was known of them before.
    journal: Vec<(String, Option<u32>)>,
    /// The scope around, whose names are taken too.
    around: Option<Rc<NameScope>>,
    /// What precedes a number that is added to a name.
    separator: &'static str,
}

impl NameScope {
    /// Makes an empty scope of a language with these keywords, which must be sorted.
    pub fn new(keywords: &'static [&'static str]) -> Self {
        Self {
            keywords,
            is_reserved: |_| false,
            taken: HashMap::new(),
            journal: Vec::new(),
            around: None,
            separator: "_",
        }
    }

    /// Adds reserved names, which get the prefix `v`.
    pub fn without(self, is_reserved: fn(&str) -> bool) -> Self {
        Self { is_reserved, ..self }
    }

    /// Sets what precedes a number that is added to a name, instead of an underscore.
    pub fn with_separator(self, separator: &'static str) -> Self {
        Self { separator, ..self }
    }

    /// An empty scope inside another one.
    pub fn inside(around: &Rc<Self>) -> Self {
        Self {
            around: Some(around.clone()),
            separator: around.separator,
            ..Self::new(around.keywords).without(around.is_reserved)
        }
    }

    /// The largest number that was tried behind a name, 1 for the name itself; `None` if it is free.
    fn last_number(&self, name: &str) -> Option<u32> {
        let around = || self.around.as_ref().and_then(|around| around.last_number(name));
        self.taken.get(name).copied().or_else(around)
    }

    /// Marks a name as taken.
    pub fn reserve(&mut self, name: &str) {
        if !self.taken.contains_key(name) {
            self.take(name.to_owned(), 1);
        }
    }

    fn take(&mut self, name: String, number: u32) {
        let before = self.taken.insert(name.clone(), number);
        self.journal.push((name, before));
    }

    /// Returns a mark for [`Self::release`].
    pub fn mark(&self) -> usize {
        self.journal.len()
    }

    /// Frees the names that were taken since a mark: they were those of an inner block, which has ended.
    pub fn release(&mut self, mark: usize) {
        for (name, before) in self.journal.split_off(mark).into_iter().rev() {
            match before {
                Some(number) => self.taken.insert(name, number),
                None => self.taken.remove(&name),
            };
        }
    }

    /// Returns the requested name, or its escape.
    pub fn claim(&mut self, wanted: &str) -> String {
        self.number(self.escape(wanted))
    }

    /// Returns a name, with the smallest free number behind it if it is taken.
    pub fn number(&mut self, base: String) -> String {
        let Some(last) = self.last_number(&base) else {
            self.reserve(&base);
            return base;
        };
        let separator = self.separator;
        let mut number = last + 1;
        while self.last_number(&format!("{base}{separator}{number}")).is_some() {
            number += 1;
        }
        self.take(base.clone(), number);
        let name = format!("{base}{separator}{number}");
        self.reserve(&name);
        name
    }

    /// Returns the requested name as an identifier that is not a keyword; it may be taken.
    pub fn escape(&self, wanted: &str) -> String {
        let clean: String = wanted.chars().map(|ch| if ch.is_ascii_alphanumeric() { ch } else { '_' }).collect();
        let starts_well = clean.starts_with(|ch: char| ch.is_ascii_alphabetic() || ch == '_');
        let name = if starts_well { clean } else { format!("_{clean}") };
        let name = if (self.is_reserved)(&name) { format!("v{name}") } else { name };
        if self.keywords.binary_search(&name.as_str()).is_ok() { name + "_" } else { name }
    }
}

/// Returns the name of a nested declaration in a language without nested types: the parts of its path joined by `_`.
pub fn flat_path(name: &Name) -> String {
    name.path.join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_stable() {
        let mut scope = NameScope::new(&["class", "while"]);
        let claimed: Vec<String> =
            ["class", "item", "item", "item_2", "item", "2x", "a-b"].iter().map(|name| scope.claim(name)).collect();
        assert_eq!(claimed, ["class_", "item", "item_2", "item_2_2", "item_3", "_2x", "a_b"]);
    }

    #[test]
    fn names_of_a_block_that_has_ended_are_free() {
        let mut scope = NameScope::new(&[]);
        scope.claim("item");
        let mark = scope.mark();
        assert_eq!([scope.claim("item"), scope.claim("other")], ["item_2", "other"]);
        scope.release(mark);
        assert_eq!([scope.claim("other"), scope.claim("item"), scope.claim("item")], ["other", "item_2", "item_3"]);
    }
}
