//! `NAME.FORMAT.hpp`: the codec of one format.
//!
//! Design: docs/decisions/0035-codec-headers.md

use super::bound::Binding;
use super::entry::Form;
use super::exports::{CALLS, Exported, Exports, Functions, Group};
use super::function::{function, size_bound_function};
use super::header_kind::HeaderKind;
use super::names::TypeNames;
use super::ownership::Ownership;
use super::printer::{LocalNames, Unit};
use super::reserved::{namespace_of, scope};
use super::view::ViewPrinter;
use super::{includes, wrap};
use crate::File;
use crate::low::{Context, Mode, Target};
use crate::outline::{Unit as SchemaFile, Units};
use crate::plan::ReadableEnds;
use polywire_ir::types::{EnumId, Named};
use polywire_ir::{Entry, FuncId, Linkage, Module, Sites};
use polywire_srcgen::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The assertion in generated code about the runtime's version.
pub(super) const VERSION_CHECK: &str =
    "static_assert(::polywire::major_version == 1, \"generated for version 1 of the polywire runtime\");";

/// Prints some headers of a format for the types of a schema file, or returns what cannot be printed. A header contains
/// all functions that its types need, except for those that it finds in headers of imported files, so that it is the
/// same for all importers of the schema.
pub(super) fn headers(
    module: &Module,
    parts: &[HeaderKind],
    (units, of): (&Units, SchemaFile),
    (binding, names, split): (&Binding, &TypeNames, bool),
    imports: &[Arc<Exports>],
) -> Result<(Vec<File>, Exports), Vec<String>> {
    let ownership = names.ownership;
    let name = ownership.header(units.name(of));
    if let Some(home) = units.home(of) {
        let include = |part: &HeaderKind| part.include(module, &name, &ownership.header(units.name(home)));
        let files = parts.iter().filter(|_| has_functions(module, units, home)).map(include).collect();
        return Ok((files, Exports::default()));
    }
    let is_own = |entry: &&Entry| units.has(of, Named::Struct(entry.record));
    if !has_functions(module, units, of) {
        return Ok((Vec::new(), Exports::default()));
    }
    let narrowed;
    let module = if module.entries.iter().all(|entry| is_own(&entry)) {
        module
    } else {
        narrowed = Module { entries: module.entries.iter().filter(is_own).cloned().collect(), ..module.clone() };
        &narrowed
    };
    let traced = parts.contains(&HeaderKind::Explanations);
    let unit = Unit::of(module, (binding, names, split), traced);
    let mut files = Vec::new();
    let mut problems = Vec::new();
    let mut exports = Exports::default();
    let mut of_codec = BTreeMap::new();
    for part in parts {
        let group = Group { format: module.format.clone(), kind: *part, ownership };
        let mut header = Header::new(&unit, *part, (units, of), &name);
        header.print_functions();
        let found = header.functions.printed.values().flat_map(|it| &it.problems);
        problems.extend(found.map(|problem| format!("{}: {problem}", module.format)));
        if part.is_view() && unit.names.enums.iter().any(|it| it.is_mapped) {
            let message = "an enum with `enumerators` in the description cannot be read in place";
            problems.push(format!("{}: {message}; leave out `enumerators`, or the views", module.format));
        }
        if header.shares() {
            header.imported = imports.iter().flat_map(|it| it.of(&group)).collect();
            header.link(&of_codec);
            exports.add(header.exported(group));
        }
        if *part == HeaderKind::Codec {
            of_codec.clone_from(&header.functions.fingerprints);
        }
        let included = header.included(ownership);
        if header.is_split() {
            files.extend(header.split(&included));
            continue;
        }
        let contents = wrap::lines(&header.assemble(&included));
        files.push(File { name: part.file_name(module, header.name), contents });
    }
    if problems.is_empty() { Ok((files, exports)) } else { Err(problems) }
}

/// Returns true if a module has functions for the types of a schema file.
fn has_functions(module: &Module, units: &Units, of: SchemaFile) -> bool {
    let entries = module.entries.iter().map(|entry| entry.record);
    let views = module.views.structs.iter().map(|view| view.record);
    entries.chain(views).any(|record| units.has(of, Named::Struct(record)))
}

