//! Avro for Java and fastavro read our files in every codec, and we read theirs.

use polywire_stream::avro_file::{Block, Codec, Header, Limits, Marker, Options, Reader, Writer};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const JUDGES: [&str; 2] = ["avro-file-fastavro", "avro-file-java"];

#[test]
fn peers_read_our_files() {
    for judge in JUDGES {
        let files: Vec<String> = Codec::ALL.into_iter().map(|codec| to_hex(&written(codec))).collect();
        let Some(answers) = ask(judge, "read", &files) else { continue };
        for (codec, answer) in Codec::ALL.into_iter().zip(answers) {
            let found: Value = serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{judge}: {answer}"));
            assert_eq!(found, value(codec), "{judge}");
        }
    }
}

#[test]
fn we_read_files_of_peers() {
    for judge in JUDGES {
        let values: Vec<String> = Codec::ALL.into_iter().map(|codec| value(codec).to_string()).collect();
        let Some(answers) = ask(judge, "write", &values) else { continue };
        for (codec, answer) in Codec::ALL.into_iter().zip(answers) {
            assert!(!answer.starts_with("refused"), "{judge}: {answer}");
            let (found, data) = read(&from_hex(&answer));
            assert_eq!(found, codec, "{judge}");
            assert_eq!(
                to_hex(&data),
                to_hex(&records().iter().flat_map(|it| encoded(it)).collect::<Vec<_>>()),
                "{judge}"
            );
        }
    }
}

/// Records that can be compressed, and others.
fn records() -> Vec<Vec<u8>> {
    let mut number = 1u32;
    let mut noise = || {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (number >> 24) as u8
    };
    let random: Vec<u8> = (0..3000).map(|_| noise()).collect();
    vec![vec![], b"text".to_vec(), vec![7; 5000], random, b"text text text text text".to_vec()]
}

fn value(codec: Codec) -> Value {
    let records: Vec<String> = records().iter().map(|it| to_hex(it)).collect();
    json!({ "codec": codec.name(), "records": records })
}

/// Returns a datum of the schema `bytes`.
fn encoded(record: &[u8]) -> Vec<u8> {
    let mut len = record.len() << 1;
    let mut datum = Vec::new();
    while len >= 0x80 {
        datum.push(len as u8 | 0x80);
        len >>= 7;
    }
    datum.push(len as u8);
    [datum.as_slice(), record].concat()
}

fn written(codec: Codec) -> Vec<u8> {
    let header = Header::new(br#""bytes""#, codec, vec![("app".to_owned(), b"test".to_vec())], Marker::random());
    let mut file = Vec::new();
    let mut writer = Writer::new(header, Options { block_records: 2, ..Options::default() }).unwrap();
    records().iter().for_each(|record| writer.write(&mut file, &encoded(record)).unwrap());
    writer.finish(&mut file).unwrap();
    file
}

fn read(mut file: &[u8]) -> (Codec, Vec<u8>) {
    let mut reader = Reader::open(&mut file, Limits::default()).unwrap();
    let (mut block, mut data) = (Block::default(), Vec::new());
    while reader.read(&mut file, &mut block).unwrap() {
        data.extend_from_slice(&block.data);
    }
    (reader.header().codec().unwrap(), data)
}

/// Returns a line for each line, or `None` if the judge is not installed.
fn ask(judge: &str, verb: &str, lines: &[String]) -> Option<Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let installed = root.join("build/oracles/bin/python");
    let python = if installed.exists() { installed } else { "python3".into() };
    let mut command = Command::new(python);
    command.arg(root.join("tests/oracles/oracle.py")).args([judge, "-", "-", verb]);
    let Ok(mut child) = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else {
        polywire_oracles::absent("python3", "scripts/setup");
        return None;
    };
    // One that is not installed reads nothing.
    let written = child.stdin.take().unwrap().write_all(lines.join("\n").as_bytes());
    let output = child.wait_with_output().unwrap();
    if output.status.code() == Some(3) {
        polywire_oracles::absent(&format!("the implementation {judge}"), "scripts/oracles");
        return None;
    }
    assert!(output.status.success() && written.is_ok(), "{judge} failed: {}", output.status);
    let answers: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), lines.len(), "{judge}: one answer for each line");
    Some(answers)
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}
