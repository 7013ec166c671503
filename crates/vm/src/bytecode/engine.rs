/// The engine in which a session runs programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// As bytecode.
    #[default]
    Bytecode,
    /// As machine code, if the processor and the crate's features allow it; otherwise as bytecode.
    Jit,
    /// As bytecode, until the amount of data makes compiling to machine code pay off.
    Auto,
}
