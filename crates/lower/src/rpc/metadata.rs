//! Metadata: headers that the protocol gives no meaning. Values of those whose names end with `-bin` are bytes, in base64.

use super::header::{LINE_END, Line, check_all, is_of_name, keys_of};
use super::{Dialect, Ids, Rpc};
use crate::plan::{Scaffold, arm, block, until_end};
use crate::text::class::{END, since, skip_while, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, Datum, ErrorCode, Expr, FuncId, Function, Place, ValueType, VarId};

const BINARY: &[u8] = b"-bin";
/// In front of the names of metadata of an end, where that stands in the head of an answer.
const TRAILER: &[u8] = b"trailer-";
const TRAILER_FLAG: [(&str, ValueType); 1] = [("is_trailer", ValueType::Bool)];

/// The fields of metadata, in order.
pub(super) mod field {
    pub const NAME: u32 = 0;
    pub const VALUE: u32 = 1;
}

/// The cases of values, in order.
mod value_case {
    pub const TEXT: u32 = 0;
    pub const BINARY: u32 = 1;
}

/// The functions that those of metadata call.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub base64: FuncId,
    pub write_base64: FuncId,
    pub is_binary: FuncId,
    pub write_value: FuncId,
}

/// `is_binary(name) -> is_binary`.
pub(super) fn is_binary() -> Function {
    let mut b = FunctionBuilder::new("is_binary");
    let name = b.value_param("name", ValueType::Bytes);
    let len = Expr::from(name).bytes_len();
    let size = BINARY.len() as u64;
    let is_long = Expr::from(size).below(len.clone());
    let position = is_long.clone().choose(len - size, 0u64);
    let found = b.at(name, position, &[("is_binary", ValueType::Bool)], |b| {
        let ends = b.matches("ends", BINARY);
        vec![Expr::from(ends) & is_long]
    });
    b.finish(vec![found[0].into()], vec![ValueType::Bool])
}

/// `read_Metadata(value, name, text)`.
pub(super) fn read_metadata(scaffold: &Scaffold, ids: &Ids, parts: Parts) -> Function {
    let (mut b, it) = scaffold.reader("read", ids.metadata);
    let name = b.value_param("name", ValueType::Bytes);
    let text = b.value_param("text", ValueType::Bytes);
    b.set(it.field(field::NAME), name);
    let value = it.field(field::VALUE);
    let is_binary = call_is_binary(&mut b, parts, name.into());
    b.if_else(
        is_binary,
        |b| {
            let bytes = b.call(parts.base64, vec![Arg::Value(text.into())], &[("bytes", ValueType::Bytes)])[0];
            set_case(b, &value, (value_case::BINARY, Type::Bytes), bytes);
        },
        |b| set_case(b, &value, (value_case::TEXT, Type::Text { verified: true }), text),
    );
    b.finish(vec![], vec![])
}

fn set_case(b: &mut FunctionBuilder, place: &Place, (case, ty): (u32, Type), value: VarId) {
    b.open(place.clone(), Some(case), ("case", ty), |b, bind, _| b.set(bind.into(), value));
}

fn call_is_binary(b: &mut FunctionBuilder, parts: Parts, name: Expr) -> Expr {
    b.call(parts.is_binary, vec![Arg::Value(name)], &[("is_binary", ValueType::Bool)])[0].into()
}

/// `write_Metadata(value)`: a line. A name with a meaning is refused.
pub(super) fn write_metadata(scaffold: &Scaffold, ids: &Ids, parts: Parts, dialect: Dialect) -> Function {
    let (mut b, it) = scaffold.writer("write", ids.metadata);
    let name = Expr::Get(it.field(field::NAME));
    b.check(name.clone().bytes_len().is_not(0u64), ErrorCode::MissingField);
    check_all(&mut b, name.clone(), is_of_name);
    let reserved = arm(&mut b, keys_of(dialect.headers().reserved), |b| b.fail(ErrorCode::InvalidKey));
    let other = block(&mut b, |_| {});
    b.switch(name.clone(), vec![reserved], other, &[]);
    if dialect == Dialect::ConnectUnary {
        let is_trailer = b.at(name.clone(), 0u64, &TRAILER_FLAG, |b| vec![b.matches("is_trailer", TRAILER).into()]);
        b.check(!is_trailer[0], ErrorCode::InvalidKey);
    }
    b.write(Datum::Span(name.clone()));
    b.write_bytes(b": ");
    write_checked_value(&mut b, parts, (name, it.field(field::VALUE)));
    b.write_bytes(LINE_END);
    b.finish(vec![], vec![])
}

