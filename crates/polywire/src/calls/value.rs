//! Dynamic values of the types of envelopes: their fields in the order of `polywire_model::rpc`.

use polywire_rpc::{Call, End, Envelope, Item, Metadata, MetadataValue, Start, Status};
use polywire_vm::{Held, Record, Value};

/// Returns the value of an envelope, and of the number of its call.
pub(super) fn of_envelope(envelope: &Envelope, number: Option<u32>) -> Value {
    let (case, value) = match envelope {
        Envelope::Call(it) => (0, of_call(it)),
        Envelope::Start(it) => (1, of_start(it)),
        Envelope::Item(it) => (2, of_item(it)),
        Envelope::End(it) => (3, of_end(it)),
    };
    record(vec![held(case, value), number.map_or(Value::Absent, |it| Value::Uint(it.into()))])
}

fn of_call(it: &Call) -> Value {
    record(vec![
        text(&it.service),
        text(&it.method),
        it.timeout.map_or(Value::Absent, Value::Uint),
        text(&it.format),
        text(&it.compression),
        texts(&it.accepts),
        all_metadata(&it.metadata),
        it.item.as_ref().map_or(Value::Absent, of_item),
    ])
}

fn of_item(it: &Item) -> Value {
    record(vec![Value::Bool(it.compressed), Value::Bytes(it.body.clone())])
}

fn of_start(it: &Start) -> Value {
    record(vec![text(&it.format), text(&it.compression), texts(&it.accepts), all_metadata(&it.metadata)])
}

fn of_end(it: &End) -> Value {
    record(vec![
        it.http_status.map_or(Value::Absent, |status| Value::Uint(status.into())),
        Value::Enum(it.status.0.into()),
        text(&it.message),
        Value::Bytes(it.details.clone()),
        all_metadata(&it.metadata),
        it.item.as_ref().map_or(Value::Absent, of_item),
    ])
}

fn all_metadata(all: &[Metadata]) -> Value {
    Value::List(all.iter().map(of_metadata).collect())
}

/// Returns the value of metadata.
pub(super) fn of_metadata(it: &Metadata) -> Value {
    let value = match &it.value {
        MetadataValue::Text(it) => held(0, text(it)),
        MetadataValue::Binary(it) => held(1, Value::Bytes(it.clone())),
    };
    record(vec![text(&it.name), value])
}

fn record(fields: Vec<Value>) -> Value {
    Value::Struct(Record { fields, unknown: None })
}

fn held(case: u32, value: Value) -> Value {
    Value::Union(Some(Box::new(Held { case, value })))
}

fn text(text: &str) -> Value {
    Value::Text(text.as_bytes().to_vec())
}

fn texts(all: &[String]) -> Value {
    Value::List(all.iter().map(|it| text(it)).collect())
}

/// Returns the envelope that a value holds, and the number of its call.
pub(super) fn envelope(value: Value) -> Option<(Envelope, Option<u32>)> {
    let [held, call_number] = fields(value)?;
    let Value::Union(Some(held)) = held else { return None };
    let Held { case, value } = *held;
    let envelope = match case {
        0 => Envelope::Call(call(value)?),
        1 => Envelope::Start(start(value)?),
        2 => Envelope::Item(item(value)?),
        _ => Envelope::End(end(value)?),
    };
    Some((envelope, number(&call_number).and_then(|it| u32::try_from(it).ok())))
}

fn call(value: Value) -> Option<Call> {
    let [service, method, timeout, format, compression, accepts, metadata, message] = fields(value)?;
    Some(Call {
        service: read_text(service)?,
        method: read_text(method)?,
        timeout: number(&timeout),
        format: read_text(format)?,
        compression: read_text(compression)?,
        accepts: read_list(accepts, read_text)?,
        metadata: read_list(metadata, metadata_of)?,
        item: optional_item(message)?,
    })
}

fn optional_item(value: Value) -> Option<Option<Item>> {
    if value == Value::Absent { Some(None) } else { item(value).map(Some) }
}

fn start(value: Value) -> Option<Start> {
    let [format, compression, accepts, metadata] = fields(value)?;
    Some(Start {
        format: read_text(format)?,
        compression: read_text(compression)?,
        accepts: read_list(accepts, read_text)?,
        metadata: read_list(metadata, metadata_of)?,
    })
}

fn item(value: Value) -> Option<Item> {
    let [compressed, body] = fields(value)?;
    Some(Item { compressed: compressed == Value::Bool(true), body: bytes(body)? })
}

fn end(value: Value) -> Option<End> {
    let [http_status, status, message, details, metadata, last] = fields(value)?;
    let Value::Enum(status) = status else { return None };
    Some(End {
        http_status: number(&http_status).and_then(|it| u16::try_from(it).ok()),
        status: Status(u32::try_from(status).ok()?),
        message: read_text(message)?,
        details: bytes(details)?,
        metadata: read_list(metadata, metadata_of)?,
        item: optional_item(last)?,
    })
}

/// Returns the metadata that a value holds.
pub(super) fn metadata_of(value: Value) -> Option<Metadata> {
    let [name, value] = fields(value)?;
    let Value::Union(Some(held)) = value else { return None };
    let value = match held.case {
        0 => MetadataValue::Text(read_text(held.value)?),
        _ => MetadataValue::Binary(bytes(held.value)?),
    };
    Some(Metadata { name: read_text(name)?, value })
}

fn fields<const N: usize>(value: Value) -> Option<[Value; N]> {
    let Value::Struct(record) = value else { return None };
    record.fields.try_into().ok()
}

fn number(value: &Value) -> Option<u64> {
    if let Value::Uint(it) = value { Some(*it) } else { None }
}

fn read_text(value: Value) -> Option<String> {
    if let Value::Text(it) = value { String::from_utf8(it).ok() } else { None }
}

fn bytes(value: Value) -> Option<Vec<u8>> {
    if let Value::Bytes(it) = value { Some(it) } else { None }
}

fn read_list<T>(value: Value, read: fn(Value) -> Option<T>) -> Option<Vec<T>> {
    if let Value::List(all) = value { all.into_iter().map(read).collect() } else { None }
}
