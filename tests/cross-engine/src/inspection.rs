//! Checks of inspected messages.

use crate::Subject;
use polywire::Options;
use polywire::inspect::{Inspection, Kind, Section, Span};
use polywire_ir::Module;
use polywire_ir::types::{StructId, Type, Types};
use polywire_vm::{Failure, Limits, Path, PathStep, Read, Role, Trace, Value, interpreter};
use std::collections::HashMap;

/// Inspects messages of a model.
pub struct Inspector<'s> {
    subject: &'s Subject,
    /// As in the command: their decoders read everything.
    modules: Vec<Module>,
}

const LIMITS: Limits = Limits { depth: 100, budget: 64 << 20, ignore_unknown: true, write_unknown: false };

/// Formats whose messages can hold unreferenced bytes: objects that no pointer refers to, fields of newer writers.
const SPARSE: &[&str] =
    &["capnp", "capnp_packed", "capnp_canonical", "flatbuffers", "flatbuffers_size_prefixed", "sbe", "fbe"];

/// Formats whose decoders usually do not read everything.
const SHORT_CUTS: &[&str] = &["flatbuffers", "flatbuffers_size_prefixed"];

/// Models with messages in which later members replace earlier ones.
const REPLACING: &[&str] = &["maps", "oneof_group", "sbe_nested", "upb", "upstream"];

impl<'s> Inspector<'s> {
    /// Inspects all formats that a subject is lowered to.
    ///
    /// # Panics
    /// If a format cannot hold the model.
    pub fn new(subject: &'s Subject) -> Self {
        let lower = |module: &Module| {
            let format = polywire::format(&module.format).expect("a format");
            let options = Options { thorough: true, ..Options::default() };
            format.lower_with(&subject.model, &options).expect("the format can hold the model")
        };
        Self { subject, modules: subject.lowered.iter().map(lower).collect() }
    }

    /// Returns errors in the inspection of an accepted message; none for formats that need a schema at run time.
    pub fn problems(&self, format: &str, ty: &str, message: &[u8]) -> Option<Vec<String>> {
        let (module, record) = self.reader(format, ty)?;
        let trace = trace(module, record, message);
        let mut problems: Vec<String> = trace.faults.iter().map(ToString::to_string).collect();
        if interpreter::decode(module, record, message, None, &LIMITS).ok().as_ref() != Some(&trace.value) {
            problems.push("another value".to_owned());
        }
        if !REPLACING.contains(&self.subject.name.as_str()) {
            problems.extend(untrue(&module.types, record, &trace));
        }
        for (number, section) in inspect(module, ty, trace).sections.iter().enumerate() {
            problems.extend(gap(section).map(|at| format!("a gap at byte {at}")));
            let may_skip = number > 0 || SPARSE.contains(&format);
            let is_unexplained = |span: &Span| span.kind == Kind::Unexplained || span.kind == Kind::Unread && !may_skip;
            let unexplained = section.spans.iter().filter(|span| is_unexplained(span));
            problems.extend(unexplained.map(|it| format!("{} bytes from {} on are {}", it.len, it.offset, it.element)));
        }
        Some(problems)
    }

    /// Checks the inspection of a message, accepted or not, against the decoder's result.
    pub fn broken(&self, format: &str, ty: &str, message: &[u8]) -> Option<(Inspection, Option<Failure>)> {
        let (module, record) = self.reader(format, ty)?;
        let failure = interpreter::decode(module, record, message, None, &LIMITS).err();
        if SHORT_CUTS.contains(&format) {
            let usual = interpreter::decode(self.subject.module(format), record, message, None, &LIMITS).err();
            // Of several faults, the one that a short cut meets first may be another.
            assert_eq!(failure.is_some(), usual.is_some(), "{format}: a short cut changes the verdict");
        }
        Some((inspect(module, ty, trace(module, record, message)), failure))
    }

    fn reader(&self, format: &str, ty: &str) -> Option<(&Module, StructId)> {
        let module = self.modules.iter().find(|module| module.format == format)?;
        let entries = module.entries.iter().filter(|entry| entry.schema.is_none());
        let mut records = entries.map(|entry| entry.record);
        records.find(|record| module.types.record(*record).name.dotted() == ty).map(|record| (module, record))
    }
}

