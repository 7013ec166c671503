//! Heads of HTTP: lines with a name and a value each, with the pseudo-headers of HTTP/2 in front.

/// Returns the lines of a head, with their ends.
pub fn lines(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    head.split_inclusive(|byte| *byte == b'\n')
}

/// Returns the value of a header; names are in lower case.
pub fn header<'h>(head: &'h [u8], name: &str) -> Option<&'h [u8]> {
    lines(head).find_map(|line| line.strip_prefix(name.as_bytes())?.strip_prefix(b":").map(<[u8]>::trim_ascii))
}

/// Returns the value of a header that is a text.
pub fn text<'h>(head: &'h [u8], name: &str) -> Option<&'h str> {
    std::str::from_utf8(header(head, name)?).ok()
}
