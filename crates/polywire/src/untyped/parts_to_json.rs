//! Self-describing binary formats to JSON. A value that JSON lacks becomes an object with one member whose name begins with `$`;
//! docs/msgpack.md lists them.
//!
//! Design: docs/decisions/0117-msgpack-as-json.md

use super::Bounds;
use super::json;
use super::json_text::JsonText;
use super::notes::{Found, Keys};
use super::part::{Container, Part, ReadParts, What, watch};
use super::timestamp::{self, Timestamp};
use polywire_vm::Failure;
use polywire_vm::leaves::{utf8_valid, write_json_base64, write_json_float32, write_json_float64};

pub(super) fn convert<'a>(
    mut parts: impl ReadParts<'a>,
    is_pretty: bool,
    limits: Bounds,
    output: &mut Vec<u8>,
) -> Result<Found, Failure> {
    let survey = survey(parts.clone())?;
    let mut writer =
        Writer { text: JsonText::new(output, is_pretty, limits), are_pairs: survey.are_pairs.iter(), open: Vec::new() };
    while let Some(part) = parts.next()? {
        writer.part(&part);
        writer.text.check(part.offset)?;
    }
    Ok(Found { duplicates: survey.keys.duplicates, rounded: None })
}

/// Facts about maps that must be known before they are written.
#[derive(Default)]
struct Survey {
    /// For each map in the order of their starts, true if it is written as a list of pairs.
    are_pairs: Vec<bool>,
    keys: Keys,
}

fn survey<'a>(mut parts: impl ReadParts<'a>) -> Result<Survey, Failure> {
    let mut survey = Survey::default();
    // Indices of the open maps.
    let mut open = Vec::new();
    while let Some(part) = parts.next()? {
        watch(&mut survey.keys, &part);
        if let (true, Some(&map)) = (part.is_key, open.last()) {
            survey.are_pairs[map] |= !is_name(&part.what);
        }
        match part.what {
            What::Begin(Container::Map, _) => {
                open.push(survey.are_pairs.len());
                survey.are_pairs.push(false);
            }
            What::End(Container::Map) => drop(open.pop()),
            _ => {}
        }
    }
    Ok(survey)
}

/// Returns true if a key can be the name of a member; names that begin with `$` are special.
fn is_name(key: &What<'_>) -> bool {
    matches!(key, What::Str(text) if utf8_valid(text) && !text.starts_with(b"$"))
}

/// Returns true if a NaN has other bits than the one that `"NaN"` stands for.
fn is_other_nan<T: PartialEq>(is_nan: bool, bits: T, usual: T) -> bool {
    is_nan && bits != usual
}

struct Writer<'o, 's> {
    text: JsonText<'o>,
    are_pairs: std::slice::Iter<'s, bool>,
    /// The open containers, each with its form.
    open: Vec<Form>,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    Array,
    Object,
    Pairs {
        /// True if the key of a pair has been written.
        has_key: bool,
    },
}

impl Writer<'_, '_> {
    fn part(&mut self, part: &Part<'_>) {
        match part.what {
            What::Str(key) if part.is_key && self.open.last() == Some(&Form::Object) => return self.text.key_text(key),
            What::End(_) => return self.end(),
            _ => {}
        }
        if let Some(Form::Pairs { has_key: false }) = self.open.last() {
            self.text.begin(json::Container::Array);
        }
        match part.what {
            What::Begin(container, _) => return self.begin(container),
            ref scalar => self.scalar(scalar),
        }
        self.value_ended();
    }

    fn begin(&mut self, container: Container) {
        let form = match container {
            Container::Array => Form::Array,
            Container::Map if self.are_pairs.next() == Some(&true) => Form::Pairs { has_key: false },
            Container::Map => Form::Object,
        };
        self.text.begin(if form == Form::Array { json::Container::Array } else { json::Container::Object });
        if let Form::Pairs { .. } = form {
            self.text.key(b"\"$map\"");
            self.text.begin(json::Container::Array);
        }
        self.open.push(form);
    }

    fn end(&mut self) {
        match self.open.pop() {
            Some(Form::Pairs { .. }) => {
                self.text.end(json::Container::Array);
                self.text.end(json::Container::Object);
            }
            Some(Form::Object) => self.text.end(json::Container::Object),
            Some(Form::Array) | None => self.text.end(json::Container::Array),
        }
        self.value_ended();
    }

    /// Ends a pair if its value is complete.
    fn value_ended(&mut self) {
        if let Some(Form::Pairs { has_key }) = self.open.last_mut() {
            *has_key = !*has_key;
            if !*has_key {
                self.text.end(json::Container::Array);
            }
        }
    }

    fn scalar(&mut self, what: &What<'_>) {
        match *what {
            What::Nil => self.text.value(b"null"),
            What::Bool(value) => self.text.value(value.to_string().as_bytes()),
            What::Uint(value) => self.text.value(value.to_string().as_bytes()),
            What::Int(value) => self.text.value(value.to_string().as_bytes()),
            What::Float32(bits) if is_other_nan(f32::from_bits(bits).is_nan(), bits, f32::NAN.to_bits()) => {
                self.special("$float32", |out| out.extend(format!("\"{bits:#010x}\"").bytes()));
            }
            What::Float32(bits) => self.special("$float32", |out| write_json_float32(bits.into(), out)),
            What::Float64(bits) if f64::from_bits(bits).is_finite() => {
                self.text.write(|out| write_json_float64(bits, out));
            }
            What::Float64(bits) if is_other_nan(f64::from_bits(bits).is_nan(), bits, f64::NAN.to_bits()) => {
                self.special("$float", |out| out.extend(format!("\"{bits:#018x}\"").bytes()));
            }
            What::Float64(bits) => self.special("$float", |out| write_json_float64(bits, out)),
            What::Str(text) if utf8_valid(text) => self.text.text(text),
            What::Str(bytes) => self.special("$str", |out| write_json_base64(bytes, out)),
            What::Bin(bytes) => self.special("$bin", |out| write_json_base64(bytes, out)),
            What::Ext(ty, data) => self.ext(ty, data),
            What::Begin(..) | What::End(_) => {}
        }
    }

    fn ext(&mut self, ty: i8, data: &[u8]) {
        // A timestamp in a longer encoding than necessary is kept as an extension.
        let timestamp = Timestamp::of(data).filter(|it| ty == timestamp::TYPE && it.data() == data);
        if let Some(text) = timestamp.and_then(Timestamp::text) {
            return self.special("$timestamp", |out| out.extend(format!("\"{text}\"").bytes()));
        }
        self.special("$ext", |out| {
            out.extend(format!("[{ty},").bytes());
            write_json_base64(data, out);
            out.push(b']');
        });
    }

    /// Writes an object with one member, on one line.
    fn special(&mut self, name: &str, write: impl FnOnce(&mut Vec<u8>)) {
        self.text.write(|out| {
            out.extend(format!("{{\"{name}\":").bytes());
            write(out);
            out.push(b'}');
        });
    }
}
