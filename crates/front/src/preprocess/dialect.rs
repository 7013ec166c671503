/// What differs between the languages that have a preprocessor.
pub(crate) struct Dialect {
    /// The end of names of files, without the dot.
    pub extension: &'static str,
    /// What may stand before quotes, longest first.
    pub text_prefixes: &'static [&'static str],
    /// Symbols of more than one character, longest first.
    pub long_symbols: &'static [&'static str],
    /// Files that are part of this program.
    pub standard: &'static [(&'static str, &'static [u8])],
    /// In angle brackets they are preferred to files of the same name in an import folder.
    pub prefers_standard: bool,
    /// The remedy where a file in angle brackets is missing.
    pub system_help: &'static str,
    /// Macros that are always defined, and the numbers that they stand for.
    pub macros: &'static [(&'static str, &'static str)],
    /// Macros that some compilers define; a condition that asks for one is reported.
    pub undecided: &'static [&'static str],
    /// The remedy for such a condition.
    pub undecided_help: &'static str,
    /// Comments on the same line document what precedes them.
    pub has_docs_behind: bool,
    /// The beginning of lines of comments that say something to the compiler.
    pub note: Option<&'static str>,
}
