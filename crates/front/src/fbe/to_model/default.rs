//! Defaults of fields.

use super::Maker;
use super::base_type::{BaseType, Kind};
use super::field::Named;
use crate::fbe::ast::{DefaultValue, FieldDecl, FieldDefault, ItemKind, Word};
use crate::fbe::codes;
use polywire_model::attr::FbeGenerated;
use polywire_model::{DeclId, Field, Literal, Presence};
use polywire_source::{Diagnostic, closest};

/// The value of a default.
enum Found {
    Literal(Literal),
    Generated(FbeGenerated),
    /// `null`.
    Absent,
}

impl<'a> Maker<'a, '_> {
    pub(super) fn set_default(&mut self, field: &mut Field, decl: &'a FieldDecl, named: &Named) {
        let Some(default) = &decl.default else { return };
        if decl.ty.collection.is_some() {
            let problem = Diagnostic::error(codes::VALUE, "a collection cannot have a default");
            self.diagnostics.push(problem.at(default.span, "").help("remove it: new collections are empty"));
            return;
        }
        let found = match (named.base, named.enumeration) {
            _ if single(default) == Some("null") => Ok(Found::Absent),
            (_, Some(id)) => self.of_enum(id, default),
            (Some(base), None) => of_base(base, default),
            (None, None) => Err("only `null` can be the default of a struct".to_owned()),
        };
        match found {
            Ok(Found::Literal(literal)) => {
                let is_usual = field.presence == Presence::Implicit && named.enumeration.is_none() && is_zero(&literal);
                field.default = (!is_usual).then_some(literal);
            }
            Ok(Found::Generated(generated)) => field.attrs.fbe.generated = Some(generated),
            Ok(Found::Absent) => self.check_null(field, default),
            Err(message) if message.is_empty() => {}
            Err(message) => {
                let problem = Diagnostic::error(codes::VALUE, message).at(default.span, "");
                self.diagnostics.push(problem.related(decl.ty.name.span, "the type of the field"));
            }
        }
    }

    /// The official compiler accepts `null` for a value that is always there, and its C++ compiler then fails.
    fn check_null(&mut self, field: &Field, default: &FieldDefault) {
        if field.presence != Presence::Optional {
            let message = format!("`{}` always has a value, so that it cannot be null", field.name);
            let problem = Diagnostic::warning(codes::VALUE, message).at(default.span, "");
            self.diagnostics.push(problem.help("make the field optional: write `?` behind its type"));
        }
    }

    fn of_enum(&mut self, id: DeclId, default: &FieldDefault) -> Result<Found, String> {
        let names = match &default.value {
            DefaultValue::Names(names) => names,
            DefaultValue::Int(value) => return Ok(Found::Literal(Literal::Int(*value))),
            DefaultValue::Number(_) | DefaultValue::Char(_) | DefaultValue::Text(_) => {
                return Err("a value of the enum is needed".to_owned());
            }
        };
        let mut sum = 0;
        for name in names {
            sum |= self.enum_value_of(id, name).ok_or_else(String::new)?;
        }
        Ok(Found::Literal(Literal::Int(sum)))
    }

    /// Returns the number of `Enum.value`, or of `package.Enum.value`.
    fn enum_value_of(&mut self, id: DeclId, name: &Word) -> Option<i128> {
        let it = self.model.as_enum(id)?;
        let last = name.text.rsplit('.').next().unwrap_or_default();
        let found = it.members.iter().find(|member| member.name == last);
        if let Some(member) = found {
            let bits = member.number as u64;
            return Some(if it.signed { member.number.into() } else { bits.into() });
        }
        let help = match closest(last, it.members.iter().map(|member| member.name.as_str())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "use one of its values".to_owned(),
        };
        let problem = Diagnostic::error(codes::UNKNOWN_NAME, format!("the enum has no value `{last}`"));
        let problem = problem.at(name.span, "").help(help);
        let place = self.by_id.iter().find(|it| it.id == id && matches!(it.item.kind, ItemKind::Enum(_)));
        let place = place.map(|it| it.item.name.span).unwrap_or_default();
        self.diagnostics.push(problem.related(place, "declared here"));
        None
    }
}

/// Returns true for the value of a field without a default.
fn is_zero(literal: &Literal) -> bool {
    match literal {
        Literal::Bool(value) => !value,
        Literal::Int(value) => *value == 0,
        Literal::Float(bits) => *bits == 0,
        Literal::Text(text) => text.is_empty(),
        Literal::Bytes(bytes) => bytes.iter().all(|byte| *byte == 0),
    }
}

/// Returns the only name of a default.
fn single(default: &FieldDefault) -> Option<&str> {
    match &default.value {
        DefaultValue::Names(names) => match names.as_slice() {
            [name] => Some(&name.text),
            _ => None,
        },
        DefaultValue::Int(_) | DefaultValue::Number(_) | DefaultValue::Char(_) | DefaultValue::Text(_) => None,
    }
}

