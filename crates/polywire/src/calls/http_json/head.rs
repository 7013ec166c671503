//! Heads of requests, between those that rules tell and those of Connect for methods without streams, which name the method.

use super::{Outgoing, Request};
use polywire_rpc::head::lines;

const CONTENT_TYPE: &[u8] = b"content-type:";
const VERSION: &[u8] = b"connect-protocol-version:";
const TIMEOUT: &str = "grpc-timeout: ";
const CONNECT_TIMEOUT: &str = "connect-timeout-ms: ";
/// The longest timeout in milliseconds: more than a day.
const LONGEST: &[u8] = b"99999999";

/// Returns the head of a request that names its method.
pub fn naming(head: &[u8], request: &Request) -> Vec<u8> {
    let Request { service, method, .. } = request;
    let written = format!(":method: POST\r\n:path: /{service}/{method}\r\ncontent-type: application/json\r\n");
    rewritten(written, head, &[CONTENT_TYPE], |line| {
        let time = line.strip_prefix(TIMEOUT.as_bytes()).and_then(milliseconds)?;
        Some(format!("{CONNECT_TIMEOUT}{time}\r\n").into_bytes())
    })
}

/// Returns the head of a request that a rule tells, of one that names its method.
pub fn ruled(head: &[u8], outgoing: &Outgoing) -> Vec<u8> {
    let written = format!(":method: {}\r\n:path: {}\r\n", outgoing.verb, outgoing.path);
    let left_out: &[&[u8]] = if outgoing.body.is_some() { &[VERSION] } else { &[VERSION, CONTENT_TYPE] };
    rewritten(written, head, left_out, |line| {
        let time = line.strip_prefix(CONNECT_TIMEOUT.as_bytes())?.trim_ascii();
        let time = if time.len() <= LONGEST.len() { time } else { LONGEST };
        Some([TIMEOUT.as_bytes(), time, b"m\r\n"].concat())
    })
}

/// Returns other first lines with the headers of a head, some of which have another form or are left out.
fn rewritten(first: String, head: &[u8], left_out: &[&[u8]], other: impl Fn(&[u8]) -> Option<Vec<u8>>) -> Vec<u8> {
    let is_kept = |line: &&[u8]| !line.starts_with(b":") && !left_out.iter().any(|name| line.starts_with(name));
    let mut written = first.into_bytes();
    for line in lines(head).filter(is_kept) {
        written.extend(other(line).unwrap_or_else(|| line.to_vec()));
    }
    written
}

/// Reads a timeout as gRPC writes it: at most eight digits and a unit.
fn milliseconds(text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text.trim_ascii()).ok()?;
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let number: u64 = digits.parse().ok().filter(|_| digits.len() <= LONGEST.len())?;
    Some(match unit {
        "H" => number * 3_600_000,
        "M" => number * 60_000,
        "S" => number * 1000,
        "m" => number,
        "u" => number.div_ceil(1000),
        "n" => number.div_ceil(1_000_000),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_have_the_units_of_each_side() {
        for (text, expected) in [
            ("5S", Some(5000)),
            ("100m", Some(100)),
            ("1u", Some(1)),
            ("99999999H", Some(359_999_996_400_000)),
            ("123456789m", None),
            ("5", None),
            ("", None),
            ("5x", None),
        ] {
            assert_eq!(milliseconds(text.as_bytes()), expected, "{text}");
        }
        let outgoing = Outgoing { verb: "GET".to_owned(), path: "/a".to_owned(), body: None, answer: None };
        let head = b":method: POST\r\nconnect-timeout-ms: 1234567890\r\ncontent-type: application/json\r\nx: 1\r\n";
        let expected = b":method: GET\r\n:path: /a\r\ngrpc-timeout: 99999999m\r\nx: 1\r\n";
        assert_eq!(ruled(head, &outgoing), expected);
    }
}
