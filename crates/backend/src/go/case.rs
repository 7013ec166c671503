//! Names in the case that Go uses: words joined, initialisms in capitals.

use super::reserved::KEYWORDS;
use crate::outline::words;

/// Words that Go writes in capitals, sorted: those of the linters, and those that schemas often have.
const INITIALISMS: &[&str] = &[
    "ACL", "API", "ASCII", "CPU", "CRC", "CSS", "DNS", "EOF", "GUID", "HTML", "HTTP", "HTTPS", "ID", "IP", "ISO",
    "JSON", "JWT", "LHS", "QPS", "RAM", "RHS", "RPC", "SHA", "SLA", "SMTP", "SQL", "SSH", "TCP", "TLS", "TTL", "UDP",
    "UI", "UID", "URI", "URL", "URN", "UTC", "UTF8", "UUID", "VM", "XML", "XSRF", "XSS", "YAML",
];

/// Returns an exported name: `http_server_id` as `HTTPServerID`, `SIDE_BUY` as `SideBuy`.
pub fn exported(name: &str) -> String {
    let clean: String = name.chars().map(|ch| if ch.is_ascii_alphanumeric() { ch } else { '_' }).collect();
    let is_shouted = !clean.chars().any(|ch| ch.is_ascii_lowercase());
    let joined: String = words(&clean).iter().map(|word| capitalised(word, is_shouted)).collect();
    // Only a capital exports a name.
    if joined.starts_with(|ch: char| ch.is_ascii_uppercase()) { joined } else { format!("X{joined}") }
}

/// Names in methods of which the standard library has one with other parameters: `UnmarshalXML`, which `go vet` knows.
const TAKEN: &[&str] = &["XML"];

/// Returns the name of a format in methods.
pub fn format_name(format: &str) -> String {
    let name = exported(format);
    if TAKEN.contains(&name.as_str()) { format!("{name}Document") } else { name }
}

/// Returns the part of a name behind the words of another one, as an exported name: `SIDE_BUY` behind `Side` as `Buy`.
pub(super) fn exported_behind(name: &str, prefix: &str) -> String {
    let (of_name, of_prefix) = (words(name), words(prefix));
    let starts = of_name.len() > of_prefix.len()
        && of_name.iter().zip(&of_prefix).all(|(one, other)| one.eq_ignore_ascii_case(other));
    let rest = if starts { of_name[of_prefix.len()..].join("_") } else { name.to_owned() };
    // The result follows the name of a type, so it may start with a digit.
    match exported(&rest) {
        plain if rest.starts_with(|ch: char| ch.is_ascii_digit()) => plain[1..].to_owned(),
        plain => plain,
    }
}

/// Returns a name that is not exported: `http_server_id` as `httpServerID`.
pub(super) fn unexported(name: &str) -> String {
    let exported = exported(name);
    let capitals = exported.chars().take_while(char::is_ascii_uppercase).count();
    // The capitals of an initialism end before the next word's first letter.
    let is_whole = capitals == exported.len();
    let lowered = if capitals > 1 && !is_whole { capitals - 1 } else { capitals };
    let plain = exported[..lowered].to_ascii_lowercase() + &exported[lowered..];
    if KEYWORDS.binary_search(&plain.as_str()).is_ok() { plain + "_" } else { plain }
}

fn capitalised(word: &str, is_shouted: bool) -> String {
    let upper = word.to_ascii_uppercase();
    if INITIALISMS.binary_search(&upper.as_str()).is_ok() {
        return upper;
    }
    let (first, rest) = upper.split_at(1);
    if is_shouted { first.to_owned() + &rest.to_ascii_lowercase() } else { first.to_owned() + &word[1..] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(INITIALISMS.is_sorted());
        assert!(KEYWORDS.is_sorted());
    }

    #[test]
    fn names_have_the_case_of_go() {
        for (name, public, private) in [
            ("http_server_id", "HTTPServerID", "httpServerID"),
            ("userId", "UserID", "userID"),
            ("OSMHeader", "OSMHeader", "osmHeader"),
            ("URL", "URL", "url"),
            ("MAX_SIZE", "MaxSize", "maxSize"),
            ("ids", "Ids", "ids"),
            ("_2x", "X2x", "x2x"),
            ("", "X", "x"),
            ("größe", "GrE", "grE"),
            ("type", "Type", "type_"),
            ("IPv4_address", "IPv4Address", "iPv4Address"),
        ] {
            assert_eq!((exported(name).as_str(), unexported(name).as_str()), (public, private), "{name}");
        }
    }

    #[test]
    fn prefixes_are_dropped_by_words() {
        for (name, prefix, rest) in [
            ("SIDE_BUY", "Side", "Buy"),
            ("ORDER_TYPE_2D", "OrderType", "2D"),
            ("SIDEBUY", "Side", "Sidebuy"),
            ("SIDE", "Side", "Side"),
            ("buy", "Side", "Buy"),
        ] {
            assert_eq!(exported_behind(name, prefix), rest, "{name}");
        }
    }
}
