//! Expressions.

use super::bytes::Bytes;
use super::item::{Item, Tracked};
use super::machine::{Frame, Machine, Outcome};
use crate::Value;
use crate::leaves;
use crate::value::{cut_signed, cut_unsigned};
use polywire_ir::types::EnumId;
use polywire_ir::{BinaryOp, Const, Expr, Order, Place, PureLeaf, UnaryOp, VarId};

impl<'m> Machine<'m> {
    /// Returns the value and its origin.
    pub(super) fn eval_tracked(&mut self, frame: &Frame<'m>, expr: &Expr) -> Outcome<Tracked> {
        let origin = self.origin(frame, expr);
        Ok(Tracked { item: self.eval(frame, expr)?, origin })
    }

    pub(super) fn eval(&self, frame: &Frame<'m>, expr: &Expr) -> Outcome<Item> {
        match expr {
            Expr::Const(value) => Ok(constant(value)),
            Expr::Var(var) => frame.get(*var).cloned().ok_or_else(|| self.internal(frame)),
            Expr::Get(place) => self.eval_get(frame, place),
            Expr::Len(place) => self.eval_len(frame, place).map(Item::U64),
            Expr::Present(place) => {
                Ok(Item::Bool(!matches!(self.value_at(frame, place)?, Value::Absent | Value::Union(None))))
            }
            Expr::Case(place) => self.eval_case(frame, place).map(Item::U64),
            Expr::Unknown { place, format } => self.eval_unknown(frame, place, format),
            Expr::Unary(op, value) => unary(*op, &self.eval(frame, value)?).ok_or_else(|| self.internal(frame)),
            Expr::Binary(op, left, right) => {
                binary(*op, &self.eval(frame, left)?, &self.eval(frame, right)?).ok_or_else(|| self.internal(frame))
            }
            Expr::Select(cond, then, other) => {
                self.eval(frame, if self.eval_bool(frame, cond)? { then } else { other })
            }
            Expr::Wrap { bits, signed, value } => self.eval_wrap(frame, *bits, *signed, value),
            Expr::OfBool(value) => Ok(Item::U64(u64::from(self.eval_bool(frame, value)?))),
            Expr::IsMember(id, value) => self.eval_is_member(frame, *id, value),
            Expr::Leaf(leaf, args) => self.eval_leaf(frame, *leaf, args),
            Expr::Load { section, offset, width, order } => {
                self.eval_load(frame, *section, *offset as usize, *width, *order)
            }
            Expr::Slice { section, offset, len } => self.eval_slice(frame, *section, *offset as usize, *len as usize),
            Expr::BytesLen(value) => Ok(Item::U64(self.eval_bytes(frame, value)?.len() as u64)),
            Expr::Setting(setting) => Ok(Item::Bool(self.setting(*setting))),
            Expr::Pos => Ok(Item::U64(self.cursor.pos as u64)),
            Expr::Left => Ok(Item::U64((self.cursor.end - self.cursor.pos) as u64)),
            Expr::Since(from) => self.eval_since(frame, from),
            Expr::Input => Ok(Item::Bytes(self.cursor.region.clone())),
            Expr::Base => Ok(Item::U64(self.stream(frame)?.base as u64)),
            Expr::Tail => Ok(Item::U64(self.stream(frame)?.bytes.len() as u64)),
        }
    }

    pub(super) fn eval_bool(&self, frame: &Frame<'m>, expr: &Expr) -> Outcome<bool> {
        match self.eval(frame, expr)? {
            Item::Bool(value) => Ok(value),
            Item::U64(_) | Item::I64(_) | Item::Bytes(_) | Item::Ref(_) => Err(self.internal(frame)),
        }
    }

    pub(super) fn eval_u64(&self, frame: &Frame<'m>, expr: &Expr) -> Outcome<u64> {
        match self.eval(frame, expr)? {
            Item::U64(value) => Ok(value),
            Item::Bool(_) | Item::I64(_) | Item::Bytes(_) | Item::Ref(_) => Err(self.internal(frame)),
        }
    }

    pub(super) fn eval_bytes(&self, frame: &Frame<'m>, expr: &Expr) -> Outcome<Bytes> {
        match self.eval(frame, expr)? {
            Item::Bytes(value) => Ok(value),
            Item::Bool(_) | Item::U64(_) | Item::I64(_) | Item::Ref(_) => Err(self.internal(frame)),
        }
    }

    fn eval_get(&self, frame: &Frame<'m>, place: &Place) -> Outcome<Item> {
        let item = match self.value_at(frame, place)? {
            Value::Bool(value) => Item::Bool(*value),
            Value::Int(value) | Value::Enum(value) => Item::I64(*value),
            Value::Uint(value) | Value::Float(value) => Item::U64(*value),
            Value::Text(bytes) | Value::Bytes(bytes) => Item::Bytes(Bytes::new(bytes)),
            Value::Absent | Value::Struct(_) | Value::Union(_) | Value::List(_) | Value::Map(_) => {
                return Err(self.internal(frame));
            }
        };
        Ok(item)
    }