impl<'m> Unit<'m> {
    fn of(module: &'m Module, (binding, names, split): (&'m Binding, &'m TypeNames, bool), traced: bool) -> Self {
        let mut scope = scope();
        [
            "leaf",
            "bytes",
            "section",
            "element",
            "present",
            "held",
            "assign",
            "old_entries",
            "cut",
            "since",
            "same",
            "ordered",
            "error",
            CALLS,
        ]
        .iter()
        .for_each(|name| scope.reserve(name));
        let functions: Vec<String> = module.functions.iter().map(|function| scope.claim(&function.name)).collect();
        let cx =
            Context::of(module, Target { explains: traced, borrows: names.ownership.is_borrowed(), divides: false });
        Self {
            module,
            types: &module.types,
            names,
            binding,
            readable_ends: ReadableEnds::of(module, &cx.calls),
            sites: Sites::of(module),
            local_names: LocalNames::beside(&functions),
            functions,
            split,
            cx,
        }
    }
}

pub(super) struct Header<'m> {
    pub(super) unit: &'m Unit<'m>,
    units: &'m Units,
    /// The schema file.
    of: SchemaFile,
    /// The first part of its headers' names.
    pub(super) name: &'m str,
    /// The namespace of the internal functions of these headers.
    pub(super) detail: String,
    pub(super) part: HeaderKind,
    pub(super) functions: Functions,
    /// The functions that compute size bounds, by the encoder.
    pub(super) size_bounds: Functions,
    /// Headers of imported files.
    pub(super) imported: Vec<&'m Exported>,
    /// Their functions that are used here: the position of the header, and the full name.
    pub(super) used: BTreeSet<(usize, String)>,
}

