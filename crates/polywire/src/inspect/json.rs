//! Inspections in JSON.

use super::{Placed, Section, Span};
use crate::convert::{AvroPlace, Prefix};
use polywire_vm::{Refusal, TextPlace};
use serde_json::{Value, json};

/// Returns a message as JSON; docs/command.md describes the members.
pub fn report(Placed { number, prefix, place, inspection }: &Placed) -> Value {
    let mut json = json!({
        "message": number,
        "format": inspection.format,
        "type": inspection.type_name,
        "sections": inspection.sections.iter().map(section).collect::<Vec<_>>(),
        "faults": inspection.faults.iter().map(fault).collect::<Vec<_>>(),
    });
    if let (Some(prefix), Some(members)) = (prefix, json.as_object_mut()) {
        members.insert("prefix".to_owned(), self::prefix(prefix));
    }
    if let (Some(AvroPlace { block, record, offset }), Some(members)) = (place, json.as_object_mut()) {
        members.insert("avro_file".to_owned(), json!({ "block": block, "record": record, "block_offset": offset }));
    }
    json
}

/// Only the first bytes of a longer span are shown.
const MOST_HEX: usize = 1 << 16;

fn prefix(Prefix { offset, bytes }: &Prefix) -> Value {
    json!({ "offset": offset, "length": bytes.len(), "hex": hex(bytes) })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn section(section: &Section) -> Value {
    json!({
        "size": section.bytes.len(),
        "spans": section.spans.iter().map(|span| self::span(span, &section.bytes)).collect::<Vec<_>>(),
    })
}

fn span(span: &Span, bytes: &[u8]) -> Value {
    let bytes = &bytes[span.offset..span.offset + span.len];
    let mut json = json!({
        "offset": span.offset,
        "length": span.len,
        "hex": hex(&bytes[..bytes.len().min(MOST_HEX)]),
        "kind": span.kind.name(),
        "path": span.path.to_string(),
        "element": span.element,
    });
    if let Some(members) = json.as_object_mut() {
        let encoding = Some(&span.encoding).filter(|encoding| !encoding.is_empty());
        members.extend(encoding.map(|encoding| ("encoding".to_owned(), encoding.as_str().into())));
        members.extend(span.value.iter().map(|value| ("value".to_owned(), value.as_str().into())));
        let others = Some(&span.others).filter(|others| !others.is_empty());
        let shared = Some(span.shared).filter(|shared| *shared > 0);
        members.extend(shared.map(|shared| ("shared".to_owned(), shared.into())));
        members.extend(others.map(|others| ("others".to_owned(), others.as_slice().into())));
    }
    json
}

fn fault(refusal: &Refusal) -> Value {
    let mut json = json!({
        "code": refusal.failure.code.name(),
        "offset": refusal.failure.offset,
        "path": refusal.path.to_string(),
        "text": refusal.to_string(),
    });
    if let (Some(TextPlace { line, column }), Some(members)) = (refusal.place.as_deref(), json.as_object_mut()) {
        members.insert("line".to_owned(), json!(line));
        members.insert("column".to_owned(), json!(column));
    }
    json
}
