//! Precedences of C++ operators, the tightest highest.

pub const POSTFIX: u8 = 16;
pub const UNARY: u8 = 15;
pub const PRODUCT: u8 = 13;
pub const SUM: u8 = 12;
pub const SHIFT: u8 = 11;
pub const ORDER: u8 = 9;
pub const EQUALITY: u8 = 8;
pub const BIT_AND: u8 = 7;
pub const BIT_XOR: u8 = 6;
pub const BIT_OR: u8 = 5;
pub const AND: u8 = 4;
pub const OR: u8 = 3;
pub const CONDITIONAL: u8 = 2;
