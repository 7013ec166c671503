//! UUIDs as their 36 characters (RFC 9562, section 4).
//!
//! Both directions handle four digits at a time, each in a byte of a word, so that they have no loops: encoders know their size in
//! advance, and Erlang's small integers hold the words.
//!
//! Design: docs/decisions/0128-speed-of-avro.md

use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Order, Place, ValueType, VarId};

/// The length of the text.
pub(crate) const TEXT_LEN: u64 = 36;

/// The groups of four digits, and those behind which a hyphen stands.
const GROUPS: usize = 8;
const HYPHENS: [usize; 4] = [1, 2, 3, 4];

/// Appends the text of a UUID.
pub(crate) fn write_text(b: &mut FunctionBuilder, uuid: Place) {
    // The size of what is written while bytes are read would not be known in advance.
    let pairs = read_pairs(b, Expr::Get(uuid), |b, _| b.read_int("pair", 2, Order::Big).into());
    for (group, pair) in pairs.into_iter().enumerate() {
        let digits = spread(b, pair);
        b.write_int(characters(digits.into()), 4, Order::Big);
        if HYPHENS.contains(&group) {
            b.write_bytes(b"-");
        }
    }
}

/// Sets a UUID to that of a text (Bytes), in small or capital letters.
pub(crate) fn read_text(b: &mut FunctionBuilder, text: Expr, uuid: Place) {
    b.check(text.clone().bytes_len().is(TEXT_LEN), ErrorCode::BadLength);
    let pairs = read_pairs(b, text, read_group);
    let bytes = b.scratch("bytes", |b| pairs.iter().for_each(|pair| b.write_int(*pair, 2, Order::Big)));
    b.set(uuid, bytes);
}

/// Reads all pairs of bytes from these bytes.
fn read_pairs(
    b: &mut FunctionBuilder,
    from: Expr,
    mut read: impl FnMut(&mut FunctionBuilder, usize) -> Expr,
) -> Vec<VarId> {
    let pairs = [(); GROUPS].map(|()| ("pair", ValueType::U64));
    b.at(from, 0u64, &pairs, |b| (0..GROUPS).map(|group| read(b, group)).collect())
}

/// Reads four digits, and a hyphen if one is behind them. Returns their two bytes.
fn read_group(b: &mut FunctionBuilder, group: usize) -> Expr {
    let digits = b.read_int("digits", 4, Order::Big);
    b.check(are_digits(digits), ErrorCode::Syntax);
    if HYPHENS.contains(&group) {
        b.expect(b"-", ErrorCode::Syntax);
    }
    gathered(b, values(digits))
}

/// The byte in each of the four bytes of a word.
const fn each(byte: u64) -> u64 {
    byte * 0x0101_0101
}

/// The four digits of two bytes, each in a byte.
fn spread(b: &mut FunctionBuilder, pair: VarId) -> VarId {
    let bytes = b.let_("bytes", (pair << 8u64 | pair) & 0x00ff_00ffu64);
    b.let_("digits", (bytes << 4u64 | bytes) & each(0x0f))
}

/// The two bytes of four digits.
fn gathered(b: &mut FunctionBuilder, digits: Expr) -> Expr {
    let digits = b.let_("digits", digits);
    let bytes = b.let_("bytes", (digits >> 4u64 | digits) & 0x00ff_00ffu64);
    (bytes >> 8u64 | bytes) & 0xffffu64
}

/// The characters of four digits.
fn characters(digits: Expr) -> Expr {
    /// Adding it to a letter's digit sets the bit of 16.
    const LETTER: u64 = 16 - 10;
    const BEFORE_LETTERS: u64 = (b'a' - b'9' - 1) as u64;
    let letters = ((digits.clone() + each(LETTER)) >> 4u64) & each(1);
    digits + each(b'0'.into()) + letters * BEFORE_LETTERS
}

/// The digits of four characters.
fn values(characters: VarId) -> Expr {
    (characters & each(15)) + ((characters >> 6u64) & each(1)) * 9u64
}

/// Tests that four characters are digits; Bool.
fn are_digits(characters: VarId) -> Expr {
    /// The highest bit of a byte, which no digit has.
    const HIGH: u64 = 0x80;
    let from = |it: Expr, first: u8| it + each(HIGH - u64::from(first));
    let within = |it: Expr, first: u8, last: u8| from(it.clone(), first) & (from(it, last + 1) ^ each(HIGH));
    let decimal = within(characters.into(), b'0', b'9');
    let letter = within(characters | each(0x20), b'a', b'f');
    let are_ascii = (characters & each(HIGH)).is(0u64);
    are_ascii & ((decimal | letter) & each(HIGH)).is(each(HIGH))
}
