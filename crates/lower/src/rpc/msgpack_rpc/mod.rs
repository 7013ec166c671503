//! MessagePack-RPC: a message is an array, whose first element tells its kind.
//!
//! A request is `[0, number, method, params]`, a response `[1, number, error, result]`, a notification `[2, method, params]`. The
//! parameters are the only message of a call, the result is that of an answer, both as they are encoded.
//!
//! Design: docs/decisions/0150-messagepack-rpc.md

mod call;
mod error;
mod name;
mod response;
mod status;

use super::{Ids, body_case, call as call_of, envelope_field, item};
use crate::Unsupported;
use crate::msgpack::head::{ARRAY, Heads};
use crate::msgpack::number::Numbers;
use crate::msgpack::skip::Skippers;
use crate::plan::{Floats, Scaffold, arm, block};
use crate::protobuf::unknown;
use crate::unsupported::{none_of, without};
use error::Errors;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::Types;
use polywire_ir::{Const, Datum, ErrorCode, Expr, FuncId, Module, Place};
use polywire_model::{Model, rpc};
use std::sync::Arc;

const FORMAT: &str = "msgpack_rpc";

/// The kinds of messages.
const REQUEST: u64 = 0;
const RESPONSE: u64 = 1;
const NOTIFICATION: u64 = 2;

pub(crate) fn lower(model: &Model) -> Result<Module, Vec<Unsupported>> {
    none_of(without(model, rpc::ENVELOPE))?;
    let types = Arc::new(Types::of_model(model));
    let mut module = ModuleBuilder::new(FORMAT, types.clone());
    if let Some(ids) = Ids::of(model, &types) {
        let (scaffold, envelope) = (Scaffold::of(&types), ids.envelope);
        let it = MsgpackRpc::define(&mut module, ids);
        let encode = module.add(scaffold.encode_message(envelope, |b, value| it.write(b, &value.into())));
        let decode = module.add(scaffold.decode_entry(envelope, |b, value| it.read(b, &value.into())));
        module.entry(envelope, Some(encode), decode, None);
    }
    Ok(module.finish())
}

/// The protocol for the types of a model.
struct MsgpackRpc {
    ids: Ids,
    heads: Heads,
    numbers: Numbers,
    values: Skippers,
    errors: Errors,
    /// `behind_dot(name) -> position`.
    behind_dot: FuncId,
}

impl MsgpackRpc {
    fn define(module: &mut ModuleBuilder, ids: Ids) -> Self {
        let heads = Heads::define(module, false);
        let floats = Floats::define(module);
        let (values, fields) = (Skippers::define(module), unknown::Skippers::define(module));
        Self {
            ids,
            numbers: Numbers::define(module, floats, false),
            errors: Errors::define(module, (&heads, &values), &fields),
            heads,
            values,
            behind_dot: module.add(name::behind_dot()),
        }
    }

    fn read(&self, b: &mut FunctionBuilder, envelope: &Place) {
        let count = self.heads.read_array(b);
        let kind = self.numbers.read_uint(b);
        let (kind, body) = (b.let_("kind", kind), envelope.field(envelope_field::BODY));
        let size = kind.is(NOTIFICATION).choose(3u64, 4u64);
        b.check(count.is(size), ErrorCode::BadLength);
        b.when(kind.is_not(NOTIFICATION), |b| {
            let number = self.numbers.read_uint(b);
            b.check(number.clone().at_most(u64::from(u32::MAX)), ErrorCode::OutOfRange);
            b.set(envelope.field(envelope_field::NUMBER).some(), number);
        });
        let key = |kind| vec![Const::U64(kind)];
        let arms = vec![
            arm(b, [key(REQUEST), key(NOTIFICATION)].concat(), |b| {
                self.ids.open(b, &body, body_case::CALL, |b, call| self.read_call(b, &call));
            }),
            arm(b, key(RESPONSE), |b| {
                self.ids.open(b, &body, body_case::END, |b, end| self.read_response(b, &end));
            }),
        ];
        let other = block(b, |b| b.fail(ErrorCode::UnknownCase));
        b.switch(kind.into(), arms, other, &[]);
    }

