//! Decoders and encoders: interpreter, bytecode and machine code give the same answer, and a re-encoded value decodes
//! to the same value, as far as the format can represent it.

use polywire_cross_engine::{Answer, Engine, Request, Subject, bytecode, interpreter, jit, subjects};
use polywire_ir::Module;
use polywire_ir::types::StructId;
use polywire_lower::format;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Takes two bytes that select model, format and type, followed by a message.
pub fn codec(data: &[u8]) {
    BENCH.with_borrow_mut(|bench| bench.run(data, |_| true));
}

/// The same for JSON only.
pub fn json(data: &[u8]) {
    BENCH.with_borrow_mut(|bench| bench.run(data, |format| format.starts_with("json")));
}

/// Returns the number that selects a codec, which is the first two bytes of an input.
pub fn choice(model: &str, format: &str, ty: &str) -> Option<[u8; 2]> {
    BENCH.with_borrow(|bench| {
        let is_it = |it: &Codec| bench.models[it.model].subject.name == model && it.format == format && it.ty == ty;
        u16::try_from(bench.codecs.iter().position(is_it)?).ok().map(u16::to_le_bytes)
    })
}

/// Returns the number that selects a codec of a model, in the order in which generated programs list them.
pub fn choice_in_model(model: &str, format: &str, ty: &str) -> Option<[u8; 2]> {
    let number = BENCH.with_borrow(|bench| {
        let modules = &bench.models.iter().find(|it| it.subject.name == model)?.subject.lowered;
        let types = &modules.first()?.types;
        let ids = (0..types.structs.len() as u32).map(StructId);
        let mut listed =
            ids.flat_map(|id| modules.iter().filter(move |it| it.entry(id).is_some()).map(move |it| (id, it)));
        listed.position(|(id, it)| it.format == format && types.record(id).name.dotted() == ty)
    });
    u16::try_from(number?).ok().map(u16::to_le_bytes)
}

/// Returns the number that selects a type of a model, in the order of the names of the types that a format has.
pub fn choice_in_format(model: &str, format: &str, ty: &str) -> Option<[u8; 2]> {
    let number = BENCH.with_borrow(|bench| {
        let modules = &bench.models.iter().find(|it| it.subject.name == model)?.subject.lowered;
        let modules = modules.iter().filter(|it| it.format == format || it.format == "raw");
        let name = |(module, record): (&Module, StructId)| module.types.record(record).name.dotted();
        let records = modules.flat_map(|it| it.entries.iter().map(move |entry| (it, entry.record)));
        records.map(name).collect::<BTreeSet<String>>().iter().position(|name| name == ty)
    });
    u16::try_from(number?).ok().map(u16::to_le_bytes)
}

/// Compiles the codecs of all models, which the first input would do otherwise.
pub fn compile_codecs() {
    BENCH.with_borrow(|_| ());
}

thread_local! {
    static BENCH: RefCell<Bench> = RefCell::new(Bench::new());
}

struct Bench {
    models: Vec<Engines>,
    codecs: Vec<Codec>,
}

struct Engines {
    subject: &'static Subject,
    interpreter: Box<dyn Engine>,
    others: [Box<dyn Engine>; 2],
}

#[derive(Clone)]
struct Codec {
    model: usize,
    format: String,
    ty: String,
    writes: bool,
}

impl Bench {
    fn new() -> Self {
        let models = subjects().into_iter().map(|subject| Engines {
            interpreter: interpreter(subject),
            others: [bytecode(subject), jit(subject)],
            subject,
        });
        let models: Vec<Engines> = models.collect();
        let codecs = models.iter().zip(0..).flat_map(|(it, model)| codecs(it.subject, model)).collect();
        Self { models, codecs }
    }

    fn run(&mut self, data: &[u8], is_wanted: fn(&str) -> bool) {
        let [low, high, input @ ..] = data else { return };
        let codec = self.codecs[usize::from(u16::from_le_bytes([*low, *high])) % self.codecs.len()].clone();
        if !is_wanted(&codec.format) {
            return;
        }
        let engines = &mut self.models[codec.model];
        let Answer::Bytes(value) = engines.agree(&codec, &codec.format, "raw", input.to_vec()) else { return };
        if !codec.writes {
            return;
        }
        // The format may be unable to write the value, or not within the budget.
        let Answer::Bytes(written) = engines.agree(&codec, "raw", &codec.format, value.clone()) else { return };
        let again = engines.agree(&codec, &codec.format, "raw", written.clone());
        if again.is(&value) {
            return;
        }
        // A format may change values in documented ways; a value that was already changed must be stable.
        let stays = match again {
            Answer::Bytes(value) => engines.agree(&codec, "raw", &codec.format, value).is(&written),
            Answer::Error(_) => false,
        };
        let has_losses = engines.loses(&codec.format);
        assert!(has_losses && stays, "{} {}: another value comes back", codec.ty, codec.format);
    }
}

impl Engines {
    /// Returns true if a format changes or refuses values of the model.
    fn loses(&self, name: &str) -> bool {
        format(name).is_some_and(|format| !format.losses(&self.subject.model).is_empty())
    }

    fn agree(&mut self, codec: &Codec, from: &str, to: &str, input: Vec<u8>) -> Answer {
        let (ty, from, to) = (codec.ty.clone(), from.to_owned(), to.to_owned());
        let request = [Request { ty, from, to, input, schema: None, settings: vec![] }];
        let expected = self.interpreter.run(&request).remove(0);
        for engine in &mut self.others {
            assert_eq!(expected, engine.run(&request).remove(0), "{}: {}", engine.name(), request[0].line());
        }
        expected
    }
}

/// Returns the codecs of a model that need no schema at run time.
fn codecs(subject: &Subject, model: usize) -> Vec<Codec> {
    let mut codecs = Vec::new();
    for module in &subject.lowered {
        for entry in module.entries.iter().filter(|entry| entry.schema.is_none()) {
            let ty = module.types.record(entry.record).name.dotted();
            codecs.push(Codec { model, format: module.format.clone(), ty, writes: entry.encode.is_some() });
        }
    }
    codecs
}
