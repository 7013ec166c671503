//! The runtime headers that a codec needs in addition to the common ones.

/// A header, and prefixes of the names that it declares.
const OF_NEED: &[(&str, &[&str])] = &[
    ("decimal", &["decimal_"]),
    ("entry", &["entry_place<", "new_entry<", "old_entries(", "spare_entries<", "cut("]),
    ("json", &["_json_", "unescaped("]),
    ("ordered", &["ordered("]),
    ("print", &["general_float", "c_string", "write_spaces("]),
];

/// Returns the headers that code needs, by its text.
pub(super) fn needed(code: &str) -> impl Iterator<Item = &'static str> {
    OF_NEED.iter().filter(move |(_, marks)| marks.iter().any(|mark| code.contains(mark))).map(|(name, _)| *name)
}