/// Appends the value of metadata as a text.
pub(super) fn write_checked_value(b: &mut FunctionBuilder, parts: Parts, (name, value): (Expr, Place)) {
    let is_binary = call_is_binary(b, parts, name);
    let expected = is_binary.choose(u64::from(value_case::BINARY) + 1, u64::from(value_case::TEXT) + 1);
    b.check(Expr::Case(value.clone()).is(expected), ErrorCode::UnknownCase);
    let call = |b: &mut FunctionBuilder, case: u32, func| {
        b.call(func, vec![Arg::Value(Expr::Get(value.case(case)))], &[]);
    };
    b.if_else(
        Expr::Case(value.clone()).is(u64::from(value_case::BINARY) + 1),
        |b| call(b, value_case::BINARY, parts.write_base64),
        |b| call(b, value_case::TEXT, parts.write_value),
    );
}

impl Rpc {
    /// Adds a header to a list of metadata. Several values of bytes can be in one line, behind commas.
    pub(super) fn push_metadata(&self, b: &mut FunctionBuilder, list: &Place, line: Line) {
        let is_binary =
            b.call(self.functions.is_binary, vec![Arg::Value(line.name.into())], &[("is_binary", ValueType::Bool)])[0];
        let push = |b: &mut FunctionBuilder, text: VarId| {
            b.push(list.clone(), ("metadata", Type::Struct(self.ids.metadata)), |b, it| {
                let args = vec![Arg::Place(it.into()), Arg::Value(line.name.into()), Arg::Value(text.into())];
                b.call(self.functions.read_metadata, args, &[]);
            });
        };
        let has_list = Expr::from(is_binary) & Expr::from(line.value).bytes_len().is_not(0u64);
        b.if_else(has_list, |b| each_of_list(b, line.value, push), |b| push(b, line.value));
    }

    /// Adds a header of an answer to its metadata if it is not about the end.
    pub(super) fn push_if_no_trailer(&self, b: &mut FunctionBuilder, list: &Place, line: Line) {
        match self.dialect {
            Dialect::ConnectUnary => {
                let (is_trailer, _) = trailer_name(b, line);
                b.when(!is_trailer, |b| self.push_metadata(b, list, line));
            }
            Dialect::Grpc | Dialect::GrpcWeb | Dialect::Connect => self.push_metadata(b, list, line),
        }
    }

    /// Adds a header of an answer to the metadata of its end. Those of other metadata are `others`.
    pub(super) fn push_trailer(
        &self,
        b: &mut FunctionBuilder,
        (list, line): (&Place, Line),
        others: impl FnOnce(&mut FunctionBuilder),
    ) {
        let (is_trailer, name) = trailer_name(b, line);
        b.if_else(is_trailer, |b| self.push_metadata(b, list, Line { name, ..line }), others);
    }

    /// Appends the metadata of an end to the head of an answer.
    pub(super) fn write_trailers(&self, b: &mut FunctionBuilder, list: Place) {
        b.each(list, ("metadata", Type::Struct(self.ids.metadata)), None, |b, it, _| {
            b.write_bytes(TRAILER);
            b.call(self.functions.write_metadata, vec![Arg::Place(it.into())], &[]);
        });
    }

    /// Appends the lines of metadata.
    pub(super) fn write_metadata(&self, b: &mut FunctionBuilder, list: Place) {
        b.each(list, ("metadata", Type::Struct(self.ids.metadata)), None, |b, it, _| {
            b.call(self.functions.write_metadata, vec![Arg::Place(it.into())], &[]);
        });
    }
}

/// Returns whether a header is about the end, and its name there.
fn trailer_name(b: &mut FunctionBuilder, line: Line) -> (Expr, VarId) {
    let [flag] = TRAILER_FLAG;
    let found = b.at(line.name, 0u64, &[flag, ("name", ValueType::Bytes)], |b| {
        let is_trailer = b.matches("is_trailer", TRAILER);
        let name = b.read_span("name", Expr::Left);
        b.check(Expr::from(name).bytes_len().is_not(0u64), ErrorCode::Syntax);
        vec![is_trailer.into(), name.into()]
    });
    (found[0].into(), found[1])
}

/// Runs the body for each part of a text between commas, without the spaces around it.
pub(super) fn each_of_list(b: &mut FunctionBuilder, text: VarId, body: impl FnOnce(&mut FunctionBuilder, VarId)) {
    let is_inside =
        |byte: Expr| byte.clone().is_not(u64::from(b',')) & byte.clone().is_not(u64::from(b' ')) & byte.is_not(END);
    let is_between = |byte: Expr| byte.clone().is(u64::from(b',')) | byte.is(u64::from(b' '));
    b.at(text, 0u64, &[], |b| {
        skip_while(b, is_between);
        until_end(b, |b| {
            let before = start(b);
            skip_while(b, is_inside);
            let part = b.let_("part", since(before));
            body(b, part);
            skip_while(b, is_between);
        });
        vec![]
    });
}
