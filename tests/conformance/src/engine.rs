use polywire_cross_engine::{
    Engine, Subject, bytecode, cpp_engine, cpp_engine_unchecked, erlang_engine_of, go_engine, interpreter, is_full,
    jit, rust_engine,
};
use polywire_passes::Options;

/// Makes an engine for a model.
type MakeEngine = fn(&Subject) -> Box<dyn Engine>;

/// The engines under test, by name.
pub const ENGINES: &[(&str, MakeEngine)] = &[
    ("interpreter", interpreter),
    ("bytecode", bytecode),
    ("jit", jit),
    ("cpp", cpp),
    ("erlang", erlang),
    ("go", go_engine),
    ("rust", rust_engine),
];

/// Returns the engine of this name for a schema. Its program is rebuilt if it has changed.
pub fn engine(name: &str, subject: &Subject) -> Option<Box<dyn Engine>> {
    ENGINES.iter().find(|(found, _)| *found == name).map(|(_, make)| make(subject))
}

fn cpp(subject: &Subject) -> Box<dyn Engine> {
    if is_full() { cpp_engine(subject) } else { cpp_engine_unchecked(subject) }
}

/// Without validators, which nothing here uses and which would take a quarter of the compilation time.
fn erlang(subject: &Subject) -> Box<dyn Engine> {
    let mut modules = subject.after_passes(&Options { immutable: true, ..Options::default() });
    modules.iter_mut().flat_map(|module| &mut module.entries).for_each(|entry| entry.validate = None);
    erlang_engine_of(subject, &modules, "erlang")
}
