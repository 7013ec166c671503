//! The text of a view for debugging, which shows all members.

use super::ViewPrinter;
use polywire_ir::StructView;
use polywire_srcgen::Source;

impl ViewPrinter<'_, '_> {
    /// Prints the implementation of `Debug`.
    pub(super) fn debug(&self, out: &mut Source, view: &StructView) {
        let name = self.view_path(view.record);
        let fields = self.unit.types.record(view.record).fields.iter().zip(&view.fields);
        out.blank();
        out.block(format!("impl ::core::fmt::Debug for {name}<'_> {{"), "}", |out| {
            out.block("fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {", "}", |out| {
                out.line(format!("f.debug_struct({name:?})"));
                for (index, it) in fields.enumerate() {
                    if it.1.shows_value() {
                        let member = self.names.member(view.record, index);
                        let shown = member.trim_start_matches("r#");
                        out.line(format!("    .field({shown:?}, &self.{member}())"));
                    }
                }
                out.line("    .finish()");
            });
        });
    }
}
