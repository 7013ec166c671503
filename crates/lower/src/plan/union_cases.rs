use super::{arm, block};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Type, UnionType};
use polywire_ir::{Arm, Block, Const, ErrorCode, Expr, Place};

/// Writes the value of the case that a union holds, if there is one; `write` gets the index and type of the case.
pub(crate) fn write_case(
    b: &mut FunctionBuilder,
    union: &UnionType,
    value: Place,
    write: impl Fn(&mut FunctionBuilder, (u32, &Type), Place),
) {
    let cases = union.cases.iter().zip(0u32..);
    let arms = cases.map(|(case, index)| {
        arm(b, vec![Const::U64(u64::from(index) + 1)], |b| {
            if let Some(ty) = &case.ty {
                write(b, (index, ty), value.case(index));
            }
        })
    });
    let arms = arms.collect();
    b.switch(Expr::Case(value), arms, Block::default(), &[]);
}

/// Returns arms that set a case and read its value; `key` returns the key of the case with this index, and `read` gets its
/// index and type.
pub(crate) fn case_arms(
    b: &mut FunctionBuilder,
    union: &UnionType,
    value: &Place,
    key: impl Fn(u32) -> Const,
    read: impl Fn(&mut FunctionBuilder, (u32, &Type), Place),
) -> Vec<Arm> {
    let cases = union.cases.iter().zip(0u32..);
    let arms = cases.map(|(case, index)| {
        arm(b, vec![key(index)], |b| {
            b.open(value.clone(), Some(index), ("case", case.value_type()), |b, bind, _| {
                if let Some(ty) = &case.ty {
                    read(b, (index, ty), bind.into());
                }
            });
        })
    });
    arms.collect()
}

/// Runs one of the arms of a union; refuses other keys.
pub(crate) fn switch_case(b: &mut FunctionBuilder, on: Expr, arms: Vec<Arm>) {
    let unknown = block(b, |b| b.fail(ErrorCode::UnknownCase));
    b.switch(on, arms, unknown, &[]);
}
