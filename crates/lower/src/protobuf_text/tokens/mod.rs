//! The tokens of the text format, as functions of the codec.

mod field;
mod number;
mod scalar;
mod space;
mod text;
mod unescape;

use crate::text::{class, number as numbers};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Expr, FuncId, ValueType, VarId};

/// Functions that read tokens. All except `space` start at the token.
#[derive(Clone, Copy)]
pub(super) struct Tokens {
    /// Skips white space and comments.
    space: FuncId,
    /// `next_field(index, close) -> (more, name)`: reads a field's name.
    next_field: FuncId,
    /// `open_message() -> close`: opens a message and yields its closing byte.
    open: FuncId,
    identifier: FuncId,
    /// `sign() -> negative`: an optional minus sign, and the space after it.
    sign: FuncId,
    /// `number() -> (text, is_decimal)`: a float without its suffix, or an integer in another base.
    number: FuncId,
    uint: FuncId,
    int: FuncId,
    bool: FuncId,
    float64: FuncId,
    float32: FuncId,
    /// Adjacent strings.
    text: FuncId,
}

impl Tokens {
    /// Defines the functions.
    pub fn define(module: &mut ModuleBuilder) -> Self {
        let space = module.add(space::skip_space());
        let identifier = module.add(class::read_identifier());
        let bracketed = module.add(field::read_bracketed(space));
        let sign = module.add(number::read_sign(space));
        let end = module.add(numbers::end_number());
        let number = module.add(number::read_number(end));
        let uint = module.add(number::read_uint(end));
        let word = module.add(class::read_word());
        Self {
            space,
            next_field: module.add(field::next_field(space, identifier, bracketed)),
            open: module.add(field::open_message()),
            identifier,
            sign,
            number,
            uint,
            int: module.add(scalar::read_int(sign, uint)),
            bool: module.add(scalar::read_bool(uint, identifier)),
            float64: module.add(scalar::read_float(scalar::BINARY64, sign, word, number)),
            float32: module.add(scalar::read_float(scalar::BINARY32, sign, word, number)),
            text: text::define(module, space),
        }
    }

    /// Skips white space and comments.
    pub fn skip_space(self, b: &mut FunctionBuilder) {
        b.call(self.space, vec![], &[]);
    }

    /// Yields a flag for a further field, given the number read so far (U64), and its name.
    pub fn next_field(self, b: &mut FunctionBuilder, index: Expr, close: Expr) -> [VarId; 2] {
        let results = [("more", ValueType::Bool), ("name", ValueType::Bytes)];
        let found = b.call(self.next_field, vec![Arg::Value(index), Arg::Value(close)], &results);
        [found[0], found[1]]
    }

    /// Opens a message; yields its closing byte.
    pub fn open(self, b: &mut FunctionBuilder) -> VarId {
        b.call(self.open, vec![], &[("close", ValueType::U64)])[0]
    }

    /// Reads a message without fields.
    pub fn empty_message(self, b: &mut FunctionBuilder) {
        let close = self.open(b);
        self.skip_space(b);
        class::demand(b, |next| next.is(close), polywire_ir::ErrorCode::UnknownMember);
        b.skip(1u64);
    }

    /// Reads an identifier.
    pub fn identifier(self, b: &mut FunctionBuilder) -> Expr {
        read(b, self.identifier, ValueType::Bytes)
    }

    /// Reads a minus sign, if there is one.
    pub fn sign(self, b: &mut FunctionBuilder) {
        read(b, self.sign, ValueType::Bool);
    }

    /// Reads a number without a sign.
    pub fn number(self, b: &mut FunctionBuilder) {
        b.call(self.number, vec![], &[("number", ValueType::Bytes), ("is_decimal", ValueType::Bool)]);
    }

    /// Reads a U64.
    pub fn uint(self, b: &mut FunctionBuilder) -> Expr {
        read(b, self.uint, ValueType::U64)
    }

    /// Reads an I64.
    pub fn int(self, b: &mut FunctionBuilder) -> Expr {
        read(b, self.int, ValueType::I64)
    }

    /// Reads a Bool.
    pub fn bool(self, b: &mut FunctionBuilder) -> Expr {
        read(b, self.bool, ValueType::Bool)
    }

    /// Reads the bits of a binary64.
    pub fn float64(self, b: &mut FunctionBuilder) -> Expr {
        read(b, self.float64, ValueType::U64)
    }

    /// Reads the bits of a binary32.
    pub fn float32(self, b: &mut FunctionBuilder) -> Expr {
        read(b, self.float32, ValueType::U64)
    }

    /// Reads adjacent strings.
    pub fn text(self, b: &mut FunctionBuilder) -> Expr {
        read(b, self.text, ValueType::Bytes)
    }

    /// Reads one value or a list of them.
    pub fn one_or_list(self, b: &mut FunctionBuilder, value: impl FnOnce(&mut FunctionBuilder)) {
        field::one_or_list(b, self.space, value);
    }
}

/// Calls a function that has one result and no arguments.
fn read(b: &mut FunctionBuilder, func: FuncId, ty: ValueType) -> Expr {
    b.call(func, vec![], &[("value", ty)])[0].into()
}
