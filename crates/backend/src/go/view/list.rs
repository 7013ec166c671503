//! Lists, arrays and maps: their length, and their elements.

use super::ViewPrinter;
use super::names::place_names;
use super::read::Wanted;
use super::value::place_arguments;
use polywire_ir::ListView;
use polywire_srcgen::Source;

impl ViewPrinter<'_, '_, '_, '_, '_> {
    /// Prints the type of a list.
    pub(super) fn list(&mut self, out: &mut Source, view: &ListView) {
        let name = self.of.names.list(view.get).to_owned();
        let element = self.value_type((&view.element, view.role));
        out.blank();
        self.declare(out, &name, &view.place);
        // The place of a list begins with the number of elements.
        let count = place_names(&view.place).into_iter().next().unwrap_or_default();
        out.blank();
        out.line("// Len returns the number of elements.");
        out.line(format!("func (v {name}) Len() int {{ return int(v.{count}) }}"));
        out.blank();
        out.line("// At returns an element.");
        let results = self.results(&element, false);
        out.block(format!("func (v {name}) At(i int) {results} {{"), "}", |out| {
            if !self.of.is_checked() {
                out.block(format!("if uint64(i) >= v.{count} {{"), "}", |out| {
                    out.line(format!("{}(i, int(v.{count}))", self.runtime("PanicOutOfRange")));
                });
            }
            let args = [place_arguments(&view.place), vec!["uint64(i)".to_owned()]].concat();
            let (ty, role) = (&view.element, view.role);
            let wanted = Wanted { get: view.get, args, ty, role, optional: false, from: "v.from" };
            let value = self.read(out, &wanted);
            out.line(self.success(&value));
        });
        self.go.imports.standard("iter");
        let pair = if self.of.is_checked() { format!("{element}, error") } else { format!("int, {element}") };
        let about = match self.of.is_checked() {
            true => "// All yields the elements, each with the error that prevents it.",
            false => "// All yields the elements with their indices.",
        };
        out.blank();
        out.line(about);
        out.block(format!("func (v {name}) All() iter.Seq2[{pair}] {{"), "}", |out| {
            out.block(format!("return func(yield func({pair}) bool) {{"), "}", |out| {
                out.block("for i := range v.Len() {", "}", |out| {
                    let again = if self.of.is_checked() { "yield(v.At(i))" } else { "yield(i, v.At(i))" };
                    out.block(format!("if !{again} {{"), "}", |out| out.line("return"));
                });
            });
        });
    }
}
