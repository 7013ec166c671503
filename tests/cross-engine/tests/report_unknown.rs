//! Decoders that report unknown data give the same result for every message, intact or broken, as others; and all
//! engines report the same.

use polywire_cross_engine::{
    Message, Subject, byte_flips, case_files, found_in_each, is_full, random_mutation, subjects, to_hex, truncations,
};
use polywire_ir::Module;
use polywire_ir::types::StructId;
use polywire_lower::{Format, Options};
use polywire_passes::optimize;
use polywire_vm::{Engine, Limits, Program, Session, UnknownPart, interpreter};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Messages with reported parts.
static TOLD: AtomicUsize = AtomicUsize::new(0);

#[test]
fn reporting_does_not_change_verdicts() {
    let files = case_files();
    let found = found_in_each(&subjects(), |subject| {
        let formats = subject.lowered.iter().filter_map(|module| polywire_lower::format(&module.format));
        let formats: Vec<_> = formats.filter(|format| format.reports_unknown).collect();
        let messages = if formats.is_empty() { Vec::new() } else { subject.messages(&files) };
        let mut found = Vec::new();
        for format in formats {
            let decoders = Decoders::new(subject, format);
            let of_format = messages.iter().filter(|message| message.format == format.name);
            found.extend(of_format.flat_map(|message| decoders.differences(message)));
        }
        found
    });
    assert!(found.is_empty(), "{} differ:\n{}", found.len(), found[..found.len().min(20)].join("\n"));
    let told = TOLD.load(Ordering::Relaxed);
    assert!(
        told > 100 || std::env::var_os("POLYWIRE_MODELS").is_some(),
        "{told} messages of which something is left out"
    );
}

/// The decoders of a format in all engines.
struct Decoders<'s> {
    subject: &'s Subject,
    lowered: Module,
    optimized: Module,
    program: Program,
    /// Without reports.
    quiet: Program,
}

impl<'s> Decoders<'s> {
    fn new(subject: &'s Subject, format: &Format) -> Self {
        let telling = Options { report_unknown: true, ..Options::default() };
        let lowered = format.lower_with(&subject.model, &telling).expect("what others hold");
        let mut optimized = lowered.clone();
        optimize(&mut optimized, &polywire_passes::Options::default());
        let (program, quiet) = (Program::compile(&optimized), Program::compile(optimized_in(subject, format.name)));
        Self { subject, lowered, optimized, program, quiet }
    }

    fn differences(&self, message: &Message) -> Vec<String> {
        let edits = if is_full() { 500 } else { 8 };
        let whole = std::iter::once(message.bytes.clone());
        let flips = byte_flips(&message.bytes, &[0x01, 0x80, 0xff]).step_by(if is_full() { 1 } else { 7 });
        let edited = (0..edits).map(|seed| random_mutation(&message.bytes, seed));
        let record = self.lowered.types.structs.iter().position(|it| it.name.dotted() == message.ty).expect("the type");
        let record = StructId(record as u32);
        let raw = optimized_in(self.subject, "raw");
        let apart = [&self.optimized, raw].map(|module| Program::compile_by_element(module, record));
        let cut = truncations(&message.bytes).step_by(if is_full() { 1 } else { 3 });
        let copies = whole.chain(cut).chain(flips).chain(edited);
        let wrong = copies.filter(|copy| !self.is_same(record, &apart, copy));
        wrong
            .map(|copy| format!("{} {} {}: {}", self.subject.name, message.ty, message.format, to_hex(&copy)))
            .collect()
    }

    /// Checks that all decoders give the same result for a message.
    fn is_same(&self, record: StructId, apart: &[Program; 2], message: &[u8]) -> bool {
        let limits = Limits::default();
        let expected = self.quiet.decode(record, message, None, &limits).map_err(|failure| failure.code);
        let omitted = self.omitted(record, message);
        let is_told = omitted.as_ref().map(|parts| !parts.is_empty());
        TOLD.fetch_add(usize::from(is_told == Some(true)), Ordering::Relaxed);
        let in_message = |part: &UnknownPart| part.offset.is_none_or(|offset| offset < message.len());
        let mut is_same = is_told.is_some() == expected.is_ok() && omitted.iter().flatten().all(in_message);
        for engine in [Engine::Bytecode, Engine::Jit] {
            let mut session = Session::with(engine);
            let decoded = session.decode(&self.program, record, (message, None), &limits);
            is_same &= decoded.map_err(|failure| failure.code) == expected;
            is_same &= is_told.is_none_or(|is_told| session.omitted() == is_told);
            let written = session.transcode_by_element((&apart[0], &apart[1]), record, message, &limits);
            is_same &= written.is_err() || is_told == Some(session.omitted());
        }
        is_same
    }

    /// Returns the parts dropped from an accepted message.
    fn omitted(&self, record: StructId, message: &[u8]) -> Option<Vec<UnknownPart>> {
        let parts = interpreter::unknown_parts(&self.lowered, record, message, None, &Limits::default()).ok()?;
        Some(parts.into_iter().filter(|part| part.unknown_kind.is_some()).collect())
    }
}

fn optimized_in<'s>(subject: &'s Subject, format: &str) -> &'s Module {
    subject.optimized.iter().find(|module| module.format == format).expect("the format")
}
