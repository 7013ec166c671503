//! The runtimes for generated code, which are embedded in this program.

/// A file, by its path within the folder for headers or modules.
pub type File = (&'static str, &'static str);

macro_rules! files {
    ($folder:literal: $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../", $folder, "/", $name)))),*]
    };
}

/// C++ headers.
pub const CPP: &[File] = files!("runtime/cpp":
    "polywire/arena.hpp"
    "polywire/arithmetic.hpp"
    "polywire/bench/allocations.hpp"
    "polywire/bench/codec.hpp"
    "polywire/bench/digest.hpp"
    "polywire/bench/generated.hpp"
    "polywire/bench/main.hpp"
    "polywire/bench/subject.hpp"
    "polywire/bound.hpp"
    "polywire/box.hpp"
    "polywire/buffer.hpp"
    "polywire/bytes.hpp"
    "polywire/channel.hpp"
    "polywire/channel/alarm.hpp"
    "polywire/channel/broadcaster.hpp"
    "polywire/channel/channel.hpp"
    "polywire/channel/contract.hpp"
    "polywire/channel/description.hpp"
    "polywire/channel/file.hpp"
    "polywire/channel/lane.hpp"
    "polywire/channel/layout.hpp"
    "polywire/channel/listener.hpp"
    "polywire/channel/map.hpp"
    "polywire/channel/receiver.hpp"
    "polywire/channel/sender.hpp"
    "polywire/channel/shared_message.hpp"
    "polywire/channel/status.hpp"
    "polywire/channel/wait.hpp"
    "polywire/channel/words.hpp"
    "polywire/chunks.hpp"
    "polywire/codec.hpp"
    "polywire/context.hpp"
    "polywire/decimal.hpp"
    "polywire/describe.hpp"
    "polywire/encode_into.hpp"
    "polywire/encoded_text.hpp"
    "polywire/entry.hpp"
    "polywire/error.hpp"
    "polywire/grpcpp.hpp"
    "polywire/json.hpp"
    "polywire/leaves/base64.hpp"
    "polywire/leaves/block16.hpp"
    "polywire/leaves/byte_set.hpp"
    "polywire/leaves/decimal.hpp"
    "polywire/leaves/decimal_float.hpp"
    "polywire/leaves/fault.hpp"
    "polywire/leaves/json.hpp"
    "polywire/leaves/json_escapes.hpp"
    "polywire/leaves/json_number_read.hpp"
    "polywire/leaves/json_number_write.hpp"
    "polywire/leaves/json_space.hpp"
    "polywire/leaves/json_text_read.hpp"
    "polywire/leaves/json_text_write.hpp"
    "polywire/leaves/leaves.hpp"
    "polywire/leaves/long_decimal.hpp"
    "polywire/leaves/memory.hpp"
    "polywire/leaves/nearest_float.hpp"
    "polywire/leaves/number_parts.hpp"
    "polywire/leaves/plain_number.hpp"
    "polywire/leaves/print.hpp"
    "polywire/leaves/shortest_decimal.hpp"
    "polywire/leaves/text.hpp"
    "polywire/leaves/uint128.hpp"
    "polywire/leaves/utf8.hpp"
    "polywire/leaves/varint.hpp"
    "polywire/limits.hpp"
    "polywire/meanings.hpp"
    "polywire/meant_bytes.hpp"
    "polywire/memo.hpp"
    "polywire/namespace.hpp"
    "polywire/ordered.hpp"
    "polywire/owner.hpp"
    "polywire/place.hpp"
    "polywire/print.hpp"
    "polywire/reader.hpp"
    "polywire/trace.hpp"
    "polywire/types.hpp"
    "polywire/unknown.hpp"
    "polywire/version.hpp"
    "polywire/view.hpp"
    "polywire/writer.hpp"
);