    fn eval_len(&self, frame: &Frame<'m>, place: &Place) -> Outcome<u64> {
        match self.value_at(frame, place)? {
            Value::Text(bytes) | Value::Bytes(bytes) => Ok(bytes.len() as u64),
            Value::List(elements) => Ok(elements.len() as u64),
            Value::Map(entries) => Ok(entries.len() as u64),
            _ => Err(self.internal(frame)),
        }
    }

    fn eval_case(&self, frame: &Frame<'m>, place: &Place) -> Outcome<u64> {
        match self.value_at(frame, place)? {
            Value::Union(held) => Ok(held.as_ref().map_or(0, |held| u64::from(held.case) + 1)),
            _ => Err(self.internal(frame)),
        }
    }

    fn eval_unknown(&self, frame: &Frame<'m>, place: &Place, format: &str) -> Outcome<Item> {
        let Value::Struct(record) = self.value_at(frame, place)? else {
            return Err(self.internal(frame));
        };
        let kept = record.unknown.as_ref().filter(|unknown| unknown.format == format);
        Ok(Item::Bytes(Bytes::new(kept.map_or(&[], |unknown| &unknown.bytes))))
    }

    fn eval_wrap(&self, frame: &Frame<'m>, bits: u8, signed: bool, value: &Expr) -> Outcome<Item> {
        let value = integer_bits(&self.eval(frame, value)?).ok_or_else(|| self.internal(frame))?;
        Ok(if signed { Item::I64(cut_signed(value, bits)) } else { Item::U64(cut_unsigned(value, bits)) })
    }

    fn eval_is_member(&self, frame: &Frame<'m>, id: EnumId, value: &Expr) -> Outcome<Item> {
        let Item::I64(number) = self.eval(frame, value)? else {
            return Err(self.internal(frame));
        };
        Ok(Item::Bool(self.module.types.enumeration(id).members.iter().any(|member| member.number == number)))
    }

    fn eval_leaf(&self, frame: &Frame<'m>, leaf: PureLeaf, args: &[Expr]) -> Outcome<Item> {
        let [arg] = args else {
            return Err(self.internal(frame));
        };
        match leaf {
            PureLeaf::VarintSize => Ok(Item::U64(leaves::varint_size(self.eval_u64(frame, arg)?) as u64)),
            PureLeaf::Utf8Valid => Ok(Item::Bool(leaves::utf8_valid(&self.eval_bytes(frame, arg)?))),
            PureLeaf::IsAscii => Ok(Item::Bool(leaves::is_ascii(&self.eval_bytes(frame, arg)?))),
            PureLeaf::DecimalFloat64 => Ok(Item::U64(leaves::decimal_float64(&self.eval_bytes(frame, arg)?))),
            PureLeaf::DecimalFloat32 => Ok(Item::U64(leaves::decimal_float32(&self.eval_bytes(frame, arg)?))),
            PureLeaf::UntilNul => {
                let bytes = self.eval_bytes(frame, arg)?;
                let len = leaves::until_nul(&bytes).len();
                bytes.part(0, len).map(Item::Bytes).ok_or_else(|| self.internal(frame))
            }
        }
    }

    fn eval_load(&self, frame: &Frame<'m>, var: VarId, offset: usize, width: u8, order: Order) -> Outcome<Item> {
        let little = self.is_little(frame, order)?;
        let bytes = self.section(frame, var)?.get(offset..offset + usize::from(width));
        bytes.map(|bytes| Item::U64(integer_of(bytes, little))).ok_or_else(|| self.internal(frame))
    }

    fn eval_slice(&self, frame: &Frame<'m>, var: VarId, offset: usize, len: usize) -> Outcome<Item> {
        self.section(frame, var)?.part(offset, offset + len).map(Item::Bytes).ok_or_else(|| self.internal(frame))
    }

    pub(super) fn section<'f>(&self, frame: &'f Frame<'m>, var: VarId) -> Outcome<&'f Bytes> {
        match frame.get(var) {
            Some(Item::Bytes(section)) => Ok(section),
            Some(Item::Bool(_) | Item::U64(_) | Item::I64(_) | Item::Ref(_)) | None => Err(self.internal(frame)),
        }
    }

    fn eval_since(&self, frame: &Frame<'m>, from: &Expr) -> Outcome<Item> {
        let from = usize::try_from(self.eval_u64(frame, from)?).unwrap_or(usize::MAX);
        let pos = self.cursor.pos;
        self.cursor.region.part(from.min(pos), pos).map(Item::Bytes).ok_or_else(|| self.internal(frame))
    }

