use polywire_proof::{
    Engine, Subject, bytecode, cpp_engine, cpp_engine_unchecked, erlang_engine, interpreter, is_full,
};

/// Makes an engine for a model.
type MakeEngine = fn(&Subject) -> Box<dyn Engine>;

/// The engines that take part, by name.
pub const ENGINES: &[(&str, MakeEngine)] =
    &[("interpreter", interpreter), ("bytecode", bytecode), ("cpp", cpp), ("erlang", erlang_engine)];

/// The engine of this name for a schema. Its program is built if it has changed.
pub fn engine(name: &str, subject: &Subject) -> Option<Box<dyn Engine>> {
    ENGINES.iter().find(|(found, _)| *found == name).map(|(_, make)| make(subject))
}

fn cpp(subject: &Subject) -> Box<dyn Engine> {
    if is_full() { cpp_engine(subject) } else { cpp_engine_unchecked(subject) }
}
