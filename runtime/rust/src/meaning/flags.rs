use core::fmt;

/// Prints the names of the flags that are set, separated by vertical bars, and the rest as a number.
pub fn debug_flags(f: &mut fmt::Formatter<'_>, bits: u64, flags: &[(&str, u64)]) -> fmt::Result {
    let mut rest = bits;
    let mut separator = "";
    for (name, flag) in flags {
        if *flag != 0 && bits & flag == *flag {
            write!(f, "{separator}{name}")?;
            rest &= !flag;
            separator = "|";
        }
    }
    if rest != 0 || separator.is_empty() { write!(f, "{separator}{rest:#x}") } else { Ok(()) }
}
