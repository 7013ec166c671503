//! Structs that only hold a value that has no type of its own.

use super::Printer;
use polywire_model::{DeclId, Field, Type, pascal_case};
use std::collections::BTreeSet;

/// The structs that fields need.
#[derive(Default)]
pub(super) struct Wrappers {
    /// The values, with the names of their structs and the types that need them.
    known: Vec<(Type, String, DeclId)>,
    printed: usize,
}

impl Printer<'_> {
    /// Returns the name of the struct that holds a value of a type.
    pub(super) fn wrapper(&mut self, owner: DeclId, name: &str, ty: &Type) -> String {
        if let Some((_, name, _)) = self.wrappers.known.iter().find(|(known, ..)| known == ty) {
            return name.clone();
        }
        let own = self.names.own(self.model.decl(owner));
        let mut name = format!("{own}_{}Value", pascal_case(name));
        let is_taken = |name: &String, printer: &Self| {
            printer.wrappers.known.iter().any(|(_, known, _)| known == name)
                || printer.model.decls.iter().any(|decl| printer.names.own(decl) == *name)
        };
        while is_taken(&name, self) {
            name.push('_');
        }
        self.wrappers.known.push((ty.clone(), name.clone(), owner));
        name
    }

    /// Prints the structs that the package's fields need. They are no messages, and have the type id 0.
    pub(super) fn print_wrappers(&mut self) {
        while let Some((ty, name, owner)) = self.wrappers.known.get(self.wrappers.printed).cloned() {
            self.wrappers.printed += 1;
            self.out.paragraph();
            self.out.open(&format!("struct {name}(0)"));
            self.member(owner, &Field::new("value", ty), &mut BTreeSet::new());
            self.out.close();
        }
    }
}
