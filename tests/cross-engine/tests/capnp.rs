//! Every engine decodes Cap'n Proto messages like the official tool: `tests/corpus/capnp`.

#[path = "capnp/added.rs"]
mod added;
#[path = "capnp/corpus.rs"]
mod corpus;
#[path = "capnp/hostile.rs"]
mod hostile;
#[path = "capnp/same.rs"]
mod same;
#[path = "capnp/tool.rs"]
mod tool;

use corpus::{Case, FORMATS, annotated, cases, kitchen, kitchen_in, streamed, types, upstream};
use polywire_cross_engine::{
    Answer, Engine, Request, Subject, broken_copies, bytecode, disagreements, engines, from_hex, is_full, to_hex,
};
use polywire_ir::ErrorCode;
use polywire_ir::types::{StructId, Type};
use polywire_vm::{Limits, Program, Value, interpreter};
use same::difference;
use std::sync::LazyLock;

/// Messages written by the tool.
const WRITTEN: [&str; 3] = ["kitchen", "lists", "packing"];

static KITCHEN: LazyLock<Subject> = LazyLock::new(kitchen);

/// In one segment, in several segments, and packed.
#[test]
fn values_equal_those_of_the_tool() {
    values_are_theirs(&KITCHEN, &cases_of(&["kitchen", "lists", "packing", "evolution"]));
}

/// The values that the tests of the official implementation check.
#[test]
fn values_equal_those_of_upstream() {
    values_are_theirs(&upstream(), &cases("upstream"));
    values_are_theirs(&annotated(), &cases("annotated"));
}

/// Concatenated messages.
#[test]
fn values_in_streams_equal_those_of_the_tool() {
    values_are_theirs(&KITCHEN, &streamed());
}

/// A segment without a segment table is not a message of these forms.
#[test]
fn flat_forms_are_rejected() {
    let subject = upstream();
    let engine = &mut bytecode(&subject);
    let binary = cases("upstream").into_iter().find(|case| case.case == "binary").expect("the message");
    let flat = &from_hex(&binary.hex)[8..];
    for format in FORMATS {
        let answer = ask(engine, &binary.ty, (format, "raw"), flat);
        assert!(matches!(answer, Answer::Error(_)), "{format}: {answer:?}");
    }
}

