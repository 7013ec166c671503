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

/// Returns true if metadata with this name means the same behind a bridge between two protocols, of which those without HTTP have no facts.
pub fn passes(name: &str, from: Option<&Protocol>, to: Option<&Protocol>) -> bool {
    let is_same = from.zip(to).is_some_and(|(from, to)| from.name == to.name);
    let is_of_protocol = !is_same && OWN.iter().any(|own| name.starts_with(own));
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
            let passes = |to| passes(name, Some(grpc), to);
            let found = (passes(Some(grpc)), passes(Some(connect)), passes(None));
            assert_eq!(found, (same, other, other), "{name}");
        }
    }
}
