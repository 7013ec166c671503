//! Every byte of every message is explained, in every format, and what the spans say is what the decoder reads.

use polywire::Options;
use polywire::anatomy::{Anatomy, Kind, Section, Span, guess};
use polywire::codec::Codecs;
use polywire_ir::Module;
use polywire_ir::types::{StructId, Type, Types};
use polywire_proof::{Message, Subject, broken_copies, case_files, subjects};
use polywire_vm::{Limits, Path, PathStep, Read, Role, Trace, Value, interpreter};
use std::collections::HashMap;

#[test]
fn every_byte_of_an_accepted_message_is_explained_once() {
    let files = case_files();
    let (mut messages, mut bytes, mut wrong) = (0, 0, Vec::new());
    for subject in subjects() {
        let modules = thorough(&subject);
        for message in subject.messages(&files) {
            let Some((module, record)) = reader(&modules, &message) else { continue };
            let trace = trace(module, record, &message.bytes);
            messages += 1;
            bytes += message.bytes.len();
            let problems = problems((&subject.name, module), record, &message, trace);
            let said = |problem| format!("{}: {} {}: {problem}", subject.name, message.format, message.ty);
            wrong.extend(problems.into_iter().map(said));
        }
    }
    assert!(wrong.is_empty(), "{} problems:\n{}", wrong.len(), wrong[..wrong.len().min(80)].join("\n"));
    println!("{bytes} bytes of {messages} messages");
    assert!(messages > 400 && bytes > 20_000, "{bytes} bytes of {messages} messages");
}

