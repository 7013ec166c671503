//! A model whose values take much more memory than their shortest encodings, and messages with such encodings.

use crate::Subject;
use polywire_ir::types::StructId;
use polywire_model::{Case, DeclId, Field, Model, Presence, Type};
use polywire_test_models::make::{case, declare, map, protobuf, record, union};
use polywire_vm::{Limits, Program, Session};
use std::fmt::Write;

/// The type of the messages.
pub const LARGE_VALUES: &str = "corner.Items";

/// A message with many values of few bytes.
pub struct Bomb {
    /// Its contents.
    pub what: &'static str,
    /// Its format.
    pub format: &'static str,
    /// The message.
    pub bytes: Vec<u8>,
}

/// The model in the formats that can represent it. A `Wide` has 256 lists, about 6 KiB in memory. Other types contain it as
/// an element, an absent optional, an entry, a case, a boxed value and a group.
pub fn large_values() -> Subject {
    Subject::new("large_values", model(lists), FORMATS)
}

/// The same with a `Wide` of 13,000 bytes, which engines create fast.
pub fn large_bytes() -> Subject {
    let wide =
        |model: &mut Model| declare(model, "Wide", record(vec![numbered("bytes", 1, Type::fixed_bytes(13_000))]));
    Subject::new("large_bytes", model(wide), FORMATS)
}

/// A model of groups in SBE, whose entries have 13,600 bytes in this schema and can have fewer in a writer's.
pub fn large_entries() -> Subject {
    let mut model = Model::default();
    let values = Type::Array(Box::new(Type::int(64, false)), 1700);
    let entry = declare(&mut model, "Entry", record(vec![numbered("values", 1, values)]));
    declare(&mut model, "Items", record(vec![numbered("items", 1, Type::list(Type::Named(entry)))]));
    Subject::new("large_entries", model, &["sbe"])
}

const FORMATS: &[&str] = &[
    "protobuf",
    "protobuf_text",
    "json",
    "msgpack",
    "avro",
    "cdr",
    "cdr_le",
    "xcdr1",
    "xcdr2",
    "fbe",
    "fbe_final",
    "capnp",
    "capnp_packed",
    "flatbuffers",
    "flatbuffers_size_prefixed",
];

fn lists(model: &mut Model) -> DeclId {
    let lists = (1..=4).map(|number| numbered(&format!("list{number}"), number, Type::list(Type::Bool)));
    let leaf = declare(model, "Lists", record(lists.collect()));
    let leaves = (1..=8).map(|number| numbered(&format!("lists{number}"), number, Type::Named(leaf)));
    let mid = declare(model, "Mid", record(leaves.collect()));
    let mids = (1..=8).map(|number| numbered(&format!("mid{number}"), number, Type::Named(mid)));
    declare(model, "Wide", record(mids.collect()))
}

fn model(wide: impl FnOnce(&mut Model) -> DeclId) -> Model {
    let mut model = Model::default();
    let wide = wide(&mut model);
    let leaf = declare(&mut model, "Leaf", record(vec![numbered("number", 1, Type::int(32, false))]));
    let mut value = numbered("value", 1, Type::Named(wide));
    value.presence = Presence::Optional;
    let maybe = declare(&mut model, "Maybe", record(vec![value]));
    let choice = vec![numbered_case("wide", 7, wide), numbered_case("leaf", 8, leaf)];
    let choice = declare(&mut model, "Choice", union(choice));
    let pick = declare(&mut model, "Pick", record(vec![Field::new("choice", Type::Named(choice))]));
    let node = declare(&mut model, "Node", record(vec![]));
    let mut child = numbered("child", 2, Type::Named(node));
    (child.presence, child.boxed) = (Presence::Optional, true);
    model.decls[node.0 as usize].kind = record(vec![numbered("wide", 1, Type::Named(wide)), child]);
    let entries = map(&mut model, "Items", "entries", (Type::int(32, false), Type::Named(wide)));
    let mut groups = numbered("groups", 6, Type::list(Type::Named(wide)));
    groups.attrs.protobuf.as_mut().expect("it has a number").group = true;
    let fields = vec![
        numbered("items", 1, Type::list(Type::Named(wide))),
        numbered("maybes", 2, Type::list(Type::Named(maybe))),
        numbered("entries", 3, entries),
        numbered("picks", 4, Type::list(Type::Named(pick))),
        numbered("nodes", 5, Type::list(Type::Named(node))),
        groups,
        Field::new("choice", Type::Named(choice)),
    ];
    declare(&mut model, "Items", record(fields));
    model
}

fn numbered(name: &str, number: u32, ty: Type) -> Field {
    let mut field = Field::new(name, ty);
    field.attrs.protobuf = Some(protobuf(number));
    field
}

fn numbered_case(name: &str, number: u32, ty: DeclId) -> Case {
    let mut case = case(name, Type::Named(ty));
    case.attrs.protobuf = Some(protobuf(number));
    case
}

/// Messages of `count` large values in every format: as its encoder writes them, unless in as many bytes as would pay for
/// them, and by hand where that is shorter.
pub fn bombs(subject: &Subject, count: usize) -> Vec<Bomb> {
    if subject.name == "large_entries" {
        return vec![short_entries(subject, count)];
    }
    let mut found = Vec::new();
    for &(what, element) in MEMBERS {
        let written = |count, format: &str| written(subject, &members(what, element, count), format);
        let is_short = |format: &&&str| written(10, format).len() < 640;
        let bomb = |format: &&'static str| Bomb { what, format, bytes: written(count, format) };
        found.extend(FORMATS.iter().filter(is_short).map(bomb));
    }
    found.extend(SHORTEST.iter().map(|&(what, format, (head, element))| Bomb {
        what,
        format,
        bytes: [head, &element.repeat(count)].concat(),
    }));
    found.extend([empty_maps(count), nested(count), empty_structs(count), shared_table(count)]);
    found
}

