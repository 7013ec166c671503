//! Streams of ZebraPack that begin with their schema, and Go structs made of schemas in other languages.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const SCHEMA: &str = "syntax = \"proto3\"; package shop;
message order { string symbol = 1; optional int32 count = 2; repeated uint32 sizes = 4; oneof price { double limit = 5; bool market = 6; }
  map<string, Item> items = 9; Side side = 10; }
message Item { bytes data = 1; Item inner = 2; }
enum Side { BUY = 0; SELL = 1; }";

const ORDERS: &str = r#"{"symbol":"a","count":0,"sizes":[1,300],"limit":0,"items":{"x":{"data":"AQ==","inner":{}}},"side":"SELL"}
{"market":true}
{}
"#;

/// The same in a schema whose unions are structs.
const DESCRIBED: &str = r#"{"symbol":"a","count":0,"sizes":[1,300],"price":{"limit":0.0},"items":{"x":{"data":"AQ==","inner":{}}},"side":"SELL"}
{"price":{"market":true}}
{}
"#;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(TempDir::new().expect("a folder"));
        folder.write("t.proto", SCHEMA.as_bytes());
        folder.write("orders.jsonl", ORDERS.as_bytes());
        folder
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).expect("writing");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("a file")
    }

    fn run(&self, line: &str) -> Output {
        run(self.0.path(), line)
    }

    /// Returns the output of a command that succeeds.
    fn output(&self, line: &str) -> String {
        let done = self.run(line);
        assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text")
    }

    /// Returns the message of a command that fails.
    fn failure(&self, line: &str) -> String {
        let done = self.run(line);
        assert!(!done.status.success(), "{line}");
        String::from_utf8_lossy(&done.stderr).into_owned()
    }

    fn write_stream(&self) {
        let line = "convert --schema t.proto --type order --from jsonl --to zebrapack --to-framing concatenated --self-describing \
                    orders.jsonl -o orders.zebra";
        self.output(line);
    }
}

fn run(folder: &Path, line: &str) -> Output {
    let arguments = line.split_whitespace();
    Command::new(env!("CARGO_BIN_EXE_polywire")).current_dir(folder).args(arguments).output().expect("the command")
}

#[test]
fn streams_with_their_schema_need_no_other() {
    let folder = Folder::new();
    folder.write_stream();
    for wire in ["t.proto", "orders.jsonl"] {
        fs::remove_file(folder.path(wire)).expect("removing");
    }
    assert_eq!(folder.output("convert --from zebrapack --to json orders.zebra"), DESCRIBED);
    assert_eq!(folder.output("convert --from zebra --framing concatenated --to jsonl orders.zebra"), DESCRIBED);
    assert_eq!(folder.output("validate --wire zebrapack --quiet orders.zebra"), "");
    let shown = folder.output("inspect --wire zebrapack orders.zebra");
    assert!(
        shown.contains("message 1: msgpack without a schema") && shown.contains("message 4: shop.Order in zebrapack"),
        "{shown}"
    );
    // Every reader of MessagePack sees four objects.
    assert_eq!(
        folder.output("convert --from msgpack --framing concatenated --to jsonl orders.zebra").lines().count(),
        4
    );
}

/// Streams behind each other are a stream, and can be written again with their schemas.
#[test]
fn streams_can_be_joined() {
    let folder = Folder::new();
    folder.write_stream();
    folder.write("item.json", b"{\"data\":\"AQID\"}");
    folder.output(
        "convert --schema t.proto --type Item --from json --to zebrapack --self-describing --option zebrapack.names=false \
         item.json -o item.zebra",
    );
    let both = [folder.read("item.zebra"), folder.read("orders.zebra")].concat();
    folder.write("both.zebra", &both);
    let expected = format!("{{\"data\":\"AQID\"}}\n{DESCRIBED}");
    assert_eq!(folder.output("convert --from zebrapack --to json both.zebra"), expected);
    folder.output("convert --from zebrapack --to zebrapack --self-describing both.zebra -o again.zebra");
    assert_eq!(folder.output("convert --from zebrapack --to json again.zebra"), expected);
    folder.output("convert --from zebrapack --to-framing delimited --to cdr both.zebra -o both.cdr");
    assert!(folder.failure("convert --from zebrapack --to cdr both.zebra").contains("--to-framing delimited"));
}

#[test]
fn broken_streams_are_refused() {
    let folder = Folder::new();
    folder.write_stream();
    let stream = folder.read("orders.zebra");
    let check = |bytes: &[u8], message: &str| {
        folder.write("broken.zebra", bytes);
        for line in ["convert --from zebrapack --to json broken.zebra", "validate --wire zebrapack broken.zebra"] {
            let found = folder.failure(line);
            assert!(found.contains(message), "{line}: {found}");
        }
    };
    check(b"\x80", "broken.zebra: object 1: there is no schema in front of it; give --schema");
    check(b"\x82\xa9ZebraPack\x02\xa6Schema\x80", "object 1: the header cannot be read: it has another version than 1");
    check(b"\x81\xa9ZebraPack\x01", "object 1: the header cannot be read: it has no `Schema`");
    check(b"\x82\xa9ZebraPack\x01\xa6Schema\x80\x80", "declares no types");
    let counted = |count: u8| {
        let schema = stream.windows(6).position(|it| it == b"Schema").expect("a schema") - 1;
        let header = [b"\x84\xa9ZebraPack\x01\xa5Count", [count].as_slice(), b"\xa4Type\xa5Order"].concat();
        [header, stream[schema..].to_vec()].concat()
    };
    check(&counted(4), "object 4: 1 more message is announced by the header before");
    check(&counted(2), "object 4: the header before announces fewer messages");
    folder.write("counted.zebra", &counted(3));
    assert_eq!(folder.output("convert --from zebrapack --to json counted.zebra"), DESCRIBED);
    let message = folder
        .failure("convert --schema t.proto --type order --from jsonl --to msgpack --to-framing concatenated --self-describing orders.jsonl");
    assert!(message.contains("only `zebrapack`"), "{message}");
}

