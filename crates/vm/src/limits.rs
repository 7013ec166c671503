use polywire_ir::{ErrorCode, FuncId, SiteId};

/// What a message may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Levels of nesting.
    pub depth: u32,
    /// Bytes of work or memory beyond what the input pays for.
    pub budget: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 100, budget: 64 << 20 }
    }
}

/// Why a message was refused, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The error.
    pub code: ErrorCode,
    /// The function whose op failed.
    pub function: FuncId,
    /// The op; `None` for the depth limit, which is checked at a function's entry, and for ill-formed codecs.
    pub site: Option<SiteId>,
    /// Decoding: the read position, from the start of the input where the region read is part of it. Encoding: the length
    /// of the output so far.
    pub offset: usize,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at byte {}", self.code.message(), self.offset)
    }
}

impl std::error::Error for Failure {}
