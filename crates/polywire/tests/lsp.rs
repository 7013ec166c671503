//! The language server, driven as editors do: messages of the client in, answers and notifications out. The files are in
//! memory.

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use polywire::lsp::serve;
use polywire::schema_files::FileSystem;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::thread::{Builder, JoinHandle};

const ORDER: &str = r#"syntax = "proto3";
package shop;
import "shop/money.proto";

// An order.
message Order {
  // What it costs.
  Money price = 1;
  repeated Line lines = 2;
  oneof how { string card = 4; }

  message Line { int64 id = 1; }
}

service Orders { rpc Put(Order) returns (Money); }
"#;

const MONEY: &str = "syntax = \"proto3\";\npackage shop;\n\n// An amount.\nmessage Money { int64 cents = 1; }\n";

const CAPNP: &str =
    "@0xd5a0f6d2f2b1c3e4;\nstruct Point {\n  x @0 :Int32;  # Across.\n  flag @1 :Bool;\n  next @2 :Point;\n}\n";

/// A client and a server with some files.
struct Client {
    connection: Connection,
    server: Option<JoinHandle<()>>,
    requests: i32,
    published: BTreeMap<String, Value>,
}

impl Client {
    fn new(files: &[(&'static str, &'static str)]) -> Self {
        let (server, connection) = Connection::memory();
        let files: BTreeMap<&str, &str> = files.iter().copied().collect();
        let run = move || {
            let find = |path: &Path| files.get(path.to_str().expect("a path")).map(|text| text.as_bytes().to_vec());
            let read = |path: &Path| find(path).ok_or_else(|| io::Error::from(io::ErrorKind::NotFound));
            let canonicalize = |path: &Path| Ok(path.to_owned());
            serve(&server, FileSystem { read: &read, canonicalize: &canonicalize })
                .expect("a client that follows the protocol");
        };
        let server = Builder::new().stack_size(polywire::STACK).spawn(run).expect("a thread");
        let mut client = Self { connection, server: Some(server), requests: 0, published: BTreeMap::new() };
        let answer = client.request("initialize", json!({ "capabilities": {}, "rootUri": "file:///projects" }));
        assert_eq!(answer["capabilities"]["hoverProvider"], true);
        client.notify("initialized", json!({}));
        client
    }

    fn notify(&self, method: &str, params: Value) {
        let note = Notification::new(method.to_owned(), params);
        self.connection.sender.send(Message::Notification(note)).expect("a server");
    }

