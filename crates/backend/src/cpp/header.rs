//! `NAME.FORMAT.hpp`: the codec of one format.

use super::analysis::{Building, Fences, Limits, Rooms, Sections, needs};
use super::bound::Binding;
use super::function::{Printed, function, room_function};
use super::names::{KEYWORDS, TypeNames};
use super::ownership::Ownership;
use super::part::Part;
use super::printer::{Mode, Unit, callee_mode};
use super::wrap;
use crate::File;
use crate::outline::{Calls, NameScope, Unit as SchemaFile, Units};
use polywire_ir::types::{EnumId, Named};
use polywire_ir::{Entry, FuncId, Module};
use polywire_srcgen::{Requests, Source};
use std::collections::{BTreeMap, BTreeSet};

/// What generated code asserts of the runtime.
pub(super) const VERSION_CHECK: &str =
    "static_assert(polywire::major_version == 1, \"generated for version 1 of the polywire runtime\");";

/// Some headers of a format for the types of a schema file, or what cannot be printed. A header has all functions that its types
/// need, those of other files' types among them, so that it is the same whoever imports its schema.
pub(super) fn headers(
    module: &Module,
    parts: &[Part],
    (units, of): (&Units, SchemaFile),
    (binding, ownership): (&Binding, Ownership),
) -> Result<Vec<File>, Vec<String>> {
    let name = ownership.header(units.name(of));
    if let Some(home) = units.home(of) {
        let has_entries = module.entries.iter().any(|entry| units.has(home, Named::Struct(entry.record)));
        let include = |part: &Part| part.include(module, &name, &ownership.header(units.name(home)));
        return Ok(parts.iter().filter(|_| has_entries).map(include).collect());
    }
    let is_own = |entry: &&Entry| units.has(of, Named::Struct(entry.record));
    let module = &Module { entries: module.entries.iter().filter(is_own).cloned().collect(), ..module.clone() };
    if module.entries.is_empty() {
        return Ok(Vec::new());
    }
    let traced = parts.contains(&Part::Explanations);
    let unit = Unit::of(module, (binding, ownership), traced);
    let mut files = Vec::new();
    let mut problems = Vec::new();
    for part in parts {
        let mut header = Header::new(&unit, *part, (units.name(of), &name));
        header.print_functions();
        let found = header.printed.values().flat_map(|it| &it.problems);
        problems.extend(found.map(|problem| format!("{}: {problem}", module.format)));
        let types = units.needed(of, module.entries.iter());
        let types: Vec<String> = types.into_iter().map(|name| ownership.header(name)).collect();
        let contents = wrap::lines(&header.assemble(&types));
        files.push(File { name: part.file_name(module, header.name), contents });
    }
    if problems.is_empty() { Ok(files) } else { Err(problems) }
}

impl<'m> Unit<'m> {
    fn of(module: &'m Module, (binding, ownership): (&'m Binding, Ownership), traced: bool) -> Self {
        let mut scope = NameScope::new(KEYWORDS);
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
        ]
        .iter()
        .for_each(|name| scope.reserve(name));
        let calls = Calls::of(module);
        let (needs, rooms) = (needs(module, ownership), Rooms::of(module));
        // What explains errors need not be fast.
        let fences = if traced { Fences::default() } else { Fences::of(module, &needs, &rooms) };
        Self {
            module,
            types: &module.types,
            names: TypeNames::variant(&module.types, (binding, ownership)),
            binding,
            needs,
            codec: calls.reachable(module.entries.iter().flat_map(codec_functions)).into_iter().collect(),
            calls,
            building: Building::of(module),
            rooms,
            fences,
            limits: Limits::of(module),
            sections: Sections::of(module),
            functions: module.functions.iter().map(|function| scope.claim(&function.name)).collect(),
            traced,
        }
    }
}

/// The functions that a user calls to write and read messages.
fn codec_functions(entry: &Entry) -> impl Iterator<Item = FuncId> {
    [entry.decode].into_iter().chain(entry.encode)
}

pub(super) struct Header<'m> {
    pub(super) unit: &'m Unit<'m>,
    /// The first part of the names of the schema file's headers.
    name: &'m str,
    /// The namespace of the functions that only these headers call.
    detail: String,
    part: Part,
    printed: BTreeMap<(FuncId, Mode), Printed>,
    /// Callees before callers.
    order: Vec<(FuncId, Mode)>,
    /// Functions whose room is asked for.
    rooms: Requests<FuncId>,
}

impl<'m> Header<'m> {
    fn new(unit: &'m Unit<'m>, part: Part, (file, name): (&'m str, &'m str)) -> Self {
        let kind = if unit.traced { "explain" } else { "codec" };
        let detail = unit.names.ownership.namespace(&format!("{}_{kind}", namespace_of(file)));
        Self { unit, name, detail, part, printed: BTreeMap::new(), order: Vec::new(), rooms: Requests::new() }
    }

    fn print_functions(&mut self) {
        for entry in &self.unit.module.entries {
            match self.part {
                Part::Codec | Part::Explanations => self.print_codec(entry),
                Part::Validators => entry.validate.into_iter().for_each(|validate| self.print(validate, Mode::Raw)),
                Part::Sizes => entry.size.into_iter().for_each(|size| self.print(size, Mode::Raw)),
            }
        }
    }

