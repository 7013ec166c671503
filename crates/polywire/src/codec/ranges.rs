//! What a number that is out of range is, and what it should be.

use polywire_ir::ErrorCode;
use polywire_ir::types::{StructId, Type, Types};
use polywire_model::{DeclId, DeclKind, Literal, Model, NumberRange};
use polywire_vm::leaves::{write_json_float32, write_json_float64};
use polywire_vm::{PathStep, Refusal};
use std::collections::HashMap;

/// The ranges that a schema states for fields.
pub(super) struct Ranges(HashMap<(StructId, usize), NumberRange>);

impl Ranges {
    pub fn of(model: &Model, types: &Types) -> Self {
        let mut ranges = HashMap::new();
        for (decl, id) in model.decls.iter().zip((0..).map(DeclId)) {
            let (DeclKind::Struct(it), Some(record)) = (&decl.kind, types.struct_of(id)) else { continue };
            let limited = it.fields.iter().enumerate().filter(|(_, field)| !field.range.is_everything());
            ranges.extend(limited.map(|(index, field)| ((record, index), field.range.clone())));
        }
        Self(ranges)
    }

    /// Returns the number and its range, as far as they are known.
    pub fn detail(&self, types: &Types, record: StructId, refusal: &Refusal) -> Option<String> {
        let (ty, field) = member(types, record, &refusal.path.steps)?;
        match refusal.failure.code {
            ErrorCode::OutOfRange => {}
            ErrorCode::TooLarge => return count(&ty, refusal.tested()?),
            _ => return None,
        }
        let stated = field.and_then(|field| self.0.get(&field));
        let (min, max) = limits(&ty, stated)?;
        let range = match (min, max) {
            (Some(min), Some(max)) => format!("from {} to {}", min.text(&ty), max.text(&ty)),
            (Some(min), None) => format!("{} or greater", min.text(&ty)),
            (None, Some(max)) => format!("{} or less", max.text(&ty)),
            (None, None) => return None,
        };
        let found = refusal.tested().and_then(|bits| Number::of_bits(&ty, bits));
        // A check may have tested something else than the number.
        let found = found.filter(|found| {
            min.is_some_and(|min| found.is_below(min)) || max.is_some_and(|max| max.is_below(*found)) || found.is_nan()
        });
        Some(match found {
            Some(found) => format!("{} is not {range}", found.text(&ty)),
            None => format!("the number must be {range}"),
        })
    }
}

/// Returns the number of elements of a list that is too long.
fn count(ty: &Type, count: u64) -> Option<String> {
    matches!(ty, Type::List(_) | Type::Map(_)).then(|| format!("there are {count} elements"))
}

#[derive(Clone, Copy)]
enum Number {
    Int(i128),
    Float(f64),
}

impl Number {
    fn of_bits(ty: &Type, bits: u64) -> Option<Self> {
        match ty {
            Type::Int { signed: true, .. } => Some(Self::Int((bits as i64).into())),
            Type::Int { .. } => Some(Self::Int(bits.into())),
            Type::Float { bits: 32 } => Some(Self::Float(f32::from_bits(bits as u32).into())),
            Type::Float { .. } => Some(Self::Float(f64::from_bits(bits))),
            _ => None,
        }
    }

    fn of_literal(literal: &Literal) -> Option<Self> {
        match literal {
            Literal::Int(number) => Some(Self::Int(*number)),
            Literal::Float(bits) => Some(Self::Float(f64::from_bits(*bits))),
            Literal::Bool(_) | Literal::Text(_) | Literal::Bytes(_) => None,
        }
    }

    fn is_below(self, other: Self) -> bool {
        match (self, other) {
            (Self::Int(one), Self::Int(other)) => one < other,
            (one, other) => one.float() < other.float(),
        }
    }

    fn is_nan(self) -> bool {
        self.float().is_nan()
    }

    fn float(self) -> f64 {
        match self {
            Self::Int(number) => number as f64,
            Self::Float(number) => number,
        }
    }

