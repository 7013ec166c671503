use polywire_ir::Expr;

/// Maps 0, −1, 1, −2, … to 0, 1, 2, 3, …: from I64 to U64.
pub(crate) fn zigzag(number: Expr) -> Expr {
    number.clone().left_by(1u64).xor(number.right_by(63u64)).reinterpret()
}

/// The inverse, still as U64.
pub(crate) fn unzigzag(varint: Expr) -> Expr {
    varint.clone().right_by(1u64).xor(Expr::from(0u64).minus(varint.and(1u64)))
}