    fn write(&self, b: &mut FunctionBuilder, envelope: &Place) {
        let (body, number) = (envelope.field(envelope_field::BODY), envelope.field(envelope_field::NUMBER));
        let key = |case: u32| vec![Const::U64(u64::from(case) + 1)];
        let has_number = Expr::Present(number.clone());
        let arms = vec![
            arm(b, key(body_case::CALL), |b| {
                let request = |b: &mut FunctionBuilder| {
                    write_head(b, 4, REQUEST);
                    self.numbers.uint(b, Expr::Get(number.clone().some()));
                };
                b.if_else(has_number.clone(), request, |b| write_head(b, 3, NOTIFICATION));
                self.write_call(b, &body.case(body_case::CALL));
            }),
            arm(b, key(body_case::END), |b| {
                b.check(has_number, ErrorCode::MissingField);
                write_head(b, 4, RESPONSE);
                self.numbers.uint(b, Expr::Get(number.some()));
                self.write_response(b, &body.case(body_case::END));
            }),
            // An answer has no start, and one message, which its end holds.
            arm(b, [key(body_case::START), key(body_case::ITEM)].concat(), |b| b.fail(ErrorCode::InvalidKey)),
        ];
        let none = block(b, |b| b.fail(ErrorCode::MissingField));
        b.switch(Expr::Case(body), arms, none, &[]);
    }

    /// Reads a value of any type as the message that a call or an end holds.
    fn read_item(&self, b: &mut FunctionBuilder, place: Place) {
        let ty = self.ids.cases[body_case::ITEM as usize].clone();
        let value = self.read_value(b);
        b.open(place, None, ("item", ty), |b, it, _| b.set(Place::from(it).field(item::field::BODY), value));
    }

    /// Reads a value of any type; yields its bytes.
    fn read_value(&self, b: &mut FunctionBuilder) -> Expr {
        read_value(b, &self.values)
    }

    /// Appends the message that a call or an end holds, which has to be one value.
    fn write_item(&self, b: &mut FunctionBuilder, place: Place) {
        b.check(Expr::Present(place.clone()), ErrorCode::MissingField);
        let it = place.some();
        b.check(!Expr::Get(it.field(item::field::COMPRESSED)), ErrorCode::InvalidKey);
        self.write_value(b, Expr::Get(it.field(item::field::BODY)));
    }

    /// Appends bytes that have to be one value.
    fn write_value(&self, b: &mut FunctionBuilder, value: Expr) {
        write_value(b, &self.values, value);
    }
}

fn read_value(b: &mut FunctionBuilder, values: &Skippers) -> Expr {
    let start = b.let_("start", Expr::Pos);
    values.value(b);
    Expr::from(b.let_("value", Expr::Since(Box::new(start.into()))))
}

fn write_value(b: &mut FunctionBuilder, values: &Skippers, value: Expr) {
    b.at(value.clone(), 0u64, &[], |b| {
        values.value(b);
        b.check(Expr::Left.is(0u64), ErrorCode::TrailingBytes);
        vec![]
    });
    b.write(Datum::Span(value));
}

/// Appends the head of a message with this many elements, and its kind.
fn write_head(b: &mut FunctionBuilder, count: u64, kind: u64) {
    b.write_bytes(&[ARRAY.constant(count), vec![kind as u8]].concat());
}

/// Refuses what the protocol has no place for.
fn refuse_text(b: &mut FunctionBuilder, text: Place) {
    b.check(Expr::Get(text).bytes_len().is(0u64), ErrorCode::InvalidKey);
}

fn refuse_list(b: &mut FunctionBuilder, list: Place) {
    b.check(Expr::Len(list).is(0u64), ErrorCode::InvalidKey);
}

fn refuse_optional(b: &mut FunctionBuilder, place: Place) {
    b.check(!Expr::Present(place), ErrorCode::InvalidKey);
}