    fn text(self, ty: &Type) -> String {
        let mut text = Vec::new();
        match (self, ty) {
            (Self::Int(number), _) => return number.to_string(),
            (Self::Float(number), _) if !number.is_finite() => return number.to_string(),
            (Self::Float(number), Type::Float { bits: 32 }) => {
                write_json_float32(u64::from((number as f32).to_bits()), &mut text);
            }
            (Self::Float(number), _) => write_json_float64(number.to_bits(), &mut text),
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// Returns the limits of a number: those that the schema states, else those of its type.
fn limits(ty: &Type, stated: Option<&NumberRange>) -> Option<(Option<Number>, Option<Number>)> {
    let stated = |limit: fn(&NumberRange) -> &Option<Literal>| {
        stated.and_then(|range| limit(range).as_ref()).and_then(Number::of_literal)
    };
    let (min, max) = (stated(|it| &it.min), stated(|it| &it.max));
    match ty {
        Type::Int { bits, signed, .. } => {
            let all = 1i128 << (*bits).min(64);
            let (least, greatest) = if *signed { (-all / 2, all / 2 - 1) } else { (0, all - 1) };
            Some((min.or(Some(Number::Int(least))), max.or(Some(Number::Int(greatest)))))
        }
        Type::Float { .. } => Some((min, max)),
        _ => None,
    }
}

/// Returns the type of the member at a path; of a field, also its struct and index.
fn member(types: &Types, record: StructId, steps: &[PathStep]) -> Option<(Type, Option<(StructId, usize)>)> {
    let (mut ty, mut field) = (Type::Struct(record), None);
    for step in steps {
        (ty, field) = match (ty, step) {
            (Type::Struct(id), PathStep::Name(name)) => {
                let fields = &types.record(id).fields;
                let index = fields.iter().position(|field| field.name == *name)?;
                (fields[index].ty.clone(), Some((id, index)))
            }
            (Type::Union(id), PathStep::Name(name)) => {
                let case = types.union(id).cases.iter().find(|case| case.name == *name)?;
                (case.ty.clone()?, None)
            }
            (Type::List(element) | Type::Array(element, _), PathStep::Index(_)) => (*element, None),
            (Type::Map(id), PathStep::Key(_)) => (types.record(id).fields.get(1)?.ty.clone(), None),
            _ => return None,
        };
    }
    Some((ty, field))
}

#[cfg(test)]
mod tests {
    use crate::codec::Codecs;
    use crate::lock_update::{needed, settle};
    use polywire_model::{Field, Literal, Model, NumberRange, Presence, Type};
    use polywire_source::SourceMap;
    use polywire_test_models::make::{declare, record, text};

    const FORMATS: [&str; 7] = ["json", "protobuf", "capnp", "flatbuffers", "avro", "cdr", "msgpack"];

    fn codecs(limited: bool, format: &str) -> Codecs {
        let number = |name: &str, ty: Type, presence, (min, max): (Option<Literal>, Option<Literal>)| {
            let range = if limited { NumberRange { min, max } } else { NumberRange::default() };
            Field { range, presence, ..Field::new(name, ty) }
        };
        let (int, float) = (Literal::Int, |number: f64| Literal::Float(number.to_bits()));
        let mut model = Model::default();
        let inner = vec![
            number("level", Type::int(16, true), Presence::Implicit, (Some(int(-5)), Some(int(5)))),
            number("count", Type::int(64, false), Presence::Optional, (Some(int(2)), None)),
            number("ratio", Type::Float { bits: 32 }, Presence::Optional, (None, Some(float(0.5)))),
        ];
        let inner = declare(&mut model, "Inner", record(inner));
        let fields = vec![Field::new("name", text()), Field::new("all", Type::list(Type::Named(inner)))];
        declare(&mut model, "Sample", record(fields));
        model.decls.iter_mut().for_each(|decl| decl.module.clear());
        let format = crate::format(format).expect("a format");
        let facts = needed(&model, &[format]);
        let settled = settle(&model, &facts, &SourceMap::default(), &mut |_| Ok(None)).expect("a fresh lock");
        Codecs::new(&settled.model, format).expect("codecs")
    }

    fn refusals(format: &str, json: &str) -> [String; 2] {
        let free = codecs(false, format).codec_of_sample();
        let limited = codecs(true, format).codec_of_sample();
        let value = codecs(false, "json_plain").codec_of_sample().decode(json.as_bytes()).expect("a value");
        let written = limited.encode(&value).expect_err("out of range");
        let read = limited.decode(&free.encode(&value).expect("a message")).expect_err("out of range");
        [written, read].map(|refusal| format!("{}: {}", refusal.path, refusal.detail().unwrap_or_default()))
    }

    impl Codecs {
        fn codec_of_sample(&self) -> crate::codec::Codec {
            self.codec_of(self.record_named("Sample").expect("the struct")).expect("its codec")
        }
    }

    #[test]
    fn errors_tell_the_number_and_its_range() {
        let cases = [
            ("{\"all\":[{},{\"level\":-6}]}", "all[1].level: -6 is not from -5 to 5"),
            ("{\"all\":[{\"count\":1}]}", "all[0].count: 1 is not from 2 to 18446744073709551615"),
            ("{\"all\":[{\"ratio\":0.75}]}", "all[0].ratio: 0.75 is not 0.5 or less"),
        ];
        for format in FORMATS {
            for (json, expected) in cases {
                assert_eq!(refusals(format, json), [expected, expected], "{format}");
            }
        }
    }

    #[test]
    fn numbers_that_the_type_cannot_hold_are_told_with_its_range() {
        let refusal = codecs(false, "json").codec_of_sample().decode(b"{\"all\":[{\"level\":40000}]}");
        let refusal = refusal.expect_err("out of range");
        assert_eq!(refusal.path.to_string(), "all[0].level");
        assert_eq!(refusal.detail(), Some("40000 is not from -32768 to 32767"));
        assert!(refusal.to_string().ends_with(": 40000 is not from -32768 to 32767"), "{refusal}");
    }
}
