//! The terms of size bounds.

use super::safe::{is_safe_expr, is_safe_place};
use polywire_ir::{Arg, Const, Datum, Expr, FuncId, Place, VarId, WriteLeaf};

/// A size bound in bytes: a constant, and terms to be computed from the value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SizeBound {
    pub fixed: u64,
    pub terms: Vec<SizeBoundTerm>,
}

/// A part of the size bound that depends on the value.
#[derive(Clone, Debug, PartialEq)]
pub enum SizeBoundTerm {
    /// A multiple of the length of a Bytes value.
    Bytes { factor: u64, value: Expr },
    /// A U64.
    Number(Expr),
    /// The sum of the size bounds of all elements.
    Each { place: Place, item: VarId, body: SizeBound },
    /// The size bound of one of two branches.
    If { cond: Expr, then: SizeBound, other: SizeBound },
    /// The size bound of one of several branches.
    Switch { on: Expr, arms: Vec<(Vec<Const>, SizeBound)>, default: SizeBound },
    /// The size bound of a function.
    Call { func: FuncId, args: Vec<Arg> },
}

impl SizeBound {
    pub(super) fn add(&mut self, other: Self) {
        self.fixed += other.fixed;
        self.terms.extend(other.terms);
    }

    /// Returns true if it can be computed whichever branch is taken: it accesses no optional, case or element.
    pub(super) fn is_safe(&self) -> bool {
        self.terms.iter().all(|term| match term {
            SizeBoundTerm::Bytes { value, .. } | SizeBoundTerm::Number(value) => is_safe_expr(value),
            SizeBoundTerm::Each { place, .. } => is_safe_place(place),
            SizeBoundTerm::If { .. } | SizeBoundTerm::Switch { .. } => false,
            SizeBoundTerm::Call { args, .. } => args.iter().all(|arg| match arg {
                Arg::Value(value) => is_safe_expr(value),
                Arg::Place(place) => is_safe_place(place),
            }),
        })
    }
}

/// Returns the size bound of all elements: a multiple of their count if that of one is constant.
pub(super) fn each_size_bound(place: Place, item: VarId, body: SizeBound) -> SizeBoundTerm {
    let numbers: Option<Vec<&Expr>> = body.terms.iter().map(|term| number_without(term, item)).collect();
    match numbers {
        Some(numbers) => {
            let of_one = numbers.into_iter().cloned().fold(Expr::from(body.fixed), |sum, size| sum + size);
            SizeBoundTerm::Number(Expr::Len(place) * of_one)
        }
        None => SizeBoundTerm::Each { place, item, body },
    }
}

fn number_without(term: &SizeBoundTerm, item: VarId) -> Option<&Expr> {
    let SizeBoundTerm::Number(number) = term else { return None };
    let mut depends = false;
    number.visit_uses(&mut |var| depends |= var == item);
    (!depends).then_some(number)
}

/// Returns the size bound of a datum: a constant, and a multiple of the length of a value.
pub fn datum_size_bound(datum: &Datum) -> SizeBound {
    let fixed = |fixed| SizeBound { fixed, terms: Vec::new() };
    let bytes = |fixed, factor, value: &Expr| SizeBound {
        fixed,
        terms: vec![SizeBoundTerm::Bytes { factor, value: value.clone() }],
    };
    match datum {
        Datum::Int { width, .. } => fixed(u64::from(*width)),
        Datum::Bytes(bytes) => fixed(bytes.len() as u64),
        Datum::Span(Expr::Const(Const::Bytes(bytes))) => fixed(bytes.len() as u64),
        Datum::Span(value) => bytes(0, 1, value),
        Datum::Zeros(Expr::Const(Const::U64(count))) => fixed(*count),
        Datum::Zeros(count) => SizeBound { fixed: 0, terms: vec![SizeBoundTerm::Number(count.clone())] },
        Datum::Align { to, .. } => fixed(u64::from(*to)),
        Datum::Leaf(leaf, args) => match leaf {
            WriteLeaf::Varint => fixed(10),
            WriteLeaf::DecimalInt | WriteLeaf::DecimalUint => fixed(24),
            WriteLeaf::JsonFloat64 | WriteLeaf::JsonFloat32 | WriteLeaf::GeneralFloat64 | WriteLeaf::GeneralFloat32 => {
                fixed(40)
            }
            WriteLeaf::JsonString => bytes(18, 6, &args[0]),
            WriteLeaf::JsonBase64 => bytes(8, 2, &args[0]),
            WriteLeaf::CString => bytes(2, 4, &args[0]),
            WriteLeaf::Spaces => SizeBound { fixed: 0, terms: vec![SizeBoundTerm::Number(args[0].clone())] },
        },
    }
}
