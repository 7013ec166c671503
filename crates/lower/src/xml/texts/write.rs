//! Texts of values.

use super::Texts;
use super::binary::write_unquoted;
use super::decimal::write_scaled;
use super::facets::{Simple, check_length};
use crate::plan::{arm, block, uuid};
use crate::text::class::{since, skip_while, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{BytesMeaning, Type, Types};
use polywire_ir::{Arg, Const, Datum, ErrorCode, Expr, Function, Order, Place, PureLeaf, ValueType, WriteLeaf};
use polywire_model::NumberRange;
use polywire_model::attr::{XmlForm, XmlMember, XmlText};
use std::collections::HashSet;

impl Texts {
    /// Writes a simple value in an element or in an attribute, if the schema allows it.
    pub fn write(&self, b: &mut FunctionBuilder, types: &Types, simple: Simple<'_>, place: Place, in_attribute: bool) {
        let facts = simple.facts;
        let write =
            |b: &mut FunctionBuilder, place| self.write_value(b, types, (simple.ty, facts), (place, in_attribute));
        self.check_value(b, simple, &place);
        if facts.automata.is_empty() || matches!(simple.ty, Type::Text { .. }) {
            return write(b, place);
        }
        let text = b.scratch("text", |b| write(b, place));
        self.check_automata(b, &facts.automata, &text.into(), ErrorCode::Unsupported);
        b.write(Datum::Span(text.into()));
    }

    /// Refuses a value that the schema does not allow; ranges of numbers are checked for all formats.
    fn check_value(&self, b: &mut FunctionBuilder, simple: Simple<'_>, place: &Place) {
        let value = || Expr::Get(place.clone());
        let everything = NumberRange::default();
        let simple = Simple { range: &everything, ..simple };
        match simple.ty {
            Type::Text { .. } if simple.is_any_text() => {}
            Type::Text { verified } => {
                if !verified {
                    b.check(Expr::Leaf(PureLeaf::Utf8Valid, vec![value()]), ErrorCode::InvalidUtf8);
                }
                let text = self.spaced(b, (simple.ty, simple.facts), value());
                let text = Expr::from(b.let_("treated", text));
                self.check_automata(b, &simple.facts.automata, &text, ErrorCode::Unsupported);
                self.check_text(b, simple, &text);
            }
            Type::Int { signed, .. } => self.check_number(b, simple, &value(), *signed),
            Type::Float { bits } => self.check_float(b, simple, &value(), *bits),
            Type::Bytes => check_length(b, &Expr::Len(place.clone()), simple.facts.length),
            Type::Bool
            | Type::FixedBytes(..)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Union(_)
            | Type::List(_)
            | Type::Array(..)
            | Type::Map(_) => {}
        }
    }

    /// Writes the elements of a list of tokens, if the schema allows it.
    pub fn write_tokens(
        &self,
        b: &mut FunctionBuilder,
        types: &Types,
        (simple, member): (Simple<'_>, &XmlMember),
        list: &Place,
        in_attribute: bool,
    ) {
        check_length(b, &Expr::Len(list.clone()), (member.min_occurs, member.max_occurs));
        let each = |b: &mut FunctionBuilder, write: &dyn Fn(&mut FunctionBuilder, Place)| {
            b.each(list.clone(), ("element", simple.ty.clone()), None, |b, it, index| {
                b.when(index.is_not(0u64), |b| b.write_bytes(b" "));
                write(b, it.into());
            });
        };
        if !member.tokens.is_empty() {
            // Without escapes.
            let text = b.scratch("tokens", |b| {
                each(b, &|b, it| match simple.ty {
                    Type::Text { .. } => b.write(Datum::Span(Expr::Get(it))),
                    ty => self.write_value(b, types, (ty, simple.facts), (it, false)),
                });
            });
            self.check_automata(b, &member.tokens, &text.into(), ErrorCode::Unsupported);
        }
        each(b, &|b, it| self.write(b, types, simple, it, in_attribute));
    }

    fn write_value(
        &self,
        b: &mut FunctionBuilder,
        types: &Types,
        (ty, facts): (&Type, &XmlText),
        (place, in_attribute): (Place, bool),
    ) {
        let call = |b: &mut FunctionBuilder, func, place: &Place| {
            b.call(func, vec![Arg::Value(Expr::Get(place.clone()))], &[]);
        };
        match ty {
            Type::Bool => b.if_else(Expr::Get(place), |b| b.write_bytes(b"true"), |b| b.write_bytes(b"false")),
            Type::Int { bits: 64, signed: true, .. } if facts.digits.1.is_some() => {
                write_scaled(b, place, facts.digits.1.unwrap_or(0));
            }
            Type::Int { signed: true, .. } => b.write_leaf(WriteLeaf::DecimalInt, vec![Expr::Get(place)]),
            Type::Int { .. } => b.write_leaf(WriteLeaf::DecimalUint, vec![Expr::Get(place)]),
            Type::Float { bits: 64 } => call(b, self.write_float64, &place),
            Type::Float { .. } => call(b, self.write_float32, &place),
            Type::Text { verified } => {
                if !verified {
                    let text = Expr::Get(place.clone());
                    b.check(Expr::Leaf(PureLeaf::Utf8Valid, vec![text]), ErrorCode::InvalidUtf8);
                }
                call(b, if in_attribute { self.write_attribute } else { self.write_text }, &place);
            }
            Type::FixedBytes(_, BytesMeaning::Uuid) => uuid::write_text(b, place),
            Type::FixedBytes(_, BytesMeaning::Decimal) => self.write_decimal(b, place),
            Type::Bytes | Type::FixedBytes(..) => {
                call(b, if facts.form == XmlForm::Hex { self.write_hex } else { self.write_base64 }, &place);
            }
            Type::Enum(id) => write_enum(b, types, *id, &place, in_attribute),
            Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_) => {
                b.fail(ErrorCode::Internal);
            }
        }
    }

    fn write_decimal(&self, b: &mut FunctionBuilder, place: Place) {
        match &self.decimals {
            Some(decimals) => write_unquoted(b, |b| decimals.write(b, place)),
            None => b.fail(ErrorCode::Internal),
        }
    }
}

/// A number without a name is written as a number.
fn write_enum(
    b: &mut FunctionBuilder,
    types: &Types,
    id: polywire_ir::types::EnumId,
    place: &Place,
    in_attribute: bool,
) {
    let it = types.enumeration(id);
    let number = Expr::Get(place.clone());
    let mut named = HashSet::new();
    let members = it.members.iter().filter(|member| named.insert(member.number));
    let arms: Vec<_> = members
        .map(|member| {
            let name = escaped(&member.name, in_attribute);
            arm(b, vec![Const::I64(member.number)], |b| b.write_bytes(name.as_bytes()))
        })
        .collect();
    let other = block(b, |b| match it.is_wide_unsigned() {
        true => b.write_leaf(WriteLeaf::DecimalUint, vec![number.clone().reinterpret()]),
        false => b.write_leaf(WriteLeaf::DecimalInt, vec![number.clone()]),
    });
    match arms.is_empty() {
        true => other.ops.into_iter().for_each(|op| b.op(op)),
        false => drop(b.switch(number, arms, other, &[])),
    }
}

/// Returns a constant text as it is written.
pub(in crate::xml) fn escaped(text: &str, in_attribute: bool) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\r', "&#13;");
    match in_attribute {
        true => text.replace('"', "&quot;").replace('\t', "&#9;").replace('\n', "&#10;"),
        false => text,
    }
}

