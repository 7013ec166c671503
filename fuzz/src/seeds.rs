//! Seeds: the schemas and messages of the tests.

use crate::calls_http::choice_of_form;
use crate::calls_stream::{AVRO_STREAM, CORBA_STREAM, MESSAGEPACK_STREAM, avro_request, corba_request};
use crate::codec::{choice, choice_in_format, choice_in_model};
use crate::untyped::choice as choice_of_format;
use polywire_cross_engine::{case_files, repository};
use std::path::Path;

/// An initial input.
pub struct Seed {
    /// The target.
    pub target: String,
    /// File name, unique within the target.
    pub name: String,
    /// The input.
    pub bytes: Vec<u8>,
}

/// All seeds.
pub fn seeds() -> Vec<Seed> {
    let mut seeds = messages();
    add_files(&repository("crates/front/tests"), "proto", "proto_text", &mut seeds);
    add_files(&repository("crates/front/tests"), "fds", "descriptor_set", &mut seeds);
    add_files(&repository("crates/front/tests"), "capnp", "capnp_text", &mut seeds);
    add_files(&repository("tests/corpus/fbe"), "fbe", "fbe_text", &mut seeds);
    add_files(&repository("tests/corpus/flatbuffers"), "fbs", "fbs_text", &mut seeds);
    add_files(&repository("tests/corpus/corba"), "idl", "idl_text", &mut seeds);
    add_files(&repository("crates/front/tests/idl"), "idl", "idl_text", &mut seeds);
    add_files(&repository("tests/corpus/raw"), "h", "c_text", &mut seeds);
    add_files(&repository("tests/corpus/xsd"), "xsd", "xsd_text", &mut seeds);
    add_files(&repository("tests/corpus/sbe/schemas"), "xml", "sbe_text", &mut seeds);
    add_files(&repository("tests/corpus/sbe/schemas"), "sbeir", "sbeir", &mut seeds);
    add_files(&repository("tests/corpus/zebrapack"), "txt", "go_text", &mut seeds);
    for (language, target) in [("avsc", "avsc_text"), ("avpr", "avpr_text"), ("avdl", "avdl_text")] {
        add_files(&repository("tests/corpus/avro"), language, target, &mut seeds);
    }
    add_files(&repository("tests/corpus/avro/containers"), "avro", "avro_file", &mut seeds);
    add_files(&repository("tests/corpus/zebrapack"), "z", "zebrapack_schema", &mut seeds);
    add_files(&repository("crates/front/tests"), "bin", "capnp_request", &mut seeds);
    add_files(&repository("crates/stream/tests/xml"), "xml", "xml_document", &mut seeds);
    add_files(&repository("tests/rpc/capnp"), "bin", "calls_capnp", &mut seeds);
    seeds.extend(calls());
    seeds.extend(streams());
    seeds.extend(untyped());
    seeds.extend(documents());
    seeds
}

/// Returns the documents of the W3C's conformance suite.
fn documents() -> Vec<Seed> {
    let files = ["documents.tsv", "doctypes.tsv"].map(|name| read(&repository("tests/corpus/xml").join(name)));
    let texts = files.map(|file| String::from_utf8_lossy(&file).into_owned());
    let seed = |line: &str| {
        let mut columns = line.split('\t');
        let (name, digits) = (columns.next()?, columns.nth(1)?);
        Some(Seed { target: "xml_document".to_owned(), name: name.to_owned(), bytes: bytes_of(digits) })
    };
    texts.iter().flat_map(|text| text.lines().filter_map(seed)).collect()
}

/// Returns the envelopes of the cases, one behind the other for each format and side, and requests of JSON over HTTP.
fn calls() -> Vec<Seed> {
    const REQUESTS: [&str; 4] = [
        "GET\n/v1/a/x%20y/b/c/d:c?more=1&more=2&inner.flag=true\n",
        "POST\n/v1/a%2Fb?text=x\n{\"flag\": true}",
        "POST\n/v2/1.5\n{\"more\": [1, 2]}",
        "POST\n/google.api.S/A\n{}",
    ];
    let files = case_files();
    let mut seeds = Vec::new();
    for format in ["grpc", "grpc_web", "connect", "connect_unary"] {
        let cases = files.iter().flat_map(|(_, file)| &file.cases).filter(|case| case.format == format);
        let framed = |bytes: Vec<u8>| [&(bytes.len() as u16).to_be_bytes()[..], &bytes].concat();
        let all: Vec<Vec<u8>> = cases.map(|case| framed(case.bytes())).collect();
        for (variant, group) in (0..8).cycle().zip(all.chunks(3)) {
            let bytes = [&[choice_of_form(format) + variant][..], &group.concat()].concat();
            seeds.push(Seed { target: "calls_http".to_owned(), name: format!("{format}-{}", seeds.len()), bytes });
        }
    }
    for request in REQUESTS {
        let bytes = [&[choice_of_form("")][..], request.as_bytes()].concat();
        seeds.push(Seed { target: "calls_http".to_owned(), name: format!("request-{}", seeds.len()), bytes });
    }
    seeds
}