/// Erlang modules.
pub const ERLANG: &[File] = files!("runtime/erlang/src":
    "polywire.erl"
    "polywire_base64.erl"
    "polywire_bytes.erl"
    "polywire_chunks.erl"
    "polywire_decimal.erl"
    "polywire_envelope.erl"
    "polywire_float.erl"
    "polywire_int.erl"
    "polywire_json.erl"
    "polywire_json_float.erl"
    "polywire_json_number.erl"
    "polywire_json_string.erl"
    "polywire_print.erl"
    "polywire_records.erl"
    "polywire_trace.erl"
    "polywire_utf8.erl"
    "polywire_value.erl"
    "polywire_varint.erl"
);

/// The module that measures a generated codec.
pub const ERLANG_BENCH: File = files!("runtime/erlang/bench": "polywire_bench.erl")[0];

/// The files that turn those modules into an application.
pub const ERLANG_PROJECT: &[File] = files!("runtime/erlang": "rebar.config" "src/polywire.app.src");

/// A Go package.
pub const GO: &[File] = files!("runtime/go":
    "base64.go"
    "buffer.go"
    "decimal.go"
    "decoder.go"
    "encode_into.go"
    "encoded_text.go"
    "enum.go"
    "error.go"
    "explain.go"
    "float.go"
    "json_string.go"
    "meaning.go"
    "meant_bytes.go"
    "messages.go"
    "number.go"
    "order.go"
    "shortest.go"
    "spares.go"
    "text.go"
    "values.go"
    "varint.go"
    "view.go"
    "write.go"
);

/// The packages with sessions of calls, and their transport.
pub const GO_CALLS: &[File] = files!("runtime/go":
    "calls/client.go"
    "calls/doc.go"
    "calls/envelope.go"
    "calls/error.go"
    "calls/event.go"
    "calls/frames.go"
    "calls/make.go"
    "calls/metadata.go"
    "calls/method.go"
    "calls/server.go"
    "calls/httpcalls/answer.go"
    "calls/httpcalls/answering.go"
    "calls/httpcalls/block.go"
    "calls/httpcalls/caller.go"
    "calls/httpcalls/calling.go"
    "calls/httpcalls/client.go"
    "calls/httpcalls/compression.go"
    "calls/httpcalls/frames.go"
    "calls/httpcalls/handler.go"
    "calls/httpcalls/outgoing.go"
    "calls/httpcalls/protocol.go"
    "calls/httpcalls/reply.go"
    "calls/httpcalls/request.go"
    "calls/httpcalls/service.go"
);

/// The package of channels.
pub const GO_CHANNEL: &[File] = files!("runtime/go":
    "channel/broadcaster.go"
    "channel/channel.go"
    "channel/contract.go"
    "channel/description.go"
    "channel/errors.go"
    "channel/lane.go"
    "channel/layout.go"
    "channel/listener.go"
    "channel/mapping.go"
    "channel/receiver.go"
    "channel/sender.go"
    "channel/system.go"
    "channel/system_amd64.go"
    "channel/system_arm64.go"
    "channel/waiting.go"
);

/// The package that measures a codec.
pub const GO_BENCH: &[File] = files!("runtime/go": "bench/check.go" "bench/codec.go" "bench/measure.go" "bench/run.go");

/// The file that makes it a module.
pub const GO_MODULE: &[File] = files!("runtime/go": "go.mod");

/// The package with codecs for connect-go.
pub const GO_CONNECT: &[File] = files!("runtime/go": "connect/codec.go");

/// The package with codecs for grpc-go.
pub const GO_GRPC: &[File] = files!("runtime/go": "grpc/codec.go");

/// The files that make it a module.
pub const GO_GRPC_MODULE: &[File] = files!("runtime/go": "grpc/go.mod" "grpc/go.sum");