impl<'m> Header<'m> {
    fn new(unit: &'m Unit<'m>, part: HeaderKind, (units, of): (&'m Units, SchemaFile), name: &'m str) -> Self {
        let detail = unit.names.detail(units.name(of), part.namespace(unit.split));
        let (functions, size_bounds) = (Functions::default(), Functions::default());
        Self {
            unit,
            units,
            of,
            name,
            detail,
            part,
            functions,
            size_bounds,
            imported: Vec::new(),
            used: BTreeSet::new(),
        }
    }

    /// Returns the namespace of the internal functions of the same file's checked views.
    pub(super) fn checked_detail(&self) -> String {
        self.unit.names.detail(self.units.name(self.of), HeaderKind::CheckedViews.namespace(self.unit.split))
    }

    /// Returns true if the encoders and decoders that it calls are printed in this header, not in one that it includes.
    fn prints_codecs(&self) -> bool {
        self.part.has_codecs() || self.unit.split
    }

    /// Returns true if a type is declared in the schema file.
    pub(super) fn is_own(&self, named: Named) -> bool {
        self.units.has(self.of, named)
    }

    /// Returns the included type headers; for views, the headers of the views that they refer to.
    fn included(&self, ownership: Ownership) -> Vec<String> {
        let module = self.unit.module;
        if !self.part.is_view() {
            let types = self.units.needed(self.of, module.entries.iter());
            let others = self.chosen().into_iter().filter(|name| !types.contains(name));
            return types.iter().copied().chain(others).map(|name| ownership.header(name)).collect();
        }
        let used = self.units.all().filter(|unit| *unit != self.of && has_functions(module, self.units, *unit));
        let used: Vec<&str> = used.map(|unit| self.units.name(unit)).collect();
        let held = self.units.used(self.unit.types, self.of).into_iter().filter(|name| used.contains(name));
        held.map(|name| self.part.file_name(module, name)).collect()
    }

    /// Returns the files with the structs among which printed functions choose.
    fn chosen(&self) -> BTreeSet<&str> {
        let linkages = self.functions.printed.keys().map(|(id, _)| self.unit.module.function(*id).linkage);
        let structs = linkages.filter_map(Linkage::member_of);
        structs.filter_map(|id| self.units.declares(Named::Struct(id))).map(|unit| self.units.name(unit)).collect()
    }

    fn print_functions(&mut self) {
        if self.part.is_view() {
            let wanted = ViewPrinter::new(self).functions();
            return wanted.into_iter().for_each(|id| self.root(id, Mode::Raw));
        }
        for entry in &self.unit.module.entries {
            match self.part {
                HeaderKind::Codec | HeaderKind::Explanations => self.print_codec(entry),
                HeaderKind::Validators => self.print_all(entry.validate),
                HeaderKind::Sizes => self.print_all(entry.size),
                HeaderKind::Views | HeaderKind::CheckedViews => {}
            }
        }
        if self.part == HeaderKind::Codec && !self.unit.split {
            self.keep_shared();
        }
    }

    fn print_all(&mut self, ids: impl IntoIterator<Item = FuncId>) {
        ids.into_iter().for_each(|id| self.root(id, Mode::Raw));
    }

    fn print_codec(&mut self, entry: &Entry) {
        self.root(entry.decode, Mode::Raw);
        if let Some(encode) = entry.encode {
            let mode = self.unit.cx.entry_mode(encode);
            if mode != Mode::Checked {
                self.print_size_bound(encode);
            }
            self.root(encode, mode);
        }
    }

    /// Marks the functions that validators and sizes of the same file call.
    fn keep_shared(&mut self) {
        let cx = &self.unit.cx;
        let callers = (0..cx.module.functions.len() as u32).map(FuncId).filter(|id| !cx.codec.contains(id));
        let called = callers.flat_map(|id| cx.calls.callees(id)).map(|id| (*id, cx.callee_mode(*id, Mode::Raw)));
        self.functions.roots.extend(called.filter(|key| cx.codec.contains(&key.0)));
    }

    /// Prints a function that is not called by another one.
    fn root(&mut self, id: FuncId, mode: Mode) {
        self.functions.roots.insert((id, self.unit.cx.callee_mode(id, mode)));
        self.print(id, mode);
    }

    fn print(&mut self, id: FuncId, mode: Mode) {
        let mode = self.unit.cx.callee_mode(id, mode);
        let elsewhere = !self.prints_codecs() && self.unit.cx.codec.contains(&id);
        if elsewhere || self.functions.printed.contains_key(&(id, mode)) {
            return;
        }
        let printed = function(self.unit, id, mode);
        let called = printed.called.clone();
        self.functions.printed.insert((id, mode), printed);
        called.into_iter().for_each(|(callee, mode)| self.print(callee, mode));
        self.functions.order.push((id, mode));
    }

    fn print_size_bound(&mut self, encode: FuncId) {
        self.size_bounds.roots.insert((encode, Mode::Raw));
        for id in self.unit.cx.calls.reachable([encode]) {
            let key = (id, Mode::Raw);
            if self.size_bounds.printed.contains_key(&key) {
                continue;
            }
            if let Some(printed) = size_bound_function(self.unit, id) {
                self.size_bounds.printed.insert(key, printed);
                self.size_bounds.order.push(key);
            }
        }
    }

    fn assemble(&self, types: &[String]) -> String {
        let code = self.code();
        let mut out = Source::new("  ");
        self.preamble(&mut out, types, &code);
        out.finish() + &code
    }

    fn code(&self) -> String {
        let module = self.unit.module;
        let namespace = namespace_of(&module.format);
        let detail = &self.detail;
        let mut out = Source::new("  ");
        out.line(format!("namespace polywire::{namespace} {{"));
        out.blank();
        if self.part.is_view() {
            ViewPrinter::new(self).forward(&mut out);
        }
        self.details(&mut out);
        for entry in &module.entries {
            match self.part {
                HeaderKind::Codec => self.entry(&mut out, entry, Form::Inline),
                HeaderKind::Validators => self.validate_entry(&mut out, entry, detail),
                HeaderKind::Sizes => self.size_entry(&mut out, entry, detail),
                HeaderKind::Explanations => self.explain_entry(&mut out, entry, detail),
                HeaderKind::Views | HeaderKind::CheckedViews => {}
            }
        }
        if self.part.is_view() {
            ViewPrinter::new(self).classes(&mut out);
        }
        out.blank();
        out.line(format!("}}  // namespace polywire::{namespace}"));
        out.finish()
    }

    /// Returns the internal functions.
    pub(super) fn details(&self, out: &mut Source) {
        out.line(format!("namespace {} {{", self.detail));
        // Validators and sizes test only what codecs test.
        if self.prints_codecs() || self.part.is_view() {
            self.enum_tests(out);
        }
        self.used_functions(out);
        self.size_bounds.print(out, &self.unit.cx.calls, |_| true);
        self.functions.print(out, &self.unit.cx.calls, |key| !self.is_beside_calls(*key));
        self.calls(out, if self.is_split() { Form::Defined } else { Form::Inline });
        out.blank();
        out.line(format!("}}  // namespace {}", self.detail));
    }

    pub(super) fn title(&self, out: &mut Source) {
        let (what, name, format) = (self.part.title(), self.name, &self.unit.module.format);
        out.line(format!("// {what} of {name} in {format}. Generated by polywire; not to be edited."));
    }

    fn preamble(&self, out: &mut Source, types: &[String], code: &str) {
        let (name, format) = (self.name, &self.unit.module.format);
        self.title(out);
        out.line("#pragma once");
        out.blank();
        match self.part {
            HeaderKind::Codec | HeaderKind::Explanations => {
                if self.unit.traced() {
                    out.line("#include <concepts>");
                    out.blank();
                }
                let runtime = if self.unit.traced() { "trace" } else { "codec" };
                runtime_headers(out, runtime, code);
                types.iter().for_each(|name| out.line(format!("#include \"{name}.hpp\"")));
                self.imported_headers(out);
                out.blank();
                out.line(VERSION_CHECK);
            }
            HeaderKind::Views | HeaderKind::CheckedViews => self.view_preamble(out, types, code),
            HeaderKind::Validators | HeaderKind::Sizes => {
                out.line(if self.part == HeaderKind::Sizes { "#include <optional>" } else { "#include <concepts>" });
                out.blank();
                out.line(format!("#include \"{name}.{format}.hpp\""));
                self.imported_headers(out);
                if self.unit.split {
                    return runtime_headers(out, "codec", code);
                }
                includes::needed(code).for_each(|name| out.line(format!("#include \"polywire/{name}.hpp\"")));
            }
        }
        out.blank();
    }

    fn view_preamble(&self, out: &mut Source, views: &[String], code: &str) {
        let (name, format) = (self.name, &self.unit.module.format);
        ["bit", "concepts", "optional", "span", "string_view"]
            .iter()
            .for_each(|name| out.line(format!("#include <{name}>")));
        out.blank();
        runtime_headers(out, "codec", code);
        out.line("#include \"polywire/view.hpp\"");
        let types = if self.part == HeaderKind::Views {
            format!("{name}.{format}.validate.hpp")
        } else {
            format!("{name}.hpp")
        };
        out.line(format!("#include \"{types}\""));
        views.iter().for_each(|name| out.line(format!("#include \"{name}\"")));
        if self.part == HeaderKind::Views && ViewPrinter::new(self).has_objects() {
            let checked = HeaderKind::CheckedViews.file_name(self.unit.module, name);
            out.line(format!("#include \"{checked}\""));
        }
        out.blank();
        out.line(VERSION_CHECK);
    }

    fn enum_tests(&self, out: &mut Source) {
        let tested: BTreeSet<u32> =
            self.functions.printed.values().flat_map(|it| it.tested_enums.iter().copied()).collect();
        for id in tested.into_iter().map(EnumId) {
            let (it, names) = (self.unit.types.enumeration(id), self.unit.names.enumeration(id));
            let numbers: BTreeSet<i64> = it.members.iter().map(|member| member.number).collect();
            out.blank();
            out.block(format!("inline bool {}(::std::int64_t number) {{", names.test), "}", |out| {
                out.block("switch (number) {", "}", |out| {
                    numbers.iter().for_each(|number| out.line(format!("case {number}:")));
                    if !numbers.is_empty() {
                        out.line("  return true;");
                    }
                    out.line("default:");
                    out.line("  return false;");
                });
            });
        }
    }
}

/// Prints the includes of the runtime: its first header and others that the code needs.
pub(super) fn runtime_headers(out: &mut Source, first: &'static str, code: &str) {
    let mut names: Vec<&str> = includes::needed(code).chain([first]).collect();
    names.sort_unstable();
    names.iter().for_each(|name| out.line(format!("#include \"polywire/{name}.hpp\"")));
}