/// Returns what sides of calls over streams send: the messages of the cases, and requests.
fn streams() -> Vec<Seed> {
    let files = case_files();
    let of =
        |format: &'static str| files.iter().flat_map(|(_, file)| &file.cases).filter(move |it| it.format == format);
    let corba = of("giop").map(|case| (CORBA_STREAM, case.bytes()));
    let messagepack = of("msgpack_rpc").map(|case| (MESSAGEPACK_STREAM, case.bytes()));
    let requests = [(CORBA_STREAM, corba_request()), (AVRO_STREAM, avro_request())];
    let seed = |(number, (choice, bytes)): (usize, (u8, Vec<u8>))| Seed {
        target: "calls_stream".to_owned(),
        name: format!("{choice}-{number}"),
        bytes: [&[choice][..], &bytes].concat(),
    };
    corba.chain(messagepack).chain(requests).enumerate().map(seed).collect()
}

/// Returns messages that need no schema: FlexBuffers of the official implementation, MessagePack and JSON of the cases.
fn untyped() -> Vec<Seed> {
    let text = read(&repository("tests/corpus/flexbuffers/all_types.jsonl"));
    let digits = String::from_utf8_lossy(&text);
    let digits = digits.lines().filter_map(|line| line.split("\"hex\": \"").nth(1)?.split('"').next());
    let buffers =
        digits.map(bytes_of).chain([read(&repository("tests/corpus/flexbuffers/gold_flexbuffer_example.bin"))]);
    let files = case_files();
    let cases = files.iter().flat_map(|(_, file)| &file.cases);
    let others =
        cases.filter(|case| ["json", "msgpack"].contains(&&*case.format)).map(|case| (&*case.format, case.bytes()));
    let messages = buffers.map(|buffer| ("flexbuffers", buffer)).chain(others);
    let seed = |(number, (format, bytes)): (usize, (&str, Vec<u8>))| Seed {
        target: "untyped".to_owned(),
        name: format!("{format}-{number}"),
        bytes: [&choice_of_format(format)[..], &bytes].concat(),
    };
    messages.enumerate().map(seed).collect()
}

fn bytes_of(digits: &str) -> Vec<u8> {
    (0..digits.len()).step_by(2).filter_map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()).collect()
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the messages of all cases whose format needs no schema at run time.
fn messages() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for (name, file) in case_files() {
        for (case, index) in file.cases.iter().zip(0..) {
            if let Some(head) = choice(&file.model, &case.format, &case.ty) {
                let seed = |target: String, head: [u8; 2]| Seed {
                    target,
                    name: format!("{name}-{index}"),
                    bytes: [&head[..], &case.bytes()].concat(),
                };
                let rust = if case.format.starts_with("json") { "json" } else { "codec" };
                seeds.push(seed(rust.to_owned(), head));
                // Each C++ target is for one model.
                let of_model = choice_in_model(&file.model, &case.format, &case.ty);
                let kinds = ["codecs", "views"].map(|kind| format!("cpp-{}-{kind}", file.model));
                seeds.extend(kinds.into_iter().zip(of_model.into_iter().cycle()).map(|it| seed(it.0, it.1)));
                // Those of Go and Rust are for one format as well.
                let of_format = choice_in_format(&file.model, &case.format, &case.ty);
                let languages = ["go", "rust"].map(|language| format!("{language}-{}-{}", file.model, case.format));
                seeds.extend(languages.into_iter().zip(of_format.into_iter().cycle()).map(|it| seed(it.0, it.1)));
            }
        }
    }
    seeds
}

/// Adds the files with an extension below a folder.
fn add_files(folder: &Path, extension: &str, target: &'static str, seeds: &mut Vec<Seed>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            add_files(&path, extension, target, seeds);
        } else if path.extension().is_some_and(|found| found == extension) {
            let bytes = read(&path);
            seeds.push(Seed { target: target.to_owned(), name: format!("file-{}", seeds.len()), bytes });
        }
    }
}
