use crate::{
    Engine, Subject, bytecode, bytecode_of, cpp_engine, cpp_engine_borrowed, cpp_engine_of, cpp_engine_optimized,
    cpp_engine_without_passes, cpp_explaining_engine, erlang_engine, erlang_engine_of, erlang_explaining_engine,
    go_engine, go_explaining_engine, interpreter, is_full, jit, rust_engine, rust_engine_borrowed,
    rust_explaining_engine, rust_safe_engine,
};
use polywire_ir::Module;
use std::thread::scope;

/// Makes an engine for a model.
type MakeEngine = fn(&Subject) -> Box<dyn Engine>;

/// Makes an engine from modules of a model, under a label.
type MakeEngineOf = fn(&Subject, &[Module], &str) -> Box<dyn Engine>;

/// Every engine by name, except the interpreter, with which they are compared.
const ENGINES: &[(&str, MakeEngine)] = &[
    ("bytecode", bytecode),
    ("jit", jit),
    ("cpp", cpp_engine),
    (OPTIMIZED, cpp_engine_optimized),
    (WITHOUT_PASSES, cpp_engine_without_passes),
    (BORROWED, cpp_engine_borrowed),
    ("erlang", erlang_engine),
    ("go", go_engine),
    ("rust", rust_engine),
    (RUST_BORROWED, rust_engine_borrowed),
    (RUST_SAFE, rust_safe_engine),
];

const OPTIMIZED: &str = "cpp_optimized";

const WITHOUT_PASSES: &str = "cpp_without_passes";

/// Generated C++ with borrowed types.
const BORROWED: &str = "cpp_borrowed";

/// Generated Rust with borrowed types.
const RUST_BORROWED: &str = "rust_borrowed";

/// Generated Rust with a runtime without `unsafe`.
const RUST_SAFE: &str = "rust_safe";

/// Engines restricted to a few models in the quick tests, because compiling is slow, with the names or prefixes (up to
/// a `_`) of these models. One model with every format is enough for the optimiser. Those for borrowed types cover
/// every format, base64, maps with text keys and values made by encoders.
const FEW_IN_QUICK: &[(&str, &[&str])] = &[
    (OPTIMIZED, &["trade"]),
    (WITHOUT_PASSES, &["trade", "trade_", "maps", "ops_"]),
    (BORROWED, &["trade", "trade_", "json_members", "map_entries", "ops_making"]),
    (RUST_BORROWED, &["trade", "json_members", "map_entries", "ops_making"]),
    ("go", GO_AND_RUST),
    ("rust", GO_AND_RUST),
    (RUST_SAFE, &["trade", "maps"]),
];

const GO_AND_RUST: &[&str] = &[
    "trade",
    "maps",
    "meanings",
    "oneof_group",
    "avro_blocks",
    "avro_logical",
    "avro_pairs",
    "avro_unions",
    "capnp_unions",
    "capnp_lists",
    "map_count",
    "large_bytes",
    "large_entries",
    "fbe_proto",
    "fbe_wide",
    "msgpack_",
];

/// Engines that leave out the largest models in the quick tests.
const NOT_LARGE_IN_QUICK: &[(&str, &[&str])] = &[("erlang", LARGE)];

/// Models that take 10 to 100 seconds to compile as Erlang.
const LARGE: &[&str] = &[
    "fbe_kitchen",
    "fbe_test",
    "flatbuffers_annotated",
    "flatbuffers_kitchen",
    "flatbuffers_monster",
    "flatbuffers_movie",
    "flatbuffers_reflection",
    "flatbuffers_wide",
    "flatbuffers_wrapped",
];

/// Engines that run the same modules.
pub struct Family {
    /// Their common name.
    pub name: &'static str,
    /// True if they cannot change bytes already written, which passes must know.
    pub immutable: bool,
    /// For each engine its name, and functions that create it with all passes and with a selection of them.
    members: &'static [(&'static str, MakeEngine, MakeEngineOf)],
}

/// The engines that run optimised modules.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "bytecode and C++",
        immutable: false,
        members: &[("bytecode", bytecode, bytecode_of), ("cpp", cpp_engine, cpp_engine_of)],
    },
    Family { name: "Erlang", immutable: true, members: &[("erlang", erlang_engine, erlang_engine_of)] },
];

