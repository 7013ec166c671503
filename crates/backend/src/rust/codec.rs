//! `NAME_FORMAT.rs`: the codec of one format, for the types of a schema file.
//!
//! Design: docs/decisions/0072-codecs-of-rust.md

use super::entry::{self, marker};
use super::names::TypeNames;
use super::printer::{Key, Unit, function, size_bound, taken};
use super::reserved::{identifier, scope};
use super::scope::{BORROWED, Scope};
use crate::File;
use crate::low::{Context, Target};
use crate::outline::{self, Units};
use crate::plan::may_refer;
use polywire_ir::types::{Named, Types, snake_case};
use polywire_ir::{Block, Calls, Entry, FuncId, Function, Module, Op, ReadLeaf, ReadWhat, Sites, ValueType};
use polywire_srcgen::Source;
use std::collections::btree_map::Entry::Vacant;
use std::collections::{BTreeMap, BTreeSet};

/// Lints that printed statements do not keep to.
const ALLOWED: &str =
    "#![allow(clippy::complexity, clippy::redundant_comparisons, clippy::style, deprecated, unused_assignments)]";

/// Names of the runtime that statements use.
const RUNTIME: &[&str] = &[
    "Arena",
    "Borrowing",
    "Buffer",
    "Context",
    "Decode",
    "DecodeBorrowed",
    "DecodeBorrowedWith",
    "DecodeWith",
    "Encode",
    "Error",
    "ErrorCode",
    "Explain",
    "ExplainEncode",
    "ExplainWith",
    "Explanation",
    "FieldPath",
    "Limits",
    "Memo",
    "Tracing",
];

/// Its modules.
const MODULES: &[&str] = &["build", "leaf", "read", "write"];

/// The files of a format beside the types.
pub(super) const PARTS: &[Part] = &[Part::Codec, Part::Borrowed, Part::Explanations, Part::Views, Part::CheckedViews];

/// A file of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The codec.
    Codec,
    /// That of borrowed types.
    Borrowed,
    /// Functions that do the same and explain errors.
    Explanations,
    /// Views of validated messages.
    Views,
    /// Views that check each access.
    CheckedViews,
    /// A framing, whose frames are those of the runtime.
    Framing,
}

impl Part {
    /// Returns the path of the file without its extension.
    pub fn file_name(self, unit: &str, format: &str) -> String {
        match self {
            Self::Codec => format!("{unit}_{format}"),
            Self::Borrowed => format!("{unit}_{BORROWED}_{format}"),
            Self::Explanations => format!("{unit}_{format}_explain"),
            Self::Views => format!("{unit}_{format}_view"),
            Self::CheckedViews => format!("{unit}_{format}_checked"),
            Self::Framing => format!("{unit}/{format}"),
        }
    }

    /// Says what the file contains.
    pub fn heading(self, unit: &str, format: &str) -> String {
        match self {
            Self::Codec => format!("Codec of `{unit}` in the format `{format}`"),
            Self::Borrowed => format!("Codec of the borrowed types of `{unit}` in the format `{format}`"),
            Self::Explanations => format!("Codec of `{unit}` in the format `{format}` that explains errors"),
            Self::Views => format!("Views of `{unit}`, which read messages of the format `{format}` in place"),
            Self::CheckedViews => {
                format!(
                    "Views of `{unit}`, which read messages of the format `{format}` in place, with checks at each access"
                )
            }
            Self::Framing => format!("The framing `{format}`"),
        }
    }

    /// Returns the path of the type that identifies the format.
    fn marker(self, names: &TypeNames, format: &str) -> String {
        match self {
            Self::Codec | Self::Borrowed | Self::Explanations | Self::Views | Self::CheckedViews => {
                format!("super::{}::{}", names.formats, marker(format))
            }
            Self::Framing => format!("super::{}", marker(format)),
        }
    }
}

