//! The member that a refusal is about: the same in every format.

use polywire_ir::types::StructId;
use polywire_ir::{ErrorCode, Module};
use polywire_lower::FORMATS;
use polywire_model::trade;
use polywire_vm::interpreter::{encode, explain_decode, explain_encode};
use polywire_vm::{Limits, Record, Refusal, Value};

const LIMITS: Limits = Limits { depth: 100, budget: 64 << 20, ignore_unknown: false, write_unknown: false };

/// Returns each format that can hold the trade model, with the account struct.
fn modules() -> Vec<(Module, StructId)> {
    let model = trade::model();
    let lowered = FORMATS.iter().filter_map(|format| format.lower(&model).ok());
    let plain = lowered.filter(|module| module.entries.iter().all(|entry| entry.schema.is_none()));
    plain.map(|module| (module.clone(), struct_of(&module, "trade.Account"))).collect()
}

fn struct_of(module: &Module, name: &str) -> StructId {
    let index = module.types.structs.iter().position(|it| it.name.dotted() == name);
    StructId(index.expect("a struct of the trade model") as u32)
}

/// Returns an account with two orders, the second of which has this symbol.
fn account(module: &Module, id: StructId, symbol: &[u8]) -> Value {
    let order = |symbol: &[u8]| {
        let mut order = Record::new(&module.types, struct_of(module, "trade.Order"));
        order.fields[1] = Value::Text(symbol.to_vec());
        Value::Struct(order)
    };
    let mut account = Record::new(&module.types, id);
    account.fields[3] = Value::List(vec![order(b"first"), order(symbol)]);
    Value::Struct(account)
}

fn refusal(result: Result<impl Sized, Refusal>) -> (ErrorCode, String) {
    let refusal = result.err().expect("refused");
    (refusal.failure.code, refusal.path.to_string())
}

#[test]
fn an_ill_formed_text_is_named() {
    let mut tried = 0;
    for (module, id) in modules() {
        let mut message = encode(&module, id, &account(&module, id, b"second"), &LIMITS).expect("written");
        let Some(at) = message.windows(6).position(|window| window == b"second") else { continue };
        message[at + 1] = 0xff;
        // A document is checked as a whole, before its elements are read.
        let path = if module.format == "xml" { "" } else { "orders[1].symbol" };
        let expected = (ErrorCode::InvalidUtf8, path.to_owned());
        assert_eq!(refusal(explain_decode(&module, id, &message, None, &LIMITS)), expected, "{}", module.format);
        tried += 1;
    }
    assert!(tried >= 8, "{tried} formats");
}

#[test]
fn the_truncated_member_is_named() {
    for (format, expected) in [
        // The length of the order does not fit.
        ("protobuf", "orders"),
        ("json", "orders[1].symbol"),
        // More orders would need more bytes.
        ("avro", "orders"),
        ("cdr", "orders"),
        ("raw", "orders"),
        ("msgpack", "orders[1].symbol"),
        ("sbe", "orders"),
    ] {
        let (module, id) = modules().into_iter().find(|(module, _)| module.format == format).expect("a format");
        let mut message = encode(&module, id, &account(&module, id, b"second"), &LIMITS).expect("written");
        let at = message.windows(6).position(|window| window == b"second").expect("the symbol is there");
        message.truncate(at + 3);
        assert_eq!(refusal(explain_decode(&module, id, &message, None, &LIMITS)).1, expected, "{format}");
    }
}

#[test]
fn errors_outside_members_have_an_empty_path() {
    let (module, id) = modules().into_iter().find(|(module, _)| module.format == "json").expect("JSON");
    let explain = |text: &str| refusal(explain_decode(&module, id, text.as_bytes(), None, &LIMITS));
    assert_eq!(explain("[]").1, "");
    assert_eq!(explain("{\"id\": 1} x"), (ErrorCode::TrailingBytes, String::new()));
    assert_eq!(explain("{\"id\": true}"), (ErrorCode::WrongKind, "id".to_owned()));
    assert_eq!(explain("{\"wallet\": {\"amount\": \"x\"}}").1, "wallet.amount");
    assert_eq!(explain("{\"wallet\": 1}").1, "wallet");
}

#[test]
fn a_value_that_is_too_large_is_named() {
    let (module, id) = modules().into_iter().find(|(module, _)| module.format == "sbe").expect("SBE");
    let value = account(&module, id, &[b'x'; 70_000]);
    let expected = (ErrorCode::TooLarge, "orders[1].symbol".to_owned());
    assert_eq!(refusal(explain_encode(&module, id, &value, &LIMITS)), expected);
}
