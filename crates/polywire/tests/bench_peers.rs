//! `polywire bench --peers`: an installed implementation by others is measured beside the generated codec; one that is
//! missing is listed as absent.

use polywire_bench::peers::{FORMATS_OF_OTHERS, all};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn bench(lang: &str, wire: &str) -> Value {
    let folder = TempDir::new().expect("a folder");
    let data = folder.path().join("account.json");
    std::fs::write(&data, r#"{"id": 1, "name": "Test", "orders": [{"id": 2, "side": "sell", "price": 1.5}]}"#)
        .expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).args([
        "bench",
        "--quiet",
        "--type",
        "trade.Account",
        "--wire",
        wire,
        "--lang",
        lang,
        "--rounds",
        "2",
    ]);
    command.args(["--slice", "1", "--cxxflags", "-std=c++20 -O0", "--format", "json", "--data"]).arg(&data);
    command.args(["--peers=build/peers", "examples/trade/trade.proto"]);
    let output = command.output().expect("the command");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Checks a peer: if installed, it must write the same bytes and preserve every field; otherwise the report begins with
/// the given text.
fn check(report: &Value, (format, peer): (&str, &str), (name, reason): (&str, &str)) {
    let codecs = report["codecs"].as_array().expect("a list");
    let Some(found) = codecs.iter().find(|codec| codec["implementation"] == peer) else {
        let absent = report["not_measured"].as_array().expect("a list");
        let told = absent.iter().find(|it| it["name"] == name).expect("the peer")["reason"].as_str();
        assert!(told.is_some_and(|it| it.starts_with(reason)), "{told:?}");
        return;
    };
    assert_eq!(found["faithful"], true);
    let ours = codecs.iter().find(|codec| codec["implementation"] == "Polywire" && codec["format"] == format);
    match ours {
        Some(ours) => assert_eq!(found["bytes"], ours["bytes"]),
        None => assert_eq!(report["formats_of_others"], serde_json::json!([format])),
    }
    assert!(found["operations"]["decode"]["ns"].as_f64().is_some_and(|time| time > 0.0));
}

#[test]
fn a_peer_is_measured_or_absent() {
    let report = bench("cpp", "msgpack,cbor");
    let reason = |header: &str| format!("not installed: there is no {header} in ");
    check(&report, ("msgpack", "msgpack-cxx"), ("msgpack (msgpack-cxx)", &reason("msgpack.hpp")));
    check(&report, ("cbor", "TinyCBOR"), ("cbor (TinyCBOR)", &reason("tinycbor/cbor.h")));
}

#[test]
fn formats_of_other_implementations_are_listed() {
    let formats: BTreeSet<&str> = all().iter().map(|peer| peer.format()).collect();
    let of_others: BTreeSet<&str> = formats.into_iter().filter(|name| polywire::format(name).is_none()).collect();
    assert_eq!(of_others, BTreeSet::from(FORMATS_OF_OTHERS));
}

#[test]
fn peers_in_erlang_are_measured_or_absent() {
    let report = bench("erlang", "protobuf,capnp,json");
    let reason = |module: &str| format!("not installed: there is no {module}.beam in ");
    check(&report, ("protobuf", "gpb"), ("protobuf (gpb, erlang)", &reason("gpb_compile")));
    check(&report, ("capnp", "erlcapnp"), ("capnp (erlcapnp, erlang)", &reason("capnp_compile")));
    for peer in ["jsone", "thoas", "jiffy"] {
        check(&report, ("json", peer), (&format!("json ({peer}, erlang)"), &reason(peer)));
    }
}

/// Simple Binary Encoding is canonical.
#[test]
fn flyweights_write_the_same_bytes() {
    if std::env::var_os("POLYWIRE_FULL").is_none() {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bench");
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).args(["bench", "--peers=build/peers"]);
    command.args(["--quiet", "--type", "meeting.Meeting", "--wire", "sbe", "--rounds", "1", "--slice", "1"]);
    command.args(["--cxxflags", "-std=c++20 -O0", "--format", "json", "--data"]).arg(tests.join("meetings.jsonl"));
    let output =
        command.arg("--out").arg(folder.path()).arg(tests.join("meeting.proto")).output().expect("the command");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let codecs = report["codecs"].as_array().expect("a list");
    assert!(codecs.iter().all(|codec| codec["faithful"] == true));
    if codecs.len() == 2 {
        let written = |index| fs::read(folder.path().join(format!("build/messages-{index}"))).expect("messages");
        assert_eq!(written(0), written(1));
    }
}