    fn print_codec(&mut self, entry: &Entry) {
        self.print(entry.decode, Mode::Raw);
        if let Some(encode) = entry.encode {
            let mode = self.entry_mode(encode);
            if mode != Mode::Checked {
                self.rooms.ask(encode);
            }
            self.print(encode, mode);
        }
    }

    pub(super) fn entry_mode(&self, encode: FuncId) -> Mode {
        match self.unit.rooms.get(encode) {
            None => Mode::Checked,
            Some(_) if self.unit.fences.get(encode).is_some() => Mode::Fenced,
            Some(_) => Mode::Raw,
        }
    }

    fn print(&mut self, id: FuncId, mode: Mode) {
        let mode = callee_mode(self.unit, id, mode);
        let elsewhere = !self.part.has_codecs() && self.unit.codec.contains(&id);
        if elsewhere || self.printed.contains_key(&(id, mode)) {
            return;
        }
        let printed = function(self.unit, id, mode);
        let called = printed.called.clone();
        self.printed.insert((id, mode), printed);
        called.into_iter().for_each(|(callee, mode)| self.print(callee, mode));
        self.order.push((id, mode));
    }

    fn assemble(&self, types: &[String]) -> String {
        let module = self.unit.module;
        let namespace = namespace_of(&module.format);
        let detail = &self.detail;
        let mut out = Source::new("  ");
        self.preamble(&mut out, types);
        out.line(format!("namespace polywire::{namespace} {{"));
        out.blank();
        out.line(format!("namespace {detail} {{"));
        // Validators and sizes test only what codecs test.
        if self.part.has_codecs() {
            self.enum_tests(&mut out);
        }
        self.room_functions(&mut out);
        self.functions(&mut out);
        out.blank();
        out.line(format!("}}  // namespace {detail}"));
        for entry in &module.entries {
            match self.part {
                Part::Codec => self.entry(&mut out, entry, detail),
                Part::Validators => self.validate_entry(&mut out, entry, detail),
                Part::Sizes => self.size_entry(&mut out, entry, detail),
                Part::Explanations => self.explain_entry(&mut out, entry, detail),
            }
        }
        out.blank();
        out.line(format!("}}  // namespace polywire::{namespace}"));
        out.finish()
    }

    fn preamble(&self, out: &mut Source, types: &[String]) {
        let (name, format) = (self.name, &self.unit.module.format);
        let what = self.part.title();
        out.line(format!("// {what} of {name} in {format}. Generated by polywire; not to be edited."));
        out.line("#pragma once");
        out.blank();
        match self.part {
            Part::Codec | Part::Explanations => {
                if self.unit.traced {
                    out.line("#include <concepts>");
                    out.blank();
                }
                let runtime = if self.unit.traced { "trace" } else { "codec" };
                out.line(format!("#include \"polywire/{runtime}.hpp\""));
                types.iter().for_each(|name| out.line(format!("#include \"{name}.hpp\"")));
                out.blank();
                out.line(VERSION_CHECK);
            }
            Part::Validators | Part::Sizes => {
                out.line(if self.part == Part::Sizes { "#include <optional>" } else { "#include <concepts>" });
                out.blank();
                out.line(format!("#include \"{name}.{format}.hpp\""));
            }
        }
        out.blank();
    }

    fn enum_tests(&self, out: &mut Source) {
        let tested: BTreeSet<u32> = self.printed.values().flat_map(|it| it.tested_enums.iter().copied()).collect();
        for id in tested.into_iter().map(EnumId) {
            let (it, names) = (self.unit.types.enumeration(id), self.unit.names.enumeration(id));
            let numbers: BTreeSet<i64> = it.members.iter().map(|member| member.number).collect();
            out.blank();
            out.block(format!("inline bool {}(std::int64_t number) {{", names.test), "}", |out| {
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

    fn room_functions(&self, out: &mut Source) {
        let roots: Vec<FuncId> = self.rooms.iter().copied().collect();
        let order = self.unit.calls.reachable(roots);
        let texts: Vec<(FuncId, (String, String))> =
            order.into_iter().filter_map(|id| Some((id, room_function(self.unit, id)?))).collect();
        let recursive = texts.iter().filter(|(id, _)| self.unit.calls.is_recursive(*id));
        declare(out, recursive.map(|(_, (declaration, _))| declaration));
        for (_, (_, text)) in &texts {
            out.blank();
            out.line(text.trim_end());
        }
    }

    fn functions(&self, out: &mut Source) {
        let recursive = self.order.iter().filter(|(id, _)| self.unit.calls.is_recursive(*id));
        declare(out, recursive.map(|key| &self.printed[key].declaration));
        for key in &self.order {
            out.blank();
            out.line(self.printed[key].text.trim_end());
        }
    }
}

fn declare<'a>(out: &mut Source, declarations: impl Iterator<Item = &'a String>) {
    for (index, declaration) in declarations.enumerate() {
        if index == 0 {
            out.blank();
        }
        out.line(declaration);
    }
}

/// A name as a namespace.
pub(super) fn namespace_of(name: &str) -> String {
    NameScope::new(KEYWORDS).escape(name)
}
