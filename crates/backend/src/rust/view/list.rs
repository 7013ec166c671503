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
            self.advance(out, view);
        });
        if self.checked {
            let (checked, input) = (self.name_of(Used::CheckedElements), self.name_of(Used::CheckedInput));
            out.blank();
            out.block(format!("impl {checked} for {PARTS}::{name}<'_> {{"), "}", |out| {
                out.block(format!("fn input(&self) -> &{input}<'_> {{"), "}", |out| out.line("self.from"));
            });
        }
    }

    /// Prints how the first element is left out, if elements are found one after the other.
    fn advance(&self, out: &mut Source, view: &ListView) {
        let Some(get) = view.next else { return };
        let ty = Type::List(Box::new(view.element.clone()));
        let (args, role) = (self.place_arguments(&view.place), view.role);
        let wanted = Wanted { get, args, ty: &ty, role, optional: false, from: "self.from" };
        out.blank();
        out.line("const IS_SEQUENTIAL: bool = true;");
        out.blank();
        out.line("#[inline]");
        let option = self.name_of(Used::Option);
        out.block(format!("fn advance(&mut self) -> {option}<Self::Item> {{"), "}", |out| {
            if !self.checked {
                let rest = self.read(out, &wanted);
                out.line(format!("*self = *{rest}.elements();"));
                return out.line("None");
            }
            let list = format!("{}<Self>", self.name_of(Used::List));
            out.block(format!("let rest = (|| -> {} {{", self.result_of(&list)), "})();", |out| {
                let rest = self.read(out, &wanted);
                out.line(self.success(&rest));
            });
            out.block("match rest {", "}", |out| {
                out.block("Ok(rest) => {", "}", |out| {
                    out.line("*self = *rest.elements();");
                    out.line("None");
                });
                out.line("Err(error) => Some(Err(error)),");
            });
        });
    }
}
