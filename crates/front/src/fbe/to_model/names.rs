//! What names refer to.

use super::{Declared, Maker};
use crate::fbe::ast::Word;
use crate::fbe::codes;
use polywire_source::{Diagnostic, closest};

impl<'a> Maker<'a, '_> {
    /// Returns the declaration that a name in a unit refers to: of its own package, or `package.Name` of an imported one.
    pub(super) fn find(&mut self, unit: usize, name: &Word) -> Option<Declared<'a>> {
        let own = self.package(unit);
        let path = if name.text.contains('.') { name.text.clone() } else { format!("{own}.{}", name.text) };
        let found = self.declared.get(&path).copied();
        match found {
            Some(it) if it.unit == unit || self.sees(unit, it.unit) => Some(it),
            Some(it) => {
                let help = format!("add `import {}` to the head of the file", self.package(it.unit));
                self.unknown(name, help);
                None
            }
            None => {
                let help = self.suggestion(unit, &name.text);
                self.unknown(name, help);
                None
            }
        }
    }

    /// Returns true if a unit imports another, or is of the same package.
    fn sees(&self, unit: usize, other: usize) -> bool {
        self.units[unit].imports.contains(&other) || self.package(unit) == self.package(other)
    }

    pub(super) fn package(&self, unit: usize) -> &'a str {
        self.units[unit].ast.package.as_ref().map_or("", |it| &it.name.text)
    }

    fn suggestion(&self, unit: usize, name: &str) -> String {
        let own = format!("{}.", self.package(unit));
        let mut names: Vec<&str> = self.declared.keys().map(|path| path.strip_prefix(&own).unwrap_or(path)).collect();
        names.sort_unstable();
        match closest(name, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "declare it, or import the package that does".to_owned(),
        }
    }

    fn unknown(&mut self, name: &Word, help: String) {
        let message = format!("there is no type `{}`", name.text);
        self.diagnostics.push(Diagnostic::error(codes::UNKNOWN_NAME, message).at(name.span, "").help(help));
    }
}
