//! Small files with very large contents are read in bounded memory: the command gives its verdict within a limit on its
//! address space.
#![cfg(target_os = "linux")]

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// KiB of address space. Without charges each of these files took more than 4 GB.
const MOST: &str = "1600000";

/// The largest blob that the format allows.
const BLOB: usize = 33_554_431;

const ACCOUNT: [&str; 4] = ["--schema", "examples/trade/trade.proto", "--type", "trade.Account"];

#[test]
fn osm_groups_without_contents() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = map(&folder, &[0x12, 0].repeat(BLOB / 2), 1);
    let read = ["--framing", "osm-pbf", "--quiet"];
    for jobs in ["1", "2"] {
        let arguments = [&["convert", "--from", "protobuf", "--to", "json", "--jobs", jobs], &read[..]].concat();
        assert_refused(&polywire(&arguments, &file), "more work or memory than the limit allows");
    }
    let arguments = [&["validate", "--wire", "protobuf"], &read[..]].concat();
    assert_refused(&polywire(&arguments, &file), "more work or memory than the limit allows");
}

/// The listing is short, because the groups are similar, and the decoder's error is in it.
#[test]
fn osm_groups_without_contents_are_inspected() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = map(&folder, &[0x12, 0].repeat(BLOB / 2), 3);
    let output = polywire(&["inspect", "--wire", "protobuf", "--framing", "osm-pbf", "--quiet"], &file);
    let shown = String::from_utf8_lossy(&output.stdout);
    assert_eq!(shown.matches("more work or memory than the limit allows").count(), 3, "{shown}");
    assert!(shown.lines().count() < 200, "{} lines", shown.lines().count());
    assert_eq!(output.status.code(), Some(1), "{shown}");
}

/// Several blobs of zeros: each is rejected, and none is kept in memory.
#[test]
fn osm_blobs_of_zeros() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = map(&folder, &vec![0; BLOB], 40);
    let read = ["--framing", "osm-pbf", "--quiet"];
    for jobs in ["1", "2"] {
        let arguments = [&["convert", "--from", "protobuf", "--to", "json", "--jobs", jobs], &read[..]].concat();
        assert_refused(&polywire(&arguments, &file), "a key or tag is not allowed here");
    }
    let arguments = [&["validate", "--wire", "protobuf"], &read[..]].concat();
    assert_refused(&polywire(&arguments, &file), "a key or tag is not allowed here");
}

#[test]
fn zeros_that_are_packed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("packed");
    let zeros = [vec![0x10, 0xff, 0xff, 0xff], [0, 0xff].repeat(2 << 20)].concat();
    std::fs::write(&file, zeros).expect("a file");
    let commands: [&[&str]; 2] =
        [&["convert", "--from", "capnp_packed", "--to", "json"], &["inspect", "--wire", "capnp_packed"]];
    for command in commands {
        let output = polywire(&[command, &ACCOUNT].concat(), &file);
        let said = [output.stdout.clone(), output.stderr.clone()].concat();
        assert!(String::from_utf8_lossy(&said).contains("more work or memory than the limit allows"), "{command:?}");
        assert_eq!(output.status.code(), Some(1), "{command:?}");
    }
}

fn assert_refused(output: &Output, reason: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(reason), "{said}");
    assert_eq!(output.status.code(), Some(1), "{said}");
}

/// Runs the command in the root folder.
fn polywire(arguments: &[&str], file: &Path) -> Output {
    Command::new("sh")
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .args(["-c", r#"ulimit -v "$1"; shift; exec "$@""#, "sh", MOST, env!("CARGO_BIN_EXE_polywire")])
        .args(arguments)
        .arg(file)
        .output()
        .expect("the command runs")
}

/// Returns an OpenStreetMap file whose blobs have these contents.
fn map(folder: &TempDir, contents: &[u8], count: usize) -> std::path::PathBuf {
    let header = blob(b"OSMHeader", b"\x22\x0eOsmSchema-V0.6");
    let data = blob(b"OSMData", contents).repeat(count);
    let file = folder.path().join("map.osm.pbf");
    std::fs::write(&file, [header, data].concat()).expect("a file");
    file
}

fn blob(kind: &[u8], contents: &[u8]) -> Vec<u8> {
    let mut deflated = ZlibEncoder::new(Vec::new(), Compression::fast());
    deflated.write_all(contents).expect("memory can be written to");
    let deflated = deflated.finish().expect("memory can be written to");
    let size = [vec![0x10], varint(contents.len())].concat();
    let blob = [size, field(0x1a, &deflated)].concat();
    let header = [field(0x0a, kind), vec![0x18], varint(blob.len())].concat();
    [(header.len() as u32).to_be_bytes().to_vec(), header, blob].concat()
}

fn field(tag: u8, contents: &[u8]) -> Vec<u8> {
    [vec![tag], varint(contents.len()), contents.to_vec()].concat()
}

fn varint(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}