/// An engine that explains errors, compared with the interpreter.
pub struct Explainer {
    name: &'static str,
    /// Makes it for a model.
    pub engine: MakeEngine,
    /// True if it reports positions only in formats that are read sequentially.
    pub sequential: bool,
}

/// The engines, apart from the interpreter, that explain errors.
pub const EXPLAINERS: &[Explainer] = &[
    Explainer { name: "cpp", engine: cpp_explaining_engine, sequential: false },
    Explainer { name: "erlang", engine: erlang_explaining_engine, sequential: true },
    Explainer { name: "go", engine: go_explaining_engine, sequential: false },
    Explainer { name: "rust", engine: rust_explaining_engine, sequential: false },
];

impl Explainer {
    /// Returns true if it is selected.
    pub fn is_wanted(&self) -> bool {
        is_wanted(self.name)
    }
}

/// Returns every engine for a model; during development, only the selected ones: `POLYWIRE_ENGINES=bytecode,erlang`.
pub fn engines(subject: &Subject) -> Vec<Box<dyn Engine>> {
    let mut engines = vec![interpreter(subject)];
    engines.extend(engines_among(subject, |_| true));
    engines
}

/// Returns the engines for a model that are selected by name, without the interpreter; during development, only those that
/// [`engines`] would return.
pub fn engines_among(subject: &Subject, is_chosen: impl Fn(&str) -> bool) -> Vec<Box<dyn Engine>> {
    let others = ENGINES.iter().filter(|(name, _)| is_chosen(name));
    let others = others.filter(|(name, _)| is_wanted(name) && is_for(name, &subject.name));
    scope(|scope| {
        let makers: Vec<_> = others.map(|(_, make)| scope.spawn(move || make(subject))).collect();
        makers.into_iter().map(|maker| maker.join().expect("the engine is built")).collect()
    })
}

/// The engines that can measure the memory of decoders, with a bound for each: how many times the memory that the budget
/// counts its values take.
const MEASURING: &[(&str, usize)] = &[("cpp", 4), (BORROWED, 4), ("erlang", 16), ("go", 8), ("rust", 4)];

/// Returns the selected engines that can measure memory, each with the factor for [`crate::memory_bound`].
pub fn measuring_engines(subject: &Subject) -> Vec<(Box<dyn Engine>, usize)> {
    let factor = |engine: &str| MEASURING.iter().find(|(name, _)| *name == engine).map(|(_, factor)| *factor);
    let engines = ENGINES.iter().filter(|(name, _)| is_wanted(name) && is_for(name, &subject.name));
    engines.filter_map(|(name, make)| factor(name).map(|factor| (make(subject), factor))).collect()
}

impl Family {
    /// Returns true if any of its engines is selected.
    pub fn is_wanted(&self) -> bool {
        self.members.iter().any(|(name, ..)| is_wanted(name))
    }

    /// Returns the interpreter, and each engine of the family twice: after all passes, and with modules after a
    /// selection of passes.
    pub fn with_and_without(&self, subject: &Subject, modules: &[Module], choice: &str) -> Vec<Box<dyn Engine>> {
        let members = self.members.iter().filter(|(name, ..)| is_wanted(name));
        let mut engines = vec![interpreter(subject)];
        scope(|scope| {
            let mut makers = Vec::new();
            for (name, with, without) in members {
                let label = format!("{name}-{choice}");
                makers.push(scope.spawn(move || with(subject)));
                makers.push(scope.spawn(move || without(subject, modules, &label)));
            }
            engines.extend(makers.into_iter().map(|maker| maker.join().expect("the engine is built")));
        });
        engines
    }
}

/// Returns true if an engine is used for a model at this test level.
fn is_for(engine: &str, model: &str) -> bool {
    let models_of = |restricted: &[(&str, &'static [&'static str])]| {
        restricted.iter().find(|(name, _)| *name == engine).map(|(_, models)| *models)
    };
    let is_among =
        |models: &[&str]| models.iter().any(|name| model == *name || name.ends_with('_') && model.starts_with(name));
    is_full() || models_of(FEW_IN_QUICK).is_none_or(is_among) && !models_of(NOT_LARGE_IN_QUICK).is_some_and(is_among)
}

fn is_wanted(name: &str) -> bool {
    let chosen = std::env::var("POLYWIRE_ENGINES");
    chosen.map_or(true, |names| names.split(',').any(|chosen| chosen == name))
}