/// Decides what the functions of a file's module have in common.
pub(super) fn unit<'m>(part: Part, module: &'m Module, types: &'m Types, scope: &'m Scope<'m>) -> Unit<'m> {
    let is_borrowed = part == Part::Borrowed;
    let functions = function_names(module);
    let target = Target { borrows: is_borrowed, explains: part == Part::Explanations, divides: false };
    let cx = Context::of(module, target);
    Unit {
        module,
        types,
        scope,
        taken: taken(&functions),
        functions,
        sites: Sites::of(module),
        copying: if is_borrowed { BTreeSet::new() } else { copying(module) },
        referring: if is_borrowed { referring(module, &cx.calls) } else { BTreeSet::new() },
        cx,
    }
}

/// Returns the text of functions and of those that they call.
pub(super) fn functions(unit: &Unit<'_>, wanted: BTreeSet<Key>) -> Result<BTreeMap<Key, String>, Vec<String>> {
    let mut codec = Codec::default();
    codec.add(unit, wanted);
    if codec.problems.is_empty() { Ok(codec.functions) } else { Err(codec.problems.into_iter().collect()) }
}

/// Prints functions and their imports, as the contents of a module of a file.
pub(super) fn module_of(out: &mut Source, functions: &BTreeMap<Key, String>) {
    let mut body = Source::new("    ");
    for text in functions.values() {
        body.blank();
        body.lines(&text.replacen("fn ", "pub fn ", 1));
    }
    let body = body.finish();
    runtime_imports(out, &body);
    out.lines(&body);
}

/// Prints a file for a schema file's types.
pub(super) fn file(
    part: Part,
    module: &Module,
    (types, names): (&Types, &TypeNames),
    (units, schema): (&Units, outline::Unit),
) -> Result<File, Vec<String>> {
    let is_borrowed = part == Part::Borrowed;
    let scope = match part {
        Part::Framing => Scope::outside(types, names, units),
        Part::Codec | Part::Borrowed | Part::Explanations | Part::Views | Part::CheckedViews => {
            Scope::beside(types, names, units, is_borrowed)
        }
    };
    let unit = unit(part, module, types, &scope);
    let (mut codec, mut entries) = (Codec::default(), Source::new("    "));
    let is_printed = |named| units.has(schema, named) && (!is_borrowed || names.name(named).borrows);
    for it in module.entries.iter().filter(|it| is_printed(Named::Struct(it.record))) {
        match part {
            Part::Explanations => entry::explain(&mut entries, it, &unit),
            Part::Codec | Part::Borrowed | Part::Framing | Part::Views | Part::CheckedViews => {
                entry::print(&mut entries, it, &unit);
            }
        }
        codec.require(&unit, it);
    }
    if !codec.problems.is_empty() {
        return Err(codec.problems.into_iter().collect());
    }
    let mut body = Source::new("    ");
    body.lines(&entries.finish());
    for text in codec.functions.values().chain(codec.bounds.values()) {
        body.blank();
        body.lines(text);
    }
    let body = body.finish();
    let (name, format) = (units.name(schema), &module.format);
    let mut out = Source::new("    ");
    out.line(format!("//! {}. Generated by Polywire; changes are lost.", part.heading(name, format)));
    if !body.is_empty() {
        out.blank();
        out.line("// Lengths and widths are those of the format, names those of the schema.");
        out.line(ALLOWED);
        out.blank();
        out.line(format!("use {};", part.marker(names, format)));
        runtime_imports(&mut out, &body);
        out.lines(&body);
    }
    Ok(File { name: format!("{}.rs", part.file_name(name, format)), contents: out.finish() })
}

/// Imports the runtime's names that are used in a text.
fn runtime_imports(out: &mut Source, body: &str) {
    let mut words = BTreeSet::new();
    for (index, text) in body.split("::").enumerate() {
        let in_text = text.split(|ch: char| !ch.is_ascii_alphanumeric() && ch != '_');
        // What follows `::` is a name in another module, even if it is that of an import.
        words.extend(in_text.skip(usize::from(index > 0)));
    }
    imports(out, "::polywire_runtime::native", &["BTreeMap", "Box", "Cow", "String", "Vec"], &words);
    imports(out, "::polywire_runtime", RUNTIME, &words);
    imports(out, "::polywire_runtime", MODULES, &words);
}

