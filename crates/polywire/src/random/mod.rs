//! Random values of any schema, the same for the same seed.

mod height;
mod value;
mod well_known;

use polywire_model::{DecimalText, decimal_text};
pub use value::{Values, uuid, within};

/// Xorshift64*: a seed gives the same sequence everywhere.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Begins the sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns 48 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// Returns a number below a bound; 0 if there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % (bound as u64).max(1)) as usize
    }
}

/// Returns a signed integer of this many bits, of any magnitude.
pub fn integer(random: &mut Random, bits: u8) -> i64 {
    let number = (random.bits() << 16 ^ random.bits()) as i64;
    let number = number >> (64 - bits) >> random.below(usize::from(bits));
    if random.below(2) == 0 { number } else { !number }
}

/// Returns a number with few digits in base 2 and in base 10, which every implementation prints exactly.
pub fn float(random: &mut Random) -> f64 {
    integer(random, 21) as f64 / 8.0
}

/// Returns a text of less than `bound` bytes; short ones are ASCII.
pub fn text(random: &mut Random, bound: usize) -> String {
    let len = random.below(bound);
    let mut text = String::new();
    while text.len() < len {
        let ch = if bound > 10 && random.below(20) == 0 { 'é' } else { char::from(b' ' + random.below(95) as u8) };
        if text.len() + ch.len_utf8() <= len {
            text.push(ch);
        }
    }
    text
}

/// Returns the text of a decimal number, as decoders write it.
pub fn decimal(random: &mut Random, it: DecimalText) -> String {
    let (most, scale) = match it {
        DecimalText::Of { precision, scale } => (precision as usize, Some(scale as usize)),
        DecimalText::Any => (40, None),
    };
    let first = |random: &mut Random| char::from(b'1' + random.below(9) as u8);
    let mut digits = String::from(first(random));
    for _ in 0..random.below(most) {
        digits.push(char::from(b'0' + random.below(10) as u8));
    }
    let is_negative = random.below(2) == 0;
    match scale {
        None if random.below(4) == 0 => {
            let digit = decimal_text(is_negative, &first(random).to_string(), 0);
            format!("{digit}E+{}", random.below(1000) + 1)
        }
        _ => decimal_text(is_negative, &digits, scale.unwrap_or_else(|| random.below(digits.len() + 5))),
    }
}

/// Returns this many bytes in base64.
pub fn bytes(random: &mut Random, len: usize) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bytes: Vec<u8> = (0..len).map(|_| random.bits() as u8).collect();
    let group = |part: &[u8]| -> String {
        let bits = part.iter().fold(0usize, |bits, byte| bits << 8 | usize::from(*byte)) << (8 * (3 - part.len()));
        let digits = (0..=part.len()).map(|at| char::from(DIGITS[bits >> (18 - 6 * at) & 63]));
        digits.chain("==".chars().take(3 - part.len())).collect()
    };
    bytes.chunks(3).map(group).collect()
}
