//! Self-describing messages without a schema: what is accepted is the same in all forms, and explained.

use polywire::untyped::Converter;
use polywire::{Format, Limits, format, inspect, without_schema};

/// The formats, by the first byte of an input.
const FORMATS: [&str; 4] = ["flexbuffers", "msgpack", "json", "json_flatc"];

const DEPTH: u32 = 100;
/// A map can be three containers in JSON.
const DEEPEST: u32 = 3 * DEPTH;
const BUDGET: u64 = 1 << 20;

/// Takes a byte that selects the format, followed by a message.
pub fn untyped(data: &[u8]) {
    let Some((choice, message)) = data.split_first() else { return };
    let name = FORMATS[usize::from(*choice) % FORMATS.len()];
    let json = converted(name, "json", (message, DEPTH));
    inspected(name, message, json.is_some());
    assert_eq!(converted(name, name, (message, DEPTH)).is_some(), json.is_some(), "copied");
    let Some(json) = json else { return };
    for other in FORMATS {
        // MessagePack has values that the other one lacks.
        let Some(there) = converted("json", other, (&json, DEEPEST)) else { continue };
        let back = converted(other, "json", (&there, DEEPEST)).expect("what was written is read");
        let again = converted("json", other, (&back, DEEPEST)).expect("what was read is written");
        assert_eq!(converted(other, "json", (&again, DEEPEST)).expect("what was written is read"), back, "{other}");
    }
}

/// Returns the bytes that select a format.
pub(crate) fn choice(name: &str) -> [u8; 1] {
    [FORMATS.iter().position(|it| *it == name).unwrap_or_default() as u8]
}

fn converted(from: &str, to: &str, (message, depth): (&[u8], u32)) -> Option<Vec<u8>> {
    let converter = Converter::between(known(from), known(to)).expect("no schema is needed").with_limits(depth, BUDGET);
    let mut output = Vec::new();
    converter.convert(message, &mut output).is_ok().then_some(output)
}

/// Each byte is in one span, and there is an error if and only if the message is refused.
fn inspected(name: &str, message: &[u8], is_accepted: bool) {
    let limits = Limits { depth: DEPTH, budget: BUDGET, ..Limits::default() };
    let Some(inspection) = inspect::guess::untyped(known(name), message, &limits) else { return };
    let mut end = 0;
    for span in &inspection.sections[0].spans {
        assert_eq!(span.offset, end, "a gap");
        end += span.len;
    }
    assert_eq!(end, message.len(), "not all is explained");
    let is_cut = inspection.sections[0].spans.iter().any(|span| span.element.starts_with("not shown"));
    assert!(is_cut || inspection.faults.is_empty() == is_accepted, "{:?}", inspection.faults);
}

fn known(name: &str) -> &'static Format {
    format(name).or(without_schema(name)).expect("a format")
}
