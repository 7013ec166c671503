/// What decides about functions beside their module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Target {
    /// Errors are explained: reads are not joined, so that failures are those of the module.
    pub explains: bool,
    /// Values refer to bytes of the message instead of copies.
    pub borrows: bool,
    /// Large functions are divided: parts of them are functions of their own.
    pub divides: bool,
}
