use std::collections::HashSet;

/// Names that are in use in a scope.
#[derive(Default)]
pub(super) struct Names(HashSet<String>);

impl Names {
    /// Claims a name; one that is in use gets the first number appended that makes it unique.
    pub fn claim(&mut self, name: &str) -> String {
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let free = names.find(|name| !self.0.contains(name)).unwrap_or_default();
        self.0.insert(free.clone());
        free
    }

    /// Returns true if a name is in use.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}
