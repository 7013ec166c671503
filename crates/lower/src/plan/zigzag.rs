use polywire_ir::Expr;

/// Maps 0, −1, 1, −2, … to 0, 1, 2, 3, …: from I64 to U64.
pub(crate) fn zigzag(number: Expr) -> Expr {
    ((number.clone() << 1u64) ^ (number >> 63u64)).reinterpret()
}

/// The inverse, still as U64.
pub(crate) fn unzigzag(varint: Expr) -> Expr {
    (varint.clone() >> 1u64) ^ (Expr::from(0u64) - (varint & 1u64))
}