fn values_are_theirs(subject: &Subject, cases: &[Case]) {
    let engine = &mut bytecode(subject);
    let mut wrong = Vec::new();
    for case in cases {
        for (format, message) in case.forms() {
            wrong.extend(difference_in(case, &ask(engine, &case.ty, (format, "json_plain"), &message)));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Includes messages that the tool refuses. The tool does not check UTF-8.
#[test]
fn verdicts_on_damaged_messages_equal_those_of_the_tool() {
    let engine = &mut bytecode(&KITCHEN);
    let wrong = cases("mutants").into_iter().filter_map(|case| {
        let answer = ask(engine, &case.ty, ("capnp", "json_plain"), &from_hex(&case.hex));
        match &answer {
            Answer::Error(_) if case.refused => None,
            Answer::Error(code) if case.not_utf8 => (code != "invalid_utf8").then(|| format!("{}: {code}", case.case)),
            Answer::Bytes(_) if case.refused => Some(format!("{} {}: accepted: {}", case.case, case.ty, case.hex)),
            _ => difference_in(&case, &answer),
        }
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The canonical form of a message equals the tool's, unless it contains an empty text, list or default, which a value
/// does not distinguish from null.
#[test]
fn canonical_forms_equal_those_of_the_tool() {
    let engine = &mut bytecode(&KITCHEN);
    let (mut same, mut wrong) = (0, Vec::new());
    for case in cases_of(&WRITTEN) {
        let (ty, theirs) = (&case.ty, from_hex(case.canonical.as_deref().expect("a canonical form")));
        let ours = ask(engine, ty, ("capnp", "capnp_canonical"), &from_hex(&case.hex));
        same += usize::from(ours.is(&theirs));
        let again = ask(engine, ty, ("capnp_canonical", "capnp_canonical"), &theirs);
        if again != ours {
            wrong.push(format!("{}: {again:?} from theirs, {ours:?} from the message", case.case));
        }
        let segment = &from_hex(&case.hex)[8..];
        let verdict = ask(engine, ty, ("capnp_canonical", "raw"), segment);
        if matches!(verdict, Answer::Bytes(_)) != (segment == theirs) {
            wrong.push(format!("{}: {verdict:?} of {}, not {}", case.case, to_hex(segment), to_hex(&theirs)));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(same > 110, "{same} are the same");
}

/// Canonical objects of unknown type equal the tool's, including empty texts, lists and defaults: each one-segment
/// message is placed behind the first pointer of another struct.
#[test]
fn canonical_objects_equal_those_of_the_tool() {
    let engine = &mut bytecode(&KITCHEN);
    let of_one_segment = |case: &Case| case.hex.starts_with("00000000");
    for case in cases_of(&WRITTEN).into_iter().filter(of_one_segment) {
        let table = |segment: &[u8]| [&[0; 4][..], &((segment.len() / 8) as u32).to_le_bytes(), segment].concat();
        let holder = |root: &[u8]| [&HOLDER.to_le_bytes(), root].concat();
        let message = table(&holder(&from_hex(&case.hex)[8..]));
        let theirs = holder(&from_hex(case.canonical.as_deref().expect("a canonical form")));
        let ours = ask(engine, "Anys", ("capnp", "capnp_canonical"), &message);
        assert!(ours.is(&theirs), "{}: {ours:?}, not {}", case.case, to_hex(&theirs));
    }
}

/// A pointer to the struct with one pointer that follows.
const HOLDER: u64 = 1 << 48;

/// The tool decodes our encoding of each message to the same value, and accepts our canonical form as canonical.
#[test]
fn the_tool_reads_what_we_write() {
    let engine = &mut bytecode(&KITCHEN);
    let groups = cases_of(&["kitchen", "lists", "packing", "evolution"]);
    let all: Vec<Case> = groups.into_iter().chain(streamed()).collect();
    for ty in types() {
        let cases: Vec<&Case> = all.iter().filter(|case| case.ty == ty).collect();
        for form in tool::FORMS {
            let mut written = |case: &&Case| match ask(engine, &case.ty, ("capnp", form.format), &from_hex(&case.hex)) {
                Answer::Bytes(bytes) => bytes,
                Answer::Error(code) => panic!("{}: {code}", case.case),
            };
            let ours: Vec<Vec<u8>> = cases.iter().map(&mut written).collect();
            let Some(read) = tool::read(form, ty, &ours) else { return };
            for (case, read) in cases.iter().zip(&read) {
                let difference = difference(read, case.json.as_ref().expect("a value"));
                assert_eq!(difference, None, "{} {}", case.case, form.format);
            }
        }
    }
}

/// Uses all messages, and some damaged copies of every sixteenth; in one form in the quick tests.
#[test]
fn engines_agree() {
    let (formats, step) = if is_full() { (&FORMATS[..], 12) } else { (&FORMATS[..1], 1) };
    let mut engines = engines(&kitchen_in(formats));
    let groups = cases_of(&["kitchen", "lists", "packing", "evolution", "mutants"]);
    let cases: Vec<Case> = groups.into_iter().chain(streamed()).collect();
    let requests = cases.iter().zip(0..).flat_map(|(case, index)| {
        let forms = case.forms().into_iter().filter(|(format, _)| formats.contains(format));
        forms.flat_map(move |(format, message)| {
            let damaged = if index % 16 == 0 { broken_copies(&message) } else { vec![message] };
            let copies: Vec<Vec<u8>> = damaged.into_iter().step_by(step).collect();
            let to = ["raw"].iter().chain(formats);
            let asked = to.flat_map(|to| copies.iter().map(|copy| request(&case.ty, (format, to), copy)));
            asked.collect::<Vec<_>>()
        })
    });
    let found = disagreements(&mut engines, requests, 20);
    assert!(found.is_empty(), "engines disagree:\n{}", found.join("\n"));
}

/// Small messages that repeat the same objects over and over, or contain themselves, are stopped by a small budget.
#[test]
fn hostile_messages_end_within_the_budget() {
    let limits = Limits { budget: 1 << 16, ..Limits::default() };
    for format in ["capnp", "capnp_canonical"] {
        let module = KITCHEN.module(format);
        let program = Program::compile(module);
        for (name, segment) in hostile::segments() {
            let message = if format == "capnp" { hostile::message(&segment) } else { hostile::bytes(&segment) };
            for ty in ["Anys", "Generic", "Lists", "Tree"] {
                let index = module.types.structs.iter().position(|it| it.name.dotted() == ty).expect("the type");
                let record = StructId(index as u32);
                let interpreted = interpreter::decode(module, record, &message, None, &limits).err().map(|it| it.code);
                let compiled = program.decode(record, &message, None, &limits).err().map(|it| it.code);
                assert_eq!(interpreted, compiled, "{format}: {name} as {ty}");
                if format == "capnp" && ty == hostile::aimed_at(name) {
                    let is_bounded = matches!(compiled, Some(ErrorCode::BudgetExceeded | ErrorCode::TooDeep));
                    assert!(is_bounded, "{name} as {ty}: {compiled:?}");
                }
            }
        }
    }
}

/// A segment of more than 2^29 bytes; only in the full tests, because it needs gigabytes.
#[test]
fn values_larger_than_a_segment_are_rejected() {
    if !is_full() {
        return;
    }
    let fields = KITCHEN.model.find("Scalars").and_then(|id| KITCHEN.model.as_struct(id)).expect("the type");
    let data = fields.fields.iter().position(|field| field.name == "d").expect("the field");
    for format in FORMATS {
        let module = KITCHEN.module(format);
        let index = module.types.structs.iter().position(|it| it.name.dotted() == "Scalars").expect("the type");
        let record = StructId(index as u32);
        let mut value = Value::new(&module.types, &Type::Struct(record));
        let Value::Struct(scalars) = &mut value else { panic!("a struct") };
        scalars.fields[data] = Value::Bytes(vec![1; 1 << 29]);
        let refused = Program::compile(module).encode(record, &value, &Limits::default());
        assert_eq!(refused.err().map(|it| it.code), Some(ErrorCode::TooLarge), "{format}");
    }
}

fn cases_of(groups: &[&str]) -> Vec<Case> {
    groups.iter().flat_map(|group| cases(group)).collect()
}

fn difference_in(case: &Case, answer: &Answer) -> Option<String> {
    let expected = case.json.as_ref().expect("a value");
    let difference = match answer {
        Answer::Error(code) => Some(code.clone()),
        Answer::Bytes(json) => difference(&serde_json::from_slice::<serde_json::Value>(json).expect("JSON"), expected),
    };
    difference.map(|difference| format!("{} {}: {difference}: {expected}", case.ty, case.case))
}

fn ask(engine: &mut Box<dyn Engine>, ty: &str, formats: (&str, &str), input: &[u8]) -> Answer {
    engine.run(&[request(ty, formats, input)]).remove(0)
}

fn request(ty: &str, (from, to): (&str, &str), input: &[u8]) -> Request {
    let (ty, from, to, input) = (ty.to_owned(), from.to_owned(), to.to_owned(), input.to_vec());
    Request { ty, from, to, input, schema: None, settings: vec![] }
}
