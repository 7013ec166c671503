//! Precedences of operators, the tightest highest.

pub const POSTFIX: u8 = 16;
pub const UNARY: u8 = 15;
pub const CAST: u8 = 14;
pub const PRODUCT: u8 = 13;
pub const SHIFT: u8 = 11;
pub const BIT_AND: u8 = 10;
pub const BIT_XOR: u8 = 9;
pub const BIT_OR: u8 = 8;
pub const COMPARE: u8 = 7;
pub const AND: u8 = 6;
pub const OR: u8 = 5;
/// `if` as an expression.
pub const BRANCH: u8 = 1;
