//! Which headers of the runtime a codec needs beyond those that all do.

/// A header, and what names that are declared in it have in common.
const OF_NEED: &[(&str, &[&str])] = &[
    ("decimal", &["decimal_"]),
    ("entry", &["entry_place<", "new_entry<", "old_entries(", "spare_entries<", "cut("]),
    ("json", &["_json_", "unescaped("]),
    ("ordered", &["ordered("]),
    ("print", &["general_float", "c_string", "write_spaces("]),
];

/// The headers that code needs, by its text.
pub(super) fn needed(code: &str) -> impl Iterator<Item = &'static str> {
    OF_NEED.iter().filter(move |(_, marks)| marks.iter().any(|mark| code.contains(mark))).map(|(name, _)| *name)
}