/// Truncated, flipped and edited messages: the first fault is the decoder's, and each byte is still in one span.
#[test]
fn faults_of_broken_messages_are_those_of_the_decoder() {
    let files = case_files();
    let (mut broken, mut wrong) = (0, Vec::new());
    for subject in subjects() {
        let modules = thorough(&subject);
        for message in subject.messages(&files) {
            let Some((module, record)) = reader(&modules, &message) else { continue };
            for copy in broken_copies(&message.bytes).into_iter().skip(1) {
                let trace = trace(module, record, &copy);
                let first = trace.faults.first().map(|fault| fault.failure);
                let expected = interpreter::decode(module, record, &copy, None, &LIMITS).err();
                let usual = match SHORT_CUTS.contains(&message.format.as_str()) {
                    true => interpreter::decode(subject.module(&message.format), record, &copy, None, &LIMITS).err(),
                    false => expected,
                };
                broken += 1;
                if first != expected || first.map(|it| it.code) != usual.map(|it| it.code) {
                    let said = format!("{first:?}, expected {expected:?}, usually {usual:?}");
                    wrong.push(format!("{}: {}: {said}", subject.name, message.format));
                }
                let sections = anatomy(module, &message, trace).sections;
                wrong.extend(sections.iter().filter_map(gap).map(|at| format!("{}: gap at {at}", subject.name)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} problems:\n{}", wrong.len(), wrong[..wrong.len().min(80)].join("\n"));
    assert!(broken > 10_000, "{broken} copies");
}

/// Without a schema, messages of Protocol Buffers are read all the same.
#[test]
fn guesses_explain_every_byte() {
    let files = case_files();
    let (mut messages, mut wrong) = (0, Vec::new());
    for subject in subjects() {
        let guessable = |message: &Message| guess::can_guess(&message.format);
        for message in subject.messages(&files).into_iter().filter(guessable) {
            let guess = guess::guess(&message.format, &message.bytes).expect("a guess");
            let format = polywire::format(&message.format).expect("a format");
            let codecs = Codecs::new(&guess.model, format).expect("codecs");
            let codec = codecs.codec(&guess.model, guess.type_name).expect("a codec");
            let anatomy = Anatomy::of(&codec, None, &message.bytes).expect("an anatomy");
            messages += 1;
            if !anatomy.faults.is_empty() || anatomy.sections.iter().any(|section| gap(section).is_some()) {
                wrong.push(format!("{}: {}: {:?}", subject.name, message.format, anatomy.faults));
            }
        }
    }
    assert!(wrong.is_empty(), "{} problems:\n{}", wrong.len(), wrong[..wrong.len().min(80)].join("\n"));
    assert!(messages > 100, "{messages} messages");
}

const LIMITS: Limits = Limits { depth: 100, budget: 64 << 20, ignore_unknown: true, write_unknown: false };

/// Formats whose messages can hold bytes that nothing leads to: objects that are not pointed at, fields of newer writers.
const SPARSE: &[&str] = &["capnp", "capnp_packed", "flatbuffers", "sbe"];

/// Formats whose decoders usually do not look at everything.
const SHORT_CUTS: &[&str] = &["flatbuffers"];

/// Models of which messages hold members that later ones take the place of.
const REPLACING: &[&str] = &["maps", "oneof_group"];

/// The modules of a model whose decoders look at all that there is, as the command's.
fn thorough(subject: &Subject) -> Vec<Module> {
    let lower = |module: &Module| {
        let format = polywire::format(&module.format).expect("a format");
        let options = Options { thorough: true, ..Options::default() };
        format.lower_with(&subject.model, &options).expect("the format can hold the model")
    };
    subject.lowered.iter().map(lower).collect()
}

/// What reads a message, if that needs no schema at run time.
fn reader<'s>(modules: &'s [Module], message: &Message) -> Option<(&'s Module, StructId)> {
    let module = modules.iter().find(|module| module.format == message.format)?;
    let entries = module.entries.iter().filter(|entry| entry.schema.is_none());
    let mut records = entries.map(|entry| entry.record);
    records.find(|record| module.types.record(*record).name.dotted() == message.ty).map(|record| (module, record))
}

fn trace(module: &Module, record: StructId, bytes: &[u8]) -> Trace {
    interpreter::trace_decode(module, record, bytes, None, &LIMITS).expect("an entry")
}

fn anatomy(module: &Module, message: &Message, trace: Trace) -> Anatomy {
    let format = polywire::format(&message.format).expect("a format");
    Anatomy::of_trace(format, &module.types, Some(&message.ty), trace)
}

/// What is wrong with the trace of an accepted message.
fn problems((model, module): (&str, &Module), record: StructId, message: &Message, trace: Trace) -> Vec<String> {
    let mut problems: Vec<String> = trace.faults.iter().map(ToString::to_string).collect();
    if interpreter::decode(module, record, &message.bytes, None, &LIMITS).ok().as_ref() != Some(&trace.value) {
        problems.push("another value".to_owned());
    }
    if !REPLACING.contains(&model) {
        problems.extend(untrue(&module.types, record, &trace));
    }
    for (number, section) in anatomy(module, message, trace).sections.iter().enumerate() {
        problems.extend(gap(section).map(|at| format!("a gap at byte {at}")));
        let may_skip = number > 0 || SPARSE.contains(&message.format.as_str());
        let is_unexplained = |span: &Span| span.kind == Kind::Unexplained || span.kind == Kind::Unread && !may_skip;
        let unexplained = section.spans.iter().filter(|span| is_unexplained(span));
        problems.extend(unexplained.map(|it| format!("{} bytes from {} on are {}", it.len, it.offset, it.element)));
    }
    problems
}

/// Where a span does not begin where the one before ends, or does not end with the bytes.
fn gap(section: &Section) -> Option<usize> {
    let mut end = 0;
    for span in &section.spans {
        if span.offset != end || span.len == 0 {
            return Some(end);
        }
        end += span.len;
    }
    (end != section.bytes.len()).then_some(end)
}

/// Values of members that the message does not have; of a member that is read several times the last one counts.
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

/// What is at a path.
enum Found<'v> {
    Member(&'v Value),
    /// The member was read, and then another case of the union.
    AnotherCase,
    Nothing,
}

fn member<'v>(types: &Types, root: &Type, value: &'v Value, path: &Path) -> Found<'v> {
    let (mut ty, mut value) = (root.clone(), value);
    for step in &path.steps {
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
    Found::Member(value)
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
