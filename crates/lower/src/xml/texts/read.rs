//! Values of texts.

use super::Texts;
use super::facets::{Simple, check_length};
use super::space::is_inside;
use crate::plan::{check_range, uuid};
use crate::text::class::{since, skip_while, start};
use crate::xml::Xml;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{BytesMeaning, Type};
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, FuncId, Place, ReadLeaf, ValueType};
use polywire_model::NumberRange;
use polywire_model::attr::{XmlAutomaton, XmlForm, XmlText};
use std::sync::Arc;

impl Xml<'_> {
    /// Sets a simple value from its text; yields false if that is the name of no enumerator.
    pub(in crate::xml) fn set_leaf(&self, b: &mut FunctionBuilder, ty: &Type, text: Expr, place: Place) -> Expr {
        let (facts, range) = (XmlText::default(), NumberRange::default());
        self.set_formed(b, Simple { ty, facts: &facts, range: &range, fixed: None }, text, place)
    }

    /// As [`Self::set_leaf`], in the form that the schema states.
    pub(in crate::xml) fn set_formed(
        &self,
        b: &mut FunctionBuilder,
        simple: Simple<'_>,
        text: Expr,
        place: Place,
    ) -> Expr {
        if let Type::Enum(id) = simple.ty {
            let (number, known) = self.texts.enumerator(b, self.types, *id, text);
            b.when(known.clone(), |b| b.set(place, number));
            return known;
        }
        self.texts.set(b, simple, text, place);
        true.into()
    }

    /// Adds the elements of a list from their texts, which stand between white space.
    pub(in crate::xml) fn read_tokens(
        &self,
        b: &mut FunctionBuilder,
        (simple, occurs): (Simple<'_>, (u32, Option<u32>)),
        list: Place,
        text: Expr,
    ) {
        let count = [("count", ValueType::U64)];
        let count = b.at(text, 0u64, &count, |b| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            let carried = vec![("count", ValueType::U64, 0u64.into())];
            let last = b.loop_while(
                carried,
                |_| Expr::Left.is_not(0u64),
                |b, carried| {
                    let start = start(b);
                    skip_while(b, is_inside);
                    let token = b.let_("token", since(start));
                    b.push(list, ("element", simple.ty.clone()), |b, it| {
                        let known = self.set_formed(b, simple, token.into(), it.into());
                        b.check(known, ErrorCode::UnknownEnumerator);
                    });
                    b.skip_leaf(ReadLeaf::JsonSpace);
                    vec![carried[0] + 1u64]
                },
            );
            vec![last[0].into()]
        });
        check_length(b, &count[0].into(), occurs);
    }
}

impl Texts {
    /// Checks the text of a list of tokens.
    pub(in crate::xml) fn check_tokens(&self, b: &mut FunctionBuilder, automata: &[Arc<XmlAutomaton>], text: &Expr) {
        if !automata.is_empty() {
            let collapsed = self.collapsed(b, text.clone());
            self.check_automata(b, automata, &collapsed, ErrorCode::Syntax);
        }
    }

    fn set(&self, b: &mut FunctionBuilder, simple: Simple<'_>, text: Expr, place: Place) {
        let Simple { ty, facts, .. } = simple;
        if !facts.automata.is_empty() {
            let collapsed = match ty {
                Type::Text { .. } => text.clone(),
                _ => self.trimmed(b, text.clone()),
            };
            self.check_automata(b, &facts.automata, &collapsed, ErrorCode::Syntax);
        }
        match ty {
            Type::Int { bits, signed, .. } => {
                let number = match simple.scale() {
                    Some(scale) => self.scaled(b, text, scale),
                    None => self.integer(b, text, *signed),
                };
                check_range(b, &number, *bits, *signed);
                self.check_number(b, simple, &number, *signed);
                b.set(place, number);
            }
            Type::Bool => {
                let text = self.trimmed(b, text);
                let value = read_bool(b, text);
                b.set(place, value);
            }
            Type::Float { bits } => {
                let func = if *bits == 64 { self.float64 } else { self.float32 };
                let value = call(b, func, text, ValueType::U64);
                self.check_float(b, simple, &value, *bits);
                b.set(place, value);
            }
            Type::Text { .. } => {
                self.check_text(b, simple, &text);
                b.set_trusted(place, text);
            }
            Type::FixedBytes(_, BytesMeaning::Uuid) => {
                let text = self.trimmed(b, text);
                uuid::read_text(b, text, place);
            }
            Type::FixedBytes(_, BytesMeaning::Decimal) => self.read_decimal(b, text, place),
            Type::FixedBytes(len, _) => {
                let bytes = self.bytes(b, facts, text);
                b.check(bytes.clone().bytes_len().is(u64::from(*len)), ErrorCode::BadLength);
                b.set(place, bytes);
            }
            Type::Bytes => {
                let bytes = self.bytes(b, facts, text);
                check_length(b, &bytes.clone().bytes_len(), facts.length);
                b.set(place, bytes);
            }
            Type::Enum(_) | Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_) => {
                b.fail(ErrorCode::Internal);
            }
        }
    }

    pub(super) fn integer(&self, b: &mut FunctionBuilder, text: Expr, signed: bool) -> Expr {
        let (func, ty) = if signed { (self.int, ValueType::I64) } else { (self.uint, ValueType::U64) };
        call(b, func, text, ty)
    }

    fn bytes(&self, b: &mut FunctionBuilder, facts: &XmlText, text: Expr) -> Expr {
        if facts.form == XmlForm::Hex {
            let text = self.trimmed(b, text);
            return call(b, self.hex, text, ValueType::Bytes);
        }
        call(b, self.base64, text, ValueType::Bytes)
    }

    /// A text, as in JSON.
    fn read_decimal(&self, b: &mut FunctionBuilder, text: Expr, place: Place) {
        let Some(decimals) = &self.decimals else { return b.fail(ErrorCode::Internal) };
        let text = self.trimmed(b, text);
        let quoted = b.scratch("quoted", |b| {
            b.write_bytes(b"\"");
            b.at(text, 0u64, &[], |b| {
                crate::plan::until_end(b, |b| {
                    let byte = Expr::from(b.read_int("byte", 1, polywire_ir::Order::Little));
                    let is_special = byte.clone().is(u64::from(b'"')) | byte.clone().is(u64::from(b'\\'));
                    b.check(!is_special, ErrorCode::Syntax);
                    b.write_int(byte, 1, polywire_ir::Order::Little);
                });
                vec![]
            });
            b.write_bytes(b"\"");
        });
        b.at(quoted, 0u64, &[], |b| {
            decimals.read(b, place);
            vec![]
        });
    }
}

fn call(b: &mut FunctionBuilder, func: FuncId, text: Expr, ty: ValueType) -> Expr {
    b.call(func, vec![Arg::Value(text)], &[("value", ty)])[0].into()
}

fn read_bool(b: &mut FunctionBuilder, text: Expr) -> Expr {
    let arms = [(["true", "1"], true), (["false", "0"], false)].map(|(names, value)| Arm {
        keys: names.map(|name| Const::Bytes(name.into())).into(),
        body: b.block(|_| vec![value.into()]),
    });
    let other = b.block(|b| {
        b.fail(ErrorCode::Syntax);
        vec![false.into()]
    });
    b.switch(text, arms.into(), other, &[("value", ValueType::Bool)])[0].into()
}
