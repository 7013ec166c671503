//! Compares our JSON with the tool's, which omits null pointers and writes bytes as lists of numbers, 64-bit integers
//! in quotes, enumerators by name and Void as null.

use serde_json::{Map, Value};

/// The enumerators of `Shade` and of upstream's `TestEnum`, by number.
const ENUMS: [&[&str]; 2] = [
    &["dark", "mid", "light", "veryLongEnumerantName"],
    &["foo", "bar", "baz", "qux", "quux", "corge", "grault", "garply"],
];

/// The defaults of null pointers in `Defaulted`.
const DEFAULTS: [(&str, &str); 8] = [
    ("t", r#""déf\n\"x\"""#),
    ("d", r#""AP+g""#),
    ("d", "[0,255,160]"),
    ("l", "[1,-2,3]"),
    ("s", r#"{"x":5,"y":-6}"#),
    ("ls", r#"[{"x":1,"y":0},{"x":0,"y":2}]"#),
    ("lt", r#"["a","","c"]"#),
    ("bits", "[true,false,true,true,false,true,true,true,true]"),
];

/// Returns the difference between our JSON of a value and the tool's, or between the tool's JSON of our message and of
/// its own.
pub fn difference(ours: &Value, theirs: &Value) -> Option<String> {
    let found = match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => return difference_in_members(ours, theirs),
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => {
            let pairs = ours.iter().zip(theirs).enumerate();
            let found = |(index, (ours, theirs))| Some(format!("[{index}]{}", difference(ours, theirs)?));
            return pairs.into_iter().find_map(found);
        }
        (Value::String(ours), Value::Array(bytes)) => *ours != base64(bytes),
        (Value::Number(count), Value::Array(voids)) => {
            count.as_u64() != Some(voids.len() as u64) || !voids.iter().all(Value::is_null)
        }
        (Value::Number(number), Value::String(text)) => {
            let names = |names: &&[&str]| names.get(number.as_u64()? as usize).map(|name| name.to_string());
            number.to_string() != *text && !ENUMS.iter().filter_map(names).any(|name| name == *text)
        }
        (Value::Number(ours), Value::Number(theirs)) => !is_same_number(ours.as_f64(), theirs.as_f64()),
        (Value::Bool(true), Value::Null) => false,
        _ => ours != theirs,
    };
    found.then(|| format!(": {ours}, not {theirs}"))
}

/// Our JSON has the shortest digits of a binary32, the tool's those of a binary64.
fn is_same_number(ours: Option<f64>, theirs: Option<f64>) -> bool {
    let (Some(ours), Some(theirs)) = (ours, theirs) else { return false };
    let is_binary32 = f64::from(theirs as f32).to_bits() == theirs.to_bits();
    ours.to_bits() == theirs.to_bits() || is_binary32 && (ours as f32).to_bits() == (theirs as f32).to_bits()
}

fn difference_in_members(ours: &Map<String, Value>, theirs: &Map<String, Value>) -> Option<String> {
    let of_ours = ours.iter().find_map(|(name, value)| match theirs.get(name) {
        Some(other) => Some(format!(".{name}{}", difference(value, other)?)),
        None => (!is_of_null(name, value)).then(|| format!(".{name}: {value}, which the tool lacks")),
    });
    let is_missing = |(name, value): &(&String, &Value)| !ours.contains_key(*name) && !is_of_null(name, value);
    of_ours.or_else(|| theirs.iter().find(is_missing).map(|(name, value)| format!(".{name}: {value} is missing")))
}

/// Returns true if a null pointer is read as this value.
fn is_of_null(name: &str, value: &Value) -> bool {
    let mut defaults =
        DEFAULTS.iter().filter(|(of, _)| *of == name).map(|(_, json)| serde_json::from_str::<Value>(json));
    let is_empty = match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(elements) => elements.is_empty(),
        Value::Number(count) => count.as_u64() == Some(0),
        Value::Bool(_) | Value::Object(_) => false,
    };
    is_empty || defaults.any(|default| default.expect("JSON") == *value)
}

fn base64(bytes: &[Value]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |chunk: &[Value]| {
        let bytes = chunk.iter().map(|byte| byte.as_u64().unwrap_or_default() as usize).chain([0, 0]).take(3);
        let bits = bytes.fold(0, |bits, byte| bits << 8 | byte);
        let digit = move |at| if at <= chunk.len() { char::from(DIGITS[bits >> (18 - 6 * at) & 63]) } else { '=' };
        (0..4).map(digit).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}
