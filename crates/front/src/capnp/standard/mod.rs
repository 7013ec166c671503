//! Files that every schema can import.

/// The text of a standard file, by the path under which it is imported.
pub(super) fn source(path: &str) -> Option<&'static str> {
    match path {
        STREAM => Some(include_str!("stream.capnp")),
        "/capnp/c++.capnp" => Some(include_str!("c++.capnp")),
        _ => None,
    }
}

/// The file that methods with streaming results need.
pub(super) const STREAM: &str = "/capnp/stream.capnp";

/// The struct that they yield.
pub(super) const STREAM_RESULT: &str = "StreamResult";

/// Its id.
pub(super) const STREAM_RESULT_ID: u64 = 0x995f_9a33_77c0_b16e;
