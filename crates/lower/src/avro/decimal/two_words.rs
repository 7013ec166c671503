//! Numbers of at most 38 digits, in two words: without buffers for their limbs.

use super::scan::Scan;
use super::sign_of;
use crate::avro::form::{significant_bytes, write_digits as write_last_bytes};
use crate::text::decimal::{BILLION, groups_of_limbs, write_plain};
use crate::text::number::{repeat, write_digits};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, Order, ValueType, VarId, WriteLeaf};

/// The most digits.
const MOST_DIGITS: u32 = 38;

/// Digits of a part: the most that have a power of ten in a word, and that part's bound.
const PART_DIGITS: u32 = 18;
const PART: u64 = 10u64.pow(PART_DIGITS);

const LOW_32: u64 = 0xffff_ffff;
const WORD: u8 = 8;

/// The upper half is signed.
struct Words {
    high: Expr,
    low: Expr,
}

/// Returns the bounds of the first two of three parts of a number of so many digits, if two words hold it.
pub(super) fn bounds(precision: u32) -> Option<[u64; 2]> {
    (precision <= MOST_DIGITS).then(|| match precision.checked_sub(2 * PART_DIGITS) {
        Some(first) => [10u64.pow(first), PART],
        None => [1, 10u64.pow(precision.saturating_sub(PART_DIGITS))],
    })
}

/// `write_short_text(bytes, scale)`: writes the text of a big-endian two's complement.
pub(super) fn write_short_text() -> Function {
    let mut b = FunctionBuilder::new("write_short_text");
    let bytes = b.value_param("bytes", ValueType::Bytes);
    let scale = b.value_param("scale", ValueType::U64);
    let is_negative = sign_of(&mut b, bytes);
    let words = read_words(&mut b, bytes);
    b.when(is_negative.clone(), |b| b.write_bytes(b"-"));
    let Words { high, low } = negated_if(&mut b, is_negative, words);
    let [first, second, third] = parts(&mut b, high.reinterpret(), low);
    let digits = b.scratch("digits", |b| write_parts(b, [first, second, third]));
    let len = b.let_("len", Expr::from(digits).bytes_len());
    b.at(digits, 0u64, &[], |b| {
        write_plain(b, len, scale);
        vec![]
    });
    b.finish(vec![], vec![])
}

fn read_words(b: &mut FunctionBuilder, bytes: VarId) -> Words {
    let halves = [("high", ValueType::I64), ("low", ValueType::U64)];
    let words = b.at(bytes, 0u64, &halves, |b| {
        let first = Expr::from(b.read_int("first", 1, Order::Big)).sign_extended(8);
        let first = b.let_("sign", first);
        let carried =
            vec![("high", ValueType::I64, first >> 63u64), ("low", ValueType::U64, Expr::from(first).reinterpret())];
        let last = b.loop_while(
            carried,
            |_| Expr::Left.is_not(0u64),
            |b, carried| {
                let high = Expr::from(carried[0]);
                b.check(high.clone().is(high.clone().sign_extended(56)), ErrorCode::OutOfRange);
                let byte = b.read_int("byte", 1, Order::Big);
                let high = (high << 8u64) | (carried[1] >> 56u64).reinterpret();
                vec![high, (carried[1] << 8u64) | byte]
            },
        );
        vec![last[0].into(), last[1].into()]
    });
    Words { high: words[0].into(), low: words[1].into() }
}

/// Returns the negative of a number if a condition holds.
fn negated_if(b: &mut FunctionBuilder, cond: Expr, Words { high, low }: Words) -> Words {
    let low = b.let_("low", low);
    let negative = b.let_("negative", Expr::from(0u64) - low);
    let borrow = low.is_not(0u64).as_int().reinterpret();
    let high = b.let_("high", high);
    let negated = b.let_("negated", Expr::from(0i64) - high - borrow);
    Words { high: cond.clone().choose(negated, high), low: cond.choose(negative, low) }
}

/// Returns the three parts of a magnitude.
fn parts(b: &mut FunctionBuilder, high: Expr, low: Expr) -> [VarId; 3] {
    let (high, low) = (b.let_("high", high), b.let_("low", low));
    let limbs = [high >> 32u64, high & LOW_32, low >> 32u64, low & LOW_32];
    let ([first_group, second_group, third_group, fourth_group], first) = groups_of_limbs(b, limbs);
    [
        b.let_("first", first),
        b.let_("second", fourth_group * BILLION + third_group),
        b.let_("third", second_group * BILLION + first_group),
    ]
}

fn write_parts(b: &mut FunctionBuilder, [first, second, third]: [VarId; 3]) {
    let leading = |b: &mut FunctionBuilder, part: VarId| b.write_leaf(WriteLeaf::DecimalUint, vec![part.into()]);
    let following = |b: &mut FunctionBuilder, part: VarId| write_digits(b, &part.into(), PART_DIGITS);
    b.if_else(
        first.is_not(0u64),
        |b| {
            leading(b, first);
            following(b, second);
            following(b, third);
        },
        |b| {
            b.if_else(
                second.is_not(0u64),
                |b| {
                    leading(b, second);
                    following(b, third);
                },
                |b| leading(b, third),
            );
        },
    );
}