/// The modules of a Rust crate.
pub const RUST: &[File] = files!("runtime/rust/src":
    "arena.rs"
    "borrowing.rs"
    "buffer.rs"
    "build.rs"
    "codec.rs"
    "context.rs"
    "elements.rs"
    "error.rs"
    "error_code.rs"
    "explain.rs"
    "fast.rs"
    "frames.rs"
    "into_owned.rs"
    "leaf/base64.rs"
    "leaf/c_string.rs"
    "leaf/cursor.rs"
    "leaf/float.rs"
    "leaf/general.rs"
    "leaf/integer.rs"
    "leaf/mod.rs"
    "leaf/number.rs"
    "leaf/output.rs"
    "leaf/plain_number.rs"
    "leaf/string.rs"
    "leaf/utf8.rs"
    "leaf/varint.rs"
    "lib.rs"
    "limits.rs"
    "meaning/decimal.rs"
    "meaning/flags.rs"
    "meaning/float16.rs"
    "meaning/mod.rs"
    "meaning/time.rs"
    "meaning/uuid.rs"
    "meaning/wide.rs"
    "memo.rs"
    "read.rs"
    "safe.rs"
    "unknown.rs"
    "view/checked_input.rs"
    "view/collect.rs"
    "view/encoded_text.rs"
    "view/keyed.rs"
    "view/list.rs"
    "view/mod.rs"
    "view/slot.rs"
    "write.rs"
);

/// The modules of the crate that measures a codec.
pub const RUST_BENCH: &[File] = files!("runtime/rust/bench/src":
    "allocations.rs"
    "check.rs"
    "codec.rs"
    "generated.rs"
    "lib.rs"
    "measure.rs"
    "run.rs"
);

/// The modules of the crate of channels.
pub const RUST_CHANNEL: &[File] = files!("runtime/rust/channel/src":
    "alarm.rs"
    "broadcaster.rs"
    "channel.rs"
    "contract.rs"
    "description.rs"
    "error.rs"
    "inspect.rs"
    "lane.rs"
    "layout.rs"
    "lib.rs"
    "listener.rs"
    "receiver.rs"
    "sender.rs"
    "slot.rs"
    "system/file.rs"
    "system/futex.rs"
    "system/map.rs"
    "system/mod.rs"
    "system/socket.rs"
    "system/trusted.rs"
    "wait.rs"
);

/// The modules of the crate of calls.
pub const RUST_CALLS: &[File] = files!("runtime/rust/calls/src":
    "client/answer.rs"
    "client/around.rs"
    "client/caller.rs"
    "client/calling.rs"
    "client/driving.rs"
    "client/mod.rs"
    "client/pending.rs"
    "client/streams.rs"
    "convert.rs"
    "envelope.rs"
    "error.rs"
    "lib.rs"
    "metadata.rs"
    "method.rs"
    "protocol.rs"
    "server/answering.rs"
    "server/finding.rs"
    "server/handler.rs"
    "server/incoming.rs"
    "server/listening.rs"
    "server/mod.rs"
    "server/reply.rs"
    "server/service.rs"
);

/// Those of the crate of sessions, which it uses.
pub const RUST_SESSIONS: &[File] = files!("crates/rpc/src":
    "client.rs"
    "compression.rs"
    "envelope.rs"
    "event.rs"
    "frames.rs"
    "head.rs"
    "heads.rs"
    "lib.rs"
    "objects/answers.rs"
    "objects/exports.rs"
    "objects/message.rs"
    "objects/mod.rs"
    "objects/peer.rs"
    "objects/receive.rs"
    "server.rs"
    "status.rs"
    "whole.rs"
);

/// Those of the crate of connections, which it uses.
pub const RUST_NET: &[File] = files!("crates/net/src":
    "answer.rs"
    "asked.rs"
    "block.rs"
    "body.rs"
    "client.rs"
    "error.rs"
    "exchange.rs"
    "lib.rs"
    "link.rs"
    "mailbox.rs"
    "network.rs"
    "places.rs"
    "server.rs"
    "stream.rs"
    "target.rs"
    "tls.rs"
    "unless.rs"
);

/// The versions of all crates with which this program was tested.
pub const RUST_VERSIONS: &str = include_str!("../../../Cargo.lock");

