//! The type of content: that of the protocol, and the format of messages.

use super::header::{is_of_name, write_line_with};
use super::{Dialect, Rpc};
use crate::text::class::{END, is_one_of, since, skip_while, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, ErrorCode, Expr, Place, ValueType, VarId};

pub(super) const CONTENT_TYPE: &[u8] = b"content-type";
/// What Connect calls the format that is meant if an envelope has none.
const USUAL: &[u8] = b"proto";

/// How the type tells the format.
struct Form {
    /// In front of it.
    start: &'static [u8],
    /// In front of the format too, if there is one; otherwise the format always stands there.
    optional: Option<&'static [u8]>,
}

impl Dialect {
    const fn form(self) -> Form {
        match self {
            Self::Grpc => Form { start: b"application/grpc", optional: Some(b"+") },
            Self::GrpcWeb => Form { start: b"application/grpc-web", optional: Some(b"+") },
            Self::Connect => Form { start: b"application/connect+", optional: None },
            Self::ConnectUnary => Form { start: b"application/", optional: None },
        }
    }

    /// Tests whether a byte, or [`END`], can be in the name of a format.
    fn is_of_format(self, byte: Expr) -> Expr {
        let is_of_value = is_of_name(byte.clone()) & byte.clone().is_not(u64::from(b';'));
        match self {
            Self::Grpc | Self::GrpcWeb => is_of_value,
            // It can also stand in a query, and `+` is in the types of content of other protocols.
            Self::Connect | Self::ConnectUnary => is_of_value & !is_one_of(&byte, b"+&#%="),
        }
    }
}

impl Rpc {
    /// Reads the format of messages from the value of the header. Another protocol is a `mismatch`.
    pub(super) fn read_content_type(&self, b: &mut FunctionBuilder, place: Place, value: VarId) {
        let form = self.dialect.form();
        let format = b.at(value, 0u64, &[("format", ValueType::Bytes)], |b| {
            b.expect(form.start, ErrorCode::Mismatch);
            let has_format = form.optional.map(|start| Expr::from(b.matches("has_format", start)));
            let before = start(b);
            let skip = |b: &mut FunctionBuilder| skip_while(b, |byte| self.dialect.is_of_format(byte));
            match has_format.clone() {
                Some(has_format) => b.when(has_format, skip),
                None => skip(b),
            }
            let format = b.let_("format", since(before));
            let next = Expr::from(b.peek("next"));
            b.check(next.clone().is(END) | is_one_of(&next, b"; "), ErrorCode::Mismatch);
            // Parameters, such as the encoding of texts, say nothing about messages.
            b.skip(Expr::Left);
            vec![format.into()]
        });
        self.set_format(b, place, format[0]);
    }

    /// Sets the format of messages, by its name in the protocol.
    pub(super) fn set_format(&self, b: &mut FunctionBuilder, place: Place, name: VarId) {
        if self.dialect.form().optional.is_some() {
            return b.set(place, name);
        }
        b.check(Expr::from(name).bytes_len().is_not(0u64), ErrorCode::Mismatch);
        b.set(place, name.is(USUAL).choose(b"".as_slice(), name));
    }

    /// Appends the header.
    pub(super) fn write_content_type(&self, b: &mut FunctionBuilder, format: Expr) {
        let form = self.dialect.form();
        write_line_with(b, CONTENT_TYPE, |b| {
            b.write_bytes(form.start);
            match form.optional {
                Some(start) => b.when(format.clone().bytes_len().is_not(0u64), |b| {
                    b.write_bytes(start);
                    self.write_checked(b, format);
                }),
                None => self.write_format(b, format),
            }
        });
    }

    /// Appends the name of a format, which is never empty.
    pub(super) fn write_format(&self, b: &mut FunctionBuilder, format: Expr) {
        let is_usual = format.clone().bytes_len().is(0u64);
        b.if_else(is_usual, |b| b.write_bytes(USUAL), |b| self.write_checked(b, format));
    }

    fn write_checked(&self, b: &mut FunctionBuilder, format: Expr) {
        super::header::check_all(b, format.clone(), |byte| self.dialect.is_of_format(byte));
        b.call(self.functions.write_value, vec![Arg::Value(format)], &[]);
    }
}
