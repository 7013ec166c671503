//! Messages read and written in pieces, with one element in memory at a time.

use crate::support::Engines;
use polywire_ir::types::StructId;
use polywire_lower::format;
use polywire_model::trade;
use polywire_vm::{Engine, Limits, Pipe, Program, Record, Session, Value};

const ORDERS: i64 = 500;

/// Bytes held at a time.
const SIZE: usize = 1000;

#[test]
fn members_in_order_are_streamed() {
    for from in ["json", "json_plain", "protobuf", "protobuf_text"] {
        for to in ["json", "json_plain", "protobuf"] {
            let (input, expected) = (written(from), written(to));
            let piped = Piped::new((from, to), &input, SIZE, true).unwrap_or_else(|| panic!("{from} to {to}"));
            assert!(piped.all == expected, "{from} to {to}");
            assert!(piped.early > expected.len() - 2 * SIZE, "{from} to {to}: {}", piped.early);
        }
    }
}

#[test]
fn output_waits_for_the_end_if_required() {
    let piped = Piped::new(("json", "protobuf"), &written("json"), SIZE, false).expect("it is never held as a whole");
    assert!(piped.early == 0 && piped.all == written("protobuf"));
}

/// In the output, the name precedes the orders, and output starts before the name is read.
#[test]
fn members_after_the_elements() {
    let json = String::from_utf8(written("json")).expect("text");
    let (name, orders) = json.split_once("\"name\":\"Test\",").map(|(a, b)| (a.to_owned(), b)).expect("a name");
    let late = format!("{name}{},\"name\":\"Test\"}}", orders.strip_suffix('}').expect("an object"));
    assert!(Piped::new(("json", "protobuf"), late.as_bytes(), SIZE, true).is_none());
    let piped = Piped::new(("json", "protobuf"), late.as_bytes(), SIZE, false).expect("nothing was sent");
    assert!(piped.all == written("protobuf"));
}

#[test]
fn streaming_gives_up_on_errors() {
    let json = written("json");
    let cut = &json[..json.len() - 1];
    let longer = [&json[..], b" x"].concat();
    let spaces = [&json[..], &[b' '; 3 * SIZE]].concat();
    let wrong_number = String::from_utf8(json.clone()).expect("text").replacen("\"id\":400,", "\"id\":4e99,", 1);
    for input in [cut, &longer, wrong_number.as_bytes()] {
        assert!(Piped::new(("json", "protobuf"), input, SIZE, true).is_none());
    }
    // More white space than is held, so that the message seems to end.
    let piped = Piped::new(("json", "protobuf"), &spaces, SIZE, true);
    assert!(piped.is_none_or(|piped| piped.all == written("protobuf")));
    // An element larger than the held part.
    assert!(Piped::new(("json", "protobuf"), &json, 40, true).is_none());
}

#[test]
fn formats_with_positions_are_not_split() {
    assert!(Piped::new(("protobuf", "capnp"), &written("protobuf"), SIZE, true).is_none());
    assert!(Piped::new(("capnp", "protobuf"), &written("capnp"), SIZE, true).is_none());
}

/// A result of piping.
struct Piped {
    all: Vec<u8>,
    /// Bytes of output written before the input was read completely.
    early: usize,
}

impl Piped {
    /// Runs the bytecode and machine code, which must agree.
    fn new((from, to): (&str, &str), input: &[u8], size: usize, is_early: bool) -> Option<Self> {
        let by = |engine| Self::by(engine, (from, to), (input, size), is_early);
        let (interpreted, compiled) = (by(Engine::Bytecode), by(Engine::Jit));
        let same = |a: &Self, b: &Self| a.all == b.all && a.early == b.early;
        match (&interpreted, &compiled) {
            (Some(a), Some(b)) => assert!(same(a, b), "{from} to {to}"),
            (a, b) => assert!(a.is_none() && b.is_none(), "{from} to {to}"),
        }
        compiled
    }

    fn by(engine: Engine, (from, to): (&str, &str), (input, size): (&[u8], usize), is_early: bool) -> Option<Self> {
        let programs = (program(from), program(to));
        let (mut rest, mut all) = (input, Vec::new());
        let mut read = |buffer: &mut [u8]| {
            let (part, later) = rest.split_at(rest.len().min(buffer.len()).min(300));
            buffer[..part.len()].copy_from_slice(part);
            rest = later;
            part.len()
        };
        let mut write = |bytes: &[u8]| {
            all.extend_from_slice(bytes);
            true
        };
        let pipe = Pipe { read: &mut read, write: is_early.then_some(&mut write), size, len: None };
        let mut session = Session::with(engine);
        let left = session.pipe((&programs.0, &programs.1), account(from), pipe, &Limits::default())?.concat();
        let early = all.len();
        all.extend(left);
        Some(Self { all, early })
    }
}

fn engines(name: &str) -> Engines {
    Engines::new(format(name).expect("a format").lower(&trade::model()).expect("it holds the model"))
}

fn account(format: &str) -> StructId {
    engines(format).record("trade.Account")
}

fn program(format: &str) -> Program {
    let engines = engines(format);
    Program::compile_by_element(&engines.module, engines.record("trade.Account"))
}

/// Returns an account with many orders.
fn written(format: &str) -> Vec<u8> {
    let engines = engines(format);
    engines.encode(engines.record("trade.Account"), &many_orders()).expect("it can be written")
}

fn many_orders() -> Value {
    let text = |text: &str| Value::Text(text.as_bytes().to_vec());
    let float = |value: f64| Value::Float(value.to_bits());
    let record = |fields| Value::Struct(Record { fields, unknown: None });
    let order = |id: i64| {
        let symbol = text(&format!("EURUSD\n{id}"));
        record(vec![Value::Int(id), symbol, Value::Enum(id % 2), Value::Enum(id % 3), float(1.5), float(id as f64)])
    };
    let wallet = record(vec![text("USD"), float(1000.0)]);
    record(vec![Value::Int(1), text("Test"), wallet, Value::List((1..=ORDERS).map(order).collect())])
}
