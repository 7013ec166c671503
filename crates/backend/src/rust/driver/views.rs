//! Decoders for tests that read every member through a view.

use super::{Program, in_module};
use crate::outline::complete;
use crate::rust::codec::Part;
use crate::rust::view;
use polywire_ir::Module;
use polywire_ir::types::{Named, StructId};
use polywire_srcgen::Source;

impl Program<'_> {
    /// Returns the views of a format, if they read every member of a message.
    pub(super) fn views(&self, format: &str, id: StructId) -> Option<Part> {
        let is_complete = |module: &&Module| complete(&module.types, &module.views, |_| true).contains(&id);
        self.modules.iter().filter(|module| module.format == format).filter(is_complete).find_map(view::part)
    }

    /// Prints the statements that copy a message from its view.
    pub(super) fn copying_reader(&self, out: &mut Source, id: StructId, (part, format): (Part, &str)) {
        let path = in_module(&view::path(self.scope.names.name(Named::Struct(id)), (part, format)));
        if part == Part::CheckedViews {
            out.line("let from = CheckedInput::new(&it.input, &it.limits);");
            out.line(format!("let view = {path}::new(&from).map_err(|error| error.code)?;"));
            return out.line("value = view.into_owned().map_err(|error| error.code)?;");
        }
        out.line(format!("let view = {path}::new(&it.input, &it.limits).map_err(|error| error.code)?;"));
        out.line("value = view.into_owned();");
    }
}