/// Messages name their types, so that a schema with several types needs no `--type`.
#[test]
fn types_are_found_in_messages() {
    let folder = Folder::new();
    folder.write("item.json", b"{\"data\":\"AQID\"}");
    folder.output("convert --schema t.proto --type Item --from json --to zebrapack item.json -o item.zebra");
    assert_eq!(
        folder.output("convert --schema t.proto --from zebrapack --to json item.zebra"),
        "{\"data\":\"AQID\"}\n"
    );
}

/// Go structs of another schema, and the compiled ones, have the messages of the schema.
#[test]
fn go_structs_of_other_languages_have_the_same_messages() {
    let folder = Folder::new();
    folder.output("convert --schema t.proto --type order --from jsonl --to zebrapack --to-framing delimited orders.jsonl -o orders");
    folder.output("schema --to go -o t.go t.proto");
    folder.output("schema --to zebrapack -o t.z t.proto");
    for schema in ["t.go", "t.z"] {
        let line = format!(
            "convert --schema {schema} --type Order --framing delimited --from zebrapack --to zebrapack orders -o again"
        );
        folder.output(&line);
        let message = |name: &str| String::from_utf8_lossy(&folder.read(name)).replace("order", "Order");
        assert_eq!(message("again"), message("orders"), "{schema}");
    }
}

/// The compiled schema and the messages of ZebraPack's own generator, of several types, behind a header.
#[test]
fn streams_hold_messages_of_several_types() {
    let folder = Folder::new();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/zebrapack");
    let schema = fs::read(corpus.join("kitchen/kitchen.z")).expect("a schema");
    let messages = fs::read_to_string(corpus.join("messages/kitchen.jsonl")).expect("messages");
    let message = |line: &str| {
        let case: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let digits: Vec<u32> = case["zebra"].as_str().expect("hex").chars().filter_map(|it| it.to_digit(16)).collect();
        digits.chunks(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect::<Vec<u8>>()
    };
    let messages: Vec<Vec<u8>> = messages.lines().map(message).collect();
    let stream = [b"\x82\xa9ZebraPack\x01\xa6Schema".to_vec(), schema, messages.concat()].concat();
    folder.write("kitchen.zebra", &stream);
    folder.output("validate --wire zebrapack kitchen.zebra");
    assert_eq!(folder.output("convert --from zebrapack --to json kitchen.zebra").lines().count(), messages.len());
    folder.output("convert --from zebrapack --to zebrapack --self-describing kitchen.zebra -o again.zebra");
    assert!(folder.read("again.zebra") == stream);
}

/// In a stream, the type of a message without a name is not known, although another type could be read from its bytes.
#[test]
fn messages_without_names_are_refused_in_streams() {
    let folder = Folder::new();
    folder.write("one.json", br#"{"data":"AQ=="}"#);
    let convert = "convert --from json --to zebrapack --schema t.proto --type shop.Item one.json";
    folder.output(&format!("{convert} -o named.zebra"));
    folder.output(&format!("{convert} --option zebrapack.names=false -o nameless.zebra"));
    folder.write("both.zebra", &[folder.read("named.zebra"), folder.read("nameless.zebra")].concat());
    for command in ["validate", "inspect"] {
        let line = format!("{command} --schema t.proto --wire zebrapack --framing concatenated both.zebra");
        assert!(folder.failure(&line).contains("does not name a type of the schema"), "{line}");
    }
}

/// Streams with their schemas are compared with each other, also with another version of the schema, and with JSON.
#[test]
fn described_streams_are_compared() {
    let folder = Folder::new();
    let describe = "convert --type shop.order --from json --framing lines --to zebrapack --self-describing";
    folder.output(&format!("{describe} --to-framing concatenated --schema t.proto orders.jsonl -o one.zebra"));
    folder.write("newer.proto", SCHEMA.replace("symbol = 1;", "symbol = 1; int64 number = 12;").as_bytes());
    folder.write("changed.jsonl", ORDERS.replace("[1,300]", "[1,301]").replace("{}\n", "{\"number\":5}\n").as_bytes());
    folder.output(&format!("{describe} --to-framing concatenated --schema newer.proto changed.jsonl -o two.zebra"));
    assert_eq!(folder.output("diff --wire zebrapack one.zebra one.zebra"), "");
    let shown = |line: &str| {
        let done = folder.run(line);
        assert_eq!(done.status.code(), Some(1), "{line}: {}", String::from_utf8_lossy(&done.stderr));
        let text = String::from_utf8(done.stdout).expect("text");
        text.lines()
            .filter(|line| line.starts_with(['~', '+', '-', '@']))
            .skip(2)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let found = shown("diff --wire zebrapack one.zebra two.zebra");
    assert!(found.iter().any(|line| line.contains("sizes[1]: 300 -> 301")), "{found:?}");
    assert!(found.iter().any(|line| line.contains("number") && line.contains('5')), "{found:?}");
    folder.write("cut.zebra", &folder.read("one.zebra")[..folder.read("one.zebra").len() - 1]);
    assert_eq!(folder.run("diff --wire zebrapack one.zebra cut.zebra").status.code(), Some(2));
}