/// Returns the manifest of the Rust crate, without the workspace that it has here.
pub fn rust_manifest() -> String {
    alone(include_str!("../../../runtime/rust/Cargo.toml"))
}

/// Returns the manifest of the crate that measures a codec; it is in the folder `bench` of the other one.
pub fn rust_bench_manifest() -> String {
    alone(include_str!("../../../runtime/rust/bench/Cargo.toml"))
}

/// Returns the manifest of the crate of channels, without its tests.
pub fn rust_channel_manifest() -> String {
    let manifest = alone(include_str!("../../../runtime/rust/channel/Cargo.toml"));
    manifest.split("\n[dev-dependencies]").next().unwrap_or_default().to_owned()
}

/// Returns the manifests of the crate of calls and of those that it uses, by their folders in that of the crate.
pub fn rust_calls_manifests() -> [(&'static str, String); 4] {
    let calls = alone(include_str!("../../../runtime/rust/calls/Cargo.toml"));
    let calls = calls.replace("../../../crates/", "").replace("path = \"..\"", "path = \"runtime\"");
    let sessions = alone(include_str!("../../../crates/rpc/Cargo.toml"));
    let net = alone(include_str!("../../../crates/net/Cargo.toml"));
    [("", calls), ("runtime", rust_manifest()), ("rpc", sessions), ("net", net)]
}

fn alone(manifest: &str) -> String {
    manifest
        .replace("version.workspace = true", concat!("version = \"", env!("CARGO_PKG_VERSION"), "\""))
        .replace("edition.workspace = true", "edition = \"2024\"")
        .replace("license.workspace = true", "license = \"MIT OR Apache-2.0\"")
        .replace("[lints]\nworkspace = true\n", "[lints.rust]\nunsafe_code = \"forbid\"\n")
        .replace("autotests = false\n\n[[test]]\nname = \"all\"\npath = \"tests/main.rs\"\n", "autotests = false\n")
}

/// The CMake package.
pub const CMAKE: &[File] =
    files!("cmake": "PolywireGenerate.cmake" "polywire-config.cmake" "polywire-config-version.cmake");

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::{Path, PathBuf};

    /// A file missing from this list would be missing from every build.
    #[test]
    fn all_files_are_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime");
        let go = [GO, GO_BENCH, GO_CALLS, GO_CHANNEL, GO_CONNECT, GO_GRPC].concat();
        for (folder, end, files) in [
            ("cpp", "hpp", CPP),
            ("erlang/src", "erl", ERLANG),
            ("go", "go", &go),
            ("rust/src", "rs", RUST),
            ("rust/bench/src", "rs", RUST_BENCH),
            ("rust/channel/src", "rs", RUST_CHANNEL),
            ("rust/calls/src", "rs", RUST_CALLS),
            ("../crates/rpc/src", "rs", RUST_SESSIONS),
            ("../crates/net/src", "rs", RUST_NET),
        ] {
            let folder = root.join(folder);
            let mut found: Vec<PathBuf> = below(&folder);
            // Test drivers are not embedded.
            let is_test = |path: &Path| path.file_stem().is_some_and(|it| it.to_string_lossy().ends_with("_test"));
            let is_wanted = |path: &PathBuf| path.extension().is_some_and(|it| it == end) && !is_test(path);
            found.retain(|path| is_wanted(path) && !path.starts_with(folder.join("polywire/testing")));
            found.sort();
            let mut listed: Vec<PathBuf> = files.iter().map(|(name, _)| folder.join(name)).collect();
            listed.sort();
            assert_eq!(listed, found);
        }
    }

    #[test]
    fn the_manifests_of_crates_need_no_workspace() {
        let calls = rust_calls_manifests().map(|(_, manifest)| manifest);
        for manifest in [rust_manifest(), rust_bench_manifest(), rust_channel_manifest()].into_iter().chain(calls) {
            assert!(!manifest.contains("workspace = true"), "{manifest}");
            assert!(manifest.contains("edition = \"2024\""), "{manifest}");
        }
    }

    fn below(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect()
    }
}