/// Converts a JSON text to another format, without limits.
fn written(subject: &Subject, text: &str, format: &str) -> Vec<u8> {
    let module = |name: &str| subject.optimized.iter().find(|module| module.format == name).expect("a format of it");
    let structs = &module(format).types.structs;
    let record = structs.iter().position(|record| record.name.dotted() == LARGE_VALUES).expect("the type");
    let programs = (&Program::compile(module("json_plain")), &Program::compile(module(format)));
    let (mut bytes, limits) = (Vec::new(), Limits { budget: u64::MAX, ..Limits::default() });
    let input = (text.as_bytes(), None);
    let outcome = Session::default().transcode(programs, StructId(record as u32), input, &mut bytes, &limits);
    outcome.unwrap_or_else(|failure| panic!("{format}: {failure:?}"));
    bytes
}

/// The members of `Items`, each with one element.
const MEMBERS: &[(&str, &str)] = &[
    ("items", "{}"),
    ("maybes", "{}"),
    ("entries", "{}"),
    ("picks", r#"{"wide":{}}"#),
    ("nodes", r#"{"child":{}}"#),
    ("groups", "{}"),
];

fn members(what: &str, element: &str, count: usize) -> String {
    let is_map = what == "entries";
    let (open, close) = if is_map { ('{', '}') } else { ('[', ']') };
    let mut text = format!("{{\"{what}\":{open}");
    for index in 0..count {
        let comma = if index == 0 { "" } else { "," };
        let key = if is_map { format!("\"{index}\":") } else { String::new() };
        write!(text, "{comma}{key}{element}").expect("texts can be written to");
    }
    format!("{text}{close}}}")
}

/// A head, and an element that is repeated.
type Repeated = (&'static [u8], &'static [u8]);

/// Elements in fewer bytes than encoders write, and repeated members.
const SHORTEST: &[(&str, &str, Repeated)] = &[
    ("entries of one key", "protobuf", (b"", b"\x1a\x00")),
    ("cases in turn", "protobuf", (b"", b"\x3a\x00\x42\x00")),
    ("empty groups", "protobuf", (b"", b"\x33\x34")),
    ("empty messages", "protobuf_text", (b"", b"items{}")),
    ("entries of one key", "protobuf_text", (b"", b"entries{}")),
];

/// MessagePack maps without members.
fn empty_maps(count: usize) -> Bomb {
    let head = [b"\x81\xa5items\xdd".as_slice(), &(count as u32).to_be_bytes()].concat();
    Bomb { what: "empty maps", format: "msgpack", bytes: [head, vec![0x80; count]].concat() }
}

/// SBE entries of one byte, completed with the bytes of a new value.
fn short_entries(subject: &Subject, count: usize) -> Bomb {
    let mut bytes = written(subject, r#"{"items":[]}"#, "sbe");
    bytes.truncate(8);
    bytes.extend([1u16.to_le_bytes(), (count as u16).to_le_bytes()].concat());
    bytes.resize(bytes.len() + count, 0);
    Bomb { what: "short entries", format: "sbe", bytes }
}

/// Boxed values inside each other, a hundred levels, many times.
fn nested(count: usize) -> Bomb {
    const LEVELS: usize = 60;
    let mut node = Vec::new();
    for _ in 1..LEVELS {
        node = [vec![0x12, node.len() as u8], node].concat();
    }
    let element = [vec![0x2a, node.len() as u8], node].concat();
    Bomb { what: "nested nodes", format: "protobuf", bytes: element.repeat(count / LEVELS) }
}

/// A Cap'n Proto list of structs without sections.
fn empty_structs(count: usize) -> Bomb {
    let words = [1 << 48, 7 << 32 | 1, (count as u64) << 2].map(u64::to_le_bytes).concat();
    let table = [0u32, 3].map(u32::to_le_bytes).concat();
    Bomb { what: "structs without sections", format: "capnp", bytes: [table, words].concat() }
}

/// Returns a Cap'n Proto message of the model `capnp_lists`, whose first list has this many structs of size zero.
pub fn list_of_empty_structs(count: u64) -> Vec<u8> {
    let root = [0x0006_0000_0000_0000u64, 7 << 32 | 5 << 2 | 1, 0, 0, 0, 0, 0];
    let words = root.into_iter().chain([count << 2]);
    let table = [0u32, 8].map(u32::to_le_bytes).concat();
    table.into_iter().chain(words.flat_map(u64::to_le_bytes)).collect()
}

/// A FlatBuffers vector whose elements are all the same table, which has no fields.
fn shared_table(count: usize) -> Bomb {
    const FIRST: u32 = 24;
    let table = FIRST + 4 * count as u32;
    let mut bytes = [12u32, 8 << 16 | 6, 4, 8, 4, count as u32].map(u32::to_le_bytes).concat();
    bytes.extend((FIRST..table).step_by(4).flat_map(|pos| (table - pos).to_le_bytes()));
    bytes.extend([(-4i32).to_le_bytes(), (4u32 << 16 | 4).to_le_bytes()].concat());
    Bomb { what: "one table", format: "flatbuffers", bytes }
}