fn trace(module: &Module, record: StructId, bytes: &[u8]) -> Trace {
    interpreter::trace_decode(module, record, bytes, None, &LIMITS).expect("an entry")
}

fn inspect(module: &Module, ty: &str, trace: Trace) -> Inspection {
    let format = polywire::format(&module.format).expect("a format");
    Inspection::of_trace(format, &module.types, Some(ty), trace)
}

/// Returns the position at which a span does not start at the end of the previous one, or the last does not end with
/// the bytes.
pub fn gap(section: &Section) -> Option<usize> {
    let mut end = 0;
    for span in &section.spans {
        if span.offset != end || span.len == 0 {
            return Some(end);
        }
        end += span.len;
    }
    (end != section.bytes.len()).then_some(end)
}

/// Returns values in the trace that differ from the decoded value; of a member that is read several times, the last one
/// counts.
fn untrue(types: &Types, record: StructId, trace: &Trace) -> Vec<String> {
    let values = trace.reads.iter().filter(|read| read.role != Role::Key && read.value.is_some());
    let last: HashMap<String, &Read> = values.map(|read| (read.path.to_string(), read)).collect();
    let differs = |read: &&&Read| match member(types, &Type::Struct(record), &trace.value, &read.path) {
        Found::Member(member) => read.value.as_ref().is_some_and(|said| said.value != *member),
        Found::AnotherCase => false,
        Found::Nothing => true,
    };
    last.values().filter(differs).map(|read| format!("{} is not {:?}", read.path, read.value)).collect()
}

/// The value at a path.
enum Found<'v> {
    Member(&'v Value),
    /// The member was read, but later another case of the union.
    AnotherCase,
    Nothing,
}

fn member<'v>(types: &Types, root: &Type, value: &'v Value, path: &Path) -> Found<'v> {
    let (mut ty, mut value) = (root.clone(), value);
    for step in &path.steps {
        (ty, value) = not_null(types, ty, value);
        if let (Type::Union(id), PathStep::Name(name), Value::Union(Some(held))) = (&ty, step, value)
            && types.union(*id).cases[held.case as usize].name != *name
        {
            return Found::AnotherCase;
        }
        match inner(types, &ty, value, step) {
            Some(found) => (ty, value) = found,
            None => return Found::Nothing,
        }
    }
    Found::Member(not_null(types, ty, value).1)
}

/// Returns the value in a struct that is only a value that may be null: paths do not name its field.
fn not_null<'v>(types: &Types, ty: Type, value: &'v Value) -> (Type, &'v Value) {
    match (&ty, value) {
        (Type::Struct(id), Value::Struct(record)) if types.record(*id).is_nullable => {
            (types.record(*id).fields[0].ty.clone(), &record.fields[0])
        }
        _ => (ty, value),
    }
}

fn inner<'v>(types: &Types, ty: &Type, value: &'v Value, step: &PathStep) -> Option<(Type, &'v Value)> {
    Some(match (ty, step, value) {
        (Type::Struct(id), PathStep::Name(name), Value::Struct(record)) => {
            let fields = &types.record(*id).fields;
            let index = fields.iter().position(|field| field.name == *name)?;
            (fields[index].ty.clone(), record.fields.get(index)?)
        }
        (Type::Union(id), PathStep::Name(_), Value::Union(Some(held))) => {
            (types.union(*id).cases.get(held.case as usize)?.ty.clone()?, &held.value)
        }
        (Type::List(element) | Type::Array(element, _), PathStep::Index(index), Value::List(elements)) => {
            ((**element).clone(), elements.get(*index)?)
        }
        (Type::Map(entry), PathStep::Key(key), Value::Map(entries)) => {
            let found = entries.iter().find(|(it, _)| key_text(it) == *key)?;
            (types.entry(*entry).1.clone(), found.1)
        }
        _ => return None,
    })
}

fn key_text(key: &Value) -> String {
    match key {
        Value::Bool(key) => key.to_string(),
        Value::Int(key) => key.to_string(),
        Value::Uint(key) => key.to_string(),
        Value::Text(key) => format!("{:?}", String::from_utf8_lossy(key)),
        other => panic!("{other:?} is no key"),
    }
}
