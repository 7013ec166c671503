//! The tokens of the dialect, as functions of the codec.

mod hash;
mod number;
mod space;
mod string;

use crate::text::class::{begins_word, is_quote, read_identifier, read_word};
use crate::text::number::end_number;
pub(super) use number::{Binary, in_quotes};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{ErrorCode, Expr, FuncId, ValueType};
use polywire_model::attr::FlatbuffersHash;

/// Functions that read tokens. All except `space` start at the token.
pub(super) struct Tokens {
    /// Skips white space and comments.
    space: FuncId,
    /// `null() -> found`: reads the word, if it is next.
    null: FuncId,
    /// `word() -> name`: a name without quotes.
    word: FuncId,
    /// `string() -> text`: a text in quotes of either kind.
    string: FuncId,
    /// `magnitude() -> value`: digits of base 10, or of base 16 behind `0x`.
    magnitude: FuncId,
    int: FuncId,
    uint: FuncId,
    bool: FuncId,
    float64: FuncId,
    float32: FuncId,
    /// `hash_text() -> value` for each function.
    hashes: Vec<(FlatbuffersHash, FuncId)>,
}

impl Tokens {
    /// Defines the functions.
    pub fn define(module: &mut ModuleBuilder, hashes: impl IntoIterator<Item = FlatbuffersHash>) -> Self {
        let space = module.add(space::skip_space());
        let word = module.add(read_identifier());
        let lower_word = module.add(read_word());
        let end = module.add(end_number());
        let magnitude = module.add(number::read_magnitude(end));
        let string = string::define(module);
        let mut made: Vec<(FlatbuffersHash, FuncId)> = Vec::new();
        for hash in hashes {
            if !made.iter().any(|(known, _)| *known == hash) {
                made.push((hash, module.add(hash::read_hash(hash, string, word))));
            }
        }
        Self {
            space,
            null: module.add(space::read_null()),
            word,
            string,
            magnitude,
            int: module.add(number::read_int(magnitude)),
            uint: module.add(number::read_uint(magnitude)),
            bool: module.add(number::read_bool(magnitude, word)),
            float64: module.add(number::read_float(&Binary::WIDE, lower_word, end)),
            float32: module.add(number::read_float(&Binary::NARROW, lower_word, end)),
            hashes: made,
        }
    }

    /// Skips white space and comments.
    pub fn skip_space(&self, b: &mut FunctionBuilder) {
        let next = Expr::from(b.peek("next"));
        b.when(next.clone().at_most(u64::from(b' ')) | next.is(u64::from(b'/')), |b| {
            b.call(self.space, vec![], &[]);
        });
    }

    /// Reads `null`, if it is next: Bool.
    pub fn null(&self, b: &mut FunctionBuilder) -> Expr {
        let next = Expr::from(b.peek("next"));
        let found = [("null", ValueType::Bool)];
        let read = |b: &mut FunctionBuilder| vec![b.call(self.null, vec![], &found)[0].into()];
        b.if_yields(next.is(u64::from(b'n')), &found, read, |_| vec![false.into()])[0].into()
    }

    /// Reads the name of a member, with or without quotes.
    pub fn name(&self, b: &mut FunctionBuilder) -> Expr {
        let next = Expr::from(b.peek("next"));
        let name = [("name", ValueType::Bytes)];
        let bare = |b: &mut FunctionBuilder| vec![read(b, self.word, ValueType::Bytes)];
        let quoted = |b: &mut FunctionBuilder| {
            let quote = b.peek("quote");
            b.check(is_quote(quote.into()), ErrorCode::Syntax);
            vec![read(b, self.string, ValueType::Bytes)]
        };
        b.if_yields(begins_word(next), &name, bare, quoted)[0].into()
    }

    /// Reads a name without quotes.
    pub fn word(&self, b: &mut FunctionBuilder) -> Expr {
        read(b, self.word, ValueType::Bytes)
    }

    /// Reads a text.
    pub fn string(&self, b: &mut FunctionBuilder) -> Expr {
        read(b, self.string, ValueType::Bytes)
    }

    /// Reads an integer that is not in quotes: I64.
    pub fn bare_int(&self, b: &mut FunctionBuilder) -> Expr {
        number::signed(b, self.magnitude)
    }

    /// The same: U64.
    pub fn bare_uint(&self, b: &mut FunctionBuilder) -> Expr {
        number::unsigned(b, self.magnitude)
    }

    /// Reads an I64.
    pub fn int(&self, b: &mut FunctionBuilder) -> Expr {
        read(b, self.int, ValueType::I64)
    }

    /// Reads a U64.
    pub fn uint(&self, b: &mut FunctionBuilder) -> Expr {
        read(b, self.uint, ValueType::U64)
    }

    /// Reads a Bool.
    pub fn bool(&self, b: &mut FunctionBuilder) -> Expr {
        read(b, self.bool, ValueType::Bool)
    }

    /// Reads the bits of a float of this width.
    pub fn float(&self, b: &mut FunctionBuilder, bits: u8) -> Expr {
        read(b, if bits == 32 { self.float32 } else { self.float64 }, ValueType::U64)
    }

    /// Reads a text and returns its hash: U64.
    pub fn hash(&self, b: &mut FunctionBuilder, hash: FlatbuffersHash) -> Option<Expr> {
        let function = self.hashes.iter().find(|(known, _)| *known == hash)?.1;
        Some(read(b, function, ValueType::U64))
    }
}

/// Calls a function that has one result and no arguments.
fn read(b: &mut FunctionBuilder, func: FuncId, ty: ValueType) -> Expr {
    b.call(func, vec![], &[("value", ty)])[0].into()
}
