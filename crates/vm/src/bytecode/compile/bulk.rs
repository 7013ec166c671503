//! Compiles loops over lists of numbers to single instructions.

use super::function::FunctionCompiler;
use super::place::Location;
use super::{CompileResult, IllFormed};
use crate::bytecode::bulk::{Cut, Map};
use crate::bytecode::instr::Instr;
use polywire_ir::types::Type;
use polywire_ir::{
    BinaryOp, Block, Carried, Const, Datum, Expr, Op, Place, ReadLeaf, ReadWhat, Step, UnaryOp, VarId, WriteLeaf,
};

impl<'m> FunctionCompiler<'_, 'm> {
    /// Compiles a loop to an instruction that reads varints to the end of the window and appends them; returns true if
    /// the loop does exactly that.
    pub(super) fn push_varints(&mut self, carried: &[Carried], cond: &Expr, body: &'m Block) -> CompileResult<bool> {
        let [
            Op::Read { what: ReadWhat::Leaf(ReadLeaf::Varint), results, site },
            Op::Push { place, bind, body: set, .. },
        ] = &body.ops[..]
        else {
            return Ok(false);
        };
        let [Op::Set { place: element, value, .. }] = &set.ops[..] else {
            return Ok(false);
        };
        let whole = element.root == *bind && element.steps.is_empty();
        if !carried.is_empty() || !is_left(cond) || !whole || place.steps.iter().any(|step| matches!(step, Step::At(_)))
        {
            return Ok(false);
        }
        let (Some(zigzag), [_]) = (mapping(value, &|expr| *expr == Expr::Var(results[0])), &results[..]) else {
            return Ok(false);
        };
        let mark = self.mark();
        let Location { base, off, ty, .. } = self.location(place)?.value()?;
        let Type::List(ty) = ty else {
            return Err(IllFormed);
        };
        let cut = self.cut_of(ty);
        if let Some(cut) = cut {
            self.emit_at(Instr::PushVarints { base, off, map: Map { zigzag, cut } }, *site);
        }
        self.release(mark);
        Ok(cut.is_some())
    }

    /// Compiles a visit to an instruction that writes the numbers of a list as varints; returns true if the visit does
    /// exactly that.
    pub(super) fn write_varints(&mut self, list: &Location<'m>, item: VarId, body: &Block) -> CompileResult<bool> {
        let [Op::Write { what: Datum::Leaf(WriteLeaf::Varint, args) }] = &body.ops[..] else {
            return Ok(false);
        };
        let is_item =
            |expr: &Expr| matches!(expr, Expr::Get(Place { root, steps }) if *root == item && steps.is_empty());
        let (Type::List(element), [arg]) = (list.ty, &args[..]) else {
            return Ok(false);
        };
        let (Some(zigzag), Some(_)) = (mapping(arg, &is_item), self.cut_of(element)) else {
            return Ok(false);
        };
        self.emit(Instr::WriteVarints { base: list.base, off: list.off, zigzag });
        Ok(true)
    }

    /// Returns the truncation of an integer to a type; `None` for other types.
    fn cut_of(&self, ty: &Type) -> Option<Cut> {
        match ty {
            Type::Int { bits, signed, .. } => Some(Cut { bits: *bits, signed: *signed }),
            Type::Enum(id) => {
                let declared = self.types().enums.get(id.0 as usize)?;
                Some(Cut { bits: declared.bits, signed: declared.signed })
            }
            Type::Bool
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Struct(_)
            | Type::Union(_)
            | Type::List(_)
            | Type::Array(..)
            | Type::Map(_) => None,
        }
    }
}

/// Returns true if a condition tests that the window has not ended.
fn is_left(cond: &Expr) -> bool {
    match cond {
        Expr::Binary(BinaryOp::Ne, left, right) => (&**left, &**right) == (&Expr::Left, &zero()),
        Expr::Binary(BinaryOp::Lt, left, right) => (&**left, &**right) == (&zero(), &Expr::Left),
        _ => false,
    }
}

fn zero() -> Expr {
    Expr::Const(Const::U64(0))
}

/// Returns false if a value is the plain number, true if it is its zigzag encoding or decoding, and `None` otherwise.
fn mapping(value: &Expr, is_number: &dyn Fn(&Expr) -> bool) -> Option<bool> {
    match value {
        _ if is_number(value) => Some(false),
        Expr::Unary(UnaryOp::Reinterpret, inner) => mapping(inner, is_number),
        Expr::Binary(BinaryOp::Xor, left, right) => match (&**left, &**right) {
            (Expr::Binary(BinaryOp::Shl, a, one), Expr::Binary(BinaryOp::Shr, b, sign)) => {
                (is_number(a) && a == b && is_u64(one, 1) && is_u64(sign, 63)).then_some(true)
            }
            (Expr::Binary(BinaryOp::Shr, a, one), Expr::Binary(BinaryOp::Sub, none, bit)) => {
                let negated = matches!(&**bit, Expr::Binary(BinaryOp::And, b, low) if a == b && is_u64(low, 1));
                (is_number(a) && is_u64(one, 1) && is_u64(none, 0) && negated).then_some(true)
            }
            _ => None,
        },
        _ => None,
    }
}

fn is_u64(expr: &Expr, number: u64) -> bool {
    *expr == Expr::Const(Const::U64(number))
}
