//! Runs everything through all engines and checks that they agree.

#![allow(dead_code)]

use polywire_ir::types::StructId;
use polywire_ir::{ErrorCode, Module};
use polywire_vm::{Engine, Failure, Limits, Program, Session, Value, interpreter};

/// A module in all engines.
pub struct Engines {
    pub module: Module,
    pub program: Program,
    pub limits: Limits,
}

impl Engines {
    pub fn new(module: Module) -> Self {
        let program = Program::compile(&module);
        // A smaller budget than the default, because many damaged messages exhaust it.
        Self { module, program, limits: Limits { budget: 1 << 20, ..Limits::default() } }
    }

    /// The struct of this dotted name.
    pub fn record(&self, name: &str) -> StructId {
        let found = self.module.types.structs.iter().position(|it| it.name.dotted() == name);
        StructId(found.unwrap_or_else(|| panic!("no struct {name}")) as u32)
    }

    pub fn decode(&self, record: StructId, input: &[u8], schema: Option<&Value>) -> Result<Value, Failure> {
        let reference = interpreter::decode(&self.module, record, input, schema, &self.limits);
        let [(compiled, compiled_reports), (machine_code, reports_unknown)] =
            [Engine::Bytecode, Engine::Jit].map(|engine| {
                let mut session = Session::with(engine);
                let decoded = session.decode(&self.program, record, (input, schema), &self.limits);
                (decoded, session.omitted())
            });
        let what = format!("{}: decoding {}", self.module.format, hex(input));
        assert_eq!(code(&compiled), code(&reference), "{what}");
        assert_ne!(code(&compiled), "internal", "{what}");
        assert_eq!(compiled.as_ref().ok(), reference.as_ref().ok(), "{what}");
        assert_eq!(machine_code, compiled, "{what}");
        assert_eq!(reports_unknown, compiled_reports, "{what}");
        if reference.is_ok() {
            assert_eq!(reports_unknown, self.reports_unknown(record, input, schema), "{what}");
        }
        if let (Err(compiled), Err(reference)) = (&compiled, &reference) {
            assert_eq!(compiled.site, reference.site, "{what}");
            assert_eq!(compiled.offset, reference.offset, "{what}: {}", compiled.code.name());
            if compiled.code != ErrorCode::TooDeep {
                assert_eq!(compiled.function, reference.function, "{what}");
            }
        }
        reference
    }

    /// Returns true if the interpreter drops something that the schema lacks.
    fn reports_unknown(&self, record: StructId, input: &[u8], schema: Option<&Value>) -> bool {
        let parts = interpreter::unknown_parts(&self.module, record, input, schema, &self.limits).expect("as before");
        parts.iter().any(|part| part.unknown_kind.is_some())
    }

    pub fn encode(&self, record: StructId, value: &Value) -> Result<Vec<u8>, Failure> {
        let reference = interpreter::encode(&self.module, record, value, &self.limits);
        let compiled = self.program.encode(record, value, &self.limits);
        let machine_code = Session::with(Engine::Jit).encode(&self.program, record, value, &self.limits);
        let what = format!("{}: encoding {value:?}", self.module.format);
        assert_eq!(code(&compiled), code(&reference), "{what}");
        let bytes = |encoded: &Result<Vec<u8>, Failure>| encoded.as_ref().ok().map(|bytes| hex(bytes));
        assert_eq!(bytes(&compiled), bytes(&reference), "{what}");
        assert_eq!(machine_code, compiled, "{what}");
        reference
    }
}

fn code<T>(outcome: &Result<T, Failure>) -> &'static str {
    outcome.as_ref().map_or_else(|failure| failure.code.name(), |_| "ok")
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns every truncation, and every single-bit flip.
pub fn damages(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let cut = (0..bytes.len()).map(|len| bytes[..len].to_vec());
    let flipped = (0..bytes.len() * 8).map(|bit| {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        flipped
    });
    cut.chain(flipped)
}

/// A small random number generator, the same everywhere (xorshift64*).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound.max(1)
    }

    /// Returns a copy with some bytes changed, removed, duplicated or added.
    pub fn mutate(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut mutated = bytes.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(mutated.len() + 1);
            match self.below(5) {
                0 if at < mutated.len() => mutated[at] = self.next() as u8,
                1 if at < mutated.len() => mutated[at] ^= 1 << self.below(8),
                2 if at < mutated.len() => drop(mutated.remove(at)),
                3 => mutated.insert(at, [0, 1, 0x7f, 0x80, 0xff][self.below(5)]),
                _ => {
                    let end = at + self.below(mutated.len() - at + 1);
                    let copy = mutated[at..end].to_vec();
                    let to = self.below(mutated.len() + 1);
                    mutated.splice(to..to, copy);
                }
            }
        }
        mutated
    }
}
