//! Converting a message element by element gives the same result as converting it as a whole: for every case and random
//! messages, including damaged copies, between all formats.

use polywire_cross_engine::{
    CaseFile, PALETTES, Subject, case_files, found_in_each, is_full, random_messages, random_model, random_mutation,
    subjects, to_hex,
};
use polywire_ir::types::StructId;
use polywire_vm::{Engine, Limits, Pipe, Program, Session};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Messages whose elements were written before their other members.
static TAKEN_APART: AtomicUsize = AtomicUsize::new(0);

/// Messages that were never held as a whole.
static PIPED: AtomicUsize = AtomicUsize::new(0);

/// Those of them whose output began before the input was read completely.
static SENT_EARLY: AtomicUsize = AtomicUsize::new(0);

#[test]
fn encoding_element_by_element_writes_the_same_message() {
    let files = case_files();
    let of_models = subjects().into_iter().map(|subject| (Cow::Borrowed(subject), cases(subject, &files)));
    let mut given: Vec<(Cow<'_, Subject>, Vec<Message>)> = of_models.collect();
    for palette in PALETTES {
        for seed in 0..if is_full() { 200 } else { 25 } {
            let subject = Subject::new(palette.name, random_model(palette, seed), palette.formats);
            let written = random_messages(&subject.model).into_iter().flat_map(|ty| subject.written(&ty, 2));
            let messages = written.map(|it| (it.format, it.ty, it.bytes)).collect();
            given.push((Cow::Owned(subject), messages));
        }
    }
    let found = found_in_each(&given, |(subject, messages)| differences(subject, messages));
    assert!(found.is_empty(), "{} differ:\n{}", found.len(), found[..found.len().min(20)].join("\n"));
    let apart = TAKEN_APART.load(Ordering::Relaxed);
    let (piped, early) = (PIPED.load(Ordering::Relaxed), SENT_EARLY.load(Ordering::Relaxed));
    assert!(apart > 400 && piped > 100 && early > 50, "{apart} messages apart, {piped} piped, {early} sent early");
}

/// Format, type and bytes.
type Message = (String, String, Vec<u8>);

/// Returns all cases of a model whose format needs no schema at run time.
fn cases(subject: &Subject, files: &[(String, CaseFile)]) -> Vec<Message> {
    let files = files.iter().filter(|(_, file)| file.model == subject.name);
    let cases = files.flat_map(|(_, file)| &file.cases).filter(|case| case.schema.is_none());
    cases.map(|case| (case.format.clone(), case.ty.clone(), case.bytes())).collect()
}

fn differences(subject: &Subject, messages: &[Message]) -> Vec<String> {
    let edits = if is_full() { 200 } else { 6 };
    let whole: Vec<Program> = subject.optimized.iter().map(Program::compile).collect();
    let mut by_element: HashMap<StructId, Vec<Program>> = HashMap::new();
    let (mut session, limits) = (Session::default(), Limits::default());
    let mut found = Vec::new();
    for (format, ty, bytes) in messages {
        let from = subject.optimized.iter().position(|module| module.format == *format).expect("the format");
        let found_type = subject.optimized[from].types.structs.iter().position(|it| it.name.dotted() == *ty);
        let record = StructId(found_type.unwrap_or_else(|| panic!("{}: no type {ty}", subject.name)) as u32);
        let apart = by_element.entry(record).or_insert_with(|| {
            subject.optimized.iter().map(|module| Program::compile_by_element(module, record)).collect()
        });
        for copy in std::iter::once(bytes.clone()).chain((0..edits).map(|seed| random_mutation(bytes, seed))) {
            let is_written = |to: &usize| subject.optimized[*to].entry(record).is_some_and(|it| it.encode.is_some());
            for to in (0..whole.len()).filter(is_written) {
                let mut expected = Vec::new();
                let programs = (&whole[from], &whole[to]);
                let expected = session
                    .transcode(programs, record, (&copy, None), &mut expected, &limits)
                    .map(|_| expected)
                    .map_err(|failure| failure.code);
                let kept = (session.kept_unknown(), session.kept_unknown_inside());
                let pieces = session.transcode_by_element((&apart[from], &apart[to]), record, &copy, &limits);
                TAKEN_APART.fetch_add(usize::from(pieces.as_ref().is_ok_and(|it| it.len() > 1)), Ordering::Relaxed);
                let actual = pieces.map(|pieces| pieces.concat()).map_err(|failure| failure.code);
                let kept_apart = (session.kept_unknown(), session.kept_unknown_inside());
                let piped = [Engine::Bytecode, Engine::Jit].map(|engine| {
                    let programs = (&apart[from], &apart[to]);
                    [copy.len() / 2, copy.len() / 4].iter().all(|&size| {
                        piped(Session::with(engine), programs, record, (&copy, size))
                            .is_none_or(|output| expected.as_ref() == Ok(&output))
                    })
                });
                if actual != expected || expected.is_ok() && kept != kept_apart || piped.contains(&false) {
                    let to = &subject.optimized[to].format;
                    let (name, hex) = (&subject.name, to_hex(&copy));
                    found.push(format!("{name} {ty} {format} to {to}: {expected:?}, apart {actual:?} of {hex}"));
                }
            }
        }
    }
    found
}

/// Returns the output for a message of which `size` bytes are held at a time; `None` if it must be converted as a
/// whole.
fn piped(
    mut session: Session,
    programs: (&Program, &Program),
    record: StructId,
    (message, size): (&[u8], usize),
) -> Option<Vec<u8>> {
    let (mut rest, mut output) = (message, Vec::new());
    let mut read = |buffer: &mut [u8]| {
        let (part, later) = rest.split_at(rest.len().min(buffer.len()).min(7));
        buffer[..part.len()].copy_from_slice(part);
        rest = later;
        part.len()
    };
    let mut write = |bytes: &[u8]| {
        output.extend_from_slice(bytes);
        true
    };
    let pipe = Pipe { read: &mut read, write: Some(&mut write), size, len: None };
    let left = session.pipe(programs, record, pipe, &Limits::default())?;
    PIPED.fetch_add(usize::from(message.len() > size), Ordering::Relaxed);
    SENT_EARLY.fetch_add(usize::from(!output.is_empty()), Ordering::Relaxed);
    output.extend(left.concat());
    Some(output)
}
