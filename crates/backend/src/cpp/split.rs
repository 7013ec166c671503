//! Codecs in source files: `NAME.FORMAT.hpp` contains declarations, and `NAME.FORMAT.cpp` the definitions, so that
//! translation units that use a codec do not compile it. `NAME.FORMAT.calls.hpp` declares internal functions, which the
//! source files of importing schemas call.
//!
//! Design: docs/decisions/0061-bounded-inlining.md

use super::entry::Form;
use super::header::{Header, VERSION_CHECK, runtime_headers};
use super::header_kind::HeaderKind;
use super::reserved::namespace_of;
use super::wrap;
use crate::File;
use polywire_srcgen::Source;

impl Header<'_> {
    /// Returns true if the functions that users call are declared in a header and defined in a source file.
    pub(super) fn is_split(&self) -> bool {
        self.unit.split && self.part == HeaderKind::Codec
    }

    /// Returns the header, which includes these type headers, the source file, and the header for the source files of
    /// importers.
    pub(super) fn split(&self, types: &[String]) -> [File; 3] {
        let header = self.part.file_name(self.unit.module, self.name);
        let source = format!("{}.cpp", header.strip_suffix(".hpp").unwrap_or(&header));
        let definitions = wrap::lines(&self.definitions(&header));
        [
            File { contents: wrap::lines(&self.declarations(types)), name: header },
            File { name: source, contents: definitions },
            File { contents: wrap::lines(&self.declared_calls(types)), name: self.calls_name() },
        ]
    }

    fn declared_calls(&self, types: &[String]) -> String {
        let mut code = Source::new("  ");
        self.namespace(&mut code, |out| {
            out.blank();
            out.line(format!("namespace {} {{", self.detail));
            self.calls(out, Form::Declared);
            out.blank();
            out.line(format!("}}  // namespace {}", self.detail));
        });
        let code = code.finish();
        let mut out = Source::new("  ");
        self.title(&mut out);
        out.line("#pragma once");
        out.blank();
        runtime_headers(&mut out, "codec", &code);
        types.iter().for_each(|name| out.line(format!("#include \"{name}.hpp\"")));
        out.blank();
        out.finish() + &code
    }

    fn declarations(&self, types: &[String]) -> String {
        let mut out = Source::new("  ");
        self.title(&mut out);
        out.line("#pragma once");
        out.blank();
        ["cstdint", "span"].iter().for_each(|name| out.line(format!("#include <{name}>")));
        out.blank();
        let is_borrowed = self.unit.names.ownership.is_borrowed();
        is_borrowed.then(|| out.line("#include \"polywire/arena.hpp\""));
        // The names are those of a header with the whole codec.
        ["buffer", "bytes", "error", "limits"]
            .iter()
            .for_each(|name| out.line(format!("#include \"polywire/{name}.hpp\"")));
        types.iter().for_each(|name| out.line(format!("#include \"{name}.hpp\"")));
        out.blank();
        out.line(VERSION_CHECK);
        out.blank();
        self.namespace(&mut out, |out| self.entries(out, Form::Declared));
        out.finish()
    }

    fn definitions(&self, header: &str) -> String {
        let mut code = Source::new("  ");
        self.namespace(&mut code, |out| {
            out.blank();
            self.details(out);
            self.entries(out, Form::Defined);
        });
        let code = code.finish();
        let mut out = Source::new("  ");
        self.title(&mut out);
        out.line(format!("#include \"{header}\""));
        out.blank();
        out.line(format!("#include \"{}\"", self.calls_name()));
        self.imported_headers(&mut out);
        runtime_headers(&mut out, "codec", &code);
        out.blank();
        out.finish() + &code
    }

    fn namespace(&self, out: &mut Source, contents: impl FnOnce(&mut Source)) {
        let name = namespace_of(&self.unit.module.format);
        out.line(format!("namespace polywire::{name} {{"));
        contents(out);
        out.blank();
        out.line(format!("}}  // namespace polywire::{name}"));
    }

    fn entries(&self, out: &mut Source, form: Form) {
        self.unit.module.entries.iter().for_each(|entry| self.entry(out, entry, form));
    }
}