    /// Sends a request and returns the answer. All diagnostics that the server publishes before are noted.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        let request = Request::new(id.clone(), method.to_owned(), params);
        self.connection.sender.send(Message::Request(request)).expect("a server");
        loop {
            match self.connection.receiver.recv().expect("an answer") {
                Message::Response(response) => {
                    assert_eq!(response.id, id);
                    return response.result.unwrap_or_else(|| json!(response.error.map(|it| it.message)));
                }
                Message::Notification(note) => {
                    assert_eq!(note.method, "textDocument/publishDiagnostics");
                    let uri = note.params["uri"].as_str().expect("a document").to_owned();
                    self.published.insert(uri, note.params["diagnostics"].clone());
                }
                Message::Request(request) => panic!("{request:?}"),
            }
        }
    }

    fn open(&self, path: &str, text: &str) {
        let item = json!({ "uri": uri(path), "languageId": "proto", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    fn change(&self, path: &str, text: &str) {
        let params =
            json!({ "textDocument": { "uri": uri(path), "version": 2 }, "contentChanges": [{ "text": text }] });
        self.notify("textDocument/didChange", params);
    }

    /// Returns the diagnostics of a document: severity, code, line, and the first line of the message.
    fn problems(&mut self, path: &str) -> Vec<(u64, String, u64, String)> {
        // The server analyses what has changed before it answers.
        self.of_document("textDocument/documentSymbol", path);
        let found = self.published.get(&uri(path)).and_then(Value::as_array).expect("published diagnostics");
        let text = |it: &Value| it.as_str().unwrap_or_default().lines().next().unwrap_or_default().to_owned();
        let problem = |it: &Value| {
            let severity = it["severity"].as_u64().unwrap_or_default();
            let line = it["range"]["start"]["line"].as_u64().unwrap_or_default();
            (severity, text(&it["code"]), line, text(&it["message"]))
        };
        found.iter().map(problem).collect()
    }

    fn of_document(&mut self, method: &str, path: &str) -> Value {
        let options = json!({ "tabSize": 2, "insertSpaces": true });
        self.request(method, json!({ "textDocument": { "uri": uri(path) }, "options": options }))
    }

    /// Asks about the first place of a text in a document.
    fn at(&mut self, method: &str, path: &str, (text, place): (&str, &str)) -> Value {
        let before = &text[..text.find(place).expect("the place")];
        let line = before.matches('\n').count();
        let character = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
        let position = json!({ "line": line, "character": character });
        self.request(method, json!({ "textDocument": { "uri": uri(path) }, "position": position }))
    }

    fn hover(&mut self, path: &str, at: (&str, &str)) -> String {
        let found = self.at("textDocument/hover", path, at);
        found["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// Returns the file and line of a definition.
    fn definition(&mut self, path: &str, at: (&str, &str)) -> (String, u64) {
        let found = self.at("textDocument/definition", path, at);
        let line = found["range"]["start"]["line"].as_u64().unwrap_or(u64::MAX);
        (found["uri"].as_str().unwrap_or_default().to_owned(), line)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        assert_eq!(self.request("shutdown", Value::Null), Value::Null);
        self.notify("exit", Value::Null);
        self.server.take().map(JoinHandle::join).expect("a server").expect("the server ends");
    }
}

fn uri(path: &str) -> String {
    format!("file://{path}")
}

const ORDER_PATH: &str = "/projects/shop/order.proto";
const MONEY_PATH: &str = "/projects/shop/money.proto";

fn shop() -> Client {
    let client = Client::new(&[(ORDER_PATH, "not used"), (MONEY_PATH, MONEY)]);
    client.open(ORDER_PATH, ORDER);
    client
}

#[test]
fn errors_appear_while_typing_and_disappear() {
    let mut client = shop();
    assert_eq!(client.problems(ORDER_PATH), []);
    client.change(ORDER_PATH, &ORDER.replace("Line lines", "Lime lines"));
    let found = client.problems(ORDER_PATH);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].0, found[0].1.as_str(), found[0].2), (1, "unknown-type", 8));
    client.change(ORDER_PATH, ORDER);
    assert_eq!(client.problems(ORDER_PATH), []);
}

#[test]
fn lint_rules_are_hints_with_levels_of_the_project_file() {
    let project = "[lint]\nallow = [\"enum-zero-value\"]\nwarn = [\"missing-comment\"]\n";
    let mut client = Client::new(&[("/projects/polywire.toml", project)]);
    let text =
        "syntax = \"proto3\";\npackage a;\n// A message.\nmessage odd {\n}\n// An enum.\nenum E {\n  E_A = 0;\n}\n";
    client.open("/projects/a.proto", text);
    let found: Vec<_> =
        client.problems("/projects/a.proto").into_iter().map(|(level, code, line, _)| (level, code, line)).collect();
    assert_eq!(found, [(4, "type-name".to_owned(), 3), (4, "missing-comment".to_owned(), 7)]);
    let mut client = Client::new(&[("/projects/polywire.toml", "[lint]\nallow = \"no-rule\"\n")]);
    client.open("/projects/a.proto", text);
    let found = client.problems("/projects/a.proto");
    assert!(
        found.last().is_some_and(|it| it.3.starts_with("/projects/polywire.toml: there is no lint rule `no-rule`")),
        "{found:?}"
    );
}

#[test]
fn unsaved_text_of_imports_is_used() {
    let mut client = shop();
    client.open(MONEY_PATH, MONEY);
    assert_eq!(client.problems(ORDER_PATH), []);
    client.change(MONEY_PATH, &MONEY.replace("Money", "Cash"));
    assert_eq!(client.problems(MONEY_PATH), []);
    assert!(client.problems(ORDER_PATH).iter().any(|it| it.1 == "unknown-type"));
    client.change(MONEY_PATH, "syntax = ;");
    let found = client.problems(ORDER_PATH);
    assert!(found[0].3.starts_with("/projects/shop/money.proto:1:10: "), "{found:?}");
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri(MONEY_PATH) } }));
    assert_eq!(client.problems(ORDER_PATH), [], "the file on disk is whole");
}

#[test]
fn definitions_of_types_members_and_files() {
    let mut client = shop();
    for (place, expected) in [
        ("Money price", (uri(MONEY_PATH), 4)),
        ("Line lines", (uri(ORDER_PATH), 11)),
        ("lines", (uri(ORDER_PATH), 8)),
        ("Order) returns", (uri(ORDER_PATH), 5)),
        ("Money);", (uri(MONEY_PATH), 4)),
        ("shop/money", (uri(MONEY_PATH), 0)),
        ("repeated", (String::new(), u64::MAX)),
    ] {
        assert_eq!(client.definition(ORDER_PATH, (ORDER, place)), expected, "{place}");
    }
    // With errors, the last version without is used.
    let broken = ORDER.replace("= 4", "= ");
    client.change(ORDER_PATH, &broken);
    assert_eq!(client.definition(ORDER_PATH, (&broken, "Money price")), (uri(MONEY_PATH), 4));
}