fn of_base(base: BaseType, default: &FieldDefault) -> Result<Found, String> {
    if let Some(range) = base.range() {
        return integer(base, range, default);
    }
    let word = single(default);
    let literal = match (base.kind, &default.value) {
        (Kind::Bool, _) if matches!(word, Some("true" | "false")) => Literal::Bool(word == Some("true")),
        (Kind::Float { .. }, DefaultValue::Int(value)) => Literal::Float((*value as f64).to_bits()),
        (Kind::Float { bits }, DefaultValue::Number(text)) => float(bits, text)?,
        (Kind::Float { bits }, _) if matches!(word, Some("min" | "max")) => extreme(bits, word == Some("max")),
        (Kind::Decimal, DefaultValue::Int(value)) => Literal::Bytes(decimal(&value.to_string())?),
        (Kind::Decimal, DefaultValue::Number(text)) => Literal::Bytes(decimal(text)?),
        (Kind::Text, DefaultValue::Text(text)) => Literal::Text(text.clone()),
        (Kind::Timestamp, DefaultValue::Int(value)) if u64::try_from(*value).is_ok() => Literal::Int(*value),
        (Kind::Timestamp, _) if word == Some("epoch") => Literal::Int(0),
        (Kind::Timestamp, _) if word == Some("utc") => return Ok(Found::Generated(FbeGenerated::Now)),
        (Kind::Uuid, _) if word == Some("uuid0") => Literal::Bytes(vec![0; 16]),
        (Kind::Uuid, _) if word == Some("uuid1") => return Ok(Found::Generated(FbeGenerated::Uuid1)),
        (Kind::Uuid, _) if word == Some("uuid4") => return Ok(Found::Generated(FbeGenerated::Uuid4)),
        (Kind::Uuid, DefaultValue::Text(text)) => Literal::Bytes(uuid(text)?),
        (Kind::Bytes, _) => return Err("bytes cannot have a default".to_owned()),
        (kind, _) => return Err(format!("this is not a value of {}: {}", base.name, wanted(kind))),
    };
    Ok(Found::Literal(literal))
}

fn wanted(kind: Kind) -> &'static str {
    match kind {
        Kind::Bool => "write `true` or `false`",
        Kind::Int { .. } | Kind::Character { .. } => "write a number in its range, `min` or `max`",
        Kind::Float { .. } | Kind::Decimal => "write a number",
        Kind::Text | Kind::Bytes => "write a text in double quotes",
        Kind::Timestamp => "write `epoch`, `utc` or nanoseconds since 1970",
        Kind::Uuid => "write `uuid0`, `uuid1`, `uuid4` or a UUID in double quotes",
    }
}

fn integer(base: BaseType, (least, greatest): (i128, i128), default: &FieldDefault) -> Result<Found, String> {
    let value = match (&default.value, single(default)) {
        (_, Some("min")) => least,
        (_, Some("max")) => greatest,
        (DefaultValue::Int(value), _) => *value,
        (DefaultValue::Char(value), _) => (*value).into(),
        _ => return Err(format!("this is not a value of {}: {}", base.name, wanted(base.kind))),
    };
    match (least..=greatest).contains(&value) {
        true => Ok(Found::Literal(Literal::Int(value))),
        false => Err(format!("{value} is not between {least} and {greatest}, the values of {}", base.name)),
    }
}

/// A float keeps the value of its own precision.
fn float(bits: u8, text: &str) -> Result<Literal, String> {
    let value: f64 = text.parse().map_err(|_| "this is not a number".to_owned())?;
    Ok(Literal::Float(if bits == 32 { f64::from(value as f32) } else { value }.to_bits()))
}

fn extreme(bits: u8, is_greatest: bool) -> Literal {
    let greatest = if bits == 32 { f64::from(f32::MAX) } else { f64::MAX };
    Literal::Float(if is_greatest { greatest } else { -greatest }.to_bits())
}

/// The digits without the point as 96 bits, two unused bytes, the digits behind the point, and the sign (bit 7).
fn decimal(text: &str) -> Result<Vec<u8>, String> {
    let (sign, digits) = text.strip_prefix('-').map_or((0, text), |digits| (0x80, digits));
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent: i64 = exponent.parse().map_err(|_| "this is not a number".to_owned())?;
    let too_large = || "a decimal has at most 96 bits and 28 digits behind the point".to_owned();
    let mut scale = fraction.len() as i64 - exponent;
    let mut number: u128 = format!("{whole}{fraction}").parse().map_err(|_| too_large())?;
    while scale < 0 && number < 1 << 96 {
        number *= 10;
        scale += 1;
    }
    if number >= 1 << 96 || !(0..=28).contains(&scale) {
        return Err(too_large());
    }
    Ok(number.to_le_bytes()[..12].iter().copied().chain([0, 0, scale as u8, sign]).collect())
}

fn uuid(text: &str) -> Result<Vec<u8>, String> {
    let digits: String = text.chars().filter(|it| *it != '-').collect();
    let value = u128::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 32);
    value
        .map(|value| value.to_be_bytes().to_vec())
        .ok_or_else(|| format!("\"{text}\" is not a UUID of 32 hexadecimal digits"))
}
