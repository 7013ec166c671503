use crate::assignments::{Entry, Section};
use crate::member::Member;
use std::collections::HashMap;

/// Finds the number of a member by its identity: its own number in the schema, or its name if it has none.
pub(crate) struct Index<'s>(HashMap<Identity<'s>, u32>);

/// The member's own number in the schema, whether it is the case for absence, and the name.
type Identity<'s> = (Option<i64>, bool, &'s str);

impl<'s> Index<'s> {
    pub fn of(section: &'s Section) -> Self {
        Self(section.entries.iter().map(|(number, entry)| (of_entry(entry), *number)).collect())
    }

    /// Returns the number of a member.
    pub fn find(&self, member: &Member<'_>) -> Option<u32> {
        self.0.get(&identity(member.key, member.is_absence(), &member.name)).copied()
    }
}

/// Returns the identity of an entry.
pub(crate) fn of_entry(entry: &Entry) -> Identity<'_> {
    identity(entry.key, entry.is_absence(), &entry.name)
}

fn identity(key: Option<i64>, is_absence: bool, name: &str) -> Identity<'_> {
    (key, is_absence, if key.is_some() { "" } else { name })
}
