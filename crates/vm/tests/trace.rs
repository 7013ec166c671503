//! The trace of a decoder: the same members and the same roles in every format.

use polywire_ir::types::StructId;
use polywire_ir::{ErrorCode, Module};
use polywire_lower::{FORMATS, Options};
use polywire_model::trade;
use polywire_vm::interpreter::{encode, trace_decode};
use polywire_vm::{Limits, Read, Record, Role, Trace, Value};

const LIMITS: Limits = Limits { depth: 100, budget: 64 << 20, ignore_unknown: false, write_unknown: false };

/// Returns each format that can hold the trade model, lowered as for inspections, with the account struct.
fn modules() -> Vec<(Module, StructId)> {
    let model = trade::model();
    let options = Options { thorough: true, ..Options::default() };
    let lowered = FORMATS.iter().filter_map(|format| format.lower_with(&model, &options).ok());
    let plain = lowered.filter(|module| module.entries.iter().all(|entry| entry.schema.is_none()));
    plain.map(|module| (module.clone(), struct_of(&module, "trade.Account"))).collect()
}

fn struct_of(module: &Module, name: &str) -> StructId {
    let index = module.types.structs.iter().position(|it| it.name.dotted() == name);
    StructId(index.expect("a struct of the trade model") as u32)
}

/// Returns an account with two orders, the second of which has this symbol and the number 77.
fn message(module: &Module, id: StructId, symbol: &[u8]) -> Vec<u8> {
    let order = |number: i64, symbol: &[u8]| {
        let mut order = Record::new(&module.types, struct_of(module, "trade.Order"));
        order.fields[0] = Value::Int(number);
        order.fields[1] = Value::Text(symbol.to_vec());
        Value::Struct(order)
    };
    let mut account = Record::new(&module.types, id);
    account.fields[3] = Value::List(vec![order(1, b"first"), order(77, symbol)]);
    encode(module, id, &Value::Struct(account), &LIMITS).expect("written")
}

fn trace(module: &Module, id: StructId, message: &[u8]) -> Trace {
    trace_decode(module, id, message, None, &LIMITS).expect("an entry")
}

fn of<'t>(trace: &'t Trace, path: &str) -> Vec<&'t Read> {
    trace.reads.iter().filter(|read| read.path.to_string() == path).collect()
}

fn bytes<'t>(trace: &'t Trace, read: &Read) -> &'t [u8] {
    &trace.buffers[read.buffer][read.range.clone()]
}

#[test]
fn values_are_read_for_their_members() {
    for (module, id) in modules() {
        let trace = trace(&module, id, &message(&module, id, b"second"));
        assert!(trace.faults.is_empty(), "{}: {:?}", module.format, trace.faults);
        let value = |path: &str, value: Value| {
            let found = of(&trace, path).into_iter().find(|it| it.value.as_ref().is_some_and(|it| it.value == value));
            found.unwrap_or_else(|| panic!("{}: {path} is not read", module.format))
        };
        value("orders[1].id", Value::Int(77));
        let symbol = value("orders[1].symbol", Value::Text(b"second".to_vec()));
        let text = bytes(&trace, symbol);
        assert!(text.windows(6).any(|window| window == b"second"), "{}: {text:02x?}", module.format);
    }
}

#[test]
fn numbers_have_the_role_of_their_use() {
    for (format, role, meaning) in [
        ("protobuf", Role::Length, 6),
        ("avro", Role::Length, 6),
        ("msgpack", Role::Length, 6),
        ("raw", Role::Length, 6),
        // The byte after the text counts too.
        ("cdr", Role::Length, 6),
        ("flatbuffers", Role::Length, 6),
    ] {
        let (module, id) = modules().into_iter().find(|(module, _)| module.format == format).expect(format);
        let trace = trace(&module, id, &message(&module, id, b"second"));
        let found = of(&trace, "orders[1].symbol");
        assert!(found.iter().any(|it| it.role == role && it.meaning == Some(meaning)), "{format}: {found:#?}");
    }
}

#[test]
fn pointers_show_their_targets() {
    for format in ["capnp", "flatbuffers"] {
        let (module, id) = modules().into_iter().find(|(module, _)| module.format == format).expect(format);
        let message = message(&module, id, b"second");
        let trace = trace(&module, id, &message);
        let target = message.windows(6).position(|window| window == b"second").expect("the text");
        let targets: Vec<u64> = of(&trace, "orders[1].symbol").iter().filter_map(|it| it.meaning).collect();
        // The text may be preceded by its length.
        assert!(targets.iter().any(|to| (*to..=to + 4).contains(&(target as u64))), "{format}: {targets:?}, {target}");
    }
}

#[test]
fn keys_are_attributed_to_their_members() {
    for format in ["protobuf", "json", "msgpack"] {
        let (module, id) = modules().into_iter().find(|(module, _)| module.format == format).expect(format);
        let trace = trace(&module, id, &message(&module, id, b"second"));
        assert!(of(&trace, "orders[1].id").iter().any(|it| it.role == Role::Key), "{format}");
    }
}

#[test]
fn reading_continues_after_an_ill_formed_text() {
    for format in ["protobuf", "capnp", "flatbuffers", "avro", "msgpack"] {
        let (module, id) = modules().into_iter().find(|(module, _)| module.format == format).expect(format);
        let mut message = message(&module, id, b"second");
        let at = message.windows(5).position(|window| window == b"first").expect("the text");
        message[at] = 0xff;
        let trace = trace(&module, id, &message);
        let faults: Vec<(ErrorCode, String)> =
            trace.faults.iter().map(|it| (it.failure.code, it.path.to_string())).collect();
        assert_eq!(faults, [(ErrorCode::InvalidUtf8, "orders[0].symbol".to_owned())], "{format}");
        assert!(of(&trace, "orders[1].id").iter().any(|it| it.value.is_some()), "{format}");
    }
}

#[test]
fn reading_continues_after_an_invalid_pointer() {
    for format in ["capnp", "flatbuffers"] {
        let (module, id) = modules().into_iter().find(|(module, _)| module.format == format).expect(format);
        let mut message = message(&module, id, b"second");
        let whole = trace(&module, id, &message);
        // The first one may be in what all orders share.
        let pointer = of(&whole, "orders[0].symbol").into_iter().rfind(|it| it.role == Role::Position);
        let pointer = pointer.expect("a pointer").range.clone();
        message[pointer.start + 1..pointer.start + 3].fill(0x7f);
        let trace = trace(&module, id, &message);
        assert_eq!(trace.faults.len(), 1, "{format}: {:?}", trace.faults);
        assert_eq!(trace.faults[0].path.to_string(), "orders[0].symbol", "{format}");
        assert!(of(&trace, "orders[1].symbol").iter().any(|it| it.value.is_some()), "{format}");
    }
}
