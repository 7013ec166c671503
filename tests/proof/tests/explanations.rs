//! Generated Erlang that explains errors names the same byte as the interpreter.

use polywire_proof::{
    Request, byte_flips, case_files, disagreements, erlang_explaining_engine, interpreter_with_offsets, is_full,
    subjects, truncations,
};

/// Formats that read one region from its start to its end. In the others, what a pointer leads to can be a region of its own,
/// whose place in the input only the interpreter knows.
const SEQUENTIAL: &[&str] = &["protobuf", "json", "json_plain", "msgpack", "avro", "cdr", "cdr_le", "raw"];

/// Every truncation and some flips of every message that is accepted.
#[test]
fn offsets_are_those_of_the_interpreter() {
    let files = case_files();
    let mut found = Vec::new();
    for subject in subjects().iter().filter(|subject| is_full() || QUICK.contains(&subject.name.as_str())) {
        let mut engines = [interpreter_with_offsets(subject), erlang_explaining_engine(subject)];
        let messages = subject.messages(&files);
        let sequential = messages.iter().filter(|message| SEQUENTIAL.contains(&message.format.as_str()));
        let requests: Vec<Request> = sequential
            .flat_map(|message| {
                let broken = truncations(&message.bytes).chain(byte_flips(&message.bytes, &[0x01, 0x80, 0xff]));
                broken.map(|copy| subject.value_of(message, copy))
            })
            .collect();
        assert!(!requests.is_empty(), "{}: no messages", subject.name);
        found.extend(disagreements(&mut engines, requests, 20));
    }
    assert!(found.is_empty(), "explanations differ:\n{}", found.join("\n"));
}

/// Models of the quick tier: together they have every shape of Protocol Buffers and JSON.
const QUICK: &[&str] = &["trade", "oneof_group"];
