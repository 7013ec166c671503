use crate::assignments::{Entry, Lock};
use polywire_model::attr::Fact;
use std::fmt;

/// The first line.
pub(crate) const HEADER: &str = "polywire lock 1";

const COMMENT: &str = "\
# What wire formats need and the schema does not say: format, type, number, the schema's own number, member, its type.
# Commit this file with the schema. `polywire gen` and `polywire lock` add lines to it; a number is never used again.
";

/// One line for each assignment, types separated by blank lines: if two branches add to the same type, merging
/// conflicts.
impl fmt::Display for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{HEADER}\n{COMMENT}")?;
        let mut last = None;
        for ((fact, ty), section) in self.sections.iter().filter(|(_, section)| !section.entries.is_empty()) {
            // Each type has only one template line, so these are not separated.
            if *fact != Fact::SbeTemplate || last != Some(*fact) {
                writeln!(f)?;
            }
            last = Some(*fact);
            for (number, entry) in &section.entries {
                writeln!(f, "{}", line(*fact, ty, *number, entry))?;
            }
        }
        Ok(())
    }
}

/// Returns the keyword of a kind of fact.
pub(crate) fn word(fact: Fact) -> &'static str {
    match fact {
        Fact::CapnpOrdinal => "capnp",
        Fact::ProtobufNumber => "protobuf",
        Fact::Order => "order",
        Fact::SbeTemplate => "sbe",
    }
}

fn line(fact: Fact, ty: &str, number: u32, entry: &Entry) -> String {
    let (own, given) = signs(fact);
    let key = entry.key.map_or("-".to_owned(), |key| format!("{given}{key}"));
    let removed = if entry.removed { " removed" } else { "" };
    format!("{} {ty} {own}{number} {key} {} {}{removed}", word(fact), entry.name, entry.ty)
}

/// Returns the signs before the assigned number and before the schema's own number: `@` marks ordinals.
pub(crate) fn signs(fact: Fact) -> (&'static str, &'static str) {
    match fact {
        Fact::CapnpOrdinal | Fact::Order => ("@", ""),
        Fact::ProtobufNumber => ("", "@"),
        Fact::SbeTemplate => ("", ""),
    }
}
