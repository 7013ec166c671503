//! What passes between two protocols.

use super::Protocol;

/// Headers about a connection, or about the form of a body, which each side of a bridge has its own of.
const OF_ONE_SIDE: [&str; 16] = [
    "accept",
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "date",
    "expect",
    "host",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "x-grpc-web",
];
/// In front of the names of headers that belong to protocols.
const OWN: [&str; 3] = ["connect-", "grpc-", "trailer-"];

/// Returns true if metadata with this name means the same behind a bridge between two protocols.
pub fn passes(name: &str, from: &Protocol, to: &Protocol) -> bool {
    let is_of_protocol = from.name != to.name && OWN.iter().any(|own| name.starts_with(own));
    !is_of_protocol && !OF_ONE_SIDE.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_one_side_stay_there() {
        let of = |name| Protocol::of(name).expect("a protocol");
        let (grpc, connect) = (of("grpc"), of("connect"));
        for (name, same, other) in [
            ("x-request-id", true, true),
            ("authorization", true, true),
            ("content-length", false, false),
            ("grpc-trace-bin", true, false),
            ("date", false, false),
        ] {
            assert_eq!((passes(name, grpc, grpc), passes(name, grpc, connect)), (same, other), "{name}");
        }
    }
}