    /// Returns true if the byte order is little-endian.
    pub(super) fn is_little(&self, frame: &Frame<'m>, order: Order) -> Outcome<bool> {
        match order {
            Order::Little => Ok(true),
            Order::Big => Ok(false),
            Order::LittleIf(var) => self.eval_bool(frame, &Expr::Var(var)),
        }
    }
}

/// The value of a constant.
fn constant(value: &Const) -> Item {
    match value {
        Const::Bool(value) => Item::Bool(*value),
        Const::U64(value) => Item::U64(*value),
        Const::I64(value) => Item::I64(*value),
        Const::Bytes(value) => Item::Bytes(Bytes::new(value)),
    }
}

/// Returns the zero-extended integer in at most 8 bytes.
pub(super) fn integer_of(bytes: &[u8], little: bool) -> u64 {
    let join = |value: u64, byte: &u8| value << 8 | u64::from(*byte);
    if little { bytes.iter().rev().fold(0, join) } else { bytes.iter().fold(0, join) }
}

/// Returns the 64 bits of a signed or unsigned integer.
pub(super) fn integer_bits(item: &Item) -> Option<u64> {
    match item {
        Item::U64(value) => Some(*value),
        Item::I64(value) => Some(*value as u64),
        Item::Bool(_) | Item::Bytes(_) | Item::Ref(_) => None,
    }
}

fn unary(op: UnaryOp, value: &Item) -> Option<Item> {
    match (op, value) {
        (UnaryOp::Not, Item::Bool(value)) => Some(Item::Bool(!value)),
        (UnaryOp::Complement, Item::U64(value)) => Some(Item::U64(!value)),
        (UnaryOp::Reinterpret, Item::U64(value)) => Some(Item::I64(*value as i64)),
        (UnaryOp::Reinterpret, Item::I64(value)) => Some(Item::U64(*value as u64)),
        (UnaryOp::Not | UnaryOp::Complement | UnaryOp::Reinterpret, _) => None,
    }
}

fn binary(op: BinaryOp, left: &Item, right: &Item) -> Option<Item> {
    match (left, right) {
        (Item::U64(left), Item::U64(right)) => unsigned(op, *left, *right),
        (Item::I64(left), Item::I64(right)) => signed(op, *left, *right),
        (Item::I64(left), Item::U64(right)) => shift(op, *left, *right),
        (Item::Bool(left), Item::Bool(right)) => logical(op, *left, *right),
        (Item::Bytes(left), Item::Bytes(right)) => match op {
            BinaryOp::Eq => Some(Item::Bool(**left == **right)),
            BinaryOp::Ne => Some(Item::Bool(**left != **right)),
            _ => None,
        },
        _ => None,
    }
}

fn unsigned(op: BinaryOp, left: u64, right: u64) -> Option<Item> {
    let value = match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Sub => left.wrapping_sub(right),
        BinaryOp::Mul => left.wrapping_mul(right),
        BinaryOp::Div => left.checked_div(right)?,
        BinaryOp::Rem => left.checked_rem(right)?,
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor => left ^ right,
        BinaryOp::Shl => left.checked_shl(right.try_into().ok()?)?,
        BinaryOp::Shr => left.checked_shr(right.try_into().ok()?)?,
        BinaryOp::Eq => return Some(Item::Bool(left == right)),
        BinaryOp::Ne => return Some(Item::Bool(left != right)),
        BinaryOp::Lt => return Some(Item::Bool(left < right)),
        BinaryOp::Le => return Some(Item::Bool(left <= right)),
    };
    Some(Item::U64(value))
}

fn signed(op: BinaryOp, left: i64, right: i64) -> Option<Item> {
    let value = match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Sub => left.wrapping_sub(right),
        BinaryOp::Mul => left.wrapping_mul(right),
        BinaryOp::Div if right != 0 => left.wrapping_div(right),
        BinaryOp::Rem if right != 0 => left.wrapping_rem(right),
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor => left ^ right,
        BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr => return None,
        BinaryOp::Eq => return Some(Item::Bool(left == right)),
        BinaryOp::Ne => return Some(Item::Bool(left != right)),
        BinaryOp::Lt => return Some(Item::Bool(left < right)),
        BinaryOp::Le => return Some(Item::Bool(left <= right)),
    };
    Some(Item::I64(value))
}

/// Shift distances are unsigned.
fn shift(op: BinaryOp, left: i64, right: u64) -> Option<Item> {
    let distance = right.try_into().ok()?;
    match op {
        BinaryOp::Shl => left.checked_shl(distance).map(Item::I64),
        BinaryOp::Shr => left.checked_shr(distance).map(Item::I64),
        _ => None,
    }
}

fn logical(op: BinaryOp, left: bool, right: bool) -> Option<Item> {
    let value = match op {
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor | BinaryOp::Ne => left != right,
        BinaryOp::Eq => left == right,
        _ => return None,
    };
    Some(Item::Bool(value))
}