/// What stands for a character.
const ESCAPES: [(u8, &[u8]); 7] = [
    (b'&', b"&amp;"),
    (b'<', b"&lt;"),
    (b'>', b"&gt;"),
    (b'\r', b"&#13;"),
    (b'"', b"&quot;"),
    (b'\t', b"&#9;"),
    (b'\n', b"&#10;"),
];

/// Returns a function that writes a text; these characters are escaped besides those that always are. Others that XML does not have
/// are `unsupported`.
pub(super) fn write_text(name: &str, also: &[u8]) -> Function {
    let mut b = FunctionBuilder::new(name);
    let text = b.value_param("text", ValueType::Bytes);
    let escapes: Vec<_> = ESCAPES.iter().filter(|(byte, _)| b"&<>\r".contains(byte) || also.contains(byte)).collect();
    let is_plain = |byte: Expr| {
        let blank = byte.clone().is(u64::from(b'\t')) | byte.clone().is(u64::from(b'\n'));
        let plain = blank | (byte.clone() - 0x20u64).below(0xefu64 - 0x20) | (byte.clone() - 0xf0u64).below(16u64);
        escapes.iter().fold(plain, |plain, (escaped, _)| plain & byte.clone().is_not(u64::from(*escaped)))
    };
    b.at(text, 0u64, &[], |b| {
        crate::plan::until_end(b, |b| {
            let start = start(b);
            skip_while(b, is_plain);
            b.write(Datum::Span(since(start)));
            b.when(Expr::Left.is_not(0u64), |b| {
                let next = b.peek("next");
                let arms = escapes.iter().map(|(byte, escape)| {
                    arm(b, vec![Const::U64((*byte).into())], |b| {
                        b.skip(1u64);
                        b.write_bytes(escape);
                    })
                });
                let arms = arms.collect();
                let other = block(b, write_odd);
                b.switch(next.into(), arms, other, &[]);
            });
        });
        vec![]
    });
    b.finish(vec![], vec![])
}

/// Writes a character of three bytes, unless it is U+FFFE or U+FFFF. No control character is one of XML.
fn write_odd(b: &mut FunctionBuilder) {
    let first = b.read_int("first", 1, Order::Little);
    b.check(first.is(0xefu64), ErrorCode::Unsupported);
    let pair = b.read_int("pair", 2, Order::Big);
    b.check(pair.is_not(0xbfbeu64) & pair.is_not(0xbfbfu64), ErrorCode::Unsupported);
    b.write_int(first, 1, Order::Little);
    b.write_int(pair, 2, Order::Big);
}
