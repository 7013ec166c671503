/// How a session runs programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// As bytecode.
    #[default]
    Bytecode,
    /// As machine code, where the processor and the crate's features allow it; else as bytecode.
    Jit,
    /// As bytecode, until so much is to be done that compiling it to machine code pays.
    Auto,
}
