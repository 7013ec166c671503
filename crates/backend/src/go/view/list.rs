//! Lists, arrays and maps: their length, and their elements.

use super::ViewPrinter;
use super::names::place_names;
use super::read::Wanted;
use super::value::place_arguments;
use polywire_ir::ListView;
use polywire_ir::types::Type;
use polywire_srcgen::Source;

impl ViewPrinter<'_, '_, '_, '_, '_> {
    /// Prints the type of a list.
    pub(super) fn list(&mut self, out: &mut Source, view: &ListView) {
        if let Type::Union(id) = view.element {
            self.held_in_list(out, view, id);
        }
        let name = self.of.names.list(view.get).to_owned();
        let element = self.value_type((&view.element, view.role));
        out.blank();
        self.declare(out, &name, &view.place);
        // The place of a list begins with the number of elements.
        let count = place_names(&view.place).into_iter().next().unwrap_or_default();
        out.blank();
        out.line("// Len returns the number of elements.");
        let length = format!("return int(v.{count})");
        out.block(format!("func (v {name}) Len() int {{"), "}", |out| out.line(length));
        out.blank();
        out.line("// At returns an element.");
        let results = self.results(&element, false);
        out.block(format!("func (v {name}) At(i int) {results} {{"), "}", |out| {
            self.bound(out, view);
            if let Type::Union(_) = view.element {
                return self.held_at(out, view);
            }
            let args = [place_arguments(&view.place), vec!["uint64(i)".to_owned()]].concat();
            let (ty, role) = (&view.element, view.role);
            let wanted = Wanted { get: view.get, args, ty, role, optional: false, from: "v.from" };
            let value = self.read(out, &wanted);
            out.line(self.success(&value));
        });
        self.element_setter(out, &name, view);
        self.finder(out, (&name, &element), view);
        self.go.imports.standard("iter");
        let pair = if self.of.is_checked() { format!("{element}, error") } else { format!("int, {element}") };
        let about = match self.of.is_checked() {
            true => "// All yields the elements, each with the error that prevents it.",
            false => "// All yields the elements with their indices.",
        };
        out.blank();
        out.line(about);
        out.block(format!("func (v {name}) All() iter.Seq2[{pair}] {{"), "}", |out| {
            out.block(format!("return func(yield func({pair}) bool) {{"), "}", |out| match view.next {
                None => out.block("for i := range v.Len() {", "}", |out| self.yield_element(out, "v.At(i)")),
                Some(_) => self.in_sequence(out, &element),
            });
        });
        self.next(out, &name, view);
    }

    fn yield_element(&self, out: &mut Source, element: &str) {
        let index = if self.of.is_checked() { "" } else { "i, " };
        out.block(format!("if !yield({index}{element}) {{"), "}", |out| out.line("return"));
    }

    /// Prints the loop over elements that are found one after the other.
    fn in_sequence(&self, out: &mut Source, element: &str) {
        out.line("rest := v");
        out.block("for i := range v.Len() {", "}", |out| {
            out.block("if i > 0 {", "}", |out| match self.of.is_checked() {
                false => out.line("rest = rest.next()"),
                true => {
                    out.line("next, err := rest.next()");
                    out.block("if err != nil {", "}", |out| {
                        out.line(format!("var none {element}"));
                        out.line("yield(none, err)");
                        out.line("return");
                    });
                    out.line("rest = next");
                }
            });
            self.yield_element(out, "rest.At(0)");
        });
    }

    /// Prints the method that moves to the second element.
    fn next(&mut self, out: &mut Source, name: &str, view: &ListView) {
        let Some(get) = view.next else { return };
        let ty = Type::List(Box::new(view.element.clone()));
        let results = self.results(name, false);
        out.blank();
        out.line("// next returns the list without its first element.");
        out.block(format!("func (v {name}) next() {results} {{"), "}", |out| {
            let (args, role) = (place_arguments(&view.place), view.role);
            let wanted = Wanted { get, args, ty: &ty, role, optional: false, from: "v.from" };
            let value = self.read(out, &wanted);
            out.line(self.success(&value));
        });
    }

    /// Prints the check of an index, unless the accessor has one.
    pub(super) fn bound(&mut self, out: &mut Source, view: &ListView) {
        if !self.of.is_checked() {
            let count = place_names(&view.place).into_iter().next().unwrap_or_default();
            out.block(format!("if uint64(i) >= v.{count} {{"), "}", |out| {
                out.line(format!("{}(i, int(v.{count}))", self.runtime("PanicOutOfRange")));
            });
        }
    }

    /// Prints the result for an element that is a union: the place of the list, with the index.
    fn held_at(&mut self, out: &mut Source, view: &ListView) {
        let held = self.of.names.held(view.get).to_owned();
        let mut parts = place_arguments(&view.place);
        parts.push("uint64(i)".to_owned());
        if self.of.is_checked() {
            parts.push("v.from".to_owned());
            out.block("if i < 0 || i >= v.Len() {", "}", |out| {
                let (error, code) = (self.runtime("Error"), self.runtime("OutOfRange"));
                out.line(format!("return result, &{error}{{Code: {code}}}"));
            });
        }
        out.line(self.success(&format!("{held}{{{}}}", parts.join(", "))));
    }
}
