//! Merges constant output and constant input.

use crate::pure::{int_bytes, uses_tail, varint};
use crate::{Options, Pass};
use polywire_ir::{Block, Const, Datum, Expr, Miss, Module, Op, Prefix, WriteLeaf};

pub(crate) const PASS: Pass = Pass {
    name: "merge_constants",
    doc: "Merges writes of adjacent constants (and of constant bodies with their length), and reads of adjacent fixed bytes.",
    run,
};

fn run(module: &mut Module, _: &Options) {
    for function in &mut module.functions {
        function.visit_blocks_mut(&mut merge);
    }
}

fn merge(block: &mut Block) {
    let mut merged: Vec<Op> = Vec::with_capacity(block.ops.len());
    for mut op in std::mem::take(&mut block.ops) {
        constant_measured(&mut op);
        constant_datum(&mut op);
        // A binding between two constants does not prevent merging, unless it uses the number of bytes written.
        let behind = merged.iter().rposition(|op| !is_let_anywhere(op));
        if let Some(last) = behind.and_then(|index| merged.get_mut(index))
            && join(last, &op)
        {
            continue;
        }
        merged.push(op);
    }
    block.ops = merged;
}

fn is_let_anywhere(op: &Op) -> bool {
    matches!(op, Op::Let { value, .. } if !uses_tail(value) && !value.uses_cursor())
}

/// Appends an op's constant to the previous op; returns false if that is impossible.
fn join(last: &mut Op, op: &Op) -> bool {
    match (last, op) {
        (Op::Write { what: Datum::Bytes(bytes) }, Op::Write { what: Datum::Bytes(more) }) => bytes.extend(more),
        (Op::Put { offset, what: Datum::Bytes(bytes) }, Op::Put { offset: next, what: Datum::Bytes(more) })
            if u64::from(*offset) + bytes.len() as u64 == u64::from(*next) =>
        {
            bytes.extend(more);
        }
        (
            Op::Match { bytes, miss: Miss::Fail { code, .. } },
            Op::Match { bytes: more, miss: Miss::Fail { code: other, .. } },
        ) if code == other => bytes.extend(more),
        _ => return false,
    }
    true
}

/// Turns a constant integer, varint or run of zeros into bytes.
fn constant_datum(op: &mut Op) {
    if let Op::Write { what } | Op::Put { what, .. } = op
        && let Some(bytes) = constant_bytes(what)
    {
        *what = Datum::Bytes(bytes);
    }
}

/// Longer runs of zeros remain a count.
const MAX_ZEROS: u64 = 64;

fn constant_bytes(what: &Datum) -> Option<Vec<u8>> {
    match what {
        Datum::Int { value: Expr::Const(Const::U64(value)), width, order } => int_bytes(*value, *width, *order),
        Datum::Int { value: Expr::Const(Const::I64(value)), width, order } => int_bytes(*value as u64, *width, *order),
        Datum::Span(Expr::Const(Const::Bytes(bytes))) => Some(bytes.clone()),
        Datum::Zeros(Expr::Const(Const::U64(count @ 0..=MAX_ZEROS))) => Some(vec![0; *count as usize]),
        Datum::Leaf(WriteLeaf::Varint, args) => match args.as_slice() {
            [Expr::Const(Const::U64(value))] => Some(varint(*value)),
            _ => None,
        },
        Datum::Int { .. } | Datum::Bytes(_) | Datum::Span(_) | Datum::Zeros(_) | Datum::Align { .. } => None,
        Datum::Leaf(..) => None,
    }
}

/// Turns a constant body and its length into bytes.
fn constant_measured(op: &mut Op) {
    let Op::Measured { prefix, unit, bias, body, results, .. } = op else { return };
    let bytes = match body.ops.as_slice() {
        [] => Some(Vec::new()),
        [Op::Write { what: Datum::Bytes(bytes) }] => Some(bytes.clone()),
        _ => None,
    };
    if let Some(bytes) = bytes.filter(|_| results.is_empty())
        && let Some(mut written) = length(*prefix, *unit, *bias, bytes.len())
    {
        written.extend(bytes);
        *op = Op::Write { what: Datum::Bytes(written) };
    }
}

/// Returns the length prefix of a body, or `None` if it would fail.
fn length(prefix: Prefix, unit: u32, bias: i32, len: usize) -> Option<Vec<u8>> {
    let biased = u64::try_from(i64::try_from(len).ok()?.checked_add(i64::from(bias))?).ok()?;
    let number = biased.is_multiple_of(u64::from(unit)).then(|| biased.checked_div(u64::from(unit)))??;
    match prefix {
        Prefix::Varint => Some(varint(number)),
        Prefix::Int { width, order } => {
            let fits = width >= 8 || number >> (u32::from(width) * 8) == 0;
            fits.then(|| int_bytes(number, width, order))?
        }
    }
}
