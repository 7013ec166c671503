//! Defaults of fields.

use super::field::{ValueType, is_repeated};
use super::lookup::Named;
use super::options;
use super::{Resolver, Site};
use crate::proto::ast::{Field, OptionValue, Syntax, ValueKind};
use crate::proto::capability::{self, Feature};
use crate::proto::codes;
use crate::proto::scalar::Scalar;
use crate::suggestion::closest;
use polywire_model::{DeclId, Literal};
use polywire_source::Diagnostic;

/// Why a value cannot be a default: what is wrong, and what would be right.
struct Misfit {
    message: &'static str,
    help: String,
}

impl Resolver<'_> {
    /// The default of a field, where it has one that is not zero, empty or the first value of its enum.
    pub(super) fn default(&mut self, site: Site<'_>, field: &Field, ty: ValueType) -> Option<Literal> {
        let value = &options::find(&field.options, options::DEFAULT)?.value;
        let misplaced = match ty {
            _ if site.syntax == Syntax::Proto3 => Some("proto3 fields have no defaults of their own"),
            _ if is_repeated(field) => Some("a repeated field has no default"),
            _ if ty.is_message() => Some("a field of a message type has no default"),
            ValueType::Scalar(_) | ValueType::Named(_) => None,
        };
        if let Some(message) = misplaced {
            self.report(Diagnostic::error(codes::DEFAULT, message).at(value.span, "").help("remove the default"));
            return None;
        }
        match ty {
            ValueType::Scalar(scalar) => self.scalar_default(scalar, value),
            ValueType::Named(Named::Enum(id)) => self.enum_default(id, value),
            ValueType::Named(Named::Message(_)) => None,
        }
    }

    fn scalar_default(&mut self, scalar: Scalar, value: &OptionValue) -> Option<Literal> {
        let literal = match scalar {
            Scalar::Bool => bool_literal(&value.kind),
            Scalar::Int { bits, signed, .. } => int_literal(&value.kind, bits, signed),
            Scalar::Float { bits } => float_literal(&value.kind, bits),
            Scalar::String => return self.text_default(value),
            Scalar::Bytes => bytes_literal(&value.kind),
        };
        match literal {
            Ok(literal) => Some(literal).filter(|literal| !is_zero(literal)),
            Err(misfit) => {
                self.report(Diagnostic::error(codes::DEFAULT, misfit.message).at(value.span, "").help(misfit.help));
                None
            }
        }
    }

    fn text_default(&mut self, value: &OptionValue) -> Option<Literal> {
        let ValueKind::Text(bytes) = &value.kind else {
            let text = Diagnostic::error(codes::DEFAULT, "the default of a string is a string").at(value.span, "");
            self.report(text.help("put it in quotes"));
            return None;
        };
        match String::from_utf8(bytes.clone()) {
            Ok(text) => Some(Literal::Text(text)).filter(|literal| !is_zero(literal)),
            Err(_) => {
                self.report(capability::missing(Feature::InvalidUtf8Default, value.span));
                None
            }
        }
    }

    fn enum_default(&mut self, id: DeclId, value: &OptionValue) -> Option<Literal> {
        let members = self.model.as_enum(id).map(|it| it.members.as_slice()).unwrap_or_default();
        let name = match &value.kind {
            ValueKind::Word { negative: false, text } => text.as_str(),
            _ => "",
        };
        if let Some(index) = members.iter().position(|member| member.name == name) {
            return (index > 0).then(|| Literal::Int(members[index].number.into()));
        }
        if self.is_incomplete {
            return None;
        }
        let path = self.model.decl(id).path();
        let help = match closest(name, members.iter().map(|member| member.name.as_str())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write the name of one of its values".to_owned(),
        };
        let message = format!("the default is not a value of enum `{path}`");
        let unknown = Diagnostic::error(codes::DEFAULT, message)
            .at(value.span, "")
            .related(self.model.decl(id).span, "the enum is declared here");
        self.report(unknown.help(help));
        None
    }
}

fn bool_literal(value: &ValueKind) -> Result<Literal, Misfit> {
    match value {
        ValueKind::Word { negative: false, text } if text == "true" => Ok(Literal::Bool(true)),
        ValueKind::Word { negative: false, text } if text == "false" => Ok(Literal::Bool(false)),
        _ => Err(misfit("the default of a bool is `true` or `false`", "write `true` or `false`")),
    }
}

fn int_literal(value: &ValueKind, bits: u8, signed: bool) -> Result<Literal, Misfit> {
    let ValueKind::Int { negative, magnitude } = value else {
        return Err(misfit("the default of an integer field is an integer", "write an integer"));
    };
    let number = if *negative { -i128::from(*magnitude) } else { i128::from(*magnitude) };
    let (least, most) = match signed {
        true => (-1i128 << (bits - 1), (1i128 << (bits - 1)) - 1),
        false => (0, (1i128 << bits) - 1),
    };
    // Like protoc, which knows no negative zero of an unsigned type.
    if (least..=most).contains(&number) && (signed || !negative) {
        return Ok(Literal::Int(number));
    }
    Err(Misfit {
        message: "the default does not fit in the type of the field",
        help: format!("values are {least} to {most}"),
    })
}

fn float_literal(value: &ValueKind, bits: u8) -> Result<Literal, Misfit> {
    let number = match value {
        ValueKind::Int { negative, magnitude } => sign(*negative, *magnitude as f64),
        ValueKind::Float(number) => *number,
        ValueKind::Word { negative, text } if text == "inf" => sign(*negative, f64::INFINITY),
        ValueKind::Word { negative, text } if text == "nan" => sign(*negative, f64::NAN),
        ValueKind::Word { .. } | ValueKind::Text(_) | ValueKind::Aggregate => {
            return Err(misfit("the default of a float field is a number", "write a number, `inf`, `-inf` or `nan`"));
        }
    };
    let rounded = if bits == 32 { f64::from(number as f32) } else { number };
    Ok(Literal::Float(rounded.to_bits()))
}

fn bytes_literal(value: &ValueKind) -> Result<Literal, Misfit> {
    match value {
        ValueKind::Text(bytes) => Ok(Literal::Bytes(bytes.clone())),
        _ => Err(misfit("the default of a bytes field is a string", "put it in quotes")),
    }
}

fn sign(negative: bool, magnitude: f64) -> f64 {
    if negative { -magnitude } else { magnitude }
}

fn misfit(message: &'static str, help: &str) -> Misfit {
    Misfit { message, help: help.to_owned() }
}

fn is_zero(literal: &Literal) -> bool {
    match literal {
        Literal::Bool(it) => !it,
        Literal::Int(it) => *it == 0,
        Literal::Float(bits) => *bits == 0,
        Literal::Text(it) => it.is_empty(),
        Literal::Bytes(it) => it.is_empty(),
    }
}