/// `write_short_bytes(text, precision, scale, size, first_bound, second_bound)`: a text that has more digits than there is room for is left
/// to `general`, which sees whether these are zeros.
pub(super) fn write_short_bytes(scan: Scan, take: FuncId, general: FuncId) -> Function {
    let mut b = FunctionBuilder::new("write_short_bytes");
    let text = b.value_param("text", ValueType::Bytes);
    let names = ["precision", "scale", "size", "first_bound", "second_bound"];
    let [precision, scale, size, first_bound, second_bound] = names.map(|name| b.value_param(name, ValueType::U64));
    let number = scan.parts(&mut b, text);
    let missing = b.let_("missing", Expr::from(scale).reinterpret() - number.scale.clone());
    let len = b.let_("len", Expr::from(number.end) - number.start - number.has_point.as_int());
    let room = u64::from(3 * PART_DIGITS);
    let zeros = b.let_("zeros", Expr::from(missing).reinterpret());
    let fits = b.let_("fits", len.at_most(room) & zeros.at_most(room) & (len + zeros).at_most(room));
    b.if_else(
        fits.into(),
        |b| {
            let digits = b.let_("digits", len + zeros);
            let parts = b.at(text, number.start, &["first", "second", "third"].map(|it| (it, ValueType::U64)), |b| {
                let all = [2, 1, 0].map(|behind| {
                    let count = part_len(b, digits, behind);
                    let args = vec![Arg::Value(count), Arg::Value(number.end.into())];
                    b.call(take, args, &[("part", ValueType::U64)])[0]
                });
                all.map(Expr::from).to_vec()
            });
            let in_bounds = parts[0].below(first_bound) & parts[1].below(second_bound);
            b.check(in_bounds, ErrorCode::OutOfRange);
            let words = of_parts(b, [parts[0], parts[1], parts[2]]);
            let words = negated_if(b, number.is_negative.into(), words);
            write_words(b, words, size);
        },
        |b| {
            let args = [precision, scale, size].map(|it| Arg::Value(it.into()));
            b.call(general, [vec![Arg::Value(text.into())], args.to_vec()].concat(), &[]);
        },
    );
    b.finish(vec![], vec![])
}

/// Returns how many digits are in a part with `behind` whole parts behind it.
fn part_len(b: &mut FunctionBuilder, digits: VarId, behind: u64) -> Expr {
    let behind = behind * u64::from(PART_DIGITS);
    let from_here = b.let_("from_here", Expr::from(behind).below(digits).choose(digits - behind, 0u64));
    from_here.below(u64::from(PART_DIGITS)).choose(from_here, u64::from(PART_DIGITS))
}

/// `take_digits(count, end) -> number`: reads this many digits, without a point between them; those from `end` on are zeros.
pub(super) fn take_digits() -> Function {
    let mut b = FunctionBuilder::new("take_digits");
    let [count, end] = ["count", "end"].map(|name| b.value_param(name, ValueType::U64));
    let carried = vec![("number", ValueType::U64, 0u64.into()), ("left", ValueType::U64, count.into())];
    let last = b.loop_while(
        carried,
        |carried| carried[1].is_not(0u64),
        |b, carried| {
            let number = Expr::from(b.let_("number", carried[0] * 10u64));
            b.matches("point", b".");
            let read = |b: &mut FunctionBuilder| vec![Expr::from(b.read_int("digit", 1, Order::Big)) - u64::from(b'0')];
            let digit = b.if_yields(Expr::Pos.below(end), &[("digit", ValueType::U64)], read, |_| vec![0u64.into()]);
            vec![number + digit[0], carried[1] - 1u64]
        },
    );
    b.finish(vec![last[0].into()], vec![ValueType::U64])
}

fn of_parts(b: &mut FunctionBuilder, [first, second, third]: [VarId; 3]) -> Words {
    let words = next_part(b, (0u64.into(), first.into()), second);
    let (high, low) = next_part(b, words, third);
    Words { high: high.reinterpret(), low }
}

/// Returns the product of two words and [`PART`], plus a part.
fn next_part(b: &mut FunctionBuilder, (high, low): (Expr, Expr), part: VarId) -> (Expr, Expr) {
    let low = b.let_("low", low);
    let [lower, upper] = [Expr::from(low) & LOW_32, low >> 32u64].map(|it| b.let_("half", it));
    let [factor_lower, factor_upper] = [PART & LOW_32, PART >> 32];
    let product = |b: &mut FunctionBuilder, half: VarId, factor: u64| b.let_("product", half * factor);
    let lowest = product(b, lower, factor_lower);
    let [one, other] = [product(b, lower, factor_upper), product(b, upper, factor_lower)];
    let highest = product(b, upper, factor_upper);
    let middle = b.let_("middle", (lowest >> 32u64) + (one & LOW_32) + (other & LOW_32));
    let product_low = b.let_("product_low", (middle << 32u64) | (lowest & LOW_32));
    let sum = b.let_("sum", product_low + part);
    let carry = sum.below(product_low).as_int();
    let above = (one >> 32u64) + (other >> 32u64) + (middle >> 32u64);
    let high = b.let_("high", high * PART + highest + above + carry);
    (high.into(), sum.into())
}

/// Writes a number in `size` bytes, or if that is 0, in as few as hold it.
fn write_words(b: &mut FunctionBuilder, Words { high, low }: Words, size: VarId) {
    let (high, low) = (b.let_("high", high), b.let_("low", low));
    let signed = b.let_("signed", Expr::from(low).reinterpret());
    let is_short = b.let_("is_short", high.is(signed >> 63u64));
    let number = b.let_("number", Expr::from(is_short).choose(signed, high));
    let width = b.let_("width", significant_bytes(number.into()));
    let whole = b.let_("whole", Expr::from(is_short).choose(width, width + u64::from(WORD)));
    b.check(size.is(0u64) | whole.at_most(size), ErrorCode::OutOfRange);
    let padding = b.let_("padding", size.is(0u64).choose(0u64, size - whole));
    repeat(b, padding.into(), |b| b.write_int((high >> 63u64).low_bits(8), 1, Order::Big));
    write_last_bytes(b, number, width);
    b.when(!is_short, |b| b.write_int(low, WORD, Order::Big));
}
