//! Elements of lists, arrays and maps.

use super::names::place_names;
use super::read::Wanted;
use super::{PARTS, Used, ViewPrinter};
use polywire_ir::ListView;
use polywire_ir::types::Type;
use polywire_srcgen::Source;

impl ViewPrinter<'_, '_> {
    /// Prints the struct that holds the place of a list, in the module of parts.
    pub(super) fn declare_elements(&self, out: &mut Source, view: &ListView) {
        out.blank();
        self.declare(out, self.names.elements(view.get), ("pub(super)", &view.place));
    }

    /// Prints how elements are read.
    pub(super) fn elements(&self, out: &mut Source, view: &ListView) {
        let (elements, name) = (self.name_of(Used::Elements), self.names.elements(view.get));
        out.blank();
        out.block(format!("impl<'a> {elements} for {PARTS}::{name}<'a> {{"), "}", |out| {
            out.line(format!("type Item = {};", self.result_of(&self.element_type(view))));
            out.blank();
            out.line("#[inline]");
            // The place of a list begins with the number of elements.
            let count = place_names(&view.place).into_iter().next().unwrap_or_default();
            out.block("fn count(&self) -> u64 {", "}", |out| out.line(format!("self.{count}")));
            out.blank();
            out.line("#[inline]");
            out.block("fn element(&self, index: u64) -> Self::Item {", "}", |out| {
                let args = [self.place_arguments(&view.place), vec!["index".to_owned()]].concat();
                if let Type::Union(id) = view.element {
                    return self.held(out, (self.names.held(view.get), &args), id, (view.get, &view.cases));
                }
                let (ty, role) = (&view.element, view.role);
                let wanted = Wanted { get: view.get, args, ty, role, optional: false, from: "self.from" };
                let value = self.read(out, &wanted);
                out.line(self.success(&value));
            });
        });
        if self.checked {
            let (checked, input) = (self.name_of(Used::CheckedElements), self.name_of(Used::CheckedInput));
            out.blank();
            out.block(format!("impl {checked} for {PARTS}::{name}<'_> {{"), "}", |out| {
                out.block(format!("fn input(&self) -> &{input}<'_> {{"), "}", |out| out.line("self.from"));
            });
        }
    }
}