#[test]
fn hovers_tell_the_place_in_each_format() {
    let mut client = shop();
    let price = client.hover(ORDER_PATH, (ORDER, "price"));
    assert!(
        price.starts_with("```\nfield shop.Order.price: shop.Money\n```\n\nWhat it costs.\n\n| format | place |"),
        "{price}"
    );
    for row in [
        "| protobuf | field 1 |",
        "| json | \"price\" |",
        "| capnp | @0, pointer 0 |",
        "| flatbuffers | slot 0 (vtable offset 4) |",
        "| avro | position 1 |",
    ] {
        assert!(price.contains(row), "{row}:\n{price}");
    }
    let card = client.hover(ORDER_PATH, (ORDER, "card"));
    assert!(card.contains("case shop.Order.how.card: text") && card.contains("| protobuf | field 4 |"), "{card}");
    let order = client.hover(ORDER_PATH, (ORDER, "Order {"));
    assert_eq!(order, "```\nstruct shop.Order\n```\n\nAn order.\n");
    let money = client.hover(ORDER_PATH, (ORDER, "Money price"));
    assert_eq!(money, "```\nstruct shop.Money\n```\n\nAn amount.\n");
    assert!(client.hover(ORDER_PATH, (ORDER, "Put")).contains("method shop.Orders.Put: shop.Order -> shop.Money"));
    assert_eq!(client.hover(ORDER_PATH, (ORDER, "repeated")), "");
}

#[test]
fn capnp_schemas_are_served_too() {
    let path = "/projects/point.capnp";
    let mut client = Client::new(&[]);
    client.open(path, CAPNP);
    assert_eq!(client.problems(path), []);
    let x = client.hover(path, (CAPNP, "x @0"));
    assert!(x.contains("Across.") && x.contains("| capnp | @0, bytes 0 to 3 of the data section |"), "{x}");
    let flag = client.hover(path, (CAPNP, "flag"));
    assert!(flag.contains("| capnp | @1, bit 0 of byte 4 of the data section |"), "{flag}");
    assert_eq!(client.definition(path, (CAPNP, "Point;")), (uri(path), 1));
    client.change(path, &CAPNP.replace("@1", "@0"));
    assert!(client.problems(path).iter().any(|it| it.1 == "ordinal"));
}

#[test]
fn idl_schemas_are_served_too() {
    let path = "/projects/till.idl";
    let text = "module Shop {\n  /// What is paid.\n  struct Paid { long price; };\n  interface Till { void pay(in Paid it); };\n};\n";
    let mut client = Client::new(&[]);
    client.open(path, text);
    assert_eq!(client.problems(path), []);
    assert!(client.hover(path, (text, "price")).contains("| cdr | "));
    assert_eq!(client.definition(path, (text, "Paid it")), (uri(path), 2));
}

#[test]
fn symbols_are_nested() {
    let mut client = shop();
    let found = client.of_document("textDocument/documentSymbol", ORDER_PATH);
    let shown = outline(&found, 0);
    assert_eq!(shown, "Order\n  price\n  lines\n  how\n    card\n  Line\n    id\nOrders\n  Put\n");
    assert_eq!(found[0]["range"]["end"]["line"], 12);
}

fn outline(symbols: &Value, depth: usize) -> String {
    let symbols = symbols.as_array().map(Vec::as_slice).unwrap_or_default();
    let line = |it: &Value| {
        let name = it["name"].as_str().expect("a name");
        format!("{}{name}\n{}", "  ".repeat(depth), outline(&it["children"], depth + 1))
    };
    symbols.iter().map(line).collect()
}

#[test]
fn documents_are_formatted() {
    let path = "/projects/a.proto";
    let mut client = Client::new(&[]);
    client.open(path, "syntax=\"proto3\";// a\nmessage  A{ }");
    let edits = client.of_document("textDocument/formatting", path);
    assert_eq!(edits[0]["newText"], "syntax = \"proto3\";  // a\nmessage A {}\n");
    assert_eq!(edits[0]["range"]["end"], json!({ "line": 1, "character": 13 }));
    client.change(path, "syntax = \"proto3\";  // a\nmessage A {}\n");
    assert_eq!(client.of_document("textDocument/formatting", path), json!([]));
}

#[test]
fn what_is_not_supported_is_said() {
    let mut client = shop();
    assert_eq!(client.request("textDocument/rename", json!({})), "polywire does not support textDocument/rename");
    assert_eq!(client.of_document("textDocument/documentSymbol", "/projects/unknown.proto"), Value::Null);
}
