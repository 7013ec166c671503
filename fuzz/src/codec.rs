//! Decoders and encoders: interpreter, bytecode and machine code give the same answer, and what is written of a decoded value
//! reads as the same value.

use polywire_cross_engine::{Answer, Engine, Request, Subject, bytecode, interpreter, jit, subjects};
use std::cell::RefCell;

/// A message behind two bytes that choose model, format and type.
pub fn codec(data: &[u8]) {
    BENCH.with_borrow_mut(|bench| bench.run(data, |_| true));
}

/// The same for JSON only.
pub fn json(data: &[u8]) {
    BENCH.with_borrow_mut(|bench| bench.run(data, |format| format.starts_with("json")));
}

/// The number that chooses a codec, as the two bytes in front of a message.
pub fn choice(model: &str, format: &str, ty: &str) -> Option<[u8; 2]> {
    BENCH.with_borrow(|bench| {
        let is_it = |it: &Codec| bench.models[it.model].subject.name == model && it.format == format && it.ty == ty;
        u16::try_from(bench.codecs.iter().position(is_it)?).ok().map(u16::to_le_bytes)
    })
}

thread_local! {
    static BENCH: RefCell<Bench> = RefCell::new(Bench::new());
}

struct Bench {
    models: Vec<Engines>,
    codecs: Vec<Codec>,
}

struct Engines {
    subject: Subject,
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
            interpreter: interpreter(&subject),
            others: [bytecode(&subject), jit(&subject)],
            subject,
        });
        let models: Vec<Engines> = models.collect();
        let codecs = models.iter().zip(0..).flat_map(|(it, model)| codecs(&it.subject, model)).collect();
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
        // A value may be one that the format cannot write, or not within the budget.
        let Answer::Bytes(written) = engines.agree(&codec, "raw", &codec.format, value.clone()) else { return };
        let again = engines.agree(&codec, &codec.format, "raw", written);
        assert!(again.is(&value), "{} {}: {again:?} instead of the value", codec.ty, codec.format);
    }
}

impl Engines {
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

/// The codecs of a model that need no schema at run time.
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