fn imports(out: &mut Source, module: &str, names: &[&str], words: &BTreeSet<&str>) {
    let used: Vec<&str> = names.iter().copied().filter(|name| words.contains(name)).collect();
    match used.as_slice() {
        [] => {}
        [name] => out.line(format!("use {module}::{name};")),
        names => out.line(format!("use {module}::{{{}}};", names.join(", "))),
    }
}

/// Returns the functions whose results of type Bytes may be in memory of their own.
fn copying(module: &Module) -> BTreeSet<FuncId> {
    let all = || (0..).map(FuncId).zip(&module.functions);
    let results = |function: &Function| function.results.contains(&ValueType::Bytes);
    let mut found = BTreeSet::new();
    loop {
        let known = found.clone();
        found.extend(all().filter(|(_, it)| results(it) && makes_bytes(&it.body, &known)).map(|(id, _)| id));
        if found.len() == known.len() {
            return found;
        }
    }
}

/// Returns true if a block binds bytes that are neither in the input nor in a native value.
fn makes_bytes(block: &Block, copying: &BTreeSet<FuncId>) -> bool {
    block.ops.iter().any(|op| match op {
        Op::Scratch { .. } => true,
        Op::Read { what: ReadWhat::Leaf(ReadLeaf::JsonString | ReadLeaf::JsonBase64), .. } => true,
        Op::Call { func, .. } => copying.contains(func),
        _ => op.blocks().into_iter().any(|block| makes_bytes(block, copying)),
    })
}

/// Returns the functions after which values, or results of type Bytes, may refer to bytes that the functions are given.
fn referring(module: &Module, calls: &Calls) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    calls.solve(|id| {
        let refers = may_refer(module.function(id)) || calls.callees(id).iter().any(|callee| found.contains(callee));
        refers && found.insert(id)
    });
    found
}

fn function_names(module: &Module) -> Vec<String> {
    let mut names = scope();
    let clean =
        |name: &str| -> String { name.chars().map(|ch| if ch.is_ascii_alphanumeric() { ch } else { '_' }).collect() };
    module.functions.iter().map(|it| identifier(names.claim(&snake_case(&clean(&it.name))))).collect()
}

/// The functions of a codec.
#[derive(Default)]
struct Codec {
    functions: BTreeMap<Key, String>,
    bounds: BTreeMap<FuncId, String>,
    problems: BTreeSet<String>,
}

impl Codec {
    /// Prints functions and those that they call.
    fn add(&mut self, unit: &Unit<'_>, mut wanted: BTreeSet<Key>) {
        while let Some(key) = wanted.pop_first() {
            if let Vacant(place) = self.functions.entry(key) {
                let printed = function(unit, key);
                place.insert(printed.text);
                wanted.extend(printed.called);
                self.problems.extend(printed.problems);
            }
        }
    }

    /// Prints the functions that an entry calls.
    fn require(&mut self, unit: &Unit<'_>, entry: &Entry) {
        let roots = if unit.traced() { entry::explaining_roots(unit, entry) } else { entry::roots(unit, entry) };
        self.add(unit, BTreeSet::from_iter(roots));
        let mut bounds: BTreeSet<FuncId> = entry.encode.into_iter().filter(|_| !unit.traced()).collect();
        while let Some(func) = bounds.pop_first() {
            let bound = unit.cx.size_bounds.get(func).filter(|bound| !bound.terms.is_empty());
            if let (Some(bound), Vacant(place)) = (bound, self.bounds.entry(func)) {
                let printed = size_bound(unit, func, bound);
                place.insert(printed.text);
                bounds.extend(printed.bounds);
                self.problems.extend(printed.problems);
            }
        }
    }
}
