//! Messages as values, for comparisons.

use super::Converter;
use super::json_to_msgpack;
use super::msgpack::Parts;
use super::notes::Found;
use super::part::{Container, ReadParts, What};
use crate::Format;
use polywire_vm::{Refusal, Value};

/// Reads messages of a self-describing format as values: as their form in JSON, so that those of several formats are comparable.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    to_json: Converter,
}

impl Reader {
    /// Returns `None` if the format needs a schema, or does not tell the types of its values.
    pub fn of(format: &Format, depth: u32, budget: u64) -> Option<Self> {
        let to_json = Converter::between(format, crate::format("json")?)?.with_limits(depth, budget);
        to_json.note().is_none().then_some(Self { to_json })
    }

    /// Reads a message. Of entries with equal keys, the last one is in the value.
    pub fn read(&self, message: &[u8]) -> Result<(Value, Found), Refusal> {
        let (mut json, mut msgpack) = (Vec::new(), Vec::new());
        let found = self.to_json.convert(message, &mut json)?;
        let limits = self.to_json.limits.for_entries();
        let rounded = json_to_msgpack::convert(&json, limits, &mut msgpack)?.rounded;
        Ok((value(Parts::new(&msgpack, limits.depth))?, Found { rounded, ..found }))
    }
}

/// Builds the value of the tokens.
fn value<'a>(mut parts: impl ReadParts<'a>) -> Result<Value, Refusal> {
    // The values of each open container, and of the message itself.
    let mut open: Vec<Vec<Value>> = vec![Vec::new()];
    while let Some(part) = parts.next()? {
        let value = match part.what {
            What::Begin(..) => {
                open.push(Vec::new());
                continue;
            }
            What::End(container) => contained(container, open.pop().unwrap_or_default()),
            scalar => of_scalar(scalar),
        };
        if let Some(values) = open.last_mut() {
            values.push(value);
        }
    }
    Ok(open.pop().and_then(|mut values| values.pop()).unwrap_or(Value::Absent))
}

fn contained(container: Container, values: Vec<Value>) -> Value {
    match container {
        Container::Array => Value::List(values),
        Container::Map => {
            let mut values = values.into_iter();
            Value::Map(std::iter::from_fn(|| Some((values.next()?, values.next()?))).collect())
        }
    }
}

fn of_scalar(scalar: What<'_>) -> Value {
    match scalar {
        What::Nil | What::Begin(..) | What::End(_) => Value::Absent,
        What::Bool(value) => Value::Bool(value),
        What::Uint(value) => Value::Uint(value),
        What::Int(value) => Value::Int(value),
        What::Float32(bits) => Value::Float(as_in_text(f32::from_bits(bits)).to_bits()),
        What::Float64(bits) => Value::Float(bits),
        What::Str(text) => Value::Text(text.to_vec()),
        What::Bin(bytes) => Value::Bytes(bytes.to_vec()),
        What::Ext(ty, data) => Value::List(vec![Value::Int(ty.into()), Value::Bytes(data.to_vec())]),
    }
}

/// Returns the float of 64 bits that has the shortest text of a float of 32 bits: 0.1 for the one next to it.
fn as_in_text(float: f32) -> f64 {
    if float.is_finite() { float.to_string().parse().unwrap_or(f64::from(float)) } else { float.into() }
}
